#include "proto/codec.hpp"

#include <array>
#include <boost/json.hpp>
#include <limits>
#include <utility>

#include "core/json_writer.hpp"
#include "core/limits.hpp"

namespace dolbang::proto {
namespace {

namespace json = boost::json;

// ------------------------------------------------------------------ the messages, field by field
//
// fields(io, message) lists a message's fields once; Reader and Writer below walk the same list. The
// parameter is written `Of<Io, M>`: a Reader fills a message, a Writer gets a const one.

template <class Io, class Message>
using Of = typename Io::template Of<Message>;

/// What a text may hold.
enum class Charset : std::uint8_t {
  word,   ///< visible ASCII without blanks
  words,  ///< visible ASCII and blanks
  line,   ///< UTF-8 without control characters: it will be shown on one line of a screen
  hex,    ///< exactly so many lower-case hexadecimal digits
};
struct TextRule {
  Charset charset;
  std::size_t bytes;
};
constexpr TextRule word(std::size_t bytes) { return {Charset::word, bytes}; }
constexpr TextRule words(std::size_t bytes) { return {Charset::words, bytes}; }
constexpr TextRule hex(std::size_t digits) { return {Charset::hex, digits}; }
constexpr TextRule line(std::size_t bytes) { return {Charset::line, bytes}; }

enum class Need : bool { optional, required };
using enum Need;

constexpr int largest_int = std::numeric_limits<int>::max();
constexpr std::int64_t largest_duration = static_cast<std::int64_t>(largest_number);
constexpr int largest_ply = static_cast<int>(limits::match_plies);
constexpr auto least_main = std::chrono::milliseconds(limits::clock_main_least).count();
constexpr auto most_main = std::chrono::milliseconds(limits::clock_main_most).count();
constexpr auto most_increment = std::chrono::milliseconds(limits::clock_increment_most).count();
constexpr std::uint64_t first_seq = 1;
constexpr std::uint64_t no_seq = 0;

template <class Io>
void fields(Io& io, Of<Io, Hello>& m) {
  io.number("version", m.version, 1, largest_int);
  io.text("client", m.client, line(limits::client_text_bytes), optional);
  io.words("capabilities", m.capabilities, limits::capabilities, word(limits::capability_bytes));
}
template <class Io>
void fields(Io& io, Of<Io, RoomOptions>& m) {
  io.number("main_ms", m.main_ms, std::int64_t{least_main}, std::int64_t{most_main});
  io.number_or("increment_ms", m.increment_ms, std::int64_t{0}, std::int64_t{most_increment});
  io.flag("clock_runs_on", m.clock_runs_on);
  io.flag("undo", m.undo);
  io.choice("spectators", m.spectators, spectators_from);
}
template <class Io>
void fields(Io& io, Of<Io, Create>& m) {
  io.text("game", m.game, word(limits::game_id_bytes), required);
  io.text("variant", m.variant, word(limits::variant_bytes), optional);
  io.text("name", m.name, line(limits::name_bytes), optional);
  io.choice("colour", m.colour, side_from);
  io.text("secret", m.secret, hex(limits::secret_text_bytes), optional);
  io.object("options", m.options);
}
template <class Io>
void fields(Io& io, Of<Io, Open>& m) {
  io.text("room", m.room, word(limits::room_code_bytes), required);
  io.text("secret", m.secret, word(limits::secret_text_bytes), optional);
  io.number("since", m.since, std::uint64_t{0}, largest_number);
}
template <class Io>
void fields(Io& io, Of<Io, Join>& m) {
  io.text("name", m.name, line(limits::name_bytes), optional);
  io.text("secret", m.secret, hex(limits::secret_text_bytes), optional);
}
template <class Io>
void fields(Io& io, Of<Io, Play>& m) {
  io.number("seq", m.seq, first_seq, largest_number);
  io.number("ply", m.ply, 0, largest_ply);
  io.text("move", m.move, word(limits::move_text_bytes), required);
}
template <class Io>
void fields(Io& io, Of<Io, Resign>& m) {
  io.number("seq", m.seq, first_seq, largest_number);
  io.number("ply", m.ply, 0, largest_ply);
}
template <class Io>
void fields(Io& io, Of<Io, Rematch>& m) {
  io.number("seq", m.seq, first_seq, largest_number);
}
template <class Io>
void fields(Io& io, Of<Io, Replace>& m) {
  io.number("seq", m.seq, first_seq, largest_number);
  io.text("level", m.level, word(limits::reason_bytes), required);
}
template <class Io>
void fields(Io& io, Of<Io, Reclaim>& m) {
  io.number("seq", m.seq, first_seq, largest_number);
}
template <class Io>
void fields(Io& io, Of<Io, Grant>& m) {
  io.number("seq", m.seq, first_seq, largest_number);
}
template <class Io>
void fields(Io& io, Of<Io, Claim>& m) {
  io.number("seq", m.seq, first_seq, largest_number);
}
template <class Io>
void fields(Io& io, Of<Io, Ask>& m) {
  io.number("seq", m.seq, first_seq, largest_number);
  io.number("ply", m.ply, 0, largest_ply);
  io.choice("question", m.question, question_from);
}
template <class Io>
void fields(Io& io, Of<Io, Answer>& m) {
  io.number("seq", m.seq, first_seq, largest_number);
  io.flag("agree", m.agree);
}
template <class Io>
void fields(Io& io, Of<Io, Resume>& m) {
  io.number("seq", m.seq, first_seq, largest_number);
}

template <class Io>
void fields(Io& io, Of<Io, Welcome>& m) {
  io.number("version", m.version, 1, largest_int);
  io.text("server", m.server, line(limits::client_text_bytes), optional);
  io.words("capabilities", m.capabilities, limits::capabilities, word(limits::capability_bytes));
  io.number("frame_bytes", m.frame_bytes, 0, largest_int);
  io.number("absence_grace_ms", m.absence_grace_ms, 0, largest_int);
}
template <class Io>
void fields(Io& io, Of<Io, Entered>& m) {
  io.text("room", m.room, word(limits::room_code_bytes), required);
  io.choice("side", m.side, side_from);
  io.text("secret", m.secret, word(limits::secret_text_bytes), required);
  io.text("url", m.url, word(limits::url_bytes), optional);
}
template <class Io>
void fields(Io& io, Of<Io, SeatView>& m) {
  io.flag("taken", m.taken);
  io.text("name", m.name, line(limits::name_bytes), optional);
  io.flag("connected", m.connected);
  io.text("ai", m.ai, word(limits::reason_bytes), optional);
  io.flag("reclaiming", m.reclaiming);
  io.flag("rematch", m.rematch);
  io.choice("asks", m.asks, question_from);
}
template <class Io>
void fields(Io& io, Of<Io, ClockView>& m) {
  io.number("black_ms", m.black_ms, std::int64_t{0}, largest_duration);
  io.number("white_ms", m.white_ms, std::int64_t{0}, largest_duration);
  io.choice("running", m.running, side_from);
}
template <class Io>
void fields(Io& io, Of<Io, ResultView>& m) {
  io.choice("winner", m.winner, side_from);
  io.text("reason", m.reason, word(limits::reason_bytes), required);
}
template <class Io>
void fields(Io& io, Of<Io, State>& m) {
  io.text("room", m.room, word(limits::room_code_bytes), required);
  io.number("version", m.version, std::uint64_t{0}, largest_number);
  io.text("game", m.game, word(limits::game_id_bytes), required);
  io.text("variant", m.variant, word(limits::variant_bytes), optional);
  io.choice("phase", m.phase, phase_from);
  io.choice("you", m.you, side_from);
  io.number("game_number", m.game_number, 1, largest_int);
  io.object("black", m.black);
  io.object("white", m.white);
  io.text("moves", m.moves, words(limits::transcript_bytes), optional);
  io.number("ply", m.ply, 0, largest_ply);
  io.choice("to_move", m.to_move, side_from);
  io.hash("hash", m.hash);
  io.object("result", m.result);
  io.number_or("seq", m.seq, no_seq, largest_number);
  io.number("replace_in_ms", m.replace_in_ms, std::int64_t{0}, largest_duration);
  io.text("url", m.url, word(limits::url_bytes), optional);
  io.object("options", m.options);
  io.object("clock", m.clock);
  io.flag("paused", m.paused);
  io.text("watch_url", m.watch_url, word(limits::url_bytes), optional);
  io.flag("watch_only", m.watch_only);
}
template <class Io>
void fields(Io& io, Of<Io, Ack>& m) {
  io.number("seq", m.seq, first_seq, largest_number);
  io.number("version", m.version, std::uint64_t{0}, largest_number);
}
template <class Io>
void fields(Io& io, Of<Io, Reject>& m) {
  io.number_or("seq", m.seq, no_seq, largest_number);
  io.text("reason", m.reason, word(limits::reason_bytes), required);
  io.text("message", m.message, line(limits::message_bytes), optional);
  io.number("ply", m.ply, 0, largest_ply);
}
/// What a newer server tells is no reason to part from it.
std::optional<EventKind> any_event_kind(std::string_view text) {
  return event_kind_from(text).value_or(EventKind::unknown);
}
template <class Io>
void fields(Io& io, Of<Io, Event>& m) {
  io.text("room", m.room, word(limits::room_code_bytes), required);
  io.number("version", m.version, std::uint64_t{0}, largest_number);
  io.choice("kind", m.kind, any_event_kind);
  io.choice("side", m.side, side_from);
  io.text("name", m.name, line(limits::name_bytes), optional);
  io.text("move", m.move, word(limits::move_text_bytes), optional);
  io.choice("passed", m.passed, side_from);
  io.flag("ai", m.ai);
  io.text("level", m.level, word(limits::reason_bytes), optional);
  io.choice("you", m.you, side_from);
  io.text("variant", m.variant, word(limits::variant_bytes), optional);
  io.number("game_number", m.game_number, 1, largest_int);
  io.object("result", m.result);
  io.number("ply", m.ply, 0, largest_ply);
  io.choice("to_move", m.to_move, side_from);
  io.hash("hash", m.hash);
  io.number("seq", m.seq, first_seq, largest_number);
  io.choice("question", m.question, question_from);
  io.object("clock", m.clock);
}
template <class Io>
void fields(Io& io, Of<Io, Presence>& m) {
  io.text("room", m.room, word(limits::room_code_bytes), required);
  io.flag("black", m.black);
  io.flag("white", m.white);
  io.number("replace_in_ms", m.replace_in_ms, std::int64_t{0}, largest_duration);
  io.object("clock", m.clock);
}
template <class Io>
void fields(Io& io, Of<Io, Bye>& m) {
  io.text("reason", m.reason, word(limits::reason_bytes), required);
  io.text("message", m.message, line(limits::message_bytes), optional);
  io.number("reconnect_after_ms", m.reconnect_after_ms, std::int64_t{0}, largest_duration);
}

/// The names in "t", in the order of the variants.
template <class Message>
constexpr auto type_names = 0;
template <>
constexpr std::array<std::string_view, 14> type_names<ClientMessage>{"hello",  "create",  "open",    "join",    "play",
                                                                     "resign", "rematch", "replace", "reclaim", "grant",
                                                                     "claim",  "ask",     "answer",  "resume"};
template <>
constexpr std::array<std::string_view, 8> type_names<ServerMessage>{"welcome", "entered", "state",    "ack",
                                                                    "reject",  "event",   "presence", "bye"};
static_assert(type_names<ClientMessage>.size() == std::variant_size_v<ClientMessage>);
static_assert(type_names<ServerMessage>.size() == std::variant_size_v<ServerMessage>);

// ------------------------------------------------------------------ characters

std::string_view view(const json::string& text) { return {text.data(), text.size()}; }

/// Only ASCII from `lowest` to '~'.
bool is_plain(std::string_view text, char lowest) {
  for (const char c : text)
    if (c < lowest || c > '~') return false;
  return true;
}

/// Valid UTF-8 (Boost.JSON has checked) with nothing that could move the cursor, break the line or turn
/// the direction of the text around it: C0, DEL, C1, U+2028-202E, U+2066-2069.
bool is_line(std::string_view text) {
  const auto at = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned c = at(i);
    if (c < 0x20 || c == 0x7F) return false;
    if (c == 0xC2 && at(i + 1) < 0xA0) return false;
    if (c == 0xE2 && at(i + 1) == 0x80 && at(i + 2) >= 0xA8 && at(i + 2) <= 0xAE) return false;
    if (c == 0xE2 && at(i + 1) == 0x81 && at(i + 2) >= 0xA6 && at(i + 2) <= 0xA9) return false;
  }
  return true;
}

bool is_hex(std::string_view text, std::size_t digits) {
  if (text.size() != digits) return false;
  for (const char c : text)
    if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f')) return false;
  return true;
}

// ------------------------------------------------------------------ reading

/// A JSON whole number in [low, high]; written without fraction and exponent.
template <class Int>
std::optional<Int> whole_number(const json::value& value, Int low, Int high) {
  if (const auto* i = value.if_int64()) {
    if (std::cmp_less(*i, low) || std::cmp_greater(*i, high)) return std::nullopt;
    return static_cast<Int>(*i);
  }
  if (const auto* u = value.if_uint64()) {
    if (std::cmp_less(*u, low) || std::cmp_greater(*u, high)) return std::nullopt;
    return static_cast<Int>(*u);
  }
  return std::nullopt;
}

class Reader {
 public:
  template <class Message>
  using Of = Message;

