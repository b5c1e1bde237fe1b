// A lost connection: two minutes, the AI, and the way back. The clock is moved by hand.
#include <doctest/doctest.h>

#include "world.hpp"

using namespace dolbang;
using namespace dolbang::test;
using proto::EventKind;

namespace {

/// Black is gone, two minutes have passed, white has put the AI in.
void replace_black(World& world, Table& table) {
  table.black.client.drop();
  table.white.client.expect<proto::Presence>([](const auto& presence) { return !presence.black; });
  world.pass_time(limits::absence_grace);
  table.white.client.expect<proto::Presence>([](const auto& presence) { return presence.replace_in_ms == 0; });
  table.white.client.send(proto::Replace{++table.white.seq, "easy"});
  CHECK(table.white.event(EventKind::replaced).side == Side::black);
}

}  // namespace

TEST_CASE("F10 the replacement is refused before the two minutes are up, F09 and offered after") {
  World world;
  Table table(world.port());
  Player& white = table.white;
  white.client.send(proto::Replace{++white.seq, "easy"});
  CHECK(white.client.expect<proto::Reject>().reason == "not_absent");

  table.black.client.drop();
  const auto gone = white.client.expect<proto::Presence>([](const auto& presence) { return !presence.black; });
  CHECK(gone.replace_in_ms == 120000);
  world.pass_time(limits::absence_grace - 1ms);
  white.client.send(proto::Replace{++white.seq, "easy"});
  CHECK(white.client.expect<proto::Reject>().reason == "too_early");

  world.pass_time(1ms);
  CHECK(white.client.expect<proto::Presence>().replace_in_ms == 0);
  white.client.send(proto::Replace{++white.seq, "easy"});
  CHECK(white.event(EventKind::replaced).level == "easy");
}

TEST_CASE("F11 the AI goes on from the same position to the end") {
  World world;
  Table table(world.port());
  Match match = *Match::start({"reversi", "8x8"});
  play_on(match, table, 6);
  replace_black(world, table);
  int by_ai = 0;
  while (!match.is_over()) {
    if (match.to_move() == Side::white) table.white.play(some_move(match), match.ply());
    const auto event = table.white.event(EventKind::moved);
    CHECK(event.ai == (match.to_move() == Side::black));
    by_ai += event.ai;
    REQUIRE(match.play(*event.side, *match.position().parse_move(event.move)));
  }
  CHECK(by_ai > 10);
  table.white.come_back(world.port());
  CHECK(table.white.state.moves == match.transcript());
  CHECK(table.white.state.black.ai == "easy");
}

TEST_CASE("Z16 back before the replacement: the player simply goes on") {
  World world;
  Table table(world.port());
  table.black.client.drop();
  table.white.client.expect<proto::Presence>([](const auto& presence) { return !presence.black; });
  world.pass_time(119s);
  table.black.come_back(world.port());
  world.pass_time(60s);
  table.white.client.send(proto::Replace{++table.white.seq, "easy"});
  CHECK(table.white.client.expect<proto::Reject>().reason == "not_absent");
  table.black.play("f5", 0);
  CHECK(table.white.event(EventKind::moved).move == "f5");
}

TEST_CASE("Z16 back after it: the player watches, asks, and plays again when the other agrees") {
  World world;
  Table table(world.port());
  replace_black(world, table);
  CHECK(table.white.event(EventKind::moved).ai);

  table.black.come_back(world.port());
  CHECK(table.black.state.black.ai == "easy");
  table.black.play("f5", table.black.state.ply);
  CHECK(table.black.client.expect<proto::Reject>().reason == "replaced");
  table.black.client.send(proto::Reclaim{++table.black.seq});
  CHECK(table.white.event(EventKind::reclaiming).side == Side::black);
  table.white.client.send(proto::Grant{++table.white.seq});
  CHECK(table.black.event(EventKind::granted).side == Side::black);

  table.black.come_back(world.port());
  Match match = *Match::replay({"reversi", "8x8"}, table.black.state.moves);
  CHECK(match.ply() == 1);  // the AI's move stays
  CHECK(table.black.state.black.ai.empty());
  play_on(match, table, 4);
}

TEST_CASE("F09 the two minutes do not run while the server is down") {
  World world;
  Table table(world.port());
  table.black.client.drop();
  table.white.client.expect<proto::Presence>([](const auto& presence) { return !presence.black; });
  world.pass_time(100s);
  world.stop();
  world.clock.advance(1h);  // nobody served in this hour
  world.start();
  table.white.come_back(world.port());
  REQUIRE(table.white.state.replace_in_ms);
  CHECK(*table.white.state.replace_in_ms <= 20000);
  CHECK(*table.white.state.replace_in_ms > 0);
  world.pass_time(20s);
  table.white.client.expect<proto::Presence>([](const auto& presence) { return presence.replace_in_ms == 0; });
  table.white.client.send(proto::Replace{++table.white.seq, "easy"});
  CHECK(table.white.event(EventKind::replaced).side == Side::black);
}

TEST_CASE("a restart goes on with the AI's move") {
  World world;
  Table table(world.port());
  Match match = *Match::start({"reversi", "8x8"});
  replace_black(world, table);
  auto event = table.white.event(EventKind::moved);
  REQUIRE(match.play(Side::black, *match.position().parse_move(event.move)));
  table.white.play(some_move(match), match.ply());
  // Stopped right after the answer to white's move; the AI may or may not have moved.
  const auto mine = table.white.event(EventKind::moved);
  world.stop();
  world.start();
  table.white.come_back(world.port());
  while (table.white.state.ply <= mine.ply) {
    table.white.state.ply = table.white.event(EventKind::moved).ply;
  }
  table.white.come_back(world.port());
  CHECK(Match::replay({"reversi", "8x8"}, table.white.state.moves)->turns()[2].side == Side::black);
}
