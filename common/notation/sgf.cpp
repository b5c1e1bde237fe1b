/// SGF, the Smart Game Format (FF[4] at red-bean.com/sgf, older ones read too), for Reversi (GM[2]) and for gomoku
/// and renju (GM[4]).
///
/// Points are a letter and a number as people write them ("f5", "h8", row 1 of Omok at the bottom) or SGF's pairs of
/// letters ("fe", "hh", column from the left, row from the top); which it is shows in the text itself. Reversi is
/// written with numbers, as Othello programs do, Omok with pairs, as all do.
///
/// Two properties of our own, as FF[4] allows: MT, the seconds thought about a move, and SWAP[stay|swap|more] in a
/// node of its own for the decisions of the Swap2 opening. Evaluations are V, from black's side as FF[4] has it.
#include <algorithm>
#include <cmath>

#include "games/omok/omok.hpp"
#include "games/reversi/reversi.hpp"
#include "notation/formats.hpp"
#include "notation/source.hpp"

namespace dolbang::notation {
namespace {

/// Values of one property that are looked at: more than a board has points.
constexpr std::size_t most_values = 2 * limits::legal_moves;

/// A property's value where it stands, escapes untouched.
struct Value {
  std::string_view raw;
  std::size_t at = 0;
};

/// Escapes resolved (FF[4], Text): "\]" is "]", a backslash before a line end takes both away.
std::string unescaped(std::string_view raw) {
  std::string text;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\') {
      text += raw[i];
      continue;
    }
    if (++i == raw.size()) break;
    if (raw[i] != '\n' && raw[i] != '\r') {
      text += raw[i];
    } else if (i + 1 < raw.size() && raw[i + 1] != raw[i] && (raw[i + 1] == '\n' || raw[i + 1] == '\r')) {
      ++i;  // CR LF
    }
  }
  return text;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == ']' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

class SgfReader {
 public:
  SgfReader(std::string_view text, const Sink& sink, const ReadOptions& options)
      : source_(text), sink_(sink), options_(options) {}

  Expected<void> run() {
    for (;;) {
      source_.skip_blanks();
      if (source_.at_end()) return {};
      if (!source_.take_if('(')) return source_.expected("\"(\", the beginning of a game");
      if (auto done = game(); !done) return done;
    }
  }

 private:
  /// What a node says, to be applied when all of it is known: a game's kind may come after its set-up.
  struct Node {
    std::size_t at = 0;
    std::optional<Value> black, white, decision;
    std::vector<Value> add_black, add_white, add_empty;
    std::optional<Value> to_play;
    std::string comment;
    std::optional<double> seconds, value;
  };

  Expected<void> game() {
    record_ = {};
    kind_ = size_ = 0;
    rule_.clear();
    started_ = false;
    Node node;
    bool in_node = false;
    std::size_t depth = 1;
    // The main line is the first child everywhere: it ends at the first closing bracket.
    for (;;) {
      source_.skip_blanks();
      const std::size_t at = source_.offset();
      if (source_.at_end()) return source_.error("expected \")\" at the end of the game, found the end of the text");
      const char c = source_.peek();
      if (c == ';' || c == '(' || c == ')') {
        source_.take();
        if (in_node)
          if (auto done = apply(node); !done) return done;
        node = {};
        node.at = at;
        in_node = c == ';';
        if (c == '(' && ++depth > limits::record_nesting)
          return source_.error_at(
              at, "variations within variations more than " + std::to_string(limits::record_nesting) + " deep",
              "too_large");
        if (c == ')') break;
        continue;
      }
      if (!is_letter(c)) return source_.expected("a property, \";\" or \")\"");
      if (!in_node) return source_.expected("\";\" before the first property");
      if (auto done = property(node); !done) return done;
    }
    if (auto done = skip_variations(depth - 1); !done) return done;
    if (!started_)
      if (auto done = begin(source_.offset()); !done) return done;
    if (auto done = finish_set_up(source_.offset(), {}); !done) return done;
    (void)normalise(record_);
    return sink_(std::move(record_));
  }

  /// Everything up to the end of the game.
  Expected<void> skip_variations(std::size_t depth) {
    std::size_t variations = 0;
    while (depth > 0) {
      if (source_.at_end()) return source_.error("expected \")\" at the end of the game, found the end of the text");
      const char c = source_.take();
      if (c == '[') {
        if (auto value = rest_of_value(); !value) return tl::unexpected(value.error());
      } else if (c == '(') {
        ++variations;
        if (++depth > limits::record_nesting) return source_.error("too many variations within variations");
      } else if (c == ')') {
        --depth;
      }
    }
    if (variations > 0)
      note_dropped(record_, std::to_string(variations) + (variations == 1 ? " variation" : " variations"));
    return {};
  }