  explicit Reader(const json::object& object) : object_(&object) {}

  const std::optional<std::string>& error() const { return error_; }

  void text(std::string_view key, std::string& out, TextRule rule, Need need) {
    const json::value* value = find(key, need);
    if (value == nullptr) return;
    const json::string* found = value->if_string();
    if (found == nullptr || !fits(view(*found), rule) || (need == required && found->empty()))
      return expected(key, describe(rule, need));
    out.assign(found->data(), found->size());
  }

  void words(std::string_view key, std::vector<std::string>& out, std::size_t most, TextRule rule) {
    const json::value* value = find(key, optional);
    if (value == nullptr) return;
    const json::array* list = value->if_array();
    bool good = list != nullptr && list->size() <= most;
    for (std::size_t i = 0; good && i < list->size(); ++i) {
      const json::string* entry = (*list)[i].if_string();
      good = entry != nullptr && !entry->empty() && fits(view(*entry), rule);
      if (good) out.emplace_back(entry->data(), entry->size());
    }
    if (!good) expected(key, "a list of at most " + std::to_string(most) + " texts, each " + describe(rule, required));
  }

  template <class Int>
  void number(std::string_view key, Int& out, Int low, Int high) {
    if (const json::value* value = find(key, required)) read_number(key, *value, out, low, high);
  }
  template <class Int>
  void number(std::string_view key, std::optional<Int>& out, Int low, Int high) {
    if (const json::value* value = find(key, optional)) read_number(key, *value, out.emplace(), low, high);
  }
  /// A number that is left out when it is `low`.
  template <class Int>
  void number_or(std::string_view key, Int& out, Int low, Int high) {
    if (const json::value* value = find(key, optional)) read_number(key, *value, out, low, high);
  }

