#include "client-sdl/scene3d/animation.hpp"

#include <doctest/doctest.h>

#include <numbers>

#include "tests/client/scene/positions.hpp"

using namespace dolbang::scene3d;
using Direction = MoveTimeline::Direction;

namespace {

constexpr float half_turn = std::numbers::pi_v<float>;

const Geometry board(first_board());

/// The longest line there is: six discs between a1 and h1.
AnimatedMove long_move() { return {square_of("a1"), Piece::black, squares({"b1", "c1", "d1", "e1", "f1", "g1"})}; }

/// When the disc starts to turn, found by looking.
Time first_turn(const MoveTimeline& timeline, Place square) {
  Time now{0};
  while (now < timeline.end() && timeline.pose(square, now)->angle < 1e-4F) ++now;
  return now;
}

}  // namespace

TEST_CASE("N01 flanked discs flip in order of distance, near first, 55 ms apart") {
  const MoveTimeline timeline(board, long_move(), Direction::forward, Time{0}, 1);
  Time before = first_turn(timeline, square_of("b1"));
  for (const char* name : {"c1", "d1", "e1", "f1", "g1"}) {
    const Time now = first_turn(timeline, square_of(name));
    CHECK((now - before).count() == 55);
    before = now;
  }
}

TEST_CASE("N01 the longest move lasts no more than 650 ms and each flip 260 ms") {
  const MoveTimeline timeline(board, long_move(), Direction::forward, Time{1000}, 1);
  CHECK(timeline.end() <= Time{1650});
  CHECK(timeline.end() == timeline.flip_begin(square_of("g1")) + Time{260});
}

TEST_CASE("N01 a disc lifts 0.45 cell at the middle of its flip, on edge, and ends on the felt") {
  const MoveTimeline timeline(board, long_move(), Direction::forward, Time{0}, 1);
  const Place square = square_of("c1");
  const Time begin = timeline.flip_begin(square);
  const auto middle = timeline.pose(square, begin + Time{130});
  REQUIRE(middle);
  CHECK(middle->lift == doctest::Approx(0.45F));
  CHECK(middle->angle == doctest::Approx(half_turn / 2));
  const auto last = timeline.pose(square, begin + Time{260});
  REQUIRE(last);
  CHECK(last->lift == doctest::Approx(0).epsilon(1e-3));
  CHECK(last->angle == doctest::Approx(half_turn));
}

TEST_CASE("N03 all directions run in parallel: the order depends on the distance only") {
  const AnimatedMove move{square_of("d4"), Piece::white,
                          squares({"d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5", "d6", "f6", "f4", "b2"})};
  const MoveTimeline timeline(board, move, Direction::forward, Time{0}, 1);
  for (const char* near : {"d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5"}) {
    CHECK(timeline.flip_begin(square_of(near)) == timeline.flip_begin(square_of("d5")));
  }
  for (const char* far : {"d6", "f6", "f4", "b2"}) {
    CHECK(timeline.flip_begin(square_of(far)) == timeline.flip_begin(square_of("d5")) + Time{55});
  }
}

TEST_CASE("N03 each disc turns over an axis across its line") {
  const AnimatedMove move{square_of("d4"), Piece::white, squares({"e4", "d5", "e5", "c3"})};
  const MoveTimeline timeline(board, move, Direction::forward, Time{0}, 1);
  const auto axis = [&](const char* name) { return timeline.pose(square_of(name), Time{0})->axis; };
  CHECK(std::abs(axis("e4").x) == doctest::Approx(0));
  CHECK(std::abs(axis("d5").y) == doctest::Approx(0));
  CHECK(glm::dot(axis("e5"), glm::vec2(1, 1)) == doctest::Approx(0));
  CHECK(glm::dot(axis("c3"), glm::vec2(1, 1)) == doctest::Approx(0));
}

TEST_CASE("V09 a flipping disc shows the old colour before 90 degrees and the new one after") {
  const MoveTimeline timeline(board, long_move(), Direction::forward, Time{0}, 1);
  const auto pose = timeline.pose(square_of("b1"), Time{0});
  REQUIRE(pose);
  CHECK(pose->up == Piece::white);  // black was placed, so white lies there; its underside is black
}

TEST_CASE("N05 the next move is accepted as soon as the last flip has passed 90 degrees") {
  const MoveTimeline timeline(board, long_move(), Direction::forward, Time{0}, 1);
  const Time open = timeline.accepts_input();
  CHECK(open < timeline.end());
  CHECK(timeline.pose(square_of("g1"), open)->angle >= half_turn / 2 - 1e-3F);
  CHECK(timeline.pose(square_of("g1"), open - Time{2})->angle < half_turn / 2);
}

TEST_CASE("N05 undo is the same flips backwards at 1.6 times the speed") {
  const MoveTimeline forward(board, long_move(), Direction::forward, Time{0}, 1);
  const MoveTimeline undo(board, long_move(), Direction::undo, Time{0}, 1);
  CHECK(static_cast<float>(undo.end().count()) ==
        doctest::Approx(static_cast<float>(forward.end().count()) / 1.6F).epsilon(0.01));
  for (int played = 0; played < 400; played += 16) {
    const auto back = undo.pose(square_of("d1"), Time{played});
    const Time same{static_cast<Time::rep>(std::lround(static_cast<double>(forward.end().count()) - 1.6 * played))};
    const auto there = forward.pose(square_of("d1"), std::min(same, forward.end() - Time{1}));
    REQUIRE(back);
    REQUIRE(there);
    CHECK(back->angle == doctest::Approx(there->angle).epsilon(0.03));
  }
  CHECK(undo.final_piece(square_of("a1")) == Piece::none);
  CHECK(undo.final_piece(square_of("d1")) == Piece::white);
  CHECK(forward.final_piece(square_of("d1")) == Piece::black);
  CHECK_FALSE(forward.final_piece(square_of("d4")));
  CHECK(undo.pose(square_of("g1"), undo.accepts_input() - Time{2}).has_value());
  CHECK(undo.pose(square_of("b1"), undo.accepts_input())->angle <= half_turn / 2 + 1e-3F);
}

TEST_CASE("N01 the speed setting scales the whole move") {
  const MoveTimeline normal(board, long_move(), Direction::forward, Time{0}, 1);
  const MoveTimeline slow(board, long_move(), Direction::forward, Time{0}, 0.5F);
  CHECK(slow.end() == normal.end() * 2);
}

TEST_CASE("N01 the placed disc falls from 0.35 cell in 140 ms and never goes below the felt") {
  const MoveTimeline timeline(board, {square_of("a1"), Piece::black, squares({"b1"})}, Direction::forward, Time{0}, 1);
  CHECK(timeline.pose(square_of("a1"), Time{0})->lift == doctest::Approx(0.35F));
  for (int now = 0; now < timeline.end().count(); ++now) {
    const float lift = timeline.pose(square_of("a1"), Time{now})->lift;
    CHECK(lift >= 0);
    if (now >= 110) CHECK(lift <= 0.0106F);
    if (now >= 140) CHECK(lift == doctest::Approx(0));
  }
}

TEST_CASE("a fade goes from where it is") {
  Fade fade;
  fade.go(1, Time{100}, Time{100});
  CHECK(fade.value(Time{50}) == doctest::Approx(0));
  CHECK(fade.value(Time{150}) == doctest::Approx(0.5F));
  fade.go(0, Time{150}, Time{100});
  CHECK(fade.value(Time{200}) == doctest::Approx(0.25F));
  CHECK_FALSE(fade.done(Time{249}));
  CHECK(fade.done(Time{250}));
}
