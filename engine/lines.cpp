#include "engine/lines.hpp"

#include <istream>
#include <ostream>

#include "core/limits.hpp"

namespace dolbang::engine {
namespace {

/// Reads up to the next end of line, keeping no more than the limit and one byte; false at the end of the input.
bool read_line(std::istream& in, std::string& line) {
  line.clear();
  std::streambuf& buffer = *in.rdbuf();
  constexpr int end = std::char_traits<char>::eof();
  int c = buffer.sbumpc();
  if (c == end) return false;
  for (; c != end && c != '\n'; c = buffer.sbumpc())
    if (line.size() <= limits::engine_line_bytes) line += static_cast<char>(c);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return true;
}

}  // namespace

int answer_lines(Streams& streams, const Answer& answer) {
  int code = exit_ok;
  std::string line;
  while (read_line(streams.in, line)) {
    const auto answered =
        line.size() <= limits::engine_line_bytes
            ? answer(line)
            : fail("too_long", "The line is longer than " + std::to_string(limits::engine_line_bytes) + " bytes.");
    if (answered) {
      streams.out << *answered << std::endl;
    } else {
      code = exit_bad_line;
      const std::string& message = answered.error().message;
      streams.out << (message.starts_with("error") ? "" : "error: ") << printable(message) << std::endl;
    }
    if (!streams.out) return exit_bad_line;  // nobody listens any more
  }
  return code;
}

std::string printable(std::string_view text) {
  std::string clean(text);
  for (char& c : clean)
    if (c < ' ' || c > '~') c = '?';
  return clean;
}

GameSpec game_spec(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return {std::string(text), ""};
  return {std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
}

int usage_error(Streams& streams, const Error& error) {
  streams.err << "dolbang-engine: " << printable(error.message) << "\n";
  return exit_usage;
}

}  // namespace dolbang::engine
