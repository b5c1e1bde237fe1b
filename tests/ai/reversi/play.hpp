#pragma once
/// Positions for the tests of the Reversi engine, and a search that is slow and plain enough to be believed.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "ai/reversi/worker.hpp"
#include "core/rng.hpp"
#include "games/reversi/reversi.hpp"

namespace dolbang::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int slowness = 10;
#else
inline constexpr int slowness = 1;
#endif

/// A position of a random game in which the side to move has a move, with at most so many empties.
inline reversi::State random_position(Rng& rng, int empties, std::string_view variant = "8x8") {
  for (;;) {
    auto state = *Reversi::start(variant);
    for (;;) {
      MoveList moves;
      Reversi::legal_moves(state, moves);
      if (moves.empty()) break;
      if (!moves[0].is_pass() && std::popcount(state.empties()) <= empties) return state;
      Reversi::play(state, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

/// The difference at the end for the side to move, by the rules alone: plain alpha-beta (fail-soft), without a table.
/// Within (alpha, beta) it is the true score, outside a bound. Where there is much to search, moves that leave few
/// replies come first.
inline int brute_force(const reversi::State& state, int alpha = -65, int beta = 65) {
  if (const auto score = Reversi::tournament_score(state)) {
    const int difference = score->of[0] - score->of[1];
    return state.to_move == Side::black ? difference : -difference;
  }
  MoveList moves;
  Reversi::legal_moves(state, moves);
  struct Next {
    reversi::State state;
    int replies;
  };
  std::array<Next, 60> next;
  std::size_t size = 0;
  const bool sorts = std::popcount(state.empties()) > 4;
  for (const Move move : moves) {
    next[size] = {state, 0};
    Reversi::play(next[size].state, move);
    if (sorts) next[size].replies = std::popcount(reversi::legal_squares(next[size].state));
    ++size;
  }
  if (sorts)
    std::sort(next.begin(), next.begin() + size, [](const Next& a, const Next& b) { return a.replies < b.replies; });
  int best = -65;
  for (std::size_t i = 0; i < size && best < beta; ++i)
    best = std::max(best, -brute_force(next[i].state, -beta, -std::max(alpha, best)));
  return best;
}

/// Whether a position's score is what it is said to be: two null windows are much less to search than all.
inline bool has_score(const reversi::State& state, int score) {
  return brute_force(state, score - 1, score + 1) == score;
}

}  // namespace dolbang::test
