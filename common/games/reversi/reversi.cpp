#include "games/reversi/reversi.hpp"

#include <array>
#include <bit>
#include <cassert>

namespace dolbang {
namespace reversi {
namespace {

/// The squares that lie east, south, south-east and south-west of a square: all have higher numbers.
using Rays = std::array<Bitboard, 4>;

constexpr std::array<Rays, 64> make_rays() {
  constexpr std::array columns{1, 0, 1, -1}, rows{0, 1, 1, 1};
  std::array<Rays, 64> all{};
  for (int square = 0; square < 64; ++square)
    for (std::size_t way = 0; way < 4; ++way) {
      int column = column_of(square) + columns[way], row = row_of(square) + rows[way];
      for (; column >= 0 && column < 8 && row < 8; column += columns[way], row += rows[way])
        all[static_cast<std::size_t>(square)][way] |= bit(square_at(column, row));
    }
  return all;
}

constexpr std::array<Rays, 64> rays = make_rays();

/// The discs that turn over along a ray: those before the nearest square that is not the opponent's, if it is the
/// mover's.
inline Bitboard turned_on(Bitboard ray, Bitboard own, Bitboard opponent) {
  const Bitboard stops = ray & ~opponent;
  const Bitboard end = stops & (~stops + 1) & own;
  return (end - (end != 0)) & ray;
}

/// Row 1 becomes row 8: what was north is south then. Compilers know this as one instruction.
constexpr Bitboard upside_down(Bitboard b) {
  b = ((b >> 8) & 0x00FF00FF00FF00FFu) | ((b & 0x00FF00FF00FF00FFu) << 8);
  b = ((b >> 16) & 0x0000FFFF0000FFFFu) | ((b & 0x0000FFFF0000FFFFu) << 16);
  return (b >> 32) | (b << 32);
}

/// The squares just past runs of opponent discs that begin at an own one, both ways along a line whose neighbours
/// differ by `step`. `opponent` must not hold the columns at which such a line would leave the board.
inline Bitboard past_runs(Bitboard own, Bitboard opponent, int step) {
  Bitboard up = (own << step) & opponent, down = (own >> step) & opponent;
  up |= (up << step) & opponent;
  down |= (down >> step) & opponent;
  // From here two squares at a time.
  const Bitboard pairs_up = opponent & (opponent << step), pairs_down = pairs_up >> step;
  up |= (up << 2 * step) & pairs_up;
  down |= (down >> 2 * step) & pairs_down;
  up |= (up << 2 * step) & pairs_up;
  down |= (down >> 2 * step) & pairs_down;
  return (up << step) | (down >> step);
}

constexpr std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// The walk of perft(): colours do not matter there, only who moves.
struct Leaves {
  Bitboard board;
  PassPly passes;

