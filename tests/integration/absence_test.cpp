// A lost connection: two minutes, the AI, and the way back. The clock is moved by hand.
#include <doctest/doctest.h>

#include "world.hpp"

using namespace dolbang;
using namespace dolbang::test;
using proto::EventKind;

namespace {

/// Black is gone, two minutes have passed, white has put the AI in.
void replace_black(World& world, Table& table, const std::string& level = "easy") {
  table.black.client.drop();
  table.white.client.expect<proto::Presence>([](const auto& presence) { return !presence.black; });
  world.pass_time(limits::absence_grace);
  table.white.client.expect<proto::Presence>([](const auto& presence) { return presence.replace_in_ms == 0; });
  table.white.client.send(proto::Replace{++table.white.seq, level});
  const auto replaced = table.white.event(EventKind::replaced);
  CHECK(replaced.side == Side::black);
  CHECK(replaced.level == level);
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

TEST_CASE("F11 L04 the AI goes on from the same position to the end, on the server and at the level that was chosen") {
  GameSpec spec{"reversi", "8x8"};
  std::string level = "easy";
  SUBCASE("Reversi") {}
  SUBCASE("Reversi on the small board") {
    spec.variant = "6x6";
    level = "medium";
  }
  SUBCASE("Omok") {
    spec = {"omok", "freestyle"};
    level = "casual";
  }
  SUBCASE("Renju") {
    spec = {"omok", "renju"};
    level = "medium";
  }
  World world;
  Table table(world.port(), spec);
  Match match = *Match::start(spec);
  play_on(match, table, 6);
  replace_black(world, table, level);
  int by_ai = 0;
  while (!match.is_over()) {
    if (match.to_move() == Side::white) table.white.play(some_move(match), match.ply());
    const auto event = table.white.event(EventKind::moved);
    CHECK(event.ai == (match.to_move() == Side::black));
    by_ai += event.ai;
    REQUIRE(match.play(*event.side, *match.position().parse_move(event.move)));
  }
  CHECK(by_ai > 1);
  table.white.come_back(world.port());
  CHECK(table.white.state.moves == match.transcript());
  CHECK(table.white.state.black.ai == level);
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

TEST_CASE("a room in which nobody is ends after the idle time; its page still tells of it") {
  ops::Config config;
  config.room_idle = 3h;
  World world(config);
  Table table(world.port());
  Match match = *Match::start({"reversi", "8x8"});
  play_on(match, table, 3);
  const std::string code = table.black.seat.room;
  table.black.client.drop();
  table.white.client.expect<proto::Presence>([](const auto& presence) { return !presence.black; });
  world.pass_time(10h);
  table.black.come_back(world.port());  // somebody was here
  CHECK(table.black.state.moves == match.transcript());
  table.black.client.drop();
  table.white.client.drop();
  // When the server has noticed that both are gone, a visitor sees it.
  Client visitor(world.port());
  visitor.send(proto::Open{code, "", std::nullopt});
  auto seen = visitor.expect<proto::State>();
  bool black = seen.black.connected, white = seen.white.connected;
  while (black || white) {
    const auto presence = visitor.expect<proto::Presence>();
    black = presence.black;
    white = presence.white;
  }
  SUBCASE("while the server runs") { visitor.drop(); }
  SUBCASE("over a restart") {
    world.stop();
    world.start();
  }
  // Time passes until the room has ended; it is the server that notices that the visitor has gone.
  proto::Reject reject;
  for (;;) {
    world.pass_time(3h);
    Client client(world.port());
    client.send(proto::Open{code, table.white.seat.secret, std::nullopt});
    const auto answer = client.receive();
    REQUIRE(answer);
    if (std::holds_alternative<proto::State>(*answer)) {
      client.drop();
      continue;
    }
    client.send(proto::Open{code, "", std::nullopt});
    reject = client.expect<proto::Reject>();
    break;
  }
  CHECK(reject.reason == "room_ended");
  const auto has = [](const Page& page, std::string_view part) { return page.body.find(part) != std::string::npos; };
  const Page page = http(world.port(), "GET", "/r/" + code);
  CHECK(page.status == 200);
  CHECK(has(page, "The room has ended."));
  const auto has_moves = [&](const Page& shown) {
    for (const Turn& turn : match.turns())
      if (!has(shown, "<li>" + match.position().move_text(turn.move))) return false;
    return true;
  };
  CHECK(has_moves(page));
  world.stop();
  world.start();
  CHECK(has_moves(http(world.port(), "GET", "/r/" + code)));
  Client later(world.port());
  later.send(proto::Open{code, table.white.seat.secret, std::nullopt});
  CHECK(later.expect<proto::Reject>().reason == "room_ended");
}
