#include "ai/reversi/probcut.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace dolbang::reversi_ai {

double probcut_deviation(int empties, int depth, int shallow) {
  // From `reversi-train probcut` (positions of generation 4, 3 to 12 plies, 13 to 22 empties). An error that goes as
  // far as the end of the game is another thing than one between two evaluations.
  const double deviation = depth < empties
                               ? 4.488 + 1.040 * std::log(depth) - 1.113 * std::log(1 + shallow) - 0.0685 * empties
                               : 7.172 - 1.521 * std::log(1 + shallow);
  return std::clamp(deviation, 1.0, 10.0);
}

int probcut_error(int selectivity, int empties, int depth, int shallow) {
  static const auto table = [] {
    auto made = std::make_unique<std::array<std::array<std::array<float, 32>, 61>, 61>>();
    for (int e = 0; e < 61; ++e)
      for (int d = 1; d < 61; ++d)
        for (int s = 0; s < 32; ++s)
          (*made)[static_cast<std::size_t>(e)][static_cast<std::size_t>(d)][static_cast<std::size_t>(s)] =
              static_cast<float>(probcut_deviation(e, d, s));
    return made;
  }();
  const double deviation =
      (*table)[static_cast<std::size_t>(empties)][static_cast<std::size_t>(depth)][static_cast<std::size_t>(shallow)];
  return static_cast<int>(std::lround(deviation * probcut_margin[selectivity]));
}

}  // namespace dolbang::reversi_ai
