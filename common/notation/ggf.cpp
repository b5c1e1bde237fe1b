/// GGF, the Generic Game Format of the GGS server, for Reversi: "(;GM[Othello]...B[f5/1.25/2.03]W[d6]...;)", any
/// number of games, each group of them with its count in front. Values have no escapes. A move may carry the
/// mover's evaluation and the seconds thought; a pass is written PA. After M. Buro's description of the format.
#include <algorithm>
#include <cmath>

#include "games/reversi/reversi.hpp"
#include "notation/formats.hpp"
#include "notation/source.hpp"

namespace dolbang::notation {
namespace {

/// "2003.12.15_12:33:18.MST" as "2003-12-15 12:33:18 MST" and back; a date in another form stays as it is.
bool is_date(std::string_view text, char between) {
  if (text.size() < 10) return false;
  for (std::size_t i = 0; i < 10; ++i)
    if (i == 4 || i == 7 ? text[i] != between : !is_digit(text[i])) return false;
  return true;
}
std::string date_from_ggf(std::string text) {
  if (!is_date(text, '.')) return text;
  text[4] = text[7] = '-';
  if (text.size() > 10 && text[10] == '_') text[10] = ' ';
  if (text.size() > 19 && text[19] == '.') text[19] = ' ';
  return text;
}
std::string date_to_ggf(std::string text) {
  if (!is_date(text, '-')) return text;
  text[4] = text[7] = '.';
  if (text.size() > 10 && text[10] == ' ') text[10] = '_';
  if (text.size() > 19 && text[19] == ' ') text[19] = '.';
  return text;
}

class GgfReader {
 public:
  GgfReader(std::string_view text, const Sink& sink) : source_(text), sink_(sink) {}

  Expected<void> run() {
    for (;;) {
      source_.skip_blanks();
      while (is_digit(source_.peek())) source_.take();  // so many games follow
      source_.skip_blanks();
      if (source_.at_end()) return {};
      if (source_.peek() != '(' || source_.peek(1) != ';') return source_.expected("a game that begins with \"(;\"");
      source_.go_to(source_.offset() + 2);
      if (auto done = game(); !done) return done;
    }
  }

 private:
  Expected<void> game() {
    record_ = {};
    size_ = 8;
    has_board_ = false;
    for (;;) {
      source_.skip_blanks();
      if (source_.take_if(';')) {
        if (!source_.take_if(')')) return source_.expected("\")\" after the game's last \";\"");
        break;
      }
      const std::size_t begin = source_.offset();
      while (is_letter(source_.peek())) source_.take();
      const std::string_view name = source_.from(begin);
      if (name.empty() || name.size() > 8) return source_.expected_at(begin, "a property like PB[...] or \";)\"");
      if (!source_.take_if('[')) return source_.expected("\"[\" after " + std::string(name));
      const std::size_t value_begin = source_.offset();
      while (!source_.at_end() && source_.peek() != ']') source_.take();
      const std::string_view value = source_.from(value_begin);
      if (!source_.take_if(']')) return source_.error_at(value_begin - 1, "expected \"]\", found the end of the text");
      if (auto done = property(name, begin, value, value_begin); !done) return done;
    }
    if (!has_board_)
      if (auto done = set_size(size_, source_.offset()); !done) return done;
    (void)normalise(record_);
    return sink_(std::move(record_));
  }

  Expected<void> property(std::string_view name, std::size_t at, std::string_view value, std::size_t value_at) {
    const auto text = [&] { return clean(value, limits::record_name_bytes); };
    if (name == "B" || name == "W") return move(name == "B" ? Side::black : Side::white, value, value_at);
    if (name == "BO") return board(value, value_at);
    if (name == "TY") return type(value, value_at);
    if (name == "GM") {
      const std::string game = lower(trim(value));
      if (game != "othello" && game != "reversi")
        return source_.error_at(value_at, "this game is " + in_quotes(value) + "; only Othello (Reversi) can be read",
                                "unsupported");
    } else if (name == "PC") {
      record_.place = text();
    } else if (name == "DT") {
      record_.date = date_from_ggf(text());
    } else if (name == "PB" || name == "PW") {
      record_.players[name == "PB" ? 0 : 1].name = text();
    } else if (name == "RB" || name == "RW") {
      record_.players[name == "RB" ? 0 : 1].rating = text();
    } else if (name == "TI") {
      record_.time_control = text();
    } else if (name == "RE") {
      result(value);
    } else if (std::all_of(name.begin(), name.end(), is_upper)) {
      note_dropped(record_, name);
    } else {
      return source_.error_at(at, "expected a property in capitals, found " + in_quotes(name));
    }
    return {};
  }

