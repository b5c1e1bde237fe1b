#pragma once
/// The names of Reversi's openings (feature list, section J).
///
/// An opening is known by the position its line leads to, whatever way it was reached and however the board is turned:
/// the start has four symmetries (it and its half turn, and the reflections in both diagonals), so that each line
/// exists four times, once for each first move. Lines are written from f5. Names are kept with the lines, in the
/// languages of the product, because they are facts of the field, not texts of ours; most come from Japan and differ in
/// English.
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "games/reversi/reversi.hpp"

namespace dolbang::reversi {

/// What is commonly said of an opening (J11).
enum class OpeningTrait : std::uint8_t {
  none,
  few_variations,   ///< easy to learn: for beginners
  many_variations,  ///< for experts
  most_usual,       ///< of the diagonal replies
  black_better,
};

struct Opening {
  std::string_view id;  ///< stable: "rabbit"
  std::string_view english;
  std::string_view korean;
  std::string_view japanese;
  std::string_view line;  ///< from f5
  OpeningTrait trait = OpeningTrait::none;
};

/// All openings, shorter lines first.
const std::vector<Opening>& openings();

/// An opening that a game has gone through.
struct OpeningRef {
  const Opening* opening;  ///< lives as long as the program
  int ply;                 ///< moves made when its position was reached
};

/// The longest named opening of a game that began from `start`, also when the game has left it since (K13); none for
/// a board of 6x6 or with handicap corners, and before white's first reply. `moves` are legal ones, forced passes left
/// out.
std::optional<OpeningRef> opening_of(const State& start, const std::vector<Move>& moves);

}  // namespace dolbang::reversi
