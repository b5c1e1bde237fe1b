// What a browser, or a chat program that fetches previews, gets.
#include <doctest/doctest.h>

#include "world.hpp"

using namespace dolbang;
using namespace dolbang::test;

namespace {
bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }
}  // namespace

TEST_CASE("F04 the page of a waiting room, in three languages") {
  World world;
  Player ann = Player::create(world.port(), "Ann <3");
  const std::string target = "/r/" + ann.seat.room;
  const Page english = http(world.port(), "GET", target, "", "play.example.org:99");
  CHECK(english.status == 200);
  CHECK(has(english.body, "Ann &lt;3 waits for you to join."));
  CHECK(has(english.body, "href=\"dolbang://play.example.org:99" + target + "\""));
  CHECK(has(english.body, "value=\"http://play.example.org:99" + target + "\""));
  CHECK(has(english.body, "og:title"));
  CHECK_FALSE(has(english.body, ann.seat.secret));
  CHECK(has(english.head, "content-security-policy: default-src 'none'"));
  CHECK(has(english.head, "x-content-type-options: nosniff"));
  CHECK(has(english.head, "content-type: text/html; charset=utf-8"));
  CHECK(has(http(world.port(), "GET", target, "Accept-Language: ko-KR,ko;q=0.9\r\n").body, "<html lang=\"ko\">"));
  CHECK(has(http(world.port(), "GET", target, "Accept-Language: ja\r\n").body, "<html lang=\"ja\">"));

  Player bob = Player::join(world.port(), ann.seat.room);
  CHECK(has(http(world.port(), "GET", target).body, "Ann &lt;3 (black) and Bob (white) are playing."));
  bob.client.send(proto::Resign{1, 0});
  bob.event(proto::EventKind::resigned);
  CHECK(has(http(world.port(), "GET", target + "?utm=x").body, "The game is over."));
}

TEST_CASE("HEAD is GET without a body, other methods are refused") {
  World world;
  Player ann = Player::create(world.port());
  const std::string target = "/r/" + ann.seat.room;
  const Page head = http(world.port(), "HEAD", target);
  CHECK(head.status == 200);
  CHECK(head.body.empty());
  CHECK(has(head.head, "content-length: " + std::to_string(http(world.port(), "GET", target).body.size())));
  CHECK(http(world.port(), "POST", target).status == 405);
  CHECK(http(world.port(), "DELETE", "/").status == 405);
}

TEST_CASE("other addresses: landing page, health, and a page that says there is nothing") {
  World world;
  CHECK(http(world.port(), "GET", "/").status == 200);
  CHECK(http(world.port(), "GET", "/healthz").body == "ok\n");
  for (const char* target : {"/r/", "/r/nosuchroom22", "/r/..%2f..%2fetc", "/favicon.ico"}) {
    const Page page = http(world.port(), "GET", target);
    CHECK_MESSAGE(page.status == 404, target);
    CHECK(has(page.body, "There is no such room"));
  }
  CHECK(http(world.port(), "GET", "/ws").status == 426);
  CHECK(http(world.port(), "GET", "/", "", "evil\"host").status == 400);
}

TEST_CASE("--public-url is what friends are told") {
  ops::Config config;
  config.public_url = "http://play.example.org";
  World world(config);
  Player ann = Player::create(world.port());
  CHECK(ann.seat.url == "http://play.example.org/r/" + ann.seat.room);
  CHECK(has(http(world.port(), "GET", "/r/" + ann.seat.room).body, "dolbang://play.example.org/r/"));
}
