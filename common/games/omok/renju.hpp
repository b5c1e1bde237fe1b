#pragma once
/// Forbidden points of Renju, by the definition of the RIF (International Rules of Renju, section 9).
///
/// A point is forbidden to black when a stone on it makes an overline, two fours (also on one line) or two
/// threes, unless it makes five, which goes before everything. A four counts only when one more stone makes
/// exactly five. A three counts only when one more stone makes a straight four (either end of which makes
/// exactly five) without making a five at the same time, and that stone's point is not itself forbidden:
/// to any depth of recursion.
///
/// What a stone makes on one line depends on the five points to either side of it alone, so that it is looked up
/// in a table; only where two lines could count as threes are stones tried out on the board. A literal, slow
/// reading of the rules in tests/rules is compared with this one.
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "games/omok/omok.hpp"

namespace dolbang::omok {

enum class Forbidden : std::uint8_t { no, double_three, double_four, overline };
/// "33", "44", "overline"; "legal" for no.
std::string_view to_string(Forbidden forbidden);

/// A board kept as lines of bits in the four directions, for asking often: an engine places and removes stones as
/// it searches. Never allocates.
class LineBoard {
 public:
  LineBoard(const PointSet& black, const PointSet& white);

  /// The point must be empty.
  void place(Side side, int point);
  /// The point must hold a stone of that side.
  void remove(Side side, int point);
  bool is_empty(int point) const;

  /// Whether black may not play on the empty point.
  Forbidden forbidden(int point);
  /// Whether a black stone on the empty point makes exactly five.
  bool makes_five(int point) const;
  PointSet forbidden_points();
  /// Whether there is an empty point that black may play on (O23).
  bool black_can_move();

 private:
  friend class Explainer;
  static constexpr int directions = 4;
  static constexpr int lines = 2 * board_size - 1;
  using Lines = std::array<std::array<std::uint32_t, lines>, directions>;

  bool straight_four_counts(int point);

  /// Five bits of margin on either side of a line, so that a point's neighbours are at fixed distances.
  Lines black_{};
  Lines blocked_;  ///< white, or off the board
};

/// Whether black may not play on the empty point. The stones alone decide, not whose turn it is.
Forbidden forbidden(const PointSet& black, const PointSet& white, int point);

/// All points forbidden to black.
PointSet forbidden_points(const PointSet& black, const PointSet& white);

/// Whether there is an empty point that black may play on (O23).
bool black_can_move(const PointSet& black, const PointSet& white);

/// One row that a black stone on the point would make.
struct Row {
  enum class Shape : std::uint8_t { three, four, five, overline };
  /// Why a three does not count: the stone that would make the straight four also makes a five, or is forbidden.
  enum class Void : std::uint8_t { no, makes_five, is_forbidden };

  Shape shape;
  std::vector<int> stones;  ///< the stones of the row, the new one among them, in order along the line
  /// Where one more stone completes it: a four's fives, a three's straight fours. Of a three that does not count
  /// none, of one that does only those that count.
  std::vector<int> completions;
  Void voided = Void::no;               ///< for a three: why none of its completions counts
  int void_point = -1;                  ///< the first completion that does not count, if any
  Forbidden void_kind = Forbidden::no;  ///< how that point is forbidden, when it is
  friend bool operator==(const Row&, const Row&) = default;
};

/// What a black stone on a point would make, and what follows.
struct Explanation {
  bool occupied = false;
  bool five = false;  ///< wins, whatever else it makes
  Forbidden forbidden = Forbidden::no;
  std::vector<Row> rows;
  friend bool operator==(const Explanation&, const Explanation&) = default;
};
/// Its verdict is always that of forbidden(). For a three that is void because a point is forbidden, explaining
/// that point with the new stone on the board goes one step deeper.
Explanation explain(const PointSet& black, const PointSet& white, int point);

}  // namespace dolbang::omok
