// Part of a kernel (see kernel.hpp): the exact search of the last empties.
#pragma once
#include "ai/reversi/kernel_bits.hpp"
#include "ai/reversi/table.hpp"

namespace dolbang::reversi_ai::DOLBANG_KERNEL {

inline constexpr int infinity = 127;

/// With that many empties an opponent's stable discs can only matter against an alpha at least this high; below it
/// counting them does not pay. Measured.
inline int stability_threshold(int empties) { return empties < 8 ? 30 : empties < 14 ? 20 : empties < 20 ? 12 : 4; }

/// The endgame with a null window (alpha, alpha + 1); all scores are exact bounds (fail-soft).
class Endgame {
 public:
  explicit Endgame(Table& table) : table_(table) {}

  void set_geometry(const Geometry& geometry) { geometry_ = &geometry; }

 protected:
  ~Endgame() = default;

  /// The score when neither side can move.
  int over(const Board& board) const { return final_score(board, geometry_->squares); }

  /// One empty square left, `own` to move.
  int last1(Bitboard own, int square) {
    ++nodes_;
    const int own_discs = count(own);
    const int turned = count_last(own, square);
    if (turned != 0) return 2 * (own_discs + turned + 1) - geometry_->squares;
    const Bitboard opponent = geometry_->board & ~own & ~bit(square);
    const int lost = count_last(opponent, square);
    if (lost != 0) return 2 * (own_discs - lost) - geometry_->squares;
    const int difference = 2 * own_discs - geometry_->squares + 1;
    return difference > 0 ? difference + 1 : difference - 1;
  }

  int last2(Bitboard own, Bitboard opponent, int x1, int x2, int alpha) {
    ++nodes_;
    int best = -infinity;
    if (neighbours[x1] & opponent) {
      if (const Bitboard turned = flips(own, opponent, x1)) {
        best = -last1(opponent ^ turned, x2);
        if (best > alpha) return best;
      }
    }
    if (neighbours[x2] & opponent) {
      if (const Bitboard turned = flips(own, opponent, x2)) {
        const int score = -last1(opponent ^ turned, x1);
        return score > best ? score : best;
      }
    }
    if (best != -infinity) return best;
    ++nodes_;
    best = infinity;
    if (neighbours[x1] & own) {
      if (const Bitboard turned = flips(opponent, own, x1)) {
        best = last1(own ^ turned, x2);
        if (best <= alpha) return best;
      }
    }
    if (neighbours[x2] & own) {
      if (const Bitboard turned = flips(opponent, own, x2)) {
        const int score = last1(own ^ turned, x1);
        return score < best ? score : best;
      }
    }
    return best != infinity ? best : over({own, opponent});
  }

  int last3(Bitboard own, Bitboard opponent, int x1, int x2, int x3, int alpha, bool passed = false) {
    ++nodes_;
    int best = -infinity;
    if (neighbours[x1] & opponent) {
      if (const Bitboard turned = flips(own, opponent, x1)) {
        best = -last2(opponent ^ turned, own ^ turned ^ bit(x1), x2, x3, -alpha - 1);
        if (best > alpha) return best;
      }
    }
    if (neighbours[x2] & opponent) {
      if (const Bitboard turned = flips(own, opponent, x2)) {
        const int score = -last2(opponent ^ turned, own ^ turned ^ bit(x2), x1, x3, -alpha - 1);
        if (score > alpha) return score;
        if (score > best) best = score;
      }
    }
    if (neighbours[x3] & opponent) {
      if (const Bitboard turned = flips(own, opponent, x3)) {
        const int score = -last2(opponent ^ turned, own ^ turned ^ bit(x3), x1, x2, -alpha - 1);
        return score > best ? score : best;
      }
    }
    if (best != -infinity) return best;
    return passed ? over({own, opponent}) : -last3(opponent, own, x1, x2, x3, -alpha - 1, true);
  }

  int last4(Bitboard own, Bitboard opponent, Bitboard empties, int alpha) {
    int square[4];
    unsigned key = 0;
    for (int i = 0; i < 4; ++i, empties &= empties - 1) {
      square[i] = first_square(empties);
      key |= static_cast<unsigned>(geometry_->quarter_of[square[i]]) << (2 * i);
    }
    const auto order = four_order[key];
    return last4(own, opponent, square[order.order & 3], square[order.order >> 2 & 3], square[order.order >> 4 & 3],
                 square[order.order >> 6], order.pairs, alpha, false);
  }

