#pragma once
/// Forbidden points of Renju, by the definition of the RIF (International Rules of Renju, section 9).
///
/// A point is forbidden to black when a stone on it makes an overline, two fours (also on one line) or two
/// threes, unless it makes five, which goes before everything. A four counts only when one more stone makes
/// exactly five. A three counts only when one more stone makes a straight four (either end of which makes
/// exactly five) without making a five at the same time, and that stone's point is not itself forbidden:
/// to any depth of recursion.
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "games/omok/omok.hpp"

namespace dolbang::omok {

enum class Forbidden : std::uint8_t { no, double_three, double_four, overline };
/// "33", "44", "overline"; "legal" for no.
std::string_view to_string(Forbidden forbidden);

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
  /// Where one more stone completes it: a four's fives, a three's straight fours.
  std::vector<int> completions;
  Void voided = Void::no;               ///< for a three: why none of its completions counts
  int void_point = -1;                  ///< a completion that does not count, when voided
  Forbidden void_kind = Forbidden::no;  ///< how that point is forbidden, when it is
};

/// What a black stone on a point would make, and what follows.
struct Explanation {
  bool occupied = false;
  bool five = false;  ///< wins, whatever else it makes
  Forbidden forbidden = Forbidden::no;
  std::vector<Row> rows;
};
Explanation explain(const PointSet& black, const PointSet& white, int point);

}  // namespace dolbang::omok
