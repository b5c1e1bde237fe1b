// What a finished game leaves behind: its record in the field's formats, and a page.
#include <doctest/doctest.h>

#include "notation/notation.hpp"
#include "world.hpp"

using namespace dolbang;
using namespace dolbang::test;
using proto::EventKind;

namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string record_of(const Table& table, std::string_view query) {
  return "/r/" + table.black.seat.room + "/record?format=" + std::string(query);
}

/// The only record in a text.
notation::Record only(const std::string& text) {
  auto records = notation::read(text);
  if (!records) FAIL(records.error().message);
  REQUIRE(records->size() == 1);
  return std::move(records->front());
}

void resign(Player& player, Player& other, int ply) {
  player.client.send(proto::Resign{++player.seq, ply});
  for (Player* one : {&player, &other}) one->event(EventKind::resigned);
}

}  // namespace

TEST_CASE("a finished game can be had in every format that holds it, and reads back the same") {
  GameSpec spec{"reversi", "8x8"};
  std::vector<std::string> formats{"sgf", "ggf", "txt"}, others{"psq"};
  SUBCASE("Reversi") {}
  SUBCASE("R26 H01 Reversi on the small board with a handicap") { spec.variant = "6x6-white2"; }
  SUBCASE("Omok") {
    spec = {"omok", "freestyle"};
    formats = {"sgf", "psq", "txt"};
    others = {"ggf"};
  }
  SUBCASE("Z12 Renju that begins with Swap2") {
    spec = {"omok", "renju-swap2"};
    formats = {"sgf", "txt"};
    others = {"ggf", "psq"};
  }
  World world;
  Table table(world.port(), spec);
  Match match = *Match::start(spec);
  CHECK(http(world.port(), "GET", record_of(table, "sgf")).status == 404);  // not before it is over
  play_on(match, table, 12);
  resign(table.black, table.white, match.ply());

  for (const std::string& format : formats) {
    const Page page = http(world.port(), "GET", record_of(table, format));
    REQUIRE_MESSAGE(page.status == 200, page.body);
    const notation::Record record = only(page.body);
    auto replayed = notation::check(record);
    REQUIRE(replayed);
    CHECK(replayed->transcript() == match.transcript());
    CHECK(record.spec == spec);
    CHECK(has(page.head, "filename=\"dolbang-" + table.black.seat.room + "-1." + format + "\""));
    CHECK(has(page.head, format == "txt" ? "content-disposition: inline" : "content-disposition: attachment"));
    CHECK(has(page.head, format == "sgf" ? "application/x-go-sgf" : "text/plain; charset=utf-8"));
    CHECK(has(page.body, table.black.seat.side == Side::black ? "Ann" : "Bob"));
    if (format == "sgf" || format == "txt") CHECK(has(page.body, "2030-01-01"));
    CHECK_FALSE(has(page.body, table.black.seat.secret));
  }
  for (const std::string& format : others) {
    const Page page = http(world.port(), "GET", record_of(table, format));
    CHECK(page.status == 422);
    CHECK(has(page.body, "It can be had as sgf"));
  }
  for (const char* query : {"", "exe", "sg", "sgfx"}) {
    const Page page = http(world.port(), "GET", record_of(table, query));
    CHECK(page.status == 400);
    CHECK(has(page.body, "sgf, ggf, psq, txt"));
  }
  CHECK(http(world.port(), "GET", "/r/nosuchroom22/record?format=sgf").status == 404);
}

TEST_CASE("F08 earlier games of a room are kept by their number, also over a restart") {
  World world;
  Table table(world.port());
  const auto transcript_of = [&](std::string_view query) -> std::string {
    const Page page = http(world.port(), "GET", record_of(table, query));
    if (page.status != 200) return std::to_string(page.status);
    return notation::check(only(page.body))->transcript();
  };
  table.black.play("f5", 0);
  for (Player* player : {&table.black, &table.white}) player->event(EventKind::moved);
  resign(table.white, table.black, 1);
  for (Player* player : {&table.black, &table.white}) player->client.send(proto::Rematch{++player->seq});
  for (Player* player : {&table.black, &table.white}) player->event(EventKind::restarted);
  CHECK(transcript_of("sgf") == "f5");  // the newest that is over
  CHECK(transcript_of("sgf&game=2") == "404");
  table.white.play("d3", 0);  // black now
  for (Player* player : {&table.black, &table.white}) player->event(EventKind::moved);
  resign(table.black, table.white, 1);
  for (int life = 0; life < 2; ++life) {
    CHECK(transcript_of("sgf") == "d3");
    CHECK(transcript_of("ggf&game=2") == "d3");
    CHECK(transcript_of("ggf&game=1") == "f5");
    for (const char* game : {"0", "3", "-1", "1x", "99999999999"})
      CHECK_MESSAGE(transcript_of("sgf&game=" + std::string(game)) == "404", game);
    world.stop();
    world.start();
  }
  const Page page = http(world.port(), "GET", record_of(table, "sgf&game=2"));
  CHECK(only(page.body).players[0].name == "Bob");
  CHECK(has(http(world.port(), "GET", "/r/" + table.black.seat.room).body, "format=txt&amp;game=1"));
}

TEST_CASE("F11 the record says which moves were the AI's, and is there after the room has ended") {
  World world;
  Table table(world.port());
  table.black.client.drop();
  table.white.client.expect<proto::Presence>([](const auto& presence) { return !presence.black; });
  world.pass_time(limits::absence_grace);
  table.white.client.expect<proto::Presence>([](const auto& presence) { return presence.replace_in_ms == 0; });
  table.white.client.send(proto::Replace{++table.white.seq, "easy"});
  table.white.event(EventKind::moved);
  table.white.client.send(proto::Resign{++table.white.seq, 1});
  table.white.event(EventKind::resigned);
  const auto check = [&] {
    CHECK(only(http(world.port(), "GET", record_of(table, "sgf")).body).moves.at(0).comment == "AI (easy)");
    CHECK(has(http(world.port(), "GET", record_of(table, "txt")).body, "# moves by the computer: 1 AI (easy)\n"));
    CHECK(has(http(world.port(), "GET", "/r/" + table.black.seat.room).body, "<small>computer</small>"));
  };
  check();
  table.white.client.drop();
  Client watcher(world.port());  // sees that white has gone
  watcher.send(proto::Open{table.black.seat.room, "", std::nullopt});
  watcher.expect<proto::Presence>([](const auto& presence) { return !presence.white; });
  watcher.drop();
  const std::string target = "/r/" + table.black.seat.room;
  for (int day = 0; !has(http(world.port(), "GET", target).body, "The room has ended"); ++day) {
    REQUIRE(day < 100);
    world.pass_time(24h);
  }
  check();
  world.stop();
  world.start();
  check();
}
