#include "ai/omok/board.hpp"

#include <algorithm>

#include "ai/omok/evaluation.hpp"
#include "core/rng.hpp"

namespace dolbang::omok_ai {
namespace {

using omok::board_size;
using omok::column_of;
using omok::point_at;
using omok::row_of;

constexpr bool on_board(int column, int row) {
  return column >= 0 && column < board_size && row >= 0 && row < board_size;
}

/// Where a point lies on the line of a direction.
struct Spot {
  std::uint8_t line;      ///< 0-14 rows, 15-29 columns, 30-58 and 59-87 diagonals
  std::uint8_t position;  ///< along it: the column, on columns the row
};

struct Geometry {
  std::array<std::array<Spot, 4>, points> spots;
  std::array<std::uint32_t, 88> edge;
  std::array<Bits, points> near, around;
  std::array<std::array<std::uint64_t, points>, 2> keys;
  std::uint64_t side_key;
};

Geometry make_geometry() {
  Geometry g;
  g.edge.fill(~0u);
  Rng rng(0x0A0C);
  for (int p = 0; p < points; ++p) {
    const int column = column_of(p), row = row_of(p);
    g.spots[static_cast<std::size_t>(p)] = {
        {{static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column)},
         {static_cast<std::uint8_t>(15 + column), static_cast<std::uint8_t>(row)},
         {static_cast<std::uint8_t>(30 + column - row + 14), static_cast<std::uint8_t>(column)},
         {static_cast<std::uint8_t>(59 + column + row), static_cast<std::uint8_t>(column)}}};
    for (const Spot spot : g.spots[static_cast<std::size_t>(p)]) g.edge[spot.line] &= ~(1u << (spot.position + 5));
    for (int dc = -3; dc <= 3; ++dc)
      for (int dr = -3; dr <= 3; ++dr) {
        const int far = std::max(std::abs(dc), std::abs(dr));
        const bool on_line = dc == 0 || dr == 0 || std::abs(dc) == std::abs(dr);
        if (far > 0 && (far < 3 || on_line) && on_board(column + dc, row + dr))
          g.near[static_cast<std::size_t>(p)].insert(point_at(column + dc, row + dr));
      }
    g.around[static_cast<std::size_t>(p)].insert(p);
    for (const auto& direction : directions)
      for (int i = -5; i <= 5; ++i)
        if (on_board(column + i * direction[0], row + i * direction[1]))
          g.around[static_cast<std::size_t>(p)].insert(point_at(column + i * direction[0], row + i * direction[1]));
    for (auto& keys : g.keys) keys[static_cast<std::size_t>(p)] = rng.next();
  }
  g.side_key = rng.next();
  return g;
}

const Geometry geometry = make_geometry();

/// The points beside the stone at bit `position + 5` of a line, without the stone.
template <bool Exact>
std::uint32_t beside(std::uint32_t line, int position) {
  const std::uint32_t w = line >> position;
  if constexpr (Exact) return (w & 0x1F) | ((w >> 1) & 0x3E0);
  return ((w >> 1) & 0xF) | ((w >> 2) & 0xF0);
}

/// Which of a board's sets lists points of a threat; -1: none.
constexpr std::array<int, threat_count> set_of{-1, 4, -1, -1, 3, 3, 3, 2, 2, 2, 1, 0};

Tables make_tables(Rule rule) {
  Tables t{rule, {}, {}, trained_nearness(rule)};
  for (const Side side : {Side::black, Side::white}) {
    const bool exact = rule == Rule::renju && side == Side::black;
    t.patterns[index(side)] = exact ? &exact_patterns() : &free_patterns();
    if (rule == Rule::freestyle && side == Side::white) {
      t.facts[1] = t.facts[0];
      continue;
    }
    auto facts = std::make_shared<std::vector<PointFacts>>(std::size_t{1} << 16);
    for (std::size_t code = 0; code < facts->size(); ++code)
      (*facts)[code] = evaluate_point(rule, side, static_cast<Code>(code), t.patterns[index(side)]->threats[code]);
    t.facts[index(side)] = std::move(facts);
  }
  return t;
}

}  // namespace

const Tables& tables(Rule rule) {
  static const Tables freestyle = make_tables(Rule::freestyle), renju = make_tables(Rule::renju);
  return rule == Rule::renju ? renju : freestyle;
}

const Bits& lines_around(int p) { return geometry.around[static_cast<std::size_t>(p)]; }

Board::Board(const Tables& tables) : tables_(&tables) {
  lines_ = {geometry.edge, geometry.edge};
  for (int p = 0; p < points; ++p) empty_.insert(p);
  for (const Side side : {Side::black, Side::white})
    for (int p = 0; p < points; ++p) {
      const PatternTable& table = *tables.patterns[index(side)];
      unsigned code = 0;
      for (int d = 0; d < 4; ++d) {
        const Spot spot = geometry.spots[static_cast<std::size_t>(p)][static_cast<std::size_t>(d)];
        const std::uint32_t edge = geometry.edge[spot.line];
        const std::uint32_t key = table.reach == 5 ? beside<true>(edge, spot.position) * ((1u << 10) + 1)
                                                   : beside<false>(edge, spot.position) * ((1u << 8) + 1);
        code |= static_cast<unsigned>(table.patterns[key]) << (4 * d);
      }
      // An empty line's points are worth something too; sums start from nothing.
      const PointFacts& none = (*tables.facts[index(side)])[0];
      moving_[index(side)] += none.moving;
      waiting_[index(side)] += none.waiting;
      set_code(side, p, static_cast<Code>(code));
    }
}

