/// A libFuzzer target for the codec of one direction (DOLBANG_DIRECTION, client or server, set by CMake). Whatever the
/// bytes, parsing ends with a message or with an error that says something; what was parsed is written and read again
/// as the same, in a frame that is not too large.
#include "bytes.hpp"
#include "core/limits.hpp"
#include "proto/codec.hpp"

using namespace dolbang;
using namespace dolbang::fuzz;

namespace {

auto parse_client(std::string_view frame) { return proto::parse_client(frame); }
auto parse_server(std::string_view frame) { return proto::parse_server(frame); }

}  // namespace

#define DOLBANG_JOIN(a, b) a##b
#define DOLBANG_PARSE(direction) DOLBANG_JOIN(parse_, direction)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)parse_client;
  (void)parse_server;
  const auto parse = DOLBANG_PARSE(DOLBANG_DIRECTION);
  const std::string_view frame(reinterpret_cast<const char*>(data), size);
  const auto message = parse(frame);
  if (!message) {
    want(!message.error().message.empty() && !message.error().code.empty(), "an error without a message", frame);
    return 0;
  }
  want(frame.size() <= limits::server_frame_bytes, "a frame that is too large was read");
  const std::string text = proto::encode(*message);
  want(text.size() <= limits::server_frame_bytes, "a frame that is too large was written", text);
  const auto again = parse(text);
  want(again.has_value(), again ? "" : again.error().message.c_str(), text);
  want(again->index() == message->index() && proto::encode(*again) == text, "another message", text);
  return 0;
}
