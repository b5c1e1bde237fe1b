#pragma once
/// One game being played: a start, the moves so far, and how it ended.
///
/// The moves are the truth; the position is derived and can always be replayed. Passes are automatic
/// (R17): they are played by the match itself right after the move that caused them and are not
/// counted as plies here, so that a transcript without passes, the field's usual form, replays.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.hpp"

namespace dolbang {

/// Why a move or an intent was refused.
enum class Refusal : std::uint8_t { game_over, not_your_turn, illegal_move, nothing_to_undo };
std::string_view to_string(Refusal refusal);

/// How a match ended.
struct Result {
  std::optional<Side> winner;  ///< none: a draw
  EndReason reason = EndReason::no_moves;
  std::optional<Score> score;             ///< as on the board, empties apart (E01, E02)
  std::optional<Score> tournament_score;  ///< empties to the winner (E03); none when the board did not decide
};

/// One move as it was made.
struct Turn {
  Move move;
  Side side;                   ///< who made it
  std::optional<Side> passed;  ///< who then had to pass, the same side moving again
  bool swapped = false;        ///< the players changed sides with this move (an opening's swap)
};

/// The moves of a transcript like "f5d6c3" or "h8i9 swap g7", as text, in order: each a run of letters and the digits
/// after it. Blanks are skipped; any other character is a part of its own, for whoever reads moves to complain of.
std::vector<std::string_view> split_transcript(std::string_view transcript);

class Match {
 public:
  /// Errors: "unknown_game", "unknown_variant".
  static Expected<Match> start(const GameSpec& spec);
  /// A match from a transcript like "f5d6c3" or "h8i9 swap g7" (moves only, blanks allowed, and needed after
  /// a move that is a word). Errors as for start, and
  /// "bad_notation" or "illegal_move" naming the ply.
  static Expected<Match> replay(const GameSpec& spec, std::string_view transcript);

  /// A match that begins from any position; a side that cannot move there has passed already.
  static Match from(const Position& start);

  const GameSpec& spec() const { return spec_; }
  /// Where the match began.
  const Position& first_position() const { return start_; }
  const Position& position() const { return position_; }
  Side to_move() const { return position_.to_move(); }
  /// Moves made so far, passes not counted.
  int ply() const { return static_cast<int>(turns_.size()); }
  const std::vector<Turn>& turns() const { return turns_; }
  const std::optional<Result>& result() const { return result_; }
  bool is_over() const { return result_.has_value(); }
  /// Whether the players have changed sides since the start: who began as black plays white now.
  bool sides_swapped() const;
  std::string transcript() const;

  /// Plays a move of `side` and the pass that follows it, if any. A pass cannot be asked for (R15).
  tl::expected<Turn, Refusal> play(Side side, Move move);
  /// A resignation is a loss whatever the counts (E09).
  tl::expected<void, Refusal> resign(Side side) { return lose(side, EndReason::resigned); }
  /// Ends the game for a reason that is not on the board: resigned, timed_out or abandoned.
  tl::expected<void, Refusal> lose(Side side, EndReason reason);
  /// Takes back the last `count` moves with the passes after them, and the end of the game.
  tl::expected<void, Refusal> undo(int count = 1);

 private:
  Match(GameSpec spec, const Position& start);
  void settle(Turn& turn);

  GameSpec spec_;
  Position start_;
  Position position_;
  std::vector<Turn> turns_;
  std::optional<Result> result_;
};

}  // namespace dolbang
