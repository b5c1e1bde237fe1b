// Local games: modes, undo, passes, results, input.
#include <doctest/doctest.h>

#include "fakes.hpp"
#include "games.hpp"

using namespace dolbang;
using namespace dolbang::app;

namespace {

Place at(std::string_view text) { return *reversi::parse_square(text); }

PlaceSet squares(std::initializer_list<std::string_view> names) {
  PlaceSet set;
  for (const std::string_view name : names) set.insert(at(name));
  return set;
}

}  // namespace

TEST_CASE("M01 M04 an AI level starts at once with the user as black") {
  Desk desk;
  CHECK(desk.view().screen == Screen::start);
  desk.app->start_ai(Level::easy);
  const ViewModel& view = desk.view();
  CHECK(view.screen == Screen::game);
  CHECK(view.mode == Mode::ai);
  CHECK(view.you == Side::black);
  CHECK(view.your_turn);
  CHECK(view.board.legal == squares({"d3", "c4", "f5", "e6"}));
  CHECK(view.players[1].kind == PlayerKind::ai);
  CHECK(view.players[1].level == Level::easy);
}

TEST_CASE("M04 a level this build does not play starts nothing") {
  Desk desk;
  for (const Level level : all_levels) {
    const auto& levels = desk.view().levels;
    if (std::find(levels.begin(), levels.end(), level) != levels.end()) continue;
    desk.app->start_ai(level);
    CHECK(desk.view().screen == Screen::start);
  }
}

TEST_CASE("M02 M16 M17 two players on this device take turns, black first, in every new game") {
  Desk desk;
  desk.app->start_hotseat();
  CHECK(desk.view().board.to_move == Side::black);
  CHECK_FALSE(desk.view().you);
  desk.click("f5");
  CHECK(desk.view().board.to_move == Side::white);
  CHECK(desk.view().your_turn);
  desk.click("d6");
  CHECK(board_of(desk.view().board) == board_of("f5d6"));
  CHECK(desk.engines.starts == 0);
  desk.app->play_again();
  CHECK(desk.view().board.to_move == Side::black);
  CHECK(desk.view().ply == 0);
}

TEST_CASE("M05 the quick button starts as white, and play again keeps it so") {
  Desk desk;
  desk.app->start_ai(desk.view().second_level, Side::white);
  desk.frame();
  CHECK(desk.view().you == Side::white);
  CHECK(desk.view().thinking);
  CHECK_FALSE(desk.view().your_turn);
  desk.app->play_again();
  CHECK(desk.view().you == Side::white);
}

TEST_CASE("M06 Z05 the colour choice decides the user's side") {
  Desk desk;
  desk.app->set_colour(ColourChoice::white);
  desk.app->start_ai(Level::easy);
  CHECK(desk.view().you == Side::white);
  desk.app->set_colour(ColourChoice::black);
  desk.app->start_ai(Level::easy);
  CHECK(desk.view().you == Side::black);
  desk.app->set_colour(ColourChoice::random);
  int black = 0;
  for (int game = 0; game < 64; ++game) {
    desk.app->start_ai(Level::easy);
    black += desk.view().you == Side::black ? 1 : 0;
  }
  CHECK(black > 8);
  CHECK(black < 56);
}

TEST_CASE("M07 S04 alternate swaps the user's colour every game, across a restart too") {
  FakeStorage kept;
  {
    Desk desk;
    desk.app->set_colour(ColourChoice::alternate);
    desk.app->start_ai(Level::easy);
    CHECK(desk.view().you == Side::black);
    desk.app->play_again();
    CHECK(desk.view().you == Side::white);
    desk.app->play_again();
    CHECK(desk.view().you == Side::black);
    kept = desk.storage;
  }
  Desk desk(kept);
  desk.app->start_ai(Level::easy);
  CHECK(desk.view().you == Side::white);
}

