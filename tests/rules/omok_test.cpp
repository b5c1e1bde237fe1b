/// Omok's rules, openings and results.
#include <doctest/doctest.h>

#include <algorithm>

#include "omok_boards.hpp"

using namespace dolbang;
using namespace dolbang::omok;
using namespace dolbang::test;

namespace {

std::vector<std::string> texts(const Match& match) {
  std::vector<std::string> all;
  for (const Move move : match.position().legal_moves()) all.push_back(match.position().move_text(move));
  return all;
}
using Texts = std::vector<std::string>;

/// Plays black's stones and white's in turn, black first.
Match played(const std::string& black, const std::string& white, std::string_view variant = "freestyle") {
  const auto b = list(black), w = list(white);
  std::string transcript;
  for (std::size_t i = 0; i < b.size(); ++i)
    transcript += point_text(b[i]) + (i < w.size() ? point_text(w[i]) : std::string());
  return omok_match(transcript, variant);
}

bool is_forbidden(const Match& match, std::string_view point) {
  const State state = omok_of(match);
  return forbidden_points(state.black, state.white).contains(at(point));
}

}  // namespace

TEST_CASE("O01 O24 O25 225 points, all open to the first stone") {
  for (const char* variant : {"freestyle", "renju", "renju-loses"}) {
    const Match match = omok_match("", variant);
    CHECK(match.position().legal_moves().size() == 225);
    CHECK(match.to_move() == Side::black);
  }
  Match match = omok_match("", "renju");
  REQUIRE(play(match, "a1"));  // no opening rule
  REQUIRE(play(match, "o15"));
  CHECK(match.position().legal_moves().size() == 223);
}

TEST_CASE("O02 black first, one stone in turn; stones stay where they are") {
  Match match = omok_match("h8");
  CHECK(match.to_move() == Side::white);
  CHECK(match.play(Side::black, move_to("a1")).error() == Refusal::not_your_turn);
  CHECK(match.play(Side::white, move_to("h8")).error() == Refusal::illegal_move);
  CHECK(match.play(Side::white, Move::pass()).error() == Refusal::illegal_move);
  REQUIRE(play(match, "g8"));
  REQUIRE(play(match, "a1"));
  REQUIRE(play(match, "i8"));  // h8 is between two white stones now
  CHECK(omok_of(match).at(at("h8")) == Side::black);
  CHECK(omok_of(match).at(at("g8")) == Side::white);
}

TEST_CASE("O03 five in a row win, along rows, columns and both diagonals") {
  for (const char* row :
       {"d8 e8 f8 g8 h8", "h1 h2 h3 h4 h5", "a1 b2 c3 d4 e5", "a15 b14 c13 d12 e11", "k4 l3 m2 n1 j5"})
    for (const char* variant : {"freestyle", "renju"}) {
      CAPTURE(row);
      const Match match = played(row, "o15 m15 k15 o13", variant);
      REQUIRE(match.is_over());
      CHECK(match.result()->winner == Side::black);
      CHECK(match.result()->reason == EndReason::five_in_row);
      CHECK_FALSE(match.result()->score);
    }
  CHECK_FALSE(played("d8 e8 f8 g8", "o15 m15 k15").is_over());
  // A row does not go on over the edge.
  CHECK_FALSE(played("l8 m8 n8 o8 a9", "h15 f15 d15 a1").is_over());
  const Match white = played("a1 c1 e1 g1 i1", "d8 e8 f8 g8 h8");
  CHECK(white.result()->winner == Side::white);
}

TEST_CASE("O04 six or more win in freestyle, for both colours") {
  CHECK(played("d8 e8 f8 h8 i8 g8", "a1 c1 e1 g1 i1").result()->winner == Side::black);
  CHECK(played("a1 c1 e1 g1 i1 a15", "d8 e8 f8 h8 i8 g8").result()->winner == Side::white);
}

