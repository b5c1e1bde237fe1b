// Part of a kernel (see kernel.hpp): the search of the middle game, and to the end with many empties.
#pragma once
#include <algorithm>

#include "ai/reversi/evaluation.hpp"
#include "ai/reversi/kernel_endgame.hpp"
#include "ai/reversi/probcut.hpp"
#include "ai/reversi/worker.hpp"

namespace dolbang::reversi_ai::DOLBANG_KERNEL {

/// A position with what its evaluation needs.
struct Node {
  Board board;
  Patterns patterns;
  int empties;
};

#if DOLBANG_KERNEL_AVX2
inline __m256i at(const Patterns& p, int i) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(p.index) + i); }
#endif

/// The indices after `square` is played: those discs change, and the other side looks at them.
inline void update_patterns(Patterns& to, const Patterns& from, int square, Bitboard turned) {
#if DOLBANG_KERNEL_AVX2
  __m256i sum[3];
  for (int i = 0; i < 3; ++i) sum[i] = _mm256_setzero_si256();
  for (; turned != 0; turned &= turned - 1) {
    const Patterns& disc = square_patterns[static_cast<std::size_t>(first_square(turned))];
    for (int i = 0; i < 3; ++i) sum[i] = _mm256_add_epi16(sum[i], at(disc, i));
  }
  const Patterns& placed = square_patterns[static_cast<std::size_t>(square)];
  for (int i = 0; i < 3; ++i) {
    sum[i] = _mm256_add_epi16(_mm256_add_epi16(sum[i], sum[i]), _mm256_add_epi16(at(from, i), at(placed, i)));
    _mm256_store_si256(reinterpret_cast<__m256i*>(to.index) + i, _mm256_sub_epi16(_mm256_setzero_si256(), sum[i]));
  }
#else
  std::int16_t sum[pattern_slots]{};
  for (; turned != 0; turned &= turned - 1) {
    const Patterns& disc = square_patterns[static_cast<std::size_t>(first_square(turned))];
    for (int i = 0; i < pattern_slots; ++i) sum[i] = static_cast<std::int16_t>(sum[i] + disc.index[i]);
  }
  const Patterns& placed = square_patterns[static_cast<std::size_t>(square)];
  for (int i = 0; i < pattern_slots; ++i)
    to.index[i] = static_cast<std::int16_t>(-(2 * sum[i] + from.index[i] + placed.index[i]));
#endif
}

inline void negate_patterns(Patterns& to, const Patterns& from) {
  for (int i = 0; i < pattern_slots; ++i) to.index[i] = static_cast<std::int16_t>(-from.index[i]);
}

/// The evaluation of the smaller board, which is searched to its end so soon that a few features serve: corners,
/// the squares beside empty corners, moves.
inline int small_board_value(const Board& board, Bitboard moves, Bitboard replies, const Geometry& geometry) {
  const Bitboard empty = geometry.board & ~(board.own | board.opponent);
  const Bitboard corners = geometry.corners & empty;
  const Bitboard beside =
      ((corners << 1) | (corners >> 1) | (corners << 8) | (corners >> 8)) & geometry.end_of_diagonal;
  const Bitboard inward =
      ((corners << 7) | (corners >> 7) | (corners << 9) | (corners >> 9)) & ~geometry.end_of_diagonal;
  const auto difference = [&](Bitboard squares) {
    return count(squares & board.own) - count(squares & board.opponent);
  };
  return disc_unit * (6 * difference(geometry.corners) - difference(beside) - 3 * difference(inward & geometry.board)) +
         24 * (count(moves) - count(replies));
}

class Search final : public Endgame, public Worker {
 public:
  Search(Table& table, std::shared_ptr<const Weights> weights) : Endgame(table), weights_(std::move(weights)) {}

