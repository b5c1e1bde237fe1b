/// The levels without look-ahead, in every variant of their games.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

#include "ai/engine.hpp"
#include "ai/reversi/novice.hpp"
#include "games/omok/omok.hpp"
#include "games/omok/renju.hpp"
#include "games/reversi/reversi.hpp"
#include "match/match.hpp"

using namespace dolbang;

namespace {

SearchRequest request(std::uint64_t seed) {
  SearchRequest request;
  request.seed = seed;
  return request;
}

/// A game between two levels, asking `visit(match, move)` before every move.
template <class Visit>
Match play_out(const GameSpec& spec, Level black, Level white, std::uint64_t seed, Visit visit) {
  const auto first = make_engine(spec.game, black), second = make_engine(spec.game, white);
  REQUIRE(first);
  REQUIRE(second);
  Match match = *Match::start(spec);
  while (!match.is_over()) {
    const bool turn_of_first = (match.to_move() == Side::black) != match.sides_swapped();
    const Move move = (turn_of_first ? first : second)->search(match.position(), request(seed)).best;
    visit(match, move);
    REQUIRE(match.play(match.to_move(), move));
  }
  return match;
}
Match play_out(const GameSpec& spec, Level black, Level white, std::uint64_t seed) {
  return play_out(spec, black, white, seed, [](const Match&, Move) {});
}

omok::State omok_at(std::string_view variant, std::string_view transcript) {
  const auto match = Match::replay({"omok", std::string(variant)}, transcript);
  if (!match) FAIL(match.error().message);
  return *match->position().get_if<Omok>();
}

/// How often a level plays each move of a position, over many seeds.
std::map<std::string, int> choices(const omok::State& state, Level level, int seeds) {
  std::map<std::string, int> count;
  const auto engine = make_engine("omok", level);
  for (int seed = 0; seed < seeds; ++seed) {
    const Move move = engine->search(Position::of<Omok>(state), request(static_cast<std::uint64_t>(seed))).best;
    ++count[Omok::move_text(state, move)];
  }
  return count;
}

}  // namespace

TEST_CASE("L06 the weak levels play every variant of Omok to the end, without an illegal or forbidden move") {
  for (const Level level : {Level::novice, Level::easy})
    for (const std::string& variant : Omok::variants())
      for (std::uint64_t seed = 0; seed < 2; ++seed) {
        CAPTURE(variant);
        const Match match = play_out({"omok", variant}, level, level, seed, [](const Match& at, Move move) {
          REQUIRE(at.position().is_legal(move));
          const auto state = *at.position().get_if<Omok>();
          if (state.variant.rule == omok::Rule::renju && move.code < omok::points &&
              omok::stone_to_place(state) == Side::black)
            REQUIRE(omok::forbidden(state.black, state.white, move.code) == omok::Forbidden::no);
        });
        CHECK(match.result()->reason != EndReason::forbidden_point);
      }
}

TEST_CASE("L07 the first stone goes to the centre") {
  for (const Level level : {Level::novice, Level::easy})
    for (const std::string& variant : Omok::variants())
      CHECK(choices(*Omok::start(variant), level, 20) == std::map<std::string, int>{{"H8", 20}});
}

TEST_CASE("L01 the Omok novice plays any point within two of a stone, each about as often") {
  const auto state = omok_at("freestyle", "h8k8");
  constexpr int seeds = 6000;
  const auto count = choices(state, Level::novice, seeds);
  CHECK(count.size() == 5u * 8u - 2u);  // the columns f to m, the rows 6 to 10, without the two stones
  for (const auto& [move, times] : count) {
    const int point = *omok::parse_point(move);
    CHECK(std::abs(omok::row_of(point) - 7) <= 2);
    CHECK(omok::column_of(point) >= 5);
    CHECK(omok::column_of(point) <= 12);
    CHECK(times > seeds / 38 / 2);
    CHECK(times < seeds / 38 * 2);
  }
}

