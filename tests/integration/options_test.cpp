// What the creator of a room may choose, through real sockets, a real store and, for the clock, real kills.
#include <doctest/doctest.h>

#include <csignal>

#include "world.hpp"

using namespace dolbang;
using namespace dolbang::test;
using proto::EventKind;
using proto::Question;

namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

struct Pair {
  Player black, white;
};
Pair sit_down(std::uint16_t port, const proto::RoomOptions& options) {
  Player ann{Client(port), {}, {}};
  ann.client.send(proto::Create{"reversi", "", "Ann", std::nullopt, {}, options});
  ann.seat = ann.client.expect<proto::Entered>();
  ann.state = ann.client.expect<proto::State>();
  Player bob = Player::join(port, ann.seat.room);
  ann.client.expect<proto::Presence>([](const auto& presence) { return presence.white; });
  return {std::move(ann), std::move(bob)};
}

proto::RoomOptions with_clock() {
  proto::RoomOptions options;
  options.main_ms = 60'000;
  options.increment_ms = 1'000;
  return options;
}

}  // namespace

TEST_CASE("the server says that it knows the options") {
  World world;
  Client client(world.port(), false);
  client.send(proto::Hello{});
  CHECK(client.expect<proto::Welcome>().capabilities == std::vector<std::string>{"options"});
}

TEST_CASE("F19 a clock runs out by itself, for everybody who looks") {
  World world;
  Pair table = sit_down(world.port(), with_clock());
  CHECK(table.white.state.options == with_clock());
  table.black.play("f5", 0);
  table.black.event(EventKind::moved);
  CHECK(table.white.event(EventKind::moved).clock->running == Side::white);
  world.pass_time(40s);
  table.white.play("d6", 1);
  CHECK(table.black.event(EventKind::moved).clock->white_ms == 21'000);
  world.pass_time(60s);
  for (Player* player : {&table.black, &table.white}) {
    const auto event = player->event(EventKind::timed_out);
    CHECK(event.side == Side::black);
    CHECK(event.result->reason == "timed_out");
  }
}

TEST_CASE("F19 a killed server comes back with the clocks that everybody saw") {
  TempFolder folder;
  auto process = std::make_unique<Process>(folder.path());
  Pair table = sit_down(process->port(), with_clock());
  table.black.play("f5", 0);
  const auto before = *table.white.event(EventKind::moved).clock;
  process->signal(SIGKILL);
  process->wait();
  process = std::make_unique<Process>(folder.path());
  table.black.come_back(process->port());
  table.white.come_back(process->port());
  const auto after = *table.white.state.clock;
  CHECK(after.black_ms == before.black_ms);
  CHECK(after.white_ms > before.white_ms - 30'000);  // what it took to kill it, on a busy machine
  CHECK(after.white_ms <= before.white_ms);
  table.white.play("d6", 1);
  CHECK(table.black.event(EventKind::moved).clock->running == Side::black);
}

TEST_CASE("F21 F22 Z01 undo and pause, when the other agrees") {
  World world;
  proto::RoomOptions options;
  options.undo = true;
  Pair table = sit_down(world.port(), options);
  table.black.play("f5", 0);
  table.white.event(EventKind::moved);
  table.black.client.send(proto::Ask{++table.black.seq, 1, Question::undo});
  CHECK(table.white.event(EventKind::asked).question == Question::undo);
  table.white.client.send(proto::Answer{++table.white.seq, true});
  CHECK(table.black.event(EventKind::undone).ply == 0);
  table.white.client.send(proto::Ask{++table.white.seq, 0, Question::pause});
  table.black.event(EventKind::asked);
  table.black.client.send(proto::Answer{++table.black.seq, true});
  table.white.event(EventKind::paused);
  world.stop();
  world.start();
  table.black.come_back(world.port());
  CHECK(table.black.state.paused);
  CHECK(table.black.state.moves.empty());
  table.black.client.send(proto::Resume{++table.black.seq});
  table.black.event(EventKind::resumed);
  table.black.play("c4", 0);
  CHECK(table.black.event(EventKind::moved).move == "c4");
}

TEST_CASE("F20 who has waited for long enough may claim the game") {
  World world;
  Pair table = sit_down(world.port(), {});
  table.white.client.drop();
  table.black.client.expect<proto::Presence>([](const auto& presence) { return !presence.white; });
  world.pass_time(limits::absence_grace);
  table.black.client.expect<proto::Presence>([](const auto& presence) { return presence.replace_in_ms == 0; });
  table.black.client.send(proto::Claim{++table.black.seq});
  CHECK(table.black.event(EventKind::claimed).result->winner == Side::black);
}

TEST_CASE("F23 spectators come by their own link, which survives a restart and leads nowhere else") {
  World world;
  proto::RoomOptions options;
  options.spectators = proto::Spectators::link;
  Pair table = sit_down(world.port(), options);
  const std::string& url = table.black.state.watch_url;
  REQUIRE_FALSE(url.empty());
  CHECK(table.white.state.watch_url == url);
  const std::string code = url.substr(url.rfind('/') + 1);
  CHECK(code != table.black.seat.room);

  const auto watch = [&](const std::string& room) {
    Client client(world.port());
    client.send(proto::Open{room, "", std::nullopt});
    return client;
  };
  Client spectator = watch(code);
  const auto state = spectator.expect<proto::State>();
  CHECK(state.room == code);
  CHECK(state.watch_url.empty());
  CHECK_FALSE(has(state.url, table.black.seat.room));
  CHECK(watch(table.black.seat.room).expect<proto::Reject>().reason == "private");

  const Page page = http(world.port(), "GET", "/r/" + code);
  CHECK(has(page.body, "you can watch, but not play"));
  CHECK_FALSE(has(page.body, table.black.seat.room));
  CHECK(has(http(world.port(), "GET", "/r/" + table.black.seat.room).body, "the players play alone"));

  table.black.play("f5", 0);
  CHECK(spectator.expect<proto::Event>().room == code);
  world.stop();
  world.start();
  CHECK(watch(code).expect<proto::State>().moves == "f5");
}

TEST_CASE("a client that does not know the options hears of their events as a new state") {
  World world;
  proto::RoomOptions options;
  options.undo = true;
  Pair table = sit_down(world.port(), options);
  Client old(world.port(), false);
  old.send(proto::Hello{});
  old.expect<proto::Welcome>();
  old.send(proto::Open{table.white.seat.room, table.white.seat.secret, std::nullopt});
  old.expect<proto::Presence>();
  table.black.play("f5", 0);
  CHECK(old.expect<proto::Event>().kind == EventKind::moved);
  table.black.client.send(proto::Ask{++table.black.seq, 1, Question::undo});
  CHECK(old.expect<proto::State>().black.asks == Question::undo);
  old.send(proto::Play{1, 1, "d6"});
  CHECK(old.expect<proto::Event>().seq == std::uint64_t{1});
}