  Outcome think(const Board& board, const Geometry& geometry, const Task& task) override;
  int solve(const Board& board, const Geometry& geometry) override;
  int evaluate(const Board& board, const Geometry& geometry) override;
  int search(const Board& board, const Geometry& geometry, int depth, int selectivity) override;
  std::uint64_t perft(const Board& board, const Geometry& geometry, int depth) override;
  std::uint64_t nodes() const override { return nodes_; }

 private:
  struct Child {
    Node node;
    Bitboard replies;
    int square;
    int value;
  };

  /// One search of the deepening.
  struct Iteration {
    int depth, selectivity;
    bool winner_only = false;  ///< who wins or whether it is a draw, not by how much
  };

  /// Children by falling value, sorted only as far as the search asks: most nodes end after a few.
  class Selection {
   public:
    Selection(const Child* children, int size) : children_(children), size_(size) {
      for (int i = 0; i < size; ++i) index_[i] = static_cast<std::uint8_t>(i);
    }
    /// The i-th best; asked for i = 0, 1, 2 ...
    const Child& best_from(int i) {
      int pick = i;
      for (int k = i + 1; k < size_; ++k)
        if (children_[index_[k]].value > children_[index_[pick]].value) pick = k;
      std::swap(index_[i], index_[pick]);
      return children_[index_[i]];
    }

   private:
    const Child* children_;
    int size_;
    std::uint8_t index_[34];
  };

  void begin(const Geometry& geometry, const Task& task) {
    set_geometry(geometry);
    task_ = &task;
    stopped_ = false;
    nodes_ = 0;
    next_check_ = 0;
    probcut_level_ = 0;
  }
  Node node_of(const Board& board) const {
    return {board, patterns_of(board), geometry_->squares - count(board.own | board.opponent)};
  }
  void play(Node& to, const Node& from, int square) const {
    const Bitboard turned = flips(from.board.own, from.board.opponent, square);
    to.board = {from.board.opponent ^ turned, from.board.own ^ turned ^ bit(square)};
    update_patterns(to.patterns, from.patterns, square, turned);
    to.empties = from.empties - 1;
  }
  static void pass(Node& to, const Node& from) {
    to.board = {from.board.opponent, from.board.own};
    negate_patterns(to.patterns, from.patterns);
    to.empties = from.empties;
  }

  int raw(const Node& node, Bitboard moves) const;
  /// The evaluation in discs.
  int leaf(const Node& node, Bitboard moves) const {
    const int value = raw(node, moves);
    return value >= 0 ? (value + disc_unit / 2) / disc_unit : -((disc_unit / 2 - value) / disc_unit);
  }
  int shallow(const Node& node, Bitboard moves, int depth, int alpha, int beta);
  int null_window(const Node& node, Bitboard moves, int depth, int alpha, int selectivity);
  int one_ply(const Node& node, Bitboard moves, int alpha);
  int full_window(const Node& node, Bitboard moves, int depth, int alpha, int beta, int selectivity);
  bool probcut(const Node& node, Bitboard moves, int depth, int alpha, int selectivity, int& score);
  int children_of(const Node& node, Bitboard moves, Child* children, int& wins, bool prefetch = false) const;
  void order(Child* children, int size, const Node& node, int depth, const Known& known, int alpha, int beta);
  static std::vector<Iteration> iterations(int empties, const Task& task);
  int search_root(const Child* children, int size, const Iteration& iteration, int alpha, int beta, int& best_at,
                  int& answer);
  std::vector<int> line_of(Board board) const;
  void check() override;

  /// What a reply of the opponent counts in the order of moves, in units of the evaluation.
  static constexpr int mobility_middle = disc_unit;
  static constexpr int mobility_end = 4 * disc_unit;
  /// With so many empties or fewer the endgame search takes over from the one that evaluates.
  static constexpr int switch_empties = 13;

  const std::shared_ptr<const Weights> weights_;
  const Task* task_ = nullptr;
  int probcut_level_ = 0;
};

