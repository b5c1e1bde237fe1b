#pragma once
/// A game record: what is written down of a game, whatever the file format.
///
/// Readers fill it in with what a file says, check() replays it by the rules. The two are apart so that a file
/// with one broken game still gives the others, and so that a message can say whether the writing or the
/// playing is wrong. Moves are of the game's own type; passes need not be written (the match makes them by
/// itself), and those that a file does write are dropped once they are seen to be right.
///
/// Names, dates and comments are UTF-8 without control characters (comments may have line ends), cut at the
/// maxima of limits.hpp.
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "game/game.hpp"
#include "match/match.hpp"

namespace dolbang::notation {

struct RecordMove {
  Move move;
  /// Who moved, as the file says; after normalise() always known and right. In the Swap2 opening this is the
  /// player, not the stone's colour.
  std::optional<Side> side;
  std::optional<std::chrono::milliseconds> time;  ///< thought about this move
  std::optional<double> evaluation;               ///< by the one who moved; positive: good for them. Reversi: discs
  std::string comment;
};

/// How the one who wrote the record says that the game ended.
struct RecordResult {
  enum class How : std::uint8_t { played, resigned, timed_out, agreed };
  std::optional<Side> winner;    ///< none: a draw
  How how = How::played;         ///< agreed: the two settled on a score
  std::optional<double> margin;  ///< Reversi: black's discs minus white's, usually with the empties to the winner
};

/// A player by the colour they had at the end of the game (a swap in the opening changes colours).
struct RecordPlayer {
  std::string name;
  std::string rating;
};

struct ScoredMove {
  Move move;
  double value = 0;  ///< for the side to move; Reversi: final disc difference
};

struct Record {
  GameSpec spec;
  /// The position before the first move, when it is not where the variant starts.
  std::optional<Position> start;
  std::vector<RecordMove> moves;
  std::array<RecordPlayer, 2> players;  ///< by index(Side)
  std::string event;
  std::string place;
  std::string date;          ///< "2003-12-15", "2003", or "2003-12-15 12:33:18 MST"
  std::string time_control;  ///< in the words of the file
  std::string comment;
  std::optional<RecordResult> result;  ///< none: not said
  std::vector<ScoredMove> scores;      ///< known values of moves at the start (OBF)
  /// What the file had beyond this, in words: "2 variations".
  std::vector<std::string> dropped;
};

/// Replays a record by the rules. Errors: "unknown_game", "unknown_variant", "illegal_move", "bad_record" (a
/// move by the wrong side, a pass where there is a move); the message begins "Ply 12: ". A resignation ends
/// the match; a game lost on time or settled by the players is left as it stood on the board.
Expected<Match> check(const Record& record);

/// Takes written passes out and says who made each move. Errors as for check; the record is then unchanged.
Expected<void> normalise(Record& record);

/// The record of a match: moves, start and, when it is over, the result.
Record record_of(const Match& match);

/// Names the variant whose start this is, or keeps the position as a start of its own.
void set_start(Record& record, const Position& position);

}  // namespace dolbang::notation
