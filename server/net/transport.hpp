#pragma once
/// A connected socket that never waits, plain or encrypted.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "server/net/tls.hpp"

namespace dolbang::net {

class Transport {
 public:
  enum class Status : std::uint8_t {
    ok,
    wants_read,   ///< try again when the socket is readable
    wants_write,  ///< ... writable
    closed,       ///< by the peer, or by a breach of TLS
  };
  struct Result {
    Status status = Status::ok;
    std::size_t bytes = 0;  ///< 0 unless ok
  };

  /// Takes over a non-blocking socket and closes it in the end.
  explicit Transport(int socket) : socket_(socket) {}
  Transport(Transport&& from) noexcept : socket_(std::exchange(from.socket_, -1)), tls_(std::move(from.tls_)) {}
  Transport& operator=(Transport&&) = delete;
  ~Transport();

  int socket() const { return socket_; }
  /// Whether the first byte that has come in begins a handshake of TLS.
  bool begins_with_tls() const;
  /// From the first byte on: the handshake is part of reading.
  void encrypt(TlsConnection tls) { tls_ = std::move(tls); }
  bool is_encrypted() const { return tls_ != nullptr; }

  Result read(std::span<char> into);
  /// Whether more can be read although the socket may not be readable any more.
  bool has_more() const;
  /// After wants_write come the same bytes again, and perhaps more after them.
  Result write(std::string_view bytes);
  /// Nothing more will be written; the peer may go on.
  void end_writing();
  /// At once. Nothing is read or written from then on.
  void close();

 private:
  Result result_of_tls(int size);

  int socket_;
  TlsConnection tls_;
};

}  // namespace dolbang::net
