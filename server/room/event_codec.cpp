#include "server/room/event_codec.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <charconv>

#include "core/json_writer.hpp"
#include "proto/codec.hpp"

namespace dolbang::room {
namespace {

namespace json = boost::json;

/// The newest; an event is written in the oldest that holds it, so that an older server still reads what it can.
constexpr int format = 2;

constexpr std::array<std::string_view, 17> kinds{
    "created", "joined",    "moved", "resigned", "agreed", "restarted", "replaced", "reclaiming", "granted",
    "claimed", "timed_out", "asked", "declined", "undone", "paused",    "resumed",  "clock"};

int format_of(const LogEvent& event) {
  return event.kind > LogKind::granted || event.options != proto::RoomOptions{} || event.clock ? 2 : 1;
}

std::string text_of(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  return value && value->is_string() ? std::string(value->get_string()) : std::string();
}

std::uint64_t number_of(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  if (!value) return 0;
  boost::system::error_code error;  // set when it is no such number
  const auto number = value->to_number<std::uint64_t>(error);
  return error ? 0 : number;
}

bool flag_of(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  return value && value->is_bool() && value->get_bool();
}

ServiceTime time_of(std::uint64_t milliseconds) {
  return ServiceTime(static_cast<ServiceTime::rep>(std::min(milliseconds, proto::largest_number)));
}

void write_options(JsonWriter& out, const proto::RoomOptions& options) {
  if (options.main_ms) out.number("main", *options.main_ms);
  if (options.increment_ms != 0) out.number("increment", options.increment_ms);
  if (options.clock_runs_on) out.flag("runs_on", true);
  if (options.undo) out.flag("undo", true);
  if (options.spectators) out.word("spectators", to_string(*options.spectators));
}

proto::RoomOptions options_from(const json::object& object) {
  proto::RoomOptions options;
  const auto main = number_of(object, "main");
  if (main != 0) options.main_ms = time_of(main).count();
  options.increment_ms = time_of(number_of(object, "increment")).count();
  options.clock_runs_on = flag_of(object, "runs_on");
  options.undo = flag_of(object, "undo");
  options.spectators = proto::spectators_from(text_of(object, "spectators"));
  return options;
}

GameClock::Reading reading_from(const json::object& object) {
  return {time_of(number_of(object, "at")), {time_of(number_of(object, "0")), time_of(number_of(object, "1"))}};
}

}  // namespace

std::string encode_event(const LogEvent& event) {
  JsonWriter out;
  const auto text = [&](std::string_view key, std::string_view value) {
    if (!value.empty()) out.text(key, value);
  };
  out.number("v", format_of(event));
  out.word("k", kinds[static_cast<std::size_t>(event.kind)]);
  out.number("s", event.seat);
  if (event.seq != 0) out.number("q", event.seq);
  if (event.by_ai) out.flag("ai", true);
  text("t", event.text);
  text("hash", event.secret_hash);
  text("game", event.spec.game);
  text("variant", event.spec.variant);
  if (event.kind == LogKind::created) {
    out.word("colour", to_string(event.colour));
    // A text: JSON readers are free to keep only 53 bits of a number.
    out.word("seed", std::to_string(event.engine_seed));
    if (event.at != 0) out.number("at", event.at);
    if (event.options != proto::RoomOptions{}) out.object("options", [&] { write_options(out, event.options); });
    text("watch", event.watch_code);
  }
  if (event.clock)
    out.object("c", [&] {
      out.number("at", event.clock->at.count());
      out.number("0", event.clock->left[0].count());
      out.number("1", event.clock->left[1].count());
    });
  return std::move(out).finish();
}

Expected<LogEvent> decode_event(std::uint64_t version, std::string_view text) {
  boost::system::error_code error;
  const json::value value = json::parse({text.data(), text.size()}, error);
  if (error || !value.is_object()) return fail("bad_event", "The stored event is not a JSON object.");
  const json::object& object = value.get_object();
  if (number_of(object, "v") > format)
    return fail("bad_event", "The event was written by a newer server; use that one.");
  const std::string kind = text_of(object, "k");
  const auto it = std::find(kinds.begin(), kinds.end(), kind);
  if (it == kinds.end()) return fail("bad_event", "There is no event \"" + kind + "\".");
  LogEvent event;
  event.version = version;
  event.kind = static_cast<LogKind>(it - kinds.begin());
  const std::uint64_t seat = number_of(object, "s");
  if (seat > 1) return fail("bad_event", "There is no seat " + std::to_string(seat) + ".");
  event.seat = static_cast<SeatIndex>(seat);
  event.seq = number_of(object, "q");
  event.text = text_of(object, "t");
  event.secret_hash = text_of(object, "hash");
  event.spec = {text_of(object, "game"), text_of(object, "variant")};
  event.colour = side_from(text_of(object, "colour")).value_or(Side::black);
  const std::string seed = text_of(object, "seed");
  std::from_chars(seed.data(), seed.data() + seed.size(), event.engine_seed);
  event.at = static_cast<std::int64_t>(number_of(object, "at"));
  event.by_ai = flag_of(object, "ai");
  if (const json::value* options = object.if_contains("options"); options && options->is_object())
    event.options = options_from(options->get_object());
  event.watch_code = text_of(object, "watch");
  if (const json::value* clock = object.if_contains("c"); clock && clock->is_object())
    event.clock = reading_from(clock->get_object());
  return event;
}

}  // namespace dolbang::room
