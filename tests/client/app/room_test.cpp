// Room games: the client against a server that the test plays.
#include <doctest/doctest.h>

#include "fakes.hpp"
#include "games.hpp"

using namespace dolbang;
using namespace dolbang::app;
using std::chrono::seconds;

namespace {

constexpr auto url = "http://host:7311/r/abcdefgh2345";
constexpr auto code = "abcdefgh2345";
constexpr auto secret = "00112233445566778899aabbccddeeff";

/// The state of the room after some moves, as the server would tell it.
proto::State state(std::string moves, std::optional<Side> you, std::uint64_t version, bool waiting = false) {
  const auto match = Match::replay({"reversi", "8x8"}, moves);
  proto::State state;
  state.room = code;
  state.version = version;
  state.game = "reversi";
  state.variant = "8x8";
  state.phase = waiting ? proto::Phase::waiting : match->is_over() ? proto::Phase::over : proto::Phase::playing;
  state.you = you;
  state.black = {true, "Ann", true, "", false, false};
  state.white = {!waiting, waiting ? "" : "Bob", !waiting, "", false, false};
  state.moves = std::move(moves);
  state.ply = match->ply();
  state.to_move = match->to_move();
  state.hash = proto::hash_text(match->position().hash());
  if (const auto& result = match->result())
    state.result = proto::ResultView{result->winner, std::string(to_string(result->reason))};
  state.url = url;
  return state;
}

/// The event of the last move of a transcript.
proto::Event moved(const std::string& moves, std::uint64_t version, std::optional<std::uint64_t> seq = {}) {
  const auto match = Match::replay({"reversi", "8x8"}, moves);
  const Turn& turn = match->turns().back();
  proto::Event event;
  event.room = code;
  event.version = version;
  event.kind = proto::EventKind::moved;
  event.side = turn.side;
  event.move = moves.substr(moves.size() - 2);
  event.passed = turn.passed;
  if (const auto& result = match->result())
    event.result = proto::ResultView{result->winner, std::string(to_string(result->reason))};
  event.ply = match->ply();
  event.to_move = match->to_move();
  event.hash = proto::hash_text(match->position().hash());
  event.seq = seq;
  return event;
}

proto::Event happened(proto::EventKind kind, std::optional<Side> side, const std::string& moves,
                      std::uint64_t version) {
  proto::Event event;
  event.room = code;
  event.version = version;
  event.kind = kind;
  event.side = side;
  const auto match = Match::replay({"reversi", "8x8"}, moves);
  event.ply = match->ply();
  event.to_move = match->to_move();
  event.hash = proto::hash_text(match->position().hash());
  return event;
}

proto::Presence presence(bool black, bool white, std::optional<std::int64_t> replace_in = {}) {
  return {code, black, white, replace_in};
}

/// The newest connection is up, and the server has said welcome.
void welcome(Desk& desk) {
  desk.frame();
  desk.line().open();
  desk.frame();
  REQUIRE(desk.line().take<proto::Hello>());
  desk.line().say(proto::Welcome{proto::version, "test", {}, 4096, 120'000});
  desk.frame();
}

/// A client in the seat of a side, in a game.
void seat(Desk& desk, Side side, const std::string& moves = "", std::uint64_t version = 2) {
  FakeStorage kept;
  desk.app->create_room("http://host:7311");
  welcome(desk);
  REQUIRE(desk.line().take<proto::Create>());
  desk.line().say(proto::Entered{code, side, secret, url});
  desk.line().say(state(moves, side, version));
  desk.frame();
  REQUIRE(desk.view().begun);
  REQUIRE(desk.view().room->link == Link::online);
}

/// The connection is lost and made again; gives the Open that the client sends.
proto::Open come_back(Desk& desk) {
  desk.line().close();
  desk.frame();
  CHECK(desk.view().room->link == Link::reconnecting);
  desk.pass(seconds{1});
  welcome(desk);
  const auto open = desk.line().take<proto::Open>();
  REQUIRE(open);
  return *open;
}

}  // namespace

TEST_CASE("F01 F06 F16 M03 creating a room shows its URL, and that it waits for someone") {
  Desk desk;
  desk.app->set_name("Ann");
  desk.app->create_room("http://host:7311");
  CHECK(desk.view().screen == Screen::game);
  CHECK(desk.view().room->link == Link::connecting);
  welcome(desk);
  const auto create = desk.line().take<proto::Create>();
  REQUIRE(create);
  CHECK(create->game == "reversi");
  CHECK(create->name == "Ann");
  CHECK_FALSE(create->colour);
  desk.line().say(proto::Entered{code, Side::black, secret, url});
  desk.line().say(state("", Side::black, 1, true));
  desk.frame();
  const ViewModel& view = desk.view();
  CHECK(view.room->url == url);
  CHECK(view.room->waiting);
  CHECK_FALSE(view.begun);
  CHECK_FALSE(view.allowed.place);
  CHECK(view.you == Side::black);
  auto joined = happened(proto::EventKind::joined, Side::white, "", 2);
  joined.name = "Bob";
  desk.line().say(joined);
  desk.frame();
  CHECK(desk.view().begun);
  CHECK(desk.view().players[1].name == "Bob");
  CHECK(desk.toast() == "joined");
  CHECK(desk.view().allowed.place);
}

TEST_CASE("F02 copying puts the room's URL on the clipboard, without any secret") {
  Desk desk;
  seat(desk, Side::black);
  desk.app->copy_url();
  CHECK(desk.app->take_clipboard() == url);
  CHECK_FALSE(desk.app->take_clipboard());
}

TEST_CASE("F04 F05 opening a URL only looks; Join takes the seat") {
  Desk desk;
  desk.app->join_room(url);
  welcome(desk);
  const auto open = desk.line().take<proto::Open>();
  REQUIRE(open);
  CHECK(open->room == code);
  CHECK(open->secret.empty());
  desk.line().say(state("", {}, 1, true));
  desk.pass(seconds{60});
  CHECK(desk.line().sent.empty());
  CHECK(desk.view().room->join_offered);
  CHECK(desk.view().allowed.join);
  CHECK_FALSE(desk.view().begun);
  desk.app->confirm_join();
  desk.app->confirm_join();  // pressed twice
  CHECK(desk.view().room->joining);
  REQUIRE(desk.line().take<proto::Join>());
  CHECK(desk.line().sent.empty());
  desk.line().say(happened(proto::EventKind::joined, Side::white, "", 2));
  desk.line().say(proto::Entered{code, Side::white, secret, url});
  desk.line().say(state("", Side::white, 2));
  desk.frame();
  CHECK(desk.view().begun);
  CHECK(desk.view().you == Side::white);
  CHECK_FALSE(desk.view().your_turn);
  CHECK(desk.storage.files["seats.json"].find(secret) != std::string::npos);
}

TEST_CASE("F05 a join that comes second is told, and the person watches") {
  Desk desk;
  desk.app->join_room(url);
  welcome(desk);
  desk.line().say(state("", {}, 1, true));
  desk.frame();
  desk.app->confirm_join();
  desk.line().say(happened(proto::EventKind::joined, Side::white, "", 2));
  desk.line().say(proto::Reject{0, "seat_taken", "Both seats are taken.", 0});
  desk.frame();
  CHECK(desk.toast() == "seat_taken");
  CHECK_FALSE(desk.view().allowed.join);
  CHECK(desk.view().room->watching);
}

TEST_CASE("F05 a join whose answer was lost is sent again, with the same secret") {
  Desk desk;
  desk.app->join_room(url);
  welcome(desk);
  REQUIRE(desk.line().take<proto::Open>());
  desk.line().say(state("", {}, 1, true));
  desk.frame();
  desk.app->confirm_join();
  const auto first = desk.line().take<proto::Join>();
  REQUIRE(first);
  CHECK(first->secret.size() == 32);
  desk.line().close();
  desk.frame();
  CHECK(desk.view().room->joining);
  desk.pass(seconds{1});
  welcome(desk);
  REQUIRE(desk.line().take<proto::Open>());
  desk.line().say(state("", {}, 2));  // the server had it: both seats are taken
  desk.frame();
  const auto again = desk.line().take<proto::Join>();
  REQUIRE(again);
  CHECK(again->secret == first->secret);
  desk.line().say(proto::Entered{code, Side::white, again->secret, url});
  desk.line().say(state("", Side::white, 2));
  desk.frame();
  CHECK_FALSE(desk.view().room->joining);
  CHECK(desk.view().you == Side::white);
  CHECK(desk.storage.files["seats.json"].find(first->secret) != std::string::npos);
}

TEST_CASE("F15 a third person watches and can do nothing") {
  Desk desk;
  desk.app->join_room(url);
  welcome(desk);
  desk.line().sent.clear();
  desk.line().say(state("f5", {}, 3));
  desk.frame();
  CHECK(desk.view().room->watching);
  CHECK_FALSE(desk.view().you);
  CHECK_FALSE(desk.view().allowed.join);
  CHECK_FALSE(desk.view().allowed.resign);
  desk.app->confirm_join();
  desk.click("d6");
  desk.app->resign();
  desk.app->rematch();
  CHECK(desk.line().sent.empty());
}

TEST_CASE("F12 U09 there is no undo in a friend game") {
  Desk desk;
  seat(desk, Side::black, "f5d6", 4);
  CHECK_FALSE(desk.view().allowed.undo);
  desk.app->undo();
  CHECK(desk.view().ply == 2);
  CHECK(desk.line().sent.empty());
}

TEST_CASE("F18 a move is only shown faintly until the server has played it") {
  Desk desk;
  seat(desk, Side::black);
  desk.click("f5");
  const auto play = desk.line().take<proto::Play>();
  REQUIRE(play);
  CHECK(play->seq == 1);
  CHECK(play->ply == 0);
  CHECK(play->move == "f5");
  CHECK(desk.view().ply == 0);
  CHECK(desk.view().board.pending == *reversi::parse_square("f5"));
  CHECK_FALSE(desk.view().allowed.place);
  desk.click("d3");
  CHECK(desk.line().sent.empty());
  desk.line().say(moved("f5", 3, 1));
  desk.frame();
  CHECK(desk.view().ply == 1);
  CHECK_FALSE(desk.view().board.pending);
  CHECK(desk.view().change.kind == Change::Kind::move);
  CHECK_FALSE(desk.view().room->busy);
}

TEST_CASE("F18 a refused move leaves the board as it was and says why") {
  Desk desk;
  seat(desk, Side::black);
  desk.click("f5");
  desk.line().say(proto::Reject{1, "not_your_turn", "It is the other side's turn.", 0});
  desk.frame();
  CHECK(desk.view().ply == 0);
  CHECK_FALSE(desk.view().board.pending);
  CHECK(desk.toast() == "not_your_turn");
  CHECK(desk.view().allowed.place);
}

TEST_CASE("F17 P01 a pass in a friend game is shown") {
  Desk desk;
  const std::string all = games::black_passes;
  seat(desk, Side::black, all.substr(0, all.size() - 2), 9);
  desk.line().say(moved(all, 10));
  desk.frame();
  REQUIRE(desk.view().pass);
  CHECK(desk.view().pass->side == Side::black);
  CHECK(desk.view().pass->banner);
}

TEST_CASE("F14 E09 a resignation ends the game on both sides") {
  Desk desk;
  seat(desk, Side::black, "f5", 3);
  desk.app->resign();
  const auto resign = desk.line().take<proto::Resign>();
  REQUIRE(resign);
  CHECK(resign->ply == 1);
  auto event = happened(proto::EventKind::resigned, Side::black, "f5", 4);
  event.result = proto::ResultView{Side::white, "resigned"};
  event.seq = resign->seq;
  desk.line().say(event);
  desk.frame();
  REQUIRE(desk.view().result);
  CHECK(desk.view().result->winner == Side::white);
  CHECK(desk.view().result->you_won == false);

  Desk other;
  seat(other, Side::white, "f5", 3);
  event.seq.reset();
  other.line().say(event);
  other.frame();
  REQUIRE(other.view().result);
  CHECK(other.view().result->you_won == true);
  CHECK(other.toast() == "friend_resigned");
}

TEST_CASE("F08 one more game with sides swapped starts when both agree") {
  Desk desk;
  seat(desk, Side::black, games::wipe_out, 11);
  REQUIRE(desk.view().result);
  CHECK(desk.view().allowed.rematch);
  desk.line().say(happened(proto::EventKind::agreed, Side::white, games::wipe_out, 12));
  desk.frame();
  CHECK(desk.view().room->rematch_offered);
  desk.app->rematch();
  const auto rematch = desk.line().take<proto::Rematch>();
  REQUIRE(rematch);
  auto agreed = happened(proto::EventKind::agreed, Side::black, games::wipe_out, 13);
  agreed.seq = rematch->seq;
  desk.line().say(agreed);
  desk.frame();
  CHECK(desk.view().room->rematch_asked);
  auto restarted = happened(proto::EventKind::restarted, {}, "", 14);
  restarted.you = Side::white;
  restarted.game_number = 2;
  desk.line().say(restarted);
  desk.frame();
  CHECK(desk.view().you == Side::white);
  CHECK(desk.view().ply == 0);
  CHECK_FALSE(desk.view().result);
  CHECK(desk.view().room->game_number == 2);
  CHECK(desk.view().players[0].name == "Bob");
}

TEST_CASE("F09 F10 F11 the AI is offered when the countdown is over, and goes on from the same position") {
  Desk desk;
  seat(desk, Side::black, "f5d6", 4);
  desk.line().say(presence(true, false, 120'000));
  desk.frame();
  CHECK(desk.view().room->opponent_absent);
  CHECK(desk.view().room->replace_in == seconds{120});
  CHECK_FALSE(desk.view().allowed.replace);
  desk.app->replace_by_ai(Level::easy);
  CHECK(desk.line().sent.empty());
  // The countdown moves once a second and no more often.
  CHECK(desk.app->next_deadline() == desk.now + seconds{1});
  desk.pass(seconds{119});
  CHECK(desk.view().room->replace_in == seconds{1});
  CHECK_FALSE(desk.view().allowed.replace);
  desk.pass(seconds{1});
  CHECK(desk.view().allowed.replace);
  desk.app->replace_by_ai(Level::easy);
  const auto replace = desk.line().take<proto::Replace>();
  REQUIRE(replace);
  CHECK(replace->level == "easy");
  auto replaced = happened(proto::EventKind::replaced, Side::white, "f5d6", 5);
  replaced.level = "easy";
  replaced.seq = replace->seq;
  desk.line().say(replaced);
  desk.frame();
  CHECK(desk.view().players[1].kind == PlayerKind::ai);
  CHECK(desk.view().ply == 2);
  CHECK_FALSE(desk.view().allowed.replace);
  CHECK(desk.view().allowed.place);
}

TEST_CASE("F10 a friend who comes back in time takes the offer away") {
  Desk desk;
  seat(desk, Side::black, "f5d6", 4);
  desk.line().say(presence(true, false, 120'000));
  desk.pass(seconds{119});
  desk.line().say(presence(true, true));
  desk.pass(seconds{1});
  CHECK_FALSE(desk.view().room->opponent_absent);
  CHECK_FALSE(desk.view().room->replace_in);
  CHECK_FALSE(desk.view().allowed.replace);
}

TEST_CASE("Z16 the replaced player watches, asks for the seat, and gets it back by one press of the other") {
  Desk back;
  auto replaced = state("f5d6", Side::white, 5);
  replaced.white.ai = "easy";
  seat(back, Side::white, "f5d6", 4);
  back.line().say(replaced);
  back.frame();
  CHECK(back.view().room->watching);
  CHECK_FALSE(back.view().allowed.place);
  CHECK(back.view().allowed.reclaim);
  back.app->reclaim_seat();
  REQUIRE(back.line().take<proto::Reclaim>());

  Desk stayed;
  seat(stayed, Side::black, "f5d6", 4);
  stayed.line().say(replaced = [&] {
    auto s = replaced;
    s.you = Side::black;
    return s;
  }());
  stayed.line().say(happened(proto::EventKind::reclaiming, Side::white, "f5d6", 6));
  stayed.frame();
  CHECK(stayed.view().players[1].reclaiming);
  CHECK(stayed.view().allowed.grant);
  stayed.app->grant_seat();
  const auto grant = stayed.line().take<proto::Grant>();
  REQUIRE(grant);
  auto granted = happened(proto::EventKind::granted, Side::white, "f5d6", 7);
  granted.seq = grant->seq;
  stayed.line().say(granted);
  stayed.frame();
  CHECK(stayed.view().players[1].kind == PlayerKind::remote);
}

TEST_CASE("S02 F13 markers and other settings are never sent") {
  Desk desk;
  seat(desk, Side::black);
  desk.app->set_markers(Markers::none);
  desk.app->set_language(Language::japanese);
  desk.frame();
  CHECK(desk.view().board.marked.empty());
  CHECK(desk.line().sent.empty());
}

TEST_CASE("Z16 an unanswered move is sent again, with the same seq, after a reconnect") {
  Desk desk;
  seat(desk, Side::black, "f5d6", 4);
  desk.click("c3");
  const auto first = desk.line().take<proto::Play>();
  REQUIRE(first);
  const proto::Open open = come_back(desk);
  CHECK(open.secret == secret);
  CHECK(open.since == 4);
  const auto again = desk.line().take<proto::Play>();
  REQUIRE(again);
  CHECK(again->seq == first->seq);
  CHECK(again->ply == first->ply);
  CHECK(again->move == first->move);
  // The server had it already: the missed event comes first, then the original answer.
  desk.line().say(moved("f5d6c3", 5, first->seq));
  desk.line().say(presence(true, true));
  desk.line().say(proto::Ack{first->seq, 5});
  desk.frame();
  desk.frame();
  CHECK(desk.view().room->link == Link::online);
  CHECK(desk.view().ply == 3);
  CHECK_FALSE(desk.view().room->busy);
  come_back(desk);
  CHECK(desk.line().sent.empty());
}

TEST_CASE("Z16 a restarted client returns to its seat and goes on counting where the seat was") {
  Desk first;
  seat(first, Side::black);
  Desk second(first.storage);
  CHECK(second.view().recent_room == url);
  second.app->join_room(url);
  welcome(second);
  const auto open = second.line().take<proto::Open>();
  REQUIRE(open);
  CHECK(open->secret == secret);
  CHECK_FALSE(open->since);
  auto now = state("f5d6", Side::black, 4);
  now.seq = 7;
  second.line().say(now);
  second.frame();
  CHECK(second.view().you == Side::black);
  second.click("c3");
  const auto play = second.line().take<proto::Play>();
  REQUIRE(play);
  CHECK(play->seq == 8);
}

TEST_CASE("Z16 a seat the server no longer knows is forgotten, and the room opened as a visitor") {
  Desk first;
  seat(first, Side::black);
  Desk desk(first.storage);
  desk.app->join_room(url);
  welcome(desk);
  REQUIRE(desk.line().take<proto::Open>());
  desk.line().say(proto::Reject{0, "bad_secret", "That secret opens no seat.", 0});
  desk.frame();
  const auto open = desk.line().take<proto::Open>();
  REQUIRE(open);
  CHECK(open->secret.empty());
  CHECK_FALSE(desk.view().recent_room);
}

TEST_CASE("a gap in the versions or another position opens the room anew") {
  for (const bool gap : {true, false}) {
    CAPTURE(gap);
    Desk desk;
    seat(desk, Side::black, "f5d6", 4);
    auto event = moved("f5d6c3", gap ? 6 : 5);
    if (!gap) event.hash = "00c0ffee00c0ffee";
    desk.line().say(event);
    desk.frame();
    const auto open = desk.line().take<proto::Open>();
    REQUIRE(open);
    CHECK_FALSE(open->since);
    CHECK(open->secret == secret);
    // What was under way before the answer means nothing.
    desk.line().say(moved("f5d6c3d3", 6));
    desk.line().say(state("f5d6c3d3", Side::black, 6));
    desk.frame();
    CHECK(desk.view().ply == 4);
    desk.line().say(moved("f5d6c3d3c4", 7));
    desk.frame();
    CHECK(desk.view().ply == 5);
    CHECK(desk.line().sent.empty());
  }
}

TEST_CASE("a repeated event is played once") {
  Desk desk;
  seat(desk, Side::white);
  desk.line().say(moved("f5", 3));
  desk.line().say(moved("f5", 3));
  desk.frame();
  desk.frame();
  CHECK(desk.view().ply == 1);
  CHECK(desk.line().sent.empty());
}

TEST_CASE("a server whose state contradicts itself is left, and said so") {
  Desk desk;
  desk.app->join_room(url);
  welcome(desk);
  auto wrong = state("f5d6", {}, 4);
  wrong.hash = "00c0ffee00c0ffee";
  desk.line().say(wrong);
  desk.frame();
  CHECK(desk.view().room->link == Link::offline);
  CHECK(desk.toast() == "incompatible_server");
  CHECK(desk.view().allowed.reconnect);
}

TEST_CASE("a server that talks rubbish or another version is left") {
  for (const auto* frame : {"rubbish", "{\"t\":\"welcome\"}", "[]"}) {
    CAPTURE(frame);
    Desk desk;
    desk.app->join_room(url);
    welcome(desk);
    desk.line().say_text(frame);
    desk.frame();
    CHECK(desk.view().room->link == Link::offline);
    CHECK(desk.toast() == "bad_server_frame");
    CHECK_FALSE(desk.line().alive);
  }
  Desk desk;
  desk.app->join_room(url);
  desk.frame();
  desk.line().open();
  desk.line().say(proto::Welcome{proto::version + 1, "test", {}, 4096, 1});
  desk.frame();
  CHECK(desk.view().room->link == Link::offline);
  CHECK(desk.toast() == "unsupported_version");
}

TEST_CASE("a message of an unknown type is skipped") {
  Desk desk;
  seat(desk, Side::black);
  desk.line().say_text(R"({"t":"fireworks","room":"abcdefgh2345"})");
  desk.frame();
  CHECK(desk.view().room->link == Link::online);
}

TEST_CASE("an unknown room ends offline with the server's reason") {
  Desk desk;
  desk.app->join_room(url);
  welcome(desk);
  desk.line().say(proto::Reject{0, "unknown_room", "There is no such room.", 0});
  desk.frame();
  CHECK(desk.view().room->link == Link::offline);
  CHECK(desk.toast() == "unknown_room");
  CHECK_FALSE(desk.app->next_deadline() == desk.now);
}

TEST_CASE("the link is tried again for ever, slower each time, within bounds") {
  Desk desk;
  desk.app->join_room(url);
  desk.frame();
  Time longest{0};
  for (int attempt = 0; attempt < 12; ++attempt) {
    desk.line().close("refused");
    desk.frame();
    CHECK(desk.view().room->link == Link::connecting);
    const auto tries = desk.transports.lines.size();
    const Time lost = desk.now;
    while (desk.transports.lines.size() == tries) {
      REQUIRE(desk.app->next_deadline());
      REQUIRE(*desk.app->next_deadline() > desk.now);
      desk.pass(*desk.app->next_deadline() - desk.now);
    }
    const Time waited = desk.now - lost;
    CHECK(waited >= Time{200});
    CHECK(waited <= Time{21'000});
    longest = std::max(longest, waited);
  }
  CHECK(longest >= Time{10'000});
  CHECK(desk.view().room);
}

TEST_CASE("a connection on which nothing happens is given up and tried again") {
  Desk desk;
  desk.app->join_room(url);
  desk.frame();
  desk.line().open();
  desk.pass(seconds{20});
  CHECK_FALSE(desk.transports.lines.front()->alive);
  desk.pass(seconds{1});
  CHECK(desk.transports.lines.size() == 2);
}

TEST_CASE("a server that restarts names when to come back") {
  Desk desk;
  seat(desk, Side::black);
  desk.line().say(proto::Bye{"shutting_down", "The server is restarting; your game is kept.", 5000});
  desk.frame();
  CHECK(desk.view().room->link == Link::reconnecting);
  CHECK(desk.toast() == "shutting_down");
  desk.pass(Time{4999});
  CHECK(desk.transports.lines.size() == 1);
  desk.pass(Time{2000});
  CHECK(desk.transports.lines.size() == 2);
}

TEST_CASE("a seat taken over by a newer window is not fought over") {
  Desk desk;
  seat(desk, Side::black);
  desk.line().say(proto::Bye{"replaced_by_newer_connection", "This seat was opened elsewhere.", {}});
  desk.frame();
  CHECK(desk.view().room->link == Link::offline);
  CHECK(desk.toast() == "replaced_by_newer_connection");
  desk.pass(seconds{3600});
  CHECK(desk.transports.lines.size() == 1);
  CHECK(desk.view().allowed.reconnect);
  desk.app->reconnect();
  desk.frame();
  CHECK(desk.transports.lines.size() == 2);
}

TEST_CASE("I10 N05 what comes while the flips are shown waits, move by move") {
  Desk desk;
  seat(desk, Side::white);
  desk.line().say(moved("f5", 3));
  desk.line().say(moved("f5d6", 4, 1));
  desk.frame();
  CHECK(desk.view().ply == 1);
  desk.app->set_animation(desk.now + Time{300}, desk.now + Time{500});
  desk.pass(Time{499});
  CHECK(desk.view().ply == 1);
  CHECK(desk.app->next_deadline() == desk.now + Time{1});
  desk.pass(Time{1});
  CHECK(desk.view().ply == 2);
}

TEST_CASE("F04 rubbish as a room address stays on the start screen and says what to paste") {
  Desk desk;
  desk.app->join_room("what is this");
  CHECK(desk.view().screen == Screen::start);
  CHECK(desk.toast() == "bad_room_url");
  CHECK(desk.transports.lines.empty());
  desk.app->create_room("://");
  CHECK(desk.view().screen == Screen::start);
  CHECK(desk.toast() == "bad_server");
  desk.pass(toast_time);
  CHECK(desk.toast().empty());
}

TEST_CASE("M10 leaving a room closes its connection and keeps the seat") {
  Desk desk;
  seat(desk, Side::black);
  desk.app->choose_mode();
  CHECK_FALSE(desk.line().alive);
  CHECK(desk.view().screen == Screen::start);
  CHECK_FALSE(desk.view().room);
  CHECK(desk.view().recent_room == url);
}

TEST_CASE("an idle room has no deadline") {
  Desk desk;
  seat(desk, Side::black);
  desk.pass(toast_time);
  CHECK_FALSE(desk.app->next_deadline());
}

namespace {

/// The same with a clock and undo by consent.
proto::State with_options(std::string moves, std::optional<Side> you, std::uint64_t version) {
  proto::State told = state(std::move(moves), you, version);
  told.options = proto::RoomOptions{300'000, 5'000, false, true, std::nullopt};
  told.clock = proto::ClockView{200'000, 100'000, Side::black};
  return told;
}

/// Black, with options, at f5d6.
void seat_with_options(Desk& desk) {
  seat(desk, Side::black);
  desk.line().say(with_options("f5d6", Side::black, 4));
  desk.frame();
}

}  // namespace

TEST_CASE("a room is made with what was chosen, if the server knows it") {
  Desk desk;
  RoomChoices choices;
  choices.colour = RoomChoices::Colour::white;
  choices.main = std::chrono::minutes{5};
  choices.increment = seconds{5};
  choices.undo = true;
  choices.spectators = RoomChoices::Spectators::nobody;
  desk.app->set_room_choices(choices);
  desk.app->set_variant("6x6-black2");
  desk.app->create_room("http://host:7311");
  desk.frame();
  desk.line().open();
  desk.frame();
  const auto hello = desk.line().take<proto::Hello>();
  REQUIRE(hello);
  CHECK(hello->capabilities == std::vector<std::string>{"options"});
  SUBCASE("it does") {
    desk.line().say(proto::Welcome{proto::version, "test", {"options"}, 4096, 120'000});
    desk.frame();
    const auto create = desk.line().take<proto::Create>();
    REQUIRE(create);
    CHECK(create->colour == Side::white);
    CHECK(create->variant == "6x6-white2");  // the handicap is the creator's
    CHECK(create->options == proto::RoomOptions{300'000, 5'000, false, true, proto::Spectators::nobody});
  }
  SUBCASE("an old one does not, and the user is told") {
    desk.line().say(proto::Welcome{proto::version, "test", {}, 4096, 120'000});
    desk.frame();
    const auto create = desk.line().take<proto::Create>();
    REQUIRE(create);
    CHECK_FALSE(create->options);
    REQUIRE(desk.view().toast);
    CHECK(desk.view().toast->code == "old_server");
  }
}

TEST_CASE("F19 the clock of the side to move runs down second by second, and the app asks to be called for it") {
  Desk desk;
  seat_with_options(desk);
  CHECK(desk.view().players[0].clock == seconds{200});
  CHECK(desk.view().players[0].clock_runs);
  CHECK_FALSE(desk.view().players[1].clock_runs);
  REQUIRE(desk.app->next_deadline());
  CHECK(*desk.app->next_deadline() <= desk.now + seconds{1});
  desk.pass(seconds{3});
  CHECK(desk.view().players[0].clock == seconds{197});
  CHECK(desk.view().players[1].clock == seconds{100});
  proto::Presence gone = presence(true, false, 120'000);
  gone.clock = proto::ClockView{197'000, 100'000, std::nullopt};
  desk.line().say(gone);
  desk.frame();
  desk.pass(seconds{30});
  CHECK(desk.view().players[0].clock == seconds{197});
  CHECK_FALSE(desk.view().players[0].clock_runs);
}

TEST_CASE("F19 who runs out of time has lost, and the user sees it") {
  Desk desk;
  seat_with_options(desk);
  auto event = happened(proto::EventKind::timed_out, Side::black, "f5d6", 5);
  event.result = proto::ResultView{Side::white, "timed_out"};
  event.clock = proto::ClockView{0, 100'000, std::nullopt};
  desk.line().say(event);
  desk.frame();
  REQUIRE(desk.view().result);
  CHECK(desk.view().result->reason == EndReason::timed_out);
  CHECK(desk.view().result->you_won == false);
  CHECK(desk.view().allowed.rematch);
}

TEST_CASE("F12 no undo to ask for where the creator did not choose it") {
  Desk desk;
  seat(desk, Side::black, "f5d6", 4);
  CHECK_FALSE(desk.view().allowed.ask_undo);
  desk.app->ask(Wish::undo);
  desk.frame();
  CHECK(desk.line().sent.empty());
}

TEST_CASE("F21 Z01 asking for an undo, and what the friend's answer does") {
  Desk desk;
  seat_with_options(desk);
  CHECK(desk.view().allowed.ask_undo);
  desk.app->ask(Wish::undo);
  desk.frame();
  const auto ask = desk.line().take<proto::Ask>();
  REQUIRE(ask);
  CHECK(ask->ply == 2);
  auto asked = happened(proto::EventKind::asked, Side::black, "f5d6", 5);
  asked.question = proto::Question::undo;
  asked.seq = ask->seq;
  desk.line().say(asked);
  desk.frame();
  CHECK(desk.view().room->asked == Wish::undo);
  CHECK_FALSE(desk.view().allowed.ask_undo);
  CHECK(desk.view().allowed.place);  // one may play on instead
  SUBCASE("yes") {
    desk.line().say(happened(proto::EventKind::undone, Side::black, "", 6));
    desk.frame();
    CHECK(desk.view().ply == 0);
    CHECK(desk.view().change.kind == Change::Kind::reset);
    CHECK_FALSE(desk.view().room->asked);
    CHECK(desk.view().your_turn);
  }
  SUBCASE("no") {
    desk.line().say(happened(proto::EventKind::declined, Side::white, "f5d6", 6));
    desk.frame();
    CHECK(desk.view().ply == 2);
    CHECK_FALSE(desk.view().room->asked);
    CHECK(desk.view().toast->code == "declined");
  }
}

TEST_CASE("F22 a friend's question is shown and answered; a pause stops the board until somebody goes on") {
  Desk desk;
  seat_with_options(desk);
  auto asked = happened(proto::EventKind::asked, Side::white, "f5d6", 5);
  asked.question = proto::Question::pause;
  desk.line().say(asked);
  desk.frame();
  CHECK(desk.view().room->asked_of_you == Wish::pause);
  REQUIRE(desk.view().allowed.answer);
  desk.app->answer(true);
  desk.frame();
  const auto answer = desk.line().take<proto::Answer>();
  REQUIRE(answer);
  CHECK(answer->agree);
  auto paused = happened(proto::EventKind::paused, Side::white, "f5d6", 6);
  paused.seq = answer->seq;
  desk.line().say(paused);
  desk.frame();
  CHECK(desk.view().room->paused);
  CHECK_FALSE(desk.view().allowed.place);
  desk.click("c3");
  CHECK(desk.view().hint == "paused");
  desk.app->resume_game();
  desk.frame();
  REQUIRE(desk.line().take<proto::Resume>());
  desk.line().say(happened(proto::EventKind::resumed, Side::black, "f5d6", 7));
  desk.frame();
  CHECK_FALSE(desk.view().room->paused);
}

TEST_CASE("F20 the win of an abandoned game can be claimed when the AI is offered, not before") {
  Desk desk;
  seat(desk, Side::black, "f5d6", 4);
  desk.line().say(presence(true, false, 1000));
  desk.frame();
  desk.app->claim_win();
  desk.frame();
  CHECK(desk.line().sent.empty());
  desk.pass(seconds{1});
  desk.app->claim_win();
  desk.frame();
  REQUIRE(desk.line().take<proto::Claim>());
  auto claimed = happened(proto::EventKind::claimed, Side::black, "f5d6", 5);
  claimed.result = proto::ResultView{Side::black, "abandoned"};
  desk.line().say(claimed);
  desk.frame();
  CHECK(desk.view().result->you_won == true);
}

TEST_CASE("F23 the spectators' link is copied; who comes by it watches and is not asked to join") {
  Desk desk;
  seat(desk, Side::black);
  auto told = state("", Side::black, 3);
  told.watch_url = "http://host:7311/r/w7m2pd9sxc4t";
  desk.line().say(told);
  desk.frame();
  desk.app->copy_watch_url();
  CHECK(desk.app->take_clipboard() == told.watch_url);

  Desk other;
  other.app->join_room(url);
  welcome(other);
  auto watched = state("", std::nullopt, 1, true);
  watched.watch_only = true;
  other.line().say(watched);
  other.frame();
  CHECK(other.view().room->watching);
  CHECK_FALSE(other.view().room->join_offered);
}

TEST_CASE("a kind of event that this program does not know makes it ask for the whole state") {
  Desk desk;
  seat(desk, Side::black, "f5d6", 4);
  desk.line().say_text(
      R"({"t":"event","room":"abcdefgh2345","version":5,"kind":"sneezed","game_number":1,"ply":2,"to_move":"black","hash":"984f65d0abcffaab"})");
  desk.frame();
  CHECK(desk.view().room->link == Link::online);
  const auto open = desk.line().take<proto::Open>();
  REQUIRE(open);
  CHECK_FALSE(open->since);
}
