#include "ai/reversi/table.hpp"

#include <algorithm>

namespace dolbang::reversi_ai {

Table::Table(std::size_t bytes)
    : mask_(std::bit_floor(std::max(bytes / sizeof(Bucket), std::size_t{1})) - 1), buckets_(new Bucket[mask_ + 1]) {
  clear();
}

void Table::clear() {
  for (std::size_t i = 0; i <= mask_; ++i)
    for (Entry& entry : buckets_[i].entries) {
      entry.own.store(0, std::memory_order_relaxed);
      entry.opponent.store(0, std::memory_order_relaxed);
      entry.data.store(0, std::memory_order_relaxed);
    }
}

void Table::store(const Board& board, int depth, int selectivity, int effort, int alpha, int beta, int score,
                  int move) {
  Bucket& bucket = bucket_of(board);
  Entry* place = nullptr;
  int least = 0;
  Known known;
  for (Entry& entry : bucket.entries) {
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    Known other;
    std::memcpy(static_cast<void*>(&other), &data, sizeof other);
    if ((entry.own.load(std::memory_order_relaxed) ^ data) == board.own &&
        (entry.opponent.load(std::memory_order_relaxed) ^ data) == board.opponent) {
      place = &entry;
      known = other;
      break;
    }
    // The least worth goes: of an older search first, then the one that cost least.
    const int worth = (other.age == age_ ? 256 : 0) + other.effort;
    if (place == nullptr || worth < least) {
      place = &entry;
      least = worth;
      known = Known{};
    }
  }

  const bool same = known.depth == depth && known.selectivity == selectivity;
  const bool better_known = known.depth > depth || (known.depth == depth && known.selectivity > selectivity);
  if (!better_known) {
    if (!same) {
      known.lower = -64;
      known.upper = 64;
      known.depth = static_cast<std::uint8_t>(depth);
      known.selectivity = static_cast<std::uint8_t>(selectivity);
    }
    if (score > alpha) known.lower = static_cast<std::int8_t>(std::max<int>(known.lower, score));
    if (score < beta) known.upper = static_cast<std::int8_t>(std::min<int>(known.upper, score));
  }
  if (move != no_square && (score > alpha || known.move[0] == no_square) && move != known.move[0]) {
    known.move[1] = known.move[0];
    known.move[0] = static_cast<std::uint8_t>(move);
  }
  known.age = age_;
  known.effort = static_cast<std::uint8_t>(std::min(effort, 255));
  std::uint64_t data = 0;
  std::memcpy(&data, &known, sizeof data);
  place->own.store(board.own ^ data, std::memory_order_relaxed);
  place->opponent.store(board.opponent ^ data, std::memory_order_relaxed);
  place->data.store(data, std::memory_order_relaxed);
}

}  // namespace dolbang::reversi_ai
