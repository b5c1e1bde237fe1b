#include "server/net/tls.hpp"

#include <openssl/err.h>

#include <csignal>
#include <string>
#include <system_error>
#include <utility>

namespace dolbang::net {

namespace {

/// Why a call of OpenSSL failed, in its words. The first error counts: the others follow from it.
std::string reason() {
  const unsigned long error = ERR_peek_error();
  const char* const text = ERR_reason_error_string(error);
  ERR_clear_error();
  if (ERR_SYSTEM_ERROR(error)) return std::generic_category().message(ERR_GET_REASON(error));
  return text != nullptr ? text : "unknown error";
}

}  // namespace

Expected<std::unique_ptr<Tls>> Tls::load(const std::filesystem::path& certificate, const std::filesystem::path& key) {
  auto tls = std::unique_ptr<Tls>(new Tls(certificate, key));
  if (auto loaded = tls->reload(); !loaded) return tl::unexpected(std::move(loaded.error()));
  return tls;
}

Expected<void> Tls::reload() {
  auto context = read();
  if (!context) return tl::unexpected(std::move(context.error()));
  const std::scoped_lock lock(mutex_);
  context_ = *std::move(context);
  return {};
}

Expected<Tls::Context> Tls::read() const {
  // OpenSSL writes to sockets in a way that raises it when the peer is gone.
  std::signal(SIGPIPE, SIG_IGN);
  ERR_clear_error();
  Context context(SSL_CTX_new(TLS_server_method()));
  if (!context) return fail("cannot_secure", "TLS is not available: " + reason());
  SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
  SSL_CTX_set_options(context.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  // Tickets are enough to resume; a cache would grow with every visitor.
  SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
  // What waits to be sent may grow and move, and an idle connection holds no buffers.
  SSL_CTX_set_mode(context.get(),
                   SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  // A key with a passphrase would make OpenSSL ask for it on the terminal.
  SSL_CTX_set_default_passwd_cb(context.get(), [](char*, int, int, void*) { return 0; });

  if (SSL_CTX_use_PrivateKey_file(context.get(), key_.c_str(), SSL_FILETYPE_PEM) != 1)
    return fail("cannot_secure", "cannot use the key " + key_.string() + ": " + reason() +
                                     ". --tls-key wants a readable PEM file without a passphrase: the private key of "
                                     "the certificate in --tls-cert.");
  if (SSL_CTX_use_certificate_chain_file(context.get(), certificate_.c_str()) != 1)
    return fail("cannot_secure", "cannot use the certificate " + certificate_.string() + ": " + reason() +
                                     ". --tls-cert wants a readable PEM file: the server's certificate, then those of "
                                     "its issuers.");
  // The key came first, since OpenSSL lets go of one that does not fit the certificate.
  if (SSL_CTX_check_private_key(context.get()) != 1) {
    ERR_clear_error();
    return fail("cannot_secure",
                "the key " + key_.string() + " is not that of the certificate " + certificate_.string() + ".");
  }
  return context;
}

TlsConnection Tls::accept(int socket) const {
  TlsConnection connection;
  {
    const std::scoped_lock lock(mutex_);
    connection.reset(SSL_new(context_.get()));
  }
  if (!connection || SSL_set_fd(connection.get(), socket) != 1) return nullptr;
  SSL_set_accept_state(connection.get());
  return connection;
}

}  // namespace dolbang::net
