#pragma once
/// Making log events; for the parts of the room only.
#include <cstdint>
#include <string>
#include <utility>

#include "server/room/room.hpp"

namespace dolbang::room {

inline LogEvent make_event(LogKind kind, SeatIndex seat, std::uint64_t seq, std::string text = {}) {
  LogEvent event;
  event.kind = kind;
  event.seat = seat;
  event.seq = seq;
  event.text = std::move(text);
  return event;
}

/// What one seat does at the wish of the other: that one's seq it answers.
constexpr bool is_for_the_other(LogKind kind) {
  return kind == LogKind::replaced || kind == LogKind::granted || kind == LogKind::undone || kind == LogKind::paused;
}
constexpr SeatIndex asker_of(LogKind kind, SeatIndex seat) { return is_for_the_other(kind) ? other_seat(seat) : seat; }

}  // namespace dolbang::room
