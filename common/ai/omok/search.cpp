#include "ai/omok/search.hpp"

#include <algorithm>
#include <cmath>

#include "ai/omok/evaluation.hpp"
#include "core/rng.hpp"

namespace dolbang::omok_ai {
namespace {

constexpr int max_history = 8192;
/// Nearer the leaves the other's wins by fours are not looked for: there the moves after show them.
constexpr int opponent_vcf_depth = 4;

// Late and unlikely moves are looked at less deeply. How much, in hundredths of a ply:
constexpr int reduction_base = 20;
constexpr int reduction_scale = 70;        ///< times the logarithms of the depth and the move's number
constexpr int reduction_unlikely = 70;     ///< for each factor e that the move is less likely than the likeliest
constexpr int reduction_cut_node = 200;    ///< where a move was expected to refute the last one and the first did not
constexpr int reduction_not_better = 100;  ///< where the side stands no better than two plies ago
constexpr int spared = 100;                ///< on the principal variation, for threats, and against them
constexpr int history_a_hundredth = 80;    ///< this much history spares a hundredth

struct Reductions {
  std::array<std::array<std::int16_t, 64>, 64> by{};
  Reductions() {
    for (std::size_t depth = 1; depth < 64; ++depth)
      for (std::size_t number = 1; number < 64; ++number)
        by[depth][number] = static_cast<std::int16_t>(reduction_scale * std::log(static_cast<double>(depth)) *
                                                      std::log(static_cast<double>(number + 1)));
  }
};
const Reductions reductions;

/// `unlikely`: how far the move's likelihood() is from the likeliest.
int reduction(int depth, std::size_t number, int unlikely) {
  const int by = reductions.by[static_cast<std::size_t>(std::min(depth, 63))][std::min<std::size_t>(number, 63)];
  return reduction_base + by + std::clamp(unlikely, 0, 800) * reduction_unlikely / static_cast<int>(order_scale);
}

/// How many moves are tried at a depth where nothing is threatened.
int width(int depth, bool improving) { return (improving ? 4 : 3) + depth * depth / (improving ? 3 : 5); }

/// How likely a move is, by what either side would make there and how near the last stone it is.
int likelihood(const Board& board, int p) {
  const Side me = board.to_move();
  return board.facts(me, p).own + board.facts(other(me), p).against +
         board.tables().nearness[nearness_of(board.last(), p)];
}

int to_table(int score, int ply) {
  return score > proven_score ? score + ply : score < -proven_score ? score - ply : score;
}
int from_table(int score, int ply) {
  return score > proven_score ? score - ply : score < -proven_score ? score + ply : score;
}

bool any_allowed(const Board& board, Side side, const Bits& set) {
  if (side == Side::white || !board.renju()) return !set.empty();
  for (int w = 0; w < 4; ++w)
    for (std::uint64_t word = set.words[static_cast<std::size_t>(w)]; word != 0; word &= word - 1)
      if (!board.is_forbidden(side, w * 64 + std::countr_zero(word))) return true;
  return false;
}

}  // namespace

Search::Search(std::shared_ptr<TranspositionTable> table, int hash_bits)
    : table_(std::move(table)),
      vcf_(std::max(10, hash_bits - 1)),
      vct_(vcf_, std::max(10, hash_bits - 2)),
      boards_(max_ply + 1, Board(tables(Rule::freestyle))),
      moves_(max_ply + 1),
      lines_(max_ply + 1) {
  vcf_stop_ = [this] { return out_of_time(); };
  vcf_.set_stop(&vcf_stop_);
  vct_stop_ = [this] {
    return out_of_time() || (limits_.time.count() > 0 && limits_.now && limits_.now() - started_ > limits_.time / 8);
  };
  vct_.set_stop(&vct_stop_);
}

void Search::clear() {
  table_->clear();
  vcf_.clear();
  vct_.clear();
  history_ = {};
  counters_ = {};
}

bool Search::out_of_time() {
  const auto raised = [](const std::atomic<bool>* flag) {
    return flag != nullptr && flag->load(std::memory_order_relaxed);
  };
  stopped_ = stopped_ || raised(limits_.stop) || raised(limits_.answered) ||
             (limits_.time.count() > 0 && limits_.now && limits_.now() - started_ >= limits_.time);
  return stopped_;
}

bool Search::should_stop() {
  if (stopped_) return true;
  const std::uint64_t total = total_nodes();
  if (total >= limits_.nodes) stopped_ = true;
  if (total >= next_check_) {
    next_check_ = total + check_interval;
    out_of_time();
  }
  return stopped_;
}

void Search::take_line(int ply, int point) {
  auto& line = lines_[static_cast<std::size_t>(ply)];
  const auto& rest = lines_[static_cast<std::size_t>(ply + 1)];
  line.assign(1, static_cast<std::int16_t>(point));
  line.insert(line.end(), rest.begin(), rest.end());
}

std::optional<int> Search::own_vcf(int ply, std::uint64_t nodes) {
  const Board& board = boards_[static_cast<std::size_t>(ply)];
  if (nodes == 0 || board.fours(board.to_move()).empty()) return std::nullopt;
  if (vcf_.solve(board, nodes) != Vcf::Outcome::win) return std::nullopt;
  lines_[static_cast<std::size_t>(ply)] = vcf_.line();
  // The last move of the line makes five, or a four that will.
  return win_score - (ply + static_cast<int>(vcf_.line().size()) + 2);
}

void Search::remember(Side side, int ply, int point, int depth, const MoveStack& tried, std::size_t until) {
  auto& killers = killers_[static_cast<std::size_t>(ply)];
  if (killers[0] != point) {
    killers[1] = killers[0];
    killers[0] = static_cast<std::int16_t>(point);
  }
  const int last = boards_[static_cast<std::size_t>(ply)].last();
  if (last >= 0) counters_[index(side)][static_cast<std::size_t>(last)] = static_cast<std::int16_t>(point);
  const int bonus = std::min(depth * depth * 4, 512);
  const auto add = [&](int p, int amount) {
    std::int32_t& h = history_[index(side)][static_cast<std::size_t>(p)];
    h += amount - h * std::abs(amount) / max_history;
  };
  add(point, bonus);
  for (std::size_t i = 0; i < until; ++i) add(tried.moves[i].point, -bonus);
}

int Search::search(int ply, int depth, int alpha, int beta, Node node, bool may_pass, int excluded) {
  const bool pv = node == Node::pv;
  const Board& board = boards_[static_cast<std::size_t>(ply)];
  Board& next = boards_[static_cast<std::size_t>(ply + 1)];
  auto& line = lines_[static_cast<std::size_t>(ply)];
  line.clear();
  const Side me = board.to_move(), they = other(me);
  ++nodes_;
  if (should_stop()) return 0;
  if (board.stones() == points) return 0;
  if (!board.fives(me).empty()) {
    line.assign(1, static_cast<std::int16_t>(board.fives(me).first()));
    return win_score - (ply + 1);
  }
  if (ply + 2 >= max_ply) return board.value();

  const Bits& their_fives = board.fives(they);
  if (!their_fives.empty()) {
    const int answer = their_fives.first();
    if (their_fives.count() > 1 || board.is_forbidden(me, answer)) return -(win_score - (ply + 2));
    next = board;
    next.play(answer);
    const int score = -search(ply + 1, depth, -beta, -alpha, after(node), true);
    take_line(ply, answer);
    return score;
  }
  if (any_allowed(board, me, board.open_fours(me))) {
    board.open_fours(me).for_each([&](int p) {
      if (line.empty() && !board.is_forbidden(me, p)) line.assign(1, static_cast<std::int16_t>(p));
    });
    return win_score - (ply + 3);
  }

  alpha = std::max(alpha, -(win_score - (ply + 4)));
  beta = std::min(beta, win_score - (ply + 5));
  if (alpha >= beta) return alpha;

  const std::optional<TranspositionTable::Entry> entry = table_->probe(board.hash());
  int table_point = -1, entry_score = 0, entry_depth = -1;
  Bound entry_bound = Bound::none;
  if (entry) {
    if (entry->point != TranspositionTable::no_point && board.is_empty(entry->point)) table_point = entry->point;
    const int score = from_table(entry->score, ply);
    entry_score = score;
    entry_depth = entry->depth;
    entry_bound = entry->bound;
    if (!pv && excluded < 0 && entry->depth >= depth &&
        (entry->bound == Bound::exact || (entry->bound == Bound::lower && score >= beta) ||
         (entry->bound == Bound::upper && score <= alpha))) {
      if (table_point >= 0) line.assign(1, static_cast<std::int16_t>(table_point));
      return score;
    }
  }

  const int value = std::clamp(board.value(), -proven_score, proven_score);
  values_[static_cast<std::size_t>(ply)] = static_cast<std::int16_t>(value);
  bool threatened = any_allowed(board, they, board.open_fours(they));
  if (depth <= 0 && value >= beta && !threatened) return value;
  // An open three against the side to move is answered before the position is called quiet.
  if (threatened && depth <= 0 && ply < 2 * root_depth_ + 4) depth = 1;
  if (excluded < 0) {
    const auto nodes = limits_.leaf_vcf_nodes * static_cast<std::uint64_t>(depth > 0 ? depth + 1 : 1);
    if (const auto win = own_vcf(ply, nodes)) {
      table_->store(board.hash(), to_table(*win, ply), line.front(), 100, Bound::lower);
      return *win;
    }
    if (stopped_) return 0;
  }
  if (depth <= 0) return value;

  // What has to be stopped, and where.
  Bits wanted;
  if (threatened) {
    wanted = board.open_fours(they) | board.fours(they) | board.forbidden_shapes(they) | board.fours(me);
  } else if (limits_.opponent_vcf && depth >= opponent_vcf_depth && !board.fours(they).empty()) {
    next = board;
    next.pass();
    if (vcf_.solve(next, limits_.leaf_vcf_nodes * static_cast<std::uint64_t>(depth)) == Vcf::Outcome::win) {
      threatened = true;
      wanted = vcf_.stops() | board.fours(me) | board.fours(they);
      // An own stone may also give one of the forced answers a four.
      board.near().for_each([&](int p) {
        for (int d = 0; d < 4; ++d)
          if (pattern_of(board.code(me, p), d) >= Pattern::two) wanted.insert(p);
      });
    }
    if (stopped_) return 0;
  }

  const bool improving = ply >= 2 && value > values_[static_cast<std::size_t>(ply - 2)];
  if (!pv && !threatened && excluded < 0 && std::abs(beta) < proven_score) {
    if (depth <= 6 && value - 70 * (depth - improving) >= beta) return value;
    if (depth <= 2 && value + 180 * depth < alpha) return value;
    if (may_pass && depth >= 4 && value >= beta + 100) {
      next = board;
      next.pass();
      const int score = -search(ply + 1, depth - 3 - depth / 4, -beta, -beta + 1, after(node), false);
      if (stopped_) return 0;
      if (score >= beta && score < proven_score) return score;
    }
  }
  if (table_point < 0 && depth >= 4) --depth;

  // A move that alone is good is looked at more deeply.
  int singular = 0;
  if (table_point >= 0 && excluded < 0 && depth >= 6 && ply < 2 * root_depth_ && entry_bound != Bound::upper &&
      entry_depth >= depth - 3 && std::abs(entry_score) < proven_score) {
    const int margin = entry_score - 4 * depth;
    const int score =
        search(ply, depth / 2, margin - 1, margin, node == Node::pv ? Node::cut : node, false, table_point);
    if (stopped_) return 0;
    line.clear();
    if (score < margin)
      singular = 1;
    else if (!pv && margin >= beta)
      return margin;
  }

  const int last = board.last();
  const int counter = last >= 0 ? counters_[index(me)][static_cast<std::size_t>(last)] : -1;
  const auto& killers = killers_[static_cast<std::size_t>(ply)];
  MoveStack& stack = moves_[static_cast<std::size_t>(ply)];
  stack.count = 0;
  const Bits candidates = threatened ? wanted & board.empties() : board.near();
  int likeliest = -(1 << 20);
  candidates.for_each([&](int p) {
    if (p == excluded) return;
    int order = likelihood(board, p);
    likeliest = std::max(likeliest, order);
    order += history_[index(me)][static_cast<std::size_t>(p)] / 40;
    if (p == table_point) order += 1 << 20;
    if (p == killers[0]) order += 60;
    if (p == killers[1]) order += 40;
    if (p == counter) order += 40;
    stack.moves[stack.count++] = {static_cast<std::int16_t>(p), order};
  });

  int best = -win_score, best_point = -1;
  const int alpha_before = alpha;
  std::size_t tried = 0;
  const bool few = threatened && stack.count <= 3;
  for (std::size_t i = 0; i < stack.count; ++i) {
    // The best of the rest; most nodes end after few moves.
    std::size_t top = i;
    for (std::size_t j = i + 1; j < stack.count; ++j)
      if (stack.moves[j].order > stack.moves[top].order) top = j;
    std::swap(stack.moves[i], stack.moves[top]);
    const int p = stack.moves[i].point;
    const Threat makes = board.threat(me, p);
    const bool quiet = makes < Threat::three && board.threat(they, p) < Threat::three;
    const int unlikely = likeliest - stack.moves[i].order;
    if (best > -proven_score && tried > 0 && !threatened) {
      if (static_cast<int>(tried) >= width(depth, improving || pv)) break;
      if (depth <= 6 && unlikely > 200 + 80 * depth) break;
    }
    if (board.is_forbidden(me, p)) continue;

    int extension = few && ply < 2 * root_depth_ ? 1 : 0;
    if (p == table_point) extension = std::max(extension, singular);

    next = board;
    next.play(p);
    int score = 0;
    const int deeper = depth - 1 + extension;
    if (tried == 0) {
      score = -search(ply + 1, deeper, -beta, -alpha, after(node), true);
    } else {
      int less = 0;
      if (depth >= 2 && !makes_four(makes)) {
        int by = reduction(depth, tried, unlikely);
        if (node == Node::pv) by -= spared;
        if (node == Node::cut) by += reduction_cut_node;
        if (!quiet) by -= spared;
        if (!improving && !pv) by += reduction_not_better;
        if (threatened) by -= spared;
        by -= history_[index(me)][static_cast<std::size_t>(p)] / history_a_hundredth;
        less = std::clamp(by / 100, 0, std::max(0, deeper - 1));
      }
      score = -search(ply + 1, deeper - less, -alpha - 1, -alpha, less > 0 || node != Node::cut ? Node::cut : Node::all,
                      true);
      if (score > alpha && less > 0 && !stopped_)
        score = -search(ply + 1, deeper, -alpha - 1, -alpha, node == Node::cut ? Node::all : Node::cut, true);
      if (score > alpha && score < beta && pv && !stopped_)
        score = -search(ply + 1, deeper, -beta, -alpha, Node::pv, true);
    }
    if (stopped_) return 0;
    ++tried;
    if (score > best) {
      best = score;
      best_point = p;
      if (score > alpha) {
        alpha = score;
        take_line(ply, p);
      }
      if (score >= beta) {
        remember(me, ply, p, depth, stack, i);
        break;
      }
    }
  }
  // Nothing that could help is allowed: black's answers are all forbidden, or the board is full of dead points.
  if (tried == 0) return excluded >= 0 ? alpha : threatened ? -(win_score - (ply + 4)) : value;

  if (excluded >= 0) return best;
  const Bound bound = best >= beta ? Bound::lower : best > alpha_before ? Bound::exact : Bound::upper;
  table_->store(board.hash(), to_table(best, ply), best_point, depth, bound);
  return best;
}

std::vector<int> Search::root_points(const Board& board) const {
  const Side me = board.to_move(), they = other(me);
  std::vector<int> points_found;
  const auto add = [&](const Bits& set) {
    set.for_each([&](int p) {
      if (!board.is_forbidden(me, p)) points_found.push_back(p);
    });
  };
  if (!board.fives(me).empty()) {
    add(board.fives(me));
    return points_found;
  }
  add(board.fives(they));
  if (!points_found.empty()) return points_found;
  if (board.stones() == 0) return {omok::centre_point};
  add(board.near());
  if (points_found.empty()) add(board.empties());
  return points_found;
}

int Search::search_root(std::vector<RootMove>& moves, std::size_t first, int depth, int alpha, int beta) {
  int best = -win_score;
  for (std::size_t i = first; i < moves.size(); ++i) {
    RootMove& move = moves[i];
    boards_[1] = boards_[0];
    boards_[1].play(move.point);
    lines_[1].clear();
    int score = 0;
    const int deeper = depth - 1;
    if (i == first) {
      score = -search(1, deeper, -beta, -alpha, Node::pv, true);
    } else {
      const int less =
          depth >= 3 && i >= first + 4 ? std::clamp(reduction(depth, i - first, 0) / 100 - 1, 0, deeper - 1) : 0;
      score = -search(1, deeper - less, -alpha - 1, -alpha, Node::cut, true);
      if (score > alpha && less > 0 && !stopped_) score = -search(1, deeper, -alpha - 1, -alpha, Node::cut, true);
      if (score > alpha && score < beta && !stopped_) score = -search(1, deeper, -beta, -alpha, Node::pv, true);
    }
    if (stopped_) return best;
    if (score > best) {
      best = score;
      if (i == first || score > alpha) {
        move.score = score;
        take_line(0, move.point);
        move.line = lines_[0];
        std::rotate(moves.begin() + static_cast<std::ptrdiff_t>(first), moves.begin() + static_cast<std::ptrdiff_t>(i),
                    moves.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      }
      alpha = std::max(alpha, score);
      if (score >= beta) break;
    }
  }
  return best;
}

Found Search::run(const Board& board, const Limits& limits, int lines) {
  limits_ = limits;
  nodes_ = 0;
  solver_before_ = vcf_.nodes() + vct_.nodes();
  next_check_ = 0;
  stopped_ = false;
  started_ = limits.now ? limits.now() : std::chrono::nanoseconds{0};
  if (limits.helper == 0) table_->new_search();
  killers_.fill({-1, -1});
  for (auto& side : history_)
    for (auto& h : side) h /= 4;
  boards_[0] = board;
  const Side me = board.to_move();

  Found found;
  std::vector<RootMove> moves;
  for (const int p : root_points(board)) {
    RootMove move;
    move.point = p;
    move.line.assign(1, static_cast<std::int16_t>(p));
    moves.push_back(move);
  }
  std::stable_sort(moves.begin(), moves.end(), [&](const RootMove& a, const RootMove& b) {
    return likelihood(board, a.point) > likelihood(board, b.point);
  });
  const auto finish = [&] {
    if (moves.size() > static_cast<std::size_t>(lines)) moves.resize(static_cast<std::size_t>(lines));
    found.best = std::move(moves);
    found.nodes = total_nodes();
    return found;
  };
  if (moves.empty()) return finish();
  if (!board.fives(me).empty()) {
    for (RootMove& move : moves) move.score = win_score - 1;
    found.depth = 1;
    return finish();
  }
  if (moves.size() == 1 && lines == 1) {
    moves[0].score = std::clamp(board.value(), -proven_score, proven_score);
    found.depth = 1;
    return finish();
  }
  if (const auto win = own_vcf(0, limits.vcf_nodes)) {
    RootMove& move =
        *std::find_if(moves.begin(), moves.end(), [&](const RootMove& m) { return m.point == lines_[0].front(); });
    move.score = *win;
    move.line = lines_[0];
    std::swap(moves.front(), move);
    found.depth = static_cast<int>(lines_[0].size());
    if (lines == 1) return finish();
  }

  if (const int p = limits.vct_nodes > 0 ? vct_.solve(board, 20, std::min(limits.vct_nodes, limits.nodes / 32)) : -1;
      p >= 0) {
    RootMove& move = *std::find_if(moves.begin(), moves.end(), [&](const RootMove& m) { return m.point == p; });
    move.score = proven_score + 1;
    std::swap(moves.front(), move);
    if (lines == 1) return finish();
  }

  Rng rng(limits.seed ^ board.hash());
  const std::size_t wanted = std::min(moves.size(), static_cast<std::size_t>(lines));
  // Helpers begin at different depths, so that they are ahead of each other where the table does not join them.
  for (int depth = 1 + limits.helper % 2; depth <= limits.depth && !stopped_; ++depth) {
    root_depth_ = depth;
    for (std::size_t k = 0; k < wanted && !stopped_; ++k) {
      int delta = 60;
      int alpha = -win_score, beta = win_score;
      if (depth >= 4 && std::abs(moves[k].score) < proven_score) {
        alpha = moves[k].score - delta;
        beta = moves[k].score + delta;
      }
      for (;;) {
        const int score = search_root(moves, k, depth, alpha, beta);
        if (stopped_) break;
        if (score <= alpha && alpha > -win_score)
          alpha = std::max(-win_score, score - (delta *= 3));
        else if (score >= beta && beta < win_score)
          beta = std::min(win_score, score + (delta *= 3));
        else
          break;
        if (delta > 2000) alpha = -win_score, beta = win_score;
      }
    }
    if (stopped_) break;
    found.depth = depth;
    if (moves[wanted - 1].score > proven_score || moves[0].score < -proven_score) break;
    if (lines == 1 && moves[0].score > proven_score) break;
    // A new depth takes longer than all before it; begun too late it is thrown away.
    if (limits.time.count() > 0 && limits.now && limits.now() - started_ > limits.time * 8 / 10) break;
  }
  std::stable_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(wanted),
                   [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
  if (limits.noise > 0) {
    // Only moves whose scores are known exactly can be compared; so each is looked at again, shallowly.
    for (RootMove& move : moves) {
      boards_[1] = board;
      boards_[1].play(move.point);
      move.score = -search(1, std::max(0, found.depth - 1), -win_score, win_score, Node::pv, true);
      if (stopped_) break;
      if (std::abs(move.score) < proven_score)
        move.score += static_cast<int>(rng.below(static_cast<std::uint32_t>(limits.noise)));
    }
    if (!stopped_)
      std::stable_sort(moves.begin(), moves.end(),
                       [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
  }
  return finish();
}

}  // namespace dolbang::omok_ai
