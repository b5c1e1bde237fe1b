// What the panel says and does: the real app under it, engine, server and clock played by the test.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/client/app/games.hpp"
#include "tests/client/ui/panel.hpp"
#include "tests/client/ui/states.hpp"

using namespace dolbang;
using i18n::Language;
using ui_test::Panel;
using ui_test::state;

namespace {

bool says(const Panel& panel, std::string_view text) {
  for (const ui::Written& line : panel.ui.texts())
    if (line.text.find(text) != std::string::npos) return true;
  return false;
}

std::string label(const Panel& panel, std::string_view name) {
  const ui::Widget* widget = panel.find(name);
  return widget ? widget->label : "";
}

bool enabled(const Panel& panel, std::string_view name) {
  const ui::Widget* widget = panel.find(name);
  return widget && widget->enabled;
}

struct Shown {
  std::unique_ptr<app::Desk> desk;
  Panel panel;
  explicit Shown(std::string_view name, Language language = Language::english, ui_test::Size size = {})
      : desk(state(name)), panel(*desk, language, size) {
    panel.settle();
  }
  const app::ViewModel& view() { return desk->view(); }
};

}  // namespace

TEST_CASE("M04 a level's button starts at once, the user as black") {
  Shown s("start");
  REQUIRE(s.panel.press("button.ai.easy"));
  CHECK(s.view().screen == app::Screen::game);
  CHECK(s.view().mode == app::Mode::ai);
  CHECK(s.view().you == Side::black);
}

TEST_CASE("M05 the quick button starts as white") {
  Shown s("start");
  REQUIRE(s.panel.press("button.second"));
  CHECK(s.view().you == Side::white);
}

TEST_CASE("M06 the colour choice is kept and used") {
  Shown s("start");
  REQUIRE(s.panel.press("colour.1"));
  CHECK(s.desk->app->settings().colour == app::ColourChoice::white);
  REQUIRE(s.panel.press("button.ai.easy"));
  CHECK(s.view().you == Side::white);
}

TEST_CASE("M02 two players on this device") {
  Shown s("start");
  REQUIRE(s.panel.press("button.hotseat"));
  CHECK(s.view().mode == app::Mode::hotseat);
  CHECK(says(s.panel, "Black to move"));
}

TEST_CASE("G12 a level is explained where it is chosen") {
  Shown s("start");
  // One level alone has room for its words; several tell them where one points.
  if (s.view().levels.size() <= 2) CHECK(says(s.panel, "Does not look ahead"));
  const ui::Rect easy = s.panel.find("button.ai.easy")->rect;
  s.panel.point_at(easy.x + 5, easy.y + 5);
  CHECK(s.panel.tooltip().find("Does not look ahead") == 0);
}

TEST_CASE("G14 the language changes at once") {
  Shown s("start");
  CHECK(says(s.panel, "Two players on this device"));
  REQUIRE(s.panel.press("language.1"));
  CHECK(s.desk->app->settings().language == app::Language::korean);
  s.panel.language = Language::korean;
  s.panel.settle();
  CHECK(says(s.panel, "이 기기에서 둘이 두기"));
  CHECK_FALSE(says(s.panel, "Two players on this device"));
}

TEST_CASE("F01 a room is made on the server that is named") {
  Shown s("start");
  REQUIRE(s.panel.press("button.create"));
  CHECK(s.view().screen == app::Screen::game);
  CHECK(s.desk->line().endpoint.host == "192.168.100.200");
}

TEST_CASE("F01 the waiting creator sees the URL and can copy it") {
  Shown s("room-waiting");
  CHECK(label(s.panel, "text.url") == "http://192.168.100.200:7311/r/abcdefgh2345");
  CHECK(says(s.panel, "Waiting for someone to join"));  // F16
  REQUIRE(s.panel.press("button.copy"));
  CHECK(s.desk->app->take_clipboard() == "http://192.168.100.200:7311/r/abcdefgh2345");
}

TEST_CASE("F04 a visitor sees Join, and only Join joins") {
  Shown s("room-join");
  CHECK(says(s.panel, "Zoë is waiting for an opponent."));
  s.desk->line().sent.clear();
  s.panel.settle();
  CHECK(s.desk->line().sent.empty());
  REQUIRE(s.panel.press("button.join"));
  REQUIRE_FALSE(s.desk->line().sent.empty());
  CHECK(std::holds_alternative<proto::Join>(s.desk->line().sent.back()));
}

