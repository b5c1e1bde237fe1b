/// Reversi on 6x6, handicap corners, and what is written under a finished game.
#include <doctest/doctest.h>

#include <rapidcheck.h>

#include <array>
#include <bit>
#include <functional>
#include <string>

#include "boards.hpp"
#include "core/rng.hpp"
#include "games/catalogue.hpp"
#include "support/slow_reversi.hpp"

using namespace dolbang;
using namespace dolbang::test;
using reversi::State;

namespace {

State start(std::string_view variant) {
  const auto state = Reversi::start(variant);
  REQUIRE(state);
  return *state;
}

Match replayed(std::string_view variant, std::string_view transcript) {
  auto match = Match::replay({"reversi", std::string(variant)}, transcript);
  if (!match) FAIL(match.error().message);
  return *std::move(match);
}

std::string legal_of(const Match& match) {
  std::string all;
  for (const Move move : match.position().legal_moves()) all += match.position().move_text(move) + ' ';
  return all;
}

// Games on 6x6 found by random play with these rules; tests/conformance holds the rules against the slow ones.
constexpr std::string_view small_full_draw = "e4e3f2e5b3e2f4a3a2d5c2b5a4f5b4c5e1b2a6b6f6f1a1c1d6f3b1c6a5e6d1d2";
constexpr std::string_view small_draw_two_empties =
    "e4c5b6e5b4e3d2a4f6d6c6c2f2e1d1e2b2f4e6c1a3a5f3a2b1a1f5b3d5b5";  // 17-17
constexpr std::string_view small_wipe_out = "e4e5e6e3c2d2e2b4a4";    // 13-0
constexpr std::string_view small_stuck = "d5e3f2f3b2c5b6b3a3f1";     // 11-3
constexpr std::string_view small_all_white =
    "e4c5b6c6b2e2d6c2b4a1d2e5e3e1e6a5c1f4f2f1f5f6a3d1a6f3d5b1a4a2b3b5";  // 0-36

}  // namespace

TEST_CASE("R26 6x6 starts with the same diagonal in its centre") {
  const State state = start("6x6");
  CHECK(state.size() == 6);
  CHECK(state.white == squares("c3 d4"));
  CHECK(state.black == squares("d3 c4"));
  CHECK(state.to_move == Side::black);
  CHECK(std::popcount(state.empties()) == 32);
  CHECK(Reversi::board_text(state) == "--------------OX----XO-------------- X");
  CHECK(Reversi::variant(state) == "6x6");
}

TEST_CASE("R27 6x6 has the columns a-f and the rows 1-6") {
  const Position position = *start_position({"reversi", "6x6"});
  for (const char* square : {"a1", "f1", "a6", "f6", "F6"}) CHECK(position.parse_move(square));
  for (const char* square : {"g1", "a7", "h8", "g6", "f7"}) {
    const auto refused = position.parse_move(square);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "bad_notation");
    CHECK(refused.error().message.find("f6") != std::string::npos);
  }
  CHECK(legal_of(replayed("6x6", "")) == "c2 b3 e4 d5 ");
  // Squares of the larger board are no squares here, not even where a line would lead to them.
  const auto edge = reversi::parse_board("------ ------ ----XO ------ ------ ------ X");
  REQUIRE(edge);
  CHECK(reversi::legal_squares(*edge) == 0);
  for (int code = 0; code < 64; ++code)
    if (!(reversi::small_board & reversi::bit(code)))
      CHECK_FALSE(Reversi::is_legal(*edge, Move{static_cast<std::uint16_t>(code)}));
}

TEST_CASE("R27 6x6 ends, counts and passes by the same rules") {
  const Match draw = replayed("6x6", small_full_draw);
  REQUIRE(draw.is_over());
  CHECK(draw.ply() == 32);
  CHECK(draw.result()->reason == EndReason::board_full);
  CHECK_FALSE(draw.result()->winner);
  CHECK(draw.result()->score == Score{{18, 18}, 0});

  const Match wiped = replayed("6x6", small_wipe_out);
  REQUIRE(wiped.is_over());
  CHECK(wiped.result()->reason == EndReason::wiped_out);
  CHECK(wiped.result()->winner == Side::black);
  CHECK(wiped.result()->score == Score{{13, 0}, 23});
  CHECK(wiped.result()->tournament_score == Score{{36, 0}, 0});

  const Match stuck = replayed("6x6", small_stuck);
  REQUIRE(stuck.is_over());
  CHECK(stuck.result()->reason == EndReason::no_moves);
  CHECK(stuck.result()->score == Score{{11, 3}, 22});
  CHECK(stuck.result()->tournament_score == Score{{33, 3}, 0});

  // All white at the end, after eight passes: the board is full, whoever has nothing left.
  const Match all_white = replayed("6x6", small_all_white);
  REQUIRE(all_white.is_over());
  CHECK(all_white.result()->reason == EndReason::board_full);
  CHECK(all_white.result()->score == Score{{0, 36}, 0});
  int passes = 0;
  for (const Turn& turn : all_white.turns()) passes += turn.passed.has_value();
  CHECK(passes == 8);
}