TEST_CASE("M10 choose the way to play again returns to the start screen and ends the search") {
  Desk desk;
  desk.app->start_ai(Level::easy, Side::white);
  desk.frame();
  REQUIRE(desk.engines.job);
  desk.app->choose_mode();
  CHECK(desk.view().screen == Screen::start);
  CHECK_FALSE(desk.engines.job);
  CHECK_FALSE(desk.view().allowed.undo);
}

TEST_CASE("M11 play again begins a new game with the same settings") {
  Desk desk;
  desk.app->start_ai(Level::easy);
  desk.play_ai("f5d6");
  desk.app->play_again();
  CHECK(desk.view().mode == Mode::ai);
  CHECK(desk.view().ply == 0);
  CHECK(desk.view().players[1].level == Level::easy);
}

TEST_CASE("M12 E09 resigning is a loss whatever the counts") {
  Desk desk;
  desk.app->start_ai(Level::easy);
  CHECK_FALSE(desk.view().allowed.resign);  // nothing played yet
  desk.click("f5");                         // black leads 4 to 1
  desk.app->resign();
  const ViewModel& view = desk.view();
  REQUIRE(view.result);
  CHECK(view.result->reason == EndReason::resigned);
  CHECK(view.result->winner == Side::white);
  CHECK(view.result->you_won == false);
  CHECK_FALSE(view.result->tournament);
  CHECK_FALSE(view.allowed.undo);
  desk.frame();
  CHECK_FALSE(desk.view().thinking);
}

TEST_CASE("L05 U08 undo while the AI thinks cancels the search") {
  Desk desk;
  desk.app->start_ai(Level::easy);
  desk.click("f5");
  REQUIRE(desk.engines.job);
  CHECK(desk.view().thinking);
  desk.app->undo();
  CHECK(desk.engines.cancels == 1);
  CHECK_FALSE(desk.view().thinking);
  CHECK(desk.view().ply == 0);
  CHECK(desk.view().your_turn);
}

TEST_CASE("L06 an answer for another position is thrown away") {
  Desk desk;
  desk.app->start_ai(Level::easy);
  desk.click("f5");
  const EngineJob old = *desk.engines.job;
  desk.app->undo();
  desk.click("d3");
  desk.engines.answers.push_back({old.id, Move{static_cast<std::uint16_t>(at("f4"))}});
  desk.pass(ai_pause);
  CHECK(desk.view().ply == 1);
}

TEST_CASE("L06 an illegal answer is not played and asked for again") {
  Desk desk;
  desk.app->start_ai(Level::easy);
  desk.click("f5");
  desk.engines.answer(Move{0});
  desk.frame();
  desk.pass(ai_pause);
  CHECK(desk.view().ply == 1);
  CHECK(desk.toast() == "engine_error");
  desk.frame();
  CHECK(desk.engines.starts == 2);
}

TEST_CASE("N04 the AI waits until the flips end and a moment more") {
  Desk desk;
  desk.app->start_ai(Level::easy);
  desk.click("f5");
  desk.app->set_animation(desk.now + Time{300}, desk.now + Time{500});
  desk.engines.answer();
  desk.frame();
  // The model is final at once, whatever is still moving on the screen.
  CHECK(board_of(desk.view().board) == board_of("f5"));
  CHECK(desk.view().players[0].discs == 4);
  CHECK(desk.app->next_deadline() == desk.now + Time{300});
  desk.pass(Time{500});
  CHECK(desk.view().ply == 1);
  CHECK(desk.app->next_deadline() == desk.now + ai_pause);
  desk.pass(ai_pause - Time{1});
  CHECK(desk.view().ply == 1);
  desk.pass(Time{1});
  CHECK(desk.view().ply == 2);
}

