#pragma once
/// What a stone would make on one line: the lookup tables under the Omok engine.
///
/// A stone's effect on a line depends on the few points beside it only: four to each side where five or more
/// win, five to each side where exactly five wins (black in Renju), since a sixth stone spoils a five. Those
/// points, as bits of the own stones and bits of what is closed (the other's stones and the edge), are the
/// index of a table that answers with a Pattern. Four such answers, one a line, are a point's Code: sixteen
/// bits, and the index of the tables that give its Threat and its value. The tables are computed once, in a few
/// milliseconds, from the definitions below; nothing is stored in files.
#include <array>
#include <cstdint>
#include <vector>

namespace dolbang::omok_ai {

/// What the stone makes on the line, weakest first. "Open" rows can be answered in few ways or none.
enum class Pattern : std::uint8_t {
  none,
  overline,  ///< six or more where exactly five is needed: forbidden
  one,       ///< may still become a five
  open_one,  ///< may become an open two
  two,
  open_two,     ///< may become an open three in one way
  broad_two,    ///< may become an open three in several ways
  three,        ///< may become a four
  gap_three,    ///< an open three with one point that makes the straight four
  open_three,   ///< an open three with several of them
  four,         ///< one point makes five
  double_four,  ///< two fours on this line: forbidden where exactly five is needed, else as good as open_four
  open_four,    ///< a straight four: two points make five
  five,
};
inline constexpr int pattern_count = 14;

/// Four patterns, four bits each, one for each direction of lines.
using Code = std::uint16_t;

constexpr Pattern pattern_of(Code code, int direction) { return static_cast<Pattern>((code >> (4 * direction)) & 15); }

/// What the stone makes altogether, weakest first. Forbidden points of Renju: `forbidden` is certain from the
/// patterns alone (overline, double four); a double three has to be looked into (Board::is_forbidden), so a
/// black point keeps the threat that it makes if it is allowed.
enum class Threat : std::uint8_t {
  none,
  forbidden,
  two,          ///< an open two
  two_twos,     ///< two open twos, or more
  three,        ///< an open three
  three_two,    ///< an open three and an open two or a closed three
  three_three,  ///< two open threes
  four,         ///< a four and nothing more
  four_two,     ///< a four and an open two or a closed three
  four_three,   ///< a four and an open three
  open_four,    ///< a straight four or two fours: five next, whatever the other does short of five
  five,
};
inline constexpr int threat_count = 12;

/// Whether the threat forces an answer at once.
constexpr bool makes_four(Threat threat) { return threat >= Threat::four; }

/// The tables of one colour under one rule.
struct PatternTable {
  int reach;                            ///< points to each side that matter: 4 or 5
  std::vector<std::uint8_t> patterns;   ///< Pattern by own bits | closed bits << 2 * reach, the stone itself left out
  std::array<Threat, 1 << 16> threats;  ///< by Code
};

/// Five or more in a row win: both colours in freestyle, white in Renju.
const PatternTable& free_patterns();
/// Exactly five wins, and points can be forbidden: black in Renju.
const PatternTable& exact_patterns();

/// The pattern of a stone in the middle of a line of 2 * reach + 1 points, from the definitions (slow; for the
/// tables and their tests). Bit i of the masks is the point i from one end; a point in both counts as closed.
Pattern classify(std::uint32_t own, std::uint32_t closed, bool exact);

}  // namespace dolbang::omok_ai
