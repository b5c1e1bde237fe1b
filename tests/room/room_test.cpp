/// The room's rules, one by one. Time is moved by hand.
#include <set>

#include "core/limits.hpp"
#include "desk.hpp"

using namespace dolbang;
using namespace dolbang::test;
using proto::EventKind;
using proto::Phase;

namespace {

constexpr ServiceTime grace = limits::absence_grace;

/// Plays one whole game that black, then white, then black ... win or lose as the moves fall.
void play_to_the_end(Desk& desk, std::uint64_t& creator_seq, std::uint64_t& guest_seq, bool creator_is_black) {
  while (!desk.room().match().is_over()) {
    const Match& match = desk.room().match();
    const std::string move = match.position().move_text(match.position().legal_moves()[0]);
    if ((match.to_move() == Side::black) == creator_is_black)
      desk.play(creator, ++creator_seq, move);
    else
      desk.play(guest, ++guest_seq, move);
  }
}

/// Black (the creator) is gone and the AI in, asked for by the guest's intent 1.
Desk replaced() {
  Desk desk = Desk::playing();
  desk.drop(creator);
  desk.pass(grace);
  desk.send(guest, proto::Replace{1, "easy"});
  return desk;
}

}  // namespace

TEST_CASE("F01 creating a room seats the creator and tells the secret once") {
  Desk desk;
  const auto entered = desk.last<proto::Entered>(creator);
  CHECK(entered.secret == credentials[0].secret);
  CHECK(entered.room == "room");
  REQUIRE(desk.log().size() == 1);
  CHECK(desk.log()[0].secret_hash == credentials[0].hash);
  CHECK(room::encode_event(desk.log()[0]).find(credentials[0].secret) == std::string::npos);
  CHECK(desk.last<proto::State>(creator).you == Side::black);
}

TEST_CASE("F01 an unknown game or variant makes no room") {
  room::Effects effects;
  const auto no_game =
      room::Room::create("room", {}, creator, {"chess", "", "", {}, {}}, credentials[0], "", 1, effects);
  REQUIRE_FALSE(no_game);
  CHECK(no_game.error().code == "unknown_game");
  const auto no_variant =
      room::Room::create("room", {}, creator, {"reversi", "7x9", "", {}, {}}, credentials[0], "", 1, effects);
  REQUIRE_FALSE(no_variant);
  CHECK(no_variant.error().code == "unknown_variant");
  CHECK(effects.empty());
}

TEST_CASE("F04 looking at a room takes no seat and changes nothing") {
  Desk desk;
  desk.clear();
  for (ConnectionId looker = 10; looker < 20; ++looker) desk.open(looker);
  CHECK(desk.log().size() == 1);
  CHECK(desk.room().phase() == Phase::waiting);
  const auto state = desk.last<proto::State>(10);
  CHECK_FALSE(state.you);
  CHECK(state.seq == 0);
  CHECK(state.black.name == "Ann");
  CHECK_FALSE(state.white.taken);
  CHECK(desk.inbox(creator).empty());
}

TEST_CASE("F04 joining needs the room to be open") {
  Desk desk;
  desk.join(guest);
  CHECK(desk.refusal(guest) == "not_open");
}

TEST_CASE("F05 the game starts when Join is pressed, for both") {
  Desk desk;
  desk.open(guest);
  CHECK(desk.last<proto::State>(guest).phase == Phase::waiting);
  desk.play(creator, 1, "f5");
  CHECK(desk.refusal(creator) == "not_started");
  desk.join(guest, "Ben");
  CHECK(desk.last<proto::Entered>(guest).secret == credentials[1].secret);
  CHECK(desk.last<proto::State>(guest).phase == Phase::playing);
  const auto event = desk.event(creator);
  CHECK(event.kind == EventKind::joined);
  CHECK(event.side == Side::white);
  CHECK(event.name == "Ben");
  CHECK(event.version == 2);
  CHECK(desk.last<proto::Presence>(creator).white);
  CHECK(desk.all<proto::Entered>(creator).size() == 1);  // nobody else gets a secret
}

TEST_CASE("F06 the creator is black, the guest white") {
  Desk desk = Desk::playing();
  desk.play(guest, 1, "f5");
  CHECK(desk.refusal(guest) == "not_your_turn");
  desk.play(creator, 1, "f5");
  CHECK(desk.event(guest).side == Side::black);
}

TEST_CASE("F06 a creator who chose white gets it, the guest black") {
  Desk desk(Side::white);
  CHECK(desk.last<proto::Entered>(creator).side == Side::white);
  desk.open(guest);
  desk.join(guest);
  CHECK(desk.last<proto::Entered>(guest).side == Side::black);
  desk.play(guest, 1, "f5");
  CHECK(desk.event(creator).side == Side::black);
}

TEST_CASE("a move is told to everybody, and to its maker as the answer") {
  Desk desk = Desk::playing();
  desk.open(visitor);
  desk.play(creator, 1, "F5");
  for (const ConnectionId connection : {creator, guest, visitor}) {
    const auto event = desk.event(connection);
    CHECK(event.kind == EventKind::moved);
    CHECK(event.version == 3);
    CHECK(event.move == "f5");  // as the game writes it
    CHECK(event.ply == 1);
    CHECK(event.to_move == Side::white);
    CHECK(event.hash == proto::hash_text(desk.room().match().position().hash()));
    CHECK_FALSE(event.ai);
    CHECK(event.seq == (connection == creator ? std::optional<std::uint64_t>(1) : std::nullopt));
  }
  CHECK(desk.all<proto::Ack>(creator).empty());
}

TEST_CASE("a repeated intent gets the original answer and is done once") {
  Desk desk = Desk::playing();
  desk.play(creator, 1, "f5");
  desk.clear();
  desk.send(creator, proto::Play{1, 0, "f5"});
  CHECK(desk.last<proto::Ack>(creator).version == 3);
  desk.send(creator, proto::Play{1, 0, "c4"});  // the seq decides, not what it carries
  CHECK(desk.last<proto::Ack>(creator).version == 3);
  CHECK(desk.log().size() == 3);
  CHECK(desk.inbox(guest).empty());

  SUBCASE("also on a new connection") {
    desk.come_back(0, 9);
    desk.send(9, proto::Play{1, 0, "f5"});
    CHECK(desk.last<proto::Ack>(9).version == 3);
  }
  SUBCASE("also after a restart") {
    desk.restart();
    desk.come_back(0, 9);
    CHECK(desk.last<proto::State>(9).seq == 1);
    desk.send(9, proto::Play{1, 0, "f5"});
    CHECK(desk.last<proto::Ack>(9).version == 3);
  }
}

