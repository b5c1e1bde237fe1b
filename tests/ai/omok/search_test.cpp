#include "ai/omok/search.hpp"

#include <doctest/doctest.h>

#include "ai/omok/team.hpp"
#include "helpers.hpp"
#include "threads/run_parallel.hpp"

using namespace dolbang;
using namespace dolbang::omok_ai;
using omok::Rule;
using omok_test::diagram;

namespace {

Limits limits_of(std::uint64_t nodes) {
  Limits limits;
  limits.nodes = nodes;
  limits.vcf_nodes = 20000;
  limits.leaf_vcf_nodes = 200;
  limits.opponent_vcf = true;
  return limits;
}

std::string best(const omok::State& state, std::uint64_t nodes = 20000) {
  Search search(14);
  const Found found = search.run(Board::from(state), limits_of(nodes));
  REQUIRE_FALSE(found.best.empty());
  return omok::point_text(found.best[0].point);
}

bool one_of(const std::string& move, std::initializer_list<const char*> moves) {
  for (const char* m : moves)
    if (move == m) return true;
  return false;
}

}  // namespace

TEST_CASE("search: makes five before anything else, and stops the other's") {
  for (const Rule rule : {Rule::freestyle, Rule::renju}) {
    // Both have four: the side to move makes its own.
    CHECK(
        one_of(best(diagram("15/15/15/15/15/15/4XXXX7/4OOOO7/15/15/15/15/15/15/15", rule, Side::black)), {"d9", "i9"}));
    CHECK(
        one_of(best(diagram("15/15/15/15/15/15/4XXXX7/4OOOO7/15/15/15/15/15/15/15", rule, Side::white)), {"d8", "i8"}));
    // A closed four is stopped at its one end, even by a side with an open three of its own.
    CHECK(best(diagram("15/15/15/15/4XXX8/15/15/3XOOOO7/15/15/15/15/15/15/15", rule, Side::black)) == "i8");
    CHECK(best(diagram("15/15/15/15/4OOO8/15/15/3OXXXX7/15/15/15/15/15/15/15", rule, Side::white)) == "i8");
  }
}

TEST_CASE("search: an open three is stopped") {
  for (const Rule rule : {Rule::freestyle, Rule::renju}) {
    const auto state = diagram("15/15/15/15/15/15/9X5/6OOO6/8X6/5X9/15/15/15/15/15", rule, Side::black);
    CHECK(one_of(best(state), {"e8", "f8", "j8", "k8"}));
  }
}

TEST_CASE("search: a win by fours is found and scored as one") {
  const auto state = diagram("15/15/15/15/15/15/8X6/8X6/15/4OXXX7/15/15/15/15/15", Rule::renju, Side::black);
  Search search(14);
  const Found found = search.run(Board::from(state), limits_of(10000));
  CHECK(found.best[0].score > proven_score);
  CHECK(omok::point_text(found.best[0].point) == "i6");
}

TEST_CASE("O21 search: black keeps off forbidden points and falls into no trap") {
  // The crossing of two open threes would win in freestyle and is forbidden in Renju.
  const char* rows = "15/15/15/15/15/15/15/5XX8/7X7/7X7/15/15/15/15/15";
  const std::string free = best(diagram(rows, Rule::freestyle, Side::black));
  CHECK(free != "");
  Search search(14);
  for (const char* trap : {
           "15/15/15/15/15/15/15/5XX8/7X7/7X7/15/15/15/15/15",    // 33 at h8
           "15/15/15/15/7X7/7X7/7X7/4XXX8/15/15/15/15/15/15/15",  // 44 at h8
           "15/15/15/15/15/15/3XXX1XX6/15/15/15/15/15/15/15/15",  // overline at g9
       }) {
    const auto state = diagram(trap, Rule::renju, Side::black);
    const Found found = search.run(Board::from(state), limits_of(5000), 5);
    for (const RootMove& move : found.best)
      CHECK(omok::forbidden(state.black, state.white, move.point) == omok::Forbidden::no);
  }
}

TEST_CASE("search: white drives black into a forbidden answer") {
  const char* rows = "15/15/15/15/7X7/7X7/7X7/3XOOO8/7X7/7X7/15/15/15/15/15";
  Search search(14);
  const Found found = search.run(Board::from(diagram(rows, Rule::renju, Side::white)), limits_of(5000));
  CHECK(found.best[0].score > proven_score);
}

TEST_CASE("search: the node limit decides, not the machine") {
  for (const Rule rule : {Rule::freestyle, Rule::renju}) {
    const auto state = omok_test::position("h8i9g7h9g9i7i10g10", rule);
    Search first(14), second(14);
    const Found a = first.run(Board::from(state), limits_of(8000));
    first.run(Board::from(omok_test::position("h8h9", rule)), limits_of(3000));
    first.clear();
    const Found b = first.run(Board::from(state), limits_of(8000));
    const Found c = second.run(Board::from(state), limits_of(8000));
    for (const Found* other : {&b, &c}) {
      CHECK(a.nodes == other->nodes);
      CHECK(a.depth == other->depth);
      CHECK(a.best[0].point == other->best[0].point);
      CHECK(a.best[0].score == other->best[0].score);
      CHECK(a.best[0].line == other->best[0].line);
    }
    CHECK(a.nodes < 8000 + 1000);
  }
}