inline int Search::raw(const Node& node, Bitboard moves) const {
  const Bitboard replies = moves_of({node.board.opponent, node.board.own}, *geometry_);
  const int own_moves = std::min(count(moves), most_moves - 1);
  const int opponent_moves = std::min(count(replies), most_moves - 1);
  if (geometry_->squares != 64) return small_board_value(node.board, moves, replies, *geometry_);
  const int discs = 64 - node.empties;
  const std::int16_t* weights = weights_->stage(stage_of_discs(discs));
  int sum = weights[own_moves_at + own_moves] + weights[opponent_moves_at + opponent_moves];
  const Bitboard empty = ~(node.board.own | node.board.opponent);
  sum += weights[parity_at + parity_index(geometry_->odd_quarters(empty), node.empties)];
#pragma GCC unroll 46
  for (std::size_t i = 0; i < pattern_count; ++i) sum += weights[pattern_zero[i] + node.patterns.index[i]];
  constexpr int most = 63 * disc_unit;
  return sum > most ? most : sum < -most ? -most : sum;
}

/// Alpha-beta in units of the evaluation, without table: for the order of moves.
inline int Search::shallow(const Node& node, Bitboard moves, int depth, int alpha, int beta) {
  ++nodes_;
  if (depth == 0) return raw(node, moves);
  if (moves == 0) {
    Node passed;
    pass(passed, node);
    const Bitboard replies = moves_of(passed.board, *geometry_);
    if (replies == 0) return over(node.board) * disc_unit;
    return -shallow(passed, replies, depth, -beta, -alpha);
  }
  int best = -infinity * disc_unit;
  // Corners first, squares beside them last.
  for (const Bitboard part : {moves & geometry_->corners, moves & ~geometry_->corners}) {
    for (Bitboard rest = part; rest != 0; rest &= rest - 1) {
      Node next;
      play(next, node, first_square(rest));
      const int score = -shallow(next, moves_of(next.board, *geometry_), depth - 1, -beta, -alpha);
      if (score > best) {
        best = score;
        if (best >= beta) return best;
        if (best > alpha) alpha = best;
      }
    }
  }
  return best;
}

inline int Search::children_of(const Node& node, Bitboard moves, Child* children, int& wins, bool prefetch) const {
  int size = 0;
  wins = no_square;
  for (Bitboard rest = moves; rest != 0; rest &= rest - 1) {
    Child& child = children[size++];
    child.square = first_square(rest);
    play(child.node, node, child.square);
    if (child.node.board.own == 0) wins = child.square;
    if (prefetch) table_.prefetch(child.node.board);
  }
  return size;
}

/// Gives each child a value; the best is to be searched first. How far a move lies outside (alpha, beta) matters
/// little, so the shallow searches need not find out.
inline void Search::order(Child* children, int size, const Node& node, int depth, const Known& known, int alpha,
                          int beta) {
  const bool to_end = depth >= node.empties;
  int plies = depth < 3 ? -1 : depth < 8 ? 0 : depth < 13 ? 1 : depth < 18 ? 2 : 3;
  if (to_end) plies = depth < 13 ? -1 : depth < 18 ? 0 : depth < 21 ? 1 : depth < 25 ? 2 : 3;
  const unsigned odd = geometry_->odd_quarters(geometry_->board & ~(node.board.own | node.board.opponent));
  for (int i = 0; i < size; ++i) {
    Child& child = children[i];
    child.replies = moves_of(child.node.board, *geometry_);
    if (child.square == known.move[0]) {
      child.value = 1 << 24;
      continue;
    }
    if (child.square == known.move[1]) {
      child.value = 1 << 23;
      continue;
    }
    int value = -weighted(child.replies, *geometry_) * (to_end ? mobility_end : mobility_middle);
    if (odd & geometry_->quarter_bit[child.square]) value += disc_unit;
    // Threads beside the first look at equal moves in another order, so that they find what is new to it.
    if (task_ != nullptr && task_->helper > 0) value += (child.square * 37 + task_->helper * 17) % disc_unit;
    if (plies >= 0)
      value -= shallow(child.node, child.replies, plies, -beta * disc_unit, -alpha * disc_unit);
    else if (bit(child.square) & geometry_->corners)
      value += 4 * disc_unit;
    child.value = value;
  }
}