TEST_CASE("F04 a pasted text that is no room's URL is refused in words") {
  Shown s("start-bad-url");
  CHECK(s.view().screen == app::Screen::start);
  CHECK(label(s.panel, "toast").find("/r/CODE") != std::string::npos);
}

TEST_CASE("F09 F10 the AI is offered when the time is up, not before; till then it counts down") {
  Shown before("room-absent");
  CHECK(says(before.panel, "Your friend lost the connection."));
  CHECK(says(before.panel, "1:23"));
  CHECK(before.panel.find("button.replace.easy") == nullptr);
  before.desk->pass(std::chrono::seconds{23});
  before.panel.settle();
  CHECK(says(before.panel, "1:00"));

  Shown offer("room-offer");
  REQUIRE(offer.panel.press("button.replace.easy"));
  const auto& sent = offer.desk->line().sent;
  REQUIRE_FALSE(sent.empty());
  REQUIRE(std::holds_alternative<proto::Replace>(sent.back()));
  CHECK(std::get<proto::Replace>(sent.back()).level == "easy");
}

TEST_CASE("F12 U09 no undo in a room") {
  Shown room("room-play");
  CHECK(room.panel.find("button.undo") == nullptr);
  Shown ai("ai-hover");
  CHECK(enabled(ai.panel, "button.undo"));
}

TEST_CASE("F08 E12 after a room's game one more with sides swapped is offered") {
  Shown s("room-over");
  REQUIRE(s.panel.press("button.rematch"));
  REQUIRE_FALSE(s.desk->line().sent.empty());
  CHECK(std::holds_alternative<proto::Rematch>(s.desk->line().sent.back()));
  CHECK(says(Shown("room-rematch-asked").panel, "Waiting for your friend to agree"));
  CHECK(says(Shown("room-rematch-offered").panel, "Your friend wants one more game."));
}

TEST_CASE("F15 a third person sees the game and has nothing to press on the board") {
  Shown s("room-watching");
  CHECK(says(s.panel, "You are watching"));
  for (const ui::Widget& widget : s.panel.widgets())
    if (widget.name.rfind("cell.", 0) == 0) CHECK_FALSE(widget.enabled);
  CHECK(s.panel.find("button.resign") == nullptr);
}

TEST_CASE("Z16 the replaced player asks for the seat, the other gives it back") {
  CHECK(enabled(Shown("room-reclaim").panel, "button.reclaim"));
  CHECK(enabled(Shown("room-grant").panel, "button.grant"));
  CHECK(Shown("room-replaced").panel.find("button.grant") == nullptr);
}

TEST_CASE("F14 M12 resigning asks first; No plays on, Yes resigns") {
  Shown s("hotseat");
  REQUIRE(s.panel.press("button.resign"));
  CHECK_FALSE(s.view().result);
  REQUIRE(s.panel.press("button.resign.no"));
  CHECK_FALSE(s.view().result);
  REQUIRE(s.panel.press("button.resign"));
  REQUIRE(s.panel.press("button.resign.yes"));
  REQUIRE(s.view().result);
  CHECK(s.view().result->reason == EndReason::resigned);
  CHECK(says(s.panel, "resigned."));
}

TEST_CASE("the link's state is always in sight in a room") {
  for (const char* name : {"room-connecting", "room-waiting", "room-join", "room-play", "room-over", "room-watching"})
    CHECK_MESSAGE(Shown(name).panel.find("link") != nullptr, name);
  CHECK(says(Shown("room-connecting").panel, "Connecting"));
  CHECK(says(Shown("room-play").panel, "Online"));
  CHECK(says(Shown("room-reconnecting").panel, "Connection lost"));
  CHECK(Shown("hotseat").panel.find("link") == nullptr);
}

TEST_CASE("T02 row 1 is on top, column a at the left") {
  Shown s("hotseat");
  const ui::Rect a1 = s.panel.find("cell.a1")->rect, h1 = s.panel.find("cell.h1")->rect,
                 a8 = s.panel.find("cell.a8")->rect;
  CHECK(a1.x < h1.x);
  CHECK(a1.y == h1.y);
  CHECK(a1.y < a8.y);
  CHECK(a1.x == a8.x);
}