TEST_CASE("O05 E11 a full board without five is a draw, and says so") {
  Match match = omok_match(drawn_game());
  CHECK(match.ply() == 225);
  REQUIRE(match.is_over());
  CHECK_FALSE(match.result()->winner);
  CHECK(match.result()->reason == EndReason::board_full);
  REQUIRE(match.undo());
  CHECK_FALSE(match.is_over());
}

TEST_CASE("O06 the rule is part of the game") {
  CHECK(omok_match("", "renju").position().variant() == "renju");
  CHECK(omok_match("", "").position().variant() == "freestyle");
  for (const std::string& text : Omok::variants()) {
    CAPTURE(text);
    const auto variant = parse_variant(text);
    REQUIRE(variant);
    CHECK(to_string(*variant) == text);
  }
  CHECK(Omok::variants().front() == "freestyle");
  for (const char* text : {"gomoku", "renju-", "freestyle-loses", "renju-swap2-centre", "Renju"})
    CHECK(parse_variant(text).error().code == "unknown_variant");
}

TEST_CASE("O07 O08 forbidden points are for black alone, and only under Renju") {
  const std::string cross = "f8 g8 h6 h7", far = "a1 c1 e1 g1";
  Match match = played(cross, far, "renju");
  CHECK(match.play(Side::black, move_to("h8")).error() == Refusal::illegal_move);
  REQUIRE(play(match, "o15"));
  CHECK(match.position().is_legal(move_to("h8")));  // white may
  match = played(cross, far, "freestyle");
  CHECK(match.position().is_legal(move_to("h8")));
  // White's own double three, double four and overline.
  for (const char* white : {"f8 g8 h6 h7", "e8 f8 g8 h5 h6 h7"}) {
    match = played("a1 c1 e1 g1 i1 k1 m1", white, "renju");
    CAPTURE(match.transcript());
    if (match.to_move() == Side::black) REQUIRE(play(match, "o15"));
    CHECK(match.position().is_legal(move_to("h8")));
  }
}

TEST_CASE("O09 white wins with six under Renju") {
  const Match match = played("a1 c1 e1 g1 i1 a15", "d8 e8 f8 h8 i8 g8", "renju");
  CHECK(match.result()->winner == Side::white);
  CHECK(match.result()->reason == EndReason::five_in_row);
}

TEST_CASE("O10 O11 black's six neither wins nor may be made; exactly five wins") {
  Match match = played("d8 e8 f8 h8 i8", "a1 c1 e1 g1 i1", "renju");
  CHECK(match.play(Side::black, move_to("g8")).error() == Refusal::illegal_move);
  match = played("d8 e8 f8 h8", "a1 c1 e1 g1", "renju");
  REQUIRE(play(match, "g8"));
  CHECK(match.result()->winner == Side::black);
}

TEST_CASE("O21 O22 five wins although it makes six as well; four and three are legal") {
  Match match = played("d8 e8 f8 g8 h4 h5 h6 h7 h9", "a1 c1 e1 g1 i1 k1 m1 o1 a15", "renju");
  REQUIRE(play(match, "h8"));
  CHECK(match.result()->winner == Side::black);
  CHECK(winning_row(omok_of(match)) == list("d8 e8 f8 g8 h8"));
  match = played("e8 f8 g8 h6 h7", "d8 c1 e1 g1 i1", "renju");
  CHECK(play(match, "h8"));
}

TEST_CASE("O23 E11 black without a point to play on: a draw, and says so") {
  Match match = omok_match(all_forbidden_game, "renju");
  REQUIRE(match.is_over());
  CHECK_FALSE(match.result()->winner);
  CHECK(match.result()->reason == EndReason::all_forbidden);
  CHECK(match.position().legal_moves().empty());
  const State end = omok_of(match);
  CHECK(end.stones == 224);
  CHECK_FALSE(black_can_move(end.black, end.white));
  CHECK(forbidden_text(end) == "h8:overline");
  REQUIRE(match.undo());
  CHECK_FALSE(match.is_over());
  CHECK(match.to_move() == Side::white);
  // With one more empty point black can go on.
  State more_room = end;
  more_room.white.erase(at("i5"));
  CHECK(black_can_move(more_room.black, more_room.white));
  // Freestyle has no such end.
  CHECK_FALSE(omok_match(all_forbidden_game, "freestyle").is_over());
  CHECK(parse_board(board_rows(end), {Rule::renju})->reason == EndReason::all_forbidden);
}

