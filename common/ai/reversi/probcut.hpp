#pragma once
/// ProbCut (M. Buro, 1995; several depths: Multi-ProbCut, 1997): a shallow search that fails by a margin is taken
/// for the deep one. The margin is a multiple of the deviation between the two depths, fitted to the engine's own
/// searches by `reversi-train probcut`.
#include <cmath>

#include "ai/reversi/table.hpp"

namespace dolbang::reversi_ai {

/// How many deviations the shallow search must fail by; the last level does not prune.
inline constexpr double probcut_margin[selectivity_levels]{1.1, 1.5, 2.0, 2.6, 3.3, 999.0};

/// The plies of the shallow search that stands for `depth`: about half, of the same parity.
constexpr int probcut_depth(int depth) {
  const int shallow = 2 * (depth / 4) + (depth & 1);
  return shallow == 0 ? depth - 2 : shallow;
}

/// The deviation, in discs, of a search `shallow` plies deep from one `depth` plies deep with so many empties.
double probcut_deviation(int empties, int depth, int shallow);

/// probcut_deviation times the margin of a level, in discs rounded up, by a table.
int probcut_error(int selectivity, int empties, int depth, int shallow);

}  // namespace dolbang::reversi_ai
