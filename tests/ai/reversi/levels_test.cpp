/// The levels of Reversi keep what they promise.
#include <doctest/doctest.h>

#include <set>

#include "ai/engine.hpp"
#include "ai/reversi/play.hpp"
#include "match/match.hpp"
#include "threads/run_parallel.hpp"

using namespace dolbang;
using namespace dolbang::test;

namespace {

SearchRequest with_nodes(std::uint64_t nodes, std::uint64_t seed = 1) {
  SearchRequest request;
  request.seed = seed;
  request.nodes = nodes;
  return request;
}

}  // namespace

TEST_CASE("L01 every level of the ladder plays Reversi") {
  const auto levels = levels_of("reversi");
  CHECK(std::equal(levels.begin(), levels.end(), all_levels.begin(), all_levels.end()));
}

TEST_CASE("L06 H04 H05 every level plays every variant to its end by legal moves") {
  for (const Level level : all_levels) {
    const auto engine = make_engine("reversi", level);
    REQUIRE(engine);
    Rng rng(3);
    for (const std::string& variant : Reversi::variants()) {
      Match match = *Match::start({"reversi", variant});
      const Side side = rng.below(2) == 0 ? Side::black : Side::white;
      while (!match.is_over()) {
        const auto legal = match.position().legal_moves();
        // A perfect level takes its time for the last empties: here only for the very last.
        const bool thinks = match.to_move() == side &&
                            (level < Level::medium || rng.below(8) == 0 || match.position().score()->empties < 8);
        const Move move = thinks ? engine->search(match.position(), with_nodes(2000, rng.next())).best
                                 : legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
        REQUIRE(match.play(match.to_move(), move));
      }
    }
  }
}

TEST_CASE("L01 casual looks two plies ahead, and nearly always takes a corner that it may have") {
  const auto engine = make_engine("reversi", Level::casual);
  Rng rng(4);
  int offered = 0, taken = 0;
  for (int i = 0; i < 200; ++i) {
    const auto state = random_position(rng, 20);
    const auto corners = reversi::legal_squares(state) & 0x8100000000000081u;
    if (corners == 0 || std::popcount(reversi::legal_squares(state) & ~corners) == 0) continue;
    const auto result = engine->search(Position::of<Reversi>(state), with_nodes(1000));
    CHECK(result.depth == 2);
    ++offered;
    taken += (reversi::bit(result.best.code) & corners) != 0;
  }
  // Not always: two plies may show something better.
  CHECK(offered > 20);
  CHECK(taken * 10 >= offered * 8);
}

TEST_CASE("L01 medium looks four plies ahead, and from ten empties on its move is perfect") {
  const auto engine = make_engine("reversi", Level::medium);
  Rng rng(5);
  for (int i = 0; i < 10; ++i) {
    const auto early = random_position(rng, 30);
    const auto result = engine->search(Position::of<Reversi>(early), SearchRequest{});
    CHECK(result.depth == 4);
    CHECK_FALSE(result.exact);
  }
  for (int i = 0; i < 40 / slowness; ++i) {
    const auto late = random_position(rng, 8 + i % 3);
    const auto result = engine->search(Position::of<Reversi>(late), SearchRequest{});
    CHECK(result.exact);
    REQUIRE(result.score);
    CHECK(has_score(late, *result.score));
    reversi::State next = late;
    Reversi::play(next, result.best);
    CHECK(has_score(next, -*result.score));
  }
}

TEST_CASE("L01 the upper levels prove the score from their limit on") {
  Rng rng(6);
  for (const Level level : {Level::strong, Level::hard, Level::max}) {
    const auto engine = make_engine("reversi", level);
    const auto contract = *contract_of("reversi", level);
    for (int i = 0; i < 3; ++i) {
      const auto state = random_position(rng, std::min(contract.perfect_empties, slowness > 1 ? 14 : 18));
      SearchRequest request;
      // Even where the clock says that time is over.
      std::chrono::nanoseconds time{};
      request.now = [&] { return time += std::chrono::seconds(10); };
      const auto result = engine->search(Position::of<Reversi>(state), request);
      CHECK(result.exact);
      CHECK(result.score);
      CHECK(result.depth == std::popcount(state.empties()));
    }
  }
}

TEST_CASE("L01 hard and max try to solve from 20 and 24 empties within their time") {
  Rng rng(7);
  for (const Level level : {Level::strong, Level::hard, Level::max}) {
    const auto contract = *contract_of("reversi", level);
    const auto engine = make_engine("reversi", level);
    const auto state = random_position(rng, 40);
    SearchRequest request;
    std::chrono::nanoseconds time{};
    std::chrono::nanoseconds latest{};
    request.now = [&] { return latest = time += *contract.time / 50; };
    const auto result = engine->search(Position::of<Reversi>(state), request);
    CHECK(Reversi::is_legal(state, result.best));
    CHECK(latest <= *contract.time * 26 / 25);
    CHECK(latest >= *contract.time / 3);
    CHECK(result.depth >= 4);
  }
}

TEST_CASE("L01 with two threads max proves the same scores") {
  Rng rng(8);
  const auto engine = make_engine("reversi", Level::max);
  for (int i = 0; i < 4 / slowness + 1; ++i) {
    const auto state = random_position(rng, slowness > 1 ? 12 : 16);
    SearchRequest one;
    SearchRequest two;
    two.threads = 2;
    two.run_parallel = run_parallel;
    const auto alone = make_engine("reversi", Level::max)->search(Position::of<Reversi>(state), one);
    const auto together = engine->search(Position::of<Reversi>(state), two);
    CHECK(together.exact);
    CHECK(together.score == alone.score);
  }
}

TEST_CASE("the principal variation is a legal line that begins with the move") {
  Rng rng(9);
  const auto engine = make_engine("reversi", Level::strong);
  for (int i = 0; i < 20 / slowness + 1; ++i) {
    const auto state = random_position(rng, 6 + 2 * i);
    const auto result = engine->search(Position::of<Reversi>(state), with_nodes(20000));
    REQUIRE_FALSE(result.principal_variation.empty());
    CHECK(result.principal_variation.front() == result.best);
    reversi::State next = state;
    for (const Move move : result.principal_variation) {
      REQUIRE(Reversi::is_legal(next, move));
      Reversi::play(next, move);
    }
  }
}
