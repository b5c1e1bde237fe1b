/// The conversations that Reversi programs have: GTP and NBoard; and the commands solve, analyse and bench.
#include <doctest/doctest.h>

#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "engine/commands.hpp"

using namespace dolbang;

namespace {

std::string talk(std::vector<const char*> arguments, const std::string& input) {
  arguments.insert(arguments.begin(), "dolbang-engine");
  std::istringstream in(input);
  std::ostringstream out;
  std::ostringstream err;
  engine::Streams streams{in, out, err};
  CHECK(engine::run_program(static_cast<int>(arguments.size()), arguments.data(), streams) == engine::exit_ok);
  return out.str();
}

}  // namespace

TEST_CASE("GTP and NBoard: a program that only asks gets moves from the usual start") {
  const std::string move = talk({"--protocol", "gtp"}, "genmove b\nquit\n").substr(0, 4);
  CHECK_MESSAGE((move == "= c4" || move == "= d3" || move == "= e6" || move == "= f5"), move);
  CHECK(talk({"--protocol", "nboard"}, "set depth 1\ngo\nquit\n").find("=== ") != std::string::npos);
}

TEST_CASE("GTP: a game is set up, played, taken back; what is not understood is answered by an error") {
  const std::string answers = talk({"--protocol", "gtp"},
                                   "protocol_version\n2 name\nboardsize 7\nboardsize 8\nclear_board\nplay b a1\nplay b "
                                   "F5\nplay b d6\nplay white f6\nundo\nknown_command play\nknown_command fly\nfly\n"
                                   "# a comment\n\ndepth 2\n9 genmove white\nquit\nname\n");
  const std::string expected =
      "= 2\n\n=2 Dolbang\n\n? unacceptable size\n\n=\n\n=\n\n? illegal move\n\n=\n\n? illegal move\n\n=\n\n=\n\n= "
      "true\n\n= false\n\n? unknown command\n\n=\n\n=9 ";
  REQUIRE(answers.substr(0, expected.size()) == expected);
  const std::string move = answers.substr(expected.size(), 2);
  CHECK((move == "d6" || move == "f6" || move == "f4"));
  CHECK(answers.substr(expected.size() + 2) == "\n\n=\n\n");
}

TEST_CASE("GTP: on the smaller board a whole game is played by the program alone") {
  std::string input = "boardsize 6\nclear_board\nlevel casual\n";
  for (int i = 0; i < 40; ++i) input += "genmove b\ngenmove w\n";
  const std::string answers = talk({"--protocol", "gtp"}, input + "final_score\nquit\n");
  CHECK(answers.find("= pass\n\n= pass\n\n") != std::string::npos);
  CHECK(answers.find('?') == std::string::npos);
  const std::string end = answers.substr(answers.size() - 14);
  CHECK((end.find("B+") != std::string::npos || end.find("W+") != std::string::npos ||
         end.find("= 0") != std::string::npos));
}

TEST_CASE("NBoard: a game is given, a move and hints are asked for") {
  const std::string game =
      "(;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8 ---------------------------O*------*O-----------------------"
      "---- *]B[F5];)";
  const std::string answers =
      talk({"--protocol", "nboard"},
           "nboard 2\nset depth 2\nset game " + game + "\nping 7\nmove D6//\ngo\nhint 2\nset game (;)\nquit\n");
  CHECK(answers.find("set myname Dolbang\npong 7\n=== ") == 0);
  const auto hint = answers.find("search ");
  REQUIRE(hint != std::string::npos);
  CHECK(answers.find("search ", hint + 1) != std::string::npos);
  CHECK(answers.find("status cannot") != std::string::npos);
}

TEST_CASE("solve and analyse answer each line; the nodes of bench do not depend on the kernel") {
  const std::string late = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X;\n";
  CHECK(talk({"solve", "-"}, late).find("+64 h8 ") == 0);
  CHECK(talk({"analyse", "-"}, late) == "exact h8:+64\n");
  const std::string start = "---------------------------OX------XO--------------------------- X;\n";
  CHECK(talk({"solve", "--depth", "6", "-"}, start).find(" nodes ") != std::string::npos);
  const auto nodes = [](const std::string& answer) {
    const std::string last = answer.substr(answer.rfind('\n', answer.size() - 2) + 1);
    return last.substr(0, last.find(" s"));
  };
  const auto count = [&](const std::string& answer) { return nodes(answer).substr(0, nodes(answer).find(' ')); };
  CHECK(count(talk({"bench", "--depth", "4", "--table", "4"}, "")) ==
        count(talk({"bench", "--depth", "4", "--table", "4", "--portable"}, "")));
}

TEST_CASE("L02 the ladder plays every opening with both colours, the same games for the same seed, and adds up") {
  const auto rows = [](const std::string& text) {
    std::vector<std::vector<std::string>> table;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      table.emplace_back(std::istream_iterator<std::string>(words), std::istream_iterator<std::string>());
    }
    return table;
  };
  const std::vector<const char*> tiny{"ladder", "reversi", "--levels", "casual,novice,easy", "--games", "60"};
  const std::string answer = talk(tiny, "");
  CHECK(talk(tiny, "") == answer);
  const auto table = rows(answer);
  REQUIRE(table.size() == 3);
  CHECK(table[0][0] == "stronger");
  for (std::size_t i = 1; i < table.size(); ++i) {
    const auto& row = table[i];
    CHECK(row[0] == (i == 1 ? "easy" : "casual"));
    CHECK(row[1] == (i == 1 ? "novice" : "easy"));
    const auto number = [&](std::size_t column) { return std::stod(row[column]); };
    CHECK(number(2) == 60);
    CHECK(number(3) + number(4) + number(5) == 60);
    CHECK(number(6) == doctest::Approx((number(3) + number(4) / 2) / 60 * 100).epsilon(0.01));
    CHECK(number(6) > 50);
  }
  // Omok has no score to count and levels that win nearly every game; the openings may also be given.
  const auto omok = rows(talk({"ladder", "omok", "--levels", "novice,easy", "--games", "4"}, ""));
  CHECK(omok[1][2] == "4");
}

TEST_CASE("the ladder says what is wrong with what it is asked") {
  for (const auto& arguments : std::vector<std::vector<const char*>>{{"ladder", "chess"},
                                                                     {"ladder", "reversi", "--levels", "easy,god"},
                                                                     {"ladder", "reversi", "--levels", "easy"},
                                                                     {"ladder", "reversi", "--time-percent", "0"},
                                                                     {"ladder", "reversi", "--openings", "/nowhere"}}) {
    auto all = arguments;
    all.insert(all.begin(), "dolbang-engine");
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    engine::Streams streams{in, out, err};
    CHECK(engine::run_program(static_cast<int>(all.size()), all.data(), streams) == engine::exit_usage);
    CHECK(err.str().size() > 10);
  }
}
