#pragma once
/// Look-up tables of the search that both kernels share.
#include <array>
#include <cstdint>

#include "ai/reversi/board.hpp"

namespace dolbang::reversi_ai {

/// The squares in line with one, by direction: towards higher squares by the steps +1, +7, +8, +9, and the opposite.
struct alignas(32) Rays {
  Bitboard up[4];
  Bitboard down[4];
};

/// The lines through one square, for counting what the last disc turns.
struct LastLines {
  Bitboard mask[4];
  std::uint8_t place[4];  ///< which square of the line it is, counted from the lowest
};

namespace detail {

constexpr std::array<Rays, 64> make_rays() {
  std::array<Rays, 64> table{};
  constexpr int columns[4]{1, -1, 0, 1};
  constexpr int rows[4]{0, 1, 1, 1};
  for (int square = 0; square < 64; ++square)
    for (int i = 0; i < 4; ++i)
      for (int k = 1; k < 8; ++k) {
        const int c = (square & 7) + k * columns[i];
        const int r = (square >> 3) + k * rows[i];
        if (c >= 0 && c < 8 && r < 8) table[static_cast<std::size_t>(square)].up[i] |= bit(r * 8 + c);
        const int cd = (square & 7) - k * columns[i];
        const int rd = (square >> 3) - k * rows[i];
        if (cd >= 0 && cd < 8 && rd >= 0) table[static_cast<std::size_t>(square)].down[i] |= bit(rd * 8 + cd);
      }
  return table;
}

constexpr std::array<LastLines, 64> make_last_lines() {
  std::array<LastLines, 64> table{};
  const auto rays = make_rays();
  for (std::size_t square = 0; square < 64; ++square)
    for (std::size_t i = 0; i < 4; ++i) {
      table[square].mask[i] = rays[square].up[i] | rays[square].down[i] | bit(static_cast<int>(square));
      table[square].place[i] = static_cast<std::uint8_t>(std::popcount(rays[square].down[i]));
    }
  return table;
}

/// By place and line (bits of own discs; all others are the opponent's): discs that turn on that line.
constexpr std::array<std::array<std::uint8_t, 256>, 8> make_last_count() {
  std::array<std::array<std::uint8_t, 256>, 8> table{};
  for (int place = 0; place < 8; ++place)
    for (int line = 0; line < 256; ++line) {
      int turned = 0;
      for (int i = place - 1, run = 0; i >= 0; --i, ++run)
        if (line >> i & 1) {
          turned += run;
          break;
        }
      for (int i = place + 1, run = 0; i < 8; ++i, ++run)
        if (line >> i & 1) {
          turned += run;
          break;
        }
      table[static_cast<std::size_t>(place)][static_cast<std::size_t>(line)] = static_cast<std::uint8_t>(turned);
    }
  return table;
}

/// The neighbours of each square.
constexpr std::array<Bitboard, 64> make_neighbours() {
  std::array<Bitboard, 64> table{};
  for (int square = 0; square < 64; ++square)
    for (int r = -1; r <= 1; ++r)
      for (int c = -1; c <= 1; ++c) {
        const int column = (square & 7) + c;
        const int row = (square >> 3) + r;
        if ((r != 0 || c != 0) && column >= 0 && column < 8 && row >= 0 && row < 8)
          table[static_cast<std::size_t>(square)] |= bit(row * 8 + column);
      }
  return table;
}

/// How to order four empties: an index of each, two bits each, those alone in their quarter first, then by quarter;
/// `pairs` when they are two and two. By the four quarters, two bits each.
struct FourOrder {
  std::uint8_t order = 0;
  bool pairs = false;
};
constexpr std::array<FourOrder, 256> make_four_order() {
  std::array<FourOrder, 256> table{};
  for (std::size_t key = 0; key < 256; ++key) {
    const unsigned quarter[4]{static_cast<unsigned>(key & 3), static_cast<unsigned>(key >> 2 & 3),
                              static_cast<unsigned>(key >> 4 & 3), static_cast<unsigned>(key >> 6)};
    unsigned number[4]{};
    for (const unsigned q : quarter) ++number[q];
    int placed = 0;
    unsigned order = 0;
    // Odd numbers first, the smaller the earlier; equal ones stay together by quarter.
    for (const unsigned wanted : {1U, 3U, 2U, 4U})
      for (unsigned q = 0; q < 4; ++q)
        for (unsigned i = 0; i < 4; ++i)
          if (number[q] == wanted && quarter[i] == q) order |= i << (2 * placed++);
    bool pairs = true;
    for (const unsigned n : number) pairs = pairs && (n == 0 || n == 2);
    table[key] = {static_cast<std::uint8_t>(order), pairs};
  }
  return table;
}

}  // namespace detail

inline constexpr std::array<Rays, 64> ray_table = detail::make_rays();
inline constexpr std::array<LastLines, 64> last_table = detail::make_last_lines();
inline constexpr std::array<std::array<std::uint8_t, 256>, 8> last_count = detail::make_last_count();
inline constexpr std::array<Bitboard, 64> neighbours = detail::make_neighbours();
inline constexpr std::array<detail::FourOrder, 256> four_order = detail::make_four_order();

/// By the own and the other discs of an edge: the own discs that can never turn along it.
using EdgeTable = std::array<std::array<std::uint8_t, 256>, 256>;
const EdgeTable& edge_table();

}  // namespace dolbang::reversi_ai
