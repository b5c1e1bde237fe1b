#pragma once
/// The alpha-beta search of the Omok engine.
///
/// Principal-variation search with iterative deepening, aspiration, a transposition table, killers, history,
/// singular extensions, and reductions and pruning by a move's number and by how unlikely the trained order calls it.
/// Threats come first: fives and fours leave one answer, which costs no depth; against an open three only the moves
/// that can matter are tried; every leaf, and most inner nodes, ask the Vcf solver whether the side to move wins by
/// fours, and inner nodes whether the other would if it could move again. With a node limit the result depends on the
/// board, the limits and the seed only.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "ai/omok/board.hpp"
#include "ai/omok/table.hpp"
#include "ai/omok/vcf.hpp"
#include "ai/omok/vct.hpp"

namespace dolbang::omok_ai {

/// A win in n plies is worth win_score - n to the side that wins.
inline constexpr int win_score = 30000;
/// Scores beyond this, either way, are proven wins or losses.
inline constexpr int proven_score = win_score - 2 * points;

/// What a search may spend, and how clever it may be.
struct Limits {
  int depth = 64;  ///< plies
  std::uint64_t nodes = ~std::uint64_t{0};
  std::chrono::nanoseconds time{0};  ///< by `now`; 0: no limit
  std::uint64_t vcf_nodes = 0;       ///< at the root, for the own win by fours; 0: does not look for one
  std::uint64_t leaf_vcf_nodes = 0;  ///< for a win by fours of the side to move inside the tree; 0: does not look
  std::uint64_t vct_nodes =
      0;                      ///< at the root, for a win by continuous threats, within an eighth of the time and nodes
  bool opponent_vcf = false;  ///< looks for the other's wins by fours too, and at what stops them
  int noise = 0;              ///< a random amount up to this is added to the scores of the root's moves
  std::uint64_t seed = 0;     ///< of the noise
  const std::atomic<bool>* stop = nullptr;
  /// Set when another search that shares the table has the answer (team.hpp).
  const std::atomic<bool>* answered = nullptr;
  int helper = 0;  ///< 0: the only search, or the first of several; the others look at the depths in another order
  std::function<std::chrono::nanoseconds()> now;
};

struct RootMove {
  int point = -1;
  int score = -win_score;
  std::vector<std::int16_t> line;  ///< the principal variation, this move first
};

struct Found {
  std::vector<RootMove> best;  ///< best first, as many as asked for or as there are
  int depth = 0;               ///< plies finished
  std::uint64_t nodes = 0;     ///< the solver's too
};

class Search {
 public:
  /// The tables take 2^hash_bits entries of 16 bytes, and three eighths of that for the solvers.
  explicit Search(int hash_bits = 20) : Search(std::make_shared<TranspositionTable>(hash_bits), hash_bits) {}
  /// Searches that share a table may run at the same time.
  Search(std::shared_ptr<TranspositionTable> table, int hash_bits);

  /// The best moves for the side to move: `lines` of them, scored one after another. The board must have an empty
  /// point that is not forbidden; a move that is allowed is the answer always, also when stopped at once.
  Found run(const Board& board, const Limits& limits, int lines = 1);
  /// Forgets earlier searches: what follows depends on what it is given alone.
  void clear();

  /// Positions looked at between two looks at the clock and the stop flag.
  static constexpr std::uint64_t check_interval = 256;

 private:
  using Bound = TranspositionTable::Bound;
  static constexpr int max_ply = 2 * points;

  /// What is expected of a node: on the principal variation, or that a move refutes the last one, or none does.
  enum class Node : std::uint8_t { pv, cut, all };
  static constexpr Node after(Node node) {
    return node == Node::pv ? Node::pv : node == Node::cut ? Node::all : Node::cut;
  }

  struct Picked {
    std::int16_t point;
    std::int32_t order;
  };
  struct MoveStack {
    std::array<Picked, points> moves;
    std::size_t count = 0;
  };

  std::uint64_t total_nodes() const { return nodes_ + vcf_.nodes() + vct_.nodes() - solver_before_; }
  bool out_of_time();
  bool should_stop();
  int search(int ply, int depth, int alpha, int beta, Node node, bool may_pass, int excluded = -1);
  int search_root(std::vector<RootMove>& moves, std::size_t first, int depth, int alpha, int beta);
  std::optional<int> own_vcf(int ply, std::uint64_t nodes);
  void take_line(int ply, int point);
  void remember(Side side, int ply, int point, int depth, const MoveStack& tried, std::size_t until);
  std::vector<int> root_points(const Board& board) const;

  std::shared_ptr<TranspositionTable> table_;
  Vcf vcf_;
  Vct vct_;
  std::vector<Board> boards_;
  std::vector<MoveStack> moves_;
  std::vector<std::vector<std::int16_t>> lines_;
  std::array<std::int16_t, max_ply + 1> values_{};
  std::array<std::array<std::int16_t, 2>, max_ply> killers_{};
  std::array<std::array<std::int32_t, points>, 2> history_{};
  std::array<std::array<std::int16_t, points>, 2> counters_{};

  Limits limits_;
  std::function<bool()> vcf_stop_, vct_stop_;
  std::chrono::nanoseconds started_{0};
  std::uint64_t nodes_ = 0, solver_before_ = 0, next_check_ = 0;
  int root_depth_ = 0;
  bool stopped_ = false;
};

}  // namespace dolbang::omok_ai
