#include "ai/reversi/tables.hpp"

#include <memory>

namespace dolbang::reversi_ai {
namespace {

/// What turns on an edge of eight squares when `own` places on `square`.
unsigned edge_flips(unsigned own, unsigned opponent, int square) {
  unsigned turned = 0;
  for (const int step : {-1, 1}) {
    unsigned run = 0;
    int i = square + step;
    while (i >= 0 && i < 8 && (opponent >> i & 1)) {
      run |= 1U << i;
      i += step;
    }
    if (i >= 0 && i < 8 && (own >> i & 1)) turned |= run;
  }
  return turned;
}

class EdgeBuilder {
 public:
  explicit EdgeBuilder(EdgeTable& table) : table_(table) {
    for (unsigned own = 0; own < 256; ++own)
      for (unsigned opponent = 0; opponent < 256; ++opponent)
        if ((own & opponent) == 0) stable(own, opponent);
  }

 private:
  /// The own discs that stay own whatever both sides play on the edge, in any order, one of them as often as it
  /// likes; a disc may also be placed that turns nothing along the edge, since it can turn discs elsewhere.
  unsigned stable(unsigned own, unsigned opponent) {
    if (known_[own][opponent]) return table_[own][opponent];
    unsigned result = own;
    for (int square = 0; square < 8 && result != 0; ++square) {
      const unsigned placed = 1U << square;
      if ((own | opponent) & placed) continue;
      const unsigned gained = edge_flips(own, opponent, square);
      result &= stable(own | placed | gained, opponent & ~gained);
      const unsigned lost = edge_flips(opponent, own, square);
      result &= stable(own & ~lost, opponent | placed | lost);
    }
    known_[own][opponent] = true;
    table_[own][opponent] = static_cast<std::uint8_t>(result);
    return result;
  }

  EdgeTable& table_;
  std::array<std::array<bool, 256>, 256> known_{};
};

}  // namespace

const EdgeTable& edge_table() {
  static const std::unique_ptr<EdgeTable> table = [] {
    auto made = std::make_unique<EdgeTable>();
    const auto builder = std::make_unique<EdgeBuilder>(*made);
    return made;
  }();
  return *table;
}

}  // namespace dolbang::reversi_ai
