#pragma once
/// Reversi on 8x8 and 6x6, with or without handicap (feature list, sections R and H).
///
/// Squares are numbered a1 = 0, b1 = 1 ... h1 = 7, a2 = 8 ... h8 = 63: columns a-h from left to right,
/// rows 1-8 from top to bottom. Bit n of a bitboard is square n. The smaller board is the upper left part of
/// the larger, so that the same bit tricks work: what lies outside is neither empty nor a disc, and a line
/// that runs into it has no end.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "game/game.hpp"
#include "game/perft.hpp"

namespace dolbang {

namespace reversi {

using Bitboard = std::uint64_t;

constexpr Bitboard bit(int square) { return Bitboard{1} << square; }
constexpr int square_at(int column, int row) { return row * 8 + column; }
constexpr int column_of(int square) { return square & 7; }
constexpr int row_of(int square) { return square >> 3; }

constexpr Bitboard whole_board = ~Bitboard{0};
/// The squares a1 to f6.
constexpr Bitboard small_board = 0x00003F3F3F3F3F3Fu;

/// What can be chosen before a game: the size, and corners given to the weaker side (Z13). As text "8x8",
/// "6x6", "8x8-black2": black starts with two corners.
struct Variant {
  int size = 8;     ///< 8 or 6
  int corners = 0;  ///< 0 to 4, in the order a1, h8, h1, a8 (on 6x6: a1, f6, f1, a6)
  Side corners_of = Side::black;
  friend bool operator==(const Variant&, const Variant&) = default;
};
std::string to_string(const Variant& variant);
/// Error "unknown_variant".
Expected<Variant> parse_variant(std::string_view text);

struct State {
  Bitboard black = 0;
  Bitboard white = 0;
  Side to_move = Side::black;
  Bitboard board = whole_board;  ///< the squares there are
  std::uint8_t corners = 0;      ///< given at the start; they never turn over (H06)
  Side corners_of = Side::black;

  constexpr int size() const { return board == whole_board ? 8 : 6; }

  constexpr Bitboard discs(Side side) const { return side == Side::black ? black : white; }
  constexpr Bitboard own() const { return discs(to_move); }
  constexpr Bitboard opponent() const { return discs(other(to_move)); }
  constexpr Bitboard empties() const { return board & ~(black | white); }
  constexpr std::optional<Side> at(int square) const {
    if (black & bit(square)) return Side::black;
    if (white & bit(square)) return Side::white;
    return std::nullopt;
  }
  friend bool operator==(const State&, const State&) = default;
};

/// The squares on which a side with discs `own` may place against `opponent`: empty, flanking at
/// least one opponent disc; on the smaller board also squares outside of it, which the overload for a
/// State leaves out. Method: parallel prefix along the four lines, both ways at once.
Bitboard legal_squares(Bitboard own, Bitboard opponent);

/// The squares on which the side to move may place.
inline Bitboard legal_squares(const State& state) { return legal_squares(state.own(), state.opponent()) & state.board; }

/// The opponent discs that turn over when `own` places on `square`; 0 when the move is illegal.
/// The square must be empty. Method: a ray's run ends at the lowest bit that is not the opponent's.
Bitboard flips(Bitboard own, Bitboard opponent, int square);

/// The leaves of the game tree at `depth` plies, as dolbang::perft() counts them, on bitboards.
std::uint64_t perft(const State& state, int depth, PassPly passes = PassPly::counts);

/// "f5", lower case, row 1 on top (Z07).
std::string square_text(int square);
/// Reads one square's text in either case; none when it is not on the board.
std::optional<int> parse_square(std::string_view text);

/// Reads 64 characters (36 for the smaller board) in the order a1, b1 ... h8, X black, O white, - or . empty
/// (blanks are skipped), then X or O for the side to move: the field's OBF order. Error "bad_position".
Expected<State> parse_board(std::string_view text);

}  // namespace reversi

/// The game for the type erasure of game/game.hpp.
struct Reversi {
  using State = reversi::State;
  static constexpr std::string_view id = "reversi";
  static constexpr std::string_view default_variant = "8x8";

  static std::vector<std::string> variants();
  static Expected<State> start(std::string_view variant);
  static std::string variant(const State& state);
  static std::string with_colours_swapped(std::string_view variant);
  static Side to_move(const State& state) { return state.to_move; }
  static void legal_moves(const State& state, MoveList& out);
  static bool is_legal(const State& state, Move move);
  static void play(State& state, Move move);
  static std::optional<Verdict> verdict(const State& state);
  static std::optional<Score> score(const State& state);
  /// Empties go to the winner; a draw counts 32-32, on 6x6 18-18 (E03, E04, Z08).
  static std::optional<Score> tournament_score(const State& state);
  static std::uint64_t hash(const State& state);
  static std::string move_text(const State& state, Move move);
  static Expected<Move> parse_move(const State& state, std::string_view text);
  static std::string board_text(const State& state);
};

}  // namespace dolbang