TEST_CASE("a repeated refusal is refused the same way, even if it would be right by now") {
  Desk desk = Desk::playing();
  desk.send(guest, proto::Play{1, 1, "d6"});
  CHECK(desk.refusal(guest) == "stale_ply");
  desk.play(creator, 1, "f5");
  desk.send(guest, proto::Play{1, 1, "d6"});
  CHECK(desk.refusal(guest) == "stale_ply");
  desk.play(guest, 2, "d6");
  CHECK(desk.event(guest).seq == 2);
}

TEST_CASE("an answer too old to be remembered is refused as such") {
  Desk desk = Desk::playing();
  const auto last = static_cast<std::uint64_t>(limits::answers_kept) + 1;
  for (std::uint64_t seq = 1; seq <= last; ++seq) desk.play(creator, seq, "a1");
  desk.play(creator, 2, "a1");
  CHECK(desk.refusal(creator) == "illegal_move");
  desk.play(creator, 1, "a1");
  CHECK(desk.refusal(creator) == "old_sequence");
  desk.play(creator, 0, "f5");
  CHECK(desk.refusal(creator) == "old_sequence");
  CHECK(desk.log().size() == 2);
}

TEST_CASE("each seat counts its own intents") {
  Desk desk = Desk::playing();
  desk.play(creator, 1, "f5");
  desk.play(guest, 1, "d6");
  CHECK(desk.event(guest).seq == 1);
  CHECK(desk.log().size() == 4);
}

TEST_CASE("an intent that expects another ply is stale") {
  Desk desk = Desk::playing();
  desk.play(creator, 1, "f5");
  desk.send(guest, proto::Play{1, 0, "d6"});
  CHECK(desk.refusal(guest) == "stale_ply");
  CHECK(desk.last<proto::Reject>(guest).ply == 1);
  desk.send(guest, proto::Resign{2, 0});
  CHECK(desk.refusal(guest) == "stale_ply");
}

TEST_CASE("F18 illegal moves, passes and nonsense are refused and change nothing") {
  Desk desk = Desk::playing();
  std::uint64_t seq = 0;
  for (const auto& [move, reason] : {std::pair{"a1", "illegal_move"},
                                     {"d4", "illegal_move"},
                                     {"e3", "illegal_move"},
                                     {"z9", "bad_notation"},
                                     {"", "bad_notation"},
                                     {"f5f5", "bad_notation"}}) {
    CAPTURE(move);
    desk.play(creator, ++seq, move);
    CHECK(desk.refusal(creator) == reason);
  }
  desk.play(creator, ++seq, "pass");  // R15: no pass while a move exists, whatever the notation calls it
  desk.refusal(creator);
  CHECK(desk.log().size() == 2);
  CHECK(desk.inbox(guest).empty());
}

TEST_CASE("F12 no message takes a move back") {
  Desk desk = Desk::playing();
  desk.play(creator, 1, "f5");
  desk.play(guest, 1, "d6");
  const std::string before = desk.room().match().transcript();
  const std::vector<proto::ClientMessage> everything{proto::Hello{},          proto::Create{"reversi", "", "", {}, {}},
                                                     proto::Open{},           proto::Join{},
                                                     proto::Rematch{2},       proto::Replace{3, "easy"},
                                                     proto::Reclaim{4},       proto::Grant{5},
                                                     proto::Play{6, 1, "d6"}, proto::Claim{7},
                                                     proto::Ask{8, 2},        proto::Answer{9, true},
                                                     proto::Resume{10}};
  for (const auto& message : everything) {
    desk.clear();
    desk.send(guest, message);
    desk.refusal(guest);
  }
  CHECK(desk.room().match().transcript() == before);
}

TEST_CASE("F14 resigning loses the game, and the friend is told") {
  Desk desk = Desk::playing();
  desk.play(creator, 1, "f5");
  desk.send(creator, proto::Resign{2, 1});  // also when it is the other's turn
  const auto event = desk.event(guest);
  CHECK(event.kind == EventKind::resigned);
  CHECK(event.side == Side::black);
  REQUIRE(event.result);
  CHECK(event.result->winner == Side::white);
  CHECK(event.result->reason == "resigned");
  CHECK(desk.event(creator).seq == 2);
  desk.play(guest, 1, "d6");
  CHECK(desk.refusal(guest) == "game_over");
  desk.send(guest, proto::Resign{2, 1});
  CHECK(desk.refusal(guest) == "game_over");
}

TEST_CASE("F15 a third person cannot take a seat, only watch") {
  Desk desk = Desk::playing();
  desk.open(visitor);
  desk.join(visitor, "Eve");
  CHECK(desk.refusal(visitor) == "seat_taken");
  std::uint64_t seq = 0;
  for (const proto::ClientMessage& intent :
       std::vector<proto::ClientMessage>{proto::Play{1, 0, "f5"}, proto::Resign{2, 0}, proto::Rematch{3},
                                         proto::Replace{4, "easy"}, proto::Reclaim{5}, proto::Grant{6}, proto::Claim{7},
                                         proto::Ask{8, 0}, proto::Answer{9, true}, proto::Resume{10}}) {
    desk.send(visitor, intent);
    CHECK(desk.refusal(visitor) == "not_a_seat");
    CHECK(desk.last<proto::Reject>(visitor).seq == ++seq);
  }
  CHECK(desk.log().size() == 2);
}

TEST_CASE("F15 a wrong secret opens no seat, nor the other one's hash cut short") {
  Desk desk = Desk::playing();
  for (const std::string& hash :
       {std::string("no such hash"), credentials[0].hash.substr(1), credentials[0].hash + "x"}) {
    desk.open_as(visitor, hash);
    CHECK(desk.refusal(visitor) == "bad_secret");
  }
  CHECK_FALSE(desk.bye(creator));
  CHECK(desk.room().connections() == 2);
}

TEST_CASE("F15 the empty seat's hash, which is empty, is nobody's key") {
  Desk desk;
  desk.open_as(visitor, "");
  CHECK_FALSE(desk.last<proto::State>(visitor).you);
}

TEST_CASE("who has a seat cannot join as the other too") {
  Desk desk;
  desk.join(creator);
  CHECK(desk.refusal(creator) == "own_room");
  CHECK(desk.room().phase() == Phase::waiting);
}

TEST_CASE("F16 the waiting creator sees that the room waits") {
  Desk desk;
  const auto state = desk.last<proto::State>(creator);
  CHECK(state.phase == Phase::waiting);
  CHECK(state.black.taken);
  CHECK(state.black.connected);
  CHECK_FALSE(state.white.taken);
  CHECK(state.version == 1);
}