TEST_CASE("N05 undo and a new game in the middle of an animation leave a correct board") {
  Desk desk;
  desk.app->start_hotseat();
  desk.click("f5");
  desk.app->set_animation(desk.now + Time{300}, desk.now + Time{500});
  desk.app->undo();
  CHECK(board_of(desk.view().board) == board_of(""));
  desk.click("d3");
  CHECK(board_of(desk.view().board) == board_of("d3"));
  desk.app->set_animation(desk.now + Time{300}, desk.now + Time{500});
  desk.app->play_again();
  CHECK(board_of(desk.view().board) == board_of(""));
  CHECK(desk.view().allowed.place);
}

TEST_CASE("I10 input is ignored while an animation blocks or the AI is to move") {
  Desk desk;
  desk.app->start_hotseat();
  desk.click("f5");
  desk.app->set_animation(desk.now + Time{300}, desk.now + Time{500});
  desk.app->hover_place(at("d6"));
  CHECK_FALSE(desk.view().board.hover);
  desk.click("d6");
  CHECK(desk.view().ply == 1);
  desk.pass(Time{300});
  CHECK(desk.view().allowed.place);
  CHECK(desk.view().board.hover == at("d6"));
  desk.click("d6");
  CHECK(desk.view().ply == 2);

  desk.app->start_ai(Level::easy, Side::white);
  desk.frame();
  desk.click("f5");
  CHECK(desk.view().ply == 0);
}

TEST_CASE("I01 I02 I03 I05 hover shows ghost and rings on legal squares only, and nothing when it ends") {
  Desk desk;
  desk.app->start_hotseat();
  desk.app->hover_place(at("f5"));
  CHECK(desk.view().board.hover == at("f5"));
  CHECK(desk.view().board.will_flip == squares({"e5"}));
  desk.app->hover_place(at("a1"));
  CHECK_FALSE(desk.view().board.hover);
  CHECK(desk.view().board.will_flip.empty());
  desk.app->hover_place(at("f5"));
  desk.app->hover_place({});
  CHECK_FALSE(desk.view().board.hover);
  CHECK(desk.view().board.will_flip.empty());
  desk.click("a1");
  desk.app->click_place(-1);
  desk.app->click_place(64);
  CHECK(desk.view().ply == 0);
}

TEST_CASE("Z15 I11 I12 I13 I15 a tap shows the move first, and the second tap on it places; a mouse places at once") {
  Desk desk;
  desk.app->start_hotseat();
  const auto tap = [&](std::string_view place) { desk.app->click_place(desk.at(place), Pointer::touch); };
  tap("f5");
  CHECK(desk.view().ply == 0);
  CHECK(desk.view().board.preview == at("f5"));
  CHECK(desk.view().board.hover == at("f5"));
  CHECK(desk.view().board.will_flip == squares({"e5"}));
  tap("a1");  // illegal: what is shown stays
  CHECK(desk.view().board.preview == at("f5"));
  desk.app->hover_place(at("e6"));
  CHECK(desk.view().board.hover == at("f5"));
  tap("d3");
  CHECK(desk.view().ply == 0);
  CHECK(desk.view().board.preview == at("d3"));
  CHECK(desk.view().board.will_flip == squares({"d4"}));
  tap("d3");
  CHECK(desk.view().ply == 1);
  CHECK(desk.view().board.last_place == at("d3"));
  CHECK_FALSE(desk.view().board.preview);
  desk.click("c5");
  CHECK(desk.view().ply == 2);
}

TEST_CASE("Z15 what is shown is placed by its button, and taken back by Esc, by undo and by leaving the game") {
  Desk desk;
  desk.app->start_hotseat();
  const auto tap = [&](std::string_view place) { desk.app->click_place(desk.at(place), Pointer::touch); };
  desk.app->confirm_move();
  CHECK(desk.view().ply == 0);
  tap("f5");
  desk.app->confirm_move();
  CHECK(desk.view().ply == 1);
  tap("d6");
  desk.app->back();
  CHECK(desk.view().screen == Screen::game);
  CHECK_FALSE(desk.view().board.preview);
  desk.app->confirm_move();
  CHECK(desk.view().ply == 1);
  tap("d6");
  desk.app->undo();
  CHECK_FALSE(desk.view().board.preview);
  tap("f5");
  desk.app->choose_mode();
  desk.app->start_hotseat();
  CHECK_FALSE(desk.view().board.preview);
  desk.app->confirm_move();
  CHECK(desk.view().ply == 0);
}

