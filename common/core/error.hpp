#pragma once
#include <string>
#include <tl/expected.hpp>

namespace dolbang {

/// An expected refusal of bad input: `code` is a stable snake_case word for programs, `message` an
/// English sentence for people that says what to do.
struct Error {
  std::string code;
  std::string message;
};

template <class T>
using Expected = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(std::string code, std::string message) {
  return tl::unexpected<Error>(Error{std::move(code), std::move(message)});
}

}  // namespace dolbang
