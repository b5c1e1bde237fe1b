#pragma once
/// The log: a line an event, a sentence first and then fields that programs can find, as text (`room ended room=abc
/// moves=12`) or as JSON, one object a line. Write with spdlog and append fields:
///
///   spdlog::info("room ended{}{}", ops::field("room", code), ops::field("moves", count));
///
/// Never log a seat secret, its hash, a Host or any other text of a stranger but through field(), which keeps one event
/// on one line.
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace dolbang::ops {

enum class LogFormat : std::uint8_t { text, json };

/// A field of the event, to stand behind its sentence.
std::string field(std::string_view key, std::string_view value);
template <class Number>
  requires std::is_arithmetic_v<Number>
std::string field(std::string_view key, Number value) {
  return field(key, std::string_view(std::to_string(value)));
}

/// Makes spdlog's default logger write to stderr in this format from `level` on ("info"; "off" for nothing).
void start_log(LogFormat format, const std::string& level);

}  // namespace dolbang::ops