TEST_CASE("T04 T06 only legal squares can be pressed, and a press places at once") {
  Shown s("ai-first-move");
  int legal = 0;
  for (const ui::Widget& widget : s.panel.widgets())
    if (widget.name.rfind("cell.", 0) == 0 && widget.enabled) ++legal;
  CHECK(legal == 4);
  CHECK_FALSE(s.panel.press("cell.a1"));
  REQUIRE(s.panel.press("cell.f5"));
  CHECK(s.view().ply == 1);
}

TEST_CASE("T08 T09 the last move is told with the discs it flipped") {
  Shown s("ai-first-move");
  CHECK(says(s.panel, "none yet"));
  REQUIRE(s.panel.press("cell.f5"));
  CHECK(says(s.panel, "Black f5 · 1 flipped"));
}

TEST_CASE("T10 P04 the pass stays under the table until the side that passed moves; P01 P02 the banner goes") {
  Shown s("hotseat-pass");
  CHECK(label(s.panel, "banner.pass") == "White passes (no place to play)");
  CHECK(says(s.panel, "White had to pass"));
  s.desk->pass(app::pass_banner_time + app::Time{1});
  s.panel.settle();
  CHECK(s.panel.find("banner.pass") == nullptr);
  CHECK(says(s.panel, "White had to pass"));
}

TEST_CASE("T07 T12 every square has a name that says what it is") {
  Shown s("ai-first-move");
  CHECK(label(s.panel, "cell.f5") == "f5, legal, flips 1");
  CHECK(label(s.panel, "cell.d4") == "d4, White");
  CHECK(label(s.panel, "cell.a1") == "a1, empty");
  s.panel.language = Language::korean;
  s.panel.settle();
  CHECK(label(s.panel, "cell.f5") == "f5, 둘 수 있음, 1개 뒤집음");
}

TEST_CASE("K02 the toggle takes the marks away; the squares stay playable") {
  Shown s("ai-first-move");
  CHECK_FALSE(s.view().board.marked.empty());
  REQUIRE(s.panel.press("toggle.marks"));
  CHECK(s.view().board.marked.empty());
  CHECK(enabled(s.panel, "cell.f5"));
}

TEST_CASE("K10 K11 Z03 the counts stand on the cards and at the lower left of the board") {
  Shown s("hotseat-empties");
  CHECK(label(s.panel, "card.black").find("30") != std::string::npos);
  bool lower_left = false;
  for (const ui::Written& line : s.panel.ui.texts())
    if (line.text == "33" && line.rect.x < 200 && line.rect.y > 700) lower_left = true;
  CHECK(lower_left);
}

TEST_CASE("K12 whose turn it is, is always said") {
  CHECK(says(Shown("ai-first-move").panel, "Your turn"));
  CHECK(says(Shown("ai-thinks").panel, "The AI is thinking"));
  CHECK(says(Shown("hotseat").panel, "Black to move"));
  CHECK(says(Shown("room-friends-turn").panel, "Your friend's turn"));
}

TEST_CASE("E02 E03 E08 empties, the tournament's count and the reason are told") {
  Shown s("hotseat-empties");
  CHECK(says(s.panel, "White wins"));
  CHECK(says(s.panel, "black 30 · white 33 · empty 1"));
  CHECK(says(s.panel, "Tournament count 30–34"));
  CHECK(says(s.panel, "Neither side can move."));
}

TEST_CASE("E12 M10 M11 after a game: play again or choose how") {
  Shown s("hotseat-empties");
  REQUIRE(s.panel.press("button.again"));
  CHECK(s.view().ply == 0);
  REQUIRE(s.panel.press("button.mode"));
  CHECK(s.view().screen == app::Screen::start);
}

TEST_CASE("U01 undo by its button") {
  Shown s("hotseat");
  const int ply = s.view().ply;
  REQUIRE(s.panel.press("button.undo"));
  CHECK(s.view().ply == ply - 1);
}

TEST_CASE("V02 the view buttons") {
  Shown s("hotseat");
  const auto serial = s.view().view_serial;
  REQUIRE(s.panel.press("view.1"));
  CHECK(s.desk->app->settings().view == app::ViewPreset::top);
  CHECK(s.view().view_serial > serial);
}

