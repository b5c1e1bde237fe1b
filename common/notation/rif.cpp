/// The XML database of RenjuNet (.rif, .xml): tables of players, tournaments and rules, then the games:
///
///   <game id="7" tournament="3" rule="1" black="12" white="15" bresult="1" ...><move>h8 i9 ...</move></game>
///
/// bresult is black's: 1, 0.5 or 0. Players, tournaments and rules are numbers of their tables' rows.
///
/// The XML is read by hand, element by element: the database is tens of megabytes, of which a tree of all of it
/// (pugixml) would be many times that; a message names line and column; and common/ compiles to WebAssembly, where
/// no packaged parser is at hand. What is read is the XML that such files are made of: elements, attributes,
/// character references and the five named entities, CDATA, comments and processing instructions; a document type
/// is skipped and defines nothing.
#include <algorithm>
#include <map>

#include "games/omok/omok.hpp"
#include "notation/formats.hpp"
#include "notation/source.hpp"

namespace dolbang::notation {
namespace {

void put_utf8(std::string& text, std::uint32_t c) {
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xC0 | (c >> 6));
    text += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    text += static_cast<char>(0xE0 | (c >> 12));
    text += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    text += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    text += static_cast<char>(0xF0 | (c >> 18));
    text += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    text += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    text += static_cast<char>(0x80 | (c & 0x3F));
  }
}

/// What "amp" in "&amp;" stands for; none when it is no reference.
std::optional<std::uint32_t> reference(std::string_view name) {
  if (name == "amp") return '&';
  if (name == "lt") return '<';
  if (name == "gt") return '>';
  if (name == "quot") return '"';
  if (name == "apos") return '\'';
  if (name.size() < 2 || name.size() > 8 || name[0] != '#') return std::nullopt;
  const bool hex = name[1] == 'x';
  std::uint32_t value = 0;
  for (const char c : name.substr(hex ? 2 : 1)) {
    const char small = to_lower(c);
    if (is_digit(c))
      value = value * (hex ? 16 : 10) + static_cast<std::uint32_t>(c - '0');
    else if (hex && small >= 'a' && small <= 'f')
      value = value * 16 + static_cast<std::uint32_t>(small - 'a' + 10);
    else
      return std::nullopt;
  }
  if (value == 0 || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return std::nullopt;
  return value;
}

/// References resolved; one that is none stays as it is written.
std::string decoded(std::string_view raw) {
  std::string text;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] == '&') {
      const std::size_t end = raw.substr(i, 12).find(';');
      if (end != std::string_view::npos)
        if (const auto c = reference(raw.substr(i + 1, end - 1))) {
          put_utf8(text, *c);
          i += end;
          continue;
        }
    }
    text += raw[i];
  }
  return text;
}

std::string encoded(std::string_view text) {
  std::string result;
  for (const char c : text) switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += c;
    }
  return result;
}

/// One step through the document.
struct Event {
  enum class Kind : std::uint8_t { open, close, text, end };
  Kind kind = Kind::end;
  std::size_t at = 0;     ///< of the text or the tag
  std::string_view text;  ///< the element's name, or the text with its references unresolved
  bool plain = false;     ///< CDATA: no references in the text
};

class Xml {
 public:
  explicit Xml(std::string_view text) : source_(text) {}

  Expected<Event> next() {
    if (self_closed_) {
      self_closed_ = false;
      return closing(open_.back(), source_.offset());
    }
    for (;;) {
      const std::size_t at = source_.offset();
      if (source_.at_end()) {
        if (!open_.empty())
          return source_.error("expected </" + std::string(open_.back()) + ">, found the end of the text");
        return Event{};
      }
      const std::string_view rest = source_.rest();
      if (rest[0] != '<') {
        const std::size_t end = std::min(rest.find('<'), rest.size());
        source_.go_to(at + end);
        if (open_.empty() && !trim(rest.substr(0, end)).empty()) return source_.expected_at(at, "an element");
        return Event{Event::Kind::text, at, rest.substr(0, end), false};
      }
      if (rest.substr(0, 4) == "<!--") {
        if (auto done = skip_to("-->", 4); !done) return tl::unexpected(done.error());
      } else if (rest.substr(0, 9) == "<![CDATA[") {
        if (auto done = skip_to("]]>", 9); !done) return tl::unexpected(done.error());
        return Event{Event::Kind::text, at + 9, source_.text().substr(at + 9, source_.offset() - at - 12), true};
      } else if (rest.substr(0, 2) == "<?") {
        if (auto done = skip_to("?>", 2); !done) return tl::unexpected(done.error());
      } else if (rest.substr(0, 2) == "<!") {
        if (auto done = skip_doctype(); !done) return tl::unexpected(done.error());
      } else if (rest.substr(0, 2) == "</") {
        return close_tag();
      } else {
        return open_tag();
      }
    }
  }

