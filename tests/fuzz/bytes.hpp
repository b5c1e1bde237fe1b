#pragma once
/// What the targets share that make something of their input: bytes taken off its front, zeros when it has run out.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace dolbang::fuzz {

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  bool empty() const { return size_ == 0; }
  std::uint8_t next() {
    if (size_ == 0) return 0;
    --size_;
    return *data_++;
  }
  /// 0 to bound - 1; bound is at most 256.
  std::uint32_t below(std::uint32_t bound) { return next() % bound; }
  std::string_view rest() const { return {reinterpret_cast<const char*>(data_), size_}; }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

inline void want(bool good, const char* what, std::string_view text = {}) {
  if (good) return;
  std::fprintf(stderr, "%s:\n%.*s\n", what, static_cast<int>(text.size()), text.data());
  std::abort();
}

}  // namespace dolbang::fuzz
