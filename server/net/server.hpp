#pragma once
/// The whole server in one object: store, rooms, engines, network threads. main() starts one; a test
/// starts as many as it likes, in its own process, on free ports and with its own clock.
#include <cstdint>
#include <memory>

#include "core/error.hpp"
#include "server/ops/config.hpp"
#include "server/ops/service_clock.hpp"

namespace dolbang::net {

class Server {
 public:
  /// Opens the store, restores every live room and listens. Errors: "cannot_store", "cannot_listen", "cannot_secure",
  /// "bad_proxy", with what to do about it. The clock outlives the server.
  static Expected<std::unique_ptr<Server>> start(const ops::Config& config, const ops::Clock& clock);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;
  /// Of --metrics-address; 0 without it.
  std::uint16_t metrics_port() const;

  /// A ManualClock was advanced: rings the alarms that are due.
  void clock_moved();

  /// Uses the certificate and key as they are now in their files, for new connections. When they are of no use the
  /// log says why, and the old ones stay in use.
  void read_certificate_again();

  /// Drains: accepts no more, tells every client when to come back, finishes writing, ends the threads.
  /// Takes at most limits::drain_time. The destructor calls it.
  void stop();

 private:
  struct Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace dolbang::net
