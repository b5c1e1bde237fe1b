// What is kept on the device.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "client-sdl/app/saved.hpp"
#include "fakes.hpp"
#include "games.hpp"

using namespace dolbang;
using namespace dolbang::app;

TEST_CASE("S01 S05 settings survive a restart") {
  Desk first;
  first.app->set_markers(Markers::counts);
  first.app->set_language(Language::korean);
  first.app->set_colour(ColourChoice::random);
  first.app->set_sound(false);
  first.app->set_view(ViewPreset::top);
  first.app->set_server("http://example.org:7311");
  first.app->set_name("돌이");
  first.app->set_undo_allowed(false);
  first.app->set_reduce_motion(true);
  first.app->set_confirm(Confirm::always);
  Desk second(first.storage);
  CHECK(second.app->settings() == first.app->settings());
  CHECK(second.app->settings().markers == Markers::counts);
  CHECK(second.app->settings().confirm == Confirm::always);
}

TEST_CASE("S03 L08 records per level are kept across starts, and follow an undo of the end") {
  Desk first;
  first.app->start_ai(Level::easy);
  first.play_ai(games::wipe_out);
  REQUIRE(first.view().result);
  const auto record = [](const Desk& desk) {
    const auto& records = desk.app->settings().records;
    const auto found = records.find("reversi 8x8 black");
    return found == records.end() ? Record{} : found->second[static_cast<std::size_t>(Level::easy)];
  };
  CHECK(record(first) == Record{1, 0, 0});
  first.app->undo();
  CHECK(record(first) == Record{0, 0, 0});
  first.click("h8");
  CHECK(record(first) == Record{1, 0, 0});
  first.app->play_again();
  first.click("f5");
  first.app->resign();
  CHECK(record(first) == Record{1, 1, 0});
  Desk second(first.storage);
  CHECK(record(second) == Record{1, 1, 0});
}

TEST_CASE("S01 a corrupt settings file is kept aside, told, and replaced by defaults") {
  FakeStorage kept;
  kept.files["settings.json"] = "{\"markers\": \"cou";
  Desk desk(kept);
  CHECK(desk.app->settings().markers == Markers::dots);
  CHECK(desk.storage.files["settings.json.corrupt"] == "{\"markers\": \"cou");
  CHECK(desk.toast() == "settings_corrupt");
  desk.app->set_sound(false);
  CHECK(parse_settings(desk.storage.files["settings.json"]));
}

TEST_CASE("S01 odd fields take their defaults, the others are kept") {
  const auto settings =
      parse_settings(R"({"markers":"sparkles","level":7,"sound":false,"records":{"easy":{"wins":-3}},"new":[]})");
  REQUIRE(settings);
  CHECK(settings->markers == Markers::dots);
  CHECK(settings->level == Level::easy);
  CHECK_FALSE(settings->sound);
  CHECK(settings->records.empty());
}

TEST_CASE("S01 rubbish never does more than fail") {
  CHECK(rc::check("any text as settings and seats", [](const std::string& text) {
    (void)parse_settings(text);
    (void)SavedSeats::parse(text);
  }));
  CHECK_FALSE(parse_settings(std::string(100'000, '[')));
  CHECK_FALSE(parse_settings("[]"));
  CHECK_FALSE(SavedSeats::parse("{}"));
}

TEST_CASE("S01 settings that cannot be written are told") {
  Desk desk;
  desk.storage.full = true;
  desk.app->set_sound(false);
  CHECK(desk.toast() == "cannot_save");
}

TEST_CASE("seats: the newest last, one a room, at most 64") {
  SavedSeats seats;
  for (int n = 0; n < 70; ++n) seats.keep({"http://a:1", "room" + std::to_string(n), "secret"});
  CHECK_FALSE(seats.find("http://a:1", "room5"));
  CHECK(seats.find("http://a:1", "room6"));
  seats.keep({"http://a:1", "room6", "other"});
  CHECK(seats.newest()->secret == "other");
  const auto read = SavedSeats::parse(seats.text());
  REQUIRE(read);
  REQUIRE(read->find("http://a:1", "room6"));
  CHECK(*read->find("http://a:1", "room6") == SavedSeat{"http://a:1", "room6", "other"});
  CHECK_FALSE(read->find("http://b:1", "room6"));
}

TEST_CASE("a name is cut at a whole character") {
  Desk desk;
  std::string name;
  for (int n = 0; n < 30; ++n) name += "돌";
  desk.app->set_name(name);
  CHECK(desk.app->settings().name.size() == 63);
}
