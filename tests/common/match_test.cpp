#include "match/match.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "boards.hpp"

using namespace dolbang;
using namespace dolbang::test;

namespace {

Match new_match() { return *Match::start({"reversi", ""}); }

tl::expected<Turn, Refusal> play(Match& match, std::string_view move) { return match.play(match.to_move(), at(move)); }

}  // namespace

TEST_CASE("R03 R04 black begins, and nobody moves out of turn") {
  Match match = new_match();
  CHECK(match.to_move() == Side::black);
  CHECK(match.play(Side::white, at("d3")).error() == Refusal::not_your_turn);
  REQUIRE(play(match, "f5"));
  CHECK(match.to_move() == Side::white);
  CHECK(match.play(Side::black, at("d3")).error() == Refusal::not_your_turn);
  CHECK(match.ply() == 1);
}

TEST_CASE("R05 an illegal move is refused and changes nothing") {
  Match match = new_match();
  const auto hash = match.position().hash();
  for (const char* square : {"a1", "d4", "e4", "e3"}) CHECK(play(match, square).error() == Refusal::illegal_move);
  CHECK(match.play(Side::black, Move{200}).error() == Refusal::illegal_move);
  CHECK(match.position().hash() == hash);
  CHECK(match.ply() == 0);
}

TEST_CASE("R15 R17 a pass cannot be asked for; it comes by itself") {
  Match match = new_match();
  CHECK(match.play(Side::black, Move::pass()).error() == Refusal::illegal_move);
  match = match_after("f5f6c4g5h5h4f7");
  const auto turn = play(match, "h6");
  REQUIRE(turn);
  CHECK(turn->side == Side::white);
  CHECK(turn->passed == Side::black);
  CHECK(match.to_move() == Side::white);
  CHECK(match.ply() == 8);
  CHECK(match.play(Side::white, Move::pass()).error() == Refusal::illegal_move);
}

TEST_CASE("R16 R18 passes may follow each other, the same side moving on and on") {
  const Match match = match_after(long_pass_run);
  int run = 0, longest = 0;
  for (const Turn& turn : match.turns()) {
    run = turn.passed ? run + 1 : 0;
    longest = std::max(longest, run);
    if (turn.passed) CHECK(*turn.passed == other(turn.side));
  }
  CHECK(longest == 5);
}

TEST_CASE("R25 a side may place more than 32 discs") {
  const Match match = match_after(long_pass_run);
  CHECK(std::count_if(match.turns().begin(), match.turns().end(),
                      [](const Turn& t) { return t.side == Side::black; }) == 33);
  CHECK(match.result()->score == Score{{46, 18}, 0});
}

TEST_CASE("R19 after the end nobody moves or resigns") {
  Match match = match_after(shortest_wipe_out);
  CHECK(match.is_over());
  CHECK(match.play(match.to_move(), at("a1")).error() == Refusal::game_over);
  CHECK(match.resign(Side::white).error() == Refusal::game_over);
  CHECK(Match::replay({"reversi", ""}, std::string(shortest_wipe_out) + "a1").error().code == "game_over");
}

TEST_CASE("E01 E02 the result holds the discs on the board and the empties apart") {
  const auto result = match_after(stuck_early).result();
  REQUIRE(result);
  CHECK(result->score == Score{{21, 4}, 39});
}

TEST_CASE("E03 the result holds the tournament's count too") {
  CHECK(match_after(stuck_early).result()->tournament_score == Score{{60, 4}, 0});
  CHECK(match_after(shortest_wipe_out).result()->tournament_score == Score{{64, 0}, 0});
}

TEST_CASE("E04 a draw counts 32-32, with and without empties") {
  CHECK(match_after(full_draw).result()->tournament_score == Score{{32, 32}, 0});
  // 12-12 with 40 empties, the shortest draw there is.
  const Match shortest = match_after("f5f4c3f6g7f7f3h7f8b2h6e7h8e3d7g3f2f1a1c5");
  REQUIRE(shortest.is_over());
  CHECK_FALSE(shortest.result()->winner);
  CHECK(shortest.result()->score == Score{{12, 12}, 40});
  CHECK(shortest.result()->tournament_score == Score{{32, 32}, 0});
}

