#include "ai/omok/vct.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <optional>
#include <sstream>

#include "core/rng.hpp"
#include "helpers.hpp"

using namespace dolbang;
using namespace dolbang::omok_ai;
using omok::Rule;
using omok_test::diagram;
using omok_test::flaw;

namespace {

Board board_of(const omok::State& state) {
  Board board = Board::from(state);
  REQUIRE(board.to_move() == state.to_move);
  return board;
}

Vcf::Outcome solve(const omok::State& state, Vcf& vcf) {
  const auto outcome = vcf.solve(board_of(state), 100000);
  if (outcome == Vcf::Outcome::win) CHECK_MESSAGE(flaw(state, vcf.line()) == "", omok::board_rows(state));
  return outcome;
}

}  // namespace

TEST_CASE("VCF: wins by fours of both rules, each replayed over all defences") {
  struct Case {
    const char* rows;
    Side side;
    bool freestyle, renju;
  };
  const Case cases[]{
      // A straight four at once.
      {"15/15/15/15/15/15/15/5XXX7/15/15/15/15/15/15/15", Side::black, true, true},
      // Two threes closed on one side cross at one point: two fours, which black may not make in Renju.
      {"15/15/15/15/8O6/8X6/8X6/4OXXX7/15/8X6/15/15/15/15/15", Side::white, false, false},
      {"15/15/15/15/15/8O6/8X6/8X6/8X6/4OXXX7/15/15/15/15/15", Side::black, true, false},
      {"15/15/15/15/15/8X6/8O6/8O6/8O6/4XOOO7/15/15/15/15/15", Side::white, true, true},
      // A four, its answer, and the other row: four and three.
      {"15/15/15/15/15/15/8X6/8X6/15/4OXXX7/15/15/15/15/15", Side::black, true, true},
      // Nothing but one closed three.
      {"15/15/15/15/15/15/15/4OXXX7/15/15/15/15/15/15/15", Side::black, false, false},
      // Six in a row wins in freestyle; in Renju black's gap makes an overline and no five.
      {"15/15/15/15/15/15/15/3OXXX1XX5/15/15/15/15/15/15/15", Side::black, true, false},
      {"15/15/15/15/15/15/15/3XOOO1OO5/15/15/15/15/15/15/15", Side::white, true, true},
  };
  Vcf vcf;
  for (const Case& c : cases) {
    CAPTURE(c.rows);
    vcf.clear();
    CHECK((solve(diagram(c.rows, Rule::freestyle, c.side), vcf) == Vcf::Outcome::win) == c.freestyle);
    vcf.clear();
    CHECK((solve(diagram(c.rows, Rule::renju, c.side), vcf) == Vcf::Outcome::win) == c.renju);
  }
}

TEST_CASE("VCF: white wins where black's only answer is forbidden") {
  // White's four at i8 must be answered at h8, where black would make an overline.
  const char* rows = "15/15/15/15/7X7/7X7/7X7/3XOOO8/7X7/7X7/15/15/15/15/15";
  const omok::State state = diagram(rows, Rule::renju, Side::white);
  Vcf vcf;
  CHECK(solve(state, vcf) == Vcf::Outcome::win);
}

TEST_CASE("VCF: no false win in random positions") {
  Rng rng(11);
  Vcf vcf;
  int wins = 0;
  for (const Rule rule : {Rule::freestyle, Rule::renju})
    for (int i = 0; i < 800; ++i) {
      omok::State state;
      state.variant.rule = rule;
      const int stones = 14 + static_cast<int>(rng.below(20));
      for (int n = 0; n < stones; ++n) {
        const int p = omok::point_at(3 + static_cast<int>(rng.below(9)), 3 + static_cast<int>(rng.below(9)));
        if (!state.is_empty(p)) continue;
        (n % 2 == 0 ? state.black : state.white).insert(p);
        ++state.stones;
      }
      state.to_move = omok::stone_to_place(state);
      // Rows of five made by chance are no positions of a game.
      const Board board = Board::from(state);
      bool over = false;
      for (int p = 0; p < omok::points; ++p) {
        if (state.is_empty(p)) continue;
        omok::State before = state;
        (before.black.contains(p) ? before.black : before.white).erase(p);
        const Side side = state.black.contains(p) ? Side::black : Side::white;
        over = over || Board::from(before).threat(side, p) == Threat::five;
      }
      if (over) continue;
      vcf.clear();
      if (vcf.solve(board, 20000) != Vcf::Outcome::win) continue;
      ++wins;
      REQUIRE_MESSAGE(flaw(state, vcf.line()) == "", omok::board_rows(state));
    }
  CHECK(wins > 60);
}

