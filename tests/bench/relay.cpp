// dolbang-bench-relay: what a move costs when nobody looks at it.
//
// One thread, one epoll, no WebSocket, no JSON, no rules, no store: a connection's frame of IN bytes
// becomes a frame of OUT bytes to itself (the acknowledgement) and to the other connection of its room.
// The server is compared with this, so it is written to be as cheap as plain read and write allow.
//
// usage: dolbang-bench-relay IN OUT. Prints its port. Listens on 127.0.0.1 and ends with SIGTERM.
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr std::size_t most_bytes = 4096;
/// A frame begins with these bytes, which are passed on. In the first frame of a connection they are its room.
constexpr std::size_t header_bytes = 8;

struct Connection {
  bool registered = false;
  int partner = -1;
  std::string partial;
};

[[noreturn]] void die(const char* what) {
  std::perror(what);
  std::exit(1);
}

class Relay {
 public:
  Relay(std::size_t in, std::size_t out) : in_(in), out_(out, 'x') {}

  void run() {
    const int listener = listen_anywhere();
    poll_ = epoll_create1(EPOLL_CLOEXEC);
    watch(listener);
    std::array<epoll_event, 256> events;
    for (;;) {
      const int count = epoll_wait(poll_, events.data(), static_cast<int>(events.size()), -1);
      for (int i = 0; i < count; ++i) {
        const int fd = events[static_cast<std::size_t>(i)].data.fd;
        if (fd == listener)
          accept_one(listener);
        else
          receive(fd);
      }
    }
  }

 private:
  static int listen_anywhere() {
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* raw = reinterpret_cast<sockaddr*>(&address);
    if (bind(fd, raw, size) != 0 || listen(fd, 1024) != 0 || getsockname(fd, raw, &size) != 0) die("listen");
    std::printf("http://127.0.0.1:%d/\n", ntohs(address.sin_port));
    std::fflush(stdout);
    return fd;
  }

  void watch(int fd) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = fd;
    if (epoll_ctl(poll_, EPOLL_CTL_ADD, fd, &event) != 0) die("epoll_ctl");
  }

  void accept_one(int listener) {
    const int fd = accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) return;
    const int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connections_.size() <= static_cast<std::size_t>(fd)) connections_.resize(static_cast<std::size_t>(fd) + 1);
    connections_[static_cast<std::size_t>(fd)] = {};
    watch(fd);
  }

  void receive(int fd) {
    std::array<char, most_bytes> buffer;
    const ssize_t size = read(fd, buffer.data(), buffer.size());
    if (size <= 0) {
      close(fd);
      return;
    }
    Connection& from = connections_[static_cast<std::size_t>(fd)];
    if (from.partial.empty() && static_cast<std::size_t>(size) == in_) return frame(fd, from, buffer.data());
    from.partial.append(buffer.data(), static_cast<std::size_t>(size));
    std::size_t at = 0;
    for (; from.partial.size() - at >= in_; at += in_) frame(fd, from, from.partial.data() + at);
    from.partial.erase(0, at);
  }

  void frame(int fd, Connection& from, const char* data) {
    if (!from.registered) return enter(fd, from, data);
    std::memcpy(out_.data(), data, header_bytes);
    send_to(fd);
    send_to(from.partner);
  }

  void enter(int fd, Connection& from, const char* data) {
    std::uint64_t room = 0;
    std::memcpy(&room, data, sizeof room);
    if (rooms_.size() <= room) rooms_.resize(room + 1, -1);
    from.registered = true;
    from.partner = rooms_[room];
    if (from.partner < 0)
      rooms_[room] = fd;
    else
      connections_[static_cast<std::size_t>(from.partner)].partner = fd;
    std::memcpy(out_.data(), data, header_bytes);
    send_to(fd);
  }

  /// A closed loop with one frame in flight a room never fills a socket; if it does, the bench is wrong.
  void send_to(int fd) {
    if (fd < 0) return;
    if (write(fd, out_.data(), out_.size()) != static_cast<ssize_t>(out_.size())) {
      // The load has gone, or one of the two is broken; a wrong number must not come of it.
      if (errno != EPIPE && errno != ECONNRESET) die("write");
    }
  }

  std::size_t in_;
  std::string out_;
  int poll_ = -1;
  std::vector<Connection> connections_;  ///< by descriptor
  std::vector<int> rooms_;               ///< the first connection of each
};

}  // namespace

int main(int argc, char** argv) {
  const auto bytes = [&](int i) { return argc == 3 ? std::strtoul(argv[i], nullptr, 10) : 0; };
  const std::size_t in = bytes(1), out = bytes(2);
  if (in < header_bytes || in > most_bytes || out < header_bytes || out > most_bytes) {
    std::fprintf(stderr, "usage: dolbang-bench-relay IN OUT (bytes of a frame, %zu to %zu)\n", header_bytes,
                 most_bytes);
    return 2;
  }
  Relay(in, out).run();
}