TEST_CASE("E04 Z08 a draw counts 32-32, on 6x6 18-18, whatever is empty") {
  const Match draw = replayed("6x6", small_draw_two_empties);
  REQUIRE(draw.is_over());
  CHECK(draw.result()->score == Score{{17, 17}, 2});
  CHECK(draw.result()->tournament_score == Score{{18, 18}, 0});
  CHECK_FALSE(draw.result()->winner);
  CHECK(replayed("8x8", full_draw).result()->tournament_score == Score{{32, 32}, 0});
}

TEST_CASE("E01 E02 E08 a result has the discs as they are, the empties apart, and the reason") {
  const Match stuck = match_after(stuck_early);
  REQUIRE(stuck.is_over());
  CHECK(stuck.result()->score == Score{{21, 4}, 39});
  CHECK(stuck.result()->tournament_score == Score{{60, 4}, 0});
  CHECK(to_string(stuck.result()->reason) == "no_moves");
  CHECK(end_reason_from("no_moves") == EndReason::no_moves);
}

TEST_CASE("E09 a resignation loses whatever the counts, and has no tournament count") {
  for (const std::string_view variant : {"8x8", "6x6", "6x6-black4"}) {
    CAPTURE(variant);
    Match match = replayed(variant, "");
    REQUIRE(match.resign(Side::black));
    CHECK(match.result()->winner == Side::white);
    CHECK(match.result()->reason == EndReason::resigned);
    CHECK(match.result()->score == match.position().score());
    CHECK_FALSE(match.result()->tournament_score);
    CHECK_FALSE(match.resign(Side::white));
  }
}

TEST_CASE("H01 H03 H05 Z13 one to four corners in the order a1, h8, h1, a8, counted, and black begins") {
  struct Corners {
    std::string size;
    std::array<const char*, 4> squares;
  };
  for (const Corners& board : {Corners{"8x8", {"a1", "h8", "h1", "a8"}}, Corners{"6x6", {"a1", "f6", "f1", "a6"}}}) {
    for (const Side side : {Side::black, Side::white}) {
      reversi::Bitboard corners = 0;
      for (int count = 1; count <= 4; ++count) {
        corners |= squares(board.squares[static_cast<std::size_t>(count - 1)]);
        const std::string variant = board.size + "-" + std::string(to_string(side)) + std::to_string(count);
        CAPTURE(variant);
        const State plain = start(board.size), state = start(variant);
        CHECK(state.discs(side) == (plain.discs(side) | corners));
        CHECK(state.discs(other(side)) == plain.discs(other(side)));
        CHECK(state.to_move == Side::black);
        const Score score = *Reversi::score(state);
        CHECK(score.of[index(side)] == 2 + count);
        CHECK(score.of[index(other(side))] == 2);
        CHECK(Reversi::variant(state) == variant);
      }
    }
  }
  for (const char* wrong :
       {"8x8-black0", "8x8-black5", "8x8-black", "8x8-red1", "8x8-black1 ", "6x6-", "7x7", "8x8-black11"})
    CHECK_FALSE(Reversi::start(wrong));
}

TEST_CASE("H02 H04 the corners go with the weaker player when the colours change") {
  const Rules& rules = *find_game("reversi");
  CHECK(rules.with_colours_swapped("8x8-black2") == "8x8-white2");
  CHECK(rules.with_colours_swapped("6x6-white4") == "6x6-black4");
  CHECK(rules.with_colours_swapped("8x8") == "8x8");
  CHECK(rules.with_colours_swapped("6x6") == "6x6");
  for (const std::string& variant : rules.variants()) {
    CAPTURE(variant);
    CHECK(rules.start(rules.with_colours_swapped(variant)));
    CHECK(rules.with_colours_swapped(rules.with_colours_swapped(variant)) == variant);
  }
}

