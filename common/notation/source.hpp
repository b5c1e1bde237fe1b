#pragma once
/// What the readers of text share: a place in a text, messages that name it, numbers, clean UTF-8.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace dolbang::notation {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_letter(char c) { return is_upper(static_cast<char>(c & ~0x20)); }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'; }
constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c | 0x20) : c; }
std::string lower(std::string_view text);
std::string_view trim(std::string_view text);

/// A text that is read from front to back. Lines and columns are counted only when a message needs them.
class Source {
 public:
  explicit Source(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ >= text_.size(); }
  /// The next character; 0 at the end.
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  char take() { return at_ < text_.size() ? text_[at_++] : '\0'; }
  bool take_if(char c);
  void skip_blanks();
  std::size_t offset() const { return at_; }
  void go_to(std::size_t offset) { at_ = offset < text_.size() ? offset : text_.size(); }
  std::string_view from(std::size_t begin) const { return text_.substr(begin, at_ - begin); }
  std::string_view rest() const { return text_.substr(at_); }
  std::string_view text() const { return text_; }
  /// The text up to the end of the line; the line end is taken too and not part of it.
  std::string_view take_line();

  /// "bad_record": "line 3, column 14: " and the sentence. Lines and columns count from 1, columns in characters.
  tl::unexpected<Error> error_at(std::size_t offset, std::string_view sentence,
                                 std::string_view code = "bad_record") const;
  tl::unexpected<Error> error(std::string_view sentence) const { return error_at(at_, sentence); }
  /// "expected X, found Y", Y being what stands at the place.
  tl::unexpected<Error> expected(std::string_view what) const { return expected_at(at_, what); }
  tl::unexpected<Error> expected_at(std::size_t offset, std::string_view what) const;

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

/// A text as it may be shown: quoted (std::quoted would be found by the shorter name), short, without control
/// characters.
std::string in_quotes(std::string_view text);

/// UTF-8 of at most `most` bytes, control characters as blanks (line ends kept on demand), blanks at both ends
/// gone. Bytes that are no UTF-8 are taken for Latin-1, as old files are.
std::string clean(std::string_view text, std::size_t most, bool keep_lines = false);

/// "-12.75"; none when it is no plain decimal number of at most twelve digits before the point.
std::optional<double> parse_decimal(std::string_view text);
/// With so many places after the point, independent of the locale. What is beyond 10^12 is written as that.
std::string decimal_text(double value, int places);
/// A whole number without sign of at most nine digits.
std::optional<std::uint32_t> parse_number(std::string_view text);

}  // namespace dolbang::notation