TEST_CASE("F17 a pass is told with the move that caused it") {
  Desk desk = Desk::playing();
  std::uint64_t creator_seq = 0, guest_seq = 0;
  std::optional<Side> passed;
  while (!desk.room().match().is_over() && !passed) {
    const Match& match = desk.room().match();
    // Always taking the last legal move leads to a pass, as the check below sees to.
    const MoveList moves = match.position().legal_moves();
    const std::string move = match.position().move_text(moves[moves.size() - 1]);
    if (match.to_move() == Side::black)
      desk.play(creator, ++creator_seq, move);
    else
      desk.play(guest, ++guest_seq, move);
    passed = match.turns().back().passed;
  }
  REQUIRE(passed);
  for (const ConnectionId connection : {creator, guest}) {
    const auto event = desk.event(connection);
    CHECK(event.passed == passed);
    CHECK(event.side == other(*passed));
    CHECK(event.to_move == other(*passed));
  }
}

TEST_CASE("the move that ends the game carries the result") {
  Desk desk = Desk::playing();
  std::uint64_t a = 0, b = 0;
  play_to_the_end(desk, a, b, true);
  const auto& result = desk.room().match().result();
  const auto event = desk.event(guest);
  REQUIRE(event.result);
  CHECK(event.result->winner == result->winner);
  CHECK(event.result->reason == to_string(result->reason));
  desk.open(visitor);
  const auto state = desk.last<proto::State>(visitor);
  CHECK(state.phase == Phase::over);
  REQUIRE(state.result);
  CHECK(state.result->winner == result->winner);
}

TEST_CASE("F08 a rematch needs both and swaps the sides") {
  Desk desk = Desk::playing();
  desk.send(creator, proto::Rematch{1});
  CHECK(desk.refusal(creator) == "not_over");
  desk.play(creator, 2, "f5");
  desk.send(guest, proto::Resign{1, 1});
  desk.send(creator, proto::Rematch{3});
  CHECK(desk.event(guest).kind == EventKind::agreed);
  CHECK(desk.event(guest).side == Side::black);
  CHECK(desk.room().phase() == Phase::over);
  desk.send(creator, proto::Rematch{4});
  CHECK(desk.refusal(creator) == "already_agreed");
  desk.open(visitor);
  CHECK(desk.last<proto::State>(visitor).black.rematch);

  desk.send(guest, proto::Rematch{2});
  const auto to_creator = desk.event(creator);
  CHECK(to_creator.kind == EventKind::restarted);
  CHECK(to_creator.you == Side::white);
  CHECK(to_creator.game_number == 2);
  CHECK(to_creator.ply == 0);
  CHECK(to_creator.to_move == Side::black);
  CHECK(desk.event(guest).you == Side::black);
  CHECK_FALSE(desk.event(visitor).you);
  desk.play(creator, 5, "f5");
  CHECK(desk.refusal(creator) == "not_your_turn");
  desk.play(guest, 3, "f5");
  CHECK(desk.event(creator).side == Side::black);

  SUBCASE("a third game swaps them back, over a restart too") {
    desk.send(creator, proto::Resign{6, 1});
    desk.send(creator, proto::Rematch{7});
    desk.restart();
    desk.come_back(0, creator);
    desk.come_back(1, guest);
    CHECK(desk.last<proto::State>(creator).white.rematch);
    desk.send(guest, proto::Rematch{4});
    CHECK(desk.event(creator).you == Side::black);
    CHECK(desk.event(creator).game_number == 3);
  }
}

TEST_CASE("F08 Z13 in a rematch a handicap goes with its owner") {
  Desk desk = Desk::playing(std::nullopt, {"reversi", "6x6-black2"});
  std::uint64_t a = 0, b = 0;
  const auto rematch = [&] {
    desk.send(creator, proto::Resign{++a, desk.ply()});
    desk.send(creator, proto::Rematch{++a});
    desk.send(guest, proto::Rematch{++b});
  };
  rematch();
  CHECK(desk.event(creator).kind == EventKind::restarted);
  CHECK(desk.event(creator).you == Side::white);
  CHECK(desk.event(creator).variant == "6x6-white2");
  CHECK(desk.event(guest).variant == "6x6-white2");
  CHECK(desk.room().snapshot(desk.now()).variant == "6x6-white2");
  desk.restart();
  desk.come_back(0, creator);
  desk.come_back(1, guest);
  CHECK(desk.last<proto::State>(creator).variant == "6x6-white2");
  CHECK(desk.last<proto::State>(creator).you == Side::white);
  rematch();
  CHECK(desk.event(creator).you == Side::black);
  CHECK(desk.event(creator).variant == "6x6-black2");
}

namespace {
/// The creator has placed the three stones of a Swap2 opening; the guest decides.
Desk three_stones(std::uint64_t& creator_seq) {
  Desk desk = Desk::playing(std::nullopt, {"omok", "renju-swap2"});
  for (const char* move : {"H8", "I9", "G7"}) desk.play(creator, ++creator_seq, move);
  return desk;
}
}  // namespace

TEST_CASE("Z12 a swap changes the sides of the two players, and everybody is told theirs") {
  std::uint64_t a = 0, b = 0;
  Desk desk = three_stones(a);
  desk.open(visitor);
  desk.play(guest, ++b, "swap");
  CHECK(desk.event(guest).side == Side::white);  // as whom the guest decided
  CHECK(desk.event(guest).you == Side::black);
  CHECK(desk.event(guest).seq == b);
  CHECK(desk.event(creator).you == Side::white);
  CHECK_FALSE(desk.event(visitor).you);
  CHECK(desk.event(visitor).to_move == Side::white);

  const auto state = desk.room().snapshot(desk.now());
  CHECK(state.moves == "H8I9G7 swap");
  CHECK(state.black.name == "Ben");
  CHECK(state.white.name == "Ann");
  CHECK(desk.room().name_of(Side::black) == "Ben");

  desk.play(guest, ++b, "K10");
  CHECK(desk.refusal(guest) == "not_your_turn");
  desk.play(creator, ++a, "K10");
  CHECK(desk.event(guest).side == Side::white);
  CHECK_FALSE(desk.event(guest).you);  // told once

  desk.drop(creator);
  CHECK(desk.last<proto::Presence>(guest).black);
  CHECK_FALSE(desk.last<proto::Presence>(guest).white);
  desk.come_back(0, creator);
  CHECK(desk.last<proto::State>(creator).you == Side::white);

  SUBCASE("a resignation is of the side one has now") {
    desk.send(creator, proto::Resign{++a, desk.ply()});
    CHECK(desk.event(guest).side == Side::white);
    CHECK(desk.event(guest).result->winner == Side::black);
  }
  SUBCASE("in the rematch whoever had black at the end has white") {
    desk.send(guest, proto::Resign{++b, desk.ply()});
    CHECK(desk.event(guest).result->winner == Side::white);
    desk.send(guest, proto::Rematch{++b});
    desk.send(creator, proto::Rematch{++a});
    CHECK(desk.event(guest).you == Side::white);
    CHECK(desk.event(creator).you == Side::black);
    CHECK(desk.event(creator).variant == "renju-swap2");
    desk.play(creator, ++a, "H8");
    CHECK(desk.event(guest).side == Side::black);
  }
  SUBCASE("a restart knows it") {
    desk.restart();
    desk.come_back(0, creator);
    desk.come_back(1, guest);
    CHECK(desk.last<proto::State>(creator).you == Side::white);
    CHECK(desk.last<proto::State>(guest).you == Side::black);
    desk.play(guest, ++b, "K11");
    CHECK(desk.event(creator).side == Side::black);
  }
}

