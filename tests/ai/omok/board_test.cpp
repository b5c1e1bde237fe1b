#include "ai/omok/board.hpp"

#include <doctest/doctest.h>

#include "core/rng.hpp"
#include "helpers.hpp"

using namespace dolbang;
using namespace dolbang::omok_ai;
using omok::Rule;

namespace {

/// The pattern of a stone at the middle 'S' of a line: X own, O closed, . empty.
Pattern pattern(std::string_view line, bool exact) {
  std::uint32_t own = 0, closed = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == 'X') own |= 1u << i;
    if (line[i] == 'O') closed |= 1u << i;
  }
  return classify(own, closed, exact);
}

}  // namespace

TEST_CASE("a stone's pattern on a line where five or more win") {
  CHECK(pattern("XXXXS....", false) == Pattern::five);
  CHECK(pattern(".XXXSXX..", false) == Pattern::five);
  CHECK(pattern("..XXSX...", false) == Pattern::open_four);
  CHECK(pattern(".OXXSX...", false) == Pattern::four);
  CHECK(pattern("X.XXS.XX.", false) == Pattern::double_four);
  CHECK(pattern("..XXS....", false) == Pattern::open_three);
  CHECK(pattern("..X.SX...", false) == Pattern::gap_three);
  CHECK(pattern(".OXXS....", false) == Pattern::three);
  CHECK(pattern("..OXSXO..", false) == Pattern::none);
  CHECK(pattern("....S....", false) == Pattern::open_one);
}

TEST_CASE("a stone's pattern on a line where exactly five wins") {
  CHECK(pattern("..XXXSX....", true) == Pattern::five);
  CHECK(pattern("..XXXSXX...", true) == Pattern::overline);
  CHECK(pattern("...XXSX....", true) == Pattern::open_four);
  // A stone beyond spoils one end: six are no five.
  CHECK(pattern(".X.XXSX....", true) == Pattern::four);
  CHECK(pattern(".X.XXSX.X..", true) == Pattern::none);
  CHECK(pattern(".X.XXS.X...", true) == Pattern::double_four);
  CHECK(pattern("...XXS.....", true) == Pattern::open_three);
}

TEST_CASE("the board keeps up: stone by stone is the same as all at once, and the sets say what stones make") {
  Rng rng(7);
  for (const Rule rule : {Rule::freestyle, Rule::renju})
    for (int game = 0; game < 8; ++game) {
      omok::State state;
      state.variant.rule = rule;
      Board board = Board::from(state);
      while (!state.over && state.stones < 120) {
        // Crowded into a corner of the board, so that there are rows.
        const int p = omok::point_at(static_cast<int>(rng.below(10)), static_cast<int>(rng.below(9)));
        const Move move{static_cast<std::uint16_t>(p)};
        if (!Omok::is_legal(state, move)) {
          if (rng.below(50) == 0) break;
          continue;
        }
        Omok::play(state, move);
        board.play(p);
        if (state.over) break;
        const Board fresh = Board::from(state);
        REQUIRE(board.hash() == fresh.hash());
        REQUIRE(board.value() == fresh.value());
        bool same = true;
        for (int q = 0; q < omok::points; ++q)
          for (const Side side : {Side::black, Side::white}) {
            same = same && board.code(side, q) == fresh.code(side, q) &&
                   board.threat(side, q) == fresh.threat(side, q) &&
                   board.fives(side).contains(q) == (board.threat(side, q) == Threat::five);
          }
        REQUIRE(same);
        const std::vector<int> fives = omok_test::fives(state);
        REQUIRE(board.fives(state.to_move).count() == static_cast<int>(fives.size()));
        for (const int q : fives) REQUIRE(board.fives(state.to_move).contains(q));
      }
    }
}

TEST_CASE("O20 the board's forbidden points are the rules'") {
  Rng rng(3);
  int found = 0;
  for (int i = 0; i < 400; ++i) {
    omok::State state;
    state.variant.rule = Rule::renju;
    for (int n = 0; n < 26; ++n) {
      const int p = omok::point_at(3 + static_cast<int>(rng.below(8)), 3 + static_cast<int>(rng.below(8)));
      if (!state.is_empty(p)) continue;
      // More black than white, for more rows.
      (rng.below(3) == 0 ? state.white : state.black).insert(p);
      ++state.stones;
    }
    const Board board = Board::from(state);
    Bits forbidden;
    board.empties().for_each([&](int p) {
      if (board.is_forbidden(Side::black, p)) forbidden.insert(p);
      CHECK_FALSE(board.is_forbidden(Side::white, p));
    });
    found += forbidden.count();
    REQUIRE_MESSAGE(forbidden.words == omok::forbidden_points(state.black, state.white).words(),
                    omok::board_rows(state));
  }
  CHECK(found > 400);
}