  /// After "[": the text up to "]", which is taken too.
  Expected<Value> rest_of_value() {
    const std::size_t begin = source_.offset();
    while (!source_.at_end()) {
      const char c = source_.take();
      if (c == '\\') source_.take();
      if (c == ']') return Value{source_.text().substr(begin, source_.offset() - begin - 1), begin};
    }
    return source_.error_at(begin - 1, "expected \"]\", found the end of the text");
  }

  Expected<void> property(Node& node) {
    const std::size_t at = source_.offset();
    std::string name;  // FF[3] and older: lower case letters do not count
    while (is_letter(source_.peek())) {
      const char c = source_.take();
      if (is_upper(c) && name.size() < 16) name += c;
    }
    source_.skip_blanks();
    if (source_.peek() != '[') return source_.expected("\"[\" after the property");
    std::vector<Value> values;
    while (source_.take_if('[')) {
      auto value = rest_of_value();
      if (!value) return tl::unexpected(value.error());
      if (values.size() <= most_values) values.push_back(*value);
      source_.skip_blanks();
    }
    return keep(node, name, values, at);
  }

  Expected<void> keep(Node& node, const std::string& name, const std::vector<Value>& values, std::size_t at) {
    const Value& value = values.front();
    const auto text = [&] { return clean(unescaped(value.raw), limits::record_name_bytes); };
    const auto add = [&](std::vector<Value>& list) -> Expected<void> {
      if (list.size() + values.size() > most_values) return source_.error_at(at, "more points than any board has");
      list.insert(list.end(), values.begin(), values.end());
      return {};
    };
    if (name == "B" || name == "W") {
      if (node.black || node.white) return source_.error_at(at, "a node can have one move only");
      (name == "B" ? node.black : node.white) = value;
    } else if (name == "SWAP") {
      node.decision = value;
    } else if (name == "AB") {
      return add(node.add_black);
    } else if (name == "AW") {
      return add(node.add_white);
    } else if (name == "AE") {
      return add(node.add_empty);
    } else if (name == "PL") {
      node.to_play = value;
    } else if (name == "C" || name == "GC") {
      const std::string comment = clean(unescaped(value.raw), limits::record_comment_bytes, true);
      if (name == "GC")
        add_comment(record_.comment, comment);
      else
        add_comment(node.comment, comment);
    } else if (name == "V") {
      node.value = parse_decimal(trim(value.raw));
    } else if (name == "MT") {
      node.seconds = parse_decimal(trim(value.raw));
    } else if (name == "GM") {
      const auto kind = parse_number(trim(value.raw));
      if (kind != 2u && kind != 4u)
        return source_.error_at(
            value.at, "GM is " + in_quotes(value.raw) + "; only 2 (Othello) and 4 (gomoku and renju) can be read",
            "unsupported");
      if (started_ && kind != kind_)
        return source_.error_at(value.at, "another game than the one that has begun; GM stands in the first node");
      kind_ = *kind;
    } else if (name == "SZ") {
      const std::size_t colon = std::min(value.raw.find(':'), value.raw.size());
      const auto size = parse_number(trim(value.raw.substr(0, colon)));
      if (!size || (colon < value.raw.size() && trim(value.raw.substr(colon + 1)) != trim(value.raw.substr(0, colon))))
        return source_.expected_at(value.at, "the board's size, the same in both directions");
      if (started_ && size != size_)
        return source_.error_at(value.at,
                                "another size than the board's on which the game began; SZ stands in the first node");
      size_ = *size;
    } else if (name == "RU") {
      rule_ = lower(text());
    } else if (name == "RE") {
      result(text());
    } else if (name == "PB" || name == "PW") {
      record_.players[name == "PB" ? 0 : 1].name = text();
    } else if (name == "BR" || name == "WR") {
      record_.players[name == "BR" ? 0 : 1].rating = text();
    } else if (name == "EV" || name == "RO") {
      std::string& event = record_.event;
      event = clean(event + (event.empty() ? "" : ", ") + text(), limits::record_name_bytes);
    } else if (name == "PC") {
      record_.place = text();
    } else if (name == "DT") {
      record_.date = text();
    } else if (name == "TM" || name == "OT") {
      if (record_.time_control.empty()) record_.time_control = text();
    } else if (name != "FF" && name != "CA" && name != "AP" && name != "HA" && name != "ST") {
      note_dropped(record_, name);
    }
    return {};
  }

