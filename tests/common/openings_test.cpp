#include "games/reversi/openings.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "boards.hpp"
#include "match/opening.hpp"

using namespace dolbang;
using namespace dolbang::test;
using reversi::OpeningTrait;

namespace {

/// What the opening of a game is called; "" for none.
std::string name_of(std::string_view transcript, std::string_view variant = "8x8") {
  const auto match = Match::replay({"reversi", std::string(variant)}, transcript);
  if (!match) FAIL(match.error().message);
  const auto found = opening_of(*match);
  return found ? std::string(found->opening->id) : "";
}

/// The transcript on a turned board: each square through `turn(column, row)`, both 0 to 7.
template <class Turn>
std::string turned(std::string_view transcript, Turn turn) {
  std::string text;
  for (std::size_t i = 0; i < transcript.size(); i += 2) {
    const auto [column, row] = turn(transcript[i] - 'a', transcript[i + 1] - '1');
    text += static_cast<char>('a' + column);
    text += static_cast<char>('1' + row);
  }
  return text;
}
using Square = std::pair<int, int>;
std::string half_turn(std::string_view line) {
  return turned(line, [](int c, int r) { return Square{7 - c, 7 - r}; });
}
std::string main_mirror(std::string_view line) {
  return turned(line, [](int c, int r) { return Square{r, c}; });
}
std::string other_mirror(std::string_view line) { return half_turn(main_mirror(line)); }

const reversi::Opening& named(std::string_view id) {
  for (const auto& opening : reversi::openings())
    if (opening.id == id) return opening;
  FAIL("no opening " << id);
  return reversi::openings().front();
}

}  // namespace

TEST_CASE("J01 the four first moves are one form and have no name yet") {
  for (const char* first : {"f5", "e6", "d3", "c4"}) CHECK(name_of(first).empty());
  CHECK(name_of("").empty());
}

TEST_CASE("J02 J03 J04 white's three replies have names") {
  CHECK(name_of("f5d6") == "perpendicular");
  CHECK(name_of("f5f6") == "diagonal");
  CHECK(name_of("f5f4") == "parallel");
  CHECK(named("perpendicular").japanese == "縦取り");
  CHECK(named("diagonal").japanese == "斜め取り");
  CHECK(named("parallel").japanese == "並び取り");
}

TEST_CASE("J05 J06 J07 J08 J09 the well-known lines have their names in three languages") {
  struct Known {
    const char *line, *id, *english, *korean, *japanese;
  };
  for (const Known& known :
       {Known{"f5d6c5f4e3", "rabbit", "Rabbit", "토끼", "兎"},
        Known{"f5d6c5f4e3c6d3f6e6d7", "rose", "Rose", "로즈", "ローズ"},
        Known{"f5d6c3d3c4", "tiger", "Tiger", "호랑이", "虎"}, Known{"f5f6e6f4e3", "cow", "Cow", "소", "牛"},
        Known{"f5f4e3f6d3", "rat", "Rat", "쥐", "鼠"}}) {
    CAPTURE(known.id);
    CHECK(name_of(known.line) == known.id);
    CHECK(named(known.id).english == known.english);
    CHECK(named(known.id).korean == known.korean);
    CHECK(named(known.id).japanese == known.japanese);
  }
}

TEST_CASE("J10 every name is found for all four first moves and for mirrored lines") {
  CHECK(half_turn("f5d6") == "c4e3");
  for (const auto& opening : reversi::openings()) {
    CAPTURE(opening.id);
    std::set<std::string> first_moves;
    for (const std::string& line :
         {std::string(opening.line), half_turn(opening.line), main_mirror(opening.line), other_mirror(opening.line)}) {
      CAPTURE(line);
      CHECK(name_of(line) == opening.id);
      first_moves.insert(line.substr(0, 2));
    }
    CHECK(first_moves == std::set<std::string>{"c4", "d3", "e6", "f5"});
  }
}

TEST_CASE("J10 another order of moves to the same position has the same name") {
  CHECK(name_of("f5f6e6d6c5") == "cow");  // after three moves the diagonal opening is its own mirror image
  CHECK(name_of("e6f6f5d6c5") == "cow");
  CHECK(name_of("d3c3c4e3f4") == "cow");
}

TEST_CASE("J11 what is said of an opening is kept with it") {
  CHECK(named("rabbit").trait == OpeningTrait::few_variations);
  CHECK(named("tiger").trait == OpeningTrait::many_variations);
  CHECK(named("cow").trait == OpeningTrait::most_usual);
  CHECK(named("rat").trait == OpeningTrait::black_better);
}

TEST_CASE("K13 U11 the longest name stays while the game goes on, and goes back with the moves") {
  Match match = match_after("f5d6c5f4e3c6d3f6e6d7");
  const auto at_end = opening_of(match);
  REQUIRE(at_end);
  CHECK(at_end->opening->id == "rose");
  CHECK(at_end->ply == 10);
  while (!match.is_over()) REQUIRE(match.play(match.to_move(), match.position().legal_moves()[0]));
  REQUIRE(opening_of(match));
  CHECK(opening_of(match)->ply >= 10);
  REQUIRE(match.undo(match.ply() - 9));
  CHECK(opening_of(match)->opening->id == "rabbit");
  CHECK(opening_of(match)->ply == 5);
  REQUIRE(match.undo(5));
  CHECK(opening_of(match)->opening->id == "perpendicular");
  REQUIRE(match.undo(3));
  CHECK_FALSE(opening_of(match));
}

TEST_CASE("J01 openings belong to 8x8 without handicap") {
  CHECK(name_of("f5d6", "8x8-black1").empty());
  CHECK(name_of("e4c5", "6x6").empty());
  CHECK_FALSE(opening_of(*Match::replay({"omok", ""}, "f5d6c5f4e3")));
}

TEST_CASE("J10 the list is well made: legal lines from f5, ids and positions that differ, all names there") {
  std::set<std::string_view> ids;
  std::set<std::uint64_t> positions;
  std::size_t length = 0;
  for (const auto& opening : reversi::openings()) {
    CAPTURE(opening.id);
    CHECK(opening.line.substr(0, 2) == "f5");
    CHECK(ids.insert(opening.id).second);
    CHECK(positions.insert(match_after(opening.line).position().hash()).second);
    for (const auto name : {opening.english, opening.korean, opening.japanese}) CHECK_FALSE(name.empty());
    CHECK(opening.line.size() >= length);
    length = opening.line.size();
  }
  CHECK(ids.size() >= 35);
}
