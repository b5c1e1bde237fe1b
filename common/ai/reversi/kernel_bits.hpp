// Part of a kernel (see kernel.hpp): flips, mobility, stability. Included once by each kernel's source, inside
// no namespace; the macros say which kernel it is.
#pragma once
#ifndef DOLBANG_KERNEL
#define DOLBANG_KERNEL portable
#define DOLBANG_KERNEL_AVX2 0
#endif

#include "ai/reversi/board.hpp"
#include "ai/reversi/tables.hpp"

namespace dolbang::reversi_ai::DOLBANG_KERNEL {

inline int count(Bitboard b) { return __builtin_popcountll(b); }
inline int first_square(Bitboard b) { return __builtin_ctzll(b); }

#if DOLBANG_KERNEL_AVX2

inline Bitboard fold(__m256i lanes) {
  const __m128i two = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
  return static_cast<Bitboard>(_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))));
}

/// The opponent discs that turn over when `own` places on the empty `square`; 0 when none. Four rays a register:
/// towards higher squares the end of a run is the lowest bit that is no opponent; towards lower squares all
/// that lies behind the first such bit is smeared over.
inline Bitboard flips(Bitboard own, Bitboard opponent, int square) {
  const Rays& rays = ray_table[square];
  const __m256i own4 = _mm256_set1_epi64x(static_cast<long long>(own));
  const __m256i opponent4 = _mm256_set1_epi64x(static_cast<long long>(opponent));
  const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.up));
  const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.down));
  const __m256i step = _mm256_setr_epi64x(1, 7, 8, 9);
  const __m256i zero = _mm256_setzero_si256();

  const __m256i stops_up = _mm256_andnot_si256(opponent4, up);
  __m256i end = _mm256_and_si256(stops_up, _mm256_sub_epi64(zero, stops_up));
  end = _mm256_and_si256(end, own4);
  // end - 1 where there is an end, 0 where not.
  const __m256i below = _mm256_sub_epi64(_mm256_add_epi64(end, _mm256_set1_epi64x(-1)), _mm256_cmpeq_epi64(end, zero));
  const __m256i turned_up = _mm256_and_si256(up, below);

  const __m256i stops_down = _mm256_andnot_si256(opponent4, down);
  __m256i smear = _mm256_or_si256(stops_down, _mm256_srlv_epi64(stops_down, step));
  smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, _mm256_add_epi64(step, step)));
  smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, _mm256_slli_epi64(step, 2)));
  const __m256i nearest = _mm256_andnot_si256(_mm256_srlv_epi64(smear, step), stops_down);
  const __m256i no_end = _mm256_cmpeq_epi64(_mm256_and_si256(nearest, own4), zero);
  const __m256i turned_down = _mm256_andnot_si256(no_end, _mm256_andnot_si256(smear, down));
  return fold(_mm256_or_si256(turned_up, turned_down));
}

/// The squares where a run of opponent discs that starts next to an own disc ends; the caller keeps the empty ones.
inline Bitboard run_ends(Bitboard own, Bitboard opponent) {
  const __m256i step = _mm256_setr_epi64x(1, 7, 8, 9);
  const __m256i step2 = _mm256_add_epi64(step, step);
  const __m256i inner = _mm256_setr_epi64x(0x7E7E7E7E7E7E7E7E, 0x7E7E7E7E7E7E7E7E, -1, 0x7E7E7E7E7E7E7E7E);
  const __m256i own4 = _mm256_set1_epi64x(static_cast<long long>(own));
  const __m256i opponent4 = _mm256_and_si256(_mm256_set1_epi64x(static_cast<long long>(opponent)), inner);
  __m256i up = _mm256_and_si256(opponent4, _mm256_sllv_epi64(own4, step));
  __m256i down = _mm256_and_si256(opponent4, _mm256_srlv_epi64(own4, step));
  up = _mm256_or_si256(up, _mm256_and_si256(opponent4, _mm256_sllv_epi64(up, step)));
  down = _mm256_or_si256(down, _mm256_and_si256(opponent4, _mm256_srlv_epi64(down, step)));
  const __m256i pairs_up = _mm256_and_si256(opponent4, _mm256_sllv_epi64(opponent4, step));
  const __m256i pairs_down = _mm256_srlv_epi64(pairs_up, step);
  up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, step2)));
  down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, step2)));
  up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, step2)));
  down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, step2)));
  return fold(_mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step)));
}

/// How many discs turn when `own` places on `square` and every other square that is not its own is the opponent's.
inline int count_last(Bitboard own, int square) {
  const LastLines& lines = last_table[square];
  int turned = last_count[lines.place[0]][_pext_u64(own, lines.mask[0])];
  turned += last_count[lines.place[1]][_pext_u64(own, lines.mask[1])];
  turned += last_count[lines.place[2]][_pext_u64(own, lines.mask[2])];
  turned += last_count[lines.place[3]][_pext_u64(own, lines.mask[3])];
  return turned;
}

#else

/// The opponent discs that turn over when `own` places on the empty `square`; 0 when none. Towards higher squares
/// the end of a run is the lowest bit of the ray that is no opponent, towards lower ones the highest.
inline Bitboard flips(Bitboard own, Bitboard opponent, int square) {
  const Rays& rays = ray_table[square];
  Bitboard turned = 0;
  for (int i = 0; i < 4; ++i) {
    const Bitboard stops_up = rays.up[i] & ~opponent;
    const Bitboard end_up = stops_up & (0 - stops_up) & own;
    turned |= rays.up[i] & (end_up - (end_up != 0));
    const Bitboard stops_down = rays.down[i] & ~opponent;
    const Bitboard end_down = (Bitboard{1} << 63 >> __builtin_clzll(stops_down | 1)) & stops_down & own;
    turned |= rays.down[i] & (0 - (end_down << 1));
  }
  return turned;
}

