#include "ai/omok/vcf.hpp"

#include <algorithm>

namespace dolbang::omok_ai {
namespace {

// Each four and its answer fill two points.
constexpr std::size_t max_fours = points / 2 + 2;
// How many positions pass between looks at the stop function.
constexpr std::uint64_t stop_interval = 512;

}  // namespace

Vcf::Vcf(int hash_bits) : known_(std::size_t{1} << hash_bits), mask_((std::uint64_t{1} << hash_bits) - 1) {
  boards_.reserve(max_fours);
  line_.reserve(2 * max_fours);
}

Vcf::Outcome Vcf::solve(const Board& board, std::uint64_t nodes) {
  line_.clear();
  stops_ = {};
  const auto effort = static_cast<std::uint8_t>(std::bit_width(nodes));
  if (const std::uint8_t before = known(board.hash()); before >= effort && board.fives(board.to_move()).empty())
    return before == refuted ? Outcome::none : Outcome::unknown;
  boards_.clear();
  boards_.push_back(board);
  limit_ = nodes_ + nodes;
  gave_up_ = false;
  if (attack(0)) {
    std::reverse(line_.begin(), line_.end());
    for (const int p : line_) stops_.insert(p);
    stops_ = stops_ & board.empties();
    return Outcome::win;
  }
  if (!gave_up_) return Outcome::none;
  if (nodes_ > limit_) know(board.hash(), effort);
  return Outcome::unknown;
}

bool Vcf::out_of_nodes() {
  ++nodes_;
  if (nodes_ > limit_ || (nodes_ % stop_interval == 0 && stop_ != nullptr && (*stop_)())) gave_up_ = true;
  return gave_up_;
}

// The line is filled from its end while the recursion returns.
bool Vcf::attack(std::size_t depth) {
  const Board& board = boards_[depth];
  const Side me = board.to_move(), they = other(me);
  if (!board.fives(me).empty()) {
    line_.push_back(static_cast<std::int16_t>(board.fives(me).first()));
    stops_ = board.fives(me);
    return true;
  }
  const Bits& their_fives = board.fives(they);
  Bits fours = board.open_fours(me) | board.fours(me);
  if (!their_fives.empty()) {
    // Their five must be stopped, and with a four.
    Bits only;
    only.insert(their_fives.first());
    if (their_fives.count() > 1 || (fours & only).empty()) return false;
    fours = only;
  }
  if (fours.empty()) return false;
  const std::uint64_t hash = board.hash();
  if (known(hash) == refuted) return false;
  if (out_of_nodes()) return false;

  const Bits winning = fours & board.open_fours(me);
  for (int w = 0; w < 4; ++w)
    for (std::uint64_t word = winning.words[static_cast<std::size_t>(w)]; word != 0; word &= word - 1) {
      const int p = w * 64 + std::countr_zero(word);
      if (board.is_forbidden(me, p)) continue;
      line_.push_back(static_cast<std::int16_t>(p));
      Board next = board;
      next.play(p);
      stops_ = next.fives(me);
      return true;
    }

  struct Candidate {
    std::int16_t point;
    std::int16_t order;
  };
  std::array<Candidate, 64> candidates;
  std::size_t count = 0;
  fours.without(winning).for_each([&](int p) {
    if (count < candidates.size())
      candidates[count++] = {static_cast<std::int16_t>(p),
                             static_cast<std::int16_t>(board.facts(me, p).order + board.facts(they, p).order / 2)};
  });
  std::sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count),
            [](const Candidate& a, const Candidate& b) {
              return a.order != b.order ? a.order > b.order : a.point < b.point;
            });

  for (std::size_t i = 0; i < count; ++i) {
    const int p = candidates[i].point;
    if (board.is_forbidden(me, p)) continue;
    boards_.push_back(board);
    Board& next = boards_.back();
    next.play(p);
    const int answer = next.fives(me).first();
    bool won = next.is_forbidden(they, answer);
    if (won) {
      stops_ = lines_around(answer);
    } else {
      next.play(answer);
      won = attack(depth + 1);
      if (won) line_.push_back(static_cast<std::int16_t>(answer));
    }
    boards_.pop_back();
    if (won) {
      line_.push_back(static_cast<std::int16_t>(p));
      return true;
    }
    if (gave_up_) return false;
  }
  know(hash, refuted);
  return false;
}

}  // namespace dolbang::omok_ai
