/// Forbidden points against positions collected from the field, on which independent implementations agree. The
/// files are not part of the project; without them this program says SKIPPED.
#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>

#include "omok_boards.hpp"
#include "support/slow_renju.hpp"

using namespace dolbang;
using namespace dolbang::omok;
using namespace dolbang::test;

namespace {

const std::string folder = DOLBANG_DATA;

/// False, and says so, when the folder is not there at all; a folder without the file is an error.
bool have_data() {
  const bool there = std::ifstream(folder + "forbidden_curated.tsv").good();
  if (!there) std::puts("SKIPPED: ../shared/data/renju is not there.");
  return there;
}

std::vector<std::string> columns_of(const std::string& line, char separator = '\t') {
  std::vector<std::string> columns;
  std::stringstream text(line);
  for (std::string column; std::getline(text, column, separator);) columns.push_back(column);
  return columns;
}

/// "h8:33:2 c4:44:0", also without the depth, as forbidden_text writes it.
std::string without_depths(const std::string& list) {
  if (list == "-") return list;
  std::string text;
  for (const std::string& item : columns_of(list, ' ')) {
    const auto parts = columns_of(item, ':');
    text += (text.empty() ? "" : " ") + parts.at(0) + ':' + parts.at(1);
  }
  return text;
}

}  // namespace

TEST_CASE("O12 O13 O14 O18 O19 O20 O21 the curated positions: the point's verdict and the whole board's") {
  if (!have_data()) return;
  std::ifstream file(folder + "forbidden_curated.tsv");
  int count = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const auto columns = columns_of(line);  // id, category, board, point, verdict, depth, all forbidden points
    REQUIRE(columns.size() >= 7);
    CAPTURE(columns[0]);
    CAPTURE(columns[1]);
    const State state = omok_board(columns[2]);
    CHECK(forbidden_text(state) == without_depths(columns[6]));
    ++count;
    if (columns[3] == "-") continue;  // about the whole board
    const int point = at(columns[3]);
    CHECK(to_string(forbidden(state.black, state.white, point)) == columns[4]);
    const auto why = explain(state.black, state.white, point);
    CHECK(to_string(why.forbidden) == columns[4]);
    CHECK(why == slow_explain(state.black, state.white, point));
  }
  CHECK(count == 307);
}

TEST_CASE("O12 O13 O14 O20 whole forbidden sets of 65,000 boards") {
  if (!have_data()) return;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(
      popen(("gzip -dc '" + folder + "forbidden_bulk_65k.tsv.gz'").c_str(), "r"), pclose);
  REQUIRE(pipe);
  std::string text;
  char buffer[65536];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe.get())) text.append(buffer, n);
  std::stringstream lines(text);
#ifdef NDEBUG
  constexpr int every = 1;
#else
  constexpr int every = 8;
#endif
  int boards = 0, compared = 0, with_points = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#' || boards++ % every != 0) continue;
    const auto columns = columns_of(line);  // board, source, all forbidden points
    REQUIRE(columns.size() >= 3);
    const State state = omok_board(columns[0]);
    const std::string found = forbidden_text(state);
    if (found != without_depths(columns[2])) FAIL_CHECK(columns[0] << ": " << found << ", not " << columns[2]);
    with_points += found != "-";
    ++compared;
  }
  MESSAGE(compared << " boards compared, " << with_points << " of them with forbidden points");
  CHECK(boards == 65000);
  CHECK(with_points > compared / 10);
}