  Expected<void> set_size(std::size_t size, std::size_t at) {
    if (size != 8 && size != 6)
      return source_.error_at(at, "a board of size " + std::to_string(size) + "; only 8 and 6 can be read",
                              "unsupported");
    set_start(record_, Position::of<Reversi>(*Reversi::start(size == 8 ? "8x8" : "6x6")));
    has_board_ = true;
    return {};
  }

  /// "s8r18": synchronous, size 8, 18 random discs; k: komi, a: the one with fewer discs wins.
  Expected<void> type(std::string_view value, std::size_t at) {
    std::size_t i = 0;
    while (i < value.size() && !is_digit(value[i])) ++i;
    const std::size_t begin = i;
    while (i < value.size() && is_digit(value[i])) ++i;
    const auto size = parse_number(value.substr(begin, i - begin));
    if (!size) return source_.expected_at(at, "a game type like 8 or s8r18");
    if (*size != 8 && *size != 6)
      return source_.error_at(at, "a board of size " + std::to_string(*size) + "; only 8 and 6 can be read",
                              "unsupported");
    if (value.find('a', i) != std::string_view::npos)
      return source_.error_at(at, "anti-reversi, where fewer discs win, is not played here", "unsupported");
    size_ = *size;
    return {};
  }

  Expected<void> board(std::string_view value, std::size_t at) {
    Source cells(value);
    cells.skip_blanks();
    const std::size_t begin = cells.offset();
    while (is_digit(cells.peek())) cells.take();
    const auto size = parse_number(cells.from(begin));
    if (!size) return source_.expected_at(at + begin, "the board's size");
    if (*size != 8 && *size != 6)
      return source_.error_at(at, "a board of size " + std::to_string(*size) + "; only 8 and 6 can be read",
                              "unsupported");
    std::string text;
    for (cells.skip_blanks(); !cells.at_end(); cells.skip_blanks()) {
      const char c = cells.peek();
      if (c != '*' && c != 'X' && c != 'x' && c != 'O' && c != 'o' && c != '-' && c != '.')
        return source_.expected_at(at + cells.offset(), "*, O or - for a square");
      if (text.size() > std::size_t{*size} * *size) break;
      text += cells.take();
    }
    if (!cells.at_end() || text.size() != std::size_t{*size} * *size + 1 || text.back() == '-' || text.back() == '.')
      return source_.error_at(at + cells.offset(), "expected " + std::to_string(*size * *size) +
                                                       " squares and then * or O, who moves first");
    const auto state = reversi::parse_board(text);
    if (!state) return source_.error_at(at, state.error().message);
    if (!record_.moves.empty()) return source_.error_at(at, "the board must come before the moves");
    set_start(record_, Position::of<Reversi>(*state));
    has_board_ = true;
    return {};
  }

  Expected<void> move(Side side, std::string_view value, std::size_t at) {
    if (!has_board_)
      if (auto done = set_size(size_, at); !done) return done;
    if (record_.moves.size() == limits::record_moves) return source_.error_at(at, "more moves than any game has");
    const auto field = [&] {
      const std::size_t end = std::min(value.find('/'), value.size());
      const std::string_view part = trim(value.substr(0, end));
      value.remove_prefix(std::min(end + 1, value.size()));
      return part;
    };
    const std::string_view square = field(), evaluation = field(), time = field();
    RecordMove move{Move::pass(), side, {}, {}, {}};
    if (const std::string text = lower(square); text != "pa" && text != "pass") {
      const auto parsed = Reversi::parse_move(*Reversi::start(size_of_board()), text);
      if (!parsed)
        return source_.error_at(at, "expected a move, found " + in_quotes(square) + "; " + parsed.error().message);
      move.move = *parsed;
    }
    if (!evaluation.empty()) {
      move.evaluation = parse_decimal(evaluation);
      if (!move.evaluation) note_dropped(record_, "evaluation " + in_quotes(evaluation));
    }
    if (!time.empty()) {
      const auto seconds = parse_decimal(time);
      if (seconds && *seconds >= 0 && *seconds < 1e9)
        move.time = std::chrono::milliseconds(std::llround(*seconds * 1000));
      else
        note_dropped(record_, "time " + in_quotes(time));
    }
    record_.moves.push_back(std::move(move));
    return {};
  }

