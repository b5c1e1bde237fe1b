#include "games/reversi/reversi.hpp"

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <string>

#include "boards.hpp"
#include "games/catalogue.hpp"

using namespace dolbang;
using namespace dolbang::test;
using reversi::bit;
using reversi::State;

namespace {
State start() { return *Reversi::start("8x8"); }
}  // namespace

TEST_CASE("R01 columns a-h run from left to right, rows 1-8 from top to bottom") {
  CHECK(reversi::square_text(0) == "a1");
  CHECK(reversi::square_text(7) == "h1");
  CHECK(reversi::square_text(8) == "a2");
  CHECK(reversi::square_text(63) == "h8");
  for (int square = 0; square < 64; ++square) CHECK(reversi::parse_square(reversi::square_text(square)) == square);
  CHECK(reversi::parse_square("H8") == 63);
  for (const char* text : {"", "a", "a0", "a9", "i1", "1a", "a11", " a1", "`1", "\xE1\x31"})
    CHECK_FALSE(reversi::parse_square(text));
}

TEST_CASE("R02 the start has white on d4 and e5, black on e4 and d5") {
  CHECK(start().white == squares("d4 e5"));
  CHECK(start().black == squares("e4 d5"));
  CHECK(Reversi::board_text(start()) == "---------------------------OX------XO--------------------------- X");
}

TEST_CASE("R03 black moves first") { CHECK(start().to_move == Side::black); }

TEST_CASE("R04 the sides alternate, one disc a turn") {
  const State first = played(start(), "f5");
  CHECK(first.to_move == Side::white);
  CHECK(std::popcount(first.empties()) == 59);
  const State second = played(first, "d6");
  CHECK(second.to_move == Side::black);
  CHECK(std::popcount(second.empties()) == 58);
}

TEST_CASE("R05 a move flanks in any of the eight directions, on an empty square only") {
  for (int down = -1; down <= 1; ++down) {
    for (int right = -1; right <= 1; ++right) {
      if (down == 0 && right == 0) continue;
      CAPTURE(down);
      CAPTURE(right);
      State state;  // the mover's square is d4
      const int line = reversi::square_at(3 + right, 3 + down);
      state.white = bit(line);
      state.black = bit(reversi::square_at(3 + 2 * right, 3 + 2 * down));
      CHECK(legal_of(state) == squares("d4"));
      CHECK(flips_of(state, "d4") == bit(line));
      CHECK_FALSE(Reversi::is_legal(state, Move{static_cast<std::uint16_t>(line)}));
    }
  }
  CHECK_FALSE(Reversi::is_legal(start(), at("a1")));
  CHECK_FALSE(Reversi::is_legal(start(), at("d4")));
  CHECK_FALSE(Reversi::is_legal(start(), at("e4")));
  CHECK_FALSE(Reversi::is_legal(start(), Move{64}));
  CHECK_FALSE(Reversi::is_legal(start(), Move{0xFFFE}));
}

TEST_CASE("R06 a line begins beside the disc, is unbroken and ends at the first own disc") {
  CHECK(flips_of(board("-OX-----"), "a1") == squares("b1"));
  CHECK(flips_of(board("-OOOX---"), "a1") == squares("b1 c1 d1"));
  CHECK(flips_of(board("-OOOOOOX"), "a1") == squares("b1 c1 d1 e1 f1 g1"));
  CHECK(flips_of(board("--OX----"), "a1") == 0);  // does not begin beside it
  CHECK(flips_of(board("-X------"), "a1") == 0);  // nothing between
}

TEST_CASE("R07 a gap in the line flips nothing") {
  CHECK(flips_of(board("-O-OX---"), "a1") == 0);
  CHECK(flips_of(board("-OOOO-OX"), "a1") == 0);
  CHECK(legal_of(board("-O-OX---")) == squares("c1"));
}

TEST_CASE("R08 a line never looks past the first own disc") {
  CHECK(flips_of(board("-OXOX---"), "a1") == squares("b1"));
  CHECK(flips_of(board("-XOX----"), "a1") == 0);
}

TEST_CASE("R09 a line that runs off the edge flips nothing") {
  CHECK(flips_of(board("-OOOOOOO"), "a1") == 0);
  // Nor does it come in again on the other side of the board.
  CHECK(flips_of(board("------O- X-------"), "h1") == 0);
  CHECK(flips_of(board("------OO X-------"), "f1") == 0);
  CHECK(flips_of(board("-------X O------- -X------"), "b3") == 0);
  CHECK(legal_of(board("-------O X-------")) == 0);
  CHECK(legal_of(board("X------- -------O")) == 0);
}

TEST_CASE("R10 all flanked lines flip together") {
  const State star = board(
      "X--X--X-"
      "-O-O-O--"
      "--OOO---"
      "XOO-OOOX"
      "--OOO---"
      "-O-O-O--"
      "X--O--X-"
      "---X----");
  const auto turned = squares("b2 c3 d2 d3 f2 e3 b4 c4 e4 f4 g4 c5 b6 d5 d6 d7 e5 f6");
  CHECK(flips_of(star, "d4") == turned);
  const State after = played(star, "d4");
  CHECK((after.white & turned) == 0);
  CHECK((after.black & turned) == turned);
}

