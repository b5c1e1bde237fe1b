#pragma once
/// Writes one JSON object from front to back into a string: what is sent with every move and stored with every move.
///
/// Boost.JSON reads; it would write from a tree that is built first, at several times the cost. Texts must be UTF-8.
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace dolbang {

class JsonWriter {
 public:
  JsonWriter() : out_(usual_bytes, '\0') { put('{'); }

  /// Any text.
  [[gnu::always_inline]] void text(std::string_view key, std::string_view value) {
    begin(key, value.size() + 2);
    quote(value);
  }
  /// A text that is known to need no escapes: no quote, no backslash, no control character.
  [[gnu::always_inline]] void word(std::string_view key, std::string_view value) {
    begin(key, value.size() + 2);
    put('"');
    put(value);
    put('"');
  }
  [[gnu::always_inline]] void number(std::string_view key, std::integral auto value) {
    begin(key, digits);
    char* const at = out_.data() + size_;
    size_ += static_cast<std::size_t>(std::to_chars(at, at + digits, value).ptr - at);
  }
  void flag(std::string_view key, bool value) {
    begin(key, 5);
    put(value ? std::string_view("true") : "false");
  }
  template <class Texts>
  void texts(std::string_view key, const Texts& list) {
    begin(key, 2);
    char separator = '[';
    for (const auto& entry : list) {
      make_room(1 + entry.size() + 2 + 1);
      put(std::exchange(separator, ','));
      quote(entry);
    }
    if (separator == '[') put('[');
    put(']');
  }
  /// `fill` writes the fields of an object within this one.
  template <class Fill>
  void object(std::string_view key, Fill&& fill) {
    begin(key, 1);
    put('{');
    fill();
    close();
  }

  /// The whole object; nothing can be written after it.
  std::string finish() && {
    close();
    out_.resize(size_);
    return std::move(out_);
  }

 private:
  static constexpr std::size_t usual_bytes = 256;
  static constexpr std::size_t digits = 24;
  static constexpr std::size_t longest_escape = 6;

  /// The key of the next field, and room for `bytes` of its value.
  [[gnu::always_inline]] void begin(std::string_view key, std::size_t bytes) {
    make_room(key.size() + 4 + bytes);
    if (out_[size_ - 1] != '{') put(',');
    put('"');
    put(key);
    put('"');
    put(':');
  }
  void close() {
    make_room(1);
    put('}');
  }

  /// There is room for the text as it is; each escape makes more for the rest.
  void quote(std::string_view text) {
    put('"');
    for (const char c : text) {
      const auto code = static_cast<unsigned char>(c);
      if (code >= 0x20 && c != '"' && c != '\\') {
        put(c);
        continue;
      }
      make_room(longest_escape + text.size() + 2);
      put('\\');
      if (code >= 0x20) {
        put(c);
      } else {
        constexpr std::string_view hex = "0123456789abcdef";
        put("u00");
        put(hex[code >> 4]);
        put(hex[code & 15]);
      }
    }
    put('"');
  }

  [[gnu::always_inline]] void make_room(std::size_t bytes) {
    if (out_.size() - size_ < bytes) out_.resize(2 * (size_ + bytes));
  }
  [[gnu::always_inline]] void put(char c) { out_[size_++] = c; }
  [[gnu::always_inline]] void put(std::string_view text) {
    std::memcpy(out_.data() + size_, text.data(), text.size());
    size_ += text.size();
  }

  std::string out_;       ///< longer than what is written
  std::size_t size_ = 0;  ///< written so far
};

}  // namespace dolbang
