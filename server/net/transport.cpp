#include "server/net/transport.hpp"

#include <openssl/err.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>

namespace dolbang::net {

namespace {

using Status = Transport::Status;

Transport::Result result(ssize_t size, Status not_yet) {
  if (size >= 0) return {Status::ok, static_cast<std::size_t>(size)};
  return {errno == EAGAIN || errno == EINTR ? not_yet : Status::closed, 0};
}

int at_most_int(std::size_t size) {
  return static_cast<int>(std::min<std::size_t>(size, std::numeric_limits<int>::max()));
}

}  // namespace

Transport::~Transport() { close(); }

bool Transport::begins_with_tls() const {
  constexpr char handshake = 22;
  char first = 0;
  return recv(socket_, &first, 1, MSG_PEEK) == 1 && first == handshake;
}

Transport::Result Transport::read(std::span<char> into) {
  if (tls_) {
    ERR_clear_error();
    return result_of_tls(SSL_read(tls_.get(), into.data(), at_most_int(into.size())));
  }
  const ssize_t size = recv(socket_, into.data(), into.size(), 0);
  return size == 0 ? Result{Status::closed, 0} : result(size, Status::wants_read);
}

bool Transport::has_more() const { return tls_ && SSL_pending(tls_.get()) > 0; }

Transport::Result Transport::write(std::string_view bytes) {
  if (tls_) {
    ERR_clear_error();
    return result_of_tls(SSL_write(tls_.get(), bytes.data(), at_most_int(bytes.size())));
  }
  return result(send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL), Status::wants_write);
}

Transport::Result Transport::result_of_tls(int size) {
  if (size > 0) return {Status::ok, static_cast<std::size_t>(size)};
  switch (SSL_get_error(tls_.get(), size)) {
    case SSL_ERROR_WANT_READ: return {Status::wants_read, 0};
    case SSL_ERROR_WANT_WRITE: return {Status::wants_write, 0};
    default: return {Status::closed, 0};
  }
}

void Transport::end_writing() {
  if (tls_) SSL_shutdown(tls_.get());
  shutdown(socket_, SHUT_WR);
}

void Transport::close() {
  tls_.reset();
  if (const int socket = std::exchange(socket_, -1); socket >= 0) ::close(socket);
}

}  // namespace dolbang::net
