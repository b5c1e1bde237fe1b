#pragma once
/// Short ways to write positions and games in tests.
#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "games/reversi/reversi.hpp"
#include "match/match.hpp"

namespace dolbang::test {

/// The first rows of a board (X black, O white, - empty), the rest empty.
inline reversi::State board(std::string_view rows, Side to_move = Side::black) {
  std::string text;
  for (const char c : rows)
    if (c != ' ') text += c;
  text.resize(64, '-');
  const auto state = reversi::parse_board(text + (to_move == Side::black ? "X" : "O"));
  REQUIRE(state);
  return *state;
}

inline reversi::Bitboard squares(std::string_view list) {
  reversi::Bitboard set = 0;
  for (std::size_t i = 0; i + 1 < list.size(); i += 3) {
    const auto square = reversi::parse_square(list.substr(i, 2));
    REQUIRE(square);
    set |= reversi::bit(*square);
  }
  return set;
}

inline Move at(std::string_view text) {
  const auto square = reversi::parse_square(text);
  REQUIRE(square);
  return Move{static_cast<std::uint16_t>(*square)};
}

inline reversi::Bitboard flips_of(const reversi::State& state, std::string_view square) {
  return reversi::flips(state.own(), state.opponent(), at(square).code);
}
inline reversi::Bitboard legal_of(const reversi::State& state) {
  return reversi::legal_squares(state.own(), state.opponent());
}

inline reversi::State played(reversi::State state, std::string_view square) {
  REQUIRE(Reversi::is_legal(state, at(square)));
  Reversi::play(state, at(square));
  return state;
}

inline Match match_after(std::string_view transcript) {
  auto match = Match::replay({"reversi", ""}, transcript);
  if (!match) FAIL(match.error().message);
  return *std::move(match);
}

inline reversi::State reversi_of(const Match& match) { return *match.position().get_if<Reversi>(); }

/// A finished board with one empty corner, a1: the three lines from it are black, so that neither side
/// can flank there. `black` discs are black, the others white.
inline reversi::State one_corner_empty(int black) {
  std::string text(64, 'O');
  text[0] = '-';
  const auto paint = [&](int square) {
    if (text[square] == 'O' && black > 0) {
      text[square] = 'X';
      --black;
    }
  };
  for (int i = 1; i < 8; ++i) {
    paint(i);
    paint(8 * i);
    paint(9 * i);
  }
  for (int square = 63; square > 0; --square) paint(square);
  return board(text);
}

// Games found by random play with these rules and checked by the slow ones.
inline constexpr std::string_view shortest_wipe_out = "e6f4e3f6g5d6e7f5c5";                    ///< 13-0, 51 empties
inline constexpr std::string_view stuck_early = "d3c3e6f6g6d6c4c5b3b2c6b6a6g7f4h6a1c2c1h8f8";  ///< 21-4, 39 empties
inline constexpr std::string_view early_pass = "f5f6c4g5h5h4f7h6";  ///< black must pass after 8 discs
inline constexpr std::string_view full_draw =
    "f5f4d3c4c3f6f3c2g3c5b6f2g7h8e1b5d6b7b2g4b4e3d2c6c7e2f7a2a5g1b8f8h4h5g5g6g8h7e7d7f1h3d8a3b1c8b3c1e8a4g2a7a8a6h6e6d1"
    "h1"
    "a1h2";
/// Five passes in a row; black places 33 discs; 46-18.
inline constexpr std::string_view long_pass_run =
    "e6d6c4d3c7f7c6f4d2b4e7b8b5e8c8d8f5b6g3g4g6d1c2b2b7c5b3a2f6a6g8a7h3h2d7e2h1h5h7g7b1a3g5c3g2g1a5a1f1e3a4f3e1c1h8h6f8"
    "a8"
    "f2h4";

}  // namespace dolbang::test
