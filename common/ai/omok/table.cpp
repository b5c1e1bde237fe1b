#include "ai/omok/table.hpp"

#include <bit>

namespace dolbang::omok_ai {

TranspositionTable::TranspositionTable(int bits)
    : mask_((std::uint64_t{1} << bits) - 1), slots_(std::make_unique<Slot[]>(std::size_t{1} << bits)) {}

std::optional<TranspositionTable::Entry> TranspositionTable::probe(std::uint64_t hash) const {
  const Slot& slot = slots_[hash & mask_];
  const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
  if ((slot.key.load(std::memory_order_relaxed) ^ data) != hash) return std::nullopt;
  const auto entry = std::bit_cast<Entry>(data);
  if (entry.bound == Bound::none) return std::nullopt;
  return entry;
}

void TranspositionTable::store(std::uint64_t hash, int score, int point, int depth, Bound bound) {
  Slot& slot = slots_[hash & mask_];
  const std::uint8_t age = age_.load(std::memory_order_relaxed);
  const std::uint64_t before = slot.data.load(std::memory_order_relaxed);
  const auto old = std::bit_cast<Entry>(before);
  if (old.bound != Bound::none) {
    if ((slot.key.load(std::memory_order_relaxed) ^ before) == hash) {
      if (point == no_point) point = old.point;
      if (bound != Bound::exact && depth + 3 < old.depth && old.age == age) return;
    } else if (old.age == age && depth + 4 < old.depth) {
      return;
    }
  }
  const auto data =
      std::bit_cast<std::uint64_t>(Entry{static_cast<std::int16_t>(score), static_cast<std::int16_t>(depth),
                                         static_cast<std::uint8_t>(point), bound, age});
  slot.key.store(hash ^ data, std::memory_order_relaxed);
  slot.data.store(data, std::memory_order_relaxed);
}

void TranspositionTable::clear() {
  for (std::uint64_t i = 0; i <= mask_; ++i) {
    slots_[i].key.store(0, std::memory_order_relaxed);
    slots_[i].data.store(0, std::memory_order_relaxed);
  }
  age_ = 0;
}

}  // namespace dolbang::omok_ai
