#pragma once
/// What the engine searches: a position seen by the side to move, and the squares there are.
///
/// The 6x6 board is the upper left part of the 8x8 one. What lies outside is neither a disc nor an empty
/// square, so a line that runs into it ends there, and every bit trick of the larger board holds.
#include <array>
#include <bit>
#include <cstdint>

#include "games/reversi/reversi.hpp"

namespace dolbang::reversi_ai {

using reversi::bit;
using reversi::Bitboard;

/// A position: the discs of the side to move and of the other side.
struct Board {
  Bitboard own = 0;
  Bitboard opponent = 0;
  friend constexpr bool operator==(const Board&, const Board&) = default;
};

inline Board board_of(const reversi::State& state) { return {state.own(), state.opponent()}; }

/// What depends on the size of the board.
struct Geometry {
  Bitboard board;  ///< the squares there are
  int squares;
  /// The four quarters, for the parity of their empties.
  std::array<Bitboard, 4> quarter;
  /// Squares with no neighbour on one side of the axis: along it nothing can turn them.
  Bitboard end_of_row, end_of_column, end_of_diagonal, end_of_antidiagonal;
  /// For each set of quarters (bit n: quarter n), their squares.
  std::array<Bitboard, 16> quarters;
  /// The quarter of each square as a bit of such a set.
  std::array<std::uint8_t, 64> quarter_bit;
  /// The quarter of each square as a number.
  std::array<std::uint8_t, 64> quarter_of;
  Bitboard corners;

  explicit constexpr Geometry(Bitboard squares_there_are)
      : board(squares_there_are),
        squares(std::popcount(squares_there_are)),
        quarter{},
        end_of_row(0),
        end_of_column(0),
        end_of_diagonal(0),
        end_of_antidiagonal(0),
        quarters{},
        quarter_bit{},
        quarter_of{},
        corners(0) {
    const int size = squares == 64 ? 8 : 6;
    for (int square = 0; square < 64; ++square) {
      if (!(board & bit(square))) continue;
      const int column = square & 7;
      const int row = square >> 3;
      const int q = (column >= size / 2 ? 1 : 0) + (row >= size / 2 ? 2 : 0);
      quarter[static_cast<std::size_t>(q)] |= bit(square);
      quarter_of[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(q);
      quarter_bit[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(1 << q);
      const bool side = column == 0 || column == size - 1;
      const bool top = row == 0 || row == size - 1;
      if (side) end_of_row |= bit(square);
      if (top) end_of_column |= bit(square);
      if (side || top) end_of_diagonal |= bit(square);
      if (side || top) end_of_antidiagonal |= bit(square);
      if (side && top) corners |= bit(square);
    }
    for (std::size_t set = 0; set < 16; ++set)
      for (std::size_t q = 0; q < 4; ++q)
        if (set & (std::size_t{1} << q)) quarters[set] |= quarter[q];
  }

  /// The set of quarters with an odd number of empties.
  unsigned odd_quarters(Bitboard empties) const {
    unsigned set = 0;
    for (unsigned q = 0; q < 4; ++q) set |= static_cast<unsigned>(std::popcount(empties & quarter[q]) & 1) << q;
    return set;
  }
};

inline constexpr Geometry whole_geometry{reversi::whole_board};
inline constexpr Geometry small_geometry{reversi::small_board};
inline const Geometry& geometry_of(Bitboard board) {
  return board == reversi::whole_board ? whole_geometry : small_geometry;
}

/// The difference in discs at the end of a game, empties going to the winner, for `own`.
inline int final_score(const Board& board, int squares) {
  const int own = std::popcount(board.own);
  const int opponent = std::popcount(board.opponent);
  const int difference = own - opponent;
  const int empties = squares - own - opponent;
  return difference > 0 ? difference + empties : difference < 0 ? difference - empties : 0;
}

}  // namespace dolbang::reversi_ai
