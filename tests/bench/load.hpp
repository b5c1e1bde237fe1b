#pragma once
/// The load: rooms of two connections that play random legal games as fast as they are answered, or at a
/// given pace. One thread, one epoll, so that it costs less than what it measures.
///
/// Against the server it speaks the real protocol over WebSocket: hello, create, open, join, play, and
/// rematch when a game ends. Against the relay it plays the same games in frames of the same sizes. Every
/// answer is checked: a move that comes back wrong, late or not at all ends the bench.
#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "core/rng.hpp"
#include "core/side.hpp"
#include "games/reversi/reversi.hpp"

namespace dolbang::bench {

using Clock = std::chrono::steady_clock;

struct Target {
  std::uint16_t port = 0;
  /// Of the relay's frames; 0: it is the server.
  std::size_t relay_in = 0, relay_out = 0;
  bool is_relay() const { return relay_in != 0; }
};

struct Played {
  std::uint64_t moves = 0;
  std::chrono::duration<double> time{};
  double bytes_in = 0, bytes_out = 0;  ///< a move's frame, and one of the two frames it becomes, on average
  std::vector<std::chrono::nanoseconds> latencies;  ///< from sending a move to its acknowledgement
};

class Load {
 public:
  Load(Target target, std::uint64_t seed);
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;
  ~Load();

  /// Opens rooms with both seats taken, ready to play.
  void add_rooms(std::size_t count);
  /// Opens connections that have said hello and do nothing more.
  void add_idle(std::size_t count);
  /// Plays this many moves in all rooms together, `per_second` of them, or with 0 as many as come back.
  /// Returns when all are acknowledged and seen by both sides.
  Played play(std::uint64_t moves, double per_second = 0);

 private:
  enum class Stage : std::uint8_t { upgrading, greeting, entering, seated };
  struct Connection {
    int fd = -1;
    std::size_t room = 0;
    bool creator = false;
    bool idle = false;
    Stage stage = Stage::upgrading;
    std::string partial;
    std::string waiting;  ///< what the socket did not take yet
    // In its room's games:
    std::uint64_t seq = 0;
    int game = 1;
    int seen = 0;                ///< moves of this game
    int agreed = 0;              ///< relay: agreements of both since the game ended
    bool asked = false;          ///< for the rematch
    bool awaits_answer = false;  ///< to its own move
    Clock::time_point sent_at;
  };
  struct Room {
    std::size_t first = 0;  ///< its connections, the creator first
    std::string code;
    reversi::State state;
    int game = 1;
    int made = 0;
    std::array<std::uint8_t, 64> squares{};  ///< the moves of this game
    bool over = false;
  };

  void connect(std::size_t index);
  void turn(std::chrono::microseconds wait);
  void receive(Connection& c);
  std::size_t take_frame(Connection& c, std::string_view bytes);
  void upgraded(Connection& c);
  void on_setup(Connection& c, std::string_view payload);
  void on_event(Connection& c, std::string_view payload);
  void on_relay(Connection& c, std::string_view frame);
  void moved(Connection& c);
  void restarted(Connection& c);
  void go_on(Connection& c);
  void make_move(Connection& c);
  void agree(Connection& c);
  void send_text(Connection& c, std::string_view text);
  void send_relay(Connection& c, char kind, int square);
  void send(Connection& c, std::string_view bytes);
  void flush(Connection& c);
  void watch(const Connection& c, int operation);
  Side side_of(const Connection& c, const Room& room) const {
    return c.creator == ((room.game & 1) == 1) ? Side::black : Side::white;
  }

  /// The square of the next move that this connection is to hear of.
  int expected(const Connection& c) const { return rooms_[c.room].squares[static_cast<std::size_t>(c.seen)]; }

  Target target_;
  Rng rng_;
  int poll_;
  std::vector<Connection> connections_;
  std::vector<Room> rooms_;
  std::size_t setting_up_ = 0;

  bool playing_ = false;
  bool paced_ = false;
  std::uint64_t to_send_ = 0;
  std::uint64_t unseen_ = 0;       ///< deliveries that are still to come
  std::deque<std::size_t> ready_;  ///< connections whose turn it is, when paced
  Played played_;
  std::uint64_t bytes_in_ = 0, bytes_out_ = 0, events_ = 0;
};

}  // namespace dolbang::bench
