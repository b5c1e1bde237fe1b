/// Omok on random games and boards; Renju's forbidden points against the slow rules.
#include <doctest/doctest.h>

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <map>

#include "core/rng.hpp"
#include "omok_boards.hpp"
#include "support/slow_renju.hpp"

using namespace dolbang;
using namespace dolbang::omok;
using namespace dolbang::test;

namespace {

/// Whether a side has so many stones in a row, counted point by point.
bool slow_wins(const State& state, Side side) {
  const auto has = [&](int column, int row) {
    return column >= 0 && column < board_size && row >= 0 && row < board_size &&
           state.stones_of(side).contains(point_at(column, row));
  };
  for (int row = 0; row < board_size; ++row)
    for (int column = 0; column < board_size; ++column)
      for (const auto& [right, up] : {std::array{1, 0}, std::array{0, 1}, std::array{1, 1}, std::array{1, -1}}) {
        if (!has(column, row) || has(column - right, row - up)) continue;
        int length = 1;
        while (has(column + length * right, row + length * up)) ++length;
        const bool exactly = state.variant.rule == Rule::renju && side == Side::black;
        if (exactly ? length == 5 : length >= 5) return true;
      }
  return false;
}

/// A board with stones scattered over a part of it, denser or thinner.
State random_board(Rng& rng) {
  State state;
  state.variant.rule = Rule::renju;
  const int size = 7 + static_cast<int>(rng.below(9));
  const int column = static_cast<int>(rng.below(static_cast<std::uint32_t>(board_size - size + 1)));
  const int row = static_cast<int>(rng.below(static_cast<std::uint32_t>(board_size - size + 1)));
  const std::uint32_t black = 10 + rng.below(40), white = rng.below(20);
  for (int r = row; r < row + size; ++r)
    for (int c = column; c < column + size; ++c) {
      const std::uint32_t dice = rng.below(100);
      if (dice < black)
        state.black.insert(point_at(c, r));
      else if (dice < black + white)
        state.white.insert(point_at(c, r));
    }
  return state;
}

/// A random game, played mostly close to the stones so that rows come about; `visit` before every move.
template <class Visit>
Match random_game(std::uint64_t seed, Visit visit) {
  Rng rng(seed);
  const auto variants = Omok::variants();
  Match match = *Match::start({"omok", variants[rng.below(static_cast<std::uint32_t>(variants.size()))]});
  const int longest = 20 + static_cast<int>(rng.below(60));
  while (!match.is_over() && match.ply() < longest) {
    visit(match);
    const auto legal = match.position().legal_moves();
    const State state = omok_of(match);
    Move move;
    for (int attempt = 0; attempt < 20; ++attempt) {
      move = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
      if (move.code >= points || state.last < 0) break;
      if (std::abs(column_of(move.code) - column_of(state.last)) <= 3 &&
          std::abs(row_of(move.code) - row_of(state.last)) <= 3)
        break;
    }
    RC_ASSERT(match.play(match.to_move(), move).has_value());
  }
  return match;
}

std::string kinds(const State& state, Forbidden (*judge)(const PointSet&, const PointSet&, int)) {
  std::string text;
  for (int point = 0; point < points; ++point)
    if (state.is_empty(point)) text += std::string(to_string(judge(state.black, state.white, point))).substr(0, 1);
  return text;
}

}  // namespace

TEST_CASE("O12 O13 O20 forbidden points are those of the slow rules on random boards") {
  std::map<char, int> seen;
  CHECK(rc::check([&](std::uint64_t seed) {
    Rng rng(seed);
    const State state = random_board(rng);
    const std::string slow = kinds(state, slow_forbidden);
    RC_ASSERT(kinds(state, forbidden) == slow);
    for (const char kind : slow) ++seen[kind];
    const PointSet all = forbidden_points(state.black, state.white);
    std::string::size_type i = 0;
    for (int point = 0; point < points; ++point)
      if (state.is_empty(point)) RC_ASSERT(all.contains(point) == (slow[i++] != 'l'));
    RC_ASSERT(black_can_move(state.black, state.white) == (slow.find('l') != std::string::npos));
  }));
  // The boards are worth something: every kind comes up often.
  for (const char kind : {'3', '4', 'o'}) CHECK(seen[kind] > 20);
}

TEST_CASE("explanations are those of the slow rules, and agree with the verdict") {
  CHECK(rc::check([](std::uint64_t seed) {
    Rng rng(seed);
    const State state = random_board(rng);
    for (int i = 0; i < 40; ++i) {
      const int point = static_cast<int>(rng.below(points));
      const auto why = explain(state.black, state.white, point);
      RC_ASSERT(why.occupied == !state.is_empty(point));
      if (why.occupied) continue;
      RC_ASSERT(why == slow_explain(state.black, state.white, point));
      RC_ASSERT(why.forbidden == forbidden(state.black, state.white, point));
    }
  }));
}

