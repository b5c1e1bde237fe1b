#include "notation/source.hpp"

#include <algorithm>
#include <cmath>

namespace dolbang::notation {
namespace {

/// The length of the UTF-8 sequence at `at`; 0 when there is none (RFC 3629: no surrogates, no long forms).
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : 0); };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned first = byte(at);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(at + 1) ? 2 : 0;
  const unsigned second = byte(at + 1);
  if (first >= 0xE0 && first <= 0xEF) {
    const bool good =
        follows(at + 1) && follows(at + 2) && !(first == 0xE0 && second < 0xA0) && !(first == 0xED && second > 0x9F);
    return good ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool good = follows(at + 1) && follows(at + 2) && follows(at + 3) && !(first == 0xF0 && second < 0x90) &&
                      !(first == 0xF4 && second > 0x8F);
    return good ? 4 : 0;
  }
  return 0;
}

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

}  // namespace

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), to_lower);
  return result;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool Source::take_if(char c) {
  if (at_end() || text_[at_] != c) return false;
  ++at_;
  return true;
}

void Source::skip_blanks() {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
}

std::string_view Source::take_line() {
  const std::size_t begin = at_;
  const std::size_t end = std::min(text_.find('\n', at_), text_.size());
  at_ = std::min(end + 1, text_.size());
  std::string_view line = text_.substr(begin, end - begin);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

tl::unexpected<Error> Source::error_at(std::size_t offset, std::string_view sentence, std::string_view code) const {
  const std::string_view before = text_.substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  const auto column = 1 + std::count_if(before.begin() + static_cast<std::ptrdiff_t>(line_begin), before.end(),
                                        [](char c) { return (c & 0xC0) != 0x80; });
  return fail(std::string(code),
              "line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + std::string(sentence));
}

tl::unexpected<Error> Source::expected_at(std::size_t offset, std::string_view what) const {
  std::string_view found = text_.substr(std::min(offset, text_.size()));
  std::size_t length = 0;
  while (length < found.size() && length < 16 && !is_blank(found[length])) ++length;
  std::string shown = found.empty() ? "the end" : length == 0 ? "a blank" : in_quotes(found.substr(0, length));
  if (!found.empty() && found[0] == '\n') shown = "the end of the line";
  return error_at(offset, "expected " + std::string(what) + ", found " + shown);
}

std::string in_quotes(std::string_view text) {
  std::size_t length = std::min<std::size_t>(text.size(), 32);
  while (length > 0 && length < text.size() && (text[length] & 0xC0) == 0x80) --length;  // not within a character
  return "\"" + clean(text.substr(0, length), 96) + (length < text.size() ? "..." : "") + "\"";
}

std::string clean(std::string_view text, std::size_t most, bool keep_lines) {
  text = trim(text);
  const bool utf8 = is_utf8(text);
  std::string result;
  for (std::size_t i = 0; i < text.size() && result.size() < most;) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == '\r' && keep_lines) {  // CR LF and a lone CR are one line end
      if (i + 1 >= text.size() || text[i + 1] != '\n') result += '\n';
      ++i;
    } else if (byte < 0x20 || byte == 0x7F) {
      result += byte == '\n' && keep_lines ? '\n' : ' ';
      ++i;
    } else if (byte < 0x80) {
      result += text[i++];
    } else if (!utf8) {
      if (result.size() + 2 > most) break;
      if (byte >= 0xA0) {
        result += static_cast<char>(0xC0 | (byte >> 6));
        result += static_cast<char>(0x80 | (byte & 0x3F));
      } else {
        result += '?';
      }
      ++i;
    } else {
      const std::size_t length = std::max<std::size_t>(1, sequence_length(text, i));
      if (result.size() + length > most) break;
      // U+0080 to U+009F are control characters as well.
      if (length == 2 && byte == 0xC2 && static_cast<unsigned char>(text[i + 1]) < 0xA0)
        result += ' ';
      else
        result += text.substr(i, length);
      i += length;
    }
  }
  while (!result.empty() && is_blank(result.back())) result.pop_back();
  result.erase(0, static_cast<std::size_t>(trim(result).data() - result.data()));
  return result;
}

std::optional<double> parse_decimal(std::string_view text) {
  bool negative = false;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  double value = 0, unit = 1;
  int digits = 0, before_point = 0;
  bool point = false;
  for (const char c : text) {
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (!is_digit(c)) return std::nullopt;
    ++digits;
    if (point) {
      if (digits - before_point > 9) continue;  // far below anything that is written back
      unit /= 10;
      value += unit * (c - '0');
    } else {
      if (++before_point > 12) return std::nullopt;
      value = value * 10 + (c - '0');
    }
  }
  if (digits == 0) return std::nullopt;
  return negative ? -value : value;
}

std::string decimal_text(double value, int places) {
  if (!(std::abs(value) <= 1e12)) value = value < 0 ? -1e12 : 1e12;  // NaN too
  std::int64_t scale = 1;
  for (int i = 0; i < places; ++i) scale *= 10;
  const auto scaled = static_cast<std::int64_t>(std::llround(std::abs(value) * static_cast<double>(scale)));
  std::string text = std::to_string(scaled / scale);
  if (places > 0) {
    const std::string fraction = std::to_string(scaled % scale);
    text += '.' + std::string(static_cast<std::size_t>(places) - fraction.size(), '0') + fraction;
  }
  return (value < 0 && scaled != 0 ? "-" : "") + text;
}

std::optional<std::uint32_t> parse_number(std::string_view text) {
  if (text.empty() || text.size() > 9) return std::nullopt;
  std::uint32_t value = 0;
  for (const char c : text) {
    if (!is_digit(c)) return std::nullopt;
    value = value * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return value;
}

}  // namespace dolbang::notation
