/// Reversi against what the field has published: tournament games, perft counts, rare endings. The
/// files are not part of the project; without them this program says SKIPPED.
#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "boards.hpp"

using namespace dolbang;
using namespace dolbang::test;

namespace {

const std::string folder = DOLBANG_DATA;

/// False, and says so, when the folder is not there at all; a folder without the file is an error.
bool have_data() {
  const bool there = std::ifstream(folder + "perft_published.txt").good();
  if (!there) std::puts("SKIPPED: ../shared/data/reversi is not there.");
  return there;
}

std::vector<std::string> lines_of(std::istream& in) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  return lines;
}

std::vector<std::string> lines_of_file(const std::string& name) {
  std::ifstream file(folder + name);
  REQUIRE_MESSAGE(file, "cannot read " << name);
  return lines_of(file);
}

std::vector<std::string> lines_of_gz(const std::string& name) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(("gzip -dc '" + folder + name + "'").c_str(), "r"),
                                                             pclose);
  REQUIRE(pipe);
  std::stringstream text;
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe.get()))
    text.write(buffer, static_cast<std::streamsize>(n));
  return lines_of(text);
}

std::vector<std::string> columns_of(const std::string& line, char separator = '\t') {
  std::vector<std::string> columns;
  std::stringstream text(line);
  for (std::string column; std::getline(text, column, separator);) columns.push_back(column);
  return columns;
}

/// The number after `word` in a sentence of the tables.
std::optional<int> number_after(const std::string& sentence, const std::string& word) {
  const auto found = sentence.find(word);
  if (found == std::string::npos) return std::nullopt;
  return std::stoi(sentence.substr(found + word.size()));
}

int passes_of(const Match& match) {
  int passes = 0;
  for (const Turn& turn : match.turns()) passes += turn.passed.has_value();
  return passes;
}

/// The tables' final difference: empties to the winner, positive for black.
int difference_of(const Match& match) {
  const Score score = *match.result()->tournament_score;
  return score.of[0] - score.of[1];
}

}  // namespace

TEST_CASE("published perft counts") {
  if (!have_data()) return;
#ifdef NDEBUG
  constexpr int deepest = 11;
#else
  constexpr int deepest = 9;
#endif
  int compared = 0;
  for (const std::string& line : lines_of_file("perft_published.txt")) {
    std::stringstream text(line);
    int depth = 0;
    std::uint64_t leaves = 0, leaves_without_passes = 0;  // a pass being one ply, or none
    if (!(text >> depth >> leaves >> leaves_without_passes) || depth > deepest) continue;
    CAPTURE(depth);
    CHECK(reversi::perft(*Reversi::start("8x8"), depth) == leaves);
    CHECK(reversi::perft(*Reversi::start("8x8"), depth, PassPly::free) == leaves_without_passes);
    ++compared;
  }
  CHECK(compared == deepest);
}

TEST_CASE("R14 R23 E03 eight thousand tournament games") {
  if (!have_data()) return;
  const auto games = lines_of_gz("tournament_games_8k.tsv.gz");
  CHECK(games.size() >= 8000);
  for (const std::string& line : games) {
    const auto columns = columns_of(line);  // year, black discs, passes, over or unfinished, transcript
    REQUIRE(columns.size() >= 5);
    CAPTURE(columns[4]);
    const auto match = Match::replay({"reversi", ""}, columns[4]);
    if (!match) FAIL_CHECK(match.error().message);
    if (!match) continue;
    if (match->transcript() != columns[4]) FAIL_CHECK("the transcript differs");
    // A game broken off is written without the pass that would have followed its last move.
    const int passes = passes_of(*match) - (!match->is_over() && match->turns().back().passed ? 1 : 0);
    if (passes != std::stoi(columns[2])) FAIL_CHECK("passes: " << passes << ", not " << columns[2]);
    if (match->is_over() != (columns[3] == "over")) FAIL_CHECK("over or not");
    if (match->is_over() && match->result()->tournament_score->of[0] != std::stoi(columns[1]))
      FAIL_CHECK("black has " << match->result()->tournament_score->of[0] << ", not " << columns[1]);
  }
}

TEST_CASE("E04 R22 known games") {
  if (!have_data()) return;
  const auto games = lines_of_file("known_games.txt");
  CHECK(games.size() == 7);
  for (const std::string& line : games) {
    CAPTURE(line);
    const auto words = columns_of(line, ' ');
    const Match match = match_after(words.at(1));
    CHECK(match.ply() == number_after(line, "plies "));
    CHECK(passes_of(match) == number_after(line, "passes "));
    CHECK(match.is_over() == (line.find("over True") != std::string::npos));
    CHECK(match.position().score()->of[0] == number_after(line, "discs "));
    if (match.is_over()) CHECK(difference_of(match) == number_after(line, "score(black) "));
  }
}

TEST_CASE("R21 the shortest games") {
  if (!have_data()) return;
  const auto games = lines_of_file("shortest_wipeouts.txt");
  CHECK(games.size() == 228 + 356);
  for (const std::string& line : games) {
    CAPTURE(line);
    const auto words = columns_of(line, ' ');
    const Match match = match_after(words.at(1));
    CHECK(match.ply() == std::stoi(words.at(0)));
    CHECK(match.is_over());
  }
}

TEST_CASE("R14 R16 R19 R21 R22 rare positions") {
  if (!have_data()) return;
  const auto games = lines_of_file("rare_positions.tsv");
  CHECK(games.size() == 152);
  for (const std::string& line : games) {
    CAPTURE(line);
    const auto columns = columns_of(line);  // kind, transcript, board and side to move, what is special
    REQUIRE(columns.size() >= 4);
    const Match match = match_after(columns[1]);
    CHECK(match.position().board_text().substr(0, 64) == columns[2].substr(0, 64));
    if (columns[0] == "early_pass") {
      const Side mover = columns[2].back() == 'X' ? Side::black : Side::white;
      CHECK(match.turns().back().passed == mover);
      CHECK(match.to_move() == other(mover));
      CHECK(match.ply() == number_after(columns[3], "after "));
      continue;
    }
    if (const auto empties = number_after(columns[3], "empties ")) CHECK(match.position().score()->empties == *empties);
    if (const auto black = number_after(columns[3], "raw ")) CHECK(match.position().score()->of[0] == *black);
    if (const auto passes = number_after(columns[3], "passes ")) CHECK(passes_of(match) == *passes);
    if (const auto difference = number_after(columns[3], "score(black) ")) {
      REQUIRE(match.is_over());
      CHECK(difference_of(match) == *difference);
    }
    if (columns[0] == "wipeout") CHECK(match.result()->reason == EndReason::wiped_out);
    if (columns[0] == "draw_with_empties") CHECK_FALSE(match.result()->winner);
    if (columns[0] == "double_pass_with_empties") CHECK(match.result()->reason == EndReason::no_moves);
  }
}
