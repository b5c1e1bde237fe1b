#include <doctest/doctest.h>

#include "ai/engine.hpp"
#include "core/rng.hpp"
#include "helpers.hpp"
#include "match/match.hpp"

using namespace dolbang;

namespace {

Move ask(Engine& engine, const Position& position, std::uint64_t seed, std::uint64_t nodes) {
  SearchRequest request;
  request.seed = seed;
  request.nodes = nodes;
  return engine.search(position, request).best;
}

}  // namespace

TEST_CASE("L01 casual looks two plies ahead, medium four and for its own wins by fours; the others keep their time") {
  const auto state = omok_test::position("h8i9g7h9g9i7", omok::Rule::freestyle);
  const Position position = Position::of<Omok>(state);
  for (const auto& [level, depth] : {std::pair{Level::casual, 2}, {Level::medium, 4}}) {
    const auto engine = make_engine("omok", level);
    REQUIRE(engine);
    CHECK(contract_of("omok", level)->depth == depth);
    CHECK(engine->search(position, {}).depth == depth);
  }
  for (const Level level : {Level::strong, Level::hard, Level::max}) {
    const auto engine = make_engine("omok", level);
    REQUIRE(engine);
    SearchRequest request;
    std::int64_t ticks = 0;  // a clock that goes ten milliseconds each time it is looked at
    request.now = [&] { return std::chrono::milliseconds(10 * ++ticks); };
    const SearchResult result = engine->search(position, request);
    const auto spent = std::chrono::milliseconds(10 * ticks);
    CHECK(spent <= *contract_of("omok", level)->time);
    CHECK(spent >= *contract_of("omok", level)->time / 10);
    CHECK(position.is_legal(result.best));
  }
}

TEST_CASE("L01 medium finds a win by fours beyond its four plies") {
  // Three fours in a row, then five.
  const auto state =
      omok_test::diagram("15/15/15/15/8X6/15/8X6/8X6/15/4OXXX1X5/15/15/15/15/15", omok::Rule::freestyle, Side::black);
  const auto engine = make_engine("omok", Level::medium);
  const SearchResult result = engine->search(Position::of<Omok>(state), {});
  CHECK(result.exact);
  CHECK(*result.score > 0);
}

TEST_CASE("L06 no level plays an illegal or forbidden move, in any variant") {
  int plies = 0;
  for (const std::string& variant : Omok::variants())
    for (const Level level : levels_of("omok")) {
      const auto black = make_engine("omok", level);
      const auto white = make_engine("omok", Level::casual);
      CAPTURE(variant);
      auto match = Match::start({"omok", variant});
      REQUIRE(match);
      for (std::uint64_t seed = 1; !match->is_over() && match->ply() < 40; ++seed) {
        const Side side = match->to_move();
        Engine& engine = side == Side::black ? *black : *white;
        const Move move = ask(engine, match->position(), seed, 300);
        const auto state = match->position().get_if<Omok>();
        REQUIRE(match->position().is_legal(move));
        if (state->variant.rule == omok::Rule::renju && move.code < omok::points &&
            omok::stone_to_place(*state) == Side::black)
          REQUIRE(omok::forbidden(state->black, state->white, move.code) == omok::Forbidden::no);
        REQUIRE(match->play(side, move));
        ++plies;
      }
    }
  CHECK(plies > 300);
}

TEST_CASE("L06 a level moves even where everything but forbidden points is taken") {
  // Black's last empty points are all forbidden: legal where they may be played and lose.
  omok::State state;
  state.variant = {omok::Rule::renju, true, omok::Opening::free};
  for (int p = 0; p < omok::points; ++p) {
    const int column = omok::column_of(p), row = omok::row_of(p);
    if (row == 7 && column == 5) continue;  // f8 makes six
    if (row == 7 && column >= 2 && column <= 8)
      state.black.insert(p);
    else
      state.white.insert(p);
  }
  state.stones = 224;
  state.to_move = Side::black;
  for (const Level level : levels_of("omok")) {
    const auto engine = make_engine("omok", level);
    const Move move = ask(*engine, Position::of<Omok>(state), 1, 100);
    CHECK(Omok::is_legal(state, move));
  }
}

TEST_CASE("L07 the first stone is at the centre") {
  for (const Level level : levels_of("omok"))
    for (const char* variant : {"freestyle", "renju", "renju-loses", "freestyle-centre"}) {
      const auto engine = make_engine("omok", level);
      const auto match = Match::start({"omok", variant});
      CHECK(ask(*engine, match->position(), 5, 100).code == omok::centre_point);
    }
}

TEST_CASE("Z12 the Swap2 opening: three stones, a choice that takes the better colour, and play") {
  const auto engine = make_engine("omok", Level::strong);
  auto match = Match::start({"omok", "freestyle-swap2"});
  REQUIRE(match);
  for (int i = 0; i < 3; ++i) REQUIRE(match->play(Side::black, ask(*engine, match->position(), 9, 20000)));
  const Move choice = ask(*engine, match->position(), 9, 20000);
  CHECK((choice == omok::stay || choice == omok::swap));
  REQUIRE(match->play(Side::white, choice));

  // White's stone lies far from black's open two: black stands better.
  const auto lopsided = Match::replay({"omok", "freestyle-swap2"}, "h8 a1 i9");
  REQUIRE(lopsided);
  CHECK(ask(*engine, lopsided->position(), 9, 20000) == omok::swap);
  const auto five = Match::replay({"omok", "freestyle-swap2"}, "h8 a1 i9 more a15 j8");
  REQUIRE(five);
  CHECK(ask(*engine, five->position(), 9, 20000) == omok::stay);
}

TEST_CASE("the same request with the same seed and node limit plays the same move") {
  const Position position = Position::of<Omok>(omok_test::position("h8i9g7h9", omok::Rule::renju));
  for (const Level level : levels_of("omok")) {
    const auto a = make_engine("omok", level), b = make_engine("omok", level);
    ask(*a, Position::of<Omok>(omok_test::position("h8", omok::Rule::renju)), 1, 1000);
    CHECK(ask(*a, position, 4, 3000) == ask(*b, position, 4, 3000));
  }
}
