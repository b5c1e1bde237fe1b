#include "ai/omok/patterns.hpp"

#include <memory>

namespace dolbang::omok_ai {
namespace {

// All lines are looked at with five points to each side; the stone is the middle one.
constexpr int middle = 5;
constexpr int width = 2 * middle + 1;

constexpr bool has(std::uint32_t mask, int i) { return ((mask >> i) & 1) != 0; }

/// The patterns of all stones on one line whose open points are [low, high], as a table over the own stones.
/// Each entry is found from those with one stone more, so they are filled from many stones to few.
class OpenLine {
 public:
  OpenLine(int low, int high, bool exact) : low_(low), high_(high), exact_(exact), facts_(1u << width) {
    std::uint32_t open = 0;
    for (int i = low; i <= high; ++i) open |= 1u << i;
    // Supersets have greater numbers.
    for (std::uint32_t own = open;; own = (own - 1) & open) {
      if (has(own, middle)) facts_[own] = examine(own);
      if (own == 0) break;
    }
  }
  Pattern pattern(std::uint32_t own) const { return facts_[own].pattern; }

 private:
  struct Facts {
    Pattern pattern = Pattern::none;
    bool straight = false;  ///< an open four, exactly
  };

  int run(std::uint32_t own) const {
    int low = middle, high = middle;
    while (low > low_ && has(own, low - 1)) --low;
    while (high < high_ && has(own, high + 1)) ++high;
    return high - low + 1;
  }

  Facts examine(std::uint32_t own) const {
    const int length = run(own);
    if (exact_ ? length == 5 : length >= 5) return {Pattern::five};
    if (length > 5) return {Pattern::overline};

    int fives = 0, first_five = 0, last_five = 0;
    int straight_fours = 0, double_fours = 0, fours = 0, open_threes = 0, threes = 0, open_twos = 0, twos = 0;
    for (int i = low_; i <= high_; ++i) {
      if (has(own, i)) continue;
      const Facts& next = facts_[own | 1u << i];
      switch (next.pattern) {
        case Pattern::five:
          if (fives++ == 0) first_five = i;
          last_five = i;
          break;
        case Pattern::open_four: ++(next.straight ? straight_fours : double_fours); break;
        case Pattern::double_four: ++double_fours; break;
        case Pattern::four: ++fours; break;
        case Pattern::open_three:
        case Pattern::gap_three: ++open_threes; break;
        case Pattern::three: ++threes; break;
        case Pattern::open_two:
        case Pattern::broad_two: ++open_twos; break;
        case Pattern::two: ++twos; break;
        default: break;
      }
    }
    if (fives == 1) return {Pattern::four};
    if (fives >= 2) {
      bool solid = last_five - first_five == 5;
      for (int i = first_five + 1; i < last_five; ++i) solid = solid && has(own, i);
      if (solid) return {Pattern::open_four, true};
      return {Pattern::double_four};
    }
    // Where exactly five is needed two fours on one line are forbidden, and so make no open three.
    const int winning_fours = straight_fours + (exact_ ? 0 : double_fours);
    if (winning_fours >= 2) return {Pattern::open_three};
    if (winning_fours == 1) return {Pattern::gap_three};
    if (fours > 0 || double_fours > 0) return {Pattern::three};
    if (open_threes >= 3) return {Pattern::broad_two};
    if (open_threes > 0) return {Pattern::open_two};
    if (threes > 0) return {Pattern::two};
    if (open_twos > 0) return {Pattern::open_one};
    return {twos > 0 ? Pattern::one : Pattern::none};
  }

