#pragma once
/// The server's certificate and key, which may change while it runs. Shared by all threads.
///
/// OpenSSL's C API rather than asio::ssl: a session reads and writes its socket by itself (transport.hpp), without a
/// stream of Asio's, and an idle one must hold no buffers.
#include <openssl/ssl.h>

#include <filesystem>
#include <memory>
#include <mutex>

#include "core/error.hpp"

namespace dolbang::net {

struct FreeTls {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  void operator()(SSL* connection) const { SSL_free(connection); }
};
/// One encrypted connection.
using TlsConnection = std::unique_ptr<SSL, FreeTls>;

class Tls {
 public:
  /// Reads both PEM files: the certificate with its chain, and its private key. Errors: "cannot_secure", saying which
  /// file and what to do.
  static Expected<std::unique_ptr<Tls>> load(const std::filesystem::path& certificate,
                                             const std::filesystem::path& key);

  /// Reads the files again, for the connections to come. After an error the old pair stays in use.
  Expected<void> reload();

  /// The server's side of a connection over this socket; empty when there is no memory left.
  TlsConnection accept(int socket) const;

 private:
  using Context = std::unique_ptr<SSL_CTX, FreeTls>;

  Tls(std::filesystem::path certificate, std::filesystem::path key)
      : certificate_(std::move(certificate)), key_(std::move(key)) {}
  Expected<Context> read() const;

  const std::filesystem::path certificate_, key_;
  mutable std::mutex mutex_;
  Context context_;
};

}  // namespace dolbang::net
