#pragma once
/// WebSocket connections for the desktop, plain or encrypted: Boost.Beast on one background thread.
///
/// Owned by main and used by its thread only. Each connection lives on the background thread; its two queues are all
/// that the threads share. Both are bounded: a full outbox refuses, a full inbox stops the reading, so that the server
/// sees a slow reader and not this program's memory.
#include <functional>
#include <memory>
#include <string>

#include "client-sdl/app/ports.hpp"

namespace dolbang::platform {

class BeastTransports final : public app::TransportFactory {
 public:
  /// `wake` is called from the background thread whenever a poll would find something. For https the system's
  /// certificates are trusted and those of `ca_file` (PEM; empty: none); throws std::runtime_error when it cannot be
  /// used, saying why.
  explicit BeastTransports(std::function<void()> wake, const std::string& ca_file = {});
  ~BeastTransports() override;

  std::unique_ptr<app::Transport> connect(const app::Endpoint& endpoint) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace dolbang::platform
