#pragma once
/// Lets connections in, one after the other: what the players' port, the operator's monitoring and the admin socket
/// have in common.
///
/// A door is a member of its owner, which is shared: whatever is under way keeps the owner alive. It lives on the
/// acceptor's strand; each connection gets one of its own.
#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <utility>

#include "server/net/types.hpp"
#include "server/ops/log.hpp"

namespace dolbang::net {

template <class Protocol>
class Door {
 public:
  using Socket = asio::basic_stream_socket<Protocol, Strand>;
  using Acceptor = asio::basic_socket_acceptor<Protocol, Strand>;
  using LetIn = std::function<void(Socket)>;

  /// The acceptor listens already.
  Door(asio::io_context& io, Acceptor acceptor)
      : io_(io), acceptor_(std::move(acceptor)), pause_(acceptor_.get_executor()) {}

  /// Once, from any thread. `let_in` is called on the acceptor's strand.
  void open(std::shared_ptr<void> owner, LetIn let_in) {
    let_in_ = std::move(let_in);
    asio::post(acceptor_.get_executor(), [this, owner = std::move(owner)] { accept(owner); });
  }
  /// From any thread.
  void shut(std::shared_ptr<void> owner) {
    asio::post(acceptor_.get_executor(), [this, owner = std::move(owner)] {
      error_code ignored;
      acceptor_.close(ignored);
      pause_.cancel();
    });
  }

 private:
  static constexpr std::chrono::milliseconds pause_time{100};

  void accept(const std::shared_ptr<void>& owner) {
    if (!acceptor_.is_open()) return;
    acceptor_.async_accept(asio::make_strand(io_), [this, owner](error_code error, Socket socket) {
      if (!acceptor_.is_open()) return;
      if (!error) let_in_(std::move(socket));
      if (!error || error == asio::error::connection_aborted) return accept(owner);
      // Mostly a lack of file descriptors, which does not go away by trying again at once.
      spdlog::warn("cannot accept a connection{}", ops::field("error", error.message()));
      pause_.expires_after(pause_time);
      pause_.async_wait([this, owner](error_code) { accept(owner); });
    });
  }

  asio::io_context& io_;
  Acceptor acceptor_;
  Timer pause_;
  LetIn let_in_;
};

}  // namespace dolbang::net
