#pragma once
/// The transposition table of the Omok search: results of earlier searches, by position, kept from move to move.
///
/// Several threads share a table without locks: a slot's two words are atomic, and the key is stored combined with the
/// data, so a slot that two threads wrote half and half answers for no position (after R. Hyatt and T. Mann, A Lockless
/// Transposition Table Implementation for Parallel Search, 2002).
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

namespace dolbang::omok_ai {

class TranspositionTable {
 public:
  enum class Bound : std::uint8_t { none, upper, lower, exact };
  struct Entry {
    std::int16_t score = 0;
    std::int16_t depth = 0;
    std::uint8_t point = no_point;
    Bound bound = Bound::none;
    std::uint8_t age = 0;
    std::uint8_t unused = 0;
  };
  static_assert(sizeof(Entry) == sizeof(std::uint64_t));
  static constexpr std::uint8_t no_point = 255;

  /// 2^bits slots of 16 bytes.
  explicit TranspositionTable(int bits);

  std::optional<Entry> probe(std::uint64_t hash) const;
  void store(std::uint64_t hash, int score, int point, int depth, Bound bound);
  /// From here on, what earlier searches stored is the first to go.
  void new_search() { age_.fetch_add(1, std::memory_order_relaxed); }
  void clear();

 private:
  struct Slot {
    std::atomic<std::uint64_t> key{0}, data{0};
  };

  std::uint64_t mask_;
  std::unique_ptr<Slot[]> slots_;
  std::atomic<std::uint8_t> age_{0};
};

}  // namespace dolbang::omok_ai
