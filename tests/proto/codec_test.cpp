/// What no vector can hold (bytes that are not UTF-8, sizes) and what holds for every frame.
#include <doctest/doctest.h>

#include <rapidcheck.h>

#include <string>
#include <vector>

#include "core/limits.hpp"
#include "proto/codec.hpp"

using namespace dolbang;
using namespace dolbang::proto;

namespace {

bool is_code(const std::string& code) { return code == "bad_json" || code == "bad_frame" || code == "unknown_type"; }

/// Whatever is read can be written and read again, and is then written the same.
template <class Parse>
void check_any(const std::string& frame, Parse parse) {
  const auto message = parse(frame);
  if (!message) {
    RC_ASSERT(is_code(message.error().code));
    RC_ASSERT(!message.error().message.empty());
    RC_ASSERT(message.error().message.size() <= limits::message_bytes);
    return;
  }
  const std::string written = encode(*message);
  const auto again = parse(written);
  RC_ASSERT(again.has_value());
  RC_ASSERT(encode(*again) == written);
}

void check_both(const std::string& frame) {
  check_any(frame, parse_client);
  check_any(frame, parse_server);
}

const std::string some_hash = "00c0ffee00c0ffee";
const std::vector<std::string>& seeds() {
  static const std::vector<std::string> frames{
      encode(ClientMessage{Hello{1, "bot/1", {"a", "b"}}}),
      encode(ClientMessage{Create{"reversi", "8x8", "돌\"\\방", Side::white, {}}}),
      encode(ClientMessage{Open{"ROOM", "secret", 12}}),
      encode(ClientMessage{Play{3, 4, "f5"}}),
      encode(ServerMessage{Entered{"ROOM", Side::white, "secret", "http://h/r/ROOM"}}),
      encode(ServerMessage{Reject{3, "illegal_move", "no", 4}}),
      encode(ServerMessage{Presence{"ROOM", true, false, 12}}),
      encode(ServerMessage{Bye{"shutting_down", "soon", 12}}),
  };
  return frames;
}

rc::Gen<std::string> word(std::size_t bytes, std::size_t least = 0) {
  return rc::gen::mapcat(rc::gen::inRange<std::size_t>(least, bytes + 1), [](std::size_t n) {
    return rc::gen::container<std::string>(n, rc::gen::inRange<char>('!', '~'));
  });
}
/// A line of up to `bytes` bytes in several alphabets, with the characters that JSON must escape.
rc::Gen<std::string> line(std::size_t bytes) {
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
                          "a", " ", "\"", "\\", "/", "é", "ß", "돌", "石", "\U0001F332", "</script>", "\u00a0")),
                      [bytes](const std::vector<std::string>& parts) {
                        std::string text;
                        for (const std::string& part : parts)
                          if (text.size() + part.size() <= bytes) text += part;
                        return text;
                      });
}
rc::Gen<std::uint64_t> number(std::uint64_t low) {
  return rc::gen::oneOf(rc::gen::inRange<std::uint64_t>(low, largest_number + 1), rc::gen::just(low),
                        rc::gen::just(largest_number));
}
rc::Gen<Side> side() { return rc::gen::element(Side::black, Side::white); }
rc::Gen<std::optional<Side>> maybe_side() {
  return rc::gen::element<std::optional<Side>>(std::nullopt, Side::black, Side::white);
}
rc::Gen<std::string> maybe_secret() {
  return rc::gen::element<std::string>("", "0123456789abcdef0123456789abcdef", std::string(32, 'f'));
}
rc::Gen<int> ply() { return rc::gen::inRange(0, static_cast<int>(limits::match_plies) + 1); }
std::optional<std::int64_t> some_duration() {
  if (*rc::gen::arbitrary<bool>()) return std::nullopt;
  return static_cast<std::int64_t>(*number(0));
}
std::vector<std::string> some_capabilities() {
  std::vector<std::string> list;
  const auto n = *rc::gen::inRange<std::size_t>(0, limits::capabilities + 1);
  for (std::size_t i = 0; i < n; ++i) list.push_back(*word(limits::capability_bytes, 1));
  return list;
}
std::optional<Question> maybe_question() {
  return *rc::gen::element<std::optional<Question>>(std::nullopt, Question::undo, Question::pause);
}
SeatView some_seat() {
  return {*rc::gen::arbitrary<bool>(),
          *line(limits::name_bytes),
          *rc::gen::arbitrary<bool>(),
          *word(limits::reason_bytes),
          *rc::gen::arbitrary<bool>(),
          *rc::gen::arbitrary<bool>(),
          maybe_question()};
}
std::optional<RoomOptions> some_options() {
  if (*rc::gen::arbitrary<bool>()) return std::nullopt;
  RoomOptions options;
  if (*rc::gen::arbitrary<bool>()) options.main_ms = *rc::gen::inRange<std::int64_t>(1000, 86'400'001);
  options.increment_ms = *rc::gen::inRange<std::int64_t>(0, 3'600'001);
  options.clock_runs_on = *rc::gen::arbitrary<bool>();
  options.undo = *rc::gen::arbitrary<bool>();
  options.spectators = *rc::gen::element<std::optional<Spectators>>(std::nullopt, Spectators::link, Spectators::nobody);
  return options;
}
std::optional<ClockView> some_clock() {
  if (*rc::gen::arbitrary<bool>()) return std::nullopt;
  return ClockView{static_cast<std::int64_t>(*number(0)), static_cast<std::int64_t>(*number(0)), *maybe_side()};
}
std::optional<ResultView> some_result() {
  if (*rc::gen::arbitrary<bool>()) return std::nullopt;
  return ResultView{*maybe_side(), *word(limits::reason_bytes, 1)};
}