TEST_CASE("Z12 who missed the swap is told of it in order") {
  std::uint64_t a = 0, b = 0;
  Desk desk = three_stones(a);
  const std::uint64_t before = desk.room().version();
  desk.play(guest, ++b, "swap");
  desk.play(creator, ++a, "K10");
  desk.clear();
  desk.come_back(0, 9, before - 1);
  const auto missed = desk.all<proto::Event>(9);
  REQUIRE(missed.size() == 3);
  CHECK(missed[0].side == Side::black);
  CHECK_FALSE(missed[0].you);
  CHECK(missed[1].side == Side::white);
  CHECK(missed[1].you == Side::white);  // the creator's, since
  CHECK(missed[2].side == Side::white);
  CHECK(missed[2].seq == a);
}

TEST_CASE("Z12 two more stones leave the last decision to the first player") {
  std::uint64_t a = 0, b = 0;
  Desk desk = three_stones(a);
  for (const char* move : {"more", "A1", "B2"}) desk.play(guest, ++b, move);
  CHECK(desk.event(creator).to_move == Side::black);
  desk.play(creator, ++a, "more");
  CHECK(desk.refusal(creator) == "illegal_move");
  SUBCASE("stay") {
    desk.play(creator, ++a, "stay");
    CHECK_FALSE(desk.event(creator).you);
    desk.play(guest, ++b, "O15");
    CHECK(desk.event(creator).side == Side::white);
  }
  SUBCASE("swap") {
    desk.play(creator, ++a, "swap");
    CHECK(desk.event(creator).side == Side::black);
    CHECK(desk.event(creator).you == Side::white);
    desk.play(creator, ++a, "O15");
    CHECK(desk.event(guest).side == Side::white);
  }
}

TEST_CASE("F11 Z12 the AI takes over in the middle of an opening, and its swap is told") {
  std::uint64_t a = 0;
  Desk desk = three_stones(a);
  desk.drop(guest);
  desk.put_ai_into(1, creator);
  REQUIRE(desk.asked());
  CHECK(desk.asked()->position.to_move() == Side::white);
  desk.engine_moves(desk.asked()->position.parse_move("swap").value());
  CHECK(desk.event(creator).ai);
  CHECK(desk.event(creator).you == Side::white);
  CHECK(desk.asked()->version < desk.room().version());  // not again: the human has white now, and moves
  CHECK(desk.room().snapshot(desk.now()).black.ai == "easy");
  desk.play(creator, ++a, "K10");
  REQUIRE(desk.asked());
  CHECK(desk.asked()->position.to_move() == Side::black);
  desk.engine_moves();
  CHECK(desk.event(creator).side == Side::black);
  // The seat is the guest's again, with the side that the AI took.
  desk.come_back(1, guest);
  CHECK(desk.last<proto::State>(guest).you == Side::black);
}

TEST_CASE("O26 Z11 a forbidden point is refused in Renju, or loses where it was agreed so") {
  // Black's next on H8 makes two threes.
  const auto play_up_to = [](Desk& desk, std::uint64_t& a, std::uint64_t& b) {
    for (const char* pair : {"G8A1", "I8C1", "H7E1", "H9G1"}) {
      desk.play(creator, ++a, std::string(pair, 2));
      desk.play(guest, ++b, pair + 2);
    }
  };
  std::uint64_t a = 0, b = 0;
  Desk renju = Desk::playing(std::nullopt, {"omok", "renju"});
  play_up_to(renju, a, b);
  renju.play(creator, ++a, "H8");
  CHECK(renju.refusal(creator) == "illegal_move");
  a = b = 0;
  Desk loses = Desk::playing(std::nullopt, {"omok", "renju-loses"});
  play_up_to(loses, a, b);
  loses.play(creator, ++a, "h8");
  CHECK(loses.event(guest).move == "H8");
  REQUIRE(loses.event(guest).result);
  CHECK(loses.event(guest).result->winner == Side::white);
  CHECK(loses.event(guest).result->reason == "forbidden_point");
}

TEST_CASE("five in a row ends the game for both") {
  std::uint64_t a = 0, b = 0;
  Desk desk = Desk::playing(std::nullopt, {"omok", "freestyle"});
  for (const char* pair : {"H8A1", "I8A2", "J8A3", "K8A4"}) {
    desk.play(creator, ++a, std::string(pair, 2));
    desk.play(guest, ++b, pair + 2);
  }
  desk.play(creator, ++a, "L8");
  for (const ConnectionId connection : {creator, guest}) {
    REQUIRE(desk.event(connection).result);
    CHECK(desk.event(connection).result->winner == Side::black);
    CHECK(desk.event(connection).result->reason == "five_in_row");
  }
  CHECK(desk.room().phase() == Phase::over);
}

TEST_CASE("F09 the replacement is offered after two minutes of absence, F10 not before") {
  Desk desk = Desk::playing();
  desk.send(guest, proto::Replace{1, "easy"});
  CHECK(desk.refusal(guest) == "not_absent");
  desk.drop(creator);
  CHECK_FALSE(desk.last<proto::Presence>(guest).black);
  CHECK(desk.last<proto::Presence>(guest).replace_in_ms == 120000);
  CHECK(desk.alarm() == desk.now() + grace);
  desk.pass(grace - 1ms);
  desk.send(guest, proto::Replace{2, "easy"});
  CHECK(desk.refusal(guest) == "too_early");
  desk.pass(1ms);
  CHECK(desk.last<proto::Presence>(guest).replace_in_ms == 0);
  desk.send(guest, proto::Replace{3, "easy"});
  const auto event = desk.event(guest);
  CHECK(event.kind == EventKind::replaced);
  CHECK(event.side == Side::black);
  CHECK(event.level == "easy");
  CHECK(event.seq == 3);
}

TEST_CASE("F09 nothing happens by itself: the game waits as long as its player likes") {
  Desk desk = Desk::playing();
  desk.drop(creator);
  desk.pass(24h);
  CHECK(desk.log().size() == 2);
  CHECK_FALSE(desk.asked());
  desk.come_back(0, 9);
  desk.play(9, 1, "f5");
  CHECK(desk.event(guest).move == "f5");
}

TEST_CASE("F09 a level that this game does not have is refused with those it has") {
  Desk desk = Desk::playing();
  desk.drop(creator);
  desk.pass(grace);
  desk.send(guest, proto::Replace{1, "godlike"});
  CHECK(desk.refusal(guest) == "unknown_level");
  CHECK(desk.last<proto::Reject>(guest).message.find("easy") != std::string::npos);
}

