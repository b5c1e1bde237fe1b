/// The smaller board is played perfectly by the strongest level (section L).
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "ai/engine.hpp"
#include "ai/reversi/play.hpp"
#include "ai/reversi/small_book.hpp"
#include "match/match.hpp"

using namespace dolbang;
using namespace dolbang::reversi_ai;
using namespace dolbang::test;

namespace {

/// From the start the second player wins by four discs when both play perfectly.
constexpr int value_for_black = -4;

/// The book's score of a position with somebody to move, or none where the book ends. `for_player`: it is the turn of
/// the side whose moves the book holds.
std::optional<int> book_score(const reversi::State& state) {
  const auto known = SmallBook::own().find(board_of(state));
  return known ? std::optional(known->score) : std::nullopt;
}

/// Plays max against `other` and gives what max has in the end.
int result_of_max(Side max_side, Level other, std::uint64_t seed) {
  const auto max = make_engine("reversi", Level::max);
  const auto opponent = make_engine("reversi", other);
  Match match = *Match::start({"reversi", "6x6"});
  while (!match.is_over()) {
    SearchRequest request;
    request.seed = seed;
    const auto& engine = match.to_move() == max_side ? max : opponent;
    REQUIRE(match.play(match.to_move(), engine->search(match.position(), request).best));
  }
  const auto score = *match.result()->tournament_score;
  return score.of[index(max_side)] - score.of[index(dolbang::other(max_side))];
}

}  // namespace

TEST_CASE("the book of the smaller board holds the proven value of the start: the second player wins by four") {
  const auto start = *Reversi::start("6x6");
  CHECK(book_score(start) == value_for_black);
  const auto first = SmallBook::own().find(board_of(start));
  REQUIRE(first);
  CHECK(Reversi::is_legal(start, Move{static_cast<std::uint16_t>(first->square)}));
  CHECK_FALSE(SmallBook::own().find(board_of(*Reversi::start("8x8"))));
}

TEST_CASE("every move of the book is legal, and its score is that of the best reply") {
  std::size_t positions = 0;
  bool finished = true;
  walk_small_board(SmallBook::own().until(), [&](const Board& board) -> std::optional<BookMove> {
    const auto known = SmallBook::own().find(board);
    if (!known) {
      finished = false;
      return std::nullopt;
    }
    ++positions;
    reversi::State state = *Reversi::start("6x6");
    state.black = board.own;
    state.white = board.opponent;
    REQUIRE(Reversi::is_legal(state, Move{static_cast<std::uint16_t>(known->square)}));
    Reversi::play(state, Move{static_cast<std::uint16_t>(known->square)});
    // The score is the least of what the book has after the replies, where it has all of them.
    MoveList replies;
    Reversi::legal_moves(state, replies);
    int least = 64;
    bool all = true;
    for (const Move reply : replies) {
      reversi::State next = state;
      Reversi::play(next, reply);
      const auto score = next.to_move == Side::black ? book_score(next) : std::nullopt;
      all = all && score;
      least = std::min(least, score.value_or(64));
    }
    // No reply does worse than the score, and where all are known one is as good.
    CHECK(least >= known->score);
    if (all && !replies.empty()) CHECK(least == known->score);
    return known;
  });
  CHECK(positions == SmallBook::own().size());
  // None is missing: read as an unfinished one the book would have ended where an answer is wanted.
  CHECK(finished);
}

TEST_CASE("a book comes back from its file as it was, however a position is turned; a damaged one is refused") {
  const std::string bytes = SmallBook::own().bytes();
  const auto again = SmallBook::read(bytes);
  REQUIRE(again);
  CHECK(again->bytes() == bytes);
  CHECK(again->size() == SmallBook::own().size());
  const Board start = board_of(*Reversi::start("6x6"));
  const auto mirrored = [](Bitboard discs) {
    Bitboard image = 0;
    for (int square = 0; square < 64; ++square)
      if (discs & bit(square)) image |= bit(square / 8 * 8 + 5 - square % 8);
    return image;
  };
  const Board turned{mirrored(start.own), mirrored(start.opponent)};
  const auto straight = SmallBook::own().find(start);
  const auto other = SmallBook::own().find(turned);
  REQUIRE(straight);
  REQUIRE(other);
  CHECK(other->score == straight->score);
  CHECK((reversi::legal_squares(turned.own, turned.opponent) & bit(other->square)) != 0);
  CHECK(SmallBook::read("").error().code == "bad_book");
  CHECK(SmallBook::read(std::string(3, '\1')).error().code == "bad_book");
  CHECK(SmallBook::read(bytes + "xy").error().code == "bad_book");
}

TEST_CASE("L01 max plays the smaller board from its book and to its end: it gets the proven value or more") {
  if (slowness > 1) return;
  for (const Side side : {Side::black, Side::white})
    CHECK(result_of_max(side, Level::easy, 1) >= (side == Side::black ? value_for_black : -value_for_black));
}