TEST_CASE("the record lists the moves and can be copied") {
  Shown s("hotseat");
  REQUIRE(s.panel.press("tab.1"));
  CHECK(says(s.panel, "g6"));
  REQUIRE(s.panel.press("button.copy_record"));
  CHECK(std::string(ImGui::GetClipboardText()) == "f5d6c3d3c4f4f6f3e6e7d7g6");
}

TEST_CASE("S01 settings are reached by their tab and closed by Esc") {
  Shown s("hotseat");
  REQUIRE(s.panel.press("tab.2"));
  CHECK(s.view().settings_open);
  REQUIRE(s.panel.press("markers.1"));
  CHECK(s.desk->app->settings().markers == app::Markers::counts);
  s.desk->app->back();
  s.desk->frame();
  s.panel.settle();
  CHECK(s.view().screen == app::Screen::game);
  CHECK(enabled(s.panel, "cell.f7"));
}

TEST_CASE("I22 the keyboard alone starts, plays and restarts a game") {
  Shown s("start");
  const auto walk_to = [&](std::string_view name) {
    for (int steps = 0; steps < 100; ++steps) {
      if (s.panel.focused() == name) return true;
      s.panel.key(ui::Key::next);
    }
    return false;
  };
  CHECK_FALSE(s.panel.key(ui::Key::press));  // nothing has the focus yet: the key is the board's
  REQUIRE(walk_to("button.hotseat"));
  CHECK(s.panel.key(ui::Key::press));
  REQUIRE(s.view().screen == app::Screen::game);
  REQUIRE(walk_to("cell.e6"));
  s.panel.key(ui::Key::press);
  CHECK(s.view().ply == 1);
  REQUIRE(walk_to("button.again"));
  s.panel.key(ui::Key::press);
  CHECK(s.view().ply == 0);
}

TEST_CASE("I22 arrows go to the nearest square that can be pressed, Esc leaves the panel") {
  Shown s("ai-first-move");  // legal: d3 c4 f5 e6
  while (s.panel.focused() != "cell.d3") s.panel.key(ui::Key::next);
  s.panel.key(ui::Key::down);
  CHECK(s.panel.focused() == "cell.c4");
  s.panel.key(ui::Key::right);
  CHECK(s.panel.focused() != "cell.c4");
  CHECK(s.panel.key(ui::Key::leave));
  CHECK_FALSE(s.panel.ui.has_focus());
  CHECK_FALSE(s.panel.key(ui::Key::down));
}

TEST_CASE("I22 Tab leaves a field that is typed in") {
  Shown s("start");
  while (s.panel.focused() != "input.name") s.panel.key(ui::Key::next);
  CHECK(ImGui::GetIO().WantTextInput);
  s.panel.key(ui::Key::next);
  CHECK(s.panel.focused() == "input.server");
  while (s.panel.focused() != "button.create") s.panel.key(ui::Key::next);
  CHECK_FALSE(ImGui::GetIO().WantTextInput);
}

TEST_CASE("a long name is cut, never spilt") {
  for (const float width : {1280.0F, 360.0F}) {
    Shown s("room-long-name", Language::korean, {width, 800});
    bool cut = false;
    for (const ui::Written& line : s.panel.ui.texts()) {
      CHECK(line.rect.x + line.rect.width <= line.room.x + line.room.width + 1.5F);
      cut = cut || line.cut;
    }
    CHECK(cut);
  }
}

TEST_CASE("G13 M08 M18 the start screen offers the games, and what can be chosen of each") {
  Shown s("start");
  CHECK(enabled(s.panel, "size.1"));
  CHECK(s.panel.find("corners.0") == nullptr);
  REQUIRE(s.panel.press("size.1"));
  REQUIRE(s.panel.press("handicap.2"));
  REQUIRE(s.panel.press("corners.1"));
  CHECK(s.desk->app->chosen() == GameSpec{"reversi", "6x6-white2"});
  REQUIRE(s.panel.press("game.1"));
  CHECK(s.desk->app->chosen() == GameSpec{"omok", "freestyle"});
  CHECK(s.panel.find("forbidden.0") == nullptr);
  REQUIRE(s.panel.press("rule.1"));
  REQUIRE(s.panel.press("forbidden.1"));
  REQUIRE(s.panel.press("opening.2"));
  CHECK(s.desk->app->chosen() == GameSpec{"omok", "renju-loses-swap2"});
  REQUIRE(s.panel.press("rule.0"));
  CHECK(s.desk->app->chosen() == GameSpec{"omok", "freestyle-swap2"});
  REQUIRE(s.panel.press("button.hotseat"));
  CHECK(s.view().game == GameSpec{"omok", "freestyle-swap2"});
  CHECK(label(s.panel, "title") == "Omok · Freestyle · Swap2 · Two players");
}

