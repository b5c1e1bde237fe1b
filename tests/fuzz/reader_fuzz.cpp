/// A libFuzzer target for one reader of game records (DOLBANG_FORMAT, set by CMake). Whatever the bytes, reading
/// ends without a crash; and a game that was read and is legal, written in the same format, reads as the same game.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "notation/notation.hpp"

using namespace dolbang;
using namespace dolbang::notation;

namespace {

void want(bool good, const char* what, const std::string& text) {
  if (good) return;
  std::fprintf(stderr, "%s:\n%s\n", what, text.c_str());
  std::abort();
}

std::string board_of(const Record& record) { return record.start ? record.start->board_text() : ""; }

void round_trip(const Record& record) {
  const auto match = check(record);
  if (!match) {
    want(!match.error().message.empty(), "an error without a message", match.error().code);
    return;
  }
  const auto text = write(Format::DOLBANG_FORMAT, {record});
  if (!text) {
    want(text.error().code == "cannot_hold", "a legal game could not be written", text.error().message);
    return;
  }
  const auto again = read(Format::DOLBANG_FORMAT, *text);
  want(again.has_value(), again ? "" : again.error().message.c_str(), *text);
  want(again->size() == 1, "not one game again", *text);
  const Record& second = again->front();
  const auto replayed = check(second);
  want(replayed.has_value(), replayed ? "" : replayed.error().message.c_str(), *text);
  want(replayed->transcript() == match->transcript(), "other moves", *text);
  want(second.spec == match->spec() || record.start, "another game", *text);
  want(board_of(second) == board_of(record), "another start", *text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)detect(bytes);
  const auto done = read_each(Format::DOLBANG_FORMAT, bytes, [](Record record) -> Expected<void> {
    round_trip(record);
    return {};
  });
  if (!done) want(!done.error().message.empty() && !done.error().code.empty(), "an error without a message", "");
  return 0;
}
