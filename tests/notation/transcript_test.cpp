/// Lines of moves: Reversi transcripts and Renju text.
#include "games/reversi/reversi.hpp"
#include "helpers.hpp"

using namespace dolbang;
using namespace dolbang::notation;
using namespace dolbang::notation::test;

TEST_CASE("a transcript is read in either case, with blanks and numbers, and written plainly") {
  for (const char* text : {"f5d6c3d3c4", "F5D6C3D3C4", "f5 d6 c3 d3 c4\n", "1. f5 d6 2. c3 d3 3. c4",
                           "1.F5 2.d6 3.c3 4.d3 5.c4", "\n# a comment\n\n1) f5d6\n3) c3d3\n5) c4\n",
                           "1. f5 2. d6\r\n3. c3 4. d3\r\n5. c4\r\n", "f5,d6,c3,d3,c4", "1.f52.d63.c34.d35.c4",
                           "\xEF\xBB\xBF"
                           "f5d6c3d3c4"})
    CHECK(through(Format::transcript, text) == "f5d6c3d3c4\n");
}

TEST_CASE("R17 a transcript replays with its passes written and without") {
  for (const char* text : {"f5f6c4g5h5h4f7h6c5", "f5f6c4g5h5h4f7h6passc5", "f5f6c4g5h5h4f7h6 PASS c5",
                           "f5 f6 c4 g5 h5 h4 f7 h6 -- c5", "f5 f6 c4 g5 h5 h4 f7 h6 pa c5"}) {
    const Record record = record_of_text(Format::transcript, text);
    CHECK(record.moves.size() == 9);
    CHECK(record.moves[7].side == Side::white);
    CHECK(record.moves[8].side == Side::white);
    CHECK(through(Format::transcript, text) == "f5f6c4g5h5h4f7h6c5\n");
  }
  CHECK(played(record_of_text(Format::transcript, "f5 pass d6")) == "bad_record: Ply 2: a pass, but white can move.");
}

TEST_CASE("many games, a line each; a numbered line goes on") {
  CHECK(records_of(Format::transcript, "f5d6\n\nf5f6\n# and\nd3c3\n").size() == 3);
  CHECK(records_of(Format::transcript, "1. f5 d6\n1. f5 f6\n2. e6 f4\n").size() == 2);
  CHECK(records_of(Format::transcript, "").empty());
}

TEST_CASE("R26 H07 the size of a transcript's board is found, a handicap is stated") {
  CHECK(record_of_text(Format::transcript, "e4").spec == GameSpec{"reversi", "6x6"});
  CHECK(record_of_text(Format::transcript, "f5").spec == GameSpec{"reversi", "8x8"});
  const Record handicap = replayed({"reversi", "8x8-black2"}, "f5d6");
  CHECK(written(Format::transcript, {handicap}) == "# game: reversi 8x8-black2\nf5d6\n");
  const auto records =
      records_of(Format::transcript, written(Format::transcript, {handicap, replayed({"reversi", "8x8"}, "f5f6")}));
  CHECK(records[0].spec.variant == "8x8-black2");
  CHECK(records[1].spec.variant == "8x8");
  CHECK(record_of_text(Format::transcript, "f5d6", {GameSpec{"reversi", "8x8-white1"}}).spec.variant == "8x8-white1");
}

TEST_CASE("Renju text, with numbers or without") {
  for (const char* text : {"h8 i9 g7", "H8I9G7", "1. h8 i9 2. g7", "1.h8 2.i9 3.g7"}) {
    const Record record = record_of_text(Format::renju, text);
    CHECK(record.spec == GameSpec{"omok", "renju"});
    CHECK(through(Format::renju, text) == "h8 i9 g7\n");
  }
  CHECK(record_of_text(Format::renju, "h8 i9", {GameSpec{"omok", "freestyle"}}).spec.variant == "freestyle");
}

TEST_CASE("Z12 the decisions of Swap2 stand among the moves of Renju text") {
  for (const char* text : {"h8 i9 g7 swap h9", "H8I9G7 swap H9", "h8i9g7swaph9"})
    CHECK(through(Format::renju, text) == "# game: omok renju-swap2\nh8 i9 g7 swap h9\n");
  const std::string freestyle = "# game: omok freestyle-swap2\nh8 i9 g7 more a1 a2 stay o15\n";
  CHECK(through(Format::renju, freestyle) == freestyle);
}

TEST_CASE("Z11 a game that ends on a forbidden point is one where that loses") {
  // Black's fifth stone makes two threes.
  const Record record = record_of_text(Format::renju, "g8 a1 i8 c1 h7 e1 h9 g1 h8");
  CHECK(record.spec.variant == "renju-loses");
  CHECK(check(record)->result()->reason == EndReason::forbidden_point);
}

TEST_CASE("an error in a line of moves names line, column and what was expected") {
  CHECK(error_of(Format::transcript, "f5d6\nf5 i3") ==
        "bad_record: line 2, column 4: expected a move, found \"i3\"; \"i3\" is not a square; write a1 to h8.");
  CHECK(error_of(Format::transcript, "f5d6c3!") == "bad_record: line 1, column 7: expected a move, found \"!\"");
  CHECK(error_of(Format::transcript, "f5 d") ==
        "bad_record: line 1, column 4: expected a move, found \"d\"; \"d\" is not a square; write a1 to h8.");
  CHECK(error_of(Format::renju, "h8 \xEB\x8F\x8C i9") ==
        "bad_record: line 1, column 4: expected a move, found \"\xEB\x8F\x8C\"");
  CHECK(error_of(Format::renju, "# game: chess 8x8\nh8").substr(0, 47) ==
        "bad_record: line 1, column 1: There is no game ");
  CHECK(error_of(Format::renju, "h8 p1").find("column 4") != std::string::npos);
}

TEST_CASE("a line of moves has no place for a start position, nor for no moves at all") {
  Record record;
  set_start(record, Position::of<Reversi>(
                        *reversi::parse_board(std::string(27, '-') + "OXX-----XO" + std::string(27, '-') + "O")));
  CHECK(written(Format::transcript, {record}) ==
        "cannot_hold: Game 1: a line of moves has no place for a start position.");
  CHECK(written(Format::transcript, {replayed({"reversi", ""}, "")}) ==
        "cannot_hold: Game 1: a line of moves needs at least one.");
  CHECK(written(Format::transcript, {replayed({"omok", "renju"}, "h8")}) ==
        "cannot_hold: Game 1: this format is for reversi.");
  CHECK(written(Format::renju, {replayed({"reversi", ""}, "f5")}) == "cannot_hold: Game 1: this format is for omok.");
}