  int low_, high_;
  bool exact_;
  std::vector<Facts> facts_;
};

/// The lines by how many points are open to each side of the stone.
class OpenLines {
 public:
  explicit OpenLines(bool exact) {
    for (int low = 0; low <= middle; ++low)
      for (int high = middle; high < width; ++high) lines_.emplace_back(low, high, exact);
  }
  /// A line of `width` points.
  Pattern pattern(std::uint32_t own, std::uint32_t closed) const {
    int low = middle, high = middle;
    while (low > 0 && !has(closed, low - 1)) --low;
    while (high < width - 1 && !has(closed, high + 1)) ++high;
    const std::uint32_t open = ((2u << high) - 1) & ~((1u << low) - 1);
    const auto line = static_cast<std::size_t>(low * (width - middle) + (high - middle));
    return lines_[line].pattern((own & open) | 1u << middle);
  }

 private:
  std::vector<OpenLine> lines_;
};

const OpenLines& lines(bool exact) {
  static const OpenLines free(false), exactly_five(true);
  return exact ? exactly_five : free;
}

/// Puts the stone into a mask of the points beside it.
constexpr std::uint32_t spread(std::uint32_t beside, int reach) {
  const std::uint32_t low = beside & ((1u << reach) - 1);
  const std::uint32_t high = beside >> reach << (reach + 1);
  return (low | high) << (middle - reach);
}

Threat combine(Code code, bool exact) {
  std::array<int, pattern_count> count{};
  for (int d = 0; d < 4; ++d) {
    if (((code >> (4 * d)) & 15) >= pattern_count) return Threat::none;
    ++count[static_cast<std::size_t>(pattern_of(code, d))];
  }
  const auto of = [&](Pattern p) { return count[static_cast<std::size_t>(p)]; };
  if (of(Pattern::five) > 0) return Threat::five;
  const int open_fours = of(Pattern::open_four), doubles = of(Pattern::double_four), fours = of(Pattern::four);
  if (exact && (of(Pattern::overline) > 0 || doubles > 0 || open_fours + fours >= 2)) return Threat::forbidden;
  if (open_fours + doubles > 0 || fours >= 2) return Threat::open_four;
  const int open_threes = of(Pattern::open_three) + of(Pattern::gap_three);
  const int open_twos = of(Pattern::open_two) + of(Pattern::broad_two);
  const bool more = open_twos > 0 || of(Pattern::three) > 0;
  if (fours == 1) return open_threes > 0 ? Threat::four_three : more ? Threat::four_two : Threat::four;
  if (open_threes >= 2) return Threat::three_three;
  if (open_threes == 1) return more ? Threat::three_two : Threat::three;
  if (open_twos >= 2) return Threat::two_twos;
  return open_twos == 1 ? Threat::two : Threat::none;
}

std::unique_ptr<const PatternTable> make_table(bool exact) {
  auto table = std::make_unique<PatternTable>();
  table->reach = exact ? 5 : 4;
  const int bits = 2 * table->reach;
  // Beyond the reach of four nothing matters; closing it there keeps the answer the same.
  const std::uint32_t beyond = exact ? 0 : (1u | 1u << (width - 1));
  const OpenLines& source = lines(exact);
  table->patterns.resize(std::size_t{1} << (2 * bits));
  for (std::uint32_t key = 0; key < 1u << (2 * bits); ++key) {
    const std::uint32_t own = spread(key & ((1u << bits) - 1), table->reach);
    const std::uint32_t closed = spread(key >> bits, table->reach) | beyond;
    table->patterns[key] = static_cast<std::uint8_t>(source.pattern(own, closed));
  }
  for (std::uint32_t code = 0; code < 1u << 16; ++code) table->threats[code] = combine(static_cast<Code>(code), exact);
  return table;
}

}  // namespace

const PatternTable& free_patterns() {
  static const auto table = make_table(false);
  return *table;
}

const PatternTable& exact_patterns() {
  static const auto table = make_table(true);
  return *table;
}

Pattern classify(std::uint32_t own, std::uint32_t closed, bool exact) {
  if (!exact) {
    own <<= 1;
    closed = closed << 1 | 1u | 1u << (width - 1);
  }
  return lines(exact).pattern(own, closed);
}

}  // namespace dolbang::omok_ai
