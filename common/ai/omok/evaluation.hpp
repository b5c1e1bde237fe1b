#pragma once
/// What a point is worth from what either colour would make on it.
///
/// The value of a position is a sum over its empty points, and for each of them over what the side to move and the
/// other would make there: the four patterns of a point, in any order, are one feature with one weight. So the
/// Board keeps the value up to date for nothing. The weights (weights.cpp) are trained from the engine's own games
/// by train/; where a feature is too rare to be learnt they fall back on values set by hand.
#include <cstddef>

#include "ai/omok/board.hpp"

namespace dolbang::omok_ai {

/// How many ways there are to put four patterns together.
inline constexpr std::size_t feature_count = 2380;

/// Which of them a code is; codes of the same patterns in other directions are the same. The code must be made
/// of patterns.
std::size_t feature_of(Code code);

/// Trained weights of one colour under one rule, as in PointFacts. Null: set by hand.
struct Weights {
  const std::int16_t* moving = nullptr;
  const std::int16_t* waiting = nullptr;
  const std::int16_t* own = nullptr;
  const std::int16_t* against = nullptr;
};
Weights trained_weights(Rule rule, Side side);

/// How likely a move is, as a logarithm, is counted in these.
inline constexpr double order_scale = 100;

/// Ways to lie near the last stone: by distance, on a line with it or not.
inline constexpr std::size_t nearness_count = 16;
std::size_t nearness_of(int last, int p);
/// What they add to the order of moves.
const std::int16_t* trained_nearness(Rule rule);

/// The weights set by hand, which training starts from.
PointFacts evaluate_by_hand(Rule rule, Side side, Code code, Threat threat);

/// The facts of a code, with the trained weights where there are any.
PointFacts evaluate_point(Rule rule, Side side, Code code, Threat threat);

}  // namespace dolbang::omok_ai
