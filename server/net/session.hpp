#pragma once
/// One WebSocket connection, from the end of the upgrade to its end.
///
/// Lives on a loop: any at first, then that of the room it is in. It keeps itself alive until its connection is lost.
/// It reads only when the socket is readable, into the stack, and writes at once when the socket takes it,
/// so that an idle connection holds no buffer. What the socket does not take waits in one bounded
/// string; a reader that lets it grow over the limit is told so and closed.
///
/// It has no timer of its own: Sessions counts ticks for all.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "proto/messages.hpp"
#include "server/net/admission.hpp"
#include "server/net/loop.hpp"
#include "server/net/network.hpp"
#include "server/net/peer.hpp"
#include "server/net/transport.hpp"
#include "server/net/websocket.hpp"

namespace dolbang::ops {
struct Config;
struct Metrics;
}  // namespace dolbang::ops

namespace dolbang::net {

class Directory;
class RoomActor;
class Session;

/// All sessions, and the ticks by which each of them measures silence, hello and frame rate. Shared by
/// all threads; outlives every session.
class Sessions {
 public:
  Sessions(const ops::Config& config, ops::Metrics& metrics);

  /// How often tick() wants to be called.
  std::chrono::milliseconds tick_time() const { return tick_time_; }
  void tick();
  /// Says goodbye to every session, each with its own time to come back (up to `spread` later).
  void close_all(std::chrono::milliseconds after, std::chrono::milliseconds spread);
  /// Says goodbye to every session from a network.
  void close_all_of(const Network& network, const proto::Bye& bye);
  std::size_t size() const;
  /// Returns when no session is left, or after `patience`.
  void wait_empty(std::chrono::milliseconds patience);
  /// Lets go of those that are left. After the network's threads have ended.
  void abandon();

 private:
  friend class Session;
  void add(Session& session);
  void remove(Session& session);
  std::vector<std::shared_ptr<Session>> all() const;

  ops::Metrics& metrics_;
  const std::chrono::milliseconds tick_time_;
  const int hello_ticks_, ping_ticks_, idle_ticks_;
  const int frames_per_tick_, frames_burst_;
  mutable std::mutex mutex_;
  std::condition_variable empty_;
  std::vector<Session*> list_;
};

class Session final : public Peer, public Loop::Watcher, public std::enable_shared_from_this<Session> {
 public:
  Session(Transport transport, Loop& loop, Admission::Slot slot, Way way, Sessions& sessions, Directory& directory);
  ~Session() override;

  /// Sends the answer to the upgrade and begins to read; from any thread, once. `early` was received after the
  /// request.
  void start(std::string upgrade_answer, std::string early);

  // Peer: from any thread.
  void send(std::string_view text) override;
  void close(const proto::Bye& bye) override;
  const Way& way() const override { return way_; }
  bool knows_options() const override { return knows_options_; }

 private:
  friend class Sessions;

  template <class Task>
  void run(Task task);
  void send_here(std::string_view text);
  Loop& loop() const { return *loop_.load(std::memory_order_relaxed); }
  bool is_in_its_place() const;
  void move();
  bool settle(std::span<char> received);

  void on_socket(bool readable, bool writable) override;
  void read();
  void received(std::span<char> bytes);
  void watch();
  bool on_message(ws::Opcode opcode, std::string_view payload);
  void on_text(std::string_view payload);
  void on_client_message(proto::ClientMessage&& message);
  void create(const proto::Create& create);
  void open(proto::Open&& open);
  void enter(std::shared_ptr<RoomActor> room);
  void refuse(std::string reason, std::string message, std::uint64_t seq = 0);

  void queue(ws::Opcode opcode, std::string_view payload);
  void flush();
  void count_waiting(std::size_t bytes);
  void say_goodbye(const proto::Bye& bye, ws::CloseCode code);
  void finish(std::string_view last_frames);
  void lost();
  void leave_room();

  void on_ping_due();
  void on_hello_late();
  void on_silent();

  Transport transport_;
  std::atomic<Loop*> loop_;        ///< changed by its own thread only
  std::shared_ptr<Session> self_;  ///< until the connection is lost
  Loop::Interest watched_;
  Sessions& sessions_;
  Directory& directory_;
  Admission::Slot slot_;
  const Way way_;
  std::shared_ptr<RoomActor> room_;
  ws::Reader reader_;
  std::string out_;             ///< bytes the socket has not taken yet
  std::size_t out_frames_ = 0;  ///< about how many frames they are
  std::size_t told_bytes_ = 0;  ///< of out_, as the metrics know it
  bool corked_ = false;         ///< while received bytes are worked off: answers leave together at the end
  bool blocked_ = false;        ///< the socket takes no more for now
  bool closing_ = false;        ///< goodbye is said; what still comes in is thrown away
  bool said_hello_ = false;
  bool knows_options_ = false;  ///< written before any room hears of this
  bool lost_ = false;

  // Written by the loop, aged by Sessions::tick.
  std::atomic<int> in_transit_ = 0;   ///< messages of the room that another loop still has
  std::atomic<Loop*> via_ = nullptr;  ///< that loop
  std::atomic<bool> hello_done_ = false;
  std::atomic<int> silent_ticks_ = 0;
  std::atomic<int> frames_ = 0;
  int age_ticks_ = 0;         ///< Sessions' lock
  std::size_t position_ = 0;  ///< in Sessions::list_, its lock
};

}  // namespace dolbang::net
