#include "ai/reversi/evaluation.hpp"

#include <algorithm>
#include <bit>

namespace dolbang::reversi_ai {

Patterns patterns_of(const Board& board) {
  Patterns all{};
  const auto add = [&](Bitboard discs, int sign) {
    for (; discs != 0; discs &= discs - 1) {
      const Patterns& disc = square_patterns[static_cast<std::size_t>(std::countr_zero(discs))];
      for (int i = 0; i < pattern_slots; ++i)
        all.index[i] = static_cast<std::int16_t>(all.index[i] + sign * disc.index[i]);
    }
  };
  add(board.own, 1);
  add(board.opponent, -1);
  return all;
}

namespace {

/// For each kind, the order in which its squares are read by the symmetry that maps its first pattern onto itself;
/// empty for a kind without one.
std::vector<int> own_symmetry(int kind) {
  const auto first = std::find_if(patterns.begin(), patterns.end(), [&](const auto& p) { return p.kind == kind; });
  for (int symmetry = 1; symmetry < 8; ++symmetry) {
    std::vector<int> order;
    for (int k = 0; k < first->size; ++k) {
      const int mapped = detail::image(first->square[static_cast<std::size_t>(k)], symmetry);
      const auto end = first->square.begin() + first->size;
      const auto at = std::find(first->square.begin(), end, mapped);
      if (at != end) order.push_back(static_cast<int>(at - first->square.begin()));
    }
    if (static_cast<int>(order.size()) != first->size) continue;
    if (!std::is_sorted(order.begin(), order.end())) return order;
  }
  return {};
}

}  // namespace

int mirrored(int kind, int index) {
  static const auto tables = [] {
    std::array<std::vector<std::int32_t>, kind_count> made;
    for (int k = 0; k < kind_count; ++k) {
      const auto order = own_symmetry(k);
      const int digits = detail::squares_of_kind[k];
      const int size = kind_places[static_cast<std::size_t>(k)].size;
      auto& table = made[static_cast<std::size_t>(k)];
      table.resize(static_cast<std::size_t>(size));
      for (int i = 0; i < size; ++i) {
        int rest = i;
        int mapped = 0;
        for (int d = 0; d < digits; ++d, rest /= 3)
          mapped += rest % 3 * detail::power_of_3(order.empty() ? d : order[static_cast<std::size_t>(d)]);
        table[static_cast<std::size_t>(i)] = mapped;
      }
    }
    return made;
  }();
  const int zero = (kind_places[static_cast<std::size_t>(kind)].size - 1) / 2;
  return tables[static_cast<std::size_t>(kind)][static_cast<std::size_t>(index + zero)] - zero;
}

std::shared_ptr<const Weights> Weights::simple() {
  std::vector<std::int16_t> weights(static_cast<std::size_t>(stage_count) * stage_weights);
  constexpr std::size_t triangle = 3;
  for (int stage = 0; stage < stage_count; ++stage) {
    std::int16_t* w = weights.data() + static_cast<std::size_t>(stage) * stage_weights;
    for (int i = 0; i < kind_places[triangle].size; ++i) {
      // Balanced digits: of the corner (the first square) and the square diagonal to it (the sixth).
      const int corner = i % 3 - 1;
      const int beside = i / detail::power_of_3(5) % 3 - 1;
      w[kind_places[triangle].start + i] =
          static_cast<std::int16_t>(disc_unit * (corner != 0 ? 6 * corner : -3 * beside));
    }
    for (int moves = 0; moves < most_moves; ++moves) {
      w[own_moves_at + moves] = static_cast<std::int16_t>(disc_unit * std::min(moves, 20) * 3 / 4);
      w[opponent_moves_at + moves] = static_cast<std::int16_t>(-w[own_moves_at + moves]);
    }
  }
  return std::make_shared<const Weights>(std::move(weights));
}

}  // namespace dolbang::reversi_ai
