// Every game and variant in the client's model: what can be chosen, what the board shows, the opening's decisions.
#include <doctest/doctest.h>

#include "client-sdl/app/games/game_view.hpp"
#include "fakes.hpp"
#include "games.hpp"
#include "games/catalogue.hpp"

using namespace dolbang;
using namespace dolbang::app;

namespace {

/// Black to move; H8 is a double three.
constexpr auto double_three = "g9a1i9o15g7a15i7o1";
/// Black to move; F6 makes two threes, one of which does not count; I5 is a double three.
constexpr auto void_three = "g7a15h6o15i6a11g5o11g3a1i3o1";
/// Black wins on the middle row.
constexpr auto five = "h8i9g8g9f8i7e8e9d8";

void choose(Desk& desk, std::string_view game, std::string_view variant) {
  desk.app->set_game(game);
  desk.app->set_variant(variant);
}

void hotseat(Desk& desk, std::string_view game, std::string_view variant, std::string_view moves = "") {
  choose(desk, game, variant);
  desk.app->start_hotseat();
  desk.frame();
  desk.play(moves);
}

PlaceSet places(Desk& desk, std::initializer_list<std::string_view> names) {
  PlaceSet set;
  for (const std::string_view name : names) set.insert(desk.at(name));
  return set;
}

}  // namespace

TEST_CASE("M08 M18 G13 every game of the catalogue has a view, and every variant can be started") {
  for (const Rules* rules : all_games()) {
    CHECK(game_view(rules->id()).game() == rules->id());
    for (const std::string& variant : rules->variants()) {
      CAPTURE(variant);
      Desk desk;
      hotseat(desk, rules->id(), variant);
      CHECK(desk.view().screen == Screen::game);
      CHECK(desk.view().game == GameSpec{std::string(rules->id()), variant});
      CHECK_FALSE(desk.view().board.legal.empty());
    }
  }
}

TEST_CASE("S05 game, variant and handicap survive a restart; an unknown variant is not taken") {
  FakeStorage kept;
  {
    Desk desk;
    choose(desk, "reversi", "6x6-black2");
    choose(desk, "omok", "renju-loses-centre");
    desk.app->set_variant("renju-fast");
    desk.app->set_game("chess");
    kept = desk.storage;
  }
  Desk desk(kept);
  CHECK(desk.app->chosen() == GameSpec{"omok", "renju-loses-centre"});
  desk.app->set_game("reversi");
  CHECK(desk.app->chosen() == GameSpec{"reversi", "6x6-black2"});
}

TEST_CASE("S05 settings with a variant that is none fall back to the usual one") {
  FakeStorage kept;
  kept.files["settings.json"] = R"({"game":"omok","variants":{"omok":"nonsense","chess":"x"}})";
  Desk desk(kept);
  CHECK(desk.app->chosen() == GameSpec{"omok", "freestyle"});
}

TEST_CASE("S03 records of a time with one game only are kept") {
  FakeStorage kept;
  kept.files["settings.json"] = R"({"records":{"easy":{"wins":3,"losses":1}}})";
  Desk desk(kept);
  desk.app->start_ai(Level::easy);
  REQUIRE(desk.view().standing);
  CHECK(desk.view().standing->total == Record{3, 1, 0});
  desk.app->set_sound(false);
  Desk again(desk.storage);
  again.app->start_ai(Level::easy);
  CHECK(again.view().standing->total == Record{3, 1, 0});
}

TEST_CASE("H02 H04 handicap corners go with the user's colour") {
  Desk desk;
  choose(desk, "reversi", "8x8-black2");
  desk.app->start_ai(Level::easy, Side::black);
  CHECK(desk.view().board.black.contains(desk.at("a1")));
  CHECK(desk.view().players[0].discs == 4);  // H03
  desk.app->start_ai(Level::easy, Side::white);
  CHECK(desk.view().board.white.contains(desk.at("a1")));
  CHECK(desk.view().board.white.contains(desk.at("h8")));
  CHECK(desk.view().game.variant == "8x8-white2");
}

TEST_CASE("H05 H08 handicap on 6x6; undo never takes the corners") {
  Desk desk;
  hotseat(desk, "reversi", "6x6-white3", "c2");
  CHECK(desk.view().board.grid.columns == 6);
  desk.app->undo();
  CHECK(desk.view().ply == 0);
  CHECK(desk.view().board.white.contains(desk.at("f6")));
  CHECK_FALSE(desk.view().board.grid.find("g1"));
}

