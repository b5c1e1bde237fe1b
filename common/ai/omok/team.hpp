#pragma once
/// Searches of one position side by side: each on a thread of its own with tables of its own, but for one
/// transposition table, through which each profits from what the others found ("lazy SMP").
#include <memory>
#include <vector>

#include "ai/omok/search.hpp"
#include "ai/parallel.hpp"

namespace dolbang::omok_ai {

class Team {
 public:
  /// As Search's; the transposition table is there once, a search's other memory once a thread.
  explicit Team(int hash_bits);

  /// Search::run() by one search: the same answer every time, where the limits say so.
  Found run(const Board& board, const Limits& limits, int lines = 1);
  /// The one best move, by `threads` searches at once. A win that any of them has proven ends all; otherwise the time,
  /// the stop flag or a depth does, and the one that looked deepest answers. Nodes are of all.
  Found run_together(const Board& board, const Limits& limits, int threads, const RunParallel& run_parallel);
  /// Forgets earlier searches.
  void clear();

 private:
  int hash_bits_;
  std::shared_ptr<TranspositionTable> table_;
  std::vector<std::unique_ptr<Search>> searches_;
};

}  // namespace dolbang::omok_ai