TEST_CASE("L05 search: a stop is seen within a few hundred positions, and the answer is a move all the same") {
  for (const Rule rule : {Rule::freestyle, Rule::renju}) {
    const auto state = omok_test::position("h8i9g7h9g9i7i10g10f8i8j7h10", rule);
    Search search(16);
    std::atomic<bool> stop{false};
    Limits limits = limits_of(~std::uint64_t{0});
    limits.stop = &stop;
    // The clock is asked once every few hundred positions; the flag is looked at on the same occasions.
    limits.time = std::chrono::hours(1);
    int asked = 0;
    limits.now = [&] {
      if (++asked == 20) stop = true;
      return std::chrono::nanoseconds(0);
    };
    const Found found = search.run(Board::from(state), limits);
    CHECK(found.nodes < 22 * 1024);
    // At more than 100,000 positions a second, twenty milliseconds are 2000 of them.
    CHECK(asked <= 22);
    REQUIRE_FALSE(found.best.empty());
    CHECK(Omok::is_legal(state, Move{static_cast<std::uint16_t>(found.best[0].point)}));

    stop = true;
    CHECK(search.run(Board::from(state), limits).nodes < 2000);
  }
}

TEST_CASE("search: the clock ends it") {
  Search search(14);
  Limits limits = limits_of(~std::uint64_t{0});
  std::int64_t ticks = 0;
  limits.now = [&] { return std::chrono::nanoseconds(++ticks * 1'000'000); };
  limits.time = std::chrono::milliseconds(50);
  const Found found = search.run(Board::from(omok_test::position("h8i9g7", Rule::freestyle)), limits);
  CHECK(ticks <= 60);
  CHECK_FALSE(found.best.empty());
}

TEST_CASE("search: several best moves for a review, each scored, best first") {
  Search search(14);
  const auto state = omok_test::position("h8i9g7h9g9", Rule::freestyle);
  const Found found = search.run(Board::from(state), limits_of(30000), 3);
  REQUIRE(found.best.size() == 3);
  CHECK(found.depth >= 2);
  CHECK(found.best[0].score >= found.best[1].score);
  CHECK(found.best[1].score >= found.best[2].score);
  CHECK(found.best[0].point != found.best[1].point);
  for (const RootMove& move : found.best) CHECK(move.line.front() == move.point);
}

TEST_CASE("team: three searches at once prove the wins that one proves") {
  for (const Rule rule : {Rule::freestyle, Rule::renju}) {
    const auto state = diagram("15/15/15/15/15/15/8X6/8X6/15/4OXXX7/15/15/15/15/15", rule, Side::black);
    Team team(14);
    Limits limits = limits_of(~std::uint64_t{0});
    limits.depth = 9;
    // Without the solver the searches themselves have to find it.
    limits.vcf_nodes = limits.leaf_vcf_nodes = 0;
    const Found found = team.run_together(Board::from(state), limits, 3, run_parallel);
    CHECK(found.best[0].score > proven_score);
    CHECK(found.nodes > 0);
    CHECK(omok::point_text(found.best[0].point) == "i6");
  }
}

TEST_CASE("L05 team: a stop ends all its searches, and the answer is a move all the same") {
  const auto state = omok_test::position("h8i9g7h9g9i7i10g10f8i8j7h10", Rule::freestyle);
  Team team(14);
  std::atomic<bool> stop{false};
  Limits limits = limits_of(~std::uint64_t{0});
  limits.stop = &stop;
  limits.time = std::chrono::hours(1);
  int asked = 0;  // by the first search alone: it watches the clock for all
  limits.now = [&] {
    if (++asked == 20) stop = true;
    return std::chrono::nanoseconds(0);
  };
  const Found found = team.run_together(Board::from(state), limits, 3, run_parallel);
  CHECK(asked <= 21);  // once more where two questions are asked in one breath
  REQUIRE_FALSE(found.best.empty());
  CHECK(Omok::is_legal(state, Move{static_cast<std::uint16_t>(found.best[0].point)}));
}

TEST_CASE("team: one thread and a limit of nodes give what a search alone gives") {
  const auto state = omok_test::position("h8i9g7h9g9i7i10g10", Rule::renju);
  Team team(14);
  Search search(14);
  const Found a = team.run_together(Board::from(state), limits_of(5000), 1, run_parallel);
  const Found b = search.run(Board::from(state), limits_of(5000));
  CHECK(a.nodes == b.nodes);
  CHECK(a.best[0].point == b.best[0].point);
  CHECK(a.best[0].line == b.best[0].line);
}