  static void add_comment(std::string& to, const std::string& text) {
    if (text.empty() || to.size() >= limits::record_comment_bytes) return;
    to = clean(to + (to.empty() ? "" : "\n") + text, limits::record_comment_bytes, true);
  }

  /// "B+12", "W+R", "B+Time", "0", "Draw"; "?" and "Void" say nothing.
  void result(const std::string& text) {
    const std::string re = lower(text);
    RecordResult result;
    if (re == "0" || re == "draw") {
      result.margin = 0;
    } else if (re.size() >= 2 && (re[0] == 'b' || re[0] == 'w') && re[1] == '+') {
      result.winner = re[0] == 'b' ? Side::black : Side::white;
      const std::string_view how = std::string_view(re).substr(2);
      if (how == "r" || how == "resign") result.how = RecordResult::How::resigned;
      if (how == "t" || how == "time") result.how = RecordResult::How::timed_out;
      if (const auto margin = parse_decimal(how); margin && *margin >= 0)
        result.margin = re[0] == 'b' ? *margin : -*margin;
    } else {
      if (re != "?" && re != "void" && !re.empty()) note_dropped(record_, "result " + in_quotes(text));
      return;
    }
    record_.result = result;
  }

  bool reversi() const { return kind_ == 2; }

  /// The kind of game is known or is found out: from the first node with a move or a set-up on.
  Expected<void> begin(std::size_t at) {
    started_ = true;
    set_up_ = false;
    stones_ = 0;
    to_play_.reset();
    cells_.assign(static_cast<std::size_t>(omok::points), '-');
    if (kind_ == 0 && options_.game) kind_ = options_.game->game == "reversi" ? 2 : 4;
    if (kind_ == 0)
      return source_.error_at(at, "expected GM[2] (Othello) or GM[4] (gomoku and renju) in the first node");
    const bool as_asked = options_.game && (options_.game->game == "reversi") == reversi();
    if (size_ == 0) size_ = as_asked ? board_size_of(*options_.game) : reversi() ? 8 : 15;
    if (reversi() ? size_ != 8 && size_ != 6 : size_ != 15)
      return source_.error_at(
          at, "a board of size " + std::to_string(size_) + "; Reversi is read on 8 and 6, gomoku on 15", "unsupported");
    GameSpec spec = reversi() ? GameSpec{"reversi", size_ == 8 ? "8x8" : "6x6"} : GameSpec{"omok", "freestyle"};
    if (!reversi()) {
      if (omok::parse_variant(rule_))
        spec.variant = rule_;
      else if (rule_.find("renju") != std::string::npos)
        spec.variant = "renju";
      else if (!rule_.empty() && rule_.find("free") == std::string::npos && rule_.find("gomoku") == std::string::npos)
        note_dropped(record_, "RU " + in_quotes(rule_));
      if (as_asked && rule_.empty()) spec = *options_.game;
    } else if (as_asked && board_size_of(*options_.game) == size_) {
      spec = *options_.game;
    }
    const auto start = spec_start(spec);
    if (!start) return tl::unexpected(start.error());
    record_.spec = spec;
    return {};
  }

  /// 0 for a game that does not exist.
  static std::uint32_t board_size_of(const GameSpec& spec) {
    const auto start = spec_start(spec);
    const auto state = start ? start->get_if<Reversi>() : std::nullopt;
    return state ? static_cast<std::uint32_t>(state->size()) : start ? std::uint32_t{omok::board_size} : 0;
  }

  static Expected<Position> spec_start(const GameSpec& spec) {
    return spec.game == "reversi" ? rules_of<Reversi>().start(spec.variant) : rules_of<Omok>().start(spec.variant);
  }

