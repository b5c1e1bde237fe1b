#include <doctest/doctest.h>

#include <rapidcheck.h>

#include <algorithm>
#include <bit>

#include "ai/engine.hpp"
#include "boards.hpp"
#include "core/rng.hpp"

using namespace dolbang;
using namespace dolbang::test;

namespace {

SearchRequest request(std::uint64_t seed) {
  SearchRequest request;
  request.seed = seed;
  return request;
}

int turned_by(const Position& position, Move move) {
  const auto state = *position.get_if<Reversi>();
  return std::popcount(reversi::flips(state.own(), state.opponent(), move.code));
}

bool is_greediest(const Position& position, Move chosen) {
  const auto legal = position.legal_moves();
  return std::all_of(legal.begin(), legal.end(),
                     [&](Move move) { return turned_by(position, move) <= turned_by(position, chosen); });
}

}  // namespace

TEST_CASE("L06 the easy engine plays only legal moves, to the end of every game") {
  const auto engine = make_engine("reversi", Level::easy);
  REQUIRE(engine);
  CHECK(rc::check([&](std::uint64_t seed) {
    Match match = *Match::start({"reversi", ""});
    Rng rng(seed);
    while (!match.is_over()) {
      const auto legal = match.position().legal_moves();
      const Move move = (rng.next() & 1) != 0 ? engine->search(match.position(), request(seed)).best
                                              : legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
      RC_ASSERT(match.play(match.to_move(), move).has_value());
    }
  }));
}

TEST_CASE("L06 asked where only a pass is legal, the easy engine passes") {
  reversi::State state = reversi_of(match_after("f5f6c4g5h5h4f7"));
  Reversi::play(state, at("h6"));
  const auto engine = make_engine("reversi", Level::easy);
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    CHECK(engine->search(Position::of<Reversi>(state), request(seed)).best.is_pass());
}

TEST_CASE("L01 easy usually turns most discs, and now and then plays any move") {
  const Match match = match_after("f5d6c3d3c4f4f6");
  const auto engine = make_engine("reversi", Level::easy);
  constexpr int games = 4000;
  int greedy = 0;
  std::vector<Move> seen;
  for (int seed = 0; seed < games; ++seed) {
    const Move move = engine->search(match.position(), request(static_cast<std::uint64_t>(seed))).best;
    greedy += is_greediest(match.position(), move);
    if (std::find(seen.begin(), seen.end(), move) == seen.end()) seen.push_back(move);
  }
  CHECK(greedy > games * 70 / 100);
  CHECK(greedy < games * 95 / 100);
  CHECK(seen.size() == match.position().legal_moves().size());
}

TEST_CASE("the same seed plays the same game") {
  const auto game = [](std::uint64_t seed) {
    const auto engine = make_engine("reversi", Level::easy);
    Match match = *Match::start({"reversi", ""});
    while (!match.is_over()) REQUIRE(match.play(match.to_move(), engine->search(match.position(), request(seed)).best));
    return match.transcript();
  };
  CHECK(game(1) == game(1));
  CHECK(game(1) != game(2));
}

TEST_CASE("the list of levels is the list of engines") {
  for (const Level level : all_levels) {
    const auto levels = levels_of("reversi");
    const bool listed = std::find(levels.begin(), levels.end(), level) != levels.end();
    CHECK((make_engine("reversi", level) != nullptr) == listed);
    CHECK(level_from(to_string(level)) == level);
  }
  CHECK(levels_of("chess").empty());
  CHECK_FALSE(make_engine("chess", Level::easy));
  CHECK_FALSE(level_from("godlike"));
}