TEST_CASE("F10 every absence counts from its own beginning") {
  Desk desk = Desk::playing();
  desk.drop(creator);
  desk.pass(grace - 1s);
  desk.come_back(0, creator);
  CHECK_FALSE(desk.last<proto::Presence>(guest).replace_in_ms);
  desk.drop(creator);
  desk.pass(2s);  // the alarm of the first absence rings for nothing
  desk.send(guest, proto::Replace{1, "easy"});
  CHECK(desk.refusal(guest) == "too_early");
  desk.pass(grace - 2s);
  CHECK(desk.last<proto::Presence>(guest).replace_in_ms == 0);
}

TEST_CASE("F10 no offer while the room waits, when the game is over, or to a visitor") {
  Desk waiting;
  waiting.open(visitor);
  waiting.drop(creator);
  CHECK_FALSE(waiting.alarm());
  waiting.pass(grace);
  CHECK_FALSE(waiting.last<proto::Presence>(visitor).replace_in_ms);

  Desk over = Desk::playing();
  over.open(visitor);
  over.send(creator, proto::Resign{1, 0});
  over.drop(creator);
  over.pass(grace);
  CHECK_FALSE(over.last<proto::Presence>(guest).replace_in_ms);
  over.send(guest, proto::Replace{1, "easy"});
  CHECK(over.refusal(guest) == "game_over");

  Desk playing = Desk::playing();
  playing.open(visitor);
  playing.drop(creator);
  playing.pass(grace);
  CHECK_FALSE(playing.last<proto::Presence>(visitor).replace_in_ms);
}

TEST_CASE("F09 both absent: whoever returns first may put the AI in for the other") {
  Desk desk = Desk::playing();
  desk.drop(creator);
  desk.pass(60s);
  desk.drop(guest);
  desk.pass(1h);  // rings twice, then is silent
  CHECK(desk.log().size() == 2);
  CHECK(desk.alarm() == desk.now() - 1h + limits::room_idle_time);  // nothing before the room ends
  desk.come_back(1, guest);
  CHECK(desk.last<proto::State>(guest).replace_in_ms == 0);
  desk.send(guest, proto::Replace{1, "easy"});
  CHECK(desk.event(guest).kind == EventKind::replaced);
}

TEST_CASE("F09 an absence counts on over a restart, and not while the server is down") {
  Desk desk = Desk::playing();
  desk.drop(creator);
  desk.pass(100s);
  desk.restart();  // service time stands still meanwhile; the guest's connection is gone too
  desk.come_back(1, guest);
  CHECK(desk.last<proto::State>(guest).replace_in_ms == 20000);
  desk.pass(20s);
  CHECK(desk.last<proto::Presence>(guest).replace_in_ms == 0);

  desk.restart();  // it takes the guest's connection with it
  desk.pass(30s);
  desk.restart();  // an absence that began with a restart is not forgotten by the next
  CHECK(desk.absences()[1] == desk.now() - 30s);
}

TEST_CASE("F11 the AI is asked at once about the same position, and goes on to the end") {
  Desk desk = replaced();
  REQUIRE(desk.asked());
  CHECK(desk.asked()->level == Level::easy);
  CHECK(desk.asked()->version == 3);
  CHECK(desk.asked()->position.hash() == desk.room().match().position().hash());
  std::uint64_t seq = 1;
  int by_ai = 0;
  while (!desk.room().match().is_over()) {
    const Match& match = desk.room().match();
    if (match.to_move() == Side::black) {
      desk.engine_moves();
      ++by_ai;
      CHECK(desk.event(guest).ai);
    } else {
      desk.play(guest, ++seq, match.position().move_text(match.position().legal_moves()[0]));
      CHECK_FALSE(desk.event(guest).ai);
    }
    if (desk.ply() == 20) {
      desk.restart();
      desk.come_back(1, guest);
      CHECK(desk.last<proto::State>(guest).black.ai == "easy");
    }
  }
  CHECK(by_ai > 10);
  CHECK(desk.event(guest).result);
}

TEST_CASE("F11 the record of a game that is over tells names, result and which moves were the AI's") {
  Desk desk = Desk::playing();
  desk.play(creator, 1, "f5");
  desk.play(guest, 1, "d6");
  desk.drop(creator);
  desk.pass(grace);
  desk.send(guest, proto::Replace{2, "easy"});
  desk.engine_moves();
  desk.restart();  // a restored room knows it too
  desk.come_back(1, guest);
  CHECK(desk.filed().empty());
  desk.send(guest, proto::Resign{3, desk.ply()});
  REQUIRE(desk.filed().size() == 1);
  const notation::Record& record = desk.filed().at(1);
  CHECK(record.players[0].name == "Ann");
  CHECK(record.players[1].name == "Ben");
  REQUIRE(record.moves.size() == 3);
  CHECK(record.moves[1].comment.empty());
  CHECK(record.moves[2].comment == "AI (easy)");
  REQUIRE(record.result);
  CHECK(record.result->winner == Side::black);
  CHECK(record.result->how == notation::RecordResult::How::resigned);

  desk.send(guest, proto::Rematch{4});
  desk.play(guest, 5, "f5");
  desk.send(guest, proto::Resign{6, desk.ply()});
  REQUIRE(desk.filed().size() == 2);
  CHECK(desk.filed().at(2).players[0].name == "Ben");
}

TEST_CASE("the end of a room files the game that it cuts short, if there was a move") {
  Desk desk = Desk::playing();
  SUBCASE("none") {
    for (const auto connection : {creator, guest}) desk.drop(connection);
    desk.pass(limits::room_idle_time);
    CHECK(desk.filed().empty());
  }
  SUBCASE("one") {
    desk.play(creator, 1, "f5");
    for (const auto connection : {creator, guest}) desk.drop(connection);
    desk.pass(limits::room_idle_time);
    REQUIRE(desk.filed().size() == 1);
    CHECK(desk.filed().at(1).moves.size() == 1);
    CHECK_FALSE(desk.filed().at(1).result);
  }
  CHECK(desk.ended());
}

TEST_CASE("the operator ends a room: everybody is told and sent away, and nobody gets in again") {
  Desk desk = Desk::playing();
  desk.open(visitor);
  desk.play(creator, 1, "f5");
  desk.close();
  for (const ConnectionId id : {creator, guest, visitor}) {
    REQUIRE(desk.bye(id));
    CHECK(desk.bye(id)->reason == "room_closed");
    CHECK_FALSE(desk.bye(id)->reconnect_after_ms);
  }
  CHECK(desk.ended());
  CHECK(desk.filed().at(1).moves.size() == 1);
  desk.come_back(0, 9);
  CHECK(desk.refusal(9) == "room_ended");
  desk.drop(creator);  // its connection closes now
  desk.close();        // twice is once
}

