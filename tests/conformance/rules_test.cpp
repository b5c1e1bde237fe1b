/// What every game of the catalogue must keep, in every variant. Nothing here knows a game; a new one only adds its
/// slow rules.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "game/perft.hpp"
#include "games/catalogue.hpp"
#include "match/match.hpp"
#include "slow_rules.hpp"

using namespace dolbang;
using dolbang::test::slow_rules;
using dolbang::test::SlowRules;

namespace {

// Random games of each variant; in a debug build the slow rules are very slow.
#ifdef NDEBUG
constexpr int games_each = 3;
#else
constexpr int games_each = 1;
#endif

/// Calls f(spec, start) for every variant of every game.
template <class F>
void for_each_variant(F f) {
  for (const Rules* rules : all_games()) {
    for (const std::string& variant : rules->variants()) {
      const GameSpec spec{std::string(rules->id()), variant};
      CAPTURE(spec.game);
      CAPTURE(spec.variant);
      const auto start = start_position(spec);
      REQUIRE(start);
      f(spec, *start);
    }
  }
}

std::vector<std::string> texts_of(const Position& position) {
  std::vector<std::string> texts;
  for (const Move move : position.legal_moves()) texts.push_back(position.move_text(move));
  return texts;
}

std::vector<std::string> sorted(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  return texts;
}

bool same(const std::optional<Verdict>& a, const std::optional<Verdict>& b) {
  if (!a || !b) return !a && !b;
  return a->winner == b->winner && a->reason == b->reason;
}

Move random_move(const Position& position, Rng& rng) {
  const MoveList legal = position.legal_moves();
  return legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
}

/// A random move that does not end the game, where a few tries find one: games go on until the board is crowded.
Move prolonging_move(const Position& position, Rng& rng) {
  Move move = random_move(position, rng);
  for (int tries = 0; tries < 8; ++tries) {
    Position next = position;
    next.play(move);
    if (!next.verdict()) break;
    move = random_move(position, rng);
  }
  return move;
}

Match random_match(const GameSpec& spec, std::uint64_t seed) {
  Rng rng(seed);
  Match match = *Match::start(spec);
  while (!match.is_over()) {
    REQUIRE(match.ply() < static_cast<int>(limits::match_plies));
    REQUIRE(match.play(match.to_move(), random_move(match.position(), rng)));
  }
  return match;
}

void check_same_game(const Match& a, const Match& b) {
  CHECK(a.transcript() == b.transcript());
  CHECK(a.position().board_text() == b.position().board_text());
  CHECK(a.position().hash() == b.position().hash());
  CHECK(a.to_move() == b.to_move());
  CHECK(a.sides_swapped() == b.sides_swapped());
  REQUIRE(a.is_over() == b.is_over());
  if (!a.is_over()) return;
  CHECK(a.result()->winner == b.result()->winner);
  CHECK(a.result()->reason == b.result()->reason);
  CHECK(a.result()->score == b.result()->score);
  CHECK(a.result()->tournament_score == b.result()->tournament_score);
}

/// is_legal() of the codes up to `last` and of the pass says what legal_moves() lists.
void check_codes(const Position& position, std::uint16_t last) {
  const MoveList legal = position.legal_moves();
  std::set<std::uint16_t> listed;
  for (const Move move : legal) listed.insert(move.code);
  CHECK(listed.size() == legal.size());
  std::size_t found = 0;
  for (std::uint32_t code = 0; code <= last; ++code) {
    if (!position.is_legal(Move{static_cast<std::uint16_t>(code)})) continue;
    ++found;
    if (!listed.contains(static_cast<std::uint16_t>(code))) FAIL_CHECK("not listed: move " << code);
  }
  if (last < Move::pass().code && position.is_legal(Move::pass())) {
    ++found;
    CHECK(listed.contains(Move::pass().code));
  }
  CHECK(found == listed.size());
}

std::uint64_t slow_perft(const SlowRules& rules, int depth) {
  if (depth == 0) return 1;
  const auto moves = rules.moves();
  if (moves.empty()) return 1;
  std::uint64_t leaves = 0;
  for (const std::string& move : moves) {
    const auto next = rules.clone();
    next->play(move);
    leaves += slow_perft(*next, depth - 1);
  }
  return leaves;
}

}  // namespace

TEST_CASE("every variant has one name, the usual one comes first, and a change of colours leads to another") {
  REQUIRE(all_games().size() >= 2);
  for (const Rules* rules : all_games()) {
    const auto variants = rules->variants();
    REQUIRE_FALSE(variants.empty());
    CHECK(variants.front() == rules->default_variant());
    CHECK(std::set<std::string>(variants.begin(), variants.end()).size() == variants.size());
    CHECK(rules->id().size() <= limits::game_id_bytes);
    CHECK(rules->start("")->variant() == rules->default_variant());
    for (const std::string& variant : variants) {
      CAPTURE(variant);
      CHECK(variant.size() <= limits::variant_bytes);
      CHECK(rules->start(variant)->variant() == variant);
      CHECK_FALSE(rules->start(variant + "x"));
      const std::string swapped = rules->with_colours_swapped(variant);
      CHECK(rules->start(swapped)->variant() == swapped);
      CHECK(rules->with_colours_swapped(swapped) == variant);
    }
  }
}

