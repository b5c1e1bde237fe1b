#include "games/omok/omok.hpp"

#include <bit>
#include <cassert>
#include <utility>

#include "games/omok/renju.hpp"

namespace dolbang {
namespace omok {
namespace {

constexpr std::array<std::array<int, 2>, 4> lines{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

constexpr std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

constexpr bool on_board(int column, int row) {
  return column >= 0 && column < board_size && row >= 0 && row < board_size;
}

struct Run {
  int first, length;
};

/// The unbroken row of `stones` through a point along a line.
Run run_through(const PointSet& stones, int point, const std::array<int, 2>& step) {
  const auto reach = [&](int direction) {
    int column = column_of(point), row = row_of(point), count = -1;
    do {
      ++count;
      column += direction * step[0];
      row += direction * step[1];
    } while (on_board(column, row) && stones.contains(point_at(column, row)));
    return count;
  };
  const int before = reach(-1), after = reach(1);
  return {point - before * point_at(step[0], step[1]), before + 1 + after};
}

bool wins(const Variant& variant, Side side, int length) {
  return variant.rule == Rule::renju && side == Side::black ? length == 5 : length >= 5;
}

bool makes_winning_row(const State& state, Side side, int point) {
  for (const auto& step : lines)
    if (wins(state.variant, side, run_through(state.stones_of(side), point, step).length)) return true;
  return false;
}

void end(State& state, std::optional<Side> winner, EndReason reason) {
  state.over = true;
  state.winner = winner;
  state.reason = reason;
}

/// Ends a game that nobody can go on with.
void end_if_stuck(State& state) {
  if (state.over) return;
  if (state.stones == points)
    end(state, std::nullopt, EndReason::board_full);
  else if (state.stage == Stage::play && state.variant.rule == Rule::renju && state.to_move == Side::black &&
           !black_can_move(state.black, state.white))
    end(state, std::nullopt, EndReason::all_forbidden);
}

/// Whether the rule book keeps black off this point.
bool is_forbidden(const State& state, int point) {
  return state.variant.rule == Rule::renju && stone_to_place(state) == Side::black &&
         forbidden(state.black, state.white, point) != Forbidden::no;
}

}  // namespace

int PointSet::count() const {
  int n = 0;
  for (const std::uint64_t word : words_) n += std::popcount(word);
  return n;
}

std::string to_string(const Variant& variant) {
  std::string text = variant.rule == Rule::renju ? "renju" : "freestyle";
  if (variant.forbidden_loses) text += "-loses";
  if (variant.opening == Opening::centre) text += "-centre";
  if (variant.opening == Opening::swap2) text += "-swap2";
  return text;
}

Expected<Variant> parse_variant(std::string_view text) {
  for (const Rule rule : {Rule::freestyle, Rule::renju})
    for (const bool loses : {false, true})
      for (const Opening opening : {Opening::free, Opening::centre, Opening::swap2}) {
        const Variant variant{rule, loses, opening};
        if ((rule == Rule::renju || !loses) && to_string(variant) == text) return variant;
      }
  return fail("unknown_variant", "Omok has no variant \"" + std::string(text.substr(0, limits::variant_bytes)) +
                                     "\"; use \"freestyle\", \"renju\" or \"renju-loses\", and after it \"-centre\" or "
                                     "\"-swap2\" for an opening rule.");
}

std::string point_text(int point) {
  return static_cast<char>('a' + column_of(point)) + std::to_string(row_of(point) + 1);
}

std::optional<int> parse_point(std::string_view text) {
  if (text.size() < 2 || text.size() > 3) return std::nullopt;
  const int column = (text[0] | 0x20) - 'a';
  int row = 0;
  for (const char c : text.substr(1)) {
    if (c < '0' || c > '9') return std::nullopt;
    row = row * 10 + (c - '0');
  }
  if (text[1] == '0' || !on_board(column, row - 1)) return std::nullopt;
  return point_at(column, row - 1);
}

std::vector<int> winning_row(const State& state) {
  if (!state.over || state.reason != EndReason::five_in_row) return {};
  for (const auto& step : lines) {
    const Run run = run_through(state.stones_of(*state.winner), state.last, step);
    if (!wins(state.variant, *state.winner, run.length)) continue;
    std::vector<int> row;
    row.reserve(static_cast<std::size_t>(run.length));
    for (int i = 0; i < run.length; ++i) row.push_back(run.first + i * point_at(step[0], step[1]));
    return row;
  }
  return {};
}

Expected<State> parse_board(std::string_view text, const Variant& variant) {
  State state;
  state.variant = variant;
  int row = board_size - 1, column = 0;
  std::size_t i = 0;
  int counts[2] = {0, 0};
  const auto bad = [&](const std::string& what) {
    return fail("bad_position", "Character " + std::to_string(i + 1) + ": " + what);
  };
  for (; i < text.size() && text[i] != ' '; ++i) {
    const char c = text[i];
    if (c == '/') {
      if (column != board_size)
        return bad("row " + std::to_string(row + 1) + " has " + std::to_string(column) + " points, not 15.");
      if (--row < 0) return bad("there are more than 15 rows.");
      column = 0;
    } else if (c >= '0' && c <= '9') {
      int empty = c - '0';
      if (i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9') empty = empty * 10 + (text[++i] - '0');
      column += empty;
    } else if (c == 'X' || c == 'x' || c == 'O' || c == 'o') {
      if (column >= board_size) return bad("row " + std::to_string(row + 1) + " has more than 15 points.");
      const bool black = c == 'X' || c == 'x';
      (black ? state.black : state.white).insert(point_at(column++, row));
      ++counts[black ? 0 : 1];
    } else {
      return bad("a row is digits, X, O, and rows are separated by /.");
    }
    if (column > board_size) return bad("row " + std::to_string(row + 1) + " has more than 15 points.");
  }
  if (row != 0 || column != board_size)
    return fail("bad_position", "A board is 15 rows of 15 points, from row 15 down.");
  state.stones = static_cast<std::uint8_t>(counts[0] + counts[1]);
  const std::string_view side = text.substr(i);
  if (!side.empty() && side != " b" && side != " w") return bad("after the rows comes b or w, or nothing.");
  state.to_move = side == " w" || (side.empty() && counts[0] > counts[1]) ? Side::white : Side::black;
  for (int point = 0; point < points && !state.over; ++point)
    if (const auto stone = state.at(point); stone && makes_winning_row(state, *stone, point)) {
      state.last = static_cast<std::int16_t>(point);
      end(state, stone, EndReason::five_in_row);
    }
  end_if_stuck(state);
  return state;
}

std::string board_rows(const State& state) {
  std::string text;
  for (int row = board_size - 1; row >= 0; --row) {
    int empty = 0;
    const auto flush = [&] {
      if (empty > 0) text += std::to_string(std::exchange(empty, 0));
    };
    for (int column = 0; column < board_size; ++column) {
      const auto stone = state.at(point_at(column, row));
      if (!stone) {
        ++empty;
        continue;
      }
      flush();
      text += *stone == Side::black ? 'X' : 'O';
    }
    flush();
    if (row > 0) text += '/';
  }
  return text;
}

}  // namespace omok

using namespace omok;

std::vector<std::string> Omok::variants() {
  std::vector<std::string> texts;
  for (const Rule rule : {Rule::freestyle, Rule::renju})
    for (const bool loses : {false, true})
      for (const Opening opening : {Opening::free, Opening::centre, Opening::swap2})
        if (rule == Rule::renju || !loses) texts.push_back(to_string({rule, loses, opening}));
  return texts;
}

Expected<State> Omok::start(std::string_view text) {
  const auto variant = parse_variant(text);
  if (!variant) return tl::unexpected(variant.error());
  State state;
  state.variant = *variant;
  if (variant->opening == Opening::swap2) state.stage = Stage::first_three;
  return state;
}

std::string Omok::variant(const State& state) { return to_string(state.variant); }

void Omok::legal_moves(const State& state, MoveList& out) {
  if (state.over) return;
  if (state.stage == Stage::choice || state.stage == Stage::last_choice) {
    out.push(stay);
    out.push(omok::swap);
    if (state.stage == Stage::choice) out.push(more);
    return;
  }
  if (state.stones == 0 && state.variant.opening == Opening::centre) {
    out.push(Move{static_cast<std::uint16_t>(centre_point)});
    return;
  }
  PointSet kept_off;
  if (state.variant.rule == Rule::renju && !state.variant.forbidden_loses && stone_to_place(state) == Side::black)
    kept_off = forbidden_points(state.black, state.white);
  for (int point = 0; point < points; ++point)
    if (state.is_empty(point) && !kept_off.contains(point)) out.push(Move{static_cast<std::uint16_t>(point)});
}

bool Omok::is_legal(const State& state, Move move) {
  if (state.over) return false;
  if (state.stage == Stage::choice || state.stage == Stage::last_choice)
    return move == stay || move == omok::swap || (move == more && state.stage == Stage::choice);
  if (move.code >= points || !state.is_empty(move.code)) return false;
  if (state.stones == 0 && state.variant.opening == Opening::centre) return move.code == centre_point;
  return state.variant.forbidden_loses || !is_forbidden(state, move.code);
}

void Omok::play(State& state, Move move) {
  assert(is_legal(state, move));
  if (move == more) {
    state.stage = Stage::two_more;
    return;
  }
  if (move == stay || move == omok::swap) {
    // Whoever has white after the decision places the next stone; after a swap that is the other player.
    state.stage = Stage::play;
    state.to_move = Side::white;
    return;
  }
  const int point = move.code;
  const Side colour = stone_to_place(state);
  const bool loses = state.variant.forbidden_loses && is_forbidden(state, point);
  (colour == Side::black ? state.black : state.white).insert(point);
  ++state.stones;
  state.last = static_cast<std::int16_t>(point);

  if (makes_winning_row(state, colour, point))
    end(state, colour, EndReason::five_in_row);
  else if (loses)
    end(state, other(colour), EndReason::forbidden_point);

  if (state.stage == Stage::play) {
    state.to_move = other(state.to_move);
  } else if (state.stage == Stage::first_three && state.stones == 3) {
    state.stage = Stage::choice;
    state.to_move = Side::white;
  } else if (state.stage == Stage::two_more && state.stones == 5) {
    state.stage = Stage::last_choice;
    state.to_move = Side::black;
  }
  end_if_stuck(state);
}

bool Omok::swaps_sides(const State&, Move move) { return move == omok::swap; }

std::optional<Verdict> Omok::verdict(const State& state) {
  if (!state.over) return std::nullopt;
  return Verdict{state.winner, state.reason};
}

std::uint64_t Omok::hash(const State& state) {
  // Mixed before the first stones are added: else white to move would look like one more black stone on A1.
  std::uint64_t h = mix(0x9E3779B97F4A7C15u + (static_cast<std::uint64_t>(state.stage) << 1) +
                        (state.to_move == Side::white ? 1 : 0));
  for (const PointSet* stones : {&state.black, &state.white})
    for (const std::uint64_t word : stones->words()) h = mix(h + word) + 0xD1B54A32D192ED03u;
  return mix(h);
}

std::string Omok::move_text(const State&, Move move) {
  if (move.is_pass()) return "pass";
  if (move == stay) return "stay";
  if (move == omok::swap) return "swap";
  if (move == more) return "more";
  std::string text = point_text(move.code);
  text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

Expected<Move> Omok::parse_move(const State&, std::string_view text) {
  for (const Move decision : {stay, omok::swap, more})
    if (move_text({}, decision) == text) return decision;
  if (const auto point = parse_point(text)) return Move{static_cast<std::uint16_t>(*point)};
  return fail("bad_notation",
              "\"" + std::string(text.substr(0, limits::move_text_bytes)) + "\" is not a point; write A1 to O15.");
}

std::string Omok::board_text(const State& state) {
  return board_rows(state) + (state.to_move == Side::black ? " b" : " w");
}

}  // namespace dolbang
