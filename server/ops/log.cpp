#include "server/ops/log.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>

namespace dolbang::ops {

namespace {

// Between the fields of a message on its way to the formatter; nothing that people write.
constexpr char separator = '\x1f';

std::string_view take_part(std::string_view& text) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

void append(spdlog::memory_buf_t& out, std::string_view text) { out.append(text.data(), text.data() + text.size()); }

void append_json(spdlog::memory_buf_t& out, std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  out.push_back('"');
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out.push_back('\\');
      out.push_back(c);
    } else if (static_cast<unsigned char>(c) < 0x20) {
      append(out, "\\u00");
      out.push_back(digits[static_cast<unsigned char>(c) >> 4]);
      out.push_back(digits[static_cast<unsigned char>(c) & 15]);
    } else {
      out.push_back(c);
    }
  }
  out.push_back('"');
}

/// The message with its fields, as the pattern's own letter.
template <LogFormat form>
class Message final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& out) override {
    std::string_view rest(message.payload.data(), message.payload.size());
    const std::string_view sentence = take_part(rest);
    if constexpr (form == LogFormat::json) append(out, "\"message\":");
    write(out, sentence);
    while (!rest.empty()) {
      const std::string_view part = take_part(rest);
      const std::size_t equals = std::min(part.find('='), part.size());
      const std::string_view key = part.substr(0, equals), value = part.substr(std::min(equals + 1, part.size()));
      if constexpr (form == LogFormat::json) {
        out.push_back(',');
        append_json(out, key);
        out.push_back(':');
        append_json(out, value);
      } else {
        out.push_back(' ');
        append(out, key);
        out.push_back('=');
        const bool plain = !value.empty() && value.find_first_of(" \"=\\") == std::string_view::npos;
        plain ? append(out, value) : append_json(out, value);
      }
    }
  }
  std::unique_ptr<custom_flag_formatter> clone() const override { return std::make_unique<Message>(); }

 private:
  static void write(spdlog::memory_buf_t& out, std::string_view sentence) {
    if constexpr (form == LogFormat::json)
      append_json(out, sentence);
    else
      append(out, sentence);
  }
};

}  // namespace

std::string field(std::string_view key, std::string_view value) {
  std::string text(1, separator);
  text.append(key).append("=").append(value);
  std::replace_if(text.begin() + 1, text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, '?');
  return text;
}

void start_log(LogFormat format, const std::string& level) {
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  if (format == LogFormat::json)
    formatter->add_flag<Message<LogFormat::json>>('*').set_pattern(
        R"({"time":"%Y-%m-%dT%H:%M:%S.%e%z","level":"%l",%*})");
  else
    formatter->add_flag<Message<LogFormat::text>>('*').set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %^%l%$ %*");
  spdlog::set_default_logger(spdlog::stderr_color_mt("dolbang"));
  spdlog::default_logger()->set_formatter(std::move(formatter));
  spdlog::set_level(spdlog::level::from_str(level));
}

}  // namespace dolbang::ops