  /// Of the element that was opened last; references resolved. Empty when there is none.
  std::string attribute(std::string_view name) const {
    for (const auto& [key, value] : attributes_)
      if (key == name) return clean(decoded(value), limits::record_name_bytes);
    return {};
  }

  const Source& source() const { return source_; }

 private:
  Expected<void> skip_to(std::string_view mark, std::size_t begin) {
    const std::size_t end = source_.rest().find(mark, begin);
    if (end == std::string_view::npos)
      return source_.error("expected " + std::string(mark) + " to end this, found the end of the text");
    source_.go_to(source_.offset() + end + mark.size());
    return {};
  }

  Expected<void> skip_doctype() {
    const std::size_t at = source_.offset();
    bool inside = false;
    while (!source_.at_end()) {
      const char c = source_.take();
      if (c == '[') inside = true;
      if (c == ']') inside = false;
      if (c == '>' && !inside) return {};
    }
    return source_.error_at(at, "expected > to end this, found the end of the text");
  }

  static bool is_name(char c) {
    return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == '.' || c == ':' || (c & 0x80) != 0;
  }

  std::string_view take_name() {
    const std::size_t begin = source_.offset();
    while (!source_.at_end() && is_name(source_.peek())) source_.take();
    return source_.from(begin);
  }

  Expected<Event> open_tag() {
    const std::size_t at = source_.offset();
    source_.take();
    const std::string_view name = take_name();
    if (name.empty()) return source_.expected("an element's name");
    if (open_.size() == limits::record_nesting)
      return source_.error_at(
          at, "elements within elements more than " + std::to_string(limits::record_nesting) + " deep", "too_large");
    attributes_.clear();
    for (;;) {
      source_.skip_blanks();
      if (source_.take_if('>')) break;
      if (source_.peek() == '/' && source_.peek(1) == '>') {
        source_.go_to(source_.offset() + 2);
        self_closed_ = true;
        break;
      }
      const std::size_t attribute_at = source_.offset();
      const std::string_view key = take_name();
      if (key.empty()) return source_.expected("an attribute, /> or >");
      source_.skip_blanks();
      if (!source_.take_if('=')) return source_.expected("= after the attribute's name");
      source_.skip_blanks();
      const char quote = source_.peek();
      if (quote != '"' && quote != '\'') return source_.expected("the attribute's value in quotes");
      source_.take();
      const std::size_t end = source_.rest().find(quote);
      if (end == std::string_view::npos)
        return source_.error_at(attribute_at, "expected the end of this attribute's value, found the end of the text");
      if (attributes_.size() < 64) attributes_.emplace_back(key, source_.rest().substr(0, end));
      source_.go_to(source_.offset() + end + 1);
    }
    open_.push_back(name);
    return Event{Event::Kind::open, at, name, false};
  }

  Expected<Event> close_tag() {
    const std::size_t at = source_.offset();
    source_.go_to(at + 2);
    const std::string_view name = take_name();
    source_.skip_blanks();
    if (!source_.take_if('>')) return source_.expected("> after the name");
    if (open_.empty() || open_.back() != name)
      return source_.error_at(
          at, open_.empty() ? "nothing is open that could end here"
                            : "expected </" + std::string(open_.back()) + ">, found </" + clean(name, 64) + ">");
    return closing(name, at);
  }

  Event closing(std::string_view name, std::size_t at) {
    open_.pop_back();
    return Event{Event::Kind::close, at, name, false};
  }

  Source source_;
  std::vector<std::string_view> open_;
  std::vector<std::pair<std::string_view, std::string_view>> attributes_;
  bool self_closed_ = false;
};

class RifReader {
 public:
  RifReader(std::string_view text, const Sink& sink, const ReadOptions& options)
      : xml_(text), sink_(sink), options_(options) {}