TEST_CASE("L08 H07 games are counted apart by size, handicap and colour, Omok's by rule") {
  CHECK(reversi_view().record_key("6x6-black2", Side::white) != reversi_view().record_key("6x6-black2", Side::black));
  CHECK(reversi_view().record_key("6x6-black2", Side::white) != reversi_view().record_key("6x6", Side::white));
  CHECK(reversi_view().record_key("6x6", Side::white) != reversi_view().record_key("8x8", Side::white));
  CHECK(omok_view().record_key("renju-swap2", Side::black) == omok_view().record_key("renju", Side::white));
  CHECK(omok_view().record_key("renju", Side::black) != omok_view().record_key("freestyle", Side::black));
}

TEST_CASE("O27 T03 Z07 Omok's board has row 15 on top and capital letters, Reversi's row 1 and small ones") {
  Desk desk;
  hotseat(desk, "omok", "freestyle");
  const Grid& omok = desk.view().board.grid;
  CHECK(omok.name(omok.at(0, 0)) == "A15");
  CHECK(omok.row_name(14) == "1");
  CHECK(omok.find("h8") == omok.at(7, 7));
  hotseat(desk, "reversi", "8x8");
  const Grid& reversi = desk.view().board.grid;
  CHECK(reversi.name(reversi.at(0, 0)) == "a1");
  CHECK(reversi.row_name(7) == "8");
}

TEST_CASE("I06 I18 a click places a stone; the cursor moves up the rows") {
  Desk desk;
  hotseat(desk, "omok", "freestyle", "h8");
  CHECK(desk.view().board.black.contains(desk.at("H8")));
  CHECK(desk.view().board.last->text == "H8");
  CHECK_FALSE(desk.view().players[0].discs);
  desk.app->move_cursor(0, 0);
  desk.app->move_cursor(0, -1);
  CHECK(desk.view().board.cursor == desk.at("H9"));
  for (int press = 0; press < 20; ++press) desk.app->move_cursor(-1, -1);
  CHECK(desk.view().board.cursor == desk.at("A15"));
  desk.app->press_cursor();
  CHECK(desk.view().board.white.contains(desk.at("A15")));
}

TEST_CASE("K08 I07 O26 on black's turn an x is on the forbidden points, and a click there does nothing but say why") {
  Desk desk;
  hotseat(desk, "omok", "renju", double_three);
  CHECK(desk.view().board.forbidden == places(desk, {"H8"}));
  CHECK_FALSE(desk.view().board.legal.contains(desk.at("H8")));
  const int ply = desk.view().ply;
  desk.click("H8");
  CHECK(desk.view().ply == ply);
  CHECK(desk.view().hint == "forbidden");
  CHECK(desk.app->next_deadline() == desk.now + hint_time);
  desk.pass(hint_time);
  CHECK_FALSE(desk.view().hint);
  // K09: white has none, and after an undo they are back.
  desk.click("k3");
  CHECK(desk.view().board.forbidden.empty());
  desk.app->undo();
  CHECK(desk.view().board.forbidden == places(desk, {"H8"}));
}

TEST_CASE("K08 the forbidden point under the pointer tells why and which stones make it so") {
  Desk desk;
  hotseat(desk, "omok", "renju", double_three);
  desk.app->hover_place(desk.at("H8"));
  const BoardModel& board = desk.view().board;
  CHECK_FALSE(board.hover);
  REQUIRE(board.remarks.size() == 1);
  CHECK(board.remarks[0] == Remark{"33", "H8", ""});
  CHECK(board.reasons == places(desk, {"G9", "I9", "G7", "I7"}));
}

TEST_CASE("O20 a three that does not count is told with the point that undoes it") {
  Desk desk;
  hotseat(desk, "omok", "renju", void_three);
  desk.app->hover_place(desk.at("F6"));
  CHECK(desk.view().board.hover == desk.at("F6"));
  REQUIRE(desk.view().board.remarks.size() == 1);
  CHECK(desk.view().board.remarks[0].code == "three_forbidden");
  CHECK_FALSE(desk.view().board.remarks[0].detail.empty());
}

TEST_CASE("O07 O08 freestyle has no forbidden points") {
  Desk desk;
  hotseat(desk, "omok", "freestyle", double_three);
  CHECK(desk.view().board.forbidden.empty());
  desk.click("H8");
  CHECK(desk.view().ply == 9);
}

TEST_CASE("Z11 where a forbidden point may be played it is marked, and loses") {
  Desk desk;
  hotseat(desk, "omok", "renju-loses", double_three);
  CHECK(desk.view().board.forbidden == places(desk, {"H8"}));
  CHECK(desk.view().board.forbidden_loses);
  desk.click("H8");
  REQUIRE(desk.view().result);
  CHECK(desk.view().result->winner == Side::white);
  CHECK(desk.view().result->reason == EndReason::forbidden_point);
}

TEST_CASE("E10 O03 the winning row is marked") {
  Desk desk;
  hotseat(desk, "omok", "renju", five);
  REQUIRE(desk.view().result);
  CHECK(desk.view().result->reason == EndReason::five_in_row);
  CHECK(desk.view().board.winning == places(desk, {"D8", "E8", "F8", "G8", "H8"}));
  desk.app->undo();  // U11
  CHECK(desk.view().board.winning.empty());
  CHECK_FALSE(desk.view().result);
}

