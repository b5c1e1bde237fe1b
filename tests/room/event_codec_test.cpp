/// Stored events: what is written is read back, by this and by later servers.
#include "server/room/event_codec.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

using namespace dolbang;
using namespace dolbang::room;

namespace {

const std::string creation =
    R"({"v":1,"k":"created","s":0,"t":"Ann","hash":"h0","game":"reversi","variant":"8x8","colour":"white","seed":"18446744073709551615"})";

}  // namespace

TEST_CASE("an event survives being written and read, whatever its texts") {
  CHECK(rc::check([](bool by_ai, std::uint64_t version, std::uint64_t seed) {
    LogEvent event;
    event.version = version;
    event.kind = static_cast<LogKind>(*rc::gen::inRange(0, static_cast<int>(LogKind::clock) + 1));
    event.seat = static_cast<SeatIndex>(*rc::gen::inRange(0, 2));
    event.seq = *rc::gen::arbitrary<std::uint64_t>();
    event.text =
        *rc::gen::element<std::string>("", "f5", "easy", "\"quoted\" \\ \n\t\x01", "\uc560\ub0a8 \u2620", "<script>");
    event.by_ai = by_ai;
    event.secret_hash = *rc::gen::element<std::string>("", "00ff");
    event.spec = {*rc::gen::element<std::string>("", "reversi"), *rc::gen::element<std::string>("", "8x8")};
    if (event.kind == LogKind::created) {
      event.colour = *rc::gen::element(Side::black, Side::white);
      event.engine_seed = seed;
      event.at = *rc::gen::element<std::int64_t>(0, 1893456000);
      event.options.main_ms = *rc::gen::element<std::optional<std::int64_t>>(std::nullopt, 300'000);
      event.options.increment_ms = *rc::gen::element<std::int64_t>(0, 5000);
      event.options.clock_runs_on = *rc::gen::arbitrary<bool>();
      event.options.undo = *rc::gen::arbitrary<bool>();
      event.options.spectators = *rc::gen::element<std::optional<proto::Spectators>>(
          std::nullopt, proto::Spectators::link, proto::Spectators::nobody);
      event.watch_code = *rc::gen::element<std::string>("", "zrb8pc7xxb5c");
    }
    if (*rc::gen::arbitrary<bool>()) event.clock = GameClock::Reading{ServiceTime(7), {ServiceTime(5), ServiceTime(0)}};
    const auto read = decode_event(version, encode_event(event));
    RC_ASSERT(read.has_value());
    RC_ASSERT(*read == event);
  }));
}

TEST_CASE("the format of version 1 is read for ever") {
  const auto event = decode_event(1, creation);
  REQUIRE(event);
  CHECK(event->kind == LogKind::created);
  CHECK(event->text == "Ann");
  CHECK(event->secret_hash == "h0");
  CHECK(event->spec == GameSpec{"reversi", "8x8"});
  CHECK(event->colour == Side::white);
  CHECK(event->engine_seed == 18446744073709551615u);
  CHECK(encode_event(*event) == creation);

  const auto move = decode_event(9, R"({"v":1,"k":"moved","s":1,"q":4,"ai":true,"t":"d6"})");
  REQUIRE(move);
  CHECK(move->version == 9);
  CHECK(move->kind == LogKind::moved);
  CHECK(move->seat == 1);
  CHECK(move->seq == 4);
  CHECK(move->by_ai);
  CHECK(move->text == "d6");
}

TEST_CASE("the format of version 2 is read for ever") {
  const std::string with_options =
      R"({"v":2,"k":"created","s":0,"t":"Ann","hash":"h0","game":"reversi","variant":"8x8","colour":"black","seed":"7",)"
      R"("options":{"main":300000,"increment":5000,"runs_on":true,"undo":true,"spectators":"link"},"watch":"abc"})";
  const auto made = decode_event(1, with_options);
  REQUIRE(made);
  CHECK(made->options == proto::RoomOptions{300'000, 5'000, true, true, proto::Spectators::link});
  CHECK(made->watch_code == "abc");
  CHECK(encode_event(*made) == with_options);

  const std::string timed = R"({"v":2,"k":"moved","s":1,"q":4,"t":"d6","c":{"at":3600000,"0":299000,"1":300000}})";
  const auto move = decode_event(9, timed);
  REQUIRE(move);
  CHECK(move->clock == GameClock::Reading{ServiceTime(3'600'000), {ServiceTime(299'000), ServiceTime(300'000)}});
  CHECK(encode_event(*move) == timed);
}

TEST_CASE("a room without options is written so that an older server can read it") {
  LogEvent event;
  event.kind = LogKind::created;
  CHECK(encode_event(event).find("\"v\":1") != std::string::npos);
  event.options.undo = true;
  CHECK(encode_event(event).find("\"v\":2") != std::string::npos);
}

TEST_CASE("a stored move is small") {
  LogEvent event;
  event.kind = LogKind::moved;
  event.seq = 30;
  event.text = "d6";
  CHECK(encode_event(event).size() <= 48);
}

TEST_CASE("fields of a later server are ignored") {
  const auto event = decode_event(1, R"({"v":1,"k":"agreed","s":1,"q":2,"mood":{"of":["the","day"]}})");
  REQUIRE(event);
  CHECK(event->kind == LogKind::agreed);
}

TEST_CASE("what cannot be an event of ours is refused") {
  for (const std::string text :
       {"", "{", "[]", "7", "null", R"({"v":1})", R"({"v":1,"k":"exploded","s":0})", R"({"v":1,"k":"moved","s":2})",
        R"({"v":3,"k":"moved","s":0,"t":"d6"})", R"({"v":1,"k":7,"s":0})"}) {
    CAPTURE(text);
    const auto event = decode_event(1, text);
    REQUIRE_FALSE(event);
    CHECK(event.error().code == "bad_event");
  }
}

TEST_CASE("no text makes decoding fail otherwise than with an error") {
  CHECK(rc::check([](const std::string& noise, std::size_t at) {
    (void)decode_event(1, noise);
    std::string damaged = creation;
    damaged.resize(at % (creation.size() + 1));
    (void)decode_event(1, damaged + noise);
  }));
}
