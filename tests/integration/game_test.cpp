// Two people play through a real server: joining, moves, refusals, coming back, rematch.
#include <doctest/doctest.h>

#include "proto/codec.hpp"
#include "world.hpp"

using namespace dolbang;
using namespace dolbang::test;
using proto::EventKind;

TEST_CASE("F05 F06 M13 without an account two clients play a whole game and both have the same transcript") {
  World world;
  Table table(world.port());
  CHECK(table.black.seat.side == Side::black);
  CHECK(table.white.seat.side == Side::white);
  Match match = *Match::start({"reversi", "8x8"});
  play_on(match, table);
  REQUIRE(match.is_over());

  for (Player* player : {&table.black, &table.white}) {
    player->come_back(world.port());
    CHECK(player->state.moves == match.transcript());
    CHECK(player->state.phase == proto::Phase::over);
    REQUIRE(player->state.result);
    CHECK(player->state.result->winner == match.result()->winner);
  }
}

TEST_CASE("two clients play a whole game of every kind, and the rematch") {
  World world;
  for (const GameSpec& spec :
       {GameSpec{"reversi", "6x6-white3"}, GameSpec{"omok", "freestyle"}, GameSpec{"omok", "renju-loses-swap2"}}) {
    CAPTURE(spec.variant);
    Table table(world.port(), spec);
    Match match = *Match::start(spec);
    play_on(match, table);
    REQUIRE(match.is_over());
    for (Player* player : {&table.black, &table.white}) {
      player->come_back(world.port());
      CHECK(player->state.moves == match.transcript());
      REQUIRE(player->state.result);
      CHECK(player->state.result->reason == to_string(match.result()->reason));
      CHECK(player->state.result->winner == match.result()->winner);
    }
    for (Player* player : {&table.black, &table.white}) player->client.send(proto::Rematch{++player->seq});
    CHECK(table.black.event(EventKind::restarted).you == Side::white);
    const auto event = table.white.event(EventKind::restarted);
    CHECK(event.you == Side::black);
    std::swap(table.black, table.white);
    Match next = *Match::start({spec.game, event.variant});
    CHECK(event.variant == (spec.variant == "6x6-white3" ? "6x6-black3" : spec.variant));
    play_on(next, table, 8);
  }
}

TEST_CASE("F01 F16 the creator waits and knows the URL, which holds no secret") {
  World world;
  Player ann = Player::create(world.port());
  CHECK(ann.state.phase == proto::Phase::waiting);
  CHECK(ann.seat.url == "http://127.0.0.1:" + std::to_string(world.port()) + "/r/" + ann.seat.room);
  CHECK(ann.state.url == ann.seat.url);
  CHECK(ann.seat.secret.size() == 32);
}

TEST_CASE("F04 looking at a room by page or by open changes nothing") {
  World world;
  Player ann = Player::create(world.port());
  for (const char* method : {"GET", "HEAD"})
    for (int i = 0; i < 3; ++i) CHECK(http(world.port(), method, "/r/" + ann.seat.room).status == 200);
  Client visitor(world.port());
  visitor.send(proto::Open{ann.seat.room, "", std::nullopt});
  const auto seen = visitor.expect<proto::State>();
  CHECK(seen.phase == proto::Phase::waiting);
  CHECK(seen.version == ann.state.version);
  CHECK_FALSE(seen.you);
  // A visitor cannot act for a seat either.
  visitor.send(proto::Play{1, 0, "f5"});
  CHECK(visitor.expect<proto::Reject>().seq == 1);
}

TEST_CASE("what is sent in one go with the room's code is done in that room, whichever thread has it") {
  World world;
  for (int i = 0; i < 12; ++i) {
    Player ann = Player::create(world.port());
    Client ben(world.port(), false);
    ben.send(proto::Hello{proto::version, "eager", {}});
    ben.send(proto::Open{ann.seat.room, "", std::nullopt});
    ben.send(proto::Join{"Ben", {}});
    ben.send(proto::Play{1, 0, "d3"});
    CHECK(ben.expect<proto::Entered>().side == Side::white);
    CHECK(ben.expect<proto::Reject>().reason == "not_your_turn");
    ann.event(EventKind::joined);
    ann.play("d3", 0);
    ann.event(EventKind::moved);
    CHECK(ben.expect<proto::Event>().move == "d3");
  }
}

TEST_CASE("F15 a third person can watch but not take a seat") {
  World world;
  Table table(world.port());
  Client third(world.port());
  third.send(proto::Open{table.black.seat.room, "", std::nullopt});
  CHECK(third.expect<proto::State>().phase == proto::Phase::playing);
  third.send(proto::Join{"Eve", {}});
  CHECK(third.expect<proto::Reject>().reason == "seat_taken");
  third.send(proto::Open{table.black.seat.room, std::string(32, 'a'), std::nullopt});
  CHECK(third.expect<proto::Reject>().reason == "bad_secret");
  table.black.play("f5", 0);
  CHECK(third.expect<proto::Event>().move == "f5");
}

TEST_CASE("F18 illegal, early, stale and repeated intents are answered and change nothing") {
  World world;
  Table table(world.port());
  Player& black = table.black;
  black.play("a1", 0);
  CHECK(black.client.expect<proto::Reject>().reason == "illegal_move");
  black.play("z9", 0);
  CHECK(black.client.expect<proto::Reject>().reason == "bad_notation");
  table.white.play("f5", 0);
  CHECK(table.white.client.expect<proto::Reject>().reason == "not_your_turn");
  black.play("f5", 7);
  CHECK(black.client.expect<proto::Reject>().reason == "stale_ply");

  black.play("f5", 0);
  const auto done = black.event(EventKind::moved);
  CHECK(done.seq == black.seq);
  // The same intent again: the same answer, no second move.
  black.client.send(proto::Play{black.seq, 0, "f5"});
  const auto again = black.client.expect<proto::Ack>();
  CHECK(again.seq == black.seq);
  CHECK(again.version == done.version);
  // And the refused one is refused again in the same words.
  black.client.send(proto::Play{1, 0, "a1"});
  CHECK(black.client.expect<proto::Reject>().reason == "illegal_move");
  black.come_back(world.port());
  CHECK(black.state.moves == "f5");
}

