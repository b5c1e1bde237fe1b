#pragma once
/// A connected socket that never waits.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace dolbang::net {

class Transport {
 public:
  enum class Status : std::uint8_t { ok, not_yet, closed };
  struct Result {
    Status status = Status::ok;
    std::size_t bytes = 0;  ///< 0 unless ok
  };

  /// Takes over a non-blocking socket and closes it in the end.
  explicit Transport(int socket) : socket_(socket) {}
  Transport(Transport&& from) noexcept : socket_(std::exchange(from.socket_, -1)) {}
  Transport& operator=(Transport&&) = delete;
  ~Transport();

  int socket() const { return socket_; }
  Result read(std::span<char> into);
  Result write(std::string_view bytes);
  /// Nothing more will be written; the peer may go on.
  void end_writing();
  /// At once. Nothing is read or written from then on.
  void close();

 private:
  static Result result(std::ptrdiff_t size);

  int socket_;
};

}  // namespace dolbang::net
