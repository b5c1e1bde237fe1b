/// The search: proven scores against brute force, kernels against one another, limits.
#include <doctest/doctest.h>

#include <string>

#include "ai/reversi/play.hpp"
#include "ai/reversi/probcut.hpp"
#include "threads/run_parallel.hpp"

using namespace dolbang;
using namespace dolbang::reversi_ai;
using namespace dolbang::test;

namespace {

Task to_the_end() {
  Task task;
  task.solve_from = 64;
  return task;
}

void check_solved(Worker& worker, const reversi::State& state) {
  const Outcome outcome = worker.think(board_of(state), geometry_of(state.board), to_the_end());
  INFO(Reversi::board_text(state));
  REQUIRE(outcome.exact);
  REQUIRE(has_score(state, outcome.score));
  reversi::State next = state;
  Reversi::play(next, Move{static_cast<std::uint16_t>(outcome.move)});
  // The other side is to move now, unless it passed.
  REQUIRE(has_score(next, -outcome.score));
}

/// Random endgames with `least` to `most` empties, every fifth on the smaller board, each kernel its share.
void check_endgames(std::uint64_t seed, int positions, int least, int most) {
  Table table(std::size_t{1} << 20);
  Rng rng(seed);
  for (const Kernel kernel : {Kernel::portable, Kernel::avx2}) {
    if (!available(kernel)) continue;
    const auto worker = make_worker(kernel, table, Weights::own());
    for (int i = 0; i < positions / 2; ++i) {
      table.clear();
      check_solved(*worker, random_position(rng, least + i % (most - least + 1), i % 5 == 4 ? "6x6" : "8x8"));
    }
  }
}

}  // namespace

TEST_CASE("the solver agrees with brute force on 10,000 random endgames, on both boards, with both kernels") {
  check_endgames(5, 9500 / slowness, 1, 8);
  check_endgames(6, 500 / slowness, 9, 12);
}

// Minutes: reversi_engine_test --no-skip --test-case="*many more endgames*"
TEST_CASE("the solver agrees with brute force on many more endgames of 8 to 12 empties" * doctest::skip()) {
  check_endgames(7, 10000, 8, 12);
}

TEST_CASE("what one position leaves in the table misleads no other") {
  Table table(std::size_t{1} << 20);
  const auto worker = make_worker(best_kernel(), table, Weights::own());
  Rng rng(6);
  for (int i = 0; i < 60 / slowness; ++i) check_solved(*worker, random_position(rng, 8 + i % 4, i % 2 ? "6x6" : "8x8"));
}

TEST_CASE(
    "with 18 empties score and winner agree in any window, and a search cut off calls nothing proven that is not") {
  Table table(std::size_t{4} << 20);
  Rng rng(14);
  for (const Kernel kernel : {Kernel::portable, Kernel::avx2}) {
    if (!available(kernel)) continue;
    const auto worker = make_worker(kernel, table, Weights::own());
    for (int i = 0; i < 12 / slowness; ++i) {
      const auto state = random_position(rng, 18, i % 4 == 3 ? "6x6" : "8x8");
      const Geometry& geometry = geometry_of(state.board);
      const auto score_within = [&](int alpha, int beta) {
        table.clear();
        Task task = to_the_end();
        task.alpha = alpha;
        task.beta = beta;
        const Outcome outcome = worker->think(board_of(state), geometry, task);
        REQUIRE(outcome.exact);
        return outcome.score;
      };
      INFO(Reversi::board_text(state));
      const int score = score_within(-64, 64);
      REQUIRE(score_within(score - 1, score + 1) == score);
      REQUIRE((score_within(-1, 1) > 0) == (score > 0));
      REQUIRE((score_within(0, 1) > 0) == (score > 0));
      REQUIRE((score_within(-1, 0) < 0) == (score < 0));
      table.clear();
      Task limited = to_the_end();
      for (std::uint64_t nodes = 1000; nodes < 20'000'000; nodes *= 3) {
        limited.nodes = nodes;
        const Outcome outcome = worker->think(board_of(state), geometry, limited);
        REQUIRE((!outcome.exact || outcome.score == score));
      }
    }
  }
}

