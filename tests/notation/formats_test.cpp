/// The formats with more than moves: one small file of ours for each kind of thing, errors with their places.
#include "games/omok/omok.hpp"
#include "games/reversi/reversi.hpp"
#include "helpers.hpp"

using namespace dolbang;
using namespace dolbang::notation;
using namespace dolbang::notation::test;
using namespace std::chrono_literals;

namespace {

const std::string ggf_start = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

const std::string rif_file = R"(<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE database [ <!ELEMENT database ANY> ]>
<database>
<!-- tables first -->
<rules><rule id="1" name="RIF" /><rule id="2" name="Gomoku Pro"/></rules>
<players><player id="1" name="Anna" surname="B &amp; C" country="3"/><player id='2' name='&#x41;da'/></players>
<tournaments><tournament id="9" name="Open &lt;A&gt;" year="2025" start="2025-08-01"/></tournaments>
<games>
<game id="1" tournament="9" round="F2" rule="1" black="1" white="2" bresult="1" alt="i8" swap="R">
<move>h8 i9 g7</move><info>well <![CDATA[<played>]]></info></game>
<game id="2" rule="2" black="7" white="" bresult="0.5"><move>h8
i9</move></game>
<game id="3"><move/></game>
</games></database>
)";

std::string wthor(std::string_view transcript, unsigned black_discs) {
  std::string bytes{20, 26, 11, 30, 1, 0, 0, 0, 0, 0, static_cast<char>(2026 & 0xFF), 2026 >> 8, 8, 0, 22, 0};
  bytes += {1, 0, 2, 0, 3, 0, static_cast<char>(black_discs), 36};
  for (std::size_t i = 0; i + 1 < transcript.size(); i += 2)
    bytes += static_cast<char>(10 * (transcript[i + 1] - '0') + transcript[i] - 'a' + 1);
  bytes.resize(16 + 68);
  return bytes;
}

}  // namespace

TEST_CASE("GGF: names, ratings, place, times, evaluations, passes, results") {
  const std::string text =
      "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[one]PW[two]RB[2196.37]RW[2200]TI[05:00//02:00]"
      "TY[8]RE[-64.00:r]" +
      ggf_start + "B[F5/1.25/2.03]W[d6//20.5]B[c3/-0.5];)\n";
  const Record record = record_of_text(Format::ggf, text);
  CHECK(record.players[0].name == "one");
  CHECK(record.players[1].rating == "2200");
  CHECK(record.place == "GGS/os");
  CHECK(record.date == "2003-12-15 12:33:18 MST");
  CHECK(record.time_control == "05:00//02:00");
  CHECK(record.result->winner == Side::white);
  CHECK(record.result->how == RecordResult::How::resigned);
  CHECK(record.moves[0].evaluation == 1.25);
  CHECK(record.moves[0].time == 2030ms);
  CHECK(record.moves[1].time == 20500ms);
  CHECK(record.moves[2].evaluation == -0.5);
  CHECK(check(record)->result()->reason == EndReason::resigned);
  CHECK(through(Format::ggf, text) ==
        "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[one]PW[two]RB[2196.37]RW[2200]TI[05:00//02:00]"
        "TY[8]RE[-64.00:r]" +
            ggf_start + "B[f5/1.25/2.03]W[d6//20.50]B[c3/-0.50];)\n");
}

TEST_CASE("GGF: written passes, synchronous pairs, random starts, 6x6, komi and other words") {
  const std::string pass = "(;GM[Othello]B[f5]W[f6]B[c4]W[g5]B[h5]W[h4]B[f7]W[h6]B[PA]W[c5];)";
  CHECK(record_of_text(Format::ggf, pass).moves.size() == 9);
  CHECK(through(Format::ggf, pass).find("W[h6]B[PA]W[c5]") != std::string::npos);
  const auto pair = records_of(Format::ggf, "2 (;GM[Othello]TY[s8r8]KM[2]B[f5];)(;GM[Othello]TY[6]RE[?]B[e4];)");
  CHECK(pair.size() == 2);
  CHECK(pair[0].dropped == std::vector<std::string>{"KM"});
  CHECK(pair[1].spec.variant == "6x6");
  const Record random = record_of_text(Format::ggf,
                                       "(;GM[Othello]TY[8r8]RE[+4.00:t]BO[8 -------- -------- ---O---- ---OO--- "
                                       "---*O--- -------- -------- -------- *]W[c3];)");
  CHECK(random.start);
  CHECK(random.result->how == RecordResult::How::timed_out);
  CHECK(played(random).substr(0, 10) == "bad_record");  // black is to move
}

