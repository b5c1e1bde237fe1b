/// Position lines as Edax, the FFO test sets and others write them: 64 squares (36 on 6x6) from a1 row by row, X
/// black, O white, - empty, the side to move, and in OBF the values of moves: "... X; G8:+18; H1:+12;". Lines that
/// begin with % or # are comments; one behind the board, too ("% FFO 40").
#include <algorithm>

#include "games/reversi/reversi.hpp"
#include "notation/formats.hpp"
#include "notation/source.hpp"

namespace dolbang::notation {
namespace {

bool is_cell(char c) { return c == 'X' || c == 'x' || c == '*' || c == 'O' || c == 'o' || c == '-' || c == '.'; }
bool is_disc(char c) { return is_cell(c) && c != '-' && c != '.'; }

/// How many squares stand at the beginning.
std::size_t cells_of(std::string_view line) {
  std::size_t n = 0;
  while (n < line.size() && is_cell(line[n])) ++n;
  return n;
}

Expected<Record> read_line(Source& source) {
  const std::size_t begin = source.offset();
  const std::size_t cells = cells_of(source.rest());
  // The side may stand right behind the board.
  const bool glued = cells == 65 || cells == 37;
  const std::size_t squares = glued ? cells - 1 : cells;
  if (squares != 64 && squares != 36)
    return source.error_at(begin + cells,
                           "expected a board of 64 squares (36 on 6x6) of X, O and -, found " + std::to_string(cells));
  source.go_to(begin + squares);
  while (source.take_if(' ') || source.take_if('\t')) {
  }
  if (!is_disc(source.peek())) return source.expected("X or O, the side to move");
  const char side = source.take();
  const auto state = reversi::parse_board(std::string(source.text().substr(begin, squares)) + side);
  if (!state) return source.error_at(begin, state.error().message);
  Record record;
  set_start(record, Position::of<Reversi>(*state));
  for (;;) {
    while (source.take_if(' ') || source.take_if('\t') || source.take_if('\r') || source.take_if(';')) {
    }
    if (source.at_end() || source.take_if('\n')) return record;
    if (source.peek() == '%' || source.peek() == '#') {
      source.take();
      record.comment = clean(source.take_line(), limits::record_comment_bytes);
      return record;
    }
    const std::size_t move_at = source.offset();
    while (!source.at_end() && source.peek() != ':' && source.peek() != ';' && source.peek() != '\n') source.take();
    const std::string_view move = trim(source.from(move_at));
    if (source.peek() != ':') return source.expected_at(move_at, "MOVE:VALUE; or the end of the line");
    source.take();
    const std::size_t value_at = source.offset();
    while (!source.at_end() && source.peek() != ';' && source.peek() != '\n') source.take();
    const auto value = parse_decimal(trim(source.from(value_at)));
    if (!value) return source.expected_at(value_at, "a value like +18");
    if (move == "--") continue;  // "no move", at the end of some lists
    const auto parsed = Reversi::parse_move(*state, lower(move) == "pa" ? "pass" : lower(move));
    if (!parsed)
      return source.error_at(move_at, "expected a move, found " + in_quotes(move) + "; " + parsed.error().message);
    if (record.scores.size() == limits::legal_moves)
      return source.error_at(move_at, "more moves than any position has");
    record.scores.push_back({*parsed, *value});
  }
}

}  // namespace

bool is_obf_line(std::string_view line) {
  const std::size_t cells = cells_of(line);
  if (cells == 65 || cells == 37) return is_disc(line[cells - 1]);
  if (cells != 64 && cells != 36) return false;
  const std::string_view rest = trim(line.substr(cells));
  return !rest.empty() && is_disc(rest[0]);
}

Expected<void> read_obf(std::string_view text, const Sink& sink, const ReadOptions&) {
  Source source(text);
  for (;;) {
    source.skip_blanks();
    if (source.at_end()) return {};
    if (source.peek() == '%' || source.peek() == '#') {
      source.take_line();
      continue;
    }
    auto record = read_line(source);
    if (!record) return tl::unexpected(record.error());
    if (auto done = sink(*std::move(record)); !done) return done;
  }
}

Expected<std::string> write_obf(const std::vector<Checked>& games) {
  std::string text;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const Record& record = games[i].record;
    const auto state = (record.start ? *record.start : games[i].match.first_position()).get_if<Reversi>();
    if (!state) return cannot_hold(i, "OBF is for Reversi positions.");
    if (!record.moves.empty())
      return cannot_hold(i, "OBF holds positions without moves; write transcript, ggf or sgf.");
    text += Reversi::board_text(*state) + ";";
    for (const ScoredMove& scored : record.scores) {
      const bool whole = scored.value == static_cast<double>(static_cast<std::int64_t>(scored.value));
      std::string square = scored.move.is_pass() ? "PA" : reversi::square_text(scored.move.code);
      square[0] = static_cast<char>(square[0] & ~0x20);
      text += " " + square + ":" + (scored.value < 0 ? "" : "+") + decimal_text(scored.value, whole ? 0 : 2) + ";";
    }
    if (!record.comment.empty()) text += " % " + clean(record.comment, limits::record_comment_bytes);
    text += "\n";
  }
  return text;
}

}  // namespace dolbang::notation