  /// A point's index; -1 for a pass.
  Expected<int> point(const Value& value) const {
    const std::string text = lower(trim(value.raw));
    if (text.empty() || text == "pass" || text == "pa" || text == "tt") return -1;
    const int last = static_cast<int>(size_) - 1;
    std::optional<int> column, row;  // from the upper left
    if (text.size() == 2 && is_letter(text[0]) && is_letter(text[1])) {
      column = text[0] - 'a';
      row = text[1] - 'a';
    } else if (const auto number = parse_number(std::string_view(text).substr(1));
               is_letter(text[0]) && number && *number <= size_) {
      column = text[0] - 'a';
      row = reversi() ? static_cast<int>(*number) - 1 : static_cast<int>(size_ - *number);
    }
    if (!column || *column > last || *row < 0 || *row > last)
      return source_.error_at(value.at, std::string("expected a point like ") + (reversi() ? "d3 or dc" : "h8 or hh") +
                                            " on a board of " + std::to_string(size_) + ", found " +
                                            in_quotes(value.raw));
    return reversi() ? reversi::square_at(*column, *row) : omok::point_at(*column, last - *row);
  }

  /// Points and rectangles ("aa:cc").
  Expected<std::vector<int>> points(const std::vector<Value>& values) const {
    std::vector<int> list;
    for (const Value& value : values) {
      const std::size_t colon = value.raw.find(':');
      if (colon == std::string_view::npos) {
        const auto single = point(value);
        if (!single) return tl::unexpected(single.error());
        if (*single < 0) return source_.expected_at(value.at, "a point");
        list.push_back(*single);
        continue;
      }
      const auto one = point({value.raw.substr(0, colon), value.at});
      const auto two = point({value.raw.substr(colon + 1), value.at + colon + 1});
      if (!one) return tl::unexpected(one.error());
      if (!two) return tl::unexpected(two.error());
      if (*one < 0 || *two < 0) return source_.expected_at(value.at, "two corners of a rectangle");
      const int width = reversi() ? 8 : omok::board_size;
      for (int row = std::min(*one / width, *two / width); row <= std::max(*one / width, *two / width); ++row)
        for (int column = std::min(*one % width, *two % width); column <= std::max(*one % width, *two % width);
             ++column)
          list.push_back(row * width + column);
    }
    return list;
  }

  Expected<void> set_up(const Node& node) {
    if (!record_.moves.empty())
      return source_.error_at(node.at, "stones are set up after the first move; only a start position can be read");
    std::vector<int> lists[3];
    const std::vector<Value>* values[3] = {&node.add_black, &node.add_white, &node.add_empty};
    for (int i = 0; i < 3; ++i) {
      auto list = points(*values[i]);
      if (!list) return tl::unexpected(list.error());
      lists[i] = *std::move(list);
    }
    for (const int point : lists[2]) cells_[static_cast<std::size_t>(point)] = '-';
    for (const int point : lists[0]) cells_[static_cast<std::size_t>(point)] = 'X';
    for (const int point : lists[1]) cells_[static_cast<std::size_t>(point)] = 'O';
    if (node.to_play) {
      const std::string side = lower(trim(node.to_play->raw));
      if (side != "b" && side != "w" && side != "black" && side != "white" && side != "1" && side != "2")
        return source_.expected_at(node.to_play->at, "B or W, who is to play");
      to_play_ = side[0] == 'b' || side[0] == '1' ? Side::black : Side::white;
    }
    set_up_ = true;
    return {};
  }

  /// The set-up is complete: a move follows, whose colour is to play where PL does not say, or nothing.
  Expected<void> finish_set_up(std::size_t at, std::optional<Side> mover) {
    if (!set_up_) return {};
    set_up_ = false;
    if (reversi()) {
      if (!to_play_) to_play_ = mover;
      std::string text;
      for (int row = 0; row < static_cast<int>(size_); ++row)
        text += std::string_view(cells_).substr(static_cast<std::size_t>(row) * 8, size_);
      const auto state = reversi::parse_board(text + (to_play_.value_or(Side::black) == Side::black ? 'X' : 'O'));
      if (!state) return source_.error_at(at, state.error().message);
      set_start(record_, Position::of<Reversi>(*state));
      return {};
    }
    const auto variant = omok::parse_variant(record_.spec.variant);
    if (!variant) return tl::unexpected(variant.error());
    omok::State state;
    state.variant = *variant;
    for (int point = 0; point < omok::points; ++point) {
      const char cell = cells_[static_cast<std::size_t>(point)];
      if (cell == 'X') state.black.insert(point);
      if (cell == 'O') state.white.insert(point);
    }
    state.stones = static_cast<std::uint8_t>(state.black.count() + state.white.count());
    state.to_move = state.stones % 2 == 0 ? Side::black : Side::white;
    if (to_play_ && *to_play_ != state.to_move)
      return source_.error_at(at, std::to_string(state.stones) + " stones are set up, so " +
                                      std::string(to_string(state.to_move)) + " is to play; PL says otherwise");
    stones_ = state.stones;
    if (stones_ == 0) return {};
    set_start(record_, Position::of<Omok>(state));
    return {};
  }

