#pragma once
/// A connection as a room sees it.
#include <cstdint>
#include <string>
#include <string_view>

#include "proto/messages.hpp"

namespace dolbang::net {

/// How somebody reached this server, for the URLs that they are told.
struct Way {
  bool secure = false;  ///< by https, as far as their own end goes
  std::string host;     ///< the Host they asked for; empty: none that can be trusted
};

class Peer {
 public:
  virtual ~Peer() = default;
  /// Sends a message of the protocol, encoded; from any thread. After close() it is thrown away.
  virtual void send(std::string_view text) = 0;
  /// Says goodbye and closes; from any thread.
  virtual void close(const proto::Bye& bye) = 0;
  virtual const Way& way() const = 0;
  /// Whether it has named proto::options_capability.
  virtual bool knows_options() const = 0;

  /// Greater than that of any connection that came in earlier, and never used again, so that what was meant for a
  /// connection that has gone cannot reach another.
  std::uint64_t id() const { return id_; }

 protected:
  explicit Peer(std::uint64_t id) : id_(id) {}

 private:
  const std::uint64_t id_;
};

}  // namespace dolbang::net
