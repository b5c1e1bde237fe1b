#pragma once
/// Accepts connections, answers HTTP requests, and turns an upgrade at /ws into a Session.
///
/// A connection lives on a strand of its own until it is a Session.
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "server/net/admission.hpp"
#include "server/net/door.hpp"
#include "server/net/types.hpp"

namespace dolbang::ops {
struct Config;
}

namespace dolbang::net {

class Directory;
class Loops;
class Proxies;
class Sessions;
class Tls;

/// What every connection needs; outlives them all.
struct Services {
  const ops::Config& config;
  Admission& admission;
  Sessions& sessions;
  Directory& directory;
  Loops& loops;
  const std::atomic<bool>& ready;  ///< false while the server drains
  const Proxies& proxies;
  const Tls* tls;  ///< none: plain
};

/// An acceptor that listens. Errors: "cannot_listen" with what to do about it, for the user of `flag`.
Expected<Acceptor> open_acceptor(asio::io_context& io, const tcp::endpoint& endpoint, std::string_view flag);

class Listener : public std::enable_shared_from_this<Listener> {
 public:
  /// Errors: "cannot_listen" with what to do about it.
  static Expected<std::shared_ptr<Listener>> open(asio::io_context& io, const Services& services);

  std::uint16_t port() const { return port_; }
  void start();
  /// Accepts no more; from any thread.
  void stop();

 private:
  Listener(asio::io_context& io, const Services& services, Acceptor acceptor, std::uint16_t port);
  void let_in(Socket socket);

  Services services_;
  Door<tcp> door_;
  std::uint16_t port_;
};

}  // namespace dolbang::net
