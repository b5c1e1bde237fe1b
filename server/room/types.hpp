#pragma once
/// The few words that the parts of a room share.
#include <chrono>
#include <cstdint>

namespace dolbang::room {

/// server/ops/service_clock.hpp: how long the server has been up in all.
using ServiceTime = std::chrono::milliseconds;
using ConnectionId = std::uint64_t;  // the later a connection came in, the greater
using SeatIndex = std::uint8_t;

constexpr SeatIndex other_seat(SeatIndex seat) { return seat ^ 1; }

}  // namespace dolbang::room
