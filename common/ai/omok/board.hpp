#pragma once
/// The engine's board: stones on lines, and for every empty point what either colour would make there, kept up
/// to date stone by stone.
///
/// A stone changes only what lies within four or five points of it on its four lines, so a move costs about
/// forty table lookups. There is no undo: a Board is a plain value of about 2.5 KiB, and a search keeps one for each
/// ply; copying is cheaper than taking back, and cannot be got wrong.
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "ai/omok/patterns.hpp"
#include "core/side.hpp"
#include "games/omok/omok.hpp"

namespace dolbang::omok_ai {

using omok::points;
using omok::Rule;

/// A set of points with the operations that a search wants.
struct Bits {
  std::array<std::uint64_t, 4> words{};

  bool contains(int p) const { return ((words[static_cast<std::size_t>(p >> 6)] >> (p & 63)) & 1) != 0; }
  void insert(int p) { words[static_cast<std::size_t>(p >> 6)] |= std::uint64_t{1} << (p & 63); }
  void erase(int p) { words[static_cast<std::size_t>(p >> 6)] &= ~(std::uint64_t{1} << (p & 63)); }
  bool empty() const { return (words[0] | words[1] | words[2] | words[3]) == 0; }
  int count() const {
    return std::popcount(words[0]) + std::popcount(words[1]) + std::popcount(words[2]) + std::popcount(words[3]);
  }
  /// The lowest point; the set must not be empty.
  int first() const {
    for (int w = 0;; ++w)
      if (const auto word = words[static_cast<std::size_t>(w)]) return w * 64 + std::countr_zero(word);
  }
  template <class Visit>
  void for_each(Visit visit) const {
    for (int w = 0; w < 4; ++w)
      for (std::uint64_t word = words[static_cast<std::size_t>(w)]; word != 0; word &= word - 1)
        visit(w * 64 + std::countr_zero(word));
  }
  friend Bits operator|(const Bits& a, const Bits& b) {
    return {{a.words[0] | b.words[0], a.words[1] | b.words[1], a.words[2] | b.words[2], a.words[3] | b.words[3]}};
  }
  friend Bits operator&(const Bits& a, const Bits& b) {
    return {{a.words[0] & b.words[0], a.words[1] & b.words[1], a.words[2] & b.words[2], a.words[3] & b.words[3]}};
  }
  Bits without(const Bits& b) const {
    return {{words[0] & ~b.words[0], words[1] & ~b.words[1], words[2] & ~b.words[2], words[3] & ~b.words[3]}};
  }
};

/// The directions of lines, as steps of a column and a row.
inline constexpr std::array<std::array<int, 2>, 4> directions{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
/// The same as a difference of point numbers.
inline constexpr std::array<int, 4> steps{1, omok::board_size, omok::board_size + 1, 1 - omok::board_size};

/// What is known of a point from its Code alone.
struct PointFacts {
  std::int16_t moving = 0;   ///< its worth to a side that is to move
  std::int16_t waiting = 0;  ///< its worth to a side that is not
  std::int16_t order = 0;    ///< how early a search of threats tries it
  std::int16_t own = 0;      ///< how likely its side plays there, as a logarithm (evaluation.hpp)
  std::int16_t against = 0;  ///< how likely the other plays there because of it, the same
  Threat threat = Threat::none;
  bool double_three = false;  ///< two open threes: where those are forbidden, to be looked into
};

/// The lookups of one rule, both colours.
struct Tables {
  Rule rule;
  std::array<const PatternTable*, 2> patterns;                    ///< by index(Side)
  std::array<std::shared_ptr<std::vector<PointFacts>>, 2> facts;  ///< by index(Side), then Code
  const std::int16_t* nearness;                                   ///< by nearness_of()
};
/// Computed at the first call; thread-safe.
const Tables& tables(Rule rule);

/// The points up to five away on the four lines through a point, and itself.
const Bits& lines_around(int p);

class Board {
 public:
  explicit Board(const Tables& tables);
  /// A board with the stones of a game's position; `to_move` is the colour of the next stone.
  static Board from(const omok::State& state);

  const Tables& tables() const { return *tables_; }
  bool renju() const { return tables_->rule == Rule::renju; }
  Side to_move() const { return to_move_; }
  int stones() const { return stones_; }
  int last() const { return last_; }  ///< the newest stone; -1: none
  bool is_empty(int p) const { return empty_.contains(p); }
  const Bits& empties() const { return empty_; }
  /// The empty points near stones: two away in any direction, three away on a line.
  Bits near() const { return near_ & empty_; }
  std::uint64_t hash() const { return hash_; }
  bool has_stone(Side side, int p) const {
    return ((lines_[index(side)][static_cast<std::size_t>(p / omok::board_size)] >> (p % omok::board_size + margin)) &
            1) != 0;
  }

  Threat threat(Side side, int p) const { return threats_[index(side)][static_cast<std::size_t>(p)]; }
  Code code(Side side, int p) const { return codes_[index(side)][static_cast<std::size_t>(p)]; }
  const PointFacts& facts(Side side, int p) const { return (*tables_->facts[index(side)])[code(side, p)]; }

  /// The points where the side makes five.
  const Bits& fives(Side side) const { return sets_[index(side)][0]; }
  /// The points where it makes a straight four or two fours.
  const Bits& open_fours(Side side) const { return sets_[index(side)][1]; }
  /// The points where it makes one four.
  const Bits& fours(Side side) const { return sets_[index(side)][2]; }
  /// The points where it makes an open three and no four.
  const Bits& threes(Side side) const { return sets_[index(side)][3]; }

  /// The points that are forbidden for sure: overlines and double fours of black in Renju.
  const Bits& forbidden_shapes(Side side) const { return sets_[index(side)][4]; }

  /// Whether the rule keeps the side off the empty point.
  bool is_forbidden(Side side, int p) const {
    if (side != Side::black || !renju()) return false;
    const PointFacts& f = facts(side, p);
    return f.threat == Threat::forbidden || (f.double_three && f.threat != Threat::five && is_double_three(p));
  }

  /// The static value for the side to move, in hundredths of a "one sure stone's worth" (see evaluation.cpp).
  int value() const { return moving_[index(to_move_)] - waiting_[index(other(to_move_))]; }

  /// Puts a stone of the side to move on the empty point. Neither fives nor forbidden points are looked at.
  void play(int p) {
    place(to_move_, p);
    pass();
  }
  void pass();

 private:
  static constexpr int margin = 5;  ///< closed points kept beyond the edge in a line's bits

  void place(Side side, int p);
  template <bool Exact>
  void update(int p);
  void set_code(Side side, int p, Code code);
  bool is_double_three(int p) const;

  const Tables* tables_;
  std::uint64_t hash_ = 0;
  std::array<std::int32_t, 2> moving_{}, waiting_{};
  Side to_move_ = Side::black;
  std::int16_t stones_ = 0;
  std::int16_t last_ = -1;
  Bits empty_, near_;
  std::array<std::array<Bits, 5>, 2> sets_{};
  /// Stones of a colour and the edge, as bits along each line: rows, columns, and both ways of diagonals.
  std::array<std::array<std::uint32_t, 88>, 2> lines_;
  std::array<std::array<Code, points>, 2> codes_{};
  std::array<std::array<Threat, points>, 2> threats_{};
};

}  // namespace dolbang::omok_ai