TEST_CASE("F11 an AI in white's seat waits for black's move") {
  Desk desk = Desk::playing();
  desk.drop(guest);
  desk.pass(grace);
  desk.send(creator, proto::Replace{1, "easy"});
  CHECK_FALSE(desk.asked());
  desk.play(creator, 2, "f5");
  REQUIRE(desk.asked());
  desk.engine_moves();
  CHECK(desk.event(creator).side == Side::white);
  CHECK(desk.event(creator).ai);
}

TEST_CASE("F11 a stale answer of the engine is dropped") {
  Desk desk = replaced();
  const auto stale = *desk.asked();
  desk.engine_moves(stale.version - 1, stale.position.legal_moves()[0]);
  CHECK(desk.ply() == 0);
  desk.engine_moves();
  desk.engine_moves(stale.version, stale.position.legal_moves()[0]);
  CHECK(desk.ply() == 1);
}

TEST_CASE("F11 each question has a seed of its own, and the same one after a restart") {
  Desk desk = replaced();
  const auto first = desk.asked()->seed;
  desk.restart();
  REQUIRE(desk.asked());
  CHECK(desk.asked()->seed == first);
  desk.come_back(1, guest);
  desk.engine_moves();
  desk.play(guest, 2, desk.room().match().position().move_text(desk.room().match().position().legal_moves()[0]));
  CHECK(desk.asked()->seed != first);
}

TEST_CASE("L06 not even a broken engine makes an illegal move") {
  Desk desk = replaced();
  desk.engine_moves(Move::pass());
  CHECK(desk.ply() == 1);
  desk.play(guest, 2, desk.room().match().position().move_text(desk.room().match().position().legal_moves()[0]));
  desk.engine_moves(Move{0});  // a1
  CHECK(desk.ply() == 3);
}

TEST_CASE("F11 the human who stays may resign against the AI, which then stops thinking") {
  Desk desk = replaced();
  desk.send(guest, proto::Resign{2, 0});
  CHECK(desk.event(guest).result->winner == Side::black);
  CHECK_FALSE(desk.asked());
}

TEST_CASE("F08 the AI agrees to a rematch at once and plays on") {
  Desk desk = replaced();
  desk.send(guest, proto::Resign{2, 0});
  desk.send(guest, proto::Rematch{3});
  const auto event = desk.event(guest);
  CHECK(event.kind == EventKind::restarted);
  CHECK(event.you == Side::black);
  CHECK_FALSE(desk.asked());
  desk.play(guest, 4, "f5");
  REQUIRE(desk.asked());
  desk.engine_moves();
  CHECK(desk.event(guest).side == Side::white);
}

TEST_CASE("F09 the AI is put in once") {
  Desk desk = replaced();
  desk.send(guest, proto::Replace{2, "easy"});
  CHECK(desk.refusal(guest) == "already_replaced");
  desk.come_back(1, guest);
  CHECK_FALSE(desk.last<proto::State>(guest).replace_in_ms);
}

TEST_CASE("Z16 back before the replacement: the player simply goes on") {
  Desk desk = Desk::playing();
  desk.drop(creator);
  desk.pass(grace + 1h);
  desk.come_back(0, 9);
  desk.send(guest, proto::Replace{1, "easy"});
  CHECK(desk.refusal(guest) == "not_absent");
  desk.play(9, 1, "f5");
  CHECK(desk.event(guest).move == "f5");
  desk.send(9, proto::Reclaim{2});
  CHECK(desk.refusal(9) == "not_replaced");
}

TEST_CASE("Z16 back after the replacement: watch, ask, and play when the other agrees") {
  Desk desk = replaced();
  desk.engine_moves();
  desk.come_back(0, 9);
  const auto state = desk.last<proto::State>(9);
  CHECK(state.you == Side::black);
  CHECK(state.black.ai == "easy");
  CHECK(state.black.connected);
  desk.send(9, proto::Play{1, 1, "f5"});
  CHECK(desk.refusal(9) == "replaced");
  desk.send(9, proto::Resign{2, 1});
  CHECK(desk.refusal(9) == "replaced");
  desk.send(guest, proto::Grant{2});
  CHECK(desk.refusal(guest) == "nobody_asks");

  desk.send(9, proto::Reclaim{3});
  CHECK(desk.event(guest).kind == EventKind::reclaiming);
  CHECK(desk.event(guest).side == Side::black);
  desk.send(9, proto::Reclaim{4});
  CHECK(desk.refusal(9) == "already_asked");
  desk.send(9, proto::Grant{5});
  CHECK(desk.refusal(9) == "nobody_asks");  // nobody grants to themselves
  desk.send(guest, proto::Grant{3});
  CHECK(desk.event(9).kind == EventKind::granted);
  CHECK(desk.event(9).side == Side::black);
  CHECK(desk.event(guest).seq == 3);

  desk.play(guest, 4, desk.room().match().position().move_text(desk.room().match().position().legal_moves()[0]));
  CHECK_FALSE(desk.asked());
  desk.play(9, 6, desk.room().match().position().move_text(desk.room().match().position().legal_moves()[0]));
  CHECK(desk.event(guest).seq == std::nullopt);
  CHECK_FALSE(desk.event(guest).ai);
  // The AI's move stays in the record as the AI's.
  int by_ai = 0;
  for (const auto& event : desk.log()) by_ai += event.by_ai;
  CHECK(by_ai == 1);
}

TEST_CASE("Z16 asking while the AI thinks does not lose its move, granting then stops it") {
  Desk desk = replaced();
  desk.come_back(0, 9);
  const auto before = desk.asked()->version;
  desk.send(9, proto::Reclaim{1});
  REQUIRE(desk.asked());
  CHECK(desk.asked()->version == before + 1);
  const auto question = *desk.asked();
  desk.send(guest, proto::Grant{2});
  CHECK_FALSE(desk.asked());
  desk.engine_moves(question.version, question.position.legal_moves()[0]);
  CHECK(desk.ply() == 0);
  desk.play(9, 2, "f5");
  CHECK(desk.ply() == 1);
}

TEST_CASE("Z16 the request survives a restart, and ends with the game") {
  Desk desk = replaced();
  desk.come_back(0, 9);
  desk.send(9, proto::Reclaim{1});
  desk.restart();
  desk.come_back(0, 9);
  desk.come_back(1, guest);
  CHECK(desk.last<proto::State>(guest).black.reclaiming);
  desk.send(guest, proto::Resign{2, 0});
  desk.send(guest, proto::Rematch{3});
  CHECK(desk.event(guest).kind == EventKind::restarted);
  desk.send(guest, proto::Grant{4});
  CHECK(desk.refusal(guest) == "nobody_asks");
  desk.send(9, proto::Reclaim{2});
  CHECK(desk.event(guest).side == Side::white);
  desk.send(guest, proto::Grant{5});
  CHECK(desk.event(9).kind == EventKind::granted);
}