inline int Search::one_ply(const Node& node, Bitboard moves, int alpha) {
  int best = -infinity;
  for (Bitboard rest = moves; rest != 0; rest &= rest - 1) {
    ++nodes_;
    Node next;
    play(next, node, first_square(rest));
    if (next.board.own == 0) return geometry_->squares;
    const int score = -leaf(next, moves_of(next.board, *geometry_));
    if (score > best) {
      best = score;
      if (best > alpha) return best;
    }
  }
  return best;
}

inline bool Search::probcut(const Node& node, Bitboard moves, int depth, int alpha, int selectivity, int& score) {
  if (selectivity >= no_selectivity || depth < 3 || probcut_level_ >= 2) return false;
  const int reduced = probcut_depth(depth);
  const int error = probcut_error(selectivity, node.empties, depth, reduced);
  const int guess_error = probcut_error(selectivity, node.empties, depth, 0);
  const int guess = leaf(node, moves);
  const int beta = alpha + 1;
  ++probcut_level_;
  bool cut = false;
  if (beta + error < 63 && guess >= beta - guess_error / 2) {
    if (null_window(node, moves, reduced, beta + error - 1, selectivity) >= beta + error) {
      score = beta;
      cut = true;
    }
  }
  if (!cut && !stopped_ && alpha - error > -63 && guess <= alpha + guess_error / 2) {
    if (null_window(node, moves, reduced, alpha - error, selectivity) <= alpha - error) {
      score = alpha;
      cut = true;
    }
  }
  --probcut_level_;
  return cut && !stopped_;
}

/// The score against alpha: more than alpha means at least that score, else at most that score.
inline int Search::null_window(const Node& node, Bitboard moves, int depth, int alpha, int selectivity) {
  ++nodes_;
  if (nodes_ >= next_check_) check();
  if (stopped_) return 0;
  if (depth >= node.empties) {
    if (node.empties <= switch_empties)
      return exact(node.board, moves, node.empties,
                   geometry_->odd_quarters(geometry_->board & ~(node.board.own | node.board.opponent)), alpha);
    depth = node.empties;
  }
  if (depth <= 0) return leaf(node, moves);
  if (moves == 0) {
    Node passed;
    pass(passed, node);
    const Bitboard replies = moves_of(passed.board, *geometry_);
    if (replies == 0) return over(node.board);
    return -null_window(passed, replies, depth, -alpha - 1, selectivity);
  }
  if (depth == 1) return one_ply(node, moves, alpha);
  int bound = 0;
  if (stability_cut(node.board, node.empties, alpha, bound)) return bound;

  const bool remember = depth >= 3;
  Known known;
  if (remember && table_.find(node.board, known)) {
    if (known.depth >= depth && known.selectivity >= selectivity) {
      if (known.lower > alpha) return known.lower;
      if (known.upper <= alpha) return known.upper;
    }
  }
  const std::uint64_t nodes_before = nodes_;

  Child children[34];
  int wins = no_square;
  const int size = children_of(node, moves, children, wins, depth >= 5);
  if (wins != no_square) return geometry_->squares;
  if (depth >= 5) {
    for (int i = 0; i < size; ++i) {
      Known child;
      if (table_.find(children[i].node.board, child) && child.depth >= depth - 1 && child.selectivity >= selectivity &&
          -child.upper > alpha)
        return -child.upper;
    }
  }
  int guess = 0;
  if (probcut(node, moves, depth, alpha, selectivity, guess)) return guess;
  if (stopped_) return 0;
  if (size > 1) {
    order(children, size, node, depth, known, alpha, alpha + 1);
  } else {
    children[0].replies = moves_of(children[0].node.board, *geometry_);
    children[0].value = 0;
  }

  Selection next(children, size);
  int best = -infinity;
  int best_square = no_square;
  for (int i = 0; i < size; ++i) {
    const Child& child = next.best_from(i);
    const int score = -null_window(child.node, child.replies, depth - 1, -alpha - 1, selectivity);
    if (stopped_) return 0;
    if (score > best) {
      best = score;
      best_square = child.square;
      if (best > alpha) break;
    }
  }
  if (remember)
    table_.store(node.board, depth, selectivity, effort(nodes_ - nodes_before), alpha, alpha + 1, best, best_square);
  return best;
}