ClientMessage some_client_message() {
  const auto seq = *number(1);
  switch (*rc::gen::inRange(0, 14)) {
    case 0: return Hello{*rc::gen::inRange(1, 1000), *line(limits::client_text_bytes), some_capabilities()};
    case 1:
      return Create{*word(limits::game_id_bytes, 1),
                    *word(limits::variant_bytes),
                    *line(limits::name_bytes),
                    *maybe_side(),
                    *maybe_secret(),
                    some_options()};
    case 2:
      return Open{*word(limits::room_code_bytes, 1), *word(limits::secret_text_bytes),
                  *rc::gen::arbitrary<bool>() ? std::optional(*number(0)) : std::nullopt};
    case 3: return Join{*line(limits::name_bytes), *maybe_secret()};
    case 4: return Play{seq, *ply(), *word(limits::move_text_bytes, 1)};
    case 5: return Resign{seq, *ply()};
    case 6: return Rematch{seq};
    case 7: return Replace{seq, *word(limits::reason_bytes, 1)};
    case 8: return Reclaim{seq};
    case 9: return Grant{seq};
    case 10: return Claim{seq};
    case 11: return Ask{seq, *ply(), *rc::gen::element(Question::undo, Question::pause)};
    case 12: return Answer{seq, *rc::gen::arbitrary<bool>()};
    default: return Resume{seq};
  }
}

ServerMessage some_server_message() {
  const std::string room = *word(limits::room_code_bytes, 1);
  switch (*rc::gen::inRange(0, 8)) {
    case 0:
      return Welcome{*rc::gen::inRange(1, 1000), *line(limits::client_text_bytes), some_capabilities(),
                     *rc::gen::inRange(0, 100000), *rc::gen::inRange(0, 1000000)};
    case 1: return Entered{room, *side(), *word(limits::secret_text_bytes, 1), *word(limits::url_bytes)};
    case 2: {
      State state;
      state.room = room;
      state.version = *number(0);
      state.game = *word(limits::game_id_bytes, 1);
      state.variant = *word(limits::variant_bytes);
      state.phase = *rc::gen::element(Phase::waiting, Phase::playing, Phase::over);
      state.you = *maybe_side();
      state.game_number = *rc::gen::inRange(1, 1000);
      state.black = some_seat();
      state.white = some_seat();
      state.moves = *word(200);
      state.ply = *ply();
      state.to_move = *side();
      state.hash = hash_text(*rc::gen::arbitrary<std::uint64_t>());
      state.result = some_result();
      state.seq = *number(0);
      state.replace_in_ms = some_duration();
      state.url = *word(limits::url_bytes);
      state.options = some_options();
      state.clock = some_clock();
      state.paused = *rc::gen::arbitrary<bool>();
      state.watch_url = *word(limits::url_bytes);
      state.watch_only = *rc::gen::arbitrary<bool>();
      return state;
    }
    case 3: return Ack{*number(1), *number(0)};
    case 4: return Reject{*number(0), *word(limits::reason_bytes, 1), *line(limits::message_bytes), *ply()};
    case 5: {
      Event event;
      event.room = room;
      event.version = *number(0);
      event.kind = static_cast<EventKind>(*rc::gen::inRange(0, static_cast<int>(EventKind::unknown) + 1));
      event.side = *maybe_side();
      event.name = *line(limits::name_bytes);
      event.move = *word(limits::move_text_bytes);
      event.passed = *maybe_side();
      event.ai = *rc::gen::arbitrary<bool>();
      event.level = *word(limits::reason_bytes);
      event.you = *maybe_side();
      event.game_number = *rc::gen::inRange(1, 1000);
      event.result = some_result();
      event.ply = *ply();
      event.to_move = *side();
      event.hash = hash_text(*rc::gen::arbitrary<std::uint64_t>());
      if (*rc::gen::arbitrary<bool>()) event.seq = *number(1);
      event.question = maybe_question();
      event.clock = some_clock();
      return event;
    }
    case 6:
      return Presence{room, *rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>(), some_duration(), some_clock()};
    default: return Bye{*word(limits::reason_bytes, 1), *line(limits::message_bytes), some_duration()};
  }
}

}  // namespace

