/// The readers over what the field has: whole collections, every game replayed. The files are not part of the
/// project; without them this program says SKIPPED.
#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>

#include "notation/notation.hpp"

using namespace dolbang;
using namespace dolbang::notation;

namespace {

const std::string folder = DOLBANG_DATA;

bool have_data() {
  const bool there = std::ifstream(folder + "README.md").good();
  if (!there) std::puts("SKIPPED: ../shared/data is not there.");
  return there;
}

std::string bytes_of(const std::string& name) {
  std::ifstream file(folder + name, std::ios::binary);
  REQUIRE_MESSAGE(file, "cannot read " << name);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string bytes_of_gz(const std::string& name) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(("gzip -dc '" + folder + name + "'").c_str(), "r"),
                                                             pclose);
  REQUIRE(pipe);
  std::string text;
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe.get())) text.append(buffer, n);
  return text;
}

/// The n-th column of a table, a line each, comments left out.
std::string column(const std::string& table, std::size_t n, char separator) {
  std::stringstream lines(table);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::stringstream words(line);
    std::string word;
    for (std::size_t i = 0; i <= n; ++i) std::getline(words, word, separator);
    text += word + "\n";
  }
  return text;
}

/// Reads, wants this format to be found and every game to be legal, and writes and reads once more.
std::vector<Record> games_of(const std::string& bytes, Format format) {
  CHECK(detect(bytes) == format);
  const auto records = read(bytes);
  if (!records) FAIL(records.error().message);
  std::size_t number = 0;
  for (const Record& record : *records) {
    ++number;
    const auto match = check(record);
    if (!match) FAIL_CHECK("game " << number << ": " << match.error().message);
  }
  const auto text = write(format, *records);
  if (!text) FAIL(text.error().message);
  const auto again = read(format, *text);
  if (!again) FAIL(again.error().message);
  CHECK(again->size() == records->size());
  CHECK(*write(format, *again) == *text);
  return *records;
}

// Unoptimised and sanitized builds look at every tenth game of the large collections.
#ifdef NDEBUG
constexpr std::size_t step = 1;
#else
constexpr std::size_t step = 10;
#endif

std::string every_tenth(const std::string& text) {
  std::stringstream lines(text);
  std::string kept;
  std::size_t n = 0;
  for (std::string line; std::getline(lines, line);)
    if (n++ % step == 0) kept += line + "\n";
  return kept;
}

std::optional<int> margin_of(const Match& match) {
  if (!match.result() || !match.result()->tournament_score) return std::nullopt;
  return match.result()->tournament_score->of[0] - match.result()->tournament_score->of[1];
}

}  // namespace

TEST_CASE("games of a live server in GGF: moves, passes, times, evaluations, results") {
  if (!have_data()) return;
  const auto records = games_of(bytes_of("reversi/games.ggf"), Format::ggf);
  CHECK(records.size() == 12);
  std::size_t moves = 0, evaluations = 0;
  for (const Record& record : records) {
    CHECK(record.spec == GameSpec{"reversi", "8x8"});
    CHECK(record.place == "GGS/os");
    CHECK(record.date.substr(0, 8) == "2003-12-");
    CHECK(record.dropped.empty());
    CHECK(record.result->margin == margin_of(*check(record)));
    for (const RecordMove& move : record.moves) {
      ++moves;
      CHECK(move.time);
      evaluations += move.evaluation.has_value();
    }
  }
  CHECK(moves > 12 * 55);
  CHECK(evaluations > 12);
}

TEST_CASE("eight thousand tournament transcripts") {
  if (!have_data()) return;
  const std::string text = every_tenth(column(bytes_of_gz("reversi/tournament_games_8k.tsv.gz"), 4, '\t'));
  const auto records = games_of(text, Format::transcript);
  CHECK(records.size() >= 8000 / step);
  CHECK(*write(Format::transcript, records) == text);
}

TEST_CASE("known and rare games as transcripts") {
  if (!have_data()) return;
  CHECK(games_of(column(bytes_of("reversi/known_games.txt"), 1, ' '), Format::transcript).size() == 7);
  CHECK(games_of(column(bytes_of("reversi/shortest_wipeouts.txt"), 1, ' '), Format::transcript).size() == 584);
  CHECK(games_of(column(bytes_of("reversi/rare_positions.tsv"), 1, '\t'), Format::transcript).size() == 152);
  CHECK(games_of(bytes_of("reversi/xot_small.txt"), Format::transcript).size() == 3623);
}

TEST_CASE("a year of the WTHOR base: every byte that holds a game comes back") {
  if (!have_data()) return;
  std::string bytes = bytes_of("reversi/WTH_1990.wtb");
  CHECK(bytes.size() == 16 + 2986 * 68);
  if (step > 1) {  // the first games, and the header's count with them
    constexpr std::size_t games = 2986 / step;
    bytes.resize(16 + games * 68);
    bytes[4] = static_cast<char>(games & 0xFF);
    bytes[5] = static_cast<char>(games >> 8);
  }
  const auto records = games_of(bytes, Format::wthor);
  CHECK(records.size() == 2986 / step);
  std::size_t over = 0;
  for (const Record& record : records) {
    CHECK(record.date == "1990");
    const auto margin = margin_of(*check(record));
    if (!margin) continue;
    ++over;
    if (record.result->margin != margin) FAIL_CHECK("the count differs");
  }
  CHECK(over > records.size() / 2);
  const std::string written = *write(Format::wthor, records);
  REQUIRE(written.size() == bytes.size());
  std::size_t different = 0;
  for (std::size_t at = 16; at < bytes.size(); at += 68)
    different += bytes.compare(at, 7, written, at, 7) != 0 || bytes.compare(at + 8, 60, written, at + 8, 60) != 0;
  CHECK(different == 0);
}

TEST_CASE("positions with the values of moves in OBF") {
  if (!have_data()) return;
  std::size_t positions = 0, values = 0;
  for (const char* name : {"fforum-1-19", "fforum-20-39", "fforum-40-59", "fforum-60-79", "hard-20", "midgame20"}) {
    for (const Record& record : games_of(bytes_of(std::string("reversi/") + name + ".obf"), Format::obf)) {
      ++positions;
      values += record.scores.size();
      REQUIRE(record.start);
      for (const ScoredMove& scored : record.scores) CHECK(record.start->is_legal(scored.move));
    }
  }
  CHECK(positions == 79 + 276 + 20);
  CHECK(values > 1000);
}

TEST_CASE("O03 two thousand games of renju as text, and as SGF and in the database's form") {
  if (!have_data()) return;
  const auto records = games_of(every_tenth(column(bytes_of("renju/renjunet_games_2k.txt"), 0, '\n')), Format::renju);
  CHECK(records.size() >= 1999 / step);
  for (const Format format : {Format::sgf, Format::rif}) {
    const auto text = write(format, records);
    REQUIRE(text);
    CHECK(games_of(*text, format).size() == records.size());
  }
}
