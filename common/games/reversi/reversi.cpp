#include "games/reversi/reversi.hpp"

#include <bit>
#include <cassert>

namespace dolbang {
namespace reversi {
namespace {

// A step that leaves the board on the left or right side would arrive on the opposite edge of the
// next row: these masks drop such bits after the shift.
constexpr Bitboard not_a = 0xFEFEFEFEFEFEFEFEu;
constexpr Bitboard not_h = 0x7F7F7F7F7F7F7F7Fu;
constexpr Bitboard all = ~Bitboard{0};

/// Calls f(step) for each of the eight directions, step being a function from a bitboard to the
/// bitboard moved one square that way.
template <class F>
inline void for_each_direction(F&& f) {
  f([](Bitboard b) { return (b << 1) & not_a; });
  f([](Bitboard b) { return (b >> 1) & not_h; });
  f([](Bitboard b) { return (b << 8) & all; });
  f([](Bitboard b) { return (b >> 8) & all; });
  f([](Bitboard b) { return (b << 9) & not_a; });
  f([](Bitboard b) { return (b >> 9) & not_h; });
  f([](Bitboard b) { return (b << 7) & not_h; });
  f([](Bitboard b) { return (b >> 7) & not_a; });
}

/// The unbroken run of opponent discs that starts next to `from` in the direction of `step`.
template <class Step>
inline Bitboard run(Bitboard from, Bitboard opponent, Step step) {
  Bitboard line = step(from) & opponent;
  line |= step(line) & opponent;
  line |= step(line) & opponent;
  line |= step(line) & opponent;
  line |= step(line) & opponent;
  line |= step(line) & opponent;
  return line;
}

constexpr std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

}  // namespace

Bitboard legal_squares(Bitboard own, Bitboard opponent) {
  Bitboard reached = 0;
  for_each_direction([&](auto step) { reached |= step(run(own, opponent, step)); });
  return reached & ~(own | opponent);
}

Bitboard flips(Bitboard own, Bitboard opponent, int square) {
  const Bitboard placed = bit(square);
  Bitboard turned = 0;
  for_each_direction([&](auto step) {
    const Bitboard line = run(placed, opponent, step);
    // The square behind the run must be the mover's: an empty one or the edge flips nothing.
    const Bitboard behind = step(placed | line) & ~line;
    if (line != 0 && (behind & own) != 0) turned |= line;
  });
  return turned;
}

std::uint64_t perft(const State& state, int depth) {
  if (depth == 0) return 1;
  Bitboard moves = legal_squares(state.own(), state.opponent());
  if (moves == 0) {
    if (legal_squares(state.opponent(), state.own()) == 0) return 1;
    State passed = state;
    passed.to_move = other(state.to_move);
    return perft(passed, depth - 1);
  }
  std::uint64_t leaves = 0;
  while (moves != 0) {
    State next = state;
    Reversi::play(next, Move{static_cast<std::uint16_t>(std::countr_zero(moves))});
    moves &= moves - 1;
    leaves += perft(next, depth - 1);
  }
  return leaves;
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
  State state;
  int square = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
    const bool black = c == 'X' || c == 'x' || c == '*';
    const bool white = c == 'O' || c == 'o';
    if (square == 64) {
      if (!black && !white)
        return fail("bad_position", "The side to move must be X or O, found '" + std::string(1, c) + "'.");
      state.to_move = black ? Side::black : Side::white;
      return state;
    }
    if (!black && !white && c != '-' && c != '.')
      return fail("bad_position",
                  "Character " + std::to_string(i + 1) + " must be X, O or -, found '" + std::string(1, c) + "'.");
    if (black) state.black |= bit(square);
    if (white) state.white |= bit(square);
    ++square;
  }
  return fail("bad_position",
              "A position is 64 squares and then the side to move; found " + std::to_string(square) + " squares.");
}

}  // namespace reversi

using namespace reversi;

Expected<State> Reversi::start(std::string_view variant) {
  if (variant != default_variant)
    return fail("unknown_variant", "Reversi has no variant \"" + std::string(variant) + "\"; use \"8x8\".");
  State state;
  state.white = bit(square_at(3, 3)) | bit(square_at(4, 4));
  state.black = bit(square_at(4, 3)) | bit(square_at(3, 4));
  return state;
}

void Reversi::legal_moves(const State& state, MoveList& out) {
  Bitboard squares = legal_squares(state.own(), state.opponent());
  if (squares == 0) {
    if (legal_squares(state.opponent(), state.own()) != 0) out.push(Move::pass());
    return;
  }
  for (; squares != 0; squares &= squares - 1) out.push(Move{static_cast<std::uint16_t>(std::countr_zero(squares))});
}

bool Reversi::is_legal(const State& state, Move move) {
  if (move.is_pass())
    return legal_squares(state.own(), state.opponent()) == 0 && legal_squares(state.opponent(), state.own()) != 0;
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
  if (legal_squares(state.black, state.white) != 0 || legal_squares(state.white, state.black) != 0) return std::nullopt;
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
    score.of = {32, 32};
  }
  score.empties = 0;
  return score;
}

std::uint64_t Reversi::hash(const State& state) {
  return mix(mix(state.black + 0x9E3779B97F4A7C15u) ^ (state.white + 0xD1B54A32D192ED03u) ^
             (state.to_move == Side::white ? 0x8CB92BA72F3D8DD7u : 0));
}

std::string Reversi::move_text(const State&, Move move) {
  return move.is_pass() ? std::string("pass") : square_text(move.code);
}

Expected<Move> Reversi::parse_move(const State&, std::string_view text) {
  if (text == "pass") return Move::pass();
  if (const auto square = parse_square(text)) return Move{static_cast<std::uint16_t>(*square)};
  return fail("bad_notation",
              "\"" + std::string(text.substr(0, limits::move_text_bytes)) + "\" is not a square; write a1 to h8.");
}

std::string Reversi::board_text(const State& state) {
  std::string text;
  for (int square = 0; square < 64; ++square) {
    const auto disc = state.at(square);
    text += !disc ? '-' : *disc == Side::black ? 'X' : 'O';
  }
  text += state.to_move == Side::black ? " X" : " O";
  return text;
}

}  // namespace dolbang
