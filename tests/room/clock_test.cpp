/// The clocks by themselves: what is left, when it is over, and what standing still does.
#include "server/room/clock.hpp"

#include <doctest/doctest.h>

#include "core/limits.hpp"

using namespace dolbang::room;
using namespace std::chrono_literals;

namespace {

using Left = std::array<ServiceTime, 2>;

GameClock first_thinks() {
  GameClock clock(60s, 5s);
  clock.set(clock.full(100s), SeatIndex{0});
  return clock;
}

}  // namespace

TEST_CASE("a clock that nobody started stands still") {
  GameClock clock(60s, 5s);
  clock.set(clock.full(100s), std::nullopt);
  CHECK(clock.read(500s).left == Left{60s, 60s});
  CHECK_FALSE(clock.falls_at());
  CHECK(clock.after_move(0, 500s).left[0] == 60s);  // a move that took no time earns none
}

TEST_CASE("time runs for one player, and a move adds the increment") {
  GameClock clock = first_thinks();
  CHECK(clock.running() == SeatIndex{0});
  CHECK(clock.falls_at() == ServiceTime(160s));
  CHECK(clock.read(110s).left == Left{50s, 60s});
  const auto moved = clock.after_move(0, 110s);
  CHECK(moved.left == Left{55s, 60s});
  clock.set(moved, SeatIndex{1});
  CHECK(clock.read(130s).left == Left{55s, 40s});
  CHECK(clock.read(1000s).left[1] == 0s);  // never less
}

TEST_CASE("increments do not sum up without end") {
  GameClock clock(24h, 1h);
  clock.set({0s, {dolbang::limits::clock_left_most, 1s}}, SeatIndex{0});
  CHECK(clock.after_move(0, 0s).left[0] == ServiceTime(dolbang::limits::clock_left_most));
}

TEST_CASE("while it is held nothing runs, and what runs on has lost nothing") {
  GameClock clock = first_thinks();
  clock.hold(110s);
  CHECK_FALSE(clock.falls_at());
  CHECK_FALSE(clock.running());
  CHECK(clock.read(150s).left[0] == 50s);
  CHECK(clock.stood_still(130s) == 20s);
  clock.run(150s);
  CHECK(clock.stood_still(155s) == 40s);
  CHECK(clock.falls_at() == ServiceTime(200s));
  CHECK(clock.read(160s).left[0] == 40s);
}

TEST_CASE("a move does not end the hold, but what stood still before it is history") {
  GameClock clock = first_thinks();
  clock.hold(110s);
  clock.set(clock.after_move(0, 120s), SeatIndex{1});
  CHECK_FALSE(clock.running());
  clock.run(130s);
  CHECK(clock.stood_still(130s) == 10s);
  CHECK(clock.read(140s).left == Left{55s, 50s});
}

TEST_CASE("service time that a crash has lost is not counted") {
  GameClock clock = first_thinks();
  clock.came_back(90s);  // the newest that the store knew
  CHECK(clock.read(95s).left[0] == 55s);
}
