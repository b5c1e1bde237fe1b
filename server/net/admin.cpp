#include "server/net/admin.hpp"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <mutex>

#include "core/limits.hpp"
#include "server/net/admission.hpp"
#include "server/net/directory.hpp"
#include "server/net/network.hpp"
#include "server/net/session.hpp"
#include "server/ops/log.hpp"
#include "server/store/store.hpp"

namespace dolbang::net {

namespace {

constexpr std::string_view socket_name = "admin.sock";

std::string error_text(const Error& error) { return "error: " + error.message + "\n"; }

/// A folder, so that the socket in it has a short name: those of Unix sockets end at 107 characters, those of folders
/// do not.
class Folder {
 public:
  explicit Folder(const std::filesystem::path& path)
      : descriptor_(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {}
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  asio::local::stream_protocol::endpoint socket() const {
    return {"/proc/self/fd/" + std::to_string(descriptor_) + "/" + std::string(socket_name)};
  }

 private:
  int descriptor_;
};

/// "black+white", "white", "-".
std::string present(const RoomStatus& room) {
  std::string text = room.black_present ? "black" : "";
  if (room.white_present) text += text.empty() ? "white" : "+white";
  return text.empty() ? "-" : text;
}

std::string age(std::chrono::seconds time) {
  if (time.count() < 0) return "?";
  const auto whole = [&](std::int64_t unit, const char* name) { return std::to_string(time.count() / unit) + name; };
  if (time.count() >= 86400) return whole(86400, "d");
  if (time.count() >= 3600) return whole(3600, "h");
  return time.count() >= 60 ? whole(60, "min") : whole(1, "s");
}

/// Columns with tabs between them, for people and for cut(1).
std::string line_of(const RoomStatus& room) {
  return room.code + "\t" + room.spec.game + " " + room.spec.variant + "\t" + std::string(to_string(room.phase)) +
         "\t" + present(room) + "\t" + std::to_string(room.watchers) + "\t" + std::to_string(room.ply) + "\t" +
         age(room.age) + "\n";
}

/// Puts together what the rooms answer, each on its own strand.
struct Gathering {
  std::mutex mutex;
  std::string lines;
  std::size_t missing;
};

}  // namespace

/// One command and its answer.
class Admin::Exchange : public std::enable_shared_from_this<Exchange> {
 public:
  using Socket = Door<Protocol>::Socket;

  Exchange(Socket socket, std::shared_ptr<Admin> admin)
      : socket_(std::move(socket)), timer_(socket_.get_executor()), admin_(std::move(admin)) {
    ++admin_->connections_;
  }
  ~Exchange() { --admin_->connections_; }

  void start() {
    timer_.expires_after(limits::admin_time);
    timer_.async_wait([self = shared_from_this()](error_code error) {
      if (!error) self->close();
    });
    asio::async_read_until(socket_, asio::dynamic_buffer(text_, limits::admin_line_bytes), '\n',
                           [self = shared_from_this()](error_code error, std::size_t size) {
                             if (error) return self->close();
                             const std::string line = self->text_.substr(0, size - 1);
                             self->admin_->carry_out(line, [self](std::string text) { self->answer(std::move(text)); });
                           });
  }

 private:
  void answer(std::string text) {
    asio::dispatch(socket_.get_executor(), [self = shared_from_this(), text = std::move(text)]() mutable {
      self->text_ = std::move(text);
      asio::async_write(self->socket_, asio::buffer(self->text_), [self](error_code, std::size_t) { self->close(); });
    });
  }
  void close() {
    timer_.cancel();
    error_code ignored;
    socket_.close(ignored);
  }