TEST_CASE("R11 flipped discs flip nothing themselves") {
  // a1 turns b1; b1 would then flank b2 against b3.
  const State state = board("-OX----- -O------ -X------");
  CHECK(flips_of(state, "a1") == squares("b1"));
  CHECK(played(state, "a1").white == squares("b2"));
}

TEST_CASE("R13 black has four first moves") { CHECK(legal_of(start()) == squares("d3 c4 f5 e6")); }

TEST_CASE("R14 a side without a legal move passes") {
  State state = reversi_of(match_after("f5f6c4g5h5h4f7"));
  Reversi::play(state, at("h6"));
  MoveList moves;
  Reversi::legal_moves(state, moves);
  REQUIRE(moves.size() == 1);
  CHECK(moves[0].is_pass());
  CHECK(Reversi::is_legal(state, Move::pass()));
  const State before = state;
  Reversi::play(state, Move::pass());
  CHECK(state.black == before.black);
  CHECK(state.white == before.white);
  CHECK(state.to_move == Side::white);
}

TEST_CASE("R15 no pass while there is a legal move, nor after the end") {
  CHECK_FALSE(Reversi::is_legal(start(), Move::pass()));
  CHECK_FALSE(Reversi::is_legal(reversi_of(match_after(shortest_wipe_out)), Move::pass()));
}

TEST_CASE("R19 the game ends when neither side can move, and not before") {
  CHECK_FALSE(Reversi::verdict(start()));
  CHECK_FALSE(Reversi::verdict(reversi_of(match_after(early_pass))));
  const State over = reversi_of(match_after(stuck_early));
  REQUIRE(Reversi::verdict(over));
  MoveList moves;
  Reversi::legal_moves(over, moves);
  CHECK(moves.empty());
}

TEST_CASE("R20 a full board ends the game") {
  const auto verdict = Reversi::verdict(reversi_of(match_after(full_draw)));
  REQUIRE(verdict);
  CHECK(verdict->reason == EndReason::board_full);
}

TEST_CASE("R21 a colour without a disc ends the game") {
  const auto verdict = Reversi::verdict(reversi_of(match_after(shortest_wipe_out)));
  REQUIRE(verdict);
  CHECK(verdict->reason == EndReason::wiped_out);
  CHECK(verdict->winner == Side::black);
}

TEST_CASE("R22 the game ends with empties when neither can move") {
  const State over = reversi_of(match_after(stuck_early));
  const auto verdict = Reversi::verdict(over);
  REQUIRE(verdict);
  CHECK(verdict->reason == EndReason::no_moves);
  CHECK(Reversi::score(over) == Score{{21, 4}, 39});
}

TEST_CASE("R23 more discs win, as many are a draw") {
  CHECK(Reversi::verdict(one_corner_empty(32))->winner == Side::black);
  CHECK(Reversi::verdict(one_corner_empty(31))->winner == Side::white);
  const auto draw = Reversi::verdict(reversi_of(match_after(full_draw)));
  REQUIRE(draw);
  CHECK_FALSE(draw->winner);
}

TEST_CASE("R24 empties belong to nobody on the board's count") {
  CHECK(Reversi::score(one_corner_empty(34)) == Score{{34, 29}, 1});
  CHECK(Reversi::score(one_corner_empty(33)) == Score{{33, 30}, 1});
}

TEST_CASE("E03 in the tournament's count empties go to the winner") {
  CHECK(Reversi::tournament_score(one_corner_empty(34)) == Score{{35, 29}, 0});
  CHECK(Reversi::tournament_score(one_corner_empty(25)) == Score{{25, 39}, 0});
  CHECK_FALSE(Reversi::tournament_score(start()));
}

TEST_CASE("E06 33-30 with an empty square counts 34-30") {
  CHECK(Reversi::tournament_score(one_corner_empty(33)) == Score{{34, 30}, 0});
}

TEST_CASE("perft of the start position, a pass being a ply") {
  constexpr std::array<std::uint64_t, 10> leaves{4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284};
#ifdef NDEBUG
  constexpr int deepest = 10;
#else
  constexpr int deepest = 8;  // checked builds take too long for the last two
#endif
  CHECK(reversi::perft(start(), 0) == 1);
  for (int depth = 1; depth <= deepest; ++depth) {
    CAPTURE(depth);
    CHECK(reversi::perft(start(), depth) == leaves[static_cast<std::size_t>(depth - 1)]);
  }
}

TEST_CASE("a position's text comes back; a wrong one says where") {
  const std::string text = "---------------------------OX------XO--------------------------- X";
  const auto state = reversi::parse_board(text);
  REQUIRE(state);
  CHECK(*state == start());
  const auto message = [](const std::string& bad) {
    const auto refused = reversi::parse_board(bad);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "bad_position");
    return refused.error().message;
  };
  CHECK(message("--Z").find("Character 3") != std::string::npos);
  CHECK(message(text.substr(0, 60)).find("60 characters") != std::string::npos);
  CHECK(message(text.substr(0, 64)).find("64 squares") != std::string::npos);
  CHECK(message(text.substr(0, 64) + "-").find("side to move") != std::string::npos);
}

TEST_CASE("only the variants that exist can be started") {
  CHECK(start_position({"reversi", ""}));
  CHECK(start_position({"reversi", "8x8"}));
  CHECK(start_position({"reversi", "7x7"}).error().code == "unknown_variant");
  CHECK(start_position({"chess", ""}).error().code == "unknown_game");
}
