#pragma once
/// What the integration tests share: a folder that goes away, a server in this process or in its own,
/// and a player who keeps seat, secret and count of intents.
#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "client.hpp"
#include "match/match.hpp"
#include "server/net/server.hpp"

namespace dolbang::test {

class TempFolder {
 public:
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A server in this process, with a clock that stands still.
struct World {
  World() { start(); }
  explicit World(ops::Config given) : config(std::move(given)) { start(); }

  void start();
  void stop() { server.reset(); }
  void pass_time(std::chrono::milliseconds time) {
    clock.advance(time);
    server->clock_moved();
  }
  std::uint16_t port() const { return server->port(); }

  TempFolder folder;
  ops::Config config;
  ops::ManualClock clock;
  std::unique_ptr<net::Server> server;
};

/// dolbang-server as its own process, in a data folder.
class Process {
 public:
  /// What it logs goes to the file, if there is one; without one it logs nothing.
  explicit Process(const std::filesystem::path& data, std::vector<std::string> more = {},
                   const std::filesystem::path& log = {});
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  std::uint16_t port() const { return port_; }
  const std::string& first_line() const { return first_line_; }
  void signal(int number) const;
  /// The exit code, or minus the signal that ended it.
  int wait();

 private:
  pid_t pid_ = -1;
  std::uint16_t port_ = 0;
  std::string first_line_;
};

/// Runs dolbang-server with arguments with which it ends by itself.
struct Run {
  int code = 0;
  std::string output, errors;
};
Run run_server(const std::vector<std::string>& arguments);

/// A person in a seat.
struct Player {
  Client client;
  proto::Entered seat;
  proto::State state;
  std::uint64_t seq = 0;

  static Player create(const Server& server, std::string name = "Ann", const GameSpec& spec = {"reversi", ""});
  static Player join(const Server& server, const std::string& room, std::string name = "Bob");
  /// Comes back to the seat with a new connection; `state` is not updated when events were enough.
  void come_back(const Server& server, std::optional<std::uint64_t> since = std::nullopt);

  /// Sends a move with the next seq.
  void play(std::string_view move, int ply) { client.send(proto::Play{++seq, ply, std::string(move)}); }
  proto::Event event(proto::EventKind kind);
};

/// Two people in a room that has just begun; all of joining has been heard.
struct Table {
  explicit Table(const Server& server, const GameSpec& spec = {"reversi", ""});
  Player& to_move(const Match& match) { return match.to_move() == Side::black ? black : white; }

  Player black, white;
};

/// A legal move, the same one every time for the same match.
std::string some_move(const Match& match);

/// Plays `moves` moves (or to the end), both players checking every event against the rules. They change places at
/// the table when a move swaps the sides.
void play_on(Match& match, Table& table, int moves = 1000);

}  // namespace dolbang::test
