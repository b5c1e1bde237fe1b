// Behind a proxy, and pages of other sites: who is believed, who is counted, who is refused.
#include <doctest/doctest.h>

#include "world.hpp"

using namespace dolbang;
using namespace dolbang::test;

namespace {

Server through_proxy(const World& world, std::string forwarded_for) {
  Server server(world.port());
  server.headers["X-Forwarded-For"] = std::move(forwarded_for);
  return server;
}

bool can_connect(const Server& server) {
  try {
    const Client client(server);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

Server with_origin(const World& world, std::string origin) {
  Server server(world.port());
  server.headers["Origin"] = std::move(origin);
  return server;
}

int status_of_upgrade(const World& world, const std::string& origin) {
  return http(world.port(), "GET", "/ws",
              "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: " +
                  origin + "\r\n")
      .status;
}

}  // namespace

TEST_CASE("connections are counted by the address that a trusted proxy names") {
  ops::Config config;
  config.connections_per_address = 2;
  config.trusted_proxies = {"127.0.0.0/8"};
  const World world(config);
  const Client one(through_proxy(world, "203.0.113.1")), two(through_proxy(world, "203.0.113.1"));
  CHECK_FALSE(can_connect(through_proxy(world, "203.0.113.1")));
  // What the client itself wrote before it changes nothing.
  CHECK_FALSE(can_connect(through_proxy(world, "198.51.100.7, 203.0.113.1")));
  CHECK_FALSE(can_connect(through_proxy(world, "203.0.113.1, 127.0.0.1")));
  CHECK(can_connect(through_proxy(world, "203.0.113.2")));
  CHECK(can_connect(through_proxy(world, "2001:db8::1")));
  CHECK(http(world.port(), "GET", "/", "X-Forwarded-For: 203.0.113.1\r\n").status == 429);
}

TEST_CASE("nobody else's word about addresses is believed") {
  ops::Config config;
  config.connections_per_address = 2;
  config.trusted_proxies = {"203.0.113.0/24"};
  const World world(config);
  const Client one(through_proxy(world, "198.51.100.1")), two(through_proxy(world, "198.51.100.2"));
  CHECK_FALSE(can_connect(through_proxy(world, "198.51.100.3")));
}

TEST_CASE("rooms are counted by the address that a trusted proxy names") {
  ops::Config config;
  config.rooms_created_per_minute = 1;
  config.trusted_proxies = {"127.0.0.1"};
  const World world(config);
  Player::create(through_proxy(world, "203.0.113.1"));
  Player::create(through_proxy(world, "203.0.113.2"));
  Client again(through_proxy(world, "203.0.113.1"));
  again.send(proto::Create{"reversi", "", "Ann", std::nullopt, {}});
  CHECK(again.expect<proto::Reject>().reason == "too_many_rooms");
}

TEST_CASE("URLs are https behind a proxy that says so") {
  ops::Config config;
  SUBCASE("trusted") { config.trusted_proxies = {"127.0.0.1"}; }
  SUBCASE("not trusted") {}
  const World world(config);
  Server server(world.port());
  server.headers["X-Forwarded-Proto"] = "https";
  CHECK(Player::create(server).seat.url.starts_with(config.trusted_proxies.empty() ? "http://" : "https://"));
}

TEST_CASE("a proxy that is neither address nor network is refused at the start") {
  const auto run = run_server({"--port", "0", "--trusted-proxy", "proxy.example.org"});
  CHECK(run.code == 2);
  CHECK(run.errors.find("--trusted-proxy: \"proxy.example.org\"") != std::string::npos);
}

TEST_CASE("a browser's page may connect when it is of this server, or allowed") {
  ops::Config config;
  config.allowed_origins = {"https://friend.example"};
  const World world(config);
  const std::string own = "127.0.0.1:" + std::to_string(world.port());
  CHECK(can_connect(with_origin(world, "http://" + own)));
  CHECK(can_connect(with_origin(world, "https://" + own)));  // a proxy may speak it for us
  CHECK(can_connect(with_origin(world, "https://friend.example")));
  for (const char* other : {"https://evil.example", "http://friend.example", "https://friend.example.evil.example",
                            "null", "http://127.0.0.1:1", "127.0.0.1"})
    CHECK_MESSAGE(status_of_upgrade(world, other) == 403, other);
}

TEST_CASE("with --public-url its pages are the server's own") {
  ops::Config config;
  config.public_url = "https://play.example.org";
  const World world(config);
  CHECK(can_connect(with_origin(world, "https://play.example.org")));
  CHECK(status_of_upgrade(world, "http://127.0.0.1") == 403);
}