TEST_CASE("H06 H08 handicap corners never turn over, and undo leaves them") {
  CHECK(rc::check([](std::uint64_t seed) {
    const auto variants = Reversi::variants();
    Rng rng(seed);
    const std::string variant = variants[rng.below(static_cast<std::uint32_t>(variants.size()))];
    Match match = *Match::start({"reversi", variant});
    const State first = *match.position().get_if<Reversi>();
    const reversi::Bitboard edge = first.size() == 8 ? 0x8100000000000081u : 0x0000210000000021u;
    const reversi::Bitboard given = first.discs(first.corners_of) & edge;
    RC_ASSERT(std::popcount(given) == first.corners);
    while (!match.is_over()) {
      const auto legal = match.position().legal_moves();
      RC_ASSERT(match.play(match.to_move(), legal[rng.below(static_cast<std::uint32_t>(legal.size()))]).has_value());
      RC_ASSERT((match.position().get_if<Reversi>()->discs(first.corners_of) & given) == given);
    }
    RC_ASSERT(match.undo(match.ply()).has_value());
    RC_ASSERT(*match.position().get_if<Reversi>() == first);
  }));
}

TEST_CASE("H07 a match's specification says that it is a handicap game") {
  CHECK(Match::start({"reversi", "8x8-white3"})->spec() == GameSpec{"reversi", "8x8-white3"});
  CHECK(Match::start({"reversi", ""})->spec() == GameSpec{"reversi", "8x8"});
}

TEST_CASE("R27 a position of 36 squares is read and written") {
  const std::string text = Reversi::board_text(start("6x6"));
  const auto state = reversi::parse_board(text);
  REQUIRE(state);
  CHECK(*state == start("6x6"));
  const auto midway = replayed("6x6", small_stuck.substr(0, 12));
  CHECK(Reversi::board_text(*reversi::parse_board(midway.position().board_text())) == midway.position().board_text());
  for (const std::string& bad : {text.substr(0, 36), text.substr(0, 35), text + "X", text.substr(0, 37) + "-",
                                 std::string(50, '-') + "X", std::string(65, '-') + "X", std::string()}) {
    CAPTURE(bad);
    CHECK(reversi::parse_board(bad).error().code == "bad_position");
  }
}

TEST_CASE("perft of 6x6 and of handicap starts is that of the slow rules, under both countings of passes") {
  const std::function<std::uint64_t(const SlowReversi&, int, bool)> slow_perft = [&](const SlowReversi& position,
                                                                                     int depth, bool free_passes) {
    if (depth == 0 || position.is_over()) return std::uint64_t{1};
    auto moves = position.moves(position.mover);
    const bool passes = moves.empty();
    if (passes) moves.push_back("pass");
    std::uint64_t leaves = 0;
    for (const std::string& move : moves) {
      SlowReversi next = position;
      next.play(move);
      leaves += slow_perft(next, passes && free_passes ? depth : depth - 1, free_passes);
    }
    return leaves;
  };
  struct Start {
    const char* variant;
    SlowReversi slow;
    int depth;
  };
  for (const Start& begin : {Start{"6x6", SlowReversi(6), 6}, Start{"6x6-black4", SlowReversi(6, 4, 'X'), 5},
                             Start{"8x8-white3", SlowReversi(8, 3, 'O'), 5}}) {
    for (int depth = 0; depth <= begin.depth; ++depth) {
      CAPTURE(begin.variant);
      CAPTURE(depth);
      CHECK(reversi::perft(start(begin.variant), depth) == slow_perft(begin.slow, depth, false));
    }
  }
  // Close to the end there are passes, and games that end: the countings differ there.
  for (const std::string_view game : {small_all_white, small_draw_two_empties}) {
    const Match match = replayed("6x6", game.substr(0, 44));
    SlowReversi slow(6);
    for (const Turn& turn : match.turns()) {
      slow.play(match.position().move_text(turn.move));
      if (turn.passed) slow.pass();
    }
    const State state = reversi_of(match);
    for (const int depth : {3, 6}) {
      CHECK(reversi::perft(state, depth) == slow_perft(slow, depth, false));
      CHECK(reversi::perft(state, depth, PassPly::free) == slow_perft(slow, depth, true));
      CHECK(perft(match.position(), depth) == slow_perft(slow, depth, false));
      CHECK(perft(match.position(), depth, PassPly::free) == slow_perft(slow, depth, true));
    }
  }
}
