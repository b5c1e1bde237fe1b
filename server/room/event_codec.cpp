#include "server/room/event_codec.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <charconv>

#include "core/json_writer.hpp"

namespace dolbang::room {
namespace {

namespace json = boost::json;

constexpr int format = 1;

constexpr std::array<std::string_view, 9> kinds{"created",   "joined",   "moved",      "resigned", "agreed",
                                                "restarted", "replaced", "reclaiming", "granted"};

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

}  // namespace

std::string encode_event(const LogEvent& event) {
  JsonWriter out;
  const auto text = [&](std::string_view key, std::string_view value) {
    if (!value.empty()) out.text(key, value);
  };
  out.number("v", format);
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
  }
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
  const json::value* ai = object.if_contains("ai");
  event.by_ai = ai && ai->is_bool() && ai->get_bool();
  return event;
}

}  // namespace dolbang::room