TEST_CASE("a board of lines stays right while stones come and go") {
  CHECK(rc::check([](std::uint64_t seed) {
    Rng rng(seed);
    State state = random_board(rng);
    LineBoard board(state.black, state.white);
    for (int i = 0; i < 60; ++i) {
      const int point = static_cast<int>(rng.below(points));
      const Side side = rng.below(2) == 0 ? Side::black : Side::white;
      PointSet& own = side == Side::black ? state.black : state.white;
      if (own.contains(point)) {
        own.erase(point);
        board.remove(side, point);
      } else if (state.is_empty(point)) {
        own.insert(point);
        board.place(side, point);
      }
      RC_ASSERT(board.is_empty(point) == state.is_empty(point));
    }
    RC_ASSERT(board.forbidden_points() == forbidden_points(state.black, state.white));
    for (int point = 0; point < points; ++point)
      if (board.is_empty(point)) RC_ASSERT(board.makes_five(point) == explain(state.black, state.white, point).five);
  }));
}

TEST_CASE("legal_moves is is_legal over all codes, in every variant and stage") {
  CHECK(rc::check([](std::uint64_t seed) {
    random_game(seed, [](const Match& match) {
      const auto legal = match.position().legal_moves();
      std::size_t found = 0;
      for (std::uint16_t code = 0; code < 400; ++code) found += match.position().is_legal(Move{code});
      RC_ASSERT(found == legal.size());
      for (const Move move : legal) RC_ASSERT(match.position().is_legal(move));
      RC_ASSERT(!match.position().is_legal(Move::pass()));
    });
  }));
}

TEST_CASE("O02 O03 stones alternate in colour, stay, and the game ends with the first winning row") {
  CHECK(rc::check([](std::uint64_t seed) {
    State before;
    const Match match = random_game(seed, [&](const Match& at) {
      const State now = omok_of(at);
      RC_ASSERT(!now.over);
      RC_ASSERT(now.black.count() + now.white.count() == now.stones);
      RC_ASSERT(now.black.count() - now.white.count() == now.stones % 2);
      for (int point = 0; point < points; ++point)
        if (const auto stone = before.at(point)) RC_ASSERT(now.at(point) == stone);
      RC_ASSERT(!slow_wins(now, Side::black));
      RC_ASSERT(!slow_wins(now, Side::white));
      before = now;
    });
    const State end = omok_of(match);
    const bool by_row = match.is_over() && match.result()->reason == EndReason::five_in_row;
    RC_ASSERT((slow_wins(end, Side::black) || slow_wins(end, Side::white)) == by_row);
    if (by_row) {
      RC_ASSERT(slow_wins(end, *match.result()->winner));
      const auto row = winning_row(end);
      RC_ASSERT(row.size() >= 5u);
      for (const int point : row) RC_ASSERT(end.at(point) == match.result()->winner);
    }
  }));
}

TEST_CASE("U06 undo equals the replay of the moves before, all the way to the start") {
  CHECK(rc::check([](std::uint64_t seed) {
    std::vector<std::string> transcripts;
    std::vector<std::uint64_t> hashes;
    Match match = random_game(seed, [&](const Match& at) {
      transcripts.push_back(at.transcript());
      hashes.push_back(at.position().hash());
    });
    while (match.ply() > 0) {
      const int count = *rc::gen::inRange(1, std::min(match.ply(), 9) + 1);
      RC_ASSERT(match.undo(count).has_value());
      const auto ply = static_cast<std::size_t>(match.ply());
      RC_ASSERT(match.transcript() == transcripts[ply]);
      RC_ASSERT(match.position().hash() == hashes[ply]);
      const auto replayed = Match::replay(match.spec(), transcripts[ply]);
      RC_ASSERT(replayed.has_value());
      RC_ASSERT(replayed->position().hash() == hashes[ply]);
      RC_ASSERT(replayed->to_move() == match.to_move());
      RC_ASSERT(replayed->sides_swapped() == match.sides_swapped());
      RC_ASSERT(!match.is_over());
    }
  }));
}

TEST_CASE("equal positions have equal hashes, different ones different hashes") {
  std::map<std::string, std::uint64_t> hash_of;
  std::map<std::uint64_t, std::string> text_of;
  CHECK(rc::check([&](std::uint64_t seed) {
    random_game(seed, [&](const Match& match) {
      const State state = omok_of(match);
      const std::string text = match.position().board_text() + ' ' + std::to_string(static_cast<int>(state.stage));
      const std::uint64_t hash = match.position().hash();
      RC_ASSERT(hash_of.emplace(text, hash).first->second == hash);
      RC_ASSERT(text_of.emplace(hash, text).first->second == text);
    });
  }));
  CHECK(hash_of.size() > 1000);
  // Neither the side to move nor the stage of the opening may stand in for a black stone in the corner.
  State cornered, turned;
  cornered.black.insert(0);
  turned.to_move = Side::white;
  CHECK(Omok::hash(cornered) != Omok::hash(turned));
  // The order of the moves does not matter.
  CHECK(omok_match("h8a1i9b2").position().hash() == omok_match("i9b2h8a1").position().hash());
}

TEST_CASE("no text makes parsing or replaying fail otherwise than with an error") {
  CHECK(rc::check([](const std::string& text) {
    for (const char* variant : {"freestyle", "renju-swap2"}) {
      const auto match = Match::replay({"omok", variant}, text);
      if (!match) RC_ASSERT(match.error().code == "bad_notation" || match.error().code == "illegal_move");
    }
    const auto state = parse_board(text, {});
    if (!state) RC_ASSERT(state.error().code == "bad_position");
    (void)parse_variant(text);
  }));
}
