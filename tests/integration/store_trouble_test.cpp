// The store will not take an event, behind the server's back: nobody is told of it, and only its room stands still.
#include <doctest/doctest.h>
#include <sqlite3.h>

#include <chrono>
#include <future>

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

TEST_CASE("the room's page does not tell what is not stored yet") {
  World world;
  Player creator = Player::create(world.port());
  sqlite3* db = nullptr;
  REQUIRE(sqlite3_open((world.config.data / "dolbang.sqlite").c_str(), &db) == SQLITE_OK);
  REQUIRE(sqlite3_exec(db, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) == SQLITE_OK);  // the store has to wait
  Client guest(world.port());
  guest.send(proto::Open{creator.seat.room, "", std::nullopt});
  guest.expect<proto::State>();
  guest.send(proto::Join{"Somebody new", {}});
  // Answered after the join, on the same connection: so the room has the join.
  guest.send(proto::Hello{});
  CHECK(guest.expect<proto::Reject>().reason == "hello_again");
  auto page = std::async(std::launch::async, [&] { return http(world.port(), "GET", "/r/" + creator.seat.room); });
  CHECK(page.wait_for(300ms) == std::future_status::timeout);
  REQUIRE(sqlite3_exec(db, "ROLLBACK", nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(db);
  guest.expect<proto::Entered>();
  CHECK(page.get().body.find("Somebody new") != std::string::npos);
}