TEST_CASE("Z15 always: mouse, table and keyboard confirm as well; never: a tap places") {
  Desk desk;
  desk.app->set_confirm(Confirm::always);
  desk.app->start_hotseat();
  desk.click("f5");
  CHECK(desk.view().ply == 0);
  desk.click("f5");
  CHECK(desk.view().ply == 1);
  desk.app->move_cursor(0, 0);   // at f5
  desk.app->move_cursor(0, -1);  // f4
  desk.app->press_cursor();
  CHECK(desk.view().board.preview == at("f4"));
  desk.app->press_cursor();
  CHECK(desk.view().ply == 2);
  desk.app->set_confirm(Confirm::never);
  desk.app->click_place(at("e3"), Pointer::touch);
  CHECK(desk.view().ply == 3);
}

TEST_CASE(
    "I14 I17 Omok: the first tap shows the stone even where the pointer's is switched off, the second places it") {
  Desk desk;
  desk.app->set_game("omok");
  desk.app->set_variant("renju");
  desk.app->set_ghost(false);
  desk.app->start_hotseat();
  desk.app->click_place(desk.at("H8"), Pointer::touch);
  desk.app->click_place(desk.at("J8"), Pointer::touch);  // the finger was beside the point: moved, not placed
  CHECK(desk.view().ply == 0);
  CHECK(desk.view().board.hover == desk.at("J8"));
  desk.app->click_place(desk.at("J8"), Pointer::touch);
  CHECK(desk.view().ply == 1);
  CHECK(desk.view().board.last_place == desk.at("J8"));
}

TEST_CASE("I18 I20 arrow keys move the cursor, which stops at the edge") {
  Desk desk;
  desk.app->move_cursor(1, 0);
  CHECK_FALSE(desk.view().board.cursor);  // no board yet
  desk.app->start_hotseat();
  desk.app->move_cursor(1, 0);
  REQUIRE(desk.view().board.cursor);
  const Place first = *desk.view().board.cursor;
  desk.app->move_cursor(1, 0);
  CHECK(desk.view().board.cursor == first + 1);
  desk.app->move_cursor(0, 1);
  CHECK(desk.view().board.cursor == first + 9);
  for (int press = 0; press < 10; ++press) desk.app->move_cursor(1, 0);
  CHECK(reversi::column_of(*desk.view().board.cursor) == 7);
  for (int press = 0; press < 10; ++press) desk.app->move_cursor(0, -1);
  CHECK(desk.view().board.cursor == at("h1"));
}

TEST_CASE("I19 I21 Enter places at the cursor, and does nothing on an illegal square") {
  Desk desk;
  desk.app->start_hotseat();
  desk.app->press_cursor();
  CHECK(desk.view().ply == 0);
  desk.app->move_cursor(0, 0);  // shown at d4
  desk.app->press_cursor();
  CHECK(desk.view().ply == 0);
  desk.app->move_cursor(0, -1);  // d3
  CHECK(desk.view().board.will_flip == squares({"d4"}));
  desk.app->press_cursor();
  CHECK(desk.view().ply == 1);
  CHECK(desk.view().board.last_place == at("d3"));
}