TEST_CASE("H07 a handicap game is marked in GGF by its board and in SGF by HA") {
  const Record record = replayed({"reversi", "8x8-black2"}, "f5d6");
  CHECK(written(Format::ggf, {record})
            .find("BO[8 *------- -------- -------- ---O*--- ---*O--- -------- -------- -------* *]") !=
        std::string::npos);
  CHECK(written(Format::sgf, {record}).find("HA[2]") != std::string::npos);
  for (const Format format : {Format::ggf, Format::sgf})
    CHECK(record_of_text(format, written(format, {record})).spec.variant == "8x8-black2");
}

TEST_CASE("GGF: errors and their places") {
  CHECK(error_of(Format::ggf, "(;GM[Othello]\nB[f5]W[z9];)") ==
        "bad_record: line 2, column 8: expected a move, found \"z9\"; \"z9\" is not a square; write a1 to h8.");
  CHECK(error_of(Format::ggf, "(;GM[Amazons];)") ==
        "unsupported: line 1, column 6: this game is \"Amazons\"; only Othello (Reversi) can be read");
  CHECK(error_of(Format::ggf, "(;TY[10]B[f5];)") ==
        "unsupported: line 1, column 6: a board of size 10; only 8 and 6 can be read");
  CHECK(error_of(Format::ggf, "(;TY[8a];)").find("anti-reversi") != std::string::npos);
  CHECK(error_of(Format::ggf, "(;PB[x") == "bad_record: line 1, column 5: expected \"]\", found the end of the text");
  CHECK(error_of(Format::ggf, "(;BO[8 ---q];)") ==
        "bad_record: line 1, column 11: expected *, O or - for a square, found \"q];)\"");
  CHECK(error_of(Format::ggf, "(;BO[8 --- *];)").find("expected 64 squares and then * or O") != std::string::npos);
  CHECK(error_of(Format::ggf, "hello") ==
        "bad_record: line 1, column 1: expected a game that begins with \"(;\", found \"hello\"");
}

TEST_CASE("SGF: Reversi with either kind of points, escapes, comments, our time and FF[4]'s value") {
  const std::string text =
      "(;FF[4]GM[2]SZ[8]PB[a\\]b\\\\]PW[Zo\xC3\xAB]EV[Cup]RO[3]DT[2026-11-30]TM[300]RE[B+12]C[one\ntwo]\n"
      ";B[f5]C[good]MT[1.5]V[2.5];W[df]V[-1]N[x])";
  const Record record = record_of_text(Format::sgf, text);
  CHECK(record.players[0].name == "a]b\\");
  CHECK(record.players[1].name == "Zo\xC3\xAB");
  CHECK(record.event == "Cup, 3");
  CHECK(record.comment == "one\ntwo");
  CHECK(record.result->margin == 12);
  CHECK(played(record) == "f5d6");
  CHECK(record.moves[0].comment == "good");
  CHECK(record.moves[0].time == 1500ms);
  CHECK(record.moves[0].evaluation == 2.5);
  CHECK(record.moves[1].evaluation == 1);  // V is from black's side
  CHECK(record.dropped == std::vector<std::string>{"N"});
  const Record again = record_of_text(Format::sgf, written(Format::sgf, {record}));
  CHECK(again.players[0].name == record.players[0].name);
  CHECK(again.comment == record.comment);
  CHECK(again.moves[1].evaluation == 1);
  CHECK(again.moves[0].time == 1500ms);
}