TEST_CASE("a player who comes back gets what was missed, or the whole state") {
  World world;
  Table table(world.port());
  Match match = *Match::start({"reversi", "8x8"});
  play_on(match, table, 3);
  const auto last_seen = table.black.state.version;  // before white joined
  table.black.client.drop();
  table.white.client.expect<proto::Presence>([](const auto& presence) { return !presence.black; });
  table.white.play(some_move(match), match.ply());
  const auto missed = table.white.event(EventKind::moved);

  table.black.come_back(world.port(), missed.version - 1);
  CHECK(table.black.client.expect<proto::Event>().version == missed.version);
  table.white.client.expect<proto::Presence>([](const auto& presence) { return presence.black; });

  table.black.come_back(world.port(), last_seen);
  for (auto version = last_seen + 1; version <= missed.version; ++version)
    CHECK(table.black.client.expect<proto::Event>().version == version);

  table.black.come_back(world.port());
  CHECK(table.black.state.version == missed.version);
  CHECK(table.black.state.ply == 4);
  CHECK(table.black.state.you == Side::black);
}

TEST_CASE("the newest connection of a seat wins at once") {
  World world;
  Table table(world.port());
  Client older = std::move(table.black.client);
  table.black.come_back(world.port());
  CHECK(older.expect<proto::Bye>().reason == "replaced_by_newer_connection");
  CHECK(older.wait_closed());
  table.black.play("f5", 0);
  CHECK(table.white.event(EventKind::moved).move == "f5");
  // The older one's end is not taken for an absence.
  Client visitor(world.port());
  visitor.send(proto::Open{table.black.seat.room, "", std::nullopt});
  CHECK(visitor.expect<proto::State>().black.connected);
}

TEST_CASE("F14 a resignation is seen by the friend, and F08 a rematch swaps the sides") {
  World world;
  Table table(world.port());
  table.black.client.send(proto::Resign{++table.black.seq, 0});
  for (Player* player : {&table.black, &table.white}) {
    const auto event = player->event(EventKind::resigned);
    REQUIRE(event.result);
    CHECK(event.result->winner == Side::white);
  }
  table.black.client.send(proto::Rematch{++table.black.seq});
  CHECK(table.white.event(EventKind::agreed).side == Side::black);
  table.white.client.send(proto::Rematch{++table.white.seq});
  const auto black_again = table.black.event(EventKind::restarted);
  const auto white_again = table.white.event(EventKind::restarted);
  CHECK(black_again.you == Side::white);
  CHECK(white_again.you == Side::black);
  CHECK(black_again.game_number == 2);
  std::swap(table.black, table.white);
  Match match = *Match::start({"reversi", "8x8"});
  play_on(match, table, 4);
}

TEST_CASE("a connection may go from room to room") {
  World world;
  Player ann = Player::create(world.port());
  Player first = Player::create(world.port());
  first.client.send(proto::Open{ann.seat.room, "", std::nullopt});
  CHECK(first.client.expect<proto::State>().room == ann.seat.room);
  Client visitor(world.port());
  visitor.send(proto::Open{first.seat.room, "", std::nullopt});
  CHECK_FALSE(visitor.expect<proto::State>().black.connected);
}

TEST_CASE("frames that arrive together are answered in order") {
  World world;
  Table table(world.port());
  for (const char* move : {"a1", "b1", "c1", "d1"}) table.black.play(move, 0);
  for (std::uint64_t seq = 1; seq <= 4; ++seq) CHECK(table.black.client.expect<proto::Reject>().seq == seq);
}

TEST_CASE("a create and a join with a secret of their own can be sent again, also after a restart") {
  World world;
  const std::string ann_secret(32, 'a'), bob_secret(32, 'b');
  const proto::Create create{"omok", "renju", "Ann", std::nullopt, ann_secret};
  Client ann(world.port());
  ann.send(create);
  const std::string code = ann.expect<proto::Entered>().room;
  ann.drop();  // as if that had never come
  Client again(world.port());
  again.send(create);
  const auto entered = again.expect<proto::Entered>();
  CHECK(entered.room == code);
  CHECK(entered.secret == ann_secret);
  CHECK(again.expect<proto::State>().you == Side::black);
  again.send(create);  // even so
  CHECK(again.expect<proto::Entered>().room == code);
  again.expect<proto::State>();

  for (int times = 0; times < 2; ++times) {
    Client bob(world.port());
    bob.send(proto::Open{code, "", std::nullopt});
    bob.expect<proto::State>();
    bob.send(proto::Join{"Bob", bob_secret});
    CHECK(bob.expect<proto::Entered>().side == Side::white);
    const auto state = bob.expect<proto::State>();
    CHECK(state.version == 2);
    CHECK(state.white.name == "Bob");
    world.stop();
    world.start();
  }
  Client eve(world.port());
  eve.send(proto::Open{code, "", std::nullopt});
  eve.expect<proto::State>();
  eve.send(proto::Join{"Eve", std::string(32, 'e')});
  CHECK(eve.expect<proto::Reject>().reason == "seat_taken");
  Client back(world.port());
  back.send(proto::Open{code, ann_secret, std::nullopt});
  CHECK(back.expect<proto::State>().you == Side::black);
}