TEST_CASE("E08 the result says why the game is over") {
  CHECK(match_after(stuck_early).result()->reason == EndReason::no_moves);
  CHECK(match_after(shortest_wipe_out).result()->reason == EndReason::wiped_out);
  CHECK(match_after(full_draw).result()->reason == EndReason::board_full);
  for (const EndReason reason : {EndReason::board_full, EndReason::wiped_out, EndReason::no_moves, EndReason::resigned})
    CHECK(end_reason_from(to_string(reason)) == reason);
  CHECK_FALSE(end_reason_from("tired"));
}

TEST_CASE("a game can be lost off the board") {
  for (const EndReason reason : {EndReason::timed_out, EndReason::abandoned}) {
    Match match = *Match::start({"reversi", ""});
    REQUIRE(match.lose(Side::white, reason));
    CHECK(match.result()->winner == Side::black);
    CHECK(match.result()->reason == reason);
    CHECK_FALSE(match.result()->tournament_score);
    CHECK(end_reason_from(to_string(reason)) == reason);
    CHECK(match.lose(Side::black, reason).error() == Refusal::game_over);
  }
}

TEST_CASE("E09 a resignation is a loss whatever the counts") {
  // Black has all but one disc of f5 f4 e3 ... and still loses by resigning.
  Match match = match_after("e6f4e3f6g5d6e7f5");
  REQUIRE(match.position().score()->of[0] > match.position().score()->of[1]);
  REQUIRE(match.resign(Side::black));
  CHECK(match.result()->winner == Side::white);
  CHECK(match.result()->reason == EndReason::resigned);
  CHECK_FALSE(match.result()->tournament_score);
  // Out of turn as well.
  match = new_match();
  REQUIRE(match.resign(Side::white));
  CHECK(match.result()->winner == Side::black);
}

TEST_CASE("U05 undo takes back one move with the pass after it") {
  Match match = match_after(early_pass);
  REQUIRE(match.turns().back().passed == Side::black);
  REQUIRE(match.undo());
  CHECK(match.transcript() == "f5f6c4g5h5h4f7");
  CHECK(match.to_move() == Side::white);
  REQUIRE(play(match, "h6"));
  CHECK(match.turns().back().passed == Side::black);
}

TEST_CASE("U02 U03 undo takes back several moves at once, passes among them") {
  Match match = match_after(early_pass);  // white is to move again
  const auto legal = match.position().legal_moves();
  REQUIRE(match.play(Side::white, legal[0]));
  REQUIRE(match.undo(3));
  CHECK(match.transcript() == "f5f6c4g5h5h4");
  CHECK(match.to_move() == Side::black);
}

TEST_CASE("U06 undo goes down to the start and no further") {
  Match match = match_after("f5d6c3");
  CHECK(match.undo(4).error() == Refusal::nothing_to_undo);
  CHECK(match.undo(0).error() == Refusal::nothing_to_undo);
  CHECK(match.undo(-1).error() == Refusal::nothing_to_undo);
  CHECK(match.ply() == 3);
  for (int i = 0; i < 3; ++i) REQUIRE(match.undo());
  CHECK(match.position().hash() == new_match().position().hash());
  CHECK(match.undo().error() == Refusal::nothing_to_undo);
}

TEST_CASE("undo takes back the end of the game") {
  Match match = match_after(shortest_wipe_out);
  REQUIRE(match.undo());
  CHECK_FALSE(match.is_over());
  REQUIRE(play(match, "c5"));
  CHECK(match.is_over());
}

TEST_CASE("a transcript may have blanks and capitals; a wrong one names the ply") {
  CHECK(match_after("F5 d6  C3 ").transcript() == "f5d6c3");
  const auto refused = [](std::string_view text) { return Match::replay({"reversi", ""}, text).error(); };
  CHECK(refused("f5d6a1").code == "illegal_move");
  CHECK(refused("f5d6a1").message.find("Ply 3") != std::string::npos);
  CHECK(refused("f5z9").code == "bad_notation");
  CHECK(refused("f5z9").message.find("Ply 2") != std::string::npos);
  CHECK(refused("5f").code == "bad_notation");
  CHECK(refused("f5pass").code == "illegal_move");
  CHECK(Match::replay({"go", ""}, "").error().code == "unknown_game");
}