TEST_CASE("Z02 easy, medium and hard stand ready, the other levels behind a button; what a build lacks is not shown") {
  for (const char* start : {"start", "start-omok"}) {
    Shown s(start);
    const std::vector<Level> levels = s.view().levels;
    if (levels.size() > 1) {
      const bool hidden = s.panel.find("button.levels") != nullptr;
      if (hidden) REQUIRE(s.panel.press("button.levels"));
    }
    for (const Level level : all_levels) {
      CAPTURE(to_string(level));
      const bool there = std::find(levels.begin(), levels.end(), level) != levels.end();
      CHECK((s.panel.find("button.ai." + std::string(to_string(level))) != nullptr) == there);
    }
  }
}

TEST_CASE("T03 T05 T08 Omok's table: row 15 on top, x on forbidden points, the last move in capitals") {
  Shown s("omok-forbidden");
  CHECK(s.panel.find("cell.A15")->rect.y < s.panel.find("cell.A1")->rect.y);
  CHECK(s.panel.find("cell.A1")->rect.x < s.panel.find("cell.O1")->rect.x);
  CHECK_FALSE(enabled(s.panel, "cell.H8"));
  CHECK(label(s.panel, "cell.H8") == "H8, forbidden: double three (33)");
  CHECK(says(s.panel, "White O1"));
  CHECK(label(s.panel, "remark") == "H8 is forbidden to black: double three (33)");
  const int ply = s.view().ply;
  REQUIRE(s.panel.press("cell.H9"));
  CHECK(s.view().ply == ply + 1);
}

TEST_CASE("O20 why a three does not count is said where one points") {
  CHECK(label(Shown("omok-three-void").panel, "remark").find("One three does not count") == 0);
}

TEST_CASE("Z12 Swap2's decisions are buttons, and a sentence says what to do") {
  Shown s("omok-swap2-choice");
  CHECK(label(s.panel, "task").find("Play white, swap and play black, or place two more") == 0);
  CHECK(label(s.panel, "button.decide.stay") == "Play white");
  REQUIRE(s.panel.press("button.decide.swap"));
  CHECK(s.view().transcript == "H8I9G7 swap");
  CHECK(says(s.panel, "White swaps the colours"));
  CHECK(label(Shown("omok-swap2-last").panel, "button.decide.swap") == "Swap and play white");
  Shown wait("omok-room-wait");
  CHECK(wait.panel.find("button.decide.swap") == nullptr);
  CHECK(label(wait.panel, "task") == "Swap2: the opponent chooses a colour.");
  CHECK(enabled(Shown("omok-room-choice").panel, "button.decide.more"));
}

TEST_CASE("E10 E11 Omok's end says how") {
  CHECK(says(Shown("omok-won").panel, "Five in a row."));
  CHECK(says(Shown("omok-forbidden-lost").panel, "Black played a forbidden point."));
  CHECK_FALSE(says(Shown("omok-won").panel, "black 5"));  // nothing is counted
}

TEST_CASE("K13 J11 the opening's name stands beside whose turn it is") {
  CHECK(label(Shown("hotseat-opening").panel, "opening") == "Opening: Rabbit");
  CHECK(label(Shown("hotseat-opening", Language::japanese).panel, "opening") == "定石：兎");
}

TEST_CASE("I05 a press that does nothing is explained beside the board") {
  CHECK(label(Shown("hotseat-hint").panel, "remark") == "A move has to flip at least one disc");
}

