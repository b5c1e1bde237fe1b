/// Renju's forbidden points: the definitions one by one, and why a row does not count.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

#include "omok_boards.hpp"
#include "support/slow_renju.hpp"

using namespace dolbang;
using namespace dolbang::omok;
using namespace dolbang::test;

namespace {

/// The rows of a shape in an explanation.
std::vector<Row> rows_of(const Explanation& explanation, Row::Shape shape) {
  std::vector<Row> found;
  for (const Row& row : explanation.rows)
    if (row.shape == shape) found.push_back(row);
  return found;
}

}  // namespace

TEST_CASE("O12 two threes on one stone are forbidden") {
  CHECK(judged("f8 g8 h6 h7", "", "h8") == "33");
  CHECK(judged("g7 i9 g9 i7", "", "h8") == "33");       // on the diagonals
  CHECK(judged("f8 g8", "", "h8") == "legal");          // one three
  CHECK(judged("f8 g8 h6 h7", "e8", "h8") == "legal");  // one of them is blocked
}

TEST_CASE("O13 two fours on one stone are forbidden") {
  CHECK(judged("e8 f8 g8 h5 h6 h7", "", "h8") == "44");
  CHECK(judged("e8 f8 g8 h5 h6 h7", "d8 h4", "h8") == "44");     // each blocked at one end
  CHECK(judged("e8 f8 g8 h5 h6 h7", "d8 i8", "h8") == "legal");  // one of them is dead
}

TEST_CASE("O14 two fours on one line are a double four") {
  CHECK(judged("d8 f8 h8 j8", "", "g8") == "44");
  CHECK(judged("c8 d8 f8 i8 j8", "", "g8") == "44");
  CHECK(judged("a8 c8 d8 g8", "", "e8") == "44");
  CHECK(judged("a8 c8 d8 g8", "b8", "e8") == "legal");
  // A straight four is one four, although two points complete it.
  CHECK(judged("e8 f8 g8", "", "h8") == "legal");
}

TEST_CASE("O15 the shapes of a four") {
  struct Case {
    const char *black, *white, *point, *completions;
  };
  for (const Case& c :
       {Case{"e8 f8 g8", "", "h8", "d8 i8"}, Case{"e8 f8 g8", "d8", "h8", "i8"}, Case{"e8 f8 h8", "", "i8", "g8"},
        Case{"e8 f8 g8", "", "i8", "h8"}, Case{"l8 m8 n8", "", "o8", "k8"}}) {
    CAPTURE(c.point);
    const auto fours = rows_of(explained(c.black, c.white, c.point), Row::Shape::four);
    REQUIRE(fours.size() == 1);
    CHECK(fours[0].completions == list(c.completions));
    auto stones = list(c.black);
    stones.push_back(at(c.point));
    std::sort(stones.begin(), stones.end());
    CHECK(fours[0].stones == stones);
  }
  CHECK(rows_of(explained("e8 f8 g8", "d8 i8", "h8"), Row::Shape::four).empty());
}

TEST_CASE("O16 either end of an open four makes five") {
  const auto fours = rows_of(explained("h5 h6 h7", "", "h8"), Row::Shape::four);
  REQUIRE(fours.size() == 1);
  CHECK(fours[0].completions == list("h4 h9"));
}

TEST_CASE("O17 a three becomes an open four with one more stone") {
  auto threes = rows_of(explained("f8 g8", "", "h8"), Row::Shape::three);
  REQUIRE(threes.size() == 1);
  CHECK(threes[0].stones == list("f8 g8 h8"));
  CHECK(threes[0].completions == list("e8 i8"));
  threes = rows_of(explained("e8 f8", "", "h8"), Row::Shape::three);  // split 2-1
  REQUIRE(threes.size() == 1);
  CHECK(threes[0].completions == list("g8"));
  CHECK(rows_of(explained("e8 h8", "", "i8"), Row::Shape::three).empty());  // split too far
  // No room for an open four: b8 to e8 has the edge and a white stone next to its ends.
  CHECK(rows_of(explained("c8 d8", "f8", "b8"), Row::Shape::three).empty());
  // Nor where an end of the open four would make six.
  CHECK(rows_of(explained("f8 g8 c8 k8", "", "h8"), Row::Shape::three).empty());
}

TEST_CASE("O18 a four of black's counts only when exactly five completes it") {
  CHECK(judged("e8 f8 g8 h5 h6 h7", "", "h8") == "44");
  CHECK(judged("e8 f8 g8 c8 j8 h5 h6 h7", "", "h8") == "legal");
  CHECK(rows_of(explained("e8 f8 g8 c8 j8", "", "h8"), Row::Shape::four).empty());
  const auto one_end = rows_of(explained("e8 f8 g8 c8", "", "h8"), Row::Shape::four);
  REQUIRE(one_end.size() == 1);
  CHECK(one_end[0].completions == list("i8"));
}

