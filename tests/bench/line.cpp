#include "line.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "process.hpp"
#include "wire.hpp"

namespace dolbang::bench {

Line::Line(std::uint16_t port, const std::string& path)
    : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
  if (fd_ < 0) give_up("no socket");
  const int on = 1;
  setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  // From an address that is not the server's: while the server is down a connection from there to a port of the
  // ephemeral range could meet itself, and hold the port.
  setsockopt(fd_, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1);
  auto* raw = reinterpret_cast<const sockaddr*>(&address);
  if (bind(fd_, raw, sizeof address) != 0) give_up("cannot bind to 127.0.0.2");
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(fd_, raw, sizeof address) != 0 && errno != EINPROGRESS)
    cut();
  else
    out_.push_back({Time{}, upgrade_request(port, path)});
}

void Line::send(std::string_view text, std::uint32_t mask, Time due) {
  if (is_open()) out_.push_back({due, masked_frame(Frame::text, text, mask)});
}

void Line::send_beginning(std::string_view text, std::uint32_t mask, std::size_t bytes, Time due) {
  if (is_open()) out_.push_back({due, masked_frame(Frame::text, text, mask).substr(0, bytes), true});
}

void Line::cut() {
  if (fd_ >= 0) close(std::exchange(fd_, -1));
  out_.clear();
}

short Line::interest(Time now) const {
  short events = 0;
  if (now >= deaf_until_) events |= POLLIN;
  if (!out_.empty() && out_.front().due <= now) events |= POLLOUT;
  return events;
}

void Line::work(Time now, short happened, const std::function<void(std::string_view)>& on_text) {
  if ((happened & POLLOUT) != 0) write(now);
  if (is_open() && (happened & (POLLIN | POLLHUP | POLLERR)) != 0 && now >= deaf_until_) read(on_text);
}

void Line::write(Time now) {
  while (!out_.empty() && out_.front().due <= now) {
    Parcel& parcel = out_.front();
    const ssize_t size = ::send(fd_, parcel.bytes.data(), parcel.bytes.size(), MSG_NOSIGNAL);
    if (size < 0) {
      if (errno != EAGAIN && errno != EINTR) cut();
      return;
    }
    parcel.bytes.erase(0, static_cast<std::size_t>(size));
    if (!parcel.bytes.empty()) return;
    if (parcel.last) return cut();
    out_.pop_front();
  }
}

void Line::read(const std::function<void(std::string_view)>& on_text) {
  std::array<char, 16 * 1024> buffer;
  const ssize_t size = recv(fd_, buffer.data(), buffer.size(), 0);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (size <= 0) return cut();
  in_.append(buffer.data(), static_cast<std::size_t>(size));
  std::string_view rest = in_;
  if (!upgraded_) {
    const std::size_t head = upgrade_answer(rest);
    if (head == 0) return;
    upgraded_ = true;
    rest.remove_prefix(head);
  }
  while (const auto frame = front_frame(rest)) {
    rest.remove_prefix(frame->size);
    switch (frame->kind) {
      case Frame::text: on_text(frame->payload); break;
      case Frame::ping: out_.push_back({Time{}, masked_frame(Frame::pong, frame->payload, 0)}); break;
      case Frame::close: return cut();
      case Frame::pong: break;
    }
    if (!is_open()) return;
  }
  in_.erase(0, in_.size() - rest.size());
}

}  // namespace dolbang::bench
