#pragma once
/// Positions for the tests of the Reversi engine, and a search that is slow and plain enough to be believed.
#include <algorithm>
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

/// The difference at the end for the side to move, by the rules alone.
inline int brute_force(const reversi::State& state, int alpha = -64, int beta = 64) {
  if (const auto score = Reversi::tournament_score(state)) {
    const int difference = score->of[0] - score->of[1];
    return state.to_move == Side::black ? difference : -difference;
  }
  MoveList moves;
  Reversi::legal_moves(state, moves);
  int best = -65;
  for (const Move move : moves) {
    reversi::State next = state;
    Reversi::play(next, move);
    best = std::max(best, -brute_force(next, -beta, -std::max(alpha, best)));
    if (best >= beta) break;
  }
  return best;
}

}  // namespace dolbang::test