  int last4(Bitboard own, Bitboard opponent, int x1, int x2, int x3, int x4, bool pairs, int alpha, bool passed) {
    ++nodes_;
    int best = -infinity;
    if (neighbours[x1] & opponent) {
      if (const Bitboard turned = flips(own, opponent, x1)) {
        best = -last3(opponent ^ turned, own ^ turned ^ bit(x1), x2, x3, x4, -alpha - 1);
        if (best > alpha) return best;
      }
    }
    if (neighbours[x2] & opponent) {
      if (const Bitboard turned = flips(own, opponent, x2)) {
        const int score = -last3(opponent ^ turned, own ^ turned ^ bit(x2), x1, x3, x4, -alpha - 1);
        if (score > alpha) return score;
        if (score > best) best = score;
      }
    }
    // Of two and two, what is left of the touched quarter comes first.
    if (neighbours[x3] & opponent) {
      if (const Bitboard turned = flips(own, opponent, x3)) {
        const Bitboard next = own ^ turned ^ bit(x3);
        const int score = pairs ? -last3(opponent ^ turned, next, x4, x1, x2, -alpha - 1)
                                : -last3(opponent ^ turned, next, x1, x2, x4, -alpha - 1);
        if (score > alpha) return score;
        if (score > best) best = score;
      }
    }
    if (neighbours[x4] & opponent) {
      if (const Bitboard turned = flips(own, opponent, x4)) {
        const Bitboard next = own ^ turned ^ bit(x4);
        const int score = pairs ? -last3(opponent ^ turned, next, x3, x1, x2, -alpha - 1)
                                : -last3(opponent ^ turned, next, x1, x2, x3, -alpha - 1);
        return score > best ? score : best;
      }
    }
    if (best != -infinity) return best;
    return passed ? over({own, opponent}) : -last4(opponent, own, x1, x2, x3, x4, pairs, -alpha - 1, true);
  }

  /// An upper bound of the score from the opponent's stable discs, if it can be at most alpha.
  bool stability_cut(const Board& board, int empties, int alpha, int& score) const {
    if (alpha < stability_threshold(empties)) return false;
    score = geometry_->squares - 2 * count(stable_discs(board.opponent, board.own, *geometry_));
    return score <= alpha;
  }

  /// Five or six empties: by parity alone, without a list of moves.
  int few(Bitboard own, Bitboard opponent, int empties, unsigned odd, int alpha) {
    ++nodes_;
    int bound = 0;
    if (stability_cut({own, opponent}, empties, alpha, bound)) return bound;
    const Bitboard empty = geometry_->board & ~(own | opponent);
    Bitboard moves = run_ends(own, opponent) & empty;
    if (moves == 0) {
      if ((run_ends(opponent, own) & empty) == 0) return over({own, opponent});
      return -few(opponent, own, empties, odd, -alpha - 1);
    }
    int best = -infinity;
    Bitboard part = moves & geometry_->quarters[odd];
    if (part == 0) part = moves;
    for (;;) {
      do {
        const int square = first_square(part);
        part &= part - 1;
        moves &= ~bit(square);
        const Bitboard turned = flips(own, opponent, square);
        const Bitboard next_own = opponent ^ turned;
        const Bitboard next_opponent = own ^ turned ^ bit(square);
        const int score =
            empties == 5 ? -last4(next_own, next_opponent, empty ^ bit(square), -alpha - 1)
                         : -few(next_own, next_opponent, empties - 1, odd ^ geometry_->quarter_bit[square], -alpha - 1);
        if (score > alpha) return score;
        if (score > best) best = score;
      } while (part != 0);
      if (moves == 0) return best;
      part = moves;
    }
  }

  struct Candidate {
    Board next;
    Bitboard replies;
    int square;
    int value;
  };