  void flag(std::string_view key, bool& out) {
    const json::value* value = find(key, optional);
    if (value == nullptr) return;
    if (const bool* found = value->if_bool())
      out = *found;
    else
      expected(key, "true or false");
  }

  template <class Enum, class From>
  void choice(std::string_view key, Enum& out, From from) {
    if (const json::value* value = find(key, required)) {
      if (const auto found = read_choice(key, *value, from)) out = *found;
    }
  }
  template <class Enum, class From>
  void choice(std::string_view key, std::optional<Enum>& out, From from) {
    if (const json::value* value = find(key, optional)) out = read_choice(key, *value, from);
  }

  void hash(std::string_view key, std::string& out) {
    const json::value* value = find(key, required);
    if (value == nullptr) return;
    const json::string* found = value->if_string();
    if (found == nullptr || !is_hex(view(*found), 16)) return expected(key, "16 lower-case hexadecimal digits");
    out.assign(found->data(), found->size());
  }

  template <class Part>
  void object(std::string_view key, Part& out) {
    if (const json::value* value = find(key, required)) read_object(key, *value, out);
  }
  template <class Part>
  void object(std::string_view key, std::optional<Part>& out) {
    if (const json::value* value = find(key, optional)) read_object(key, *value, out.emplace());
  }

 private:
  const json::value* find(std::string_view key, Need need) {
    if (error_) return nullptr;
    const json::value* value = object_->if_contains(json::string_view(key.data(), key.size()));
    if (value == nullptr && need == required) error_ = "The field \"" + path_ + std::string(key) + "\" is missing.";
    return value;
  }

