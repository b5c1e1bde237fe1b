#pragma once
/// Omok on 15x15: freestyle and Renju (feature list, section O), and their openings (Z12).
///
/// Points are numbered a1 = 0, b1 = 1 ... o1 = 14, a2 = 15 ... o15 = 224: columns a-o from left to right, rows
/// 1-15 from the near side (the bottom) to the top; the centre is h8.
///
/// A Side is the colour of a player's stones. During the Swap2 opening a player also places stones of the
/// other colour, and a swap makes the two players change sides; `to_move` is the player who decides next, and
/// stone_to_place() the colour that goes on the board next: colours always alternate, black first.
///
/// Renju's forbidden points follow section 9 of the RIF's International Rules of Renju; renju.hpp finds and
/// explains them.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.hpp"

namespace dolbang {

namespace omok {

inline constexpr int board_size = 15;
inline constexpr int points = board_size * board_size;
inline constexpr int centre_point = 7 * board_size + 7;

constexpr int point_at(int column, int row) { return row * board_size + column; }
constexpr int column_of(int point) { return point % board_size; }
constexpr int row_of(int point) { return point / board_size; }

/// A set of points.
class PointSet {
 public:
  constexpr bool contains(int point) const {
    return ((words_[static_cast<std::size_t>(point >> 6)] >> (point & 63)) & 1) != 0;
  }
  constexpr void insert(int point) { words_[static_cast<std::size_t>(point >> 6)] |= std::uint64_t{1} << (point & 63); }
  constexpr void erase(int point) {
    words_[static_cast<std::size_t>(point >> 6)] &= ~(std::uint64_t{1} << (point & 63));
  }
  int count() const;
  bool empty() const { return count() == 0; }
  const std::array<std::uint64_t, 4>& words() const { return words_; }
  friend bool operator==(const PointSet& a, const PointSet& b) { return a.words_ == b.words_; }

 private:
  std::array<std::uint64_t, 4> words_{};
};

enum class Rule : std::uint8_t { freestyle, renju };
enum class Opening : std::uint8_t {
  free,    ///< the first stone anywhere
  centre,  ///< the first stone on h8
  swap2,   ///< three stones by the first player, then the second stays, swaps, or places two more
};

/// What can be chosen before a game. As text the rule, "-loses" where a forbidden point may be played and
/// loses (Z11), and the opening: "freestyle", "renju", "renju-loses-centre", "freestyle-swap2".
struct Variant {
  Rule rule = Rule::freestyle;
  bool forbidden_loses = false;  ///< Renju only
  Opening opening = Opening::free;
  friend bool operator==(const Variant&, const Variant&) = default;
};
std::string to_string(const Variant& variant);
/// Error "unknown_variant".
Expected<Variant> parse_variant(std::string_view text);

/// Where the Swap2 opening stands; every other game is in `play` from the start.
enum class Stage : std::uint8_t {
  play,
  first_three,  ///< the first player places black, white, black
  choice,       ///< the second player stays white, swaps to black, or places two more
  two_more,     ///< the second player places white, black
  last_choice,  ///< the first player stays black or swaps to white
};

struct State {
  PointSet black;
  PointSet white;
  Side to_move = Side::black;  ///< the player who decides next
  Variant variant;
  Stage stage = Stage::play;
  std::uint8_t stones = 0;  ///< on the board
  std::int16_t last = -1;   ///< the newest stone; -1: none
  bool over = false;
  std::optional<Side> winner;                ///< when over; none: a draw
  EndReason reason = EndReason::board_full;  ///< when over

  const PointSet& stones_of(Side side) const { return side == Side::black ? black : white; }
  bool is_empty(int point) const { return !black.contains(point) && !white.contains(point); }
  std::optional<Side> at(int point) const {
    if (black.contains(point)) return Side::black;
    if (white.contains(point)) return Side::white;
    return std::nullopt;
  }
};

/// The colour of the stone that is placed next: the mover's own, but in an opening in turn, black first.
constexpr Side stone_to_place(const State& state) {
  if (state.stage == Stage::play) return state.to_move;
  return state.stones % 2 == 0 ? Side::black : Side::white;
}

/// The decisions of the Swap2 opening, as moves. Their notation is "stay", "swap" and "more".
inline constexpr Move stay{300};
inline constexpr Move swap{301};
inline constexpr Move more{302};

/// "h8": lower case, as records write it. People read upper case (Z07), which Omok::move_text gives.
std::string point_text(int point);
/// Reads one point in either case; none when it is not on the board.
std::optional<int> parse_point(std::string_view text);

/// The stones of the row through `state.last` that won, in order along the line; empty when the game was not won
/// by a row (E10).
std::vector<int> winning_row(const State& state);

/// Reads rows 15 to 1 separated by "/", digits for so many empty points, X black, O white ("15/15/.../7X7/...").
/// The side to move follows from the count of stones, white where black has more, unless " b" or " w" follows. A
/// board with a winning row, or without a point to play on, is over. Error "bad_position", which says where.
Expected<State> parse_board(std::string_view text, const Variant& variant);
/// The same form without the side.
std::string board_rows(const State& state);

}  // namespace omok

/// The game for the type erasure of game/game.hpp.
struct Omok {
  using State = omok::State;
  static constexpr std::string_view id = "omok";
  static constexpr std::string_view default_variant = "freestyle";

  static std::vector<std::string> variants();
  static Expected<State> start(std::string_view variant);
  static std::string variant(const State& state);
  static Side to_move(const State& state) { return state.to_move; }
  static void legal_moves(const State& state, MoveList& out);
  static bool is_legal(const State& state, Move move);
  static void play(State& state, Move move);
  static bool swaps_sides(const State& state, Move move);
  static std::optional<Verdict> verdict(const State& state);
  static std::optional<Score> score(const State&) { return std::nullopt; }
  static std::optional<Score> tournament_score(const State&) { return std::nullopt; }
  static std::uint64_t hash(const State& state);
  /// "H8", "swap".
  static std::string move_text(const State& state, Move move);
  static Expected<Move> parse_move(const State& state, std::string_view text);
  static std::string board_text(const State& state);
};

}  // namespace dolbang