TEST_CASE(
    "random games are those of the slow rules, move by move to the end, and no code is legal that is not listed") {
  std::uint64_t seed = 0;
  for_each_variant([&](const GameSpec& spec, const Position& start) {
    for (int game = 0; game < games_each; ++game) {
      CAPTURE(++seed);
      Rng rng(seed);
      Position position = start;
      const auto slow = slow_rules(spec);
      REQUIRE_MESSAGE(slow, "no slow rules: see slow_rules.hpp");
      std::string played;
      for (std::size_t ply = 0;; ++ply) {
        REQUIRE(ply < 2 * limits::match_plies);
        CAPTURE(played);
        REQUIRE(position.board_text() == slow->board_text());
        CHECK(position.to_move() == slow->to_move());
        CHECK(same(position.verdict(), slow->verdict()));
        REQUIRE(sorted(texts_of(position)) == sorted(slow->moves()));
        check_codes(position, ply == 0 || position.verdict() ? Move::pass().code : 400);
        CHECK(position.variant() == spec.variant);
        if (position.verdict()) break;
        const Move move = seed % 2 == 0 ? prolonging_move(position, rng) : random_move(position, rng);
        const std::string text = position.move_text(move);
        CHECK(text.size() <= limits::move_text_bytes);
        for (const Move legal : position.legal_moves())
          CHECK(position.parse_move(position.move_text(legal)).value_or(Move{0xFFFE}) == legal);
        position.play(move);
        slow->play(text);
        played += text + ' ';
      }
    }
  });
}

TEST_CASE("U06 undo, however far, is the replay of the moves before") {
  std::uint64_t seed = 1000;
  for_each_variant([&](const GameSpec& spec, const Position&) {
    Match match = random_match(spec, ++seed);
    Rng rng(seed);
    CAPTURE(match.transcript());
    while (match.ply() > 0) {
      const int count = 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(std::min(match.ply(), 9))));
      Match replayed = *Match::start(spec);
      for (int i = 0; i < match.ply() - count; ++i) {
        const Turn& turn = match.turns()[static_cast<std::size_t>(i)];
        REQUIRE(replayed.play(turn.side, turn.move));
      }
      REQUIRE(match.undo(count));
      check_same_game(match, replayed);
    }
    CHECK_FALSE(match.undo());
  });
}

TEST_CASE("a game's transcript is the game") {
  std::uint64_t seed = 2000;
  for_each_variant([&](const GameSpec& spec, const Position&) {
    for (int game = 0; game < games_each; ++game) {
      const Match match = random_match(spec, ++seed);
      CAPTURE(match.transcript());
      CHECK(match.transcript().size() <= limits::transcript_bytes);
      const auto replayed = Match::replay(spec, match.transcript());
      REQUIRE(replayed);
      check_same_game(match, *replayed);
      CHECK(Match::replay(spec, match.transcript() + " a1").error().code == "game_over");
    }
  });
}

TEST_CASE("positions that differ have different hashes, and the same moves lead to the same hash") {
  std::uint64_t seed = 3000;
  for_each_variant([&](const GameSpec&, const Position& start) {
    std::map<std::uint64_t, std::string> by_hash;
    for (int game = 0; game < games_each + 1; ++game) {
      Rng rng(++seed);
      Position position = start;
      for (;;) {
        std::string what = position.board_text();
        for (const std::string& move : texts_of(position)) what += ' ' + move;
        const auto [entry, is_new] = by_hash.emplace(position.hash(), what);
        if (!is_new) CHECK(entry->second == what);
        if (position.verdict()) break;
        // One ply further everything must differ, too, and twice the same.
        for (const Move move : position.legal_moves()) {
          Position next = position, again = position;
          next.play(move);
          CHECK(next.hash() != position.hash());
          again.play(move);
          REQUIRE(next.hash() == again.hash());
          if (rng.below(8) != 0) break;
        }
        position.play(random_move(position, rng));
      }
    }
    CHECK(by_hash.size() > 20);
  });
}

TEST_CASE("perft of the start and of the end of a game is that of the slow rules") {
  std::uint64_t seed = 4000;
  for_each_variant([&](const GameSpec& spec, const Position& start) {
    for (int depth = 0; depth <= 4; ++depth) {
      const std::uint64_t leaves = perft(start, depth);
      CAPTURE(depth);
      CHECK(leaves == slow_perft(*slow_rules(spec), depth));
      if (leaves > 200) break;  // deep enough: the next one of a large board would take long
    }
    // The last moves of a game, where it may end in every way it can.
    const Match match = random_match(spec, ++seed);
    Match ending = match;
    REQUIRE(ending.undo(std::min(match.ply(), 3)));
    const auto slow = slow_rules(spec);
    for (const Turn& turn : ending.turns()) {
      slow->play(match.position().move_text(turn.move));
      if (turn.passed) slow->play("pass");
    }
    const int depth = ending.position().legal_moves().size() > 40 ? 1 : 3;
    CHECK(perft(ending.position(), depth) == slow_perft(*slow, depth));
  });
}
