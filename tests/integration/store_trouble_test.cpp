// The store will not take an event, behind the server's back: nobody is told of it, and only its room stands still.
#include <doctest/doctest.h>
#include <sqlite3.h>

#include "world.hpp"

using namespace dolbang;
using namespace dolbang::test;

TEST_CASE("a move that can never be stored is never told; other rooms go on") {
  World world;
  Table table(world.port());
  Table neighbours(world.port());
  sqlite3* db = nullptr;
  REQUIRE(sqlite3_open((world.config.data / "dolbang.sqlite").c_str(), &db) == SQLITE_OK);
  const std::string taken =
      "INSERT INTO events(room, version, payload) VALUES ('" + table.black.seat.room + "', 3, '')";
  const int inserted = sqlite3_exec(db, taken.c_str(), nullptr, nullptr, nullptr);
  sqlite3_close(db);
  REQUIRE(inserted == SQLITE_OK);

  table.black.play("f5", 0);
  for (Player* player : {&table.black, &table.white}) {
    bool told = false;
    std::string reason;
    while (const auto message = player->client.receive()) {
      told = told || std::holds_alternative<proto::Event>(*message);
      if (const auto* bye = std::get_if<proto::Bye>(&*message)) reason = bye->reason;
    }
    CHECK_FALSE(told);
    CHECK(reason == "not_stored");
    CHECK(player->client.closed());
  }
  Match match = *Match::start({"reversi", "8x8"});
  play_on(match, neighbours, 6);
}
