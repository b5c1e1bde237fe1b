#pragma once
/// The clocks of one game: each player's time, and whose is running.
///
/// Pure, and counted in service time, which stands still while the server is down. The clock belongs to a seat, not to
/// a side: an opening's swap leaves each player the time that they have. It runs for the player to move, once the
/// first move of the game is made; what lets it run or stand still is the room's business (Room::settle_clock).
///
/// A room writes a Reading with every event, so a restored clock goes on from the newest one.
#include <array>
#include <chrono>
#include <optional>

#include "server/room/types.hpp"

namespace dolbang::room {

class GameClock {
 public:
  /// What both players have left at one moment.
  struct Reading {
    ServiceTime at{};
    std::array<ServiceTime, 2> left{};  ///< by seat
    friend bool operator==(const Reading&, const Reading&) = default;
  };

  /// `main` and `increment` within limits.hpp.
  GameClock(ServiceTime main, ServiceTime increment);

  Reading full(ServiceTime now) const { return {now, {main_, main_}}; }
  Reading read(ServiceTime now) const;
  /// The same after a move of this seat: with the increment, if the move took time.
  Reading after_move(SeatIndex seat, ServiceTime now) const;

  /// Goes on from a reading, with the clock of `turn`, or none.
  void set(const Reading& reading, std::optional<SeatIndex> turn);
  /// Stands still from a moment on, whosever turn it is; run() ends it. Moments never go back.
  void hold(ServiceTime at);
  void run(ServiceTime at);
  /// Nothing was counted beyond `now`: a restart may have lost the last moments of service time.
  void came_back(ServiceTime now);

  /// Up to when hold() and run() have been said.
  ServiceTime settled() const { return settled_; }
  /// How long it has stood still since the last set(), up to now: what a restart would not know.
  ServiceTime stood_still(ServiceTime now) const;
  /// Whose time runs down at this moment.
  std::optional<SeatIndex> running() const { return held_ ? std::nullopt : turn_; }
  /// When that time is over.
  std::optional<ServiceTime> falls_at() const;

 private:
  ServiceTime main_, increment_;
  std::array<ServiceTime, 2> left_;
  std::optional<SeatIndex> turn_;
  bool held_ = false;
  ServiceTime since_{};  ///< left_ is as of then; or held since then
  ServiceTime settled_{};
  ServiceTime stood_still_{};
};

}  // namespace dolbang::room