  /// The null-window search of any number of empties, moves ordered so that the opponent's are few.
  int exact(const Board& board, Bitboard moves, int empties, unsigned odd, int alpha) {
    if (empties <= few_empties) {
      if (empties >= 5) return few(board.own, board.opponent, empties, odd, alpha);
      return least(board, empties, alpha);
    }
    ++nodes_;
    if (moves == 0) {
      const Board passed{board.opponent, board.own};
      const Bitboard replies = moves_of(passed, *geometry_);
      if (replies == 0) return over(board);
      return -exact(passed, replies, empties, odd, -alpha - 1);
    }
    int bound = 0;
    if (stability_cut(board, empties, alpha, bound)) return bound;

    const bool remember = empties >= table_empties;
    Known known;
    if (remember && table_.find(board, known) && known.depth == empties && known.selectivity == no_selectivity) {
      if (known.lower > alpha) return known.lower;
      if (known.upper <= alpha) return known.upper;
    }
    const std::uint64_t nodes_before = nodes_;

    Candidate candidates[34];
    int size = 0;
    for (Bitboard rest = moves; rest != 0; rest &= rest - 1) {
      const int square = first_square(rest);
      const Bitboard turned = flips(board.own, board.opponent, square);
      Candidate& candidate = candidates[size];
      candidate.square = square;
      candidate.next = {board.opponent ^ turned, board.own ^ turned ^ bit(square)};
      if (candidate.next.own == 0) return geometry_->squares;
      if (empties >= cutoff_empties) table_.prefetch(candidate.next);
      ++size;
    }
    if (remember && empties >= cutoff_empties) {
      for (int i = 0; i < size; ++i) {
        Known child;
        if (table_.find(candidates[i].next, child) && child.depth == empties - 1 &&
            child.selectivity == no_selectivity && -child.upper > alpha)
          return -child.upper;
      }
    }
    for (int i = 0; i < size; ++i) {
      Candidate& candidate = candidates[i];
      candidate.replies = moves_of(candidate.next, *geometry_);
      int value = -weighted(candidate.replies, *geometry_) * 8;
      const unsigned quarter = geometry_->quarter_bit[candidate.square];
      if (odd & quarter) value += empties < 12 ? 6 : 3;
      if (bit(candidate.square) & geometry_->corners) value += 8;
      if (candidate.square == known.move[0]) value += 1000;
      if (candidate.square == known.move[1]) value += 500;
      candidate.value = value;
    }

    int best = -infinity;
    int best_square = no_square;
    for (int i = 0; i < size; ++i) {
      int pick = i;
      for (int k = i + 1; k < size; ++k)
        if (candidates[k].value > candidates[pick].value) pick = k;
      const Candidate chosen = candidates[pick];
      candidates[pick] = candidates[i];
      const int score =
          -exact(chosen.next, chosen.replies, empties - 1, odd ^ geometry_->quarter_bit[chosen.square], -alpha - 1);
      if (stopped_) return 0;
      if (score > best) {
        best = score;
        best_square = chosen.square;
        if (best > alpha) break;
      }
    }
    if (remember) {
      if (nodes_ >= next_check_) check();
      if (stopped_) return 0;
      table_.store(board, empties, no_selectivity, effort(nodes_ - nodes_before), alpha, alpha + 1, best, best_square);
    }
    return best;
  }

  /// Up to four empties.
  int least(const Board& board, int empties, int alpha) {
    Bitboard empty = geometry_->board & ~(board.own | board.opponent);
    int square[3];
    if (empties == 4) return last4(board.own, board.opponent, empty, alpha);
    for (int i = 0; i < empties; ++i, empty &= empty - 1) square[i] = first_square(empty);
    switch (empties) {
      case 3: return last3(board.own, board.opponent, square[0], square[1], square[2], alpha);
      case 2: return last2(board.own, board.opponent, square[0], square[1], alpha);
      case 1: return last1(board.own, square[0]);
      default: return over(board);
    }
  }

  static int effort(std::uint64_t nodes) { return 2 * (63 - __builtin_clzll(nodes | 1)); }

  /// Looks whether to stop; sets stopped_ and when to look again.
  virtual void check() = 0;

  static constexpr int few_empties = 6;
  static constexpr int table_empties = 9;
  static constexpr int cutoff_empties = 11;

  Table& table_;
  const Geometry* geometry_ = &whole_geometry;
  std::uint64_t nodes_ = 0;
  std::uint64_t next_check_ = 0;
  bool stopped_ = false;
};

}  // namespace dolbang::reversi_ai::DOLBANG_KERNEL
