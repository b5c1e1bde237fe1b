#pragma once
/// Positions from records, and the judge of claimed wins by fours: the rules library alone.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ai/omok/board.hpp"
#include "games/omok/omok.hpp"
#include "games/omok/renju.hpp"

namespace dolbang::omok_test {

inline omok::State position(std::string_view record, omok::Rule rule) {
  omok::State state;
  state.variant.rule = rule;
  for (std::size_t at = 0; at < record.size();) {
    std::size_t end = at + 1;
    while (end < record.size() && record[end] >= '0' && record[end] <= '9') ++end;
    const auto point = omok::parse_point(record.substr(at, end - at));
    REQUIRE(point);
    const Move move{static_cast<std::uint16_t>(*point)};
    REQUIRE(Omok::is_legal(state, move));
    Omok::play(state, move);
    at = end;
  }
  return state;
}

inline omok::State diagram(std::string_view rows, omok::Rule rule, Side to_move) {
  const std::string text = std::string(rows) + (to_move == Side::black ? " b" : " w");
  auto state = omok::parse_board(text, {rule, false, omok::Opening::free});
  REQUIRE(state);
  return *state;
}

/// Whether four stones of the side to move lie near enough on one line for a five through the point.
inline bool four_beside(const omok::State& state, int p) {
  const omok::PointSet& own = state.stones_of(state.to_move);
  for (const auto& step : omok_ai::directions) {
    int stones = 0;
    for (int i = -4; i <= 4; ++i) {
      const int column = omok::column_of(p) + i * step[0], row = omok::row_of(p) + i * step[1];
      if (column >= 0 && column < omok::board_size && row >= 0 && row < omok::board_size)
        stones += own.contains(omok::point_at(column, row));
    }
    if (stones >= 4) return true;
  }
  return false;
}

/// The empty points where the side to move makes five by the rules.
inline std::vector<int> fives(const omok::State& state) {
  std::vector<int> found;
  for (int p = 0; p < omok::points; ++p) {
    const Move move{static_cast<std::uint16_t>(p)};
    if (!state.is_empty(p) || !four_beside(state, p) || !Omok::is_legal(state, move)) continue;
    omok::State next = state;
    Omok::play(next, move);
    if (next.over && next.winner == state.to_move && next.reason == EndReason::five_in_row) found.push_back(p);
  }
  return found;
}

inline omok::State passed(omok::State state) {
  state.to_move = other(state.to_move);
  return state;
}

/// Whether the line wins against every defence: each of the attacker's moves is legal and makes a four or five, the
/// other has no five of its own, and the answer given is the only one. Says why not.
inline std::string flaw(omok::State state, const std::vector<std::int16_t>& line) {
  if (line.empty() || line.size() % 2 == 0) return "the line does not end with the attacker's move";
  const Side attacker = state.to_move;
  for (std::size_t i = 0; i < line.size(); i += 2) {
    const Move move{static_cast<std::uint16_t>(line[i])};
    if (state.over || !Omok::is_legal(state, move)) return omok::point_text(line[i]) + " is not legal";
    Omok::play(state, move);
    if (state.over) return state.winner == attacker && i + 1 == line.size() ? "" : "the game ended early";
    if (!fives(state).empty()) return "the defender makes five after " + omok::point_text(line[i]);
    const std::vector<int> threats = fives(passed(state));
    if (threats.empty()) return omok::point_text(line[i]) + " makes no four";
    if (threats.size() >= 2) return i + 1 == line.size() ? "" : "the line goes on after it is won";
    const Move answer{static_cast<std::uint16_t>(threats[0])};
    if (!Omok::is_legal(state, answer)) return i + 1 == line.size() ? "" : "the line goes on after it is won";
    if (i + 1 == line.size()) return "the last four can be answered at " + omok::point_text(threats[0]);
    if (line[i + 1] != threats[0]) return omok::point_text(line[i + 1]) + " is not the forced answer";
    Omok::play(state, answer);
  }
  return "";
}

}  // namespace dolbang::omok_test