TEST_CASE("O26 trying a forbidden point costs nothing") {
  Match match = played("f8 g8 h6 h7", "a1 c1 e1 g1", "renju");
  const auto hash = match.position().hash();
  CHECK(match.play(Side::black, move_to("h8")).error() == Refusal::illegal_move);
  CHECK_FALSE(match.is_over());
  CHECK(match.to_move() == Side::black);
  CHECK(match.position().hash() == hash);
  CHECK(Match::replay({"omok", "renju"}, match.transcript() + "H8").error().code == "illegal_move");
}

TEST_CASE("O27 columns A to O, rows 15 to 1, the centre is H8") {
  CHECK(at("h8") == centre_point);
  CHECK(at("a1") == 0);
  CHECK(at("o15") == 224);
  for (int point = 0; point < points; ++point) {
    const Move move{static_cast<std::uint16_t>(point)};
    const std::string text = Omok::move_text({}, move);
    CHECK(Omok::parse_move({}, text) == move);
    CHECK(Omok::parse_move({}, point_text(point)) == move);
  }
  CHECK(Omok::move_text({}, move_to("k11")) == "K11");
  for (const char* text : {"", "h", "8", "p1", "a0", "a16", "h08", "hh8", "h8 ", "a1b", "pass"})
    CHECK(Omok::parse_move({}, text).error().code == "bad_notation");
}

TEST_CASE("E10 the winning row is known, all of it") {
  Match match = played("d8 e8 f8 g8 h8", "a1 c1 e1 g1");
  CHECK(winning_row(omok_of(match)) == list("d8 e8 f8 g8 h8"));
  CHECK(winning_row(omok_of(played("a15 b14 d12 e11 c13", "a1 c1 e1 g1"))) == list("a15 b14 c13 d12 e11"));
  CHECK(winning_row(omok_of(played("d8 e8 f8 h8 i8 g8", "a1 c1 e1 g1 i1"))) == list("d8 e8 f8 g8 h8 i8"));
  REQUIRE(match.undo());
  CHECK(winning_row(omok_of(match)).empty());
  REQUIRE(match.resign(Side::black));
  CHECK(match.result()->reason == EndReason::resigned);
  CHECK(winning_row(omok_of(match)).empty());
}

TEST_CASE("K08 K09 on black's turn what is empty is legal or forbidden; on white's nothing is forbidden") {
  Match match = played("f8 g8 h6 h7", "a1 c1 e1 g1", "renju");
  const auto check = [&] {
    const State state = omok_of(match);
    const PointSet crosses = forbidden_points(state.black, state.white);
    for (int point = 0; point < points; ++point) {
      const bool open = state.is_empty(point) && (match.to_move() == Side::white || !crosses.contains(point));
      REQUIRE(match.position().is_legal(Move{static_cast<std::uint16_t>(point)}) == open);
    }
  };
  CHECK(is_forbidden(match, "h8"));
  check();
  REQUIRE(play(match, "o15"));
  check();
  REQUIRE(play(match, "e8"));  // white blocks a three
  CHECK_FALSE(is_forbidden(match, "h8"));
  check();
  REQUIRE(match.undo(2));
  CHECK(is_forbidden(match, "h8"));
  check();
}