  Expected<void> apply(const Node& node) {
    const bool sets = !node.add_black.empty() || !node.add_white.empty() || !node.add_empty.empty() || node.to_play;
    const bool moves = node.black || node.white || node.decision;
    if (sets || moves) {
      if (!started_) {
        if (auto done = begin(node.at); !done) return done;
        if (reversi() && node.add_black.empty() && node.add_white.empty()) fill_usual_start();
      }
      if (sets)
        if (auto done = set_up(node); !done) return done;
    }
    if (!moves) {
      if (record_.moves.empty())
        add_comment(record_.comment, node.comment);
      else if (!node.comment.empty())
        add_comment(record_.moves.back().comment, node.comment);
      return {};
    }
    const std::optional<Side> mover = node.black   ? std::optional(Side::black)
                                      : node.white ? std::optional(Side::white)
                                                   : std::nullopt;
    if (auto done = finish_set_up(node.at, mover); !done) return done;
    return play(node);
  }

  void fill_usual_start() {
    const auto start = Reversi::start(record_.spec.variant);
    for (int square = 0; square < 64; ++square)
      if (const auto disc = start->at(square))
        cells_[static_cast<std::size_t>(square)] = *disc == Side::black ? 'X' : 'O';
  }

  Expected<void> play(const Node& node) {
    if (record_.moves.size() == limits::record_moves) return source_.error_at(node.at, "more moves than any game has");
    RecordMove move;
    if (node.decision) {
      const auto decision = rules_of<Omok>().start("")->parse_move(lower(trim(node.decision->raw)));
      if (reversi() || !decision || decision->code < omok::points)
        return source_.expected_at(node.decision->at, "stay, swap or more");
      if (node.black || node.white) return source_.error_at(node.at, "a decision stands in a node of its own");
      move.move = *decision;
    } else {
      const Side colour = node.black ? Side::black : Side::white;
      const Value& value = node.black ? *node.black : *node.white;
      if (lower(trim(value.raw)) == "resign") {
        record_.result = RecordResult{other(colour), RecordResult::How::resigned, {}};
        return {};
      }
      const auto played = point(value);
      if (!played) return tl::unexpected(played.error());
      if (*played >= 0) move.move.code = static_cast<std::uint16_t>(*played);
      if (reversi())
        move.side = colour;
      else if (*played >= 0)
        if (auto done = check_colour(colour, value.at); !done) return done;
    }
    if (node.seconds && *node.seconds >= 0 && *node.seconds < 1e9)
      move.time = std::chrono::milliseconds(std::llround(*node.seconds * 1000));
    if (node.value) move.evaluation = node.white ? -*node.value : *node.value;
    move.comment = node.comment;
    record_.moves.push_back(std::move(move));
    return {};
  }

  /// Omok: the colours alternate on the board, whoever places them.
  Expected<void> check_colour(Side colour, std::size_t at) {
    const Side due = stones_ % 2 == 0 ? Side::black : Side::white;
    if (colour != due)
      return source_.error_at(at, "expected a " + std::string(to_string(due)) +
                                      " stone, as colours alternate, found a " + std::string(to_string(colour)) +
                                      " one");
    ++stones_;
    return {};
  }