Board Board::from(const omok::State& state) {
  Board board(omok_ai::tables(state.variant.rule));
  for (int p = 0; p < points; ++p)
    if (const auto side = state.at(p)) board.place(*side, p);
  if (omok::stone_to_place(state) != board.to_move_) board.pass();
  board.last_ = state.last;
  return board;
}

void Board::pass() {
  to_move_ = other(to_move_);
  hash_ ^= geometry.side_key;
}

void Board::set_code(Side side, int p, Code code) {
  const std::size_t s = index(side), at = static_cast<std::size_t>(p);
  const std::vector<PointFacts>& facts = *tables_->facts[s];
  const PointFacts& before = facts[codes_[s][at]];
  const PointFacts& after = facts[code];
  codes_[s][at] = code;
  moving_[s] += after.moving - before.moving;
  waiting_[s] += after.waiting - before.waiting;
  const Threat old = threats_[s][at];
  if (old == after.threat) return;
  threats_[s][at] = after.threat;
  const int from = set_of[static_cast<std::size_t>(old)], to = set_of[static_cast<std::size_t>(after.threat)];
  if (from == to) return;
  if (from >= 0) sets_[s][static_cast<std::size_t>(from)].erase(p);
  if (to >= 0) sets_[s][static_cast<std::size_t>(to)].insert(p);
}

void Board::place(Side side, int p) {
  const std::size_t at = static_cast<std::size_t>(p);
  for (const Spot spot : geometry.spots[at]) lines_[index(side)][spot.line] |= 1u << (spot.position + margin);
  empty_.erase(p);
  near_ = near_ | geometry.near[at];
  hash_ ^= geometry.keys[index(side)][at];
  ++stones_;
  last_ = static_cast<std::int16_t>(p);
  set_code(Side::black, p, 0);
  set_code(Side::white, p, 0);
  if (renju())
    update<true>(p);
  else
    update<false>(p);
}

template <bool Exact>
void Board::update(int p) {
  const std::uint8_t* black_patterns = tables_->patterns[0]->patterns.data();
  const std::uint8_t* white_patterns = tables_->patterns[1]->patterns.data();
  for (int d = 0; d < 4; ++d) {
    const Spot spot = geometry.spots[static_cast<std::size_t>(p)][static_cast<std::size_t>(d)];
    const std::uint32_t black = lines_[0][spot.line], white = lines_[1][spot.line];
    const std::uint32_t taken = black | white;
    const auto look = [&](int i) {
      const int position = spot.position + i;
      const int q = p + i * steps[static_cast<std::size_t>(d)];
      const std::size_t at = static_cast<std::size_t>(q);
      const int shift = 4 * d;
      const std::uint32_t b = beside<Exact>(black, position), w = beside<Exact>(white, position);
      const unsigned black_pattern = black_patterns[b | w << (Exact ? 10 : 8)];
      const unsigned old_black = codes_[0][at];
      if (((old_black >> shift) & 15) != black_pattern)
        set_code(Side::black, q, static_cast<Code>((old_black & ~(15u << shift)) | black_pattern << shift));
      if constexpr (Exact) {
        if (i == -5 || i == 5) return;
      }
      const std::uint32_t b4 = beside<false>(black, position), w4 = beside<false>(white, position);
      const unsigned white_pattern = white_patterns[w4 | b4 << 8];
      const unsigned old_white = codes_[1][at];
      if (((old_white >> shift) & 15) != white_pattern)
        set_code(Side::white, q, static_cast<Code>((old_white & ~(15u << shift)) | white_pattern << shift));
    };
    // Beyond a wall of one colour nothing changes for the other, but the same points are looked at for both.
    const std::uint32_t free = (~taken >> spot.position) & 0x7FF;  // bit reach + i of the line's window: i points away
    std::uint32_t window = free & (Exact ? 0x7FFu : 0x3FEu) & ~(1u << margin);
    for (; window != 0; window &= window - 1) look(std::countr_zero(window) - margin);
  }
}

bool Board::is_double_three(int p) const {
  Board next = *this;
  next.place(Side::black, p);
  int threes = 0;
  for (int d = 0; d < 4; ++d) {
    const Pattern pattern = pattern_of(code(Side::black, p), d);
    if (pattern != Pattern::open_three && pattern != Pattern::gap_three) continue;
    bool counts = false;
    for (const int way : {-1, 1}) {
      const int step = way * steps[static_cast<std::size_t>(d)];
      int column = column_of(p), row = row_of(p), q = p;
      // The point that makes the straight four is the first gap of the row, at most three away.
      for (int distance = 1; distance <= 3; ++distance) {
        column += way * directions[static_cast<std::size_t>(d)][0];
        row += way * directions[static_cast<std::size_t>(d)][1];
        if (!on_board(column, row)) break;
        q += step;
        if (next.has_stone(Side::black, q)) continue;
        counts = counts || (next.is_empty(q) && pattern_of(next.code(Side::black, q), d) == Pattern::open_four &&
                            next.threat(Side::black, q) != Threat::five && !next.is_forbidden(Side::black, q));
        break;
      }
    }
    if (counts && ++threes == 2) return true;
  }
  return false;
}

}  // namespace dolbang::omok_ai