/// The score within (alpha, beta); outside, a bound.
inline int Search::full_window(const Node& node, Bitboard moves, int depth, int alpha, int beta, int selectivity) {
  if (beta - alpha == 1) return null_window(node, moves, depth, alpha, selectivity);
  ++nodes_;
  if (nodes_ >= next_check_) check();
  if (stopped_) return 0;
  if (depth > node.empties) depth = node.empties;
  if (moves == 0) {
    Node passed;
    pass(passed, node);
    const Bitboard replies = moves_of(passed.board, *geometry_);
    if (replies == 0) return over(node.board);
    return -full_window(passed, replies, depth, -beta, -alpha, selectivity);
  }
  if (depth <= 0) return leaf(node, moves);

  Known known;
  const bool remember = depth >= 3;
  if (remember && table_.find(node.board, known) && known.depth >= depth && known.selectivity >= selectivity) {
    // Only what decides the window: the principal variation stays whole.
    if (known.lower >= beta) return known.lower;
    if (known.upper <= alpha) return known.upper;
    if (known.lower == known.upper) return known.lower;
  }
  const std::uint64_t nodes_before = nodes_;
  Child children[34];
  int wins = no_square;
  const int size = children_of(node, moves, children, wins);
  order(children, size, node, depth, known, alpha, beta);
  Selection next(children, size);
  const int alpha_before = alpha;
  int best = -infinity;
  int best_square = no_square;
  for (int i = 0; i < size; ++i) {
    const Child& child = next.best_from(i);
    int score = 0;
    if (i == 0) {
      score = -full_window(child.node, child.replies, depth - 1, -beta, -alpha, selectivity);
    } else {
      score = -null_window(child.node, child.replies, depth - 1, -alpha - 1, selectivity);
      if (score > alpha && score < beta && !stopped_)
        score = -full_window(child.node, child.replies, depth - 1, -beta, -alpha, selectivity);
    }
    if (stopped_) return 0;
    if (score > best) {
      best = score;
      best_square = child.square;
      if (best >= beta) break;
      if (best > alpha) alpha = best;
    }
  }
  if (remember)
    table_.store(node.board, depth, selectivity, effort(nodes_ - nodes_before), alpha_before, beta, best, best_square);
  return best;
}

inline void Search::check() {
  next_check_ = nodes_ + 20000;
  if (task_ == nullptr) return;
  if (task_->stop != nullptr && task_->stop->load(std::memory_order_relaxed)) stopped_ = true;
  if (task_->nodes) {
    if (nodes_ >= *task_->nodes) stopped_ = true;
    next_check_ = std::min(next_check_, *task_->nodes);
  }
  if (task_->deadline && task_->now && task_->now() >= *task_->deadline) stopped_ = true;
}

inline std::vector<int> Search::line_of(Board board) const {
  std::vector<int> line;
  for (int plies = 0; plies < 60; ++plies) {
    Bitboard moves = moves_of(board, *geometry_);
    if (moves == 0) {
      board = {board.opponent, board.own};
      moves = moves_of(board, *geometry_);
      if (moves == 0) break;
    }
    Known known;
    if (!table_.find(board, known) || known.move[0] == no_square || !(moves & bit(known.move[0]))) break;
    const int square = known.move[0];
    const Bitboard turned = flips(board.own, board.opponent, square);
    board = {board.opponent ^ turned, board.own ^ turned ^ bit(square)};
    line.push_back(square);
  }
  return line;
}