/// The squares where a run of opponent discs that starts next to an own disc ends; the caller keeps the empty ones.
inline Bitboard run_ends(Bitboard own, Bitboard opponent) {
  const Bitboard inner = opponent & 0x7E7E7E7E7E7E7E7Eu;
  Bitboard ends = 0;
  const auto along = [&](Bitboard through, int step) {
    Bitboard up = through & (own << step);
    Bitboard down = through & (own >> step);
    up |= through & (up << step);
    down |= through & (down >> step);
    const Bitboard pairs_up = through & (through << step);
    const Bitboard pairs_down = pairs_up >> step;
    up |= pairs_up & (up << 2 * step);
    down |= pairs_down & (down >> 2 * step);
    up |= pairs_up & (up << 2 * step);
    down |= pairs_down & (down >> 2 * step);
    ends |= (up << step) | (down >> step);
  };
  along(inner, 1);
  along(inner, 7);
  along(opponent, 8);
  along(inner, 9);
  return ends;
}

/// How many discs turn when `own` places on `square` and every other square that is not its own is the opponent's.
inline int count_last(Bitboard own, int square) { return count(flips(own, ~own & ~bit(square), square)); }

#endif

inline Bitboard moves_of(const Board& board, const Geometry& geometry) {
  return run_ends(board.own, board.opponent) & geometry.board & ~(board.own | board.opponent);
}

/// Moves, a corner counted twice: how much freedom a side has.
inline int weighted(Bitboard moves, const Geometry& geometry) { return count(moves) + count(moves & geometry.corners); }

/// Own discs that no play can ever turn (a lower bound). On each axis a disc is safe at the board's end, on a line
/// without empties, or beside a safe disc of its own colour; beyond that the whole board's edges are looked up.
inline Bitboard stable_discs(Bitboard own, Bitboard opponent, const Geometry& geometry) {
  const Bitboard filled = own | opponent | ~geometry.board;
  // Lines without empties. Each step doubles the length that is known to be filled.
  Bitboard row = filled & (filled >> 4);
  row &= row >> 2;
  row &= row >> 1;
  row = (row & 0x0101010101010101u) * 0xFF;
  Bitboard column = filled & ((filled >> 8) | (filled << 56));
  column &= (column >> 16) | (column << 48);
  column &= (column >> 32) | (column << 32);
  Bitboard up7 = filled & (0xFF01010101010101u | (filled >> 7));
  Bitboard down7 = filled & (0x80808080808080FFu | (filled << 7));
  up7 &= 0xFFFF030303030303u | (up7 >> 14);
  down7 &= 0xC0C0C0C0C0C0FFFFu | (down7 << 14);
  up7 &= 0xFFFFFFFF0F0F0F0Fu | (up7 >> 28);
  down7 &= 0xF0F0F0F0FFFFFFFFu | (down7 << 28);
  Bitboard up9 = filled & (0xFF80808080808080u | (filled >> 9));
  Bitboard down9 = filled & (0x01010101010101FFu | (filled << 9));
  up9 &= 0xFFFFC0C0C0C0C0C0u | (up9 >> 18);
  down9 &= 0x030303030303FFFFu | (down9 << 18);
  up9 &= 0xFFFFFFFFF0F0F0F0u | (up9 >> 36);
  down9 &= 0x0F0F0F0FFFFFFFFFu | (down9 << 36);
  row |= geometry.end_of_row;
  column |= geometry.end_of_column;
  const Bitboard anti = (up7 & down7) | geometry.end_of_antidiagonal;
  const Bitboard diagonal = (up9 & down9) | geometry.end_of_diagonal;

  Bitboard stable = own & row & column & anti & diagonal;
  if (geometry.squares == 64) {
    const EdgeTable& edges = edge_table();
    stable |= edges[own & 0xFF][opponent & 0xFF];
    stable |= Bitboard{edges[own >> 56][opponent >> 56]} << 56;
    const auto file_a = [](Bitboard b) { return ((b & 0x0101010101010101u) * 0x0102040810204080u) >> 56; };
    const auto to_file_a = [](Bitboard b) { return ((b * 0x0101010101010101u) & 0x8040201008040201u); };
    // A file is read with row 1 as its lowest bit, and spread the same way back.
    const auto spread = [&](Bitboard b) {
      Bitboard square = to_file_a(b);
      square |= square >> 1;
      square |= square >> 2;
      square |= square >> 4;
      return square & 0x0101010101010101u;
    };
    stable |= spread(edges[file_a(own)][file_a(opponent)]);
    stable |= spread(edges[file_a(own >> 7)][file_a(opponent >> 7)]) << 7;
  }
  if (stable == 0) return 0;
  for (;;) {
    const Bitboard grown = own & (row | (stable << 1) | (stable >> 1)) & (column | (stable << 8) | (stable >> 8)) &
                           (anti | (stable << 7) | (stable >> 7)) & (diagonal | (stable << 9) | (stable >> 9));
    if ((grown & ~stable) == 0) return stable;
    stable |= grown;
  }
}

}  // namespace dolbang::reversi_ai::DOLBANG_KERNEL