TEST_CASE("Z15 the move that a finger has shown has a button, which says what it does; the settings say when") {
  Shown s("hotseat-preview");
  const app::ViewModel& view = s.desk->view();
  REQUIRE(view.board.preview);
  const int before = view.ply;
  const std::string place = view.board.grid.name(*view.board.preview);
  const std::string count = std::to_string(view.board.will_flip.count());
  CHECK(label(s.panel, "button.confirm") == "Play " + place + " (turns " + count + ")");
  REQUIRE(s.panel.press("button.confirm"));
  CHECK(s.desk->view().ply == before + 1);
  CHECK_FALSE(s.panel.find("button.confirm"));
  Shown settings("omok-settings");
  REQUIRE(settings.panel.press("confirm.1"));
  CHECK(settings.desk->app->settings().confirm == app::Confirm::always);
}

TEST_CASE("K02 Z06 Omok has no marks to switch, but the faint stone") {
  Shown s("omok-settings");
  CHECK(s.panel.find("markers.0") == nullptr);
  REQUIRE(s.panel.press("toggle.ghost"));
  CHECK_FALSE(s.desk->app->settings().ghost);
}

TEST_CASE("a room's options are out of sight until they are asked for, and are kept") {
  Shown s("start");
  CHECK_FALSE(s.panel.find("room.undo"));
  REQUIRE(s.panel.press("button.room_choices"));
  REQUIRE(s.panel.press("room.colour.1"));
  REQUIRE(s.panel.press("room.clock.2"));
  REQUIRE(s.panel.press("room.spectators.1"));
  REQUIRE(s.panel.press("room.undo"));
  REQUIRE(s.panel.press("room.runs_on"));
  const app::RoomChoices& room = s.desk->app->settings().room;
  CHECK(room == app::RoomChoices{app::RoomChoices::Colour::white, std::chrono::minutes{5}, std::chrono::seconds{5},
                                 true, true, app::RoomChoices::Spectators::link});
  REQUIRE(s.panel.press("button.room_choices"));
  CHECK_FALSE(s.panel.find("room.undo"));
  CHECK(label(s.panel, "button.room_choices") == "More options · 5+5");  // it is not forgotten either
}

TEST_CASE("F19 F21 F22 the clocks stand on the cards, and what can be asked at the foot") {
  Shown s("room-clock");
  CHECK(label(s.panel, "card.black").find("4:05") != std::string::npos);
  CHECK(label(s.panel, "card.white").find("1:00:05") != std::string::npos);
  REQUIRE(s.panel.press("button.ask_undo"));
  CHECK(s.panel.find("button.ask_pause"));
}

TEST_CASE("F21 Z01 the friend's wish is said, with a yes and a no") {
  Shown s("room-asked");
  CHECK(says(s.panel, "Your friend would like to take back the last move."));
  CHECK(s.panel.find("button.decline"));
  REQUIRE(s.panel.press("button.agree"));
  CHECK(says(Shown("room-asking").panel, "You have asked for a pause; your friend decides."));
}

TEST_CASE("F22 a paused game says so and goes on by its button") {
  Shown s("room-paused");
  CHECK(label(s.panel, "status") == "The game is paused");
  CHECK(s.panel.press("button.resume"));
}

TEST_CASE("F20 the win can be claimed beside the AI, and how the game ended is said") {
  CHECK(Shown("room-offer").panel.find("button.claim"));
  CHECK(says(Shown("room-timed-out").panel, "Black ran out of time."));
  CHECK(says(Shown("room-abandoned").panel, "White stayed away."));
}

TEST_CASE("G14 why a server cannot be reached is said in the user's language, with what to do") {
  CHECK(label(Shown("room-certificate").panel, "toast").find("start with --ca-file") != std::string::npos);
  CHECK(label(Shown("room-certificate", Language::korean).panel, "toast").find("--ca-file 로 주고") !=
        std::string::npos);
}

TEST_CASE("F23 the spectators' link stands under the friend's, and who joins sees what was chosen") {
  Shown s("room-waiting-options");
  CHECK(label(s.panel, "text.watch_url") == "http://192.168.100.200:7311/r/w7m2pd9sxc4t");
  REQUIRE(s.panel.press("button.copy_watch"));
  CHECK(s.desk->app->take_clipboard() == "http://192.168.100.200:7311/r/w7m2pd9sxc4t");
  CHECK(says(Shown("room-join-options").panel, "Clock: 5 min + 5 s a move"));
  CHECK_FALSE(Shown("room-watch-only").panel.find("button.join"));
}
