/// What the creator may choose: the clock, undo by consent, spectators; and pausing and claiming, which are always
/// there.
#include "core/limits.hpp"
#include "desk.hpp"

using namespace dolbang;
using namespace dolbang::test;
using proto::EventKind;
using proto::Phase;
using proto::Question;
using proto::Spectators;

namespace {

constexpr ServiceTime grace = limits::absence_grace;

proto::RoomOptions with_clock(bool runs_on = false) {
  proto::RoomOptions options;
  options.main_ms = 300'000;
  options.increment_ms = 5'000;
  options.clock_runs_on = runs_on;
  return options;
}
proto::RoomOptions with_undo() {
  proto::RoomOptions options;
  options.undo = true;
  return options;
}
proto::RoomOptions watched_by(Spectators spectators) {
  proto::RoomOptions options;
  options.spectators = spectators;
  return options;
}
Desk playing(const proto::RoomOptions& options, const GameSpec& spec = {"reversi", ""}) {
  return Desk::playing(std::nullopt, spec, options);
}

/// What the clocks show.
void check_clock(Desk& desk, ServiceTime black, ServiceTime white, std::optional<Side> running) {
  const auto clock = desk.room().snapshot(desk.now()).clock;
  REQUIRE(clock);
  CHECK(clock->black_ms == black.count());
  CHECK(clock->white_ms == white.count());
  CHECK(clock->running == running);
}

}  // namespace

TEST_CASE("F19 the options are told, and the default is none at all") {
  Desk plain = Desk::playing();
  CHECK_FALSE(plain.room().snapshot(plain.now()).options);
  CHECK_FALSE(plain.room().snapshot(plain.now()).clock);
  Desk desk = playing(with_clock());
  CHECK(desk.room().snapshot(desk.now()).options == with_clock());
  desk.restart();
  CHECK(desk.room().snapshot(desk.now()).options == with_clock());
}

TEST_CASE("F19 an increment without a clock means nothing") {
  proto::RoomOptions odd;
  odd.increment_ms = 5;
  odd.clock_runs_on = true;
  Desk desk = playing(odd);
  CHECK_FALSE(desk.room().snapshot(desk.now()).options);
}

