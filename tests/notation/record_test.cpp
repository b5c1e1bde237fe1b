#include "notation/record.hpp"

#include "games/omok/omok.hpp"
#include "games/reversi/reversi.hpp"
#include "helpers.hpp"
#include "notation/source.hpp"

using namespace dolbang;
using namespace dolbang::notation;
using namespace dolbang::notation::test;

namespace {

Position position(std::string_view board) { return Position::of<Reversi>(*reversi::parse_board(board)); }

}  // namespace

TEST_CASE("a match becomes a record and a match again") {
  auto match = *Match::replay({"omok", "renju-swap2"}, "H8I9G7 swap H9");
  REQUIRE(match.resign(Side::white));
  const Record record = record_of(match);
  CHECK(record.moves.size() == 5);
  CHECK(record.result->how == RecordResult::How::resigned);
  const auto again = check(record);
  REQUIRE(again);
  CHECK(again->transcript() == match.transcript());
  CHECK(again->result()->winner == Side::black);
}

TEST_CASE("E03 the record of a finished game has the tournament count") {
  const Record record = replayed({"reversi", ""}, "e6f4e3f6g5d6e7f5c5");
  CHECK(record.result->winner == Side::black);
  CHECK(record.result->margin == 64);
  CHECK(record.result->how == RecordResult::How::played);
}

TEST_CASE("check names the ply and what is wrong there") {
  const auto problem = [](std::string_view text) { return played(record_of_text(Format::transcript, text)); };
  CHECK(problem("f5d6c3d3c4") == "f5d6c3d3c4");
  CHECK(problem("f5d6a1") == "illegal_move: Ply 3: a1 is not legal.");
  CHECK(problem("f5d6c3 pass d3") == "bad_record: Ply 4: a pass, but white can move.");
  CHECK(problem("e6f4e3f6g5d6e7f5c5a1") == "illegal_move: Ply 10: a1 comes after the end.");
  CHECK(problem("e6f4e3f6g5d6e7f5c5 pass pass") == "e6f4e3f6g5d6e7f5c5");
  Record record = replayed({"reversi", ""}, "f5d6");
  record.moves[1].side = Side::black;
  CHECK(played(record) == "bad_record: Ply 2: d6 is written as black's, but white is to move.");
  record = replayed({"reversi", ""}, "f5f6c4g5h5h4f7h6c5");
  record.moves[8].side = Side::black;
  CHECK(played(record) == "bad_record: Ply 9: c5 is written as black's, but black passes and white moves again.");
  record.spec.game = "chess";
  CHECK(played(record).substr(0, 12) == "unknown_game");
}

TEST_CASE("a pass by the wrong side is wrong, the right one may be left out or written") {
  Record record = replayed({"reversi", ""}, "f5f6c4g5h5h4f7h6c5");
  record.moves.insert(record.moves.begin() + 8, {Move::pass(), Side::black, {}, {}, {}});
  CHECK(check(record));
  REQUIRE(normalise(record));
  CHECK(record.moves.size() == 9);
  record.moves.insert(record.moves.begin() + 8, {Move::pass(), Side::white, {}, {}, {}});
  CHECK(played(record) == "bad_record: Ply 9: a pass of white, but black has to pass.");
}

TEST_CASE("R14 a start at which a side must pass has passed; H07 a handicap's start is known again") {
  Record record;
  set_start(record, position("--------------------------XXX--O---XXXOO-----X-O-----X---------- X"));
  REQUIRE(record.start);
  CHECK(check(record)->to_move() == Side::white);
  record.moves.push_back({Move::pass(), Side::black, {}, {}, {}});
  CHECK(check(record));
  for (const std::string& variant : Reversi::variants()) {
    set_start(record, position(Reversi::board_text(*Reversi::start(variant))));
    CHECK_FALSE(record.start);
    CHECK(record.spec.variant == variant);
  }
}

TEST_CASE("a match from a finished position is over") {
  const Match match = Match::from(position("-" + std::string(63, 'X') + "O"));
  CHECK(match.is_over());
  CHECK(match.result()->reason == EndReason::wiped_out);
}

TEST_CASE("texts are clean UTF-8 of bounded length") {
  CHECK(clean("  a\tb\x01 ", 100) == "a b");
  CHECK(clean("caf\xE9", 100) == "caf\xC3\xA9");
  CHECK(clean("\xED\x95\x9C\xEA\xB5\xAD", 4) == "\xED\x95\x9C");
  CHECK(clean("a\r\nb\rc", 100, true) == "a\nb\nc");
  CHECK(clean("a\xC2\x85z", 100) == "a z");
  CHECK(clean("\xED\xA0\x80", 100) != "\xED\xA0\x80");  // a surrogate is no character
  CHECK(clean(std::string(1000, '\xFF'), 10).size() <= 10);
}

TEST_CASE("numbers are read and written without a locale") {
  CHECK(parse_decimal("-12.75") == -12.75);
  CHECK(parse_decimal("+.5") == 0.5);
  for (const char* text : {"", "-", ".", "1e5", "nan", "0x1", "1.2.3", "1234567890123", " 1"})
    CHECK_FALSE(parse_decimal(text));
  CHECK(decimal_text(-0.001, 2) == "0.00");
  CHECK(decimal_text(-1.005, 1) == "-1.0");
  CHECK(decimal_text(0.999, 2) == "1.00");
  CHECK(decimal_text(1e300, 0) == "1000000000000");
  CHECK(parse_number("4294967296") == std::nullopt);
}
