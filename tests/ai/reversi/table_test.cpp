/// What the transposition table remembers, and for whom.
#include <doctest/doctest.h>

#include "ai/reversi/table.hpp"

using namespace dolbang::reversi_ai;

TEST_CASE("an entry says how it was searched, and keeps what was searched better") {
  Table table(1024);
  const Board board{0x0000000810000000, 0x0000001008000000};
  Known known;
  CHECK_FALSE(table.find(board, known));

  table.store(board, 10, 2, 5, 3, 4, 7, 19);
  REQUIRE(table.find(board, known));
  CHECK(known.depth == 10);
  CHECK(known.selectivity == 2);
  CHECK(known.lower == 7);
  CHECK(known.upper == 64);
  CHECK(known.move[0] == 19);

  // A bolder or shallower search adds nothing to the bounds.
  table.store(board, 10, 1, 5, 7, 8, 7, 20);
  table.store(board, 9, no_selectivity, 5, 7, 8, 7, 20);
  REQUIRE(table.find(board, known));
  CHECK(known.selectivity == 2);
  CHECK(known.upper == 64);

  // An equal one narrows them.
  table.store(board, 10, 2, 5, 7, 8, 7, 19);
  REQUIRE(table.find(board, known));
  CHECK(known.lower == 7);
  CHECK(known.upper == 7);

  // A surer one replaces them: what the bold one claimed is gone.
  table.store(board, 10, no_selectivity, 5, 0, 1, 0, 21);
  REQUIRE(table.find(board, known));
  CHECK(known.selectivity == no_selectivity);
  CHECK(known.lower == -64);
  CHECK(known.upper == 0);

  table.clear();
  CHECK_FALSE(table.find(board, known));
}

TEST_CASE("a full bucket gives up what is old, then what was cheap") {
  Table table(1);  // one bucket
  const auto board = [](std::uint64_t n) { return Board{n, ~n}; };
  Known known;
  for (std::uint64_t n = 1; n <= 5; ++n) table.store(board(n), 10, 5, static_cast<int>(10 * n), 0, 1, 1, 1);
  table.store(board(6), 10, 5, 100, 0, 1, 1, 1);
  CHECK_FALSE(table.find(board(1), known));
  CHECK(table.find(board(2), known));
  table.next_age();
  for (std::uint64_t n = 11; n <= 14; ++n) table.store(board(n), 3, 0, 1, 0, 1, 1, 1);
  CHECK_FALSE(table.find(board(2), known));
  CHECK(table.find(board(6), known));
  CHECK(table.find(board(14), known));
}