TEST_CASE("a frame beyond the limit is refused before it is read") {
  const std::string head = R"({"t":"join","name":"a"})";
  const std::string longest = head + std::string(limits::frame_bytes - head.size(), ' ');
  CHECK(parse_client(longest));
  CHECK(parse_client(longest + " ").error().code == "bad_frame");
  const std::string bye = R"({"t":"bye","reason":"too_slow"})";
  const std::string longest_bye = bye + std::string(limits::server_frame_bytes - bye.size(), ' ');
  CHECK(parse_server(longest_bye));
  CHECK(parse_server(longest_bye + " ").error().code == "bad_frame");
}

TEST_CASE("the longest transcript passes and stays within a server's frame") {
  State state;
  state.room = "R";
  state.game = "reversi";
  state.hash = some_hash;
  state.moves = std::string(limits::transcript_bytes, 'f');
  state.url = std::string(limits::url_bytes, 'u');
  state.black.name = state.white.name = std::string(limits::name_bytes, '"');
  const std::string frame = encode(ServerMessage{state});
  CHECK(frame.size() <= limits::server_frame_bytes);
  CHECK(parse_server(frame));
}

TEST_CASE("what is not UTF-8 is refused") {
  for (const char* bytes :
       {"\xff", "\x80", "\xc3", "\xc0\xaf", "\xe2\x82", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80"}) {
    CAPTURE(bytes);
    CHECK(parse_client("{\"t\":\"join\",\"name\":\"" + std::string(bytes) + "\"}").error().code == "bad_json");
    CHECK(parse_client("{\"t\":\"join\",\"" + std::string(bytes) + "\":1}").error().code == "bad_json");
  }
}

TEST_CASE("a refused frame keeps its seq") {
  CHECK(parse_client(R"({"t":"play","seq":7,"ply":0})").error().seq == 7);
  CHECK(parse_client(R"({"seq":8,"t":"castle"})").error().seq == 8);
  CHECK_FALSE(parse_client(R"({"t":"play","seq":-7,"ply":0,"move":"f5"})").error().seq);
  CHECK_FALSE(parse_client(R"({"t":"play","seq":7)").error().seq);
}

TEST_CASE("a hash is written as 16 lower-case digits") {
  CHECK(hash_text(0) == "0000000000000000");
  CHECK(hash_text(0x00C0FFEE00C0FFEEu) == some_hash);
  CHECK(hash_text(~std::uint64_t{0}) == "ffffffffffffffff");
}

TEST_CASE("an event encoded once for all holds each reader's own") {
  Event event;
  event.room = "ROOM";
  event.version = 7;
  event.side = Side::black;
  event.move = "f5";
  event.ply = 3;
  event.hash = some_hash;
  EventText text(event);
  for (const auto you : {std::optional<Side>(), std::optional(Side::white)})
    for (const auto seq : {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(12)}) {
      event.you = you;
      event.seq = seq;
      const auto read = parse_server(text.for_reader(you, seq));
      REQUIRE(read);
      CHECK(encode(*read) == encode(ServerMessage(event)));
    }
}

TEST_CASE("every message comes back as it was sent") {
  CHECK(rc::check("from the client", [] {
    const ClientMessage message = some_client_message();
    const std::string frame = encode(message);
    const auto read = parse_client(frame);
    RC_ASSERT(read.has_value());
    RC_ASSERT(read->index() == message.index());
    RC_ASSERT(encode(*read) == frame);
    RC_ASSERT(frame.size() <= limits::frame_bytes);
  }));
  CHECK(rc::check("from the server", [] {
    const ServerMessage message = some_server_message();
    const std::string frame = encode(message);
    const auto read = parse_server(frame);
    RC_ASSERT(read.has_value());
    RC_ASSERT(read->index() == message.index());
    RC_ASSERT(encode(*read) == frame);
  }));
}

TEST_CASE("no bytes make the codec fail otherwise than with an error") {
  CHECK(rc::check("random bytes", [](const std::string& bytes) { check_both(bytes); }));
  CHECK(rc::check("good frames with bytes changed, left out and doubled", [] {
    std::string frame = *rc::gen::elementOf(seeds());
    const int changes = *rc::gen::inRange(1, 5);
    for (int i = 0; i < changes && !frame.empty(); ++i) {
      const auto at = *rc::gen::inRange<std::size_t>(0, frame.size());
      switch (*rc::gen::inRange(0, 4)) {
        case 0: frame[at] = *rc::gen::arbitrary<char>(); break;
        case 1: frame.erase(at, *rc::gen::inRange<std::size_t>(1, 6)); break;
        case 2: frame.insert(at, frame.substr(at, *rc::gen::inRange<std::size_t>(1, 40))); break;
        default:
          frame.insert(at,
                       *rc::gen::element<std::string>("{", "[", "\"", "\\u", "1e9", "null", "}", ",", "-", "\\ud800"));
          break;
      }
    }
    check_both(frame);
  }));
  for (const char c : {'[', '{', '"', '\\', '9', ' ', '\0', '\xff'}) check_both(std::string(limits::frame_bytes, c));
  std::string nested;
  for (int i = 0; i < 700; ++i) nested += "{\"a\":";
  check_both(nested);
}
