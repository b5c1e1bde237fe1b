#pragma once
/// The name of the opening that a match is in (K13), for clients: ask again after each move and each undo (U11).
#include <optional>

#include "games/reversi/openings.hpp"
#include "match/match.hpp"

namespace dolbang {

/// The longest named opening that the match has gone through; none where there is none, and for every game but Reversi
/// on 8x8 without handicap.
std::optional<reversi::OpeningRef> opening_of(const Match& match);

}  // namespace dolbang