  std::string_view size_of_board() const { return record_.spec.variant.substr(0, 1) == "6" ? "6x6" : "8x8"; }

  /// "+2.000", "-64.00:r": black's discs minus white's, and r for a resignation, t for time, s for agreed.
  void result(std::string_view value) {
    const std::size_t colon = std::min(value.find(':'), value.size());
    const auto margin = parse_decimal(trim(value.substr(0, colon)));
    if (!margin) {
      if (trim(value) != "?" && !trim(value).empty()) note_dropped(record_, "result " + in_quotes(value));
      return;
    }
    RecordResult result;
    if (*margin != 0) result.winner = *margin > 0 ? Side::black : Side::white;
    const std::string_view flag = value.substr(std::min(colon + 1, value.size()));
    if (flag == "r") result.how = RecordResult::How::resigned;
    if (flag == "t" || flag == "l") result.how = RecordResult::How::timed_out;
    if (flag == "s") result.how = RecordResult::How::agreed;
    // After a resignation or lost time the number is the fixed one for a win, not a count.
    if (result.how == RecordResult::How::played || result.how == RecordResult::How::agreed) result.margin = margin;
    record_.result = result;
  }

  Source source_;
  const Sink& sink_;
  Record record_;
  std::size_t size_ = 8;
  bool has_board_ = false;
};

std::string value_text(std::string text) {
  std::replace(text.begin(), text.end(), ']', ')');
  return text;
}

void put(std::string& text, std::string_view name, const std::string& value) {
  if (!value.empty()) text += std::string(name) + "[" + value_text(value) + "]";
}

std::string signed_text(double value, int places) { return (value < 0 ? "" : "+") + decimal_text(value, places); }

std::string result_text(const Checked& game) {
  if (!game.record.result) return "?";
  const RecordResult& result = *game.record.result;
  const double win = !result.winner ? 0 : *result.winner == Side::black ? 64 : -64;
  switch (result.how) {
    case RecordResult::How::resigned: return signed_text(win, 2) + ":r";
    case RecordResult::How::timed_out: return signed_text(win, 2) + ":t";
    default: break;
  }
  const auto margin = margin_of(game);
  if (!margin) return "?";
  return signed_text(*margin, 2) + (result.how == RecordResult::How::agreed ? ":s" : "");
}

}  // namespace

Expected<void> read_ggf(std::string_view text, const Sink& sink, const ReadOptions&) {
  return GgfReader(text, sink).run();
}

Expected<std::string> write_ggf(const std::vector<Checked>& games) {
  std::string text;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const Record& record = games[i].record;
    const auto start = record.start ? *record.start : games[i].match.first_position();
    const auto state = start.get_if<Reversi>();
    if (!state) return cannot_hold(i, "GGF is for Reversi here; write Omok as sgf, psq or renju.");
    text += "1 (;GM[Othello]";
    put(text, "PC", record.place);
    put(text, "DT", date_to_ggf(record.date));
    put(text, "PB", record.players[0].name);
    put(text, "PW", record.players[1].name);
    put(text, "RB", record.players[0].rating);
    put(text, "RW", record.players[1].rating);
    put(text, "TI", record.time_control);
    put(text, "TY", std::to_string(state->size()));
    put(text, "RE", result_text(games[i]));
    text += "BO[" + std::to_string(state->size());
    for (int row = 0; row < state->size(); ++row) {
      text += ' ';
      for (int column = 0; column < state->size(); ++column) {
        const auto disc = state->at(reversi::square_at(column, row));
        text += !disc ? '-' : *disc == Side::black ? '*' : 'O';
      }
    }
    text += state->to_move == Side::black ? " *]" : " O]";
    const auto pass = [&](Side side) { text += side == Side::black ? "B[PA]" : "W[PA]"; };
    Side last = other(state->to_move);
    for (const RecordMove& move : record.moves) {
      if (*move.side == last) pass(other(last));
      last = *move.side;
      text += (*move.side == Side::black ? "B[" : "W[") + reversi::square_text(move.move.code);
      if (move.evaluation || move.time) text += '/';
      if (move.evaluation) text += decimal_text(*move.evaluation, 2);
      if (move.time) {
        const auto ms = move.time->count();
        text += '/' + decimal_text(static_cast<double>(ms) / 1000, ms % 10 == 0 ? 2 : 3);
      }
      text += ']';
    }
    text += ";)\n";
  }
  return text;
}

}  // namespace dolbang::notation
