#include "server/room/clock.hpp"

#include <algorithm>

#include "core/limits.hpp"

namespace dolbang::room {

GameClock::GameClock(ServiceTime main, ServiceTime increment) : main_(main), increment_(increment), left_{main, main} {}

GameClock::Reading GameClock::read(ServiceTime now) const {
  Reading reading{now, left_};
  if (const auto seat = running())
    reading.left[*seat] = std::max(ServiceTime{0}, left_[*seat] - std::max(ServiceTime{0}, now - since_));
  return reading;
}

GameClock::Reading GameClock::after_move(SeatIndex seat, ServiceTime now) const {
  Reading reading = read(now);
  if (turn_ == seat)
    reading.left[seat] = std::min<ServiceTime>(reading.left[seat] + increment_, limits::clock_left_most);
  return reading;
}

void GameClock::set(const Reading& reading, std::optional<SeatIndex> turn) {
  left_ = reading.left;
  turn_ = turn;
  since_ = reading.at;
  settled_ = std::max(settled_, reading.at);
  stood_still_ = ServiceTime{0};
}

void GameClock::hold(ServiceTime at) {
  settled_ = std::max(settled_, at);
  if (held_) return;
  left_ = read(at).left;
  since_ = std::max(since_, at);
  held_ = true;
}

void GameClock::run(ServiceTime at) {
  settled_ = std::max(settled_, at);
  if (!held_) return;
  held_ = false;
  if (turn_) stood_still_ += std::max(ServiceTime{0}, at - since_);
  since_ = std::max(since_, at);
}

ServiceTime GameClock::stood_still(ServiceTime now) const {
  return held_ && turn_ ? stood_still_ + std::max(ServiceTime{0}, now - since_) : stood_still_;
}

void GameClock::came_back(ServiceTime now) {
  since_ = std::min(since_, now);
  settled_ = std::min(settled_, now);
}

std::optional<ServiceTime> GameClock::falls_at() const {
  const auto seat = running();
  return seat ? std::optional(since_ + left_[*seat]) : std::nullopt;
}

}  // namespace dolbang::room
