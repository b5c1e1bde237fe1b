#pragma once
/// One thread of a search, and what the threads of one search share. The kernels (kernel.hpp) implement it.
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "ai/parallel.hpp"
#include "ai/reversi/board.hpp"
#include "ai/reversi/evaluation.hpp"
#include "ai/reversi/table.hpp"

namespace dolbang::reversi_ai {

/// What a search is to do.
struct Task {
  int depth = 60;       ///< plies to look ahead in the middle game; where all empties are reached: to the end
  int solve_from = 0;   ///< with so many empties or fewer the game is searched to its end
  int selectivity = 0;  ///< of the middle game: index of probcut thresholds
  int end_selectivity = no_selectivity;  ///< of the search to the end; no_selectivity: the result is proven
  int alpha = -64, beta = 64;            ///< the scores that matter
  std::optional<std::uint64_t> nodes;
  /// On the caller's clock; none: no limit.
  std::optional<std::chrono::nanoseconds> deadline;
  std::function<std::chrono::nanoseconds()> now;
  const std::atomic<bool>* stop = nullptr;
  Bitboard only = ~Bitboard{0};  ///< moves to consider
  int helper = 0;                ///< 0: the search that answers; else one that fills the table beside it
};

struct Outcome {
  int move = no_square;  ///< no_square: a pass, or the game is over
  int score = 0;         ///< discs, for the side to move
  int depth = 0;         ///< plies of the last finished iteration
  int selectivity = 0;
  bool exact = false;  ///< the score is proven
  std::uint64_t nodes = 0;
  std::vector<int> line;  ///< the principal variation; passes left out
};

/// A kernel's search. Used by one thread at a time.
class Worker {
 public:
  virtual ~Worker() = default;
  /// Searches deeper and deeper until the task is done or time is over.
  virtual Outcome think(const Board& board, const Geometry& geometry, const Task& task) = 0;
  /// The proven score of a position by the endgame search alone.
  virtual int solve(const Board& board, const Geometry& geometry) = 0;
  /// The evaluation of a position in 1/32 of a disc.
  virtual int evaluate(const Board& board, const Geometry& geometry) = 0;
  /// The score of a search to one depth with a full window, for training: `selectivity` as in Task.
  virtual int search(const Board& board, const Geometry& geometry, int depth, int selectivity) = 0;
  /// Leaves of the game tree, as reversi::perft counts them; no count in bulk.
  virtual std::uint64_t perft(const Board& board, const Geometry& geometry, int depth) = 0;
  virtual std::uint64_t nodes() const = 0;
};

enum class Kernel : std::uint8_t { portable, avx2 };
/// Whether this machine can run a kernel; the portable one runs everywhere.
bool available(Kernel kernel);
/// The fastest kernel of this machine.
Kernel best_kernel();
/// `table` outlives the worker.
std::unique_ptr<Worker> make_worker(Kernel kernel, Table& table, std::shared_ptr<const Weights> weights);

/// All workers search the same position and share what they find through their table; the first one's answer counts,
/// and ends the others. Nodes are of all. With one worker nothing runs in parallel.
Outcome think_together(const std::vector<std::unique_ptr<Worker>>& workers, const Board& board,
                       const Geometry& geometry, const Task& task, const RunParallel& run_parallel);

}  // namespace dolbang::reversi_ai
