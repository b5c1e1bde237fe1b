/// Positions with known scores, where they are there: the endgame set of FFO, 1 to 19, published everywhere.
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "ai/reversi/play.hpp"

using namespace dolbang;
using namespace dolbang::reversi_ai;

TEST_CASE("every position of FFO 1 to 19 is solved exactly") {
  std::ifstream file(DOLBANG_DATA "fforum-1-19.obf");
  if (!file) {
    std::puts("SKIPPED: no fforum-1-19.obf beside the checkout");
    return;
  }
  Table table(std::size_t{16} << 20);
  const auto worker = make_worker(best_kernel(), table, Weights::own());
  std::string line;
  int positions = 0;
  while (std::getline(file, line)) {
    if (line.size() < 70) continue;
    const auto state = reversi::parse_board(line.substr(0, 66));
    REQUIRE(state);
    // The moves follow with their scores, the best first: " G8:+18; H1:+12; ..."
    const int score = std::atoi(line.c_str() + line.find(':') + 1);
    Task task;
    task.solve_from = 64;
    const Outcome outcome = worker->think(board_of(*state), whole_geometry, task);
    INFO(line);
    CHECK(outcome.exact);
    CHECK(outcome.score == score);
    ++positions;
  }
  CHECK(positions == 19);
}