TEST_CASE("F19 the clock starts with the first move, runs for the player to move and adds the increment") {
  Desk desk = playing(with_clock());
  check_clock(desk, 300s, 300s, std::nullopt);
  desk.pass(10min);
  desk.play(creator, 1, "f5");
  check_clock(desk, 300s, 300s, Side::white);
  const auto told = desk.event(guest).clock;
  REQUIRE(told);
  CHECK(told->running == Side::white);
  desk.pass(20s);
  check_clock(desk, 300s, 280s, Side::white);
  desk.play(guest, 1, "d6");
  check_clock(desk, 300s, 285s, Side::black);
  CHECK(desk.event(creator).clock->white_ms == 285'000);
}

TEST_CASE("F19 a refused move costs no more than the time it took") {
  Desk desk = playing(with_clock());
  desk.play(creator, 1, "f5");
  desk.pass(20s);
  desk.play(guest, 1, "a1");
  CHECK(desk.refusal(guest) == "illegal_move");
  check_clock(desk, 300s, 280s, Side::white);
}

TEST_CASE("F19 whose time is over has lost") {
  Desk desk = playing(with_clock());
  desk.play(creator, 1, "f5");
  desk.pass(300s - 1ms);
  CHECK(desk.room().phase() == Phase::playing);
  desk.pass(1ms);
  const auto event = desk.event(creator);
  CHECK(event.kind == EventKind::timed_out);
  CHECK(event.side == Side::white);
  REQUIRE(event.result);
  CHECK(event.result->winner == Side::black);
  CHECK(event.result->reason == "timed_out");
  check_clock(desk, 300s, 0s, std::nullopt);
  desk.play(guest, 1, "d6");
  CHECK(desk.refusal(guest) == "game_over");

  desk.restart();
  CHECK(desk.room().phase() == Phase::over);
  CHECK(desk.room().match().result()->reason == EndReason::timed_out);
  desk.come_back(0, creator);
  desk.come_back(1, guest);
  desk.send(creator, proto::Rematch{2});
  desk.send(guest, proto::Rematch{2});
  check_clock(desk, 300s, 300s, std::nullopt);  // the next game has its own time
}

TEST_CASE("F19 a move that comes too late is too late, though the alarm has not rung yet") {
  Desk desk = playing(with_clock());
  desk.play(creator, 1, "f5");
  desk.sleep(300s);
  desk.play(guest, 1, "d6");
  CHECK(desk.refusal(guest) == "game_over");
  CHECK(desk.event(creator).kind == EventKind::timed_out);
}

TEST_CASE("F19 a server that is down takes nobody's time, and a restart knows what was used before") {
  Desk desk = playing(with_clock(true));
  desk.play(creator, 1, "f5");
  desk.pass(20s);
  desk.restart();
  // Whoever a restart has cut off is not to blame: the clock waits for them, also in a room where it would run on.
  check_clock(desk, 300s, 280s, std::nullopt);
  desk.pass(30s);
  desk.come_back(0, creator);
  check_clock(desk, 300s, 280s, std::nullopt);
  desk.come_back(1, guest);
  check_clock(desk, 300s, 280s, Side::white);
  desk.pass(10s);
  desk.restart();
  check_clock(desk, 300s, 270s, std::nullopt);
}

TEST_CASE("F19 the clock stands still while a player is away within the grace, and runs on after it") {
  Desk desk = playing(with_clock());
  desk.play(creator, 1, "f5");
  desk.pass(20s);
  SUBCASE("the player to move") {
    desk.drop(guest);
    const auto told = desk.last<proto::Presence>(creator).clock;
    REQUIRE(told);
    CHECK_FALSE(told->running);
  }
  SUBCASE("or the other") { desk.drop(creator); }
  check_clock(desk, 300s, 280s, std::nullopt);
  desk.pass(grace - 1ms);
  check_clock(desk, 300s, 280s, std::nullopt);
  desk.pass(1ms);
  check_clock(desk, 300s, 280s, Side::white);
  desk.pass(30s);
  check_clock(desk, 300s, 250s, Side::white);
  desk.pass(250s);
  REQUIRE(desk.room().match().result());
  CHECK(desk.room().match().result()->reason == EndReason::timed_out);
}

TEST_CASE("F19 who comes back in time has lost no time, over a restart too") {
  Desk desk = playing(with_clock());
  desk.play(creator, 1, "f5");
  desk.pass(20s);
  desk.drop(guest);
  desk.pass(60s);
  SUBCASE("at once") {}
  SUBCASE("with a restart in between") {
    desk.restart();
    desk.come_back(0, creator);
  }
  desk.come_back(1, guest);
  CHECK(desk.log().back().kind == room::LogKind::clock);
  CHECK(desk.last<proto::State>(guest).version == desk.log().size());
  check_clock(desk, 300s, 280s, Side::white);
  desk.pass(10s);
  desk.restart();
  check_clock(desk, 300s, 270s, std::nullopt);
}

TEST_CASE("F19 an absence of less than a second is not written down") {
  Desk desk = playing(with_clock());
  desk.play(creator, 1, "f5");
  const std::size_t before = desk.log().size();
  for (int i = 0; i < 5; ++i) {
    desk.drop(guest);
    desk.pass(100ms);
    desk.come_back(1, guest);
  }
  CHECK(desk.log().size() == before);
  check_clock(desk, 300s, 300s, Side::white);
}

TEST_CASE("F19 both away one after the other: the clock waits for as long as one of them is within the grace") {
  Desk desk = playing(with_clock());
  desk.play(creator, 1, "f5");
  desk.drop(guest);
  desk.pass(100s);
  desk.drop(creator);
  desk.pass(grace - 1s);
  check_clock(desk, 300s, 300s, std::nullopt);
  desk.pass(11s);
  check_clock(desk, 300s, 290s, Side::white);
  desk.restart();
  check_clock(desk, 300s, 290s, Side::white);
}

TEST_CASE("F19 the first to come back is written down, though the clock still waits for the other") {
  Desk desk = playing(with_clock());
  desk.play(creator, 1, "f5");
  desk.drop(guest);
  desk.pass(50s);
  desk.drop(creator);
  desk.pass(10s);
  desk.come_back(1, guest);
  check_clock(desk, 300s, 300s, std::nullopt);
  desk.restart();
  check_clock(desk, 300s, 300s, std::nullopt);
}

TEST_CASE("F19 where the clock runs on, who is away loses time") {
  Desk desk = playing(with_clock(true));
  desk.play(creator, 1, "f5");
  desk.drop(guest);
  check_clock(desk, 300s, 300s, Side::white);
  desk.pass(60s);
  check_clock(desk, 300s, 240s, Side::white);
  desk.come_back(1, guest);
  CHECK(desk.log().back().kind == room::LogKind::moved);
  desk.pass(240s);
  REQUIRE(desk.room().match().result());
  CHECK(desk.room().match().result()->reason == EndReason::timed_out);
}

TEST_CASE("F11 F19 while the AI plays for somebody no clock runs, and the returner has the time they left with") {
  Desk desk = playing(with_clock());
  desk.play(creator, 1, "f5");
  desk.pass(20s);
  desk.drop(guest);
  desk.pass(grace);
  desk.send(creator, proto::Replace{2, "easy"});
  check_clock(desk, 300s, 280s, std::nullopt);
  desk.pass(100s);
  desk.engine_moves();
  desk.pass(100s);
  check_clock(desk, 300s, 280s, std::nullopt);
  desk.come_back(1, guest);
  desk.send(guest, proto::Reclaim{1});
  desk.send(creator, proto::Grant{3});
  check_clock(desk, 300s, 280s, Side::black);
  desk.pass(300s);
  REQUIRE(desk.room().match().result());
  CHECK(desk.room().match().result()->winner == Side::white);
}

TEST_CASE("F19 the clock waits for a returner who is away again when the seat is given back") {
  Desk desk = playing(with_clock());
  desk.play(creator, 1, "f5");
  desk.drop(guest);
  desk.pass(grace);
  desk.send(creator, proto::Replace{2, "easy"});
  desk.come_back(1, guest);
  desk.send(guest, proto::Reclaim{1});
  desk.drop(guest);
  desk.send(creator, proto::Grant{3});
  check_clock(desk, 300s, 300s, std::nullopt);
  desk.pass(60s);
  check_clock(desk, 300s, 300s, std::nullopt);
}

TEST_CASE("Z12 F19 the time belongs to the player, whatever side a swap gives them") {
  Desk desk = playing(with_clock(), {"omok", "freestyle-swap2"});
  std::uint64_t a = 0, b = 0;
  for (const char* move : {"H8", "I9"}) desk.play(creator, ++a, move);
  desk.pass(30s);
  desk.play(creator, ++a, "G7");  // 300 + 5 - 30 + 5
  check_clock(desk, 280s, 300s, Side::white);
  desk.pass(40s);
  desk.play(guest, ++b, "swap");
  check_clock(desk, 265s, 280s, Side::white);  // the guest is black now
}

TEST_CASE("F20 the winner of an abandoned game says so: claim, under the same conditions as the AI") {
  Desk desk = Desk::playing();
  desk.play(creator, 1, "f5");
  desk.send(creator, proto::Claim{2});
  CHECK(desk.refusal(creator) == "not_absent");
  desk.drop(guest);
  desk.pass(grace - 1ms);
  desk.send(creator, proto::Claim{3});
  CHECK(desk.refusal(creator) == "too_early");
  desk.pass(1ms);
  SUBCASE("claimed") {
    desk.open(visitor);
    desk.send(creator, proto::Claim{4});
    const auto event = desk.event(visitor);
    CHECK(event.kind == EventKind::claimed);
    CHECK(event.side == Side::black);
    REQUIRE(event.result);
    CHECK(event.result->winner == Side::black);
    CHECK(event.result->reason == "abandoned");
    CHECK(desk.event(creator).seq == 4);
    desk.restart();
    CHECK(desk.room().match().result()->reason == EndReason::abandoned);
    desk.come_back(1, guest);
    CHECK(desk.last<proto::State>(guest).result->reason == "abandoned");
  }
  SUBCASE("or waited for: nothing happens by itself, and the friend plays on") {
    desk.pass(24h);
    desk.come_back(1, guest);
    desk.send(creator, proto::Claim{4});
    CHECK(desk.refusal(creator) == "not_absent");
    desk.play(guest, 1, "d6");
    CHECK(desk.event(creator).kind == EventKind::moved);
  }
  SUBCASE("not once the AI plays") {
    desk.send(creator, proto::Replace{4, "easy"});
    desk.send(creator, proto::Claim{5});
    CHECK(desk.refusal(creator) == "already_replaced");
  }
}

TEST_CASE("F12 Z01 undo is off unless the creator chose it") {
  Desk desk = Desk::playing();
  desk.play(creator, 1, "f5");
  desk.send(creator, proto::Ask{2, 1, Question::undo});
  CHECK(desk.refusal(creator) == "no_undo");
}

TEST_CASE("F21 Z01 an undo needs the other's consent, and goes back to before the asker's last move") {
  Desk desk = playing(with_undo());
  desk.send(guest, proto::Ask{1, 0, Question::undo});
  CHECK(desk.refusal(guest) == "nothing_to_undo");
  desk.play(creator, 1, "f5");
  desk.send(guest, proto::Ask{2, 1, Question::undo});
  CHECK(desk.refusal(guest) == "nothing_to_undo");
  desk.play(guest, 3, "d6");
  desk.open(visitor);

  SUBCASE("both moves, when it is the asker's turn again") {
    desk.send(creator, proto::Ask{2, 2, Question::undo});
    for (const ConnectionId connection : {creator, guest, visitor}) {
      CHECK(desk.event(connection).kind == EventKind::asked);
      CHECK(desk.event(connection).side == Side::black);
      CHECK(desk.event(connection).question == Question::undo);
    }
    CHECK(desk.room().snapshot(desk.now()).black.asks == Question::undo);
    CHECK(desk.ply() == 2);  // nothing happens without an answer
    desk.restart();
    desk.come_back(0, creator);
    desk.come_back(1, guest);
    CHECK(desk.last<proto::State>(guest).black.asks == Question::undo);
    desk.send(guest, proto::Answer{4, true});
    const auto event = desk.event(creator);
    CHECK(event.kind == EventKind::undone);
    CHECK(event.side == Side::black);
    CHECK(event.ply == 0);
    CHECK(event.to_move == Side::black);
    CHECK(event.hash == proto::hash_text(desk.room().match().position().hash()));
    CHECK(desk.event(guest).seq == 4);
    CHECK_FALSE(desk.room().snapshot(desk.now()).black.asks);
    desk.play(creator, 3, "c4");
    CHECK(desk.event(guest).move == "c4");
  }
  SUBCASE("one move, when the other has not answered it yet") {
    desk.send(guest, proto::Ask{4, 2, Question::undo});
    desk.send(creator, proto::Answer{2, true});
    CHECK(desk.event(guest).ply == 1);
    CHECK(desk.event(guest).to_move == Side::white);
    CHECK(desk.room().match().transcript() == "f5");
    desk.restart();
    CHECK(desk.room().match().transcript() == "f5");
  }
}

TEST_CASE("F21 Z01 no means no, and the question cannot be put again in the same position") {
  Desk desk = playing(with_undo());
  desk.play(creator, 1, "f5");
  desk.send(creator, proto::Ask{2, 1, Question::undo});
  desk.send(creator, proto::Ask{3, 1, Question::pause});
  CHECK(desk.refusal(creator) == "question_open");
  desk.send(creator, proto::Answer{4, true});
  CHECK(desk.refusal(creator) == "nobody_asks");  // not one's own
  SUBCASE("said") {
    desk.send(guest, proto::Answer{1, false});
    CHECK(desk.event(creator).kind == EventKind::declined);
    CHECK(desk.event(creator).side == Side::white);
    desk.send(creator, proto::Ask{5, 1, Question::undo});
    CHECK(desk.refusal(creator) == "already_asked");
    desk.play(guest, 2, "d6");
    desk.send(creator, proto::Ask{6, 2, Question::undo});
    CHECK(desk.event(guest).kind == EventKind::asked);
  }
  SUBCASE("by a move") {
    desk.play(guest, 1, "d6");
    CHECK_FALSE(desk.room().snapshot(desk.now()).black.asks);
    desk.send(guest, proto::Answer{2, true});
    CHECK(desk.refusal(guest) == "nobody_asks");
  }
  SUBCASE("by the end") {
    desk.send(guest, proto::Resign{1, 1});
    CHECK_FALSE(desk.room().snapshot(desk.now()).black.asks);
  }
}

TEST_CASE("F21 Z01 taking back a swap gives each player the side they had") {
  Desk desk = playing(with_undo(), {"omok", "freestyle-swap2"});
  std::uint64_t a = 0, b = 0;
  for (const char* move : {"H8", "I9", "G7"}) desk.play(creator, ++a, move);
  desk.play(guest, ++b, "swap");
  desk.open(visitor);
  desk.send(guest, proto::Ask{++b, 4, Question::undo});
  CHECK(desk.event(creator).side == Side::black);
  desk.send(creator, proto::Answer{++a, true});
  CHECK(desk.event(guest).you == Side::white);
  CHECK(desk.event(creator).you == Side::black);
  CHECK_FALSE(desk.event(visitor).you);
  CHECK(desk.room().name_of(Side::black) == "Ann");
  desk.play(guest, ++b, "stay");
  CHECK(desk.event(creator).side == Side::white);
}

TEST_CASE("F19 F21 time is not given back with a move") {
  proto::RoomOptions options = with_clock();
  options.undo = true;
  Desk desk = playing(options);
  desk.play(creator, 1, "f5");
  desk.pass(20s);
  desk.send(creator, proto::Ask{2, 1, Question::undo});
  desk.pass(10s);
  desk.send(guest, proto::Answer{1, true});
  check_clock(desk, 300s, 270s, std::nullopt);  // before the first move it stands
  desk.play(creator, 3, "c4");
  check_clock(desk, 300s, 270s, Side::white);
}

TEST_CASE("F21 an AI cannot be asked to take back what its human did") {
  Desk desk = playing(with_undo());
  desk.play(creator, 1, "f5");
  desk.drop(guest);
  desk.pass(grace);
  desk.send(creator, proto::Ask{2, 1, Question::undo});
  desk.send(creator, proto::Replace{3, "easy"});
  CHECK_FALSE(desk.room().snapshot(desk.now()).black.asks);
  desk.send(creator, proto::Ask{4, 1, Question::undo});
  CHECK(desk.refusal(creator) == "already_replaced");
}

TEST_CASE("F22 a pause by consent stops moves, clocks and absences; either player ends it") {
  Desk desk = playing(with_clock());
  desk.play(creator, 1, "f5");
  desk.pass(20s);
  desk.send(guest, proto::Resume{1});
  CHECK(desk.refusal(guest) == "not_paused");
  desk.send(creator, proto::Ask{2, 1, Question::pause});
  desk.send(guest, proto::Answer{2, true});
  CHECK(desk.event(creator).kind == EventKind::paused);
  CHECK(desk.event(creator).side == Side::black);
  CHECK(desk.room().snapshot(desk.now()).paused);
  check_clock(desk, 300s, 280s, std::nullopt);
  desk.play(guest, 3, "d6");
  CHECK(desk.refusal(guest) == "paused");
  desk.send(guest, proto::Ask{4, 1, Question::undo});
  CHECK(desk.refusal(guest) == "paused");

  desk.drop(guest);
  CHECK_FALSE(desk.last<proto::Presence>(creator).replace_in_ms);
  desk.pass(1h);
  desk.send(creator, proto::Claim{3});
  CHECK(desk.refusal(creator) == "paused");
  desk.send(creator, proto::Replace{4, "easy"});
  CHECK(desk.refusal(creator) == "paused");
  desk.restart();
  desk.come_back(0, creator);
  CHECK(desk.last<proto::State>(creator).paused);

  SUBCASE("who has been away in it has the whole grace from its end on") {
    desk.send(creator, proto::Resume{5});
    CHECK(desk.event(creator).kind == EventKind::resumed);
    CHECK(desk.last<proto::Presence>(creator).replace_in_ms == grace.count());
    check_clock(desk, 300s, 280s, std::nullopt);  // the grace: the guest is away
    desk.pass(grace);
    check_clock(desk, 300s, 280s, Side::white);
    desk.send(creator, proto::Claim{6});
    CHECK(desk.event(creator).kind == EventKind::claimed);
  }
  SUBCASE("both here: the clock runs on") {
    desk.come_back(1, guest);
    desk.send(guest, proto::Resume{5});
    check_clock(desk, 300s, 280s, Side::white);
    desk.play(guest, 6, "d6");
    CHECK(desk.event(creator).kind == EventKind::moved);
  }
  SUBCASE("who gives up need not resume") {
    desk.send(creator, proto::Resign{5, 1});
    CHECK(desk.room().phase() == Phase::over);
    CHECK_FALSE(desk.room().snapshot(desk.now()).paused);
  }
}

TEST_CASE("F23 spectators with a link of their own watch, never learn the room's code, and cannot join") {
  Desk desk(std::nullopt, {"reversi", ""}, watched_by(Spectators::link));
  constexpr ConnectionId spectator = 7, stranger = 8;
  desk.watch(spectator);
  CHECK(desk.last<proto::State>(spectator).room == watch_code);
  CHECK(desk.last<proto::State>(spectator).watch_only);
  CHECK(desk.last<proto::Presence>(spectator).room == watch_code);
  desk.join(spectator, "Eve");
  CHECK(desk.refusal(spectator) == "watch_only");
  desk.open(guest);
  desk.open(stranger);
  desk.join(guest, "Ben");
  // The stranger came by the players' link and has no business here any more.
  REQUIRE(desk.bye(stranger));
  CHECK(desk.bye(stranger)->reason == "private");
  CHECK_FALSE(desk.bye(spectator));
  desk.clear();
  desk.play(creator, 1, "f5");
  CHECK(desk.event(spectator).room == watch_code);
  CHECK(desk.event(guest).room == "room");
  CHECK(desk.inbox(stranger).empty());
  desk.open(visitor);
  CHECK(desk.refusal(visitor) == "private");
  desk.send(spectator, proto::Resign{1, 1});
  CHECK(desk.refusal(spectator) == "not_a_seat");
  desk.restart();
  desk.watch(spectator);
  CHECK(desk.last<proto::State>(spectator).moves == "f5");
  desk.come_back(1, guest);
  CHECK(desk.last<proto::State>(guest).you == Side::white);
}

TEST_CASE("F23 a room without spectators is for its two players once both are there") {
  Desk desk(std::nullopt, {"reversi", ""}, watched_by(Spectators::nobody));
  CHECK(desk.room().watch_code().empty());
  desk.open(visitor);
  CHECK_FALSE(desk.last<proto::State>(visitor).you);
  desk.open(guest);
  desk.join(guest, "Ben");
  CHECK(desk.bye(visitor));
  desk.open(9);
  CHECK(desk.refusal(9) == "private");
  CHECK(desk.room().connections() == 2);
}

TEST_CASE("F15 F23 without that choice whoever has the link may watch") {
  Desk desk = playing(with_undo());
  desk.open(visitor);
  desk.play(creator, 1, "f5");
  CHECK(desk.event(visitor).move == "f5");
}

TEST_CASE("a client that does not know the options plays on: it gets the state in place of what it does not know") {
  proto::RoomOptions options = with_clock();
  options.undo = true;
  Desk desk = playing(options);
  constexpr ConnectionId old = 11;
  desk.come_back_as_old(1, old);
  desk.play(creator, 1, "f5");
  CHECK(desk.event(old).kind == EventKind::moved);
  desk.play(old, 1, "d6");
  CHECK(desk.event(old).seq == 1);
  desk.clear();
  desk.send(creator, proto::Ask{2, 2, Question::undo});
  CHECK(desk.all<proto::Event>(old).empty());
  CHECK(desk.last<proto::State>(old).version == desk.log().size());
  CHECK(desk.last<proto::State>(old).black.asks == Question::undo);
  const auto before = desk.log().size() - 1;
  desk.clear();
  desk.come_back_as_old(1, 12, before);  // and when it missed it
  CHECK(desk.all<proto::Event>(12).empty());
  CHECK(desk.last<proto::State>(12).version == desk.log().size());
  desk.clear();
  desk.pass(10min);
  REQUIRE(desk.last<proto::State>(12).result);
  CHECK(desk.last<proto::State>(12).result->reason == "timed_out");
}

TEST_CASE("a log of the first format, before there were options, is restored") {
  // As version 0.1 wrote it.
  const std::vector<std::string> written{
      R"({"v":1,"k":"created","s":0,"t":"Ann","hash":"h0","game":"reversi","variant":"8x8","colour":"black","seed":"5"})",
      R"({"v":1,"k":"joined","s":1,"t":"Ben","hash":"h1"})",
      R"({"v":1,"k":"moved","s":0,"q":1,"t":"f5"})",
      R"({"v":1,"k":"replaced","s":1,"q":2,"t":"easy"})",
      R"({"v":1,"k":"moved","s":1,"ai":true,"t":"d6"})",
      R"({"v":1,"k":"reclaiming","s":1,"q":1})",
      R"({"v":1,"k":"granted","s":1,"q":3})",
      R"({"v":1,"k":"resigned","s":1,"q":2})",
      R"({"v":1,"k":"agreed","s":0,"q":4})",
      R"({"v":1,"k":"agreed","s":1,"q":3})",
      R"({"v":1,"k":"restarted","s":0})",
      R"({"v":1,"k":"moved","s":1,"q":4,"t":"c4"})",
  };
  std::vector<room::LogEvent> log;
  for (const std::string& text : written) {
    auto event = room::decode_event(log.size() + 1, text);
    REQUIRE(event);
    CHECK(room::encode_event(*event) == text);
    log.push_back(*std::move(event));
  }
  const auto restored = room::Room::restore("room", {}, log, {}, 1h);
  REQUIRE(restored);
  const auto state = restored->snapshot(1h);
  CHECK(state.version == written.size());
  CHECK(state.game_number == 2);
  CHECK(state.black.name == "Ben");
  CHECK(state.moves == "c4");
  CHECK_FALSE(state.options);
  CHECK_FALSE(state.clock);
  CHECK_FALSE(state.paused);
  CHECK(restored->may_look());
}