  Expected<void> run() {
    for (;;) {
      const auto event = xml_.next();
      if (!event) return tl::unexpected(event.error());
      if (event->kind == Event::Kind::end) break;
      if (auto done = take(*event); !done) return done;
    }
    if (!any_games_) return xml_.source().error("expected <game> elements, found none");
    return {};
  }

 private:
  Expected<void> take(const Event& event) {
    if (event.kind == Event::Kind::open) {
      element_ = event.text;
      if (event.text == "game") return open_game(event.at);
      if (players_.size() + tournaments_.size() + rules_.size() > limits::record_table_rows)
        return xml_.source().error_at(event.at, "more players and tournaments than can be kept", "too_large");
      if (event.text == "player")
        players_[xml_.attribute("id")] = joined(xml_.attribute("name"), xml_.attribute("surname"), " ");
      else if (event.text == "tournament")
        tournaments_[xml_.attribute("id")] = {
            xml_.attribute("name"), xml_.attribute("start").empty() ? xml_.attribute("year") : xml_.attribute("start")};
      else if (event.text == "rule")
        rules_[xml_.attribute("id")] = xml_.attribute("name");
    } else if (event.kind == Event::Kind::close) {
      element_ = {};
      if (event.text == "game" && in_game_) return close_game();
    } else if (in_game_ && (element_ == "move" || element_ == "moves")) {
      return moves(event);
    } else if (in_game_ && element_ == "info") {
      if (info_.size() < limits::record_comment_bytes)
        info_ +=
            event.plain ? std::string(event.text) : decoded(event.text.substr(0, 8 * limits::record_comment_bytes));
    }
    return {};
  }

  static std::string joined(const std::string& a, const std::string& b, const char* between) {
    return clean(a + (a.empty() || b.empty() ? "" : between) + b, limits::record_name_bytes);
  }

  template <class Table>
  static typename Table::mapped_type row(const Table& table, const std::string& id) {
    const auto found = table.find(id);
    return found == table.end() ? typename Table::mapped_type{} : found->second;
  }

  Expected<void> open_game(std::size_t at) {
    if (in_game_) return xml_.source().error_at(at, "expected </game> before the next <game>");
    in_game_ = any_games_ = true;
    record_ = {};
    info_.clear();
    rule_ = row(rules_, xml_.attribute("rule"));
    record_.spec = options_.game.value_or(GameSpec{"omok", "renju"});
    const auto name = [&](const char* attribute) {
      const std::string id = xml_.attribute(attribute);
      const std::string found = row(players_, id);
      return found.empty() && !id.empty() ? "#" + id : found;
    };
    record_.players[0].name = name("black");
    record_.players[1].name = name("white");
    const Tournament tournament = row(tournaments_, xml_.attribute("tournament"));
    const std::string round = xml_.attribute("round");
    record_.event = joined(tournament.name, round.empty() ? "" : "round " + round, ", ");
    record_.date = tournament.date;
    const std::string result = xml_.attribute("bresult");
    if (const auto points = parse_decimal(result); points && (*points == 0 || *points == 1 || *points == 0.5)) {
      record_.result.emplace();
      if (*points != 0.5) record_.result->winner = *points == 1 ? Side::black : Side::white;
    } else if (!result.empty()) {
      note_dropped(record_, "bresult " + in_quotes(result));
    }
    for (const char* attribute : {"alt", "swap"})
      if (!xml_.attribute(attribute).empty())
        note_dropped(record_, std::string(attribute) + " " + xml_.attribute(attribute));
    return {};
  }

  Expected<void> moves(const Event& event) {
    Source text(event.text);
    for (text.skip_blanks(); !text.at_end(); text.skip_blanks()) {
      const std::size_t begin = text.offset();
      while (!text.at_end() && !is_blank(text.peek())) text.take();
      const auto point = omok::parse_point(text.from(begin));
      if (!point)
        return xml_.source().error_at(event.at + begin,
                                      "expected a point, a1 to o15, found " + in_quotes(text.from(begin)));
      if (record_.moves.size() == limits::record_moves)
        return xml_.source().error_at(event.at + begin, "more moves than any game has");
      record_.moves.push_back({Move{static_cast<std::uint16_t>(*point)}, {}, {}, {}, {}});
    }
    return {};
  }