TEST_CASE("SGF: the main line is kept, variations are counted, collections are read") {
  const std::string text = "(;GM[2];B[f5](;W[d6](;B[c3]C[)(])(;B[c4]))(;W[f6];B[e6](;W[f4])(;W[d3])))(;GM[4];B[hh])";
  const auto records = records_of(Format::sgf, text);
  REQUIRE(records.size() == 2);
  CHECK(played(records[0]) == "f5d6c3");
  CHECK(records[0].moves[2].comment == ")(");
  CHECK(records[0].dropped == std::vector<std::string>{"4 variations"});
  CHECK(played(records[1]) == "H8");
}

TEST_CASE("SGF: gomoku and renju, either kind of points, rules by name") {
  const Record record = record_of_text(Format::sgf, "(;GM[4]SZ[15]RU[Renju]RE[W+R];B[hh];W[ig];B[g7])");
  CHECK(record.spec == GameSpec{"omok", "renju"});
  CHECK(played(record) == "H8I9G7");
  CHECK(record_of_text(Format::sgf, "(;GM[4];B[ho])").spec.variant == "freestyle");
  CHECK(played(record_of_text(Format::sgf, "(;GM[4];B[ho])")) == "H1");
  CHECK(record_of_text(Format::sgf, "(;GM[4]RU[Standard];B[hh])").dropped.size() == 1);
}

TEST_CASE("Z12 SGF: stones by colour, decisions in nodes of their own") {
  for (const char* transcript : {"H8I9G7 swap H9", "H8I9G7 stay H9", "H8I9G7 more A1A2 swap O15"}) {
    const Record record = replayed({"omok", "renju-swap2"}, transcript);
    const std::string text = written(Format::sgf, {record});
    CHECK(text.find("SWAP[") != std::string::npos);
    CHECK(text.find(";B[hh];W[ig];B[gi]") != std::string::npos);
    const Record again = record_of_text(Format::sgf, text);
    CHECK(again.spec == record.spec);
    CHECK(played(again) == transcript);
  }
}

TEST_CASE("SGF: set-ups") {
  const Record reversi = record_of_text(Format::sgf, "(;GM[2]AB[d3][d4:d5][e4]AW[e5]PL[W];W[c3])");
  CHECK(Position(*reversi.start).board_text() == "-------------------X-------XX------XO--------------------------- O");
  CHECK(played(reversi) == "c3");
  CHECK_FALSE(record_of_text(Format::sgf, "(;GM[2]AB[e4][d5]AW[d4][e5]PL[B];B[f5])").start);
  const Record omok = record_of_text(Format::sgf, "(;GM[4]AB[hh][ii]AW[aa];W[jj])");
  REQUIRE(omok.start);
  CHECK(played(omok) == "J6");
  CHECK(played(record_of_text(Format::sgf, written(Format::sgf, {omok}))) == "J6");
  CHECK(error_of(Format::sgf, "(;GM[4]AB[hh]PL[B];B[jj])").find("white is to play; PL says otherwise") !=
        std::string::npos);
  CHECK(error_of(Format::sgf, "(;GM[2];B[f5];AB[a1])").find("after the first move") != std::string::npos);
}

TEST_CASE("SGF: what is asked for counts where the record does not say") {
  const auto spec = [](std::string_view text, GameSpec asked) {
    const auto records = read(Format::sgf, text, {std::move(asked)});
    REQUIRE(records);
    return records->front().spec.variant;
  };
  CHECK(spec("(;GM[2];B[c2])", {"reversi", "6x6"}) == "6x6");
  CHECK(spec("(;GM[2]SZ[8];B[d3])", {"reversi", "6x6"}) == "8x8");
  CHECK(spec("(;GM[4];B[hh])", {"omok", "renju"}) == "renju");
}

