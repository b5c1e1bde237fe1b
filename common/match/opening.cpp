#include "match/opening.hpp"

namespace dolbang {

std::optional<reversi::OpeningRef> opening_of(const Match& match) {
  if (match.spec().game != Reversi::id) return std::nullopt;
  const auto start = Reversi::start(match.spec().variant);
  if (!start) return std::nullopt;
  std::vector<Move> moves;
  for (const Turn& turn : match.turns()) moves.push_back(turn.move);
  return reversi::opening_of(*start, moves);
}

}  // namespace dolbang