TEST_CASE("U01 U05 U06 hot-seat: exactly one move back, down to the start") {
  Desk desk;
  desk.app->start_hotseat();
  CHECK_FALSE(desk.view().allowed.undo);
  desk.play("f5d6c3");
  CHECK(desk.view().allowed.undo);
  desk.app->undo();
  CHECK(board_of(desk.view().board) == board_of("f5d6"));
  CHECK(desk.view().change.kind == Change::Kind::undo);
  CHECK(desk.view().change.place == at("c3"));
  desk.app->undo();
  desk.app->undo();
  CHECK(board_of(desk.view().board) == board_of(""));
  CHECK_FALSE(desk.view().allowed.undo);
  desk.app->undo();
  CHECK(desk.view().ply == 0);
}

TEST_CASE("U05 U11 hot-seat: the pass goes back with its move, and its text too") {
  Desk desk;
  desk.app->start_hotseat();
  desk.play(games::black_passes);
  REQUIRE(desk.view().pass);
  desk.app->undo();
  CHECK_FALSE(desk.view().pass);
  CHECK(desk.view().ply == 7);
  CHECK(desk.view().board.to_move == Side::white);
  CHECK(desk.view().board.last_place == at("g7"));
}

TEST_CASE("U02 U04 against the AI undo goes back to before the user's last move") {
  Desk desk;
  desk.app->start_ai(Level::easy);
  desk.play_ai("f5d6c3d3");
  CHECK(desk.view().ply == 4);
  desk.app->undo();
  CHECK(board_of(desk.view().board) == board_of("f5d6"));
  CHECK(desk.view().your_turn);
  CHECK(desk.view().board.last_place == at("d6"));
  CHECK(desk.view().board.last->flips == 1);
  desk.app->undo();
  CHECK(desk.view().ply == 0);
  CHECK_FALSE(desk.view().allowed.undo);
}

TEST_CASE("U03 AI moves made while the user passed are taken back with it") {
  Desk desk;
  desk.app->start_ai(Level::easy);
  desk.play_ai(games::black_passes);
  CHECK(desk.view().board.to_move == Side::white);  // the user passed, the AI is to move again
  desk.frame();
  desk.engines.answer();
  desk.frame();
  desk.pass(ai_pause);
  CHECK(desk.view().ply == 9);
  desk.app->undo();
  CHECK(desk.view().ply == 6);  // before g7, the user's last move; h6 and the AI's second move went with it
  CHECK(desk.view().your_turn);
}

TEST_CASE("U07 the AI's first move stays when the user has not moved yet") {
  Desk desk;
  desk.app->start_ai(Level::easy, Side::white);
  desk.ai_moves("f5");
  CHECK(desk.view().your_turn);
  CHECK_FALSE(desk.view().allowed.undo);
  desk.app->undo();
  CHECK(desk.view().ply == 1);
}

TEST_CASE("U10 with undo switched off a placed disc is final") {
  Desk desk;
  desk.app->set_undo_allowed(false);
  desk.app->start_hotseat();
  desk.click("f5");
  CHECK_FALSE(desk.view().allowed.undo);
  desk.app->undo();
  CHECK(desk.view().ply == 1);
}

TEST_CASE("P01 P02 P03 the banner names the side that passes and goes after a while") {
  Desk desk;
  desk.app->start_hotseat();
  desk.play(games::white_passes);
  REQUIRE(desk.view().pass);
  CHECK(desk.view().pass->side == Side::white);
  CHECK(desk.view().pass->banner);
  CHECK(desk.app->next_deadline() == desk.now + pass_banner_time);
  desk.pass(pass_banner_time);
  REQUIRE(desk.view().pass);
  CHECK_FALSE(desk.view().pass->banner);
}

TEST_CASE("P04 P05 K12 the pass text stays until the passed side moves; the turn stays the same") {
  Desk desk;
  desk.app->start_hotseat();
  desk.play(games::black_passes);
  CHECK(desk.view().board.to_move == Side::white);  // again
  CHECK(desk.view().players[1].active);
  desk.pass(pass_banner_time);
  const auto legal = [&] {
    Place square = 0;
    while (!desk.view().board.legal.contains(square)) ++square;
    return square;
  };
  while (desk.view().board.to_move == Side::white) {
    REQUIRE(desk.view().pass);
    CHECK(desk.view().pass->side == Side::black);
    desk.app->click_place(legal());
    desk.frame();
  }
  REQUIRE(desk.view().pass);
  desk.app->click_place(legal());
  desk.frame();
  CHECK((!desk.view().pass || desk.view().pass->side == Side::white));
}