TEST_CASE("L01 the Reversi novice plays any legal move, each about as often") {
  const Match match = *Match::replay({"reversi", ""}, "f5d6c3d3c4f4f6");
  const auto legal = match.position().legal_moves();
  const auto engine = make_reversi_novice();
  std::map<std::uint16_t, int> count;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) ++count[engine->search(match.position(), request(seed)).best.code];
  CHECK(count.size() == legal.size());
  for (const auto& [code, times] : count) CHECK(times > 2000 / static_cast<int>(legal.size()) / 2);
}

TEST_CASE("L01 easy completes its five, and mostly but not always ends the opponent's four") {
  // Black has d8-g8 and white ends at c8; white has a four of its own only in the second position.
  const auto threatened = omok_at("freestyle", "d8c8e8d10f8e11g8");
  const auto answers = choices(threatened, Level::easy, 600);
  REQUIRE(answers.count("H8"));
  CHECK(answers.at("H8") > 600 * 70 / 100);
  CHECK(answers.at("H8") < 600 * 95 / 100);
  const auto winning = omok_at("freestyle", "d8c8e8d10f8e10g8f10a1g10a3");
  const auto wins = choices(winning, Level::easy, 200);
  CHECK((wins.count("H10") ? wins.at("H10") : 0) + (wins.count("C10") ? wins.at("C10") : 0) == 200);
}

TEST_CASE("L01 easy does not always play the best point, and never one far from the stones") {
  const auto state = omok_at("renju", "h8i9g7h9");
  const auto count = choices(state, Level::easy, 600);
  CHECK(count.size() > 3);
  const int most =
      std::max_element(count.begin(), count.end(), [](auto& a, auto& b) { return a.second < b.second; })->second;
  CHECK(most > 600 / 10);
}

TEST_CASE("L02 easy beats novice at Omok") {
  for (const char* variant : {"freestyle", "renju", "freestyle-swap2"}) {
    const GameSpec spec{"omok", variant};
    CAPTURE(spec.variant);
    constexpr int games = 100;
    double points = 0;
    for (int game = 0; game < games; ++game) {
      const bool easy_begins = game % 2 == 0;
      const Match match = play_out(spec, easy_begins ? Level::easy : Level::novice,
                                   easy_begins ? Level::novice : Level::easy, static_cast<std::uint64_t>(game));
      const auto winner = match.result()->winner;
      const Side easy_side = easy_begins != match.sides_swapped() ? Side::black : Side::white;
      points += !winner ? 0.5 : *winner == easy_side ? 1 : 0;
    }
    MESSAGE(spec.variant << ": easy takes " << points << " of " << games);
    CHECK(points >= games * 65 / 100);
  }
}

TEST_CASE("Z12 the weak levels make the Swap2 opening's decisions") {
  const auto choice = omok_at("renju-swap2", "h8i9g7");
  const auto last_choice = omok_at("renju-swap2", "h8i9g7 more h9k8");
  using Words = std::set<std::string>;
  const auto words = [](const std::map<std::string, int>& count) {
    Words all;
    for (const auto& [word, times] : count) all.insert(word);
    return all;
  };
  CHECK(words(choices(choice, Level::novice, 100)) == Words{"more", "stay", "swap"});
  CHECK(words(choices(last_choice, Level::novice, 100)) == Words{"stay", "swap"});
  // Easy takes the side whose stones promise more: two black ones next to each other, or two white ones.
  CHECK(words(choices(omok_at("freestyle-swap2", "h8a1h9"), Level::easy, 100)) == Words{"more", "swap"});
  CHECK(words(choices(omok_at("freestyle-swap2", "h8a1o15 more a2o1"), Level::easy, 100)) == Words{"swap"});
  CHECK(words(choices(omok_at("freestyle-swap2", "h8a1h9 more o15h10"), Level::easy, 100)) == Words{"stay"});
}
