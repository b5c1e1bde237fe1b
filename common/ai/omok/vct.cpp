#include "ai/omok/vct.hpp"

#include <algorithm>

namespace dolbang::omok_ai {
namespace {

constexpr std::size_t max_plies = 128;
constexpr std::uint64_t vcf_nodes = 200;
constexpr std::uint64_t stop_interval = 64;

/// A failure is known for a position and a depth.
std::uint64_t key_of(std::uint64_t hash, int depth) {
  return (hash ^ (static_cast<std::uint64_t>(depth) * 0x9E3779B97F4A7C15u)) | 1;
}

struct Candidate {
  std::int16_t point;
  std::int32_t order;
};

/// The points of a set, what they make for either side first to last.
std::vector<Candidate> sorted(const Board& board, const Bits& set) {
  const Side me = board.to_move(), they = other(me);
  std::vector<Candidate> candidates;
  set.for_each([&](int p) {
    candidates.push_back({static_cast<std::int16_t>(p), board.facts(me, p).order * 2 + board.facts(they, p).order});
  });
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.order != b.order ? a.order > b.order : a.point < b.point;
  });
  return candidates;
}

bool any_allowed(const Board& board, Side side, const Bits& set) {
  bool any = false;
  set.for_each([&](int p) { any = any || !board.is_forbidden(side, p); });
  return any;
}

}  // namespace

Vct::Vct(Vcf& vcf, int hash_bits)
    : vcf_(vcf), failures_(std::size_t{1} << hash_bits), mask_((std::uint64_t{1} << hash_bits) - 1) {
  boards_.reserve(max_plies + 2);
}

int Vct::solve(const Board& board, int depth, std::uint64_t nodes) {
  limit_ = nodes_ + nodes;
  gave_up_ = false;
  for (int d = 1; d <= depth && !gave_up_; ++d) {
    boards_.assign(1, board);
    if (attack(0, d)) return first_;
  }
  return -1;
}

bool Vct::out_of_nodes() {
  ++nodes_;
  if (nodes_ > limit_ || (nodes_ % stop_interval == 0 && stop_ != nullptr && (*stop_)())) gave_up_ = true;
  return gave_up_;
}

bool Vct::attack(std::size_t ply, int depth) {
  const Board board = boards_[ply];
  const Side me = board.to_move(), they = other(me);
  if (out_of_nodes()) return false;
  if (vcf_.solve(board, vcf_nodes) == Vcf::Outcome::win) {
    if (ply == 0) first_ = vcf_.line().front();
    return true;
  }
  if (depth == 0 || ply + 2 >= max_plies) return false;
  const std::uint64_t key = key_of(board.hash(), depth);
  if (failures_[key & mask_] == key) return false;

  Bits threats = board.fours(me) | board.threes(me);
  if (!board.fives(they).empty()) {
    // The defender's four is answered; what was threatened before may still stand.
    threats = {};
    if (board.fives(they).count() == 1) threats = board.fives(they);
    ++depth;
  } else if (any_allowed(board, they, board.open_fours(they))) {
    // An open three stops nothing; a four can.
    threats = board.fours(me);
  }
  for (const Candidate& candidate : sorted(board, threats)) {
    if (board.is_forbidden(me, candidate.point)) continue;
    boards_.push_back(board);
    boards_.back().play(candidate.point);
    const bool won = defend(ply + 1, depth - 1);
    boards_.pop_back();
    if (won) {
      if (ply == 0) first_ = candidate.point;
      return true;
    }
    if (gave_up_) return false;
  }
  failures_[key & mask_] = key;
  return false;
}

bool Vct::defend(std::size_t ply, int depth) {
  const Board board = boards_[ply];
  const Side me = board.to_move(), they = other(me);
  if (!board.fives(me).empty() || ply + 2 >= max_plies) return false;
  Bits wanted;
  if (!board.fives(they).empty()) {
    if (board.fives(they).count() > 1) return true;
    wanted.insert(board.fives(they).first());
  } else {
    if (!any_allowed(board, they, board.open_fours(they))) return false;
    if (any_allowed(board, me, board.open_fours(me)) || vcf_.solve(board, vcf_nodes) != Vcf::Outcome::none)
      return false;
    wanted = board.open_fours(they) | board.fours(they) | board.forbidden_shapes(they) | board.fours(me);
  }
  for (const Candidate& candidate : sorted(board, wanted)) {
    if (board.is_forbidden(me, candidate.point)) continue;
    boards_.push_back(board);
    boards_.back().play(candidate.point);
    const bool won = attack(ply + 1, depth);
    boards_.pop_back();
    if (!won) return false;
  }
  return true;
}

}  // namespace dolbang::omok_ai