  void expected(std::string_view key, const std::string& what) {
    error_ = "The field \"" + path_ + std::string(key) + "\" must be " + what + ".";
  }

  static bool fits(std::string_view text, TextRule rule) {
    if (text.size() > rule.bytes) return false;
    switch (rule.charset) {
      case Charset::word: return is_plain(text, '!');
      case Charset::words: return is_plain(text, ' ');
      case Charset::hex: return text.empty() || is_hex(text, rule.bytes);
      case Charset::line: break;
    }
    return is_line(text);
  }

  static std::string describe(TextRule rule, Need need) {
    if (rule.charset == Charset::hex) return std::to_string(rule.bytes) + " lower-case hexadecimal digits";
    return (need == required ? "a text of 1 to " : "a text of at most ") + std::to_string(rule.bytes) +
           (rule.charset == Charset::word    ? " visible ASCII characters without blanks"
            : rule.charset == Charset::words ? " ASCII characters without control characters"
                                             : " bytes of UTF-8 without control characters");
  }

  template <class Int>
  void read_number(std::string_view key, const json::value& value, Int& out, Int low, Int high) {
    if (const auto found = whole_number(value, low, high))
      out = *found;
    else
      expected(key, "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  }

  template <class From>
  auto read_choice(std::string_view key, const json::value& value, From from) -> decltype(from(std::string_view{})) {
    const json::string* text = value.if_string();
    const auto found = text == nullptr ? std::nullopt : from(view(*text));
    if (!found) expected(key, "one of the words that PROTOCOL.md lists for it");
    return found;
  }

  template <class Part>
  void read_object(std::string_view key, const json::value& value, Part& out) {
    const json::object* inner = value.if_object();
    if (inner == nullptr) return expected(key, "an object");
    const json::object* outer = std::exchange(object_, inner);
    path_ = std::string(key) + ".";
    fields(*this, out);
    path_.clear();  // objects nest one level deep
    object_ = outer;
  }

  const json::object* object_;
  std::string path_;
  std::optional<std::string> error_;
};

template <class Message>
tl::expected<Message, ParseError> parse(std::string_view frame, std::size_t most_bytes) {
  std::optional<std::uint64_t> seq;
  const auto refuse = [&](const char* code, std::string message) {
    return tl::unexpected<ParseError>(ParseError{{code, std::move(message)}, seq});
  };
  if (frame.size() > most_bytes)
    return refuse("bad_frame", "A frame is at most " + std::to_string(most_bytes) + " bytes.");

  // The usual frame and its tree fit into these buffers: no allocation but the texts of the message.
  unsigned char tree[4 * 1024];
  unsigned char scratch[1024];
  json::monotonic_resource memory(tree);
  json::parse_options options;
  options.max_depth = limits::json_depth;
  json::parser parser({}, options, scratch);
  parser.reset(&memory);
  json::error_code error;
  const std::size_t consumed = parser.write(frame.data(), frame.size(), error);
  if (error)
    return refuse("bad_json", "Not valid JSON near byte " + std::to_string(consumed) + ": " + error.message() + ".");
  const json::value root = parser.release();

  const json::object* object = root.if_object();
  if (object == nullptr) return refuse("bad_frame", "A frame must be a JSON object.");
  if (const json::value* value = object->if_contains("seq")) seq = whole_number(*value, first_seq, largest_number);
  const json::value* type = object->if_contains("t");
  if (type == nullptr || !type->is_string()) return refuse("bad_frame", "The field \"t\" must be the message's type.");
  const std::string_view name = view(type->get_string());

  Message message;
  Reader reader(*object);
  const bool known = [&]<std::size_t... i>(std::index_sequence<i...>) {
    return ((name == type_names<Message>[i] && (fields(reader, message.template emplace<i>()), true)) || ...);
  }(std::make_index_sequence<std::variant_size_v<Message>>{});
  if (!known)
    return refuse("unknown_type", "Nobody here knows the type in \"t\"; PROTOCOL.md lists the types of version " +
                                      std::to_string(version) + ".");
  if (reader.error()) return refuse("bad_frame", std::string(name) + ": " + *reader.error());
  return message;
}

// ------------------------------------------------------------------ writing

class Writer {
 public:
  template <class Message>
  using Of = const Message;

  explicit Writer(std::string_view type) { out_.word("t", type); }

  std::string finish() && { return std::move(out_).finish(); }

  void text(std::string_view key, const std::string& value, TextRule, Need need) {
    if (need == required || !value.empty()) out_.text(key, value);
  }
  void words(std::string_view key, const std::vector<std::string>& list, std::size_t, TextRule) {
    if (!list.empty()) out_.texts(key, list);
  }
  template <class Int>
  void number(std::string_view key, const Int& value, Int, Int) {
    out_.number(key, value);
  }
  template <class Int>
  void number(std::string_view key, const std::optional<Int>& value, Int, Int) {
    if (value) out_.number(key, *value);
  }
  template <class Int>
  void number_or(std::string_view key, const Int& value, Int low, Int) {
    if (value != low) out_.number(key, value);
  }
  void flag(std::string_view key, bool value) {
    if (value) out_.flag(key, true);
  }
  template <class Enum, class From>
  void choice(std::string_view key, const Enum& value, From) {
    out_.word(key, to_string(value));
  }
  template <class Enum, class From>
  void choice(std::string_view key, const std::optional<Enum>& value, From) {
    if (value) out_.word(key, to_string(*value));
  }
  void hash(std::string_view key, const std::string& value) { out_.word(key, value); }
  template <class Part>
  void object(std::string_view key, const Part& part) {
    out_.object(key, [&] { fields(*this, part); });
  }
  template <class Part>
  void object(std::string_view key, const std::optional<Part>& part) {
    if (part) object(key, *part);
  }

 private:
  JsonWriter out_;
};

template <class Message>
std::string encode_any(const Message& message) {
  Writer writer(type_names<Message>[message.index()]);
  std::visit([&](const auto& m) { fields(writer, m); }, message);
  return std::move(writer).finish();
}

}  // namespace

tl::expected<ClientMessage, ParseError> parse_client(std::string_view frame) {
  return parse<ClientMessage>(frame, limits::frame_bytes);
}
tl::expected<ServerMessage, ParseError> parse_server(std::string_view frame) {
  return parse<ServerMessage>(frame, limits::server_frame_bytes);
}

std::string encode(const ClientMessage& message) { return encode_any(message); }
std::string encode(const ServerMessage& message) { return encode_any(message); }

EventText::EventText(const Event& event) {
  Writer writer("event");
  fields(writer, event);
  common_ = std::move(writer).finish();
}

std::string_view EventText::for_reader(std::optional<Side> you, std::optional<std::uint64_t> seq) {
  if (!you && !seq) return common_;
  own_.assign(common_, 0, common_.size() - 1);
  if (you) own_.append(",\"you\":\"").append(to_string(*you)).append("\"");
  if (seq) own_.append(",\"seq\":").append(std::to_string(*seq));
  return own_ += '}';
}

std::string hash_text(std::uint64_t hash) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string text(16, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, hash >>= 4) *digit = hex[hash & 15];
  return text;
}

}  // namespace dolbang::proto
