/// Reversi against a second implementation that is slow and obviously right.
#include <doctest/doctest.h>

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "games/catalogue.hpp"
#include "games/reversi/reversi.hpp"
#include "match/match.hpp"
#include "support/slow_reversi.hpp"

using namespace dolbang;
using dolbang::test::SlowReversi;

namespace {

/// Plays a whole random game with `visit(match, slow)` before every move.
template <class Visit>
Match random_game(std::uint64_t seed, Visit visit) {
  Rng rng(seed);
  Match match = *Match::start({"reversi", ""});
  SlowReversi slow;
  while (!match.is_over()) {
    visit(match, slow);
    const auto legal = slow.moves(slow.mover);
    RC_ASSERT(!legal.empty());
    const std::string move = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
    const auto turn = match.play(match.to_move(), *match.position().parse_move(move));
    RC_ASSERT(turn.has_value());
    slow.play(move);
    if (slow.moves(slow.mover).empty() && !slow.moves(SlowReversi::enemy_of(slow.mover)).empty()) {
      RC_ASSERT(turn->passed == (slow.mover == 'X' ? Side::black : Side::white));
      slow.mover = SlowReversi::enemy_of(slow.mover);
    } else {
      RC_ASSERT(!turn->passed);
    }
    RC_ASSERT(match.position().board_text() == slow.text());
  }
  RC_ASSERT(slow.moves('X').empty());
  RC_ASSERT(slow.moves('O').empty());
  RC_ASSERT(match.result()->score == (Score{{slow.count('X'), slow.count('O')}, slow.count('-')}));
  return match;
}

Match random_game(std::uint64_t seed) {
  return random_game(seed, [](const Match&, const SlowReversi&) {});
}

int bits(std::uint64_t set) { return std::popcount(set); }

}  // namespace

TEST_CASE("R05 R10 legal moves and flips are those of the slow rules, to the end of random games") {
  CHECK(rc::check([](std::uint64_t seed) {
    random_game(seed, [](const Match& match, const SlowReversi& slow) {
      const auto state = *match.position().get_if<Reversi>();
      std::vector<std::string> legal;
      for (const Move move : match.position().legal_moves()) legal.push_back(match.position().move_text(move));
      RC_ASSERT(legal == slow.moves(slow.mover));
      for (int square = 0; square < 64; ++square) {
        reversi::Bitboard expected = 0;
        const int row = reversi::row_of(square), column = reversi::column_of(square);
        if (slow.square[row][column] != '-') continue;
        for (const auto& [r, c] : slow.flips(slow.mover, row, column))
          expected |= reversi::bit(reversi::square_at(c, r));
        RC_ASSERT(reversi::flips(state.own(), state.opponent(), square) == expected);
      }
    });
  }));
}

TEST_CASE("R04 R12 R25 a move adds one disc, discs stay where they are, colours only turn") {
  CHECK(rc::check([](std::uint64_t seed) {
    reversi::State before;
    random_game(seed, [&](const Match& match, const SlowReversi&) {
      const auto now = *match.position().get_if<Reversi>();
      if (match.ply() > 0) {
        RC_ASSERT((before.empties() & now.empties()) == now.empties());
        RC_ASSERT(bits(before.empties()) == bits(now.empties()) + 1);
        RC_ASSERT((now.black & now.white) == 0u);
        // Only the mover's colour grows by turning.
        const Side mover = match.turns().back().side;
        RC_ASSERT((now.discs(other(mover)) & ~before.discs(other(mover))) == 0u);
      }
      before = now;
    });
  }));
}

TEST_CASE("U06 undo equals the replay of the moves before, all the way to the start") {
  CHECK(rc::check([](std::uint64_t seed) {
    Match match = random_game(seed);
    while (match.ply() > 0) {
      const int count = *rc::gen::inRange(1, std::min(match.ply(), 7) + 1);
      const std::string kept = match.transcript().substr(0, static_cast<std::size_t>(2 * (match.ply() - count)));
      RC_ASSERT(match.undo(count).has_value());
      const auto replayed = Match::replay({"reversi", ""}, kept);
      RC_ASSERT(replayed.has_value());
      RC_ASSERT(match.transcript() == kept);
      RC_ASSERT(match.position().board_text() == replayed->position().board_text());
      RC_ASSERT(match.position().hash() == replayed->position().hash());
      RC_ASSERT(match.is_over() == replayed->is_over());
    }
    RC_ASSERT(!match.undo().has_value());
  }));
}

TEST_CASE("a transcript replays to the same game") {
  CHECK(rc::check([](std::uint64_t seed) {
    const Match match = random_game(seed);
    const auto replayed = Match::replay({"reversi", "8x8"}, match.transcript());
    RC_ASSERT(replayed.has_value());
    RC_ASSERT(replayed->transcript() == match.transcript());
    RC_ASSERT(replayed->position().hash() == match.position().hash());
    RC_ASSERT(replayed->result()->winner == match.result()->winner);
    RC_ASSERT(replayed->result()->reason == match.result()->reason);
    RC_ASSERT(replayed->result()->tournament_score == match.result()->tournament_score);
  }));
}

TEST_CASE("E05 the outcome is the same under both counts") {
  CHECK(rc::check([](std::uint64_t seed) {
    const Match match = random_game(seed);
    const Score raw = *match.result()->score;
    const Score tournament = *match.result()->tournament_score;
    RC_ASSERT((raw.of[0] > raw.of[1]) == (tournament.of[0] > tournament.of[1]));
    RC_ASSERT((raw.of[0] < raw.of[1]) == (tournament.of[0] < tournament.of[1]));
    RC_ASSERT(tournament.of[0] + tournament.of[1] == 64);
  }));
}

TEST_CASE("equal positions have equal hashes, different ones different hashes") {
  // All positions of the first six plies, transpositions among them.
  std::map<std::string, std::uint64_t> hash_of;
  int visits = 0;
  const std::function<void(const Position&, int)> walk = [&](const Position& position, int depth) {
    ++visits;
    CHECK(hash_of.emplace(position.board_text(), position.hash()).first->second == position.hash());
    if (depth == 0) return;
    for (const Move move : position.legal_moves()) {
      Position next = position;
      next.play(move);
      walk(next, depth - 1);
    }
  };
  walk(*start_position({"reversi", ""}), 6);
  CHECK(hash_of.size() < static_cast<std::size_t>(visits));

  std::set<std::string> texts;
  std::set<std::uint64_t> hashes;
  CHECK(rc::check([&](std::uint64_t seed) {
    random_game(seed, [&](const Match& match, const SlowReversi& slow) {
      texts.insert(slow.text());
      hashes.insert(match.position().hash());
      // The side to move belongs to the position.
      auto turned = *match.position().get_if<Reversi>();
      turned.to_move = other(turned.to_move);
      RC_ASSERT(Reversi::hash(turned) != match.position().hash());
    });
  }));
  CHECK(texts.size() == hashes.size());
  CHECK(texts.size() > 1000);
}

TEST_CASE("no text makes parsing or replaying fail otherwise than with an error") {
  CHECK(rc::check([](const std::string& text) {
    const auto match = Match::replay({"reversi", ""}, text);
    if (!match) RC_ASSERT(match.error().code == "bad_notation" || match.error().code == "illegal_move");
    const auto state = reversi::parse_board(text);
    if (!state) RC_ASSERT(state.error().code == "bad_position");
    (void)Match::replay({text, text}, text);
  }));
}
