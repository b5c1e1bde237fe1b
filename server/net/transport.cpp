#include "server/net/transport.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace dolbang::net {

Transport::~Transport() { close(); }

Transport::Result Transport::read(std::span<char> into) {
  const ssize_t size = recv(socket_, into.data(), into.size(), 0);
  return size == 0 ? Result{Status::closed, 0} : result(size);
}

Transport::Result Transport::write(std::string_view bytes) {
  return result(send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL));
}

Transport::Result Transport::result(ssize_t size) {
  if (size >= 0) return {Status::ok, static_cast<std::size_t>(size)};
  return {errno == EAGAIN || errno == EINTR ? Status::not_yet : Status::closed, 0};
}

void Transport::end_writing() { shutdown(socket_, SHUT_WR); }

void Transport::close() {
  if (const int socket = std::exchange(socket_, -1); socket >= 0) ::close(socket);
}

}  // namespace dolbang::net