TEST_CASE("Z16 who has left for good cannot agree: the seat goes back to the one who is here") {
  Desk desk = replaced();
  desk.come_back(0, 9);
  SUBCASE("asked long after") {
    desk.drop(guest);
    desk.pass(grace);
    desk.send(9, proto::Reclaim{1});
  }
  SUBCASE("asked before they had been gone for long") {
    desk.drop(guest);
    desk.pass(grace - 1s);
    desk.send(9, proto::Reclaim{1});
    CHECK(desk.event(9).kind == EventKind::reclaiming);
    desk.pass(1s);
  }
  SUBCASE("asked before they left") {
    desk.send(9, proto::Reclaim{1});
    desk.drop(guest);
    desk.pass(grace - 1ms);
    CHECK(desk.event(9).kind == EventKind::reclaiming);
    desk.pass(1ms);
  }
  SUBCASE("asked, lost the connection, and came back") {
    desk.send(9, proto::Reclaim{1});
    desk.drop(9);
    desk.drop(guest);
    desk.restart();
    desk.pass(grace);
    CHECK(desk.log().back().kind == room::LogKind::reclaiming);
    desk.come_back(0, 9);
  }
  CHECK(desk.event(9).kind == EventKind::granted);
  CHECK_FALSE(desk.asked());
  desk.send(9, proto::Replace{2, "easy"});  // and now it is the other who may be replaced
  CHECK(desk.event(9).kind == EventKind::replaced);
  CHECK(desk.event(9).side == Side::white);
}

TEST_CASE("the newest connection of a seat takes over from the older") {
  Desk desk = Desk::playing();
  desk.clear();
  desk.come_back(0, 9);
  REQUIRE(desk.bye(creator));
  CHECK(desk.bye(creator)->reason == "replaced_by_newer_connection");
  CHECK_FALSE(desk.bye(creator)->reconnect_after_ms);  // else two windows would take turns for ever
  CHECK(desk.last<proto::State>(9).you == Side::black);
  desk.drop(creator);  // the old one's end is no absence
  CHECK_FALSE(desk.absences()[0]);
  desk.play(creator, 1, "f5");
  CHECK(desk.refusal(creator) == "not_a_seat");
  desk.play(9, 1, "f5");
  CHECK(desk.event(guest).move == "f5");
  for (const auto& presence : desk.all<proto::Presence>(guest)) CHECK(presence.black);
}

TEST_CASE("a connection that came in earlier does not take the seat from a later one, however late it is heard") {
  Desk desk = Desk::playing();
  desk.come_back(0, 9);
  desk.clear();
  desk.come_back(0, 8);  // cut off long ago; its wish was still on the way
  REQUIRE(desk.bye(8));
  CHECK(desk.bye(8)->reason == "replaced_by_newer_connection");
  CHECK_FALSE(desk.bye(9));
  desk.drop(8);
  CHECK_FALSE(desk.absences()[0]);
  desk.play(9, 1, "f5");
  CHECK(desk.event(9).move == "f5");
}

TEST_CASE("opening the room again on the same connection is no absence") {
  Desk desk = Desk::playing();
  desk.come_back(0, creator);
  CHECK_FALSE(desk.bye(creator));
  CHECK_FALSE(desk.alarm());
  CHECK(desk.room().connections() == 2);
  for (const auto& presence : desk.all<proto::Presence>(guest)) CHECK(presence.black);
}

TEST_CASE("opening it without the secret leaves the seat") {
  Desk desk = Desk::playing();
  desk.open(creator);
  CHECK_FALSE(desk.last<proto::State>(creator).you);
  CHECK(desk.absences()[0] == desk.now());
  desk.play(creator, 1, "f5");
  CHECK(desk.refusal(creator) == "not_a_seat");
}

TEST_CASE("visitors are limited, seats get in regardless") {
  Desk desk = Desk::playing();
  ConnectionId id = 100;
  while (desk.room().connections() < limits::connections_per_room) desk.open(id++);
  desk.open(id);
  CHECK(desk.refusal(id) == "room_full");
  desk.drop(creator);
  desk.open(id);
  desk.come_back(0, 9);
  CHECK(desk.last<proto::State>(9).you == Side::black);
}

TEST_CASE("who comes back with the version they have is told what they missed") {
  Desk desk = Desk::playing();
  desk.play(creator, 1, "f5");
  desk.drop(guest);
  desk.send(creator, proto::Play{2, 1, "a1"});  // refused: no version
  desk.come_back(1, guest);
  desk.play(guest, 1, "d6");
  desk.drop(creator);
  desk.pass(grace);
  desk.send(guest, proto::Replace{2, "easy"});
  desk.engine_moves();
  desk.clear();

  SUBCASE("nothing") {
    desk.come_back(0, 9, 6);
    CHECK(desk.all<proto::Event>(9).empty());
    CHECK(desk.all<proto::State>(9).empty());
    CHECK(desk.last<proto::Presence>(9).white);
  }
  SUBCASE("some events, as they were told to the others, with the answers to one's own") {
    desk.come_back(0, 9, 2);
    const auto missed = desk.all<proto::Event>(9);
    REQUIRE(missed.size() == 4);
    CHECK(missed[0].version == 3);
    CHECK(missed[0].move == "f5");
    CHECK(missed[0].seq == 1);
    CHECK(missed[0].ply == 1);
    CHECK(missed[0].hash == proto::hash_text(Match::replay({"reversi", ""}, "f5")->position().hash()));
    CHECK(missed[1].move == "d6");
    CHECK_FALSE(missed[1].seq);
    CHECK(missed[2].kind == EventKind::replaced);
    CHECK(missed[2].level == "easy");
    CHECK(missed[3].ai);
    CHECK(missed[3].version == 6);
    CHECK(desk.all<proto::State>(9).empty());
  }
  SUBCASE("a visitor gets no answers of others") {
    desk.open(visitor, 2);
    for (const auto& event : desk.all<proto::Event>(visitor)) CHECK_FALSE(event.seq);
    CHECK(desk.all<proto::Event>(visitor).size() == 4);
  }
  SUBCASE("a version that never was: the state") {
    desk.come_back(0, 9, 99);
    CHECK(desk.last<proto::State>(9).version == 6);
    CHECK(desk.all<proto::Event>(9).empty());
  }
  SUBCASE("version 0: the state") {
    desk.come_back(0, 9, 0);
    CHECK(desk.last<proto::State>(9).version == 6);
  }
  SUBCASE("the same after a restart") {
    desk.restart();
    desk.come_back(0, 9, 2);
    CHECK(desk.all<proto::Event>(9).size() == 4);
  }
  SUBCASE("a game before this one: the state") {
    desk.send(guest, proto::Resign{3, 3});
    desk.send(guest, proto::Rematch{4});
    desk.come_back(0, 9, 6);
    CHECK(desk.last<proto::State>(9).game_number == 2);
    CHECK(desk.all<proto::Event>(9).empty());
  }
}

