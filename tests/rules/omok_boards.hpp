#pragma once
/// Short ways to write Omok positions in tests.
#include <doctest/doctest.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "games/omok/omok.hpp"
#include "games/omok/renju.hpp"
#include "match/match.hpp"

namespace dolbang::test {

inline int at(std::string_view text) {
  const auto point = omok::parse_point(text);
  if (!point) FAIL("not a point: " << std::string(text));
  return *point;
}
inline Move move_to(std::string_view text) { return Move{static_cast<std::uint16_t>(at(text))}; }

/// "h8 i9 g7".
inline std::vector<int> list(const std::string& text) {
  std::vector<int> all;
  std::stringstream words(text);
  for (std::string word; words >> word;) all.push_back(at(word));
  return all;
}
inline omok::PointSet set(const std::string& text) {
  omok::PointSet all;
  for (const int point : list(text)) all.insert(point);
  return all;
}

/// How black's stone on a point is judged, as text: "33", "legal".
inline std::string judged(const std::string& black, const std::string& white, std::string_view point) {
  return std::string(to_string(omok::forbidden(set(black), set(white), at(point))));
}
inline omok::Explanation explained(const std::string& black, const std::string& white, std::string_view point) {
  return omok::explain(set(black), set(white), at(point));
}

/// All of black's forbidden points with their kinds: "h8:33 c4:44", from a1 on; "-" when there is none.
inline std::string forbidden_text(const omok::State& state) {
  std::string text;
  omok::LineBoard board(state.black, state.white);
  for (int point = 0; point < omok::points; ++point) {
    if (!board.is_empty(point)) continue;
    const omok::Forbidden kind = board.forbidden(point);
    if (kind != omok::Forbidden::no)
      text += (text.empty() ? "" : " ") + omok::point_text(point) + ':' + std::string(to_string(kind));
  }
  return text.empty() ? "-" : text;
}

inline omok::State omok_board(std::string_view rows, std::string_view variant = "renju") {
  const auto state = omok::parse_board(rows, *omok::parse_variant(variant));
  if (!state) FAIL(state.error().message);
  return *state;
}

inline Match omok_match(std::string_view transcript, std::string_view variant = "freestyle") {
  auto match = Match::replay({"omok", std::string(variant)}, transcript);
  if (!match) FAIL(match.error().message);
  return *std::move(match);
}
inline omok::State omok_of(const Match& match) { return *match.position().get_if<Omok>(); }
inline tl::expected<Turn, Refusal> play(Match& match, std::string_view text) {
  const auto move = match.position().parse_move(text);
  if (!move) FAIL(move.error().message);
  return match.play(match.to_move(), *move);
}

/// A whole board without five of one colour: rows of XXOO, each shifted by two against the one below.
inline bool is_black_in_drawn_game(int point) { return (omok::column_of(point) + 2 * omok::row_of(point)) % 4 < 2; }

/// The moves of a game that fills the board and ends in a draw.
inline std::string drawn_game() {
  std::vector<int> black, white;
  for (int point = 0; point < omok::points; ++point) (is_black_in_drawn_game(point) ? black : white).push_back(point);
  REQUIRE(black.size() == 113);
  std::string transcript;
  for (std::size_t i = 0; i < black.size(); ++i) {
    transcript += omok::point_text(black[i]);
    if (i < white.size()) transcript += omok::point_text(white[i]);
  }
  return transcript;
}

/// A Renju game of 224 stones whose last empty point, h8, would give black six in a row. Found by random play.
inline constexpr std::string_view all_forbidden_game =
    "f15n14m2f7c12a9a4f5l12m7n10h14n6k11k14c15g9f9h13i6o7n8o3a1j10b11d1k5g2h2f13j12h4l14j6c1o15b2e12n15e5e15i8k13m4j4"
    "j14g3g15l4i11b7l3c11k12h11o6m12d3n7i13b5k3n13f14m10c3g11l7f1a10e4e9o10o8m14a11o13l13l10o1i14l15c4c10c8h12b15m15e3"
    "c6h15a7n3j8o9k4g1e13o14m11d12g4f10k9m5n11j7l1n9i7b13o12l2k10a8e2n4l6n12k7n1a13g14d9f12b14h3b1d8b3g7f8j11f6b10k2a3"
    "d4h9b12a14b9f3o2h7h1l8a12k8g8c5g10i10i9c9c7g13m8d14d6d11e11e7l11m3f4j1d15f11i3k6g6n5j13d13a2j15m6d5k1b8m9i15i4e14"
    "d10e6e8j3c14e1c13f2i2d2a15o11b6a5g5h10n2j2d7k15h5o5i12h6g12j9l9a6j5c2m1e10l5b4m13o4i1i5";

}  // namespace dolbang::test