  /// `depth` is 1 or more.
  std::uint64_t below(Bitboard own, Bitboard opponent, int depth) const {
    Bitboard moves = legal_squares(own, opponent) & board;
    if (moves == 0) {
      if ((legal_squares(opponent, own) & board) == 0) return 1;
      if (passes == PassPly::counts && --depth == 0) return 1;
      return below(opponent, own, depth);
    }
    std::uint64_t leaves = 0;
    for (; moves != 0; moves &= moves - 1) {
      const int square = std::countr_zero(moves);
      const Bitboard turned = flips(own, opponent, square);
      // No counting in bulk: a leaf counts once what it turns over is known.
      if (depth == 1)
        leaves += turned != 0 ? 1 : 0;
      else
        leaves += below(opponent ^ turned, own | turned | bit(square), depth - 1);
    }
    return leaves;
  }
};

}  // namespace

Bitboard legal_squares(Bitboard own, Bitboard opponent) {
  // A flanked disc is never on the edge that its line would leave the board by.
  const Bitboard inner = opponent & 0x7E7E7E7E7E7E7E7Eu;
  const Bitboard past =
      past_runs(own, inner, 1) | past_runs(own, opponent, 8) | past_runs(own, inner, 7) | past_runs(own, inner, 9);
  return past & ~(own | opponent);
}

Bitboard flips(Bitboard own, Bitboard opponent, int square) {
  const Rays& south = rays[static_cast<std::size_t>(square)];
  Bitboard turned = 0;
  for (const Bitboard ray : south) turned |= turned_on(ray, own, opponent);

  const Rays& north = rays[static_cast<std::size_t>(square ^ 56)];
  const Bitboard own_over = upside_down(own), opponent_over = upside_down(opponent);
  Bitboard turned_over = 0;
  for (std::size_t way = 1; way < 4; ++way) turned_over |= turned_on(north[way], own_over, opponent_over);

  // Only west is left: there the nearest square is the one with the highest number.
  const Bitboard west = (bit(square) - 1) & (Bitboard{0xFF} << (square & 56));
  const Bitboard stops = west & ~opponent;
  const Bitboard end = (bit(63) >> std::countl_zero(stops | 1)) & stops & own;
  turned |= (~(end << 1) + 1) & west;
  return turned | upside_down(turned_over);
}

std::string to_string(const Variant& variant) {
  std::string text = variant.size == 6 ? "6x6" : "8x8";
  if (variant.corners > 0) text += "-" + std::string(to_string(variant.corners_of)) + std::to_string(variant.corners);
  return text;
}

Expected<Variant> parse_variant(std::string_view text) {
  for (const int size : {8, 6})
    for (const Side side : {Side::black, Side::white})
      for (int corners = 0; corners <= 4; ++corners)
        if (const Variant variant{size, corners, side}; to_string(variant) == text) return variant;
  return fail("unknown_variant", "Reversi has no variant \"" + std::string(text.substr(0, limits::variant_bytes)) +
                                     "\"; use \"8x8\" or \"6x6\", with corners given to a side as in \"8x8-black2\".");
}

std::uint64_t perft(const State& state, int depth, PassPly passes) {
  if (depth == 0) return 1;
  const Leaves leaves{state.board, passes};
  return leaves.below(state.own(), state.opponent(), depth);
}

std::string square_text(int square) {
  return {static_cast<char>('a' + column_of(square)), static_cast<char>('1' + row_of(square))};
}

std::optional<int> parse_square(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const char letter = static_cast<char>(text[0] | 0x20);
  if (letter < 'a' || letter > 'h' || text[1] < '1' || text[1] > '8') return std::nullopt;
  return square_at(letter - 'a', text[1] - '1');
}

Expected<State> parse_board(std::string_view text) {
  // The board's size is known only when the text has ended: 36 squares and a side, or 64 and a side.
  std::string cells;
  for (std::size_t i = 0; i < text.size() && cells.size() < 65; ++i) {
    const char c = text[i];
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
    if (c == 'X' || c == 'x' || c == '*')
      cells += 'X';
    else if (c == 'O' || c == 'o')
      cells += 'O';
    else if (c == '-' || c == '.')
      cells += '-';
    else
      return fail("bad_position",
                  "Character " + std::to_string(i + 1) + " must be X, O or -, found '" + std::string(1, c) + "'.");
  }
  State state;
  if (cells.size() == 37)
    state.board = small_board;
  else if (cells.size() != 65)
    return fail("bad_position", "A position is 64 squares (36 on 6x6) and then the side to move; found " +
                                    std::to_string(cells.size()) + " characters.");
  if (cells.back() == '-') return fail("bad_position", "The side to move must be X or O, found '-'.");
  state.to_move = cells.back() == 'X' ? Side::black : Side::white;
  std::size_t next = 0;
  for (int square = 0; square < 64; ++square) {
    if (!(state.board & bit(square))) continue;
    const char cell = cells[next++];
    if (cell == 'X') state.black |= bit(square);
    if (cell == 'O') state.white |= bit(square);
  }
  return state;
}

}  // namespace reversi

using namespace reversi;

std::vector<std::string> Reversi::variants() {
  std::vector<std::string> texts;
  for (const int size : {8, 6}) {
    texts.push_back(to_string({size, 0, Side::black}));
    for (const Side side : {Side::black, Side::white})
      for (int corners = 1; corners <= 4; ++corners) texts.push_back(to_string({size, corners, side}));
  }
  return texts;
}

Expected<State> Reversi::start(std::string_view text) {
  const auto variant = parse_variant(text);
  if (!variant) return tl::unexpected(variant.error());
  State state;
  state.board = variant->size == 6 ? small_board : whole_board;
  state.corners = static_cast<std::uint8_t>(variant->corners);
  state.corners_of = variant->corners_of;
  const int centre = variant->size / 2;
  state.white = bit(square_at(centre - 1, centre - 1)) | bit(square_at(centre, centre));
  state.black = bit(square_at(centre, centre - 1)) | bit(square_at(centre - 1, centre));
  const int last = variant->size - 1;
  const std::array corners{square_at(0, 0), square_at(last, last), square_at(last, 0), square_at(0, last)};
  for (int i = 0; i < variant->corners; ++i)
    (variant->corners_of == Side::black ? state.black : state.white) |= bit(corners[static_cast<std::size_t>(i)]);
  return state;
}

std::string Reversi::variant(const State& state) {
  return to_string(Variant{state.size(), state.corners, state.corners_of});
}

std::string Reversi::with_colours_swapped(std::string_view text) {
  auto variant = parse_variant(text);
  if (!variant) return std::string(text);
  variant->corners_of = other(variant->corners_of);
  return to_string(*variant);
}

void Reversi::legal_moves(const State& state, MoveList& out) {
  Bitboard squares = legal_squares(state);
  if (squares == 0) {
    if (is_legal(state, Move::pass())) out.push(Move::pass());
    return;
  }
  for (; squares != 0; squares &= squares - 1) out.push(Move{static_cast<std::uint16_t>(std::countr_zero(squares))});
}

bool Reversi::is_legal(const State& state, Move move) {
  if (move.is_pass()) {
    State passed = state;
    passed.to_move = other(state.to_move);
    return legal_squares(state) == 0 && legal_squares(passed) != 0;
  }
  return move.code < 64 && (state.empties() & bit(move.code)) != 0 &&
         flips(state.own(), state.opponent(), move.code) != 0;
}

void Reversi::play(State& state, Move move) {
  assert(is_legal(state, move));
  if (!move.is_pass()) {
    const Bitboard turned = flips(state.own(), state.opponent(), move.code);
    const Bitboard placed = bit(move.code);
    state.black ^= turned;
    state.white ^= turned;
    (state.to_move == Side::black ? state.black : state.white) |= placed;
  }
  state.to_move = other(state.to_move);
}

std::optional<Verdict> Reversi::verdict(const State& state) {
  const Bitboard places = legal_squares(state.black, state.white) | legal_squares(state.white, state.black);
  if ((places & state.board) != 0) return std::nullopt;
  const int black = std::popcount(state.black);
  const int white = std::popcount(state.white);
  Verdict verdict{std::nullopt, EndReason::no_moves};
  if (black != white) verdict.winner = black > white ? Side::black : Side::white;
  if (state.empties() == 0)
    verdict.reason = EndReason::board_full;
  else if (black == 0 || white == 0)
    verdict.reason = EndReason::wiped_out;
  return verdict;
}

std::optional<Score> Reversi::score(const State& state) {
  return Score{{std::popcount(state.black), std::popcount(state.white)}, std::popcount(state.empties())};
}

std::optional<Score> Reversi::tournament_score(const State& state) {
  const auto over = verdict(state);
  if (!over) return std::nullopt;
  Score score = *Reversi::score(state);
  if (over->winner) {
    score.of[index(*over->winner)] += score.empties;
  } else {
    score.of.fill(state.size() * state.size() / 2);
  }
  score.empties = 0;
  return score;
}

std::uint64_t Reversi::hash(const State& state) {
  return mix(mix(state.black + 0x9E3779B97F4A7C15u) ^ (state.white + 0xD1B54A32D192ED03u) ^
             (state.to_move == Side::white ? 0x8CB92BA72F3D8DD7u : 0) ^ (state.board ^ whole_board));
}

std::string Reversi::move_text(const State&, Move move) {
  return move.is_pass() ? std::string("pass") : square_text(move.code);
}

Expected<Move> Reversi::parse_move(const State& state, std::string_view text) {
  if (text == "pass") return Move::pass();
  if (const auto square = parse_square(text); square && (state.board & bit(*square)))
    return Move{static_cast<std::uint16_t>(*square)};
  return fail("bad_notation", "\"" + std::string(text.substr(0, limits::move_text_bytes)) +
                                  "\" is not a square; write a1 to " + (state.size() == 8 ? "h8." : "f6."));
}

std::string Reversi::board_text(const State& state) {
  std::string text;
  for (int square = 0; square < 64; ++square) {
    if (!(state.board & bit(square))) continue;
    const auto disc = state.at(square);
    text += !disc ? '-' : *disc == Side::black ? 'X' : 'O';
  }
  text += state.to_move == Side::black ? " X" : " O";
  return text;
}

}  // namespace dolbang