TEST_CASE("threads that search together prove the same scores as one") {
  Table alone_table(std::size_t{4} << 20);
  Table shared_table(std::size_t{4} << 20);
  const auto alone = make_worker(best_kernel(), alone_table, Weights::own());
  std::vector<std::unique_ptr<Worker>> together;
  for (int i = 0; i < 3; ++i) together.push_back(make_worker(best_kernel(), shared_table, Weights::own()));
  Rng rng(13);
  for (int i = 0; i < 24 / slowness; ++i) {
    const auto state = random_position(rng, 14 + i % 3, i % 4 == 3 ? "6x6" : "8x8");
    const Geometry& geometry = geometry_of(state.board);
    shared_table.next_age();
    const Outcome one = alone->think(board_of(state), geometry, to_the_end());
    const Outcome three = think_together(together, board_of(state), geometry, to_the_end(), run_parallel);
    INFO(Reversi::board_text(state));
    REQUIRE(three.exact);
    REQUIRE(three.score == one.score);
    // The move may be another one, as good.
    reversi::State next = state;
    Reversi::play(next, Move{static_cast<std::uint16_t>(three.move)});
    REQUIRE(-alone->think(board_of(next), geometry, to_the_end()).score == one.score);
  }
}

TEST_CASE("H06 the solver is exact in games with corners given") {
  Table table(std::size_t{1} << 20);
  const auto worker = make_worker(best_kernel(), table, Weights::own());
  Rng rng(7);
  for (const std::string& variant : Reversi::variants())
    for (int i = 0; i < 20 / slowness; ++i) check_solved(*worker, random_position(rng, 7, variant));
}

TEST_CASE("R14 R21 the solver sees passes and wipe-outs") {
  Table table(std::size_t{1} << 20);
  const auto worker = make_worker(best_kernel(), table, Weights::own());
  const auto solve = [&](std::string text) {
    text.resize(64, '-');
    const auto state = *reversi::parse_board(text + "X");
    return worker->think(board_of(state), whole_geometry, to_the_end());
  };
  // Taking everything ends the game at once, for all 64 squares.
  const Outcome wipe_out = solve("XOOO-");
  CHECK(wipe_out.move == 4);
  CHECK(wipe_out.score == 64);
  CHECK(wipe_out.exact);
  // Black cannot move, white can: the answer is a pass, with white's score.
  const Outcome pass = solve("OX------");
  CHECK(pass.move == no_square);
  CHECK(pass.score == -64);
  // Nobody can move: the game is over, and the empties are the winner's.
  const Outcome over = solve("X-X-----");
  CHECK(over.move == no_square);
  CHECK(over.score == 64);
}

TEST_CASE("both kernels give the same scores, moves, node counts and leaves") {
  if (!available(Kernel::avx2)) {
    MESSAGE("SKIPPED: this processor runs the portable kernel only");
    return;
  }
  Table first(std::size_t{1} << 20);
  Table second(std::size_t{1} << 20);
  const auto portable = make_worker(Kernel::portable, first, Weights::own());
  const auto avx2 = make_worker(Kernel::avx2, second, Weights::own());
  Rng rng(8);
  for (int i = 0; i < 60 / slowness; ++i) {
    const auto state = random_position(rng, 8 + rng.below(52), i % 4 == 3 ? "6x6" : "8x8");
    Task task;
    task.depth = 7;
    task.solve_from = 13;
    const Geometry& geometry = geometry_of(state.board);
    const Outcome a = portable->think(board_of(state), geometry, task);
    const Outcome b = avx2->think(board_of(state), geometry, task);
    INFO(Reversi::board_text(state));
    REQUIRE(a.score == b.score);
    REQUIRE(a.move == b.move);
    REQUIRE(a.nodes == b.nodes);
    REQUIRE(a.line == b.line);
    REQUIRE(portable->evaluate(board_of(state), geometry) == avx2->evaluate(board_of(state), geometry));
    REQUIRE(portable->perft(board_of(state), geometry, 3) == avx2->perft(board_of(state), geometry, 3));
    REQUIRE(portable->perft(board_of(state), geometry, 3) == reversi::perft(state, 3));
  }
}

TEST_CASE("the evaluation does not depend on how the board is turned") {
  Table table(1);
  const auto worker = make_worker(best_kernel(), table, Weights::own());
  Rng rng(9);
  for (int i = 0; i < 200 / slowness; ++i) {
    const Board board = board_of(random_position(rng, 5 + rng.below(55)));
    for (int symmetry = 1; symmetry < 8; ++symmetry) {
      Board turned;
      for (int square = 0; square < 64; ++square) {
        if (board.own & bit(square)) turned.own |= bit(reversi_ai::detail::image(square, symmetry));
        if (board.opponent & bit(square)) turned.opponent |= bit(reversi_ai::detail::image(square, symmetry));
      }
      REQUIRE(worker->evaluate(turned, whole_geometry) == worker->evaluate(board, whole_geometry));
    }
  }
}