TEST_CASE("Z11 where forbidden points may be played, they lose") {
  Match match = played("f8 g8 h6 h7", "a1 c1 e1 g1", "renju-loses");
  CHECK(is_forbidden(match, "h8"));
  CHECK(match.position().is_legal(move_to("h8")));
  CHECK(match.position().legal_moves().size() == 225 - 8);
  REQUIRE(play(match, "h8"));
  REQUIRE(match.is_over());
  CHECK(match.result()->winner == Side::white);
  CHECK(match.result()->reason == EndReason::forbidden_point);
  CHECK(winning_row(omok_of(match)).empty());
  REQUIRE(match.undo());
  CHECK_FALSE(match.is_over());
  // An overline loses too; five does not, whatever else it makes; white has nothing to fear.
  match = played("d8 e8 f8 h8 i8", "a1 c1 e1 g1 i1", "renju-loses");
  REQUIRE(play(match, "g8"));
  CHECK(match.result()->winner == Side::white);
  match = played("d8 e8 f8 g8 h4 h5 h6 h7 h9", "a1 c1 e1 g1 i1 k1 m1 o1 a15", "renju-loses");
  REQUIRE(play(match, "h8"));
  CHECK(match.result()->winner == Side::black);
  match = played("a1 c1 e1 g1 o15", "f8 g8 h6 h7", "renju-loses");
  REQUIRE(play(match, "h8"));
  CHECK_FALSE(match.is_over());
}

TEST_CASE("Z12 centre first") {
  for (const char* variant : {"freestyle-centre", "renju-centre", "renju-loses-centre"}) {
    Match match = omok_match("", variant);
    CHECK(texts(match) == Texts{"H8"});
    CHECK(match.play(Side::black, move_to("h9")).error() == Refusal::illegal_move);
    REQUIRE(play(match, "h8"));
    CHECK(match.position().legal_moves().size() == 224);
  }
}

TEST_CASE("Z12 Swap2: the first player places black, white, black; the second chooses") {
  Match match = omok_match("", "freestyle-swap2");
  for (const char* point : {"h8", "i9", "g7"}) {
    CHECK(match.to_move() == Side::black);
    const auto turn = play(match, point);
    REQUIRE(turn);
    CHECK(turn->side == Side::black);
  }
  const State state = omok_of(match);
  CHECK(state.black == set("h8 g7"));
  CHECK(state.white == set("i9"));
  CHECK(match.to_move() == Side::white);
  CHECK(texts(match) == Texts{"stay", "swap", "more"});
  CHECK(match.play(Side::white, move_to("a1")).error() == Refusal::illegal_move);
  CHECK(match.play(Side::black, stay).error() == Refusal::not_your_turn);
}

TEST_CASE("Z12 Swap2: who stays is white and places next") {
  Match match = omok_match("h8i9g7", "renju-swap2");
  REQUIRE(play(match, "stay"));
  CHECK_FALSE(match.sides_swapped());
  CHECK(match.to_move() == Side::white);
  REQUIRE(play(match, "h9"));
  CHECK(omok_of(match).white == set("i9 h9"));
  CHECK(match.to_move() == Side::black);
  CHECK(match.play(Side::black, stay).error() == Refusal::illegal_move);
}

TEST_CASE("Z12 Swap2: who swaps is black, and the other places white's next stone") {
  Match match = omok_match("h8i9g7", "renju-swap2");
  const auto turn = play(match, "swap");
  REQUIRE(turn);
  CHECK(turn->side == Side::white);
  CHECK(turn->swapped);
  CHECK(match.sides_swapped());
  // White is now the player who placed the first three.
  CHECK(match.to_move() == Side::white);
  REQUIRE(play(match, "H9"));
  CHECK(omok_of(match).white == set("i9 h9"));
  CHECK(match.transcript() == "H8I9G7 swap H9");
  const auto replayed = Match::replay(match.spec(), match.transcript());
  REQUIRE(replayed);
  CHECK(replayed->sides_swapped());
  CHECK(replayed->position().hash() == match.position().hash());
  REQUIRE(match.undo());
  CHECK(match.sides_swapped());
  REQUIRE(match.undo());
  CHECK_FALSE(match.sides_swapped());
  CHECK(texts(match) == Texts{"stay", "swap", "more"});
  CHECK(match.to_move() == Side::white);
}

