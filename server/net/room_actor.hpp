#pragma once
/// Carries out what a pure Room decides: stores, sends, sets alarms, asks engines.
///
/// Lives on a loop, to which its sessions move: a move goes through room and both sockets on the thread that received
/// it. What follows a Store waits in the
/// outbox until the store says that the event is on disk, and what comes after waits behind it, so that
/// nobody is told anything that a power cut could take back.
///
/// Owned by the Directory; sessions hold it while they are in the room.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "proto/messages.hpp"
#include "server/net/loop.hpp"
#include "server/net/page.hpp"
#include "server/net/peer.hpp"
#include "server/net/types.hpp"
#include "server/room/room.hpp"

namespace dolbang::bots {
class EnginePool;
}
namespace dolbang::ops {
class ServiceClock;
struct Config;
struct Metrics;
}  // namespace dolbang::ops
namespace dolbang::store {
class Store;
}

namespace dolbang::net {

class Directory;
class Timers;

/// What a room's effects need; outlives every room.
struct RoomServices {
  asio::io_context& io;
  Loops& loops;
  const ops::Config& config;
  const ops::ServiceClock& clock;
  store::Store& store;
  Timers& timers;
  bots::EnginePool& engines;
  ops::Metrics& metrics;
  Directory* directory = nullptr;  ///< fills itself in
};

/// What an operator is told of a room.
struct RoomStatus {
  std::string code;
  GameSpec spec;
  proto::Phase phase = proto::Phase::waiting;
  bool black_present = false;
  bool white_present = false;
  std::size_t watchers = 0;
  int ply = 0;
  std::chrono::seconds age{-1};  ///< -1: not known, an older server made it
};

class RoomActor : public std::enable_shared_from_this<RoomActor> {
 public:
  RoomActor(const RoomServices& services, room::Room room, std::int64_t created_at);
  ~RoomActor();

  Loop& loop() const { return loop_; }

  // From any thread.
  /// Carries out the effects of Room::create; `creator` is in the room from now on.
  void begin(std::shared_ptr<Peer> creator, room::Effects effects);
  /// Goes on after a restart.
  void wake();
  /// Everything but Hello; Create is the one that made this room, once more.
  void receive(std::shared_ptr<Peer> peer, proto::ClientMessage message);
  void leave(std::uint64_t peer);
  /// For the page of whoever came with this code: the room's, or the spectators'. Like everybody it is told only what
  /// is on disk; when the store refuses, `done` is dropped.
  void summarize(std::string code, std::function<void(RoomSummary)> done);
  /// Never changes; empty: spectators have no code of their own.
  const std::string& watch_code() const { return room_.watch_code(); }
  void describe(std::function<void(const RoomStatus&)> done);
  /// Ends the room for good and sends everybody away; `done` when that is stored. Errors: "cannot_store".
  void close(std::function<void(const Expected<void>&)> done);

  /// Lets go of its connections, which hold it in turn. After the network's threads have ended.
  void abandon() { peers_.clear(); }

 private:
  using Instant = std::chrono::steady_clock::time_point;

  /// An event on its way to the disk.
  struct Pending {
    room::Effects effects;                 ///< what follows it
    std::optional<Instant> received_at{};  ///< a player's move: when it came in
  };

  void handle(const std::shared_ptr<Peer>& peer, const proto::ClientMessage& message);
  bool admit(const std::shared_ptr<Peer>& peer, bool visitor);
  void carry_out(room::Effects& effects);
  void file(room::FileGame& game);
  void committed();
  void lose();
  void perform(room::Effect& effect);
  void end();
  void count_move(const room::LogEvent& event);
  void send(room::ConnectionId to, proto::ServerMessage& message);
  void tell(const room::Tell& tell);
  void ask_engine(room::AskEngine ask);
  void stop_engine();
  Peer* find(room::ConnectionId id) const;

  RoomServices services_;
  Loop& loop_;
  room::Room room_;
  std::vector<std::shared_ptr<Peer>> peers_;  ///< at most two times limits::connections_per_room
  room::Effects effects_;                     ///< scratch, kept for its memory
  std::deque<Pending> outbox_;                ///< one entry an append that is not on disk yet
  std::deque<std::pair<std::uint64_t, std::function<void()>>> asked_;  ///< what may be told once a version is on disk
  std::optional<Instant> received_at_;                                 ///< of the move being handled
  const std::int64_t created_at_;                                      ///< Unix seconds; 0: not known
  std::vector<std::function<void(const Expected<void>&)>> closing_;    ///< who waits for the end to be stored
  bool lost_ = false;                                                  ///< the store refused an event for good
  std::shared_ptr<std::atomic<bool>> thinking_;                        ///< stops the engine's job, if there is one
};

}  // namespace dolbang::net