TEST_CASE("ProbCut allows a guess less error the deeper it looks, and the more the surer a cut must be") {
  for (int empties = 14; empties <= 60; ++empties)
    for (int depth = 3; depth <= empties; ++depth) {
      const int shallow = probcut_depth(depth);
      CHECK(probcut_deviation(empties, depth, shallow) <= probcut_deviation(empties, depth, 0));
      for (int selectivity = 1; selectivity < no_selectivity; ++selectivity)
        CHECK(probcut_error(selectivity, empties, depth, shallow) >=
              probcut_error(selectivity - 1, empties, depth, shallow));
    }
}

TEST_CASE("a guess about the end is never taken for a proof: after selective searches the solver is still exact") {
  Rng rng(10);
  Table used(std::size_t{8} << 20);
  Table fresh(std::size_t{8} << 20);
  const auto misled = make_worker(best_kernel(), used, Weights::simple());
  const auto clean = make_worker(best_kernel(), fresh, Weights::own());
  for (int i = 0; i < 20 / slowness; ++i) {
    const auto state = random_position(rng, 16);
    const Board board = board_of(state);
    // Prunes boldly, with a poor evaluation, all the way to the end and from several moves.
    Task bold = to_the_end();
    bold.end_selectivity = 0;
    const Outcome guess = misled->think(board, whole_geometry, bold);
    CHECK_FALSE(guess.exact);
    const Outcome proof = misled->think(board, whole_geometry, to_the_end());
    fresh.clear();
    const Outcome truth = clean->think(board, whole_geometry, to_the_end());
    INFO(Reversi::board_text(state));
    REQUIRE(proof.exact);
    REQUIRE(truth.exact);
    REQUIRE(proof.score == truth.score);
  }
}

TEST_CASE("with one thread and a limit of nodes a search is the same every time") {
  Rng rng(11);
  for (int i = 0; i < 4; ++i) {
    const Board board = board_of(random_position(rng, 40));
    Outcome outcomes[2];
    for (Outcome& outcome : outcomes) {
      Table table(std::size_t{1} << 20);
      Task task;
      task.nodes = 100000 / slowness;
      outcome = make_worker(best_kernel(), table, Weights::own())->think(board, whole_geometry, task);
      CHECK(outcome.nodes < *task.nodes + 5000);
    }
    CHECK(outcomes[0].move == outcomes[1].move);
    CHECK(outcomes[0].score == outcomes[1].score);
    CHECK(outcomes[0].nodes == outcomes[1].nodes);
    CHECK(outcomes[0].line == outcomes[1].line);
  }
}

TEST_CASE("L05 a search that is told to stop looks often enough, and has a legal move") {
  Rng rng(12);
  // Twenty milliseconds are at least this many nodes of the slowest search.
  constexpr std::uint64_t soon = 60000;
  Table table(std::size_t{1} << 20);
  const auto worker = make_worker(best_kernel(), table, Weights::own());
  for (int i = 0; i < 20; ++i) {
    const auto state = random_position(rng, 5 + 2 * i);
    const std::atomic<bool> stop = true;
    Task task = to_the_end();
    task.stop = &stop;
    const Outcome outcome = worker->think(board_of(state), whole_geometry, task);
    CHECK(Reversi::is_legal(state, Move{static_cast<std::uint16_t>(outcome.move)}));
    CHECK(outcome.nodes < soon);
  }
  // The clock is read as often: each reading of this one is a millisecond, and the search ends at the fifth.
  const auto state = random_position(rng, 30);
  int readings = 0;
  Task task = to_the_end();
  task.now = [&] { return std::chrono::milliseconds(++readings); };
  task.deadline = std::chrono::milliseconds(5);
  const Outcome outcome = worker->think(board_of(state), whole_geometry, task);
  CHECK(readings == 5);
  CHECK(outcome.nodes < 5 * soon);
  CHECK(Reversi::is_legal(state, Move{static_cast<std::uint16_t>(outcome.move)}));
}