TEST_CASE("Z12 Swap2: who wants more places white and black, and the first player chooses") {
  Match match = omok_match("h8i9g7 more", "freestyle-swap2");
  CHECK(match.to_move() == Side::white);
  REQUIRE(play(match, "h9"));
  CHECK(match.to_move() == Side::white);
  REQUIRE(play(match, "k8"));
  CHECK(omok_of(match).black == set("h8 g7 k8"));
  CHECK(omok_of(match).white == set("i9 h9"));
  CHECK(match.to_move() == Side::black);
  CHECK(texts(match) == Texts{"stay", "swap"});
  CHECK(match.play(Side::black, more).error() == Refusal::illegal_move);
  Match staying = match;
  REQUIRE(play(staying, "stay"));
  CHECK_FALSE(staying.sides_swapped());
  CHECK(staying.to_move() == Side::white);
  REQUIRE(play(match, "swap"));
  CHECK(match.turns().back().side == Side::black);
  CHECK(match.sides_swapped());
  CHECK(match.to_move() == Side::white);
  REQUIRE(play(match, "a1"));
  CHECK(match.transcript() == "H8I9G7 more H9K8 swap A1");
  CHECK(Match::replay(match.spec(), match.transcript())->position().hash() == match.position().hash());
}

TEST_CASE("Z12 a position before a decision differs from the same stones in play") {
  const Match opening = omok_match("h8i9g7", "freestyle-swap2"), game = omok_match("h8i9g7", "freestyle");
  CHECK(opening.position().hash() != game.position().hash());
  CHECK(opening.position().board_text() == game.position().board_text());
}

TEST_CASE("a board is read from rows, and written the same") {
  const State state = omok_of(omok_match("a1o15h8k8"));
  CHECK(board_rows(state) == "14O/15/15/15/15/15/15/7X2O4/15/15/15/15/15/15/X14");
  const auto read = parse_board(board_rows(state), {});
  REQUIRE(read);
  CHECK(read->black == state.black);
  CHECK(read->white == state.white);
  CHECK(read->to_move == Side::black);
  CHECK(read->stones == 4);
  const std::string empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/";
  CHECK(parse_board(empty + "X14", {})->to_move == Side::white);
  CHECK(parse_board(empty + "X14 b", {})->to_move == Side::black);
  CHECK(parse_board(empty + "15 w", {})->to_move == Side::white);
  // Whose turn it is decides whose stone comes, also when the counts are uneven.
  State turn = *parse_board(empty + "XX13 b", {});
  Omok::play(turn, move_to("h8"));
  CHECK(turn.at(at("h8")) == Side::black);
  CHECK(turn.to_move == Side::white);
  for (const std::string& bad :
       {std::string(), std::string("15/15"), empty, empty + "14", empty + "16", empty + "X15", empty + "99",
        empty + "15/15", empty + "15 x", empty + "15 bb", empty + "1Z13", empty + "14XX", empty + "15/"}) {
    CAPTURE(bad);
    const auto failed = parse_board(bad, {});
    REQUIRE_FALSE(failed);
    CHECK(failed.error().code == "bad_position");
  }
}

TEST_CASE("E10 a board that is read with a won row is over") {
  const std::string empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/";
  const auto won = parse_board(empty + "XXXXX10", {Rule::renju});
  CHECK(won->over);
  CHECK(won->winner == Side::black);
  CHECK(winning_row(*won) == list("a1 b1 c1 d1 e1"));
  CHECK_FALSE(parse_board(empty + "XXXXXX9", {Rule::renju})->over);
  CHECK(parse_board(empty + "OOOOOO9", {Rule::renju})->winner == Side::white);
  CHECK(parse_board(empty + "XXXXXX9", {Rule::freestyle})->winner == Side::black);
}
