#pragma once
/// The evaluation: disc patterns by stage of the game, mobility and parity; whole numbers only.
///
/// A pattern is a set of squares; its index is a number in balanced ternary (own +1, opponent -1, empty 0), so
/// changing the side to move negates it and one table serves both sides. The 46 patterns are 11 kinds, those of
/// a kind being images of one another under the symmetries of the board (the set of M. Buro's Logistello, which
/// many programs use). Weights are trained by common/ai/reversi/train from the engine's own games.
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ai/reversi/board.hpp"
#include "core/error.hpp"

namespace dolbang::reversi_ai {

inline constexpr int pattern_count = 46;
inline constexpr int pattern_slots = 48;  ///< whole vector registers; the last two stay 0
inline constexpr int kind_count = 11;
inline constexpr int stage_count = 30;
/// Weights and evaluations are in 1/32 of a disc.
inline constexpr int disc_unit = 32;

/// The stage of a position with so many discs.
constexpr int stage_of_discs(int discs) { return discs < 6 ? 0 : discs >= 64 ? stage_count - 1 : (discs - 5) / 2; }

/// The indices of all patterns of a position, for the side to move.
struct alignas(32) Patterns {
  std::int16_t index[pattern_slots];
};

namespace detail {

constexpr int squares_of_kind[kind_count]{10, 9, 10, 10, 8, 8, 8, 8, 7, 6, 5};

constexpr int power_of_3(int n) { return n == 0 ? 1 : 3 * power_of_3(n - 1); }

struct Pattern {
  int kind = 0;
  int size = 0;
  std::array<std::uint8_t, 10> square{};
};

/// The first pattern of each kind; -1 ends it. The others are its images.
constexpr std::array<std::array<int, 10>, kind_count> base_patterns{{
    {9, 0, 1, 2, 3, 4, 5, 6, 7, 14},           // an edge with both X squares
    {0, 1, 8, 9, 2, 16, 10, 17, 18, -1},       // the nine squares of a corner
    {0, 1, 2, 3, 4, 8, 9, 10, 11, 12},         // ten squares of a corner, along the edge
    {0, 1, 2, 3, 8, 9, 10, 16, 17, 24},        // a corner's triangle
    {8, 9, 10, 11, 12, 13, 14, 15, -1, -1},    // the second line
    {16, 17, 18, 19, 20, 21, 22, 23, -1, -1},  // the third line
    {24, 25, 26, 27, 28, 29, 30, 31, -1, -1},  // the fourth line
    {0, 9, 18, 27, 36, 45, 54, 63, -1, -1},    // the diagonals, the longest first
    {1, 10, 19, 28, 37, 46, 55, -1, -1, -1},
    {2, 11, 20, 29, 38, 47, -1, -1, -1, -1},
    {3, 12, 21, 30, 39, -1, -1, -1, -1, -1},
}};

/// One of the eight symmetries.
constexpr int image(int square, int symmetry) {
  int column = square & 7;
  int row = square >> 3;
  if (symmetry & 1) column = 7 - column;
  if (symmetry & 2) row = 7 - row;
  if (symmetry & 4) {
    const int other = column;
    column = row;
    row = other;
  }
  return row * 8 + column;
}

constexpr std::array<Pattern, pattern_count> make_patterns() {
  std::array<Pattern, pattern_count> all{};
  std::size_t next = 0;
  for (int kind = 0; kind < kind_count; ++kind) {
    const std::size_t first = next;
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      Pattern made;
      made.kind = kind;
      Bitboard squares = 0;
      for (const int square : base_patterns[static_cast<std::size_t>(kind)]) {
        if (square < 0) break;
        const int mapped = image(square, symmetry);
        made.square[static_cast<std::size_t>(made.size++)] = static_cast<std::uint8_t>(mapped);
        squares |= bit(mapped);
      }
      // Images with the same squares are one pattern; reading it the other way is the kind's own symmetry.
      bool known = false;
      for (std::size_t i = first; i < next; ++i) {
        Bitboard other = 0;
        for (int k = 0; k < all[i].size; ++k) other |= bit(all[i].square[static_cast<std::size_t>(k)]);
        known = known || other == squares;
      }
      if (!known) all[next++] = made;
    }
  }
  return all;
}

}  // namespace detail

inline constexpr std::array<detail::Pattern, pattern_count> patterns = detail::make_patterns();

/// Where the table of each kind begins among the weights of a stage, and where its index 0 lies.
struct KindPlace {
  int start, zero, size;
};
constexpr std::array<KindPlace, kind_count> make_kind_places() {
  std::array<KindPlace, kind_count> places{};
  int start = 0;
  for (std::size_t kind = 0; kind < kind_count; ++kind) {
    const int size = detail::power_of_3(detail::squares_of_kind[kind]);
    places[kind] = {start, start + (size - 1) / 2, size};
    start += size;
  }
  return places;
}
inline constexpr std::array<KindPlace, kind_count> kind_places = make_kind_places();
inline constexpr int pattern_weights = kind_places.back().start + kind_places.back().size;
inline constexpr int most_moves = 40;
/// The weights of one stage: patterns, then own mobility, the opponent's, and odd quarters by the parity of all
/// empties.
inline constexpr int own_moves_at = pattern_weights;
inline constexpr int opponent_moves_at = own_moves_at + most_moves;
inline constexpr int parity_at = opponent_moves_at + most_moves;
inline constexpr int stage_weights = parity_at + 16;

/// The zero of each pattern's table.
constexpr std::array<int, pattern_count> make_pattern_zero() {
  std::array<int, pattern_count> zero{};
  for (std::size_t i = 0; i < pattern_count; ++i)
    zero[i] = kind_places[static_cast<std::size_t>(patterns[i].kind)].zero;
  return zero;
}
inline constexpr std::array<int, pattern_count> pattern_zero = make_pattern_zero();

/// By square: what a disc of the side to move there adds to each index.
constexpr std::array<Patterns, 64> make_square_patterns() {
  std::array<Patterns, 64> table{};
  for (std::size_t p = 0; p < pattern_count; ++p) {
    int power = 1;
    for (int k = 0; k < patterns[p].size; ++k, power *= 3)
      table[patterns[p].square[static_cast<std::size_t>(k)]].index[p] = static_cast<std::int16_t>(power);
  }
  return table;
}
inline constexpr std::array<Patterns, 64> square_patterns = make_square_patterns();

Patterns patterns_of(const Board& board);

/// The index of the same discs read the other way, for kinds that are symmetric in themselves; else the same index.
int mirrored(int kind, int index);

/// The weights of all stages.
class Weights {
 public:
  /// No knowledge but that moves are good and corners better: what training starts from.
  static std::shared_ptr<const Weights> simple();
  /// Reads what pack() wrote. Error "bad_weights".
  static Expected<std::shared_ptr<const Weights>> unpack(std::string_view bytes);
  /// The weights that come with the program; made once, kept as long as the program runs.
  static const std::shared_ptr<const Weights>& own();

  explicit Weights(std::vector<std::int16_t> weights) : weights_(std::move(weights)) {}
  const std::int16_t* stage(int stage) const {
    return weights_.data() + static_cast<std::size_t>(stage) * stage_weights;
  }

  std::string pack() const;

 private:
  std::vector<std::int16_t> weights_;
};

/// Which of the sixteen parity weights fits: the number of odd quarters, and whether the empties are odd.
inline int parity_index(unsigned odd_quarters, int empties) { return std::popcount(odd_quarters) * 2 + (empties & 1); }

}  // namespace dolbang::reversi_ai