  Source source_;
  const Sink& sink_;
  const ReadOptions& options_;
  Record record_;
  std::uint32_t kind_ = 0;  ///< GM; 0: not yet known
  std::uint32_t size_ = 0;  ///< SZ; 0: not yet known
  std::string rule_;
  bool started_ = false;
  std::string cells_;  ///< set-up: Reversi's 64 squares or Omok's 225 points by index
  std::optional<Side> to_play_;
  bool set_up_ = false;     ///< cells_ and to_play_ are not yet in the record
  std::size_t stones_ = 0;  ///< Omok: on the board
};

void put(std::string& text, std::string_view name, const std::string& value) {
  if (!value.empty()) text += std::string(name) + "[" + escaped(value) + "]";
}

std::string result_text(const Checked& game) {
  if (!game.record.result) return "?";
  const RecordResult& result = *game.record.result;
  if (!result.winner) return "0";
  std::string winner = *result.winner == Side::black ? "B+" : "W+";
  if (result.how == RecordResult::How::resigned) return winner + "R";
  if (result.how == RecordResult::How::timed_out) return winner + "T";
  const auto margin = margin_of(game);
  if (!margin) return winner;
  return winner + decimal_text(std::abs(*margin), *margin == std::floor(*margin) ? 0 : 2);
}

std::string point_text(bool reversi, int point) {
  if (reversi) return reversi::square_text(point);
  return {static_cast<char>('a' + omok::column_of(point)),
          static_cast<char>('a' + omok::board_size - 1 - omok::row_of(point))};
}

/// The start, in full for Reversi whenever it is not the usual one, handicaps too (HA says so).
void put_start(std::string& text, const Checked& game) {
  const Position start = game.record.start ? *game.record.start : game.match.first_position();
  std::string black, white;
  Side to_move = start.to_move();
  const auto add = [](std::string& list, const std::string& point) { list += "[" + point + "]"; };
  if (const auto state = start.get_if<Reversi>()) {
    if (!game.record.start && state->corners == 0) return;
    if (state->corners > 0) text += "HA[" + std::to_string(state->corners) + "]";
    for (int square = 0; square < 64; ++square)
      if (const auto disc = state->at(square)) add(*disc == Side::black ? black : white, reversi::square_text(square));
  } else if (const auto board = start.get_if<Omok>(); board && game.record.start) {
    for (int point = 0; point < omok::points; ++point)
      if (const auto stone = board->at(point)) add(*stone == Side::black ? black : white, point_text(false, point));
    to_move = omok::stone_to_place(*board);
  } else {
    return;
  }
  text += "\n";
  if (!black.empty()) text += "AB" + black;
  if (!white.empty()) text += "AW" + white;
  text += to_move == Side::black ? "PL[B]" : "PL[W]";
}

}  // namespace

Expected<void> read_sgf(std::string_view text, const Sink& sink, const ReadOptions& options) {
  return SgfReader(text, sink, options).run();
}

Expected<std::string> write_sgf(const std::vector<Checked>& games) {
  std::string text;
  for (const Checked& game : games) {
    const Record& record = game.record;
    const auto reversi = game.match.position().get_if<Reversi>();
    const bool is_reversi = reversi.has_value();
    if (const auto start = record.start ? record.start->get_if<Reversi>() : std::nullopt;
        start && (start->black | start->white) == 0)
      return cannot_hold(static_cast<std::size_t>(&game - games.data()),
                         "SGF cannot tell an empty board from the usual start.");
    text += std::string("(;FF[4]CA[UTF-8]AP[Dolbang]GM[") + (is_reversi ? "2]SZ[" : "4]SZ[") +
            (is_reversi ? std::to_string(reversi->size()) : "15") + "]";
    if (!is_reversi) put(text, "RU", game.match.spec().variant);
    put(text, "EV", record.event);
    put(text, "PC", record.place);
    put(text, "DT", record.date);
    put(text, "PB", record.players[0].name);
    put(text, "BR", record.players[0].rating);
    put(text, "PW", record.players[1].name);
    put(text, "WR", record.players[1].rating);
    put(text, parse_decimal(record.time_control) ? "TM" : "OT", record.time_control);
    put(text, "RE", result_text(game));
    put(text, "GC", record.comment);
    put_start(text, game);
    std::size_t stones = 0;
    if (record.start)
      if (const auto board = record.start->get_if<Omok>()) stones = board->stones;
    std::size_t in_line = 0;
    for (const RecordMove& move : record.moves) {
      text += in_line % 10 == 0 ? "\n;" : ";";
      ++in_line;
      const bool stone = is_reversi || move.move.code < omok::points;
      const Side colour = is_reversi ? *move.side : stones % 2 == 0 ? Side::black : Side::white;
      if (stone) {
        text += (colour == Side::black ? "B[" : "W[") + point_text(is_reversi, move.move.code) + "]";
        ++stones;
      } else {
        put(text, "SWAP", game.match.position().move_text(move.move));
      }
      if (move.evaluation)
        put(text, "V", decimal_text(stone && colour == Side::white ? -*move.evaluation : *move.evaluation, 2));
      if (move.time) put(text, "MT", decimal_text(static_cast<double>(move.time->count()) / 1000, 3));
      put(text, "C", move.comment);
    }
    text += ")\n";
  }
  return text;
}

}  // namespace dolbang::notation