  Expected<void> close_game() {
    in_game_ = false;
    record_.comment = clean(info_, limits::record_comment_bytes, true);
    if (!options_.game) {
      const std::string rule = lower(rule_);
      if (omok::parse_variant(rule))
        record_.spec.variant = rule;
      else if (rule.find("gomoku") != std::string::npos || rule.find("freestyle") != std::string::npos)
        record_.spec.variant = "freestyle";
    }
    // Where a forbidden point was played, and so the game lost.
    if (!normalise(record_) && !options_.game && record_.spec.variant == "renju") {
      record_.spec.variant = "renju-loses";
      if (!normalise(record_)) record_.spec.variant = "renju";
    }
    return sink_(std::move(record_));
  }

  struct Tournament {
    std::string name, date;
  };

  Xml xml_;
  const Sink& sink_;
  const ReadOptions& options_;
  std::string_view element_;
  std::map<std::string, std::string> players_, rules_;
  std::map<std::string, Tournament> tournaments_;
  Record record_;
  std::string rule_;
  std::string info_;
  bool in_game_ = false;
  bool any_games_ = false;
};

/// Numbers the rows of a table as they come up.
class Table {
 public:
  std::string id(const std::string& row) {
    if (row.empty()) return "";
    return std::to_string(ids_.try_emplace(row, ids_.size() + 1).first->second);
  }
  /// The rows by number.
  std::vector<std::string> rows() const {
    std::vector<std::string> list(ids_.size());
    for (const auto& [row, id] : ids_) list[id - 1] = row;
    return list;
  }

 private:
  std::map<std::string, std::size_t> ids_;
};

}  // namespace

Expected<void> read_rif(std::string_view text, const Sink& sink, const ReadOptions& options) {
  return RifReader(text, sink, options).run();
}

Expected<std::string> write_rif(const std::vector<Checked>& games) {
  Table players, tournaments, rules;
  std::string list;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const Record& record = games[i].record;
    const auto state = games[i].match.position().get_if<Omok>();
    if (!state) return cannot_hold(i, "the RIF database is for renju and gomoku.");
    if (record.start) return cannot_hold(i, "the RIF database has no place for a start position; write sgf.");
    if (state->variant.opening == omok::Opening::swap2)
      return cannot_hold(i,
                         "the RIF database has no place for the decisions of the Swap2 opening; write sgf or renju.");
    const auto attribute = [&](const char* name, const std::string& value) {
      if (!value.empty()) list += std::string(" ") + name + "=\"" + encoded(value) + "\"";
    };
    list += "<game id=\"" + std::to_string(i + 1) + "\"";
    // Event and date together are a row; the separator cannot be in either.
    attribute("tournament",
              record.event.empty() && record.date.empty() ? "" : tournaments.id(record.event + '\n' + record.date));
    attribute("rule", rules.id(games[i].match.spec().variant));
    attribute("black", players.id(record.players[0].name));
    attribute("white", players.id(record.players[1].name));
    if (record.result)
      attribute("bresult", !record.result->winner ? "0.5" : *record.result->winner == Side::black ? "1" : "0");
    list += ">\n<move>";
    for (std::size_t m = 0; m < record.moves.size(); ++m)
      list += (m == 0 ? "" : " ") + omok::point_text(record.moves[m].move.code);
    list += "</move>\n";
    if (!record.comment.empty()) list += "<info>" + encoded(record.comment) + "</info>\n";
    list += "</game>\n";
  }
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<database>\n";
  const auto table = [&](const std::string& names, const std::string& name, const Table& rows, const auto& attributes) {
    text += "<" + names + ">\n";
    std::size_t id = 0;
    for (const std::string& row : rows.rows())
      text += "<" + name + " id=\"" + std::to_string(++id) + "\"" + attributes(row) + "/>\n";
    text += "</" + names + ">\n";
  };
  const auto named = [](const std::string& row) { return " name=\"" + encoded(row) + "\""; };
  table("rules", "rule", rules, named);
  table("players", "player", players, named);
  table("tournaments", "tournament", tournaments, [&](const std::string& row) {
    const std::size_t between = row.find('\n');
    const std::string date = row.substr(between + 1);
    return named(row.substr(0, between)) +
           (date.empty() ? "" : " year=\"" + encoded(date.substr(0, 4)) + "\" start=\"" + encoded(date) + "\"");
  });
  text += "<games>\n" + list + "</games>\n</database>\n";
  return text;
}

}  // namespace dolbang::notation