TEST_CASE("Z12 with the centre opening the first stone goes on H8 only") {
  Desk desk;
  hotseat(desk, "omok", "renju-centre");
  desk.click("G7");
  CHECK(desk.view().ply == 0);
  CHECK(desk.view().hint == "centre_first");
  desk.click("H8");
  CHECK(desk.view().ply == 1);
}

TEST_CASE("Z12 Swap2: three stones of one player, the other's choice, and a swap changes who is black") {
  Desk desk;
  choose(desk, "omok", "renju-swap2");
  desk.app->start_ai(Level::easy, Side::black);
  desk.frame();
  CHECK(desk.view().board.stage == "first_three");
  CHECK(desk.view().board.pieces_left == 3);
  desk.click("H8");
  CHECK(desk.view().your_turn);
  CHECK(desk.view().board.piece == Side::white);
  desk.play("i9g7");
  CHECK(desk.view().board.stage == "choice");
  CHECK(desk.view().board.decisions.empty() == false);
  CHECK_FALSE(desk.view().your_turn);
  desk.app->decide("swap");  // not the user's to decide
  CHECK(desk.view().ply == 3);
  desk.ai_moves("swap");
  CHECK(desk.view().you == Side::white);
  CHECK(desk.view().your_turn);
  CHECK(desk.view().players[0].kind == PlayerKind::ai);
  CHECK(desk.view().board.last->text == "swap");
  CHECK_FALSE(desk.view().board.last->place);
  CHECK(desk.view().board.last_place == desk.at("G7"));
  CHECK(desk.view().transcript == "H8I9G7 swap");
  // U02: undo goes back to before the user's last stone, and to the user's first colour.
  desk.app->undo();
  CHECK(desk.view().ply == 2);
  CHECK(desk.view().you == Side::black);
  CHECK(desk.view().your_turn);
}

TEST_CASE("Z12 Swap2: the choices are offered to who decides, a click on the board says so") {
  Desk desk;
  hotseat(desk, "omok", "freestyle-swap2", "h8i9g7");
  CHECK(desk.view().board.decisions == std::vector<std::string>{"stay", "swap", "more"});
  CHECK(desk.view().board.to_move == Side::white);
  desk.click("A1");
  CHECK(desk.view().hint == "decide_first");
  desk.make("more");
  CHECK(desk.view().board.stage == "two_more");
  desk.play("k10k11");
  CHECK(desk.view().board.decisions == std::vector<std::string>{"stay", "swap"});
  desk.make("swap");
  CHECK(desk.view().board.stage.empty());
  CHECK(desk.view().players[0].number == 2);  // player 1 has white now
  CHECK(desk.view().players[1].number == 1);
  CHECK(desk.view().record.size() == 7);
  CHECK_FALSE(desk.view().record[3].is_place);
}

TEST_CASE("F01 F07 the chosen rule goes into the room that is made") {
  Desk desk;
  choose(desk, "omok", "renju-swap2");
  desk.app->create_room("http://host:7311");
  desk.frame();
  desk.line().open();
  desk.frame();
  desk.line().say(proto::Welcome{proto::version, "test", {}, 4096, 120'000});
  desk.frame();
  REQUIRE(desk.line().take<proto::Hello>());
  const auto create = desk.line().take<proto::Create>();
  REQUIRE(create);
  CHECK(create->game == "omok");
  CHECK(create->variant == "renju-swap2");
}

TEST_CASE("I05 why a press on the board did nothing is told") {
  Desk desk;
  hotseat(desk, "reversi", "8x8");
  desk.click("a1");
  CHECK(desk.view().hint == "no_flips");
  desk.click("d4");
  CHECK(desk.view().hint == "occupied");
  desk.click("f5");
  CHECK_FALSE(desk.view().hint);
  desk.app->resign();
  desk.click("d6");
  CHECK(desk.view().hint == "game_over");
  desk.app->start_ai(Level::easy, Side::white);
  desk.frame();
  desk.click("f5");
  CHECK(desk.view().hint == "wait_ai");
}

TEST_CASE("K13 U11 the opening's name follows the moves and an undo") {
  Desk desk;
  hotseat(desk, "reversi", "8x8", "f5d6c5f4e3");
  REQUIRE(desk.view().opening);
  CHECK(desk.view().opening->english == "Rabbit");
  CHECK(desk.view().opening->trait == "few_variations");
  desk.app->undo();
  CHECK((!desk.view().opening || desk.view().opening->english != "Rabbit"));
  hotseat(desk, "omok", "freestyle", "h8i9");
  CHECK_FALSE(desk.view().opening);
}