  Socket socket_;
  Timer timer_;
  std::shared_ptr<Admin> admin_;
  std::string text_;  ///< the command, then the answer
};

Expected<std::shared_ptr<Admin>> Admin::open(asio::io_context& io, const std::filesystem::path& data,
                                             const Services& services) {
  const auto file = data / socket_name;
  Door<Protocol>::Acceptor acceptor(asio::make_strand(io));
  const Folder folder(data);
  std::error_code ignored;
  std::filesystem::remove(file, ignored);  // of a server that was killed
  error_code error;
  const auto step = [&](auto&& action) {
    if (!error) action();
  };
  step([&] { acceptor.open(Protocol(), error); });
  step([&] {
    // Nobody but the owner, from the first moment on.
    const mode_t before = umask(0177);
    acceptor.bind(folder.socket(), error);
    umask(before);
  });
  step([&] { acceptor.listen(asio::socket_base::max_listen_connections, error); });
  if (error)
    return fail("cannot_store", "cannot make " + file.string() + ": " + error.message() +
                                    ". The data folder must be on a file system that has Unix sockets.");
  return std::shared_ptr<Admin>(new Admin(io, std::move(acceptor), file, services));
}

void Admin::start() {
  door_.open(shared_from_this(), [this](Exchange::Socket socket) { let_in(std::move(socket)); });
}

void Admin::stop() {
  door_.shut(shared_from_this());
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
}

void Admin::let_in(Exchange::Socket socket) {
  if (connections_ >= limits::admin_connections) return;
  const auto executor = socket.get_executor();
  auto exchange = std::make_shared<Exchange>(std::move(socket), shared_from_this());
  asio::dispatch(executor, [exchange] { exchange->start(); });
}

void Admin::carry_out(std::string_view line, const Reply& reply) {
  const std::size_t blank = std::min(line.find(' '), line.size());
  const std::string_view command = line.substr(0, blank);
  const std::string_view what = line.substr(std::min(blank + 1, line.size()));
  if (command == "list") return list(reply);
  if (command == "close") return close(what, reply);
  if (command == "ban" || command == "unban") return ban(what, command == "ban", reply);
  if (command == "bans") {
    std::string text = "ok\n";
    for (const std::string& network : services_.admission.bans()) text += network + "\n";
    return reply(std::move(text));
  }
  reply("error: there is no command \"" + std::string(command) + "\"; use list, close, ban, unban or bans.\n");
}

void Admin::list(const Reply& reply) {
  const std::size_t all = services_.directory.size();
  const auto [awake, asleep] = services_.directory.some(limits::admin_rooms);
  const std::string head = "ok\nCODE\tGAME\tPHASE\tPRESENT\tWATCHING\tPLY\tAGE\n";
  std::string rest;
  // Nobody has come to these since the server was started; to look would wake them.
  for (const std::string& code : asleep) rest += code + "\t?\tasleep\t-\t0\t?\t?\n";
  const std::size_t shown = awake.size() + asleep.size();
  if (all > shown) rest += "and " + std::to_string(all - shown) + " more rooms\n";
  if (awake.empty()) return reply(head + rest);
  const auto gathering = std::make_shared<Gathering>();
  gathering->lines = head;
  gathering->missing = awake.size();
  for (const auto& room : awake)
    room->describe([gathering, rest, reply](const RoomStatus& status) {
      const std::scoped_lock lock(gathering->mutex);
      gathering->lines += line_of(status);
      if (--gathering->missing > 0) return;
      gathering->lines += rest;
      reply(std::move(gathering->lines));
    });
}

void Admin::close(std::string_view code, const Reply& reply) {
  const auto room = services_.directory.find(code);
  if (!room) return reply("error: there is no room " + std::string(code) + ".\n");
  room->close([reply, code = std::string(code)](const Expected<void>& done) {
    if (done) spdlog::info("room closed by the operator{}", ops::field("room", code));
    reply(done ? "ok\n" : error_text(done.error()));
  });
}

void Admin::ban(std::string_view text, bool banned, const Reply& reply) {
  const auto network = Network::parse(text);
  if (!network) return reply(error_text(network.error()));
  if (const auto done = services_.admission.ban(*network, banned); !done) return reply(error_text(done.error()));
  if (banned)
    services_.sessions.close_all_of(*network, {"banned", "The operator of this server does not let you in.", {}});
  spdlog::info("{}{}", banned ? "banned" : "no longer banned", ops::field("network", network->text()));
  services_.store.save_ban(network->text(), banned, [reply](const Expected<void>& done) {
    reply(done ? "ok\n" : "error: it holds until the next start only. " + done.error().message + "\n");
  });
}

Expected<std::string> ask_admin(const std::filesystem::path& data, const std::string& command) {
  const Folder folder(data);
  asio::io_context io;
  asio::local::stream_protocol::socket socket(io);
  error_code error;
  socket.connect(folder.socket(), error);
  if (error)
    return fail("no_server", "No server answers at " + (data / socket_name).string() + ": " + error.message() +
                                 ". Give the data folder of the one that runs with --data, as its user or root.");
  asio::write(socket, asio::buffer(command + "\n"), error);
  std::string answer;
  if (!error) asio::read(socket, asio::dynamic_buffer(answer), error);
  if (answer.starts_with("ok\n")) return answer.substr(3);
  if (answer.starts_with("error: ")) return fail("refused", answer.substr(7, answer.size() - 8));
  return fail("no_server", "The server ended before it answered.");
}

}  // namespace dolbang::net
