#pragma once
/// A small blocking client for tests: Beast's WebSocket, so that the server's own framing is met by
/// another implementation. Every wait has a deadline; nothing sleeps.
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "proto/messages.hpp"

namespace dolbang::test {

using namespace std::chrono_literals;

/// A server on this machine, and how one comes to it.
struct Server {
  Server(std::uint16_t of_port, std::filesystem::path trusted = {})  // a port says it all, mostly
      : port(of_port), ca_file(std::move(trusted)) {}

  std::uint16_t port;
  std::filesystem::path ca_file;                 ///< given: by TLS, and the server must have a certificate of this one
  std::map<std::string, std::string> headers{};  ///< of the upgrade, besides its own
};

class Client {
 public:
  /// How much the system holds for a connection: little of it fills soon.
  enum class Buffers : std::uint8_t { usual, small };

  /// Connects and upgrades; throws when refused.
  explicit Client(const Server& server, bool hello = true, Buffers buffers = Buffers::usual);
  ~Client();
  Client(Client&&) noexcept;
  Client& operator=(Client&&) noexcept;

  void send(const proto::ClientMessage& message);
  /// False when the server does not take it in time, or has gone; then send nothing more.
  bool send_within(const proto::ClientMessage& message, std::chrono::milliseconds within);
  void send_text(std::string_view text);
  void send_binary(std::string_view bytes);
  /// Bytes past all framing.
  void send_raw(std::string_view bytes);

  /// The next message; none: closed, or nothing came in time.
  std::optional<proto::ServerMessage> receive(std::chrono::milliseconds within = 20s);
  bool closed() const;

  /// The next message of a kind, others skipped.
  template <class T>
  T expect() {
    while (auto message = receive())
      if (auto* wanted = std::get_if<T>(&*message)) return std::move(*wanted);
    throw std::runtime_error(std::string("no such message came: ") + typeid(T).name());
  }
  /// The next message for which the predicate holds.
  template <class T, class Predicate>
  T expect(Predicate&& predicate) {
    for (;;)
      if (T message = expect<T>(); predicate(message)) return message;
  }

  /// Waits for the server to close; true when it did.
  bool wait_closed();
  /// Cuts the connection without a word.
  void drop();
  /// Closes as RFC 6455 wants; true when the server answered in kind.
  bool close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// One HTTP exchange.
struct Page {
  int status = 0;
  std::string head;  ///< header lines, lower-case names
  std::string body;
};
Page http(std::uint16_t port, std::string_view method, std::string_view target, std::string_view more_headers = "",
          std::string_view host = "127.0.0.1");

}  // namespace dolbang::test
