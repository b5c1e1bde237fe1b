#pragma once
/// What a point is worth from what either colour would make on it.
#include "ai/omok/board.hpp"

namespace dolbang::omok_ai {

/// The facts of a code. The value of a position is the sum over its empty points, so that the search gets it
/// for nothing: Board keeps the sums.
PointFacts evaluate_point(Rule rule, Side side, Code code, Threat threat);

}  // namespace dolbang::omok_ai