TEST_CASE("VCF: a sample of the field's verified Renju wins") {
  std::ifstream data("../shared/data/renju/vcf_renju_verified.tsv");
  if (!data) {
    MESSAGE("../shared/data is not there: skipped");
    return;
  }
  Vcf vcf(18);
  int asked = 0, solved = 0, number = 0;
  for (std::string line; std::getline(data, line);) {
    if (line.empty() || line[0] == '#' || number++ % 8 != 0) continue;
    std::istringstream words(line);
    std::string rows, side;
    words >> rows >> side;
    const omok::State state = diagram(rows, Rule::renju, side == "b" ? Side::black : Side::white);
    ++asked;
    if (vcf.solve(board_of(state), 200000) != Vcf::Outcome::win) continue;
    ++solved;
    CHECK_MESSAGE(flaw(state, vcf.line()) == "", line);
  }
  CHECK(asked > 250);
  CHECK(solved * 100 >= asked * 97);
}

TEST_CASE("VCT: two crossing open twos win by threats, closed ones do not") {
  struct Case {
    const char* rows;
    bool vcf, vct;
  };
  const Case cases[]{
      // h8 makes two open threes in freestyle: no four is there yet, but they cannot both be stopped.
      {"15/15/15/15/15/15/7X7/5XX8/7X7/15/15/15/15/15/15", false, true},
      {"15/15/15/15/15/15/15/4OXX2O5/15/15/15/15/15/15/15", false, false},
  };
  for (const Case& c : cases) {
    CAPTURE(c.rows);
    const Board board = board_of(diagram(c.rows, Rule::freestyle, Side::black));
    Vcf vcf;
    Vct vct(vcf);
    CHECK((vcf.solve(board, 10000) == Vcf::Outcome::win) == c.vcf);
    CHECK((vct.solve(board, 6, 20000) >= 0) == c.vct);
  }
}

namespace {

/// Stones of both colours at random near one another, as after a game's first moves; none when a rule or a five is in
/// the way.
std::optional<omok::State> scattered(Rule rule, int stones, Rng& rng) {
  omok::State state;
  state.variant.rule = rule;
  while (state.stones < stones) {
    const int column = 4 + static_cast<int>(rng.below(7)), row = 4 + static_cast<int>(rng.below(7));
    const int p = omok::point_at(column, row);
    if (!state.is_empty(p)) continue;
    const Move move{static_cast<std::uint16_t>(p)};
    if (!Omok::is_legal(state, move)) return std::nullopt;
    Omok::play(state, move);
    if (state.over) return std::nullopt;
  }
  return state;
}

/// Follows a claimed win to its end by the rules: against every answer the attacker must again have a win, and it goes
/// on with one answer at random. What is wrong, or nothing.
std::string vct_flaw(omok::State state, Vcf& vcf, Vct& vct, Rng& rng) {
  const Side attacker = state.to_move;
  const auto winning = [&](const omok::State& at) -> int {
    if (const std::vector<int> five = omok_test::fives(at); !five.empty()) return five[0];
    if (vcf.solve(board_of(at), 100000) == Vcf::Outcome::win) return vcf.line().front();
    return vct.solve(board_of(at), 24, 1000000);
  };
  for (int threats = 0; threats < 40; ++threats) {
    const int p = winning(state);
    if (p < 0) return "no win any more after " + omok::board_rows(state);
    if (!Omok::is_legal(state, Move{static_cast<std::uint16_t>(p)})) return omok::point_text(p) + " is not legal";
    Omok::play(state, Move{static_cast<std::uint16_t>(p)});
    if (state.over) return state.winner == attacker ? "" : "the attacker lost";
    if (!omok_test::fives(state).empty()) return "the defender makes five after " + omok::board_rows(state);
    std::vector<omok::State> held;
    for (int answer = 0; answer < omok::points; ++answer) {
      const Move move{static_cast<std::uint16_t>(answer)};
      if (!state.is_empty(answer) || !Omok::is_legal(state, move)) continue;
      omok::State next = state;
      Omok::play(next, move);
      // A five is enough, and most answers leave one.
      if (!omok_test::fives(next).empty()) continue;
      if (winning(next) < 0) return omok::point_text(answer) + " holds after " + omok::board_rows(state);
      held.push_back(next);
    }
    if (held.empty()) return "";
    state = held[rng.below(static_cast<std::uint32_t>(held.size()))];
  }
  return "the win does not come to an end";
}

}  // namespace

TEST_CASE("VCT: wins of both rules are replayed by the rules against every answer") {
  for (const Rule rule : {Rule::freestyle, Rule::renju}) {
    Rng rng(rule == Rule::renju ? 5 : 4);
    Vcf vcf(14);
    Vct vct(vcf, 14);
    int replayed = 0;
    for (int tries = 0; tries < 4000 && replayed < 8; ++tries) {
      const auto state = scattered(rule, 8 + static_cast<int>(rng.below(6)), rng);
      if (!state || vcf.solve(board_of(*state), 20000) != Vcf::Outcome::none) continue;
      if (vct.solve(board_of(*state), 6, 3000) < 0) continue;
      ++replayed;
      CHECK_MESSAGE(vct_flaw(*state, vcf, vct, rng) == "", omok::board_rows(*state));
    }
    CHECK(replayed == 8);
  }
}
