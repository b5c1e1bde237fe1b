// Clients that break the rules of the wire, by accident or on purpose.
#include <doctest/doctest.h>

#include "core/limits.hpp"
#include "core/rng.hpp"
#include "world.hpp"

using namespace dolbang;
using namespace dolbang::test;

TEST_CASE("rubbish is refused with a reason and the connection survives") {
  World world;
  Player ann = Player::create(world.port());
  const auto refused = [&](std::string_view text, std::string_view reason) {
    ann.client.send_text(text);
    CHECK_MESSAGE(ann.client.expect<proto::Reject>().reason == reason, text);
  };
  refused("", "bad_json");
  refused("{", "bad_json");
  refused("[]", "bad_frame");
  refused("{\"t\":5}", "bad_frame");
  refused("{\"t\":\"dance\"}", "unknown_type");
  refused("{\"t\":\"play\",\"seq\":-1,\"ply\":0,\"move\":\"f5\"}", "bad_frame");
  refused("{\"t\":\"join\",\"name\":\"\xff\xfe\"}", "bad_json");
  refused(std::string(2000, '['), "bad_json");
  refused("{\"t\":\"hello\",\"version\":1,\"client\":\"x\"}", "hello_again");
  ann.client.send_binary(std::string("\x00\x01\x02", 3));
  CHECK(ann.client.expect<proto::Reject>().reason == "bad_frame");
  ann.client.send(proto::Open{"nosuchroom22", "", std::nullopt});
  CHECK(ann.client.expect<proto::Reject>().reason == "unknown_room");
  ann.client.send(proto::Create{"chess", "", "", std::nullopt, {}});
  CHECK(ann.client.expect<proto::Reject>().reason == "unknown_game");
  // And the seat is still there.
  ann.client.send(proto::Open{ann.seat.room, ann.seat.secret, std::nullopt});
  CHECK(ann.client.expect<proto::State>().you == Side::black);
}

TEST_CASE("before hello there is only hello") {
  World world;
  Client early(world.port(), false);
  early.send(proto::Join{"x", {}});
  CHECK(early.expect<proto::Bye>().reason == "hello_expected");
  CHECK(early.wait_closed());
  Client other(world.port(), false);
  other.send(proto::Hello{2, "from the future", {}});
  CHECK(other.expect<proto::Bye>().reason == "unsupported_version");
  CHECK(other.wait_closed());
}

TEST_CASE("intents without a room are refused") {
  World world;
  Client client(world.port());
  client.send(proto::Play{3, 0, "f5"});
  const auto reject = client.expect<proto::Reject>();
  CHECK(reject.reason == "no_room");
  CHECK(reject.seq == 3);
}

TEST_CASE("a frame over the limit ends the connection, not the server") {
  World world;
  Client client(world.port());
  client.send_text(std::string(limits::frame_bytes + 1, 'x'));
  CHECK(client.expect<proto::Bye>().reason == "too_big");
  CHECK(client.wait_closed());
  CHECK(http(world.port(), "GET", "/healthz").status == 200);
}

TEST_CASE("random bytes instead of frames never harm the server") {
  World world;
  Rng rng(7);
  for (int i = 0; i < 40; ++i) {
    Client client(world.port());
    std::string bytes;
    for (std::uint32_t size = 1 + rng.below(3000); bytes.size() < size;) bytes += static_cast<char>(rng.below(256));
    client.send_raw(bytes);
    client.drop();
  }
  CHECK(http(world.port(), "GET", "/healthz").status == 200);
  for (const char* rubbish : {"\x16\x03\x01\x02\x00", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\r\n\r\n\r\n"}) {
    Client client(world.port());
    client.send_raw(rubbish);
  }
  CHECK(http(world.port(), "GET", "/healthz").status == 200);
}

TEST_CASE("who reads too slowly is disconnected, and the others are not") {
  ops::Config config;
  config.frames_per_second = 1000000;              // so that this limit is out of the way
  config.hello_time = config.ping_interval = 60s;  // and a slow machine still reads its goodbye
  config.idle_time = 160s;
  World world(config);
  Player ann = Player::create(world.port());
  Client slow(world.port(), true, Client::Buffers::small);
  // Asks for states and reads none of them, until the sockets' buffers and the server's queue are full
  // and the server stops to listen.
  const proto::ClientMessage look = proto::Open{ann.seat.room, "", std::nullopt};
  while (slow.send_within(look, 3s)) {
  }
  bool said_so = false;
  while (auto message = slow.receive())
    if (auto* bye = std::get_if<proto::Bye>(&*message)) said_so = bye->reason == "too_slow" && bye->reconnect_after_ms;
  CHECK(said_so);
  CHECK(slow.closed());
  ann.client.send(proto::Open{ann.seat.room, ann.seat.secret, std::nullopt});
  CHECK(ann.client.expect<proto::State>().you == Side::black);
}

TEST_CASE("a connection that says nothing is pinged, and given up when it does not answer") {
  ops::Config config;
  config.ping_interval = 50ms;
  config.hello_time = 50ms;
  config.idle_time = 250ms;
  World world(config);
  Player ann = Player::create(world.port());
  Player bob = Player::join(world.port(), ann.seat.room);
  ann.event(proto::EventKind::joined);
  // Bob's client is not read, so nothing answers the pings; Ann's answers while it waits.
  const auto presence = ann.client.expect<proto::Presence>([](const auto& p) { return !p.white; });
  CHECK(presence.replace_in_ms == 120000);
  CHECK_FALSE(ann.client.closed());
}

TEST_CASE("whoever does not say hello in time is sent away") {
  ops::Config config;
  config.hello_time = 50ms;
  World world(config);
  Client silent(world.port(), false);
  CHECK(silent.expect<proto::Bye>().reason == "hello_expected");
  CHECK(silent.wait_closed());
}

TEST_CASE("too many frames, connections and rooms are refused") {
  ops::Config config;
  config.frames_per_second = 2;
  config.connections_per_address = 3;
  config.rooms_created_per_minute = 2;
  World world(config);
  {
    Client client(world.port());
    for (int i = 0; i < 100; ++i) client.send_text("{}");
    proto::Bye bye = client.expect<proto::Bye>();
    CHECK(bye.reason == "too_many_frames");
    CHECK(client.wait_closed());
  }
  Player first = Player::create(world.port());
  Player second = Player::create(world.port());
  first.client.send(proto::Create{"reversi", "", "", std::nullopt, {}});
  CHECK(first.client.expect<proto::Reject>().reason == "too_many_rooms");
  Client third(world.port());
  CHECK_THROWS(Client(world.port()));
}

TEST_CASE("a client that closes properly is answered properly") {
  World world;
  Client client(world.port());
  CHECK(client.close());
}
