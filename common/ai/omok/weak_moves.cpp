#include "ai/omok/weak_moves.hpp"

#include <algorithm>

#include "games/omok/renju.hpp"

namespace dolbang {

using namespace omok;

namespace {

bool near_a_stone(const State& state, int point) {
  const int column = column_of(point), row = row_of(point);
  for (int r = std::max(row - 2, 0); r <= std::min(row + 2, board_size - 1); ++r)
    for (int c = std::max(column - 2, 0); c <= std::min(column + 2, board_size - 1); ++c)
      if (!state.is_empty(point_at(c, r))) return true;
  return false;
}

}  // namespace

MoveList weak_moves(const State& state) {
  MoveList legal;
  Omok::legal_moves(state, legal);
  if (legal.empty() || legal[0].code >= points) return legal;
  if (state.stones == 0) {
    MoveList centre;
    centre.push(Move{static_cast<std::uint16_t>(centre_point)});
    return centre;
  }
  PointSet losing;
  if (state.variant.forbidden_loses && stone_to_place(state) == Side::black)
    losing = forbidden_points(state.black, state.white);
  MoveList near, safe;
  for (const Move move : legal) {
    if (losing.contains(move.code)) continue;
    safe.push(move);
    if (near_a_stone(state, move.code)) near.push(move);
  }
  return !near.empty() ? near : !safe.empty() ? safe : legal;
}

}  // namespace dolbang
