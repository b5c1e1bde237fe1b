#pragma once
/// The transposition table: what is known of positions already searched.
///
/// An entry keeps the whole position, so two positions are never mixed up, and says how it was searched: the
/// depth and the selectivity. It answers a question only when it was searched at least as deep and at least as
/// little pruned; so what ProbCut guessed is never taken as proven. Several threads share a table without locks:
/// each word is atomic, and the two of the position are stored combined with the third, so an entry that two
/// threads wrote into half and half belongs to no position (after R. Hyatt and T. Mann, A Lockless Transposition
/// Table Implementation for Parallel Search, 2002).
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>

#include "ai/reversi/board.hpp"

namespace dolbang::reversi_ai {

/// How much a search prunes on a guess: the index into the ProbCut thresholds, the last meaning not at all.
inline constexpr int selectivity_levels = 6;
inline constexpr int no_selectivity = selectivity_levels - 1;

inline constexpr std::uint8_t no_square = 64;

/// What one entry says: the score is at least `lower` and at most `upper`.
struct Known {
  std::int8_t lower = -64;
  std::int8_t upper = 64;
  std::uint8_t move[2]{no_square, no_square};  ///< the best and the one that was best before
  std::uint8_t depth = 0;                      ///< plies; as many as there are empties: to the end
  std::uint8_t selectivity = 0;
  std::uint8_t age = 0;
  std::uint8_t effort = 0;  ///< logarithm of the nodes spent
};
static_assert(sizeof(Known) == 8);

class Table {
 public:
  /// At least one bucket; rounded down to a power of two.
  explicit Table(std::size_t bytes);

  /// Forgets everything.
  void clear();
  /// A new search begins: older entries are the first to be replaced.
  void next_age() { ++age_; }

  bool find(const Board& board, Known& known) const {
    const Bucket& bucket = bucket_of(board);
    for (const Entry& entry : bucket.entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if ((entry.own.load(std::memory_order_relaxed) ^ data) == board.own &&
          (entry.opponent.load(std::memory_order_relaxed) ^ data) == board.opponent &&
          (board.own | board.opponent) != 0) {
        std::memcpy(static_cast<void*>(&known), &data, sizeof known);
        return true;
      }
    }
    return false;
  }

  /// Adds what a search with the window (alpha, beta) found.
  void store(const Board& board, int depth, int selectivity, int effort, int alpha, int beta, int score, int move);

  void prefetch(const Board& board) const {
    const Bucket* bucket = &bucket_of(board);
    __builtin_prefetch(bucket);
    __builtin_prefetch(reinterpret_cast<const char*>(bucket) + 64);
  }

 private:
  struct Entry {
    std::atomic<std::uint64_t> own, opponent, data;
  };
  static constexpr std::size_t bucket_entries = 5;
  struct alignas(128) Bucket {
    Entry entries[bucket_entries];
  };

  Bucket& bucket_of(const Board& board) const {
    std::uint64_t h = board.own * 0x9E3779B97F4A7C15u ^ (board.opponent + 0xD1B54A32D192ED03u) * 0xC2B2AE3D27D4EB4Fu;
    h ^= h >> 32;
    h *= 0xD6E8FEB86659FD93u;
    return buckets_[(h >> 32) & mask_];
  }

  std::size_t mask_;
  std::unique_ptr<Bucket[]> buckets_;
  std::uint8_t age_ = 0;
};

}  // namespace dolbang::reversi_ai