TEST_CASE("SGF: errors and their places") {
  CHECK(error_of(Format::sgf, "(;GM[1];B[pd])") ==
        "unsupported: line 1, column 6: GM is \"1\"; only 2 (Othello) and 4 (gomoku and renju) can be read");
  CHECK(error_of(Format::sgf, "(;GM[2]\n;B[f5];W[zz])") ==
        "bad_record: line 2, column 10: expected a point like d3 or dc on a board of 8, found \"zz\"");
  CHECK(error_of(Format::sgf, "(;GM[4];B[hh];B[ii])") ==
        "bad_record: line 1, column 17: expected a white stone, as colours alternate, found a black one");
  CHECK(error_of(Format::sgf, "(;GM[4]SZ[19];B[hh])").substr(0, 11) == "unsupported");
  // A game that has begun stays the same one on the same board, whatever is set up on it.
  CHECK(error_of(Format::sgf, "(;GM[4]SZ[15];B[hh];GM[2])") ==
        "bad_record: line 1, column 24: another game than the one that has begun; GM stands in the first node");
  CHECK(error_of(Format::sgf, "(;GM[2]SZ[8]PL[B];SZ[81];B[f5])").find("another size") != std::string::npos);
  CHECK(error_of(Format::sgf, "(;GM[2]SZ[6]AB[a1]AW[b1]PL[B];GM[4]SZ[15];B[hh])").find("another game") !=
        std::string::npos);
  CHECK(error_of(Format::sgf, "(;GM[2];B[f5]") ==
        "bad_record: line 1, column 14: expected \")\" at the end of the game, found the end of the text");
  CHECK(error_of(Format::sgf, "(;GM[2];B[f5") ==
        "bad_record: line 1, column 10: expected \"]\", found the end of the text");
  CHECK(error_of(Format::sgf, "(;GM[2];B{f5})") ==
        "bad_record: line 1, column 10: expected \"[\" after the property, found \"{f5})\"");
  CHECK(error_of(Format::sgf, "(;B[f5])").find("expected GM[2] (Othello) or GM[4]") != std::string::npos);
  CHECK(error_of(Format::sgf, "(;GM[4];SWAP[maybe])").find("stay, swap or more") != std::string::npos);
  CHECK(error_of(Format::sgf, std::string(100'000, '(')).substr(0, 9) == "too_large");
}

TEST_CASE("psq: moves, times, players in the order they moved, the rule") {
  const std::string text = "Piskvorky 15x15, 11:11, 1\r\n8,8,1200\r\n9,7,0\r\ntwo.exe\r\none.exe\r\n-1\r\n1,Renju\r\n";
  const Record record = record_of_text(Format::psq, text);
  CHECK(played(record) == "H8I9");
  CHECK(record.moves[0].time == 1200ms);
  CHECK(record.players[0].name == "one.exe");
  CHECK(record.spec.variant == "renju");
  CHECK(record.result->winner == Side::black);
  CHECK(through(Format::psq, text) == "Piskvorky 15x15, 0:0, 0\n8,8,1200\n9,7,0\none.exe\ntwo.exe\n-1\n1,renju\n");
  CHECK(record_of_text(Format::psq, "Piskvorky 15x15, 0:0, 0\n8,8\n-1\n").spec.variant == "freestyle");
}

TEST_CASE("psq: errors, and what it cannot hold") {
  CHECK(error_of(Format::psq, "Piskvorky 20x20, 11:11, 0\n") ==
        "unsupported: line 1, column 11: a board of 20x20; only 15x15 can be read");
  CHECK(error_of(Format::psq, "Piskvorky 15x15, 11:11, 0\n8,8,0\n16,2,0\n") ==
        "bad_record: line 3, column 1: expected a column from 1 to 15, found \"16,2,0\"");
  CHECK(error_of(Format::psq, "Piskvorky 15x15, 11:11, 0\n8,0,0\n").find("a row from 1 to 15") != std::string::npos);
  CHECK(error_of(Format::psq, "Piskvork 15") ==
        "bad_record: line 1, column 1: expected \"Piskvorky 15x15, ...\", found \"Piskvork\"");
  CHECK(error_of(Format::psq, "Piskvorky 15x15, 0:0, 0\none.exe\n8,8,0\n").find("line 3, column 1") !=
        std::string::npos);
  CHECK(written(Format::psq, {replayed({"reversi", ""}, "f5")}) == "cannot_hold: Game 1: psq is for gomoku and renju.");
  CHECK(written(Format::psq, {replayed({"omok", "renju-swap2"}, "H8I9G7 stay")}).find("Swap2") != std::string::npos);
  CHECK(written(Format::psq, {}) == "cannot_hold: A psq file holds exactly one game, not 0.");
}

TEST_CASE("RIF: tables, references, rules, results") {
  const auto records = records_of(Format::rif, rif_file);
  REQUIRE(records.size() == 3);
  CHECK(played(records[0]) == "H8I9G7");
  CHECK(records[0].spec.variant == "renju");
  CHECK(records[0].players[0].name == "Anna B & C");
  CHECK(records[0].players[1].name == "Ada");
  CHECK(records[0].event == "Open <A>, round F2");
  CHECK(records[0].date == "2025-08-01");
  CHECK(records[0].result->winner == Side::black);
  CHECK(records[0].comment == "well <played>");
  CHECK(records[0].dropped == std::vector<std::string>{"alt i8", "swap R"});
  CHECK(records[1].spec.variant == "freestyle");
  CHECK(records[1].players[0].name == "#7");
  CHECK(records[1].result.has_value());
  CHECK_FALSE(records[1].result->winner);
  CHECK(records[2].moves.empty());
  const auto again = records_of(Format::rif, written(Format::rif, records));
  CHECK(again[0].players[0].name == records[0].players[0].name);
  CHECK(again[0].event == records[0].event);
  CHECK(again[0].comment == records[0].comment);
  CHECK(again[1].spec == records[1].spec);
}

TEST_CASE("RIF: errors and their places") {
  CHECK(error_of(Format::rif, "<database>\n<game><move>h8 q9</move></game></database>") ==
        "bad_record: line 2, column 16: expected a point, a1 to o15, found \"q9\"");
  CHECK(error_of(Format::rif, "<database><game></database>") ==
        "bad_record: line 1, column 17: expected </game>, found </database>");
  CHECK(error_of(Format::rif, "<a b=c></a>") ==
        "bad_record: line 1, column 6: expected the attribute's value in quotes, found \"c></a>\"");
  CHECK(error_of(Format::rif, "<a>") == "bad_record: line 1, column 4: expected </a>, found the end of the text");
  CHECK(error_of(Format::rif, "<a/>") == "bad_record: line 1, column 5: expected <game> elements, found none");
  CHECK(error_of(Format::rif, "<!-- ").find("-->") != std::string::npos);
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "<a>";
  CHECK(error_of(Format::rif, deep).substr(0, 9) == "too_large");
}

TEST_CASE("WTHOR: moves without passes, black's discs, year, theoretical score") {
  const std::string game = "f5f6c4g5h5h4f7h6c5";
  const Record record = record_of_text(Format::wthor, wthor(game, 40));
  CHECK(played(record) == game);
  CHECK(record.players[0].name == "#2");
  CHECK(record.date == "2026");
  CHECK(record.result->margin == 16);
  CHECK(record.comment == "best play from 22 empties: black 36");
  const Record again = record_of_text(Format::wthor, written(Format::wthor, {record}));
  CHECK(played(again) == game);
  CHECK(again.players[1].name == "#3");
  CHECK(again.result->margin == 16);
}

TEST_CASE("WTHOR: errors name the byte") {
  std::string bytes = wthor("f5d6", 40);
  bytes[16 + 8 + 1] = 99;
  CHECK(error_of(Format::wthor, bytes) ==
        "bad_record: byte 25: expected a move as 10 * row + column, 11 to 88, found 99");
  bytes[16 + 8 + 1] = 0;
  bytes[16 + 8 + 2] = 33;
  CHECK(error_of(Format::wthor, bytes) == "bad_record: byte 25: expected a move, as moves follow, found 0");
  CHECK(error_of(Format::wthor, wthor("f5", 40).substr(0, 50)) ==
        "bad_record: byte 16: expected 1 games of 68 bytes, found 0");
  CHECK(error_of(Format::wthor, "short") == "bad_record: byte 5: expected a header of 16 bytes, found the end");
  bytes = wthor("f5", 40);
  bytes[12] = 10;
  CHECK(error_of(Format::wthor, bytes) == "unsupported: byte 12: a board of size 10; only 8 can be read");
  CHECK(written(Format::wthor, {replayed({"reversi", "6x6"}, "e4")}).substr(0, 11) == "cannot_hold");
}

TEST_CASE("OBF: boards of both sizes, values of moves, comments") {
  const std::string line = "---------------------------OX------XO--------------------------- X;";
  CHECK_FALSE(record_of_text(Format::obf, line).start);
  const std::string text =
      "% a comment\n--------------------------XXX------XO--------------------------- O; C3:+2; E3:-1.50; --:-127; % "
      "FFO\n"
      "--------------OX----XO--------------O\n";
  const auto records = records_of(Format::obf, text);
  REQUIRE(records.size() == 2);
  CHECK(records[0].scores.size() == 2);
  CHECK(records[0].scores[1].value == -1.5);
  CHECK(records[0].comment == "FFO");
  CHECK(records[1].spec.variant == "6x6");
  CHECK(written(Format::obf, {records[0]}) ==
        "--------------------------XXX------XO--------------------------- O; C3:+2; E3:-1.50; % FFO\n");
}

TEST_CASE("OBF: errors and their places") {
  CHECK(error_of(Format::obf, "---X\n") ==
        "bad_record: line 1, column 5: expected a board of 64 squares (36 on 6x6) of X, O and -, found 4");
  const std::string board = "---------------------------OX------XO--------------------------- ";
  CHECK(error_of(Format::obf, board + "-;") ==
        "bad_record: line 1, column 66: expected X or O, the side to move, found \"-;\"");
  CHECK(error_of(Format::obf, board + "X; Z9:+1;").find("line 1, column 69: expected a move, found \"Z9\"") !=
        std::string::npos);
  CHECK(error_of(Format::obf, board + "X; D3:x;") ==
        "bad_record: line 1, column 72: expected a value like +18, found \"x;\"");
  CHECK(written(Format::obf, {replayed({"reversi", ""}, "f5")}).substr(0, 11) == "cannot_hold");
}

TEST_CASE("a format is found by the content") {
  CHECK(detect("1. f5 d6") == Format::transcript);
  CHECK(detect("\n\n% x\n# y\nF5D6\n") == Format::transcript);
  CHECK(detect("f5d6c3d3c4a1") == Format::transcript);  // illegal, but nothing else
  CHECK(detect("h8 i9 g7") == Format::renju);
  CHECK(detect("# game: omok freestyle\nd3 c3") == Format::renju);
  CHECK(detect("2 (;GM[Othello];)") == Format::ggf);
  CHECK(detect("(;PB[x]BO[8 ];)") == Format::ggf);
  CHECK(detect("\xEF\xBB\xBF(;GM[4])") == Format::sgf);
  CHECK(detect(" (\n;FF[4])") == Format::sgf);
  CHECK(detect("Piskvorky 15x15, 0:0, 0\n") == Format::psq);
  CHECK(detect(rif_file) == Format::rif);
  CHECK(detect(wthor("f5", 32)) == Format::wthor);
  CHECK(detect(std::string(27, '-') + "OX------XO" + std::string(27, '-') + " X") == Format::obf);
  for (const char* text : {"", " \n", "hello world", "1 2 3", "e4 e5 Nf3", "{}"}) CHECK_FALSE(detect(text));
  CHECK(read("hello").error().code == "unknown_format");
  for (const Format format : all_formats()) CHECK(format_from(to_string(format)) == format);
  CHECK(all_formats().size() == 8);
  CHECK_FALSE(format_from("pgn"));
}

TEST_CASE("a file that is too long to be read as a whole is refused, record by record it is read") {
  const std::string line = "f5d6\n";
  std::string text;
  text.assign(limits::record_file_bytes, '\n');
  text += line;
  CHECK(read(Format::transcript, text).error().code == "too_large");
  std::size_t games = 0;
  CHECK(read_each(Format::transcript, text, [&](const Record&) -> Expected<void> {
    ++games;
    return {};
  }));
  CHECK(games == 1);
}

TEST_CASE("an endless game is refused") {
  std::string text;
  for (std::size_t i = 0; i <= limits::record_moves; ++i) text += "a1";
  CHECK(error_of(Format::transcript, text).find("more moves than any game has") != std::string::npos);
}

TEST_CASE("the sink ends the reading") {
  const auto done =
      read_each(Format::transcript, "f5\nd3\n", [](const Record&) { return Expected<void>(fail("enough", "enough")); });
  CHECK(done.error().code == "enough");
}
