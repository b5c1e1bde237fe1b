#pragma once
/// What an operator may do to a running server: list its rooms, close one, ban an address. It listens on a Unix socket
/// in the data folder, `admin.sock`, that only its owner may open; the permissions of files are all the access control
/// there is, and nothing of it can be reached from the network.
///
/// A connection is one command: a line such as "close zrb8pc7xxb5c", answered by "ok" or "error: why" and the lines of
/// the answer, then closed. `dolbang-server admin COMMAND` speaks it. Each connection lives on a strand of its own.
#include <atomic>
#include <boost/asio/local/stream_protocol.hpp>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "core/error.hpp"
#include "server/net/door.hpp"
#include "server/net/types.hpp"

namespace dolbang::store {
class Store;
}

namespace dolbang::net {

class Admission;
class Directory;
class Sessions;

class Admin : public std::enable_shared_from_this<Admin> {
 public:
  /// What the commands act on; outlives the io_context's work.
  struct Services {
    Directory& directory;
    Admission& admission;
    Sessions& sessions;
    store::Store& store;
  };

  /// Makes the socket anew: who holds the store's lock is the only server of this folder. Error "cannot_store".
  static Expected<std::shared_ptr<Admin>> open(asio::io_context& io, const std::filesystem::path& data,
                                               const Services& services);

  void start();
  /// Accepts no more and takes the socket away; from any thread.
  void stop();

 private:
  using Protocol = asio::local::stream_protocol;
  using Reply = std::function<void(std::string)>;
  class Exchange;

  Admin(asio::io_context& io, Door<Protocol>::Acceptor acceptor, std::filesystem::path file, const Services& services)
      : door_(io, std::move(acceptor)), file_(std::move(file)), services_(services) {}
  void let_in(Door<Protocol>::Socket socket);
  void carry_out(std::string_view line, const Reply& reply);
  void list(const Reply& reply);
  void close(std::string_view code, const Reply& reply);
  void ban(std::string_view text, bool banned, const Reply& reply);

  Door<Protocol> door_;
  const std::filesystem::path file_;
  Services services_;
  std::atomic<std::size_t> connections_ = 0;
};

/// The other end: sends a command to the server of this data folder and gives its answer without the "ok". Errors:
/// "no_server" (none runs there), "refused" (the server's own words).
Expected<std::string> ask_admin(const std::filesystem::path& data, const std::string& command);

}  // namespace dolbang::net