TEST_CASE("O19 a three whose straight four would make a five as well does not count, and is explained") {
  // Only e8 would make the row's straight four, and it completes e4-e8.
  const auto why = explained("f8 g8 h6 h7 e4 e5 e6 e7", "j8", "h8");
  CHECK(why.forbidden == Forbidden::no);
  const auto threes = rows_of(why, Row::Shape::three);
  REQUIRE(threes.size() == 2);
  CHECK(threes[0].voided == Row::Void::makes_five);
  CHECK(threes[0].void_point == at("e8"));
  CHECK(threes[0].completions.empty());
  CHECK(threes[1].voided == Row::Void::no);
  CHECK(threes[1].completions == list("h5 h9"));
  // Without the stones of the five it is a double three.
  CHECK(judged("f8 g8 h6 h7", "j8", "h8") == "33");
}

TEST_CASE("O20 a three whose straight four is forbidden does not count, and is explained") {
  const auto why = explained("f8 g8 h6 h7 e5 e6 e7 e9 e10", "j8", "h8");
  CHECK(why.forbidden == Forbidden::no);
  const auto threes = rows_of(why, Row::Shape::three);
  REQUIRE(threes.size() == 2);
  CHECK(threes[0].voided == Row::Void::is_forbidden);
  CHECK(threes[0].void_point == at("e8"));
  CHECK(threes[0].void_kind == Forbidden::overline);
  CHECK(threes[1].voided == Row::Void::no);
  // With i8 as a second way to the straight four, the row is a three after all.
  CHECK(judged("f8 g8 h6 h7 e5 e6 e7 e9 e10", "", "h8") == "33");
  const auto partly = rows_of(explained("f8 g8 h6 h7 e5 e6 e7 e9 e10", "", "h8"), Row::Shape::three);
  CHECK(partly[0].voided == Row::Void::no);
  CHECK(partly[0].completions == list("i8"));
  CHECK(partly[0].void_point == at("e8"));
}

TEST_CASE("O10 O18 an overline is forbidden, wherever the stone closes it") {
  CHECK(judged("d8 e8 f8 h8 i8", "", "g8") == "overline");
  CHECK(judged("b8 c8 d8 f8 g8 h8 i8", "", "e8") == "overline");
  CHECK(judged("d8 e8 f8 h8 i8 g5 g6 g7", "", "g8") == "overline");  // named before the four
  CHECK(rows_of(explained("d8 e8 f8 h8 i8", "", "g8"), Row::Shape::overline)[0].stones == list("d8 e8 f8 g8 h8 i8"));
}

TEST_CASE("O21 exactly five goes before an overline, two fours and two threes") {
  for (const char* also : {"h4 h5 h6 h7 h9", "g7 f6 e5 g9 f10 e11", "g7 f6 g9 f10", ""}) {
    CAPTURE(also);
    const auto why = explained(std::string("d8 e8 f8 g8 ") + also, "", "h8");
    CHECK(why.five);
    CHECK(why.forbidden == Forbidden::no);
    CHECK(rows_of(why, Row::Shape::five)[0].stones == list("d8 e8 f8 g8 h8"));
  }
}

TEST_CASE("O22 a four and a three together are legal") {
  CHECK(judged("e8 f8 g8 h6 h7", "d8", "h8") == "legal");
  CHECK(judged("e8 f8 g8 h6 h7 g7 f6", "d8", "h8") == "33");  // with a second three they are not
}

TEST_CASE("explaining an occupied point says so") {
  CHECK(explained("h8", "i8", "h8").occupied);
  CHECK(explained("h8", "i8", "i8").occupied);
  CHECK_FALSE(explained("h8", "i8", "g8").occupied);
}

TEST_CASE("O12 O13 O14 O18 O19 O20 O21 O22 the project's own positions, each kind to its depth") {
  std::ifstream file("tests/rules/forbidden.tsv");
  REQUIRE_MESSAGE(file, "run the tests from the project's folder");
  int count = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::stringstream text(line);
    std::string shows, rows, point, verdict, all;
    for (std::string* column : {&shows, &rows, &point, &verdict, &all}) std::getline(text, *column, '\t');
    CAPTURE(shows);
    CAPTURE(rows);
    const State state = omok_board(rows);
    const auto why = explain(state.black, state.white, at(point));
    CHECK((why.five ? "five" : to_string(why.forbidden)) == verdict);
    CHECK(forbidden_text(state) == all);
    for (int p = 0; p < points; ++p) {
      if (!state.is_empty(p)) continue;
      if (!(explain(state.black, state.white, p) == slow_explain(state.black, state.white, p)))
        FAIL_CHECK("the slow rules differ at " << point_text(p));
    }
    ++count;
  }
  CHECK(count >= 40);
}