/// How many plies short of the end of the game the searches stop that prepare one to the end. With more empties that
/// one often takes longer than there is time, and then it is theirs to answer.
constexpr int plies_left_out(int empties) {
  return empties >= 27 ? 6 : empties >= 25 ? 8 : empties >= 24 ? 10 : empties >= 16 ? 9 : empties;
}

/// What think() searches one after another.
inline std::vector<Search::Iteration> Search::iterations(int empties, const Task& task) {
  const bool solves = empties <= task.solve_from || task.depth >= empties;
  const int last_depth = solves ? std::max(1, empties - plies_left_out(empties)) : std::min(task.depth, empties);
  std::vector<Iteration> all;
  for (int depth = 1; depth <= last_depth; ++depth) all.push_back({depth, task.selectivity});
  if (!solves) return all;
  // The proof is prepared by guesses, and by one of the winner: that is had sooner, and counts most.
  if (empties >= 18) {
    for (const int selectivity : {0, 2, 4})
      if (selectivity < task.end_selectivity && (selectivity < 4 || empties >= 22))
        all.push_back({empties, selectivity});
    if (task.end_selectivity == no_selectivity) all.push_back({empties, no_selectivity, true});
  }
  all.push_back({empties, task.end_selectivity});
  return all;
}

/// The score of the root within (alpha, beta) and at which of its children, searched in their order. `answer` becomes
/// a move as soon as it has beaten those before: an unfinished search has found that too.
inline int Search::search_root(const Child* children, int size, const Iteration& iteration, int alpha, int beta,
                               int& best_at, int& answer) {
  const int depth = iteration.depth - 1;
  int best = -infinity;
  best_at = 0;
  for (int i = 0; i < size; ++i) {
    const Child& child = children[i];
    int score = 0;
    if (i == 0) {
      score = -full_window(child.node, child.replies, depth, -beta, -alpha, iteration.selectivity);
    } else {
      score = -null_window(child.node, child.replies, depth, -alpha - 1, iteration.selectivity);
      if (score > alpha && score < beta && !stopped_)
        score = -full_window(child.node, child.replies, depth, -beta, -alpha, iteration.selectivity);
    }
    if (stopped_) break;
    if (score <= best) continue;
    best = score;
    best_at = i;
    if (best > alpha) {
      alpha = best;
      answer = child.square;
    }
    if (best >= beta) break;
  }
  return best;
}