TEST_CASE("P06 E08 neither can move: the game ends, no pass is told") {
  Desk desk;
  desk.app->start_hotseat();
  desk.play(games::one_empty);
  REQUIRE(desk.view().result);
  CHECK(desk.view().result->reason == EndReason::no_moves);
  CHECK_FALSE(desk.view().pass);
}

TEST_CASE("E01 E02 E03 E05 E06 the result counts discs and empties, and the tournament count apart") {
  Desk desk;
  desk.app->start_hotseat();
  desk.play(games::one_empty);
  REQUIRE(desk.view().result);
  const ResultModel& result = *desk.view().result;
  REQUIRE(result.score);
  const int black = result.score->of[0];
  const int white = result.score->of[1];
  CHECK(std::max(black, white) == 33);
  CHECK(std::min(black, white) == 30);
  CHECK(result.score->empties == 1);
  REQUIRE(result.tournament);
  CHECK(std::max(result.tournament->of[0], result.tournament->of[1]) == 34);
  CHECK((result.winner == Side::black) == (black > white));
  CHECK((result.winner == Side::black) == (result.tournament->of[0] > result.tournament->of[1]));
  CHECK(desk.view().players[0].discs == black);
  CHECK_FALSE(result.you_won);  // nobody is "you" when two share a device
}

TEST_CASE("E12 after the end: play again and choose mode; undo takes the end back") {
  Desk desk;
  desk.app->start_hotseat();
  desk.play(games::wipe_out);
  REQUIRE(desk.view().result);
  CHECK(desk.view().allowed.play_again);
  CHECK_FALSE(desk.view().allowed.resign);
  CHECK_FALSE(desk.view().allowed.place);
  desk.app->undo();
  CHECK_FALSE(desk.view().result);
  desk.app->play_again();
  CHECK(desk.view().ply == 0);
}

TEST_CASE("K02 K03 Z04 marker modes, and the checkbox between none and the last choice") {
  Desk desk;
  desk.app->start_hotseat();
  CHECK(desk.view().board.marked == desk.view().board.legal);
  desk.app->set_markers(Markers::counts);
  CHECK(desk.view().board.flip_counts[static_cast<std::size_t>(at("f5"))] == 1);
  desk.app->toggle_markers();
  CHECK(desk.app->settings().markers == Markers::none);
  CHECK(desk.view().board.marked.empty());
  CHECK_FALSE(desk.view().board.legal.empty());
  desk.app->toggle_markers();
  CHECK(desk.app->settings().markers == Markers::counts);
}

TEST_CASE("K14 nothing is marked while the AI is to move") {
  Desk desk;
  desk.app->start_ai(Level::easy);
  CHECK_FALSE(desk.view().board.marked.empty());
  desk.click("f5");
  CHECK(desk.view().board.marked.empty());
}

TEST_CASE("T08 T09 the last move, its side and its flips are told") {
  Desk desk;
  desk.app->start_hotseat();
  desk.play("f5d6c3");
  CHECK(desk.view().board.last_place == at("c3"));
  CHECK(desk.view().board.last->side == Side::black);
  CHECK(desk.view().board.last->flips == 1);
}

TEST_CASE("a view without news keeps its revision, and an idle game has no deadline") {
  Desk desk;
  desk.app->start_hotseat();
  desk.frame();
  const auto revision = desk.view().revision;
  desk.pass(Time{5000});
  CHECK(desk.view().revision == revision);
  CHECK_FALSE(desk.app->next_deadline());
}
