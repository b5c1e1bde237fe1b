#pragma once
/// What the weak Omok levels choose from.
#include "games/omok/omok.hpp"

namespace dolbang {

/// The moves that someone who just learned the rules considers: in an opening's decision all of them; on the
/// empty board the centre (L07); else the empty points within two of a stone, along rows, columns and diagonals
/// alike. Never a point that the rules forbid, also where playing it is allowed and loses. Where nothing else is
/// left, every legal move. Empty only when the game is over.
MoveList weak_moves(const omok::State& state);

}  // namespace dolbang