inline Outcome Search::think(const Board& board, const Geometry& geometry, const Task& task) {
  begin(geometry, task);
  const Node root = node_of(board);
  const Bitboard all_moves = moves_of(board, geometry);
  Outcome outcome;
  if (all_moves == 0) {
    const Board passed{board.opponent, board.own};
    if (moves_of(passed, geometry) == 0) {
      outcome.score = over(board);
      outcome.exact = true;
      return outcome;
    }
    Task other = task;
    other.alpha = -task.beta;
    other.beta = -task.alpha;
    outcome = think(passed, geometry, other);
    outcome.score = -outcome.score;
    outcome.move = no_square;
    return outcome;
  }
  const Bitboard moves = (all_moves & task.only) != 0 ? all_moves & task.only : all_moves;
  const bool all = moves == all_moves;
  Child children[34];
  int wins = no_square;
  const int size = children_of(root, moves, children, wins);
  // A first order, and an answer in case there is no time at all.
  Known nothing;
  table_.find(board, nothing);
  order(children, size, root, 8, nothing, -infinity, infinity);
  std::stable_sort(children, children + size, [](const Child& a, const Child& b) { return a.value > b.value; });
  outcome.move = children[0].square;
  outcome.score = leaf(root, all_moves);

  // The scores that are possible, as far as is proven.
  int least = task.alpha;
  int most = task.beta;
  for (const Iteration& iteration : iterations(root.empties, task)) {
    const bool to_end = iteration.depth == root.empties;
    // Aspiration: a window around what the last iteration found, opened where the score falls out of it.
    int width = to_end ? 1 : 2;
    int alpha = least;
    int beta = most;
    const auto narrow = [&](int low, int high) {
      if (std::max(least, low) >= std::min(most, high)) return false;
      alpha = std::max(least, low);
      beta = std::min(most, high);
      return true;
    };
    if (iteration.winner_only) {
      if (!narrow(-1, 1)) continue;
    } else if (outcome.depth >= 4) {
      narrow(outcome.score - width, outcome.score + width);
    }
    int best = -infinity;
    for (;;) {
      const std::uint64_t nodes_before = nodes_;
      int best_at = 0;
      best = search_root(children, size, iteration, alpha, beta, best_at, outcome.move);
      if (stopped_) break;
      if (all)
        table_.store(board, iteration.depth, iteration.selectivity, effort(nodes_ - nodes_before), alpha, beta, best,
                     children[best_at].square);
      // Where all moves lose, nothing was learnt of which is the best.
      if (iteration.winner_only && best <= alpha) break;
      std::rotate(children, children + best_at, children + best_at + 1);
      if (iteration.winner_only) break;
      // A side once opened stays open, so this ends even where a search contradicts itself.
      width *= 3;
      const bool low_failed = best <= alpha && alpha > least;
      const bool high_failed = best >= beta && beta < most;
      if (!low_failed && !high_failed) break;
      if (low_failed) alpha = width > 20 ? least : std::max(least, best - width);
      if (high_failed) beta = width > 20 ? most : std::min(most, best + width);
    }
    if (stopped_) break;
    outcome.move = children[0].square;
    if (iteration.winner_only && best >= beta) {
      // From here on a move that throws this away is never taken for a better one, even if time runs out.
      least = std::max(least, best - 1);
      outcome.score = std::max(outcome.score, best);
    } else if (iteration.winner_only && best <= alpha) {
      most = std::min(most, best + 1);
      outcome.score = std::min(outcome.score, best);
    } else {
      outcome.score = best;
      outcome.depth = iteration.depth;
      outcome.selectivity = iteration.selectivity;
      outcome.exact = to_end && iteration.selectivity == no_selectivity;
      if (outcome.exact) break;
    }
  }
  outcome.nodes = nodes_;
  outcome.line = line_of(board);
  if (outcome.line.empty() || outcome.line.front() != outcome.move) outcome.line.assign(1, outcome.move);
  return outcome;
}

inline int Search::solve(const Board& board, const Geometry& geometry) {
  Task task;
  task.solve_from = 64;
  return think(board, geometry, task).score;
}

inline int Search::evaluate(const Board& board, const Geometry& geometry) {
  set_geometry(geometry);
  return raw(node_of(board), moves_of(board, geometry));
}

inline int Search::search(const Board& board, const Geometry& geometry, int depth, int selectivity) {
  Task task;
  begin(geometry, task);
  const int score = full_window(node_of(board), moves_of(board, geometry), depth, -64, 64, selectivity);
  task_ = nullptr;
  return score;
}

inline std::uint64_t Search::perft(const Board& board, const Geometry& geometry, int depth) {
  if (depth == 0) return 1;
  const Bitboard moves = moves_of(board, geometry);
  if (moves == 0) {
    const Board passed{board.opponent, board.own};
    return moves_of(passed, geometry) == 0 ? 1 : perft(passed, geometry, depth - 1);
  }
  std::uint64_t leaves = 0;
  for (Bitboard rest = moves; rest != 0; rest &= rest - 1) {
    const int square = first_square(rest);
    const Bitboard turned = flips(board.own, board.opponent, square);
    leaves += perft({board.opponent ^ turned, board.own ^ turned ^ bit(square)}, geometry, depth - 1);
  }
  return leaves;
}

}  // namespace dolbang::reversi_ai::DOLBANG_KERNEL
