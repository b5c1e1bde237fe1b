#include "game/perft.hpp"

namespace dolbang {

std::uint64_t perft(const Position& position, int depth, PassPly passes) {
  if (depth == 0) return 1;
  const MoveList moves = position.legal_moves();
  if (moves.empty()) return 1;
  std::uint64_t leaves = 0;
  for (const Move move : moves) {
    Position next = position;
    next.play(move);
    leaves += perft(next, move.is_pass() && passes == PassPly::free ? depth : depth - 1, passes);
  }
  return leaves;
}

}  // namespace dolbang