TEST_CASE("who missed much gets the state, for a burst of events would look like a slow reader") {
  Desk desk = Desk::playing();
  std::uint64_t a = 0, b = 0;
  play_to_the_end(desk, a, b, true);
  const std::uint64_t version = desk.room().version();
  desk.clear();
  desk.come_back(0, 9, version - limits::events_retold);
  CHECK(desk.all<proto::Event>(9).size() == limits::events_retold);
  desk.come_back(1, 8, version - limits::events_retold - 1);
  CHECK(desk.all<proto::Event>(8).empty());
  CHECK(desk.last<proto::State>(8).version == version);
  CHECK(limits::events_retold < limits::send_queue_frames / 2);
}

TEST_CASE("a room in which nobody has been for a week ends, and says so") {
  constexpr ServiceTime idle = limits::room_idle_time;
  Desk desk = Desk::playing();
  desk.drop(guest);
  desk.pass(2 * idle);
  CHECK_FALSE(desk.ended());  // somebody is here
  desk.drop(creator);
  desk.pass(idle - 1ms);
  CHECK_FALSE(desk.ended());
  SUBCASE("the week is over") {}
  SUBCASE("a restart does not begin the week anew") { desk.restart(); }
  SUBCASE("nor does somebody who only looks") {
    desk.open(visitor);
    desk.pass(1h);
    CHECK_FALSE(desk.ended());
    desk.drop(visitor);
  }
  SUBCASE("coming back does") {
    desk.come_back(1, guest);
    desk.pass(2 * idle);
    desk.drop(guest);
    desk.pass(idle - 1ms);
    CHECK_FALSE(desk.ended());
  }
  desk.pass(1ms);
  CHECK(desk.ended());
  CHECK(desk.room().has_ended());
  desk.come_back(0, creator);
  CHECK(desk.refusal(creator) == "room_ended");
  desk.open(visitor);
  CHECK(desk.refusal(visitor) == "room_ended");
  desk.create_again(creator, 0);
  CHECK(desk.refusal(creator) == "room_ended");
  CHECK(desk.log().size() == 2);  // the record is as it was
  desk.pass(2 * idle);
}

TEST_CASE("a room that nobody joined ends, too") {
  Desk desk;
  desk.pass(10 * limits::room_idle_time);
  CHECK_FALSE(desk.ended());  // its creator waits
  desk.drop(creator);
  CHECK(desk.alarm() == desk.now() + limits::room_idle_time);
  desk.pass(limits::room_idle_time);
  CHECK(desk.ended());
}

TEST_CASE("F05 a join whose answer was lost leads to the same seat when it is sent again") {
  Desk desk = Desk::playing();
  const auto events = desk.log().size();
  SUBCASE("on a new connection, the old one not yet given up") {
    desk.open(9);
    desk.join_again(9, 1);
    CHECK(desk.bye(guest)->reason == "replaced_by_newer_connection");
  }
  SUBCASE("on a new connection, the old one gone, after a restart") {
    desk.drop(guest);
    desk.restart();
    desk.come_back(0, creator);
    desk.open(9);
    desk.join_again(9, 1);
  }
  SUBCASE("twice on one connection") {
    desk.come_back(1, 9);
    desk.join_again(9, 1);
    CHECK(desk.all<proto::Entered>(9).size() == 1);
    CHECK_FALSE(desk.bye(9));
  }
  const auto entered = desk.last<proto::Entered>(9);
  CHECK(entered.side == Side::white);
  CHECK(entered.secret == credentials[1].secret);
  CHECK(desk.last<proto::State>(9).you == Side::white);
  CHECK(desk.log().size() == events);
  CHECK_FALSE(desk.absences()[1]);
  desk.play(creator, 1, "f5");
  desk.play(9, 1, "d6");
  CHECK(desk.event(creator).move == "d6");
}

TEST_CASE("F01 so does a create, and only with its own secret") {
  Desk desk = Desk::playing();
  desk.drop(creator);
  desk.create_again(9, 0);
  CHECK(desk.last<proto::Entered>(9).side == Side::black);
  CHECK(desk.last<proto::State>(9).you == Side::black);
  desk.create_again(10, 1);
  CHECK(desk.refusal(10) == "bad_secret");
}

TEST_CASE("every reason is a short snake_case word") {
  // What the other cases met, and what a client can match on.
  std::set<std::string> reasons;
  Desk desk = Desk::playing();
  desk.play(creator, 1, "a1");
  desk.play(guest, 1, "f5");
  desk.open_as(visitor, "x");
  for (const ConnectionId connection : {creator, guest, visitor})
    for (const auto& reject : desk.all<proto::Reject>(connection)) reasons.insert(reject.reason);
  CHECK(reasons == std::set<std::string>{"illegal_move", "not_your_turn", "bad_secret"});
  for (const auto& reason : reasons) {
    CHECK(reason.size() <= limits::reason_bytes);
    CHECK(reason.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string::npos);
  }
}

TEST_CASE("a damaged log is refused, saying where") {
  Desk desk = Desk::playing();
  desk.play(creator, 1, "f5");
  const auto error_of = [&](auto damage) {
    auto log = desk.log();
    damage(log);
    const auto room = room::Room::restore("room", {}, log, {}, desk.now());
    REQUIRE_FALSE(room);
    CHECK(room.error().code == "bad_log");
    return room.error().message;
  };
  using Log = std::vector<room::LogEvent>;
  error_of([](Log& log) { log.clear(); });
  error_of([](Log& log) { log.erase(log.begin()); });
  error_of([](Log& log) { log[0].spec.game = "chess"; });
  error_of([](Log& log) { log[0].seat = 1; });
  CHECK(error_of([](Log& log) { log.erase(log.begin() + 1); }).find("event 3") != std::string::npos);  // a gap
  CHECK(error_of([](Log& log) { log[2].text = "a1"; }).find("event 3") != std::string::npos);
  error_of([](Log& log) { log[2].seat = 1; });      // not their turn
  error_of([](Log& log) { log[2].seat = 2; });      // no such seat
  error_of([](Log& log) { log[2].by_ai = true; });  // no AI sits there
  error_of([](Log& log) {
    log[1] = log[0];
    log[1].version = 2;
  });
  for (const auto kind : {room::LogKind::joined, room::LogKind::agreed, room::LogKind::restarted,
                          room::LogKind::reclaiming, room::LogKind::granted})
    error_of([&](Log& log) { log[2].kind = kind; });
  error_of([](Log& log) {
    log[2].kind = room::LogKind::replaced;
    log[2].text = "godlike";
  });
}

TEST_CASE("a room is small") {
  // A million rooms shall fit into a few gigabytes; see the README for what one holds beside this.
  CHECK(sizeof(room::Room) <= 1024);
}
