#pragma once
/// Answers an operator's monitoring by HTTP on an address of its own (--metrics-address), so that a proxy in front of
/// the players' port cannot make it public by mistake: /metrics for Prometheus, /healthz, /readyz.
///
/// One request a connection, each on a strand of its own, limits::monitor_connections at a time.
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/error.hpp"
#include "server/net/door.hpp"
#include "server/net/types.hpp"

namespace dolbang::net {

class Monitor : public std::enable_shared_from_this<Monitor> {
 public:
  /// What it tells; called from any thread, until the io_context has stopped.
  struct Sources {
    std::function<std::string()> metrics;
    std::function<bool()> ready;
  };

  /// `where` is "127.0.0.1:9464" or "[::1]:9464"; port 0 is any free one. Errors: "cannot_listen".
  static Expected<std::shared_ptr<Monitor>> open(asio::io_context& io, const std::string& where, Sources sources);

  std::uint16_t port() const { return port_; }
  void start();
  /// Accepts no more; from any thread.
  void stop();

 private:
  class Exchange;
  Monitor(asio::io_context& io, Acceptor acceptor, std::uint16_t port, Sources sources)
      : door_(io, std::move(acceptor)), port_(port), sources_(std::move(sources)) {}
  void let_in(Socket socket);

  Door<tcp> door_;
  std::uint16_t port_;
  Sources sources_;
  std::atomic<std::size_t> connections_ = 0;
};

}  // namespace dolbang::net
