/// Piskvork's .psq: one game of gomoku or renju.
///
///   Piskvorky 15x15, 11:11, 0        size, levels of the two players, which of them began
///   8,8,1200                         column from the left, row from the top, both from 1; milliseconds
///   ...
///   pbrain-one.exe                   the two players (tournaments), the 0th and the 1st
///   pbrain-two.exe
///   -1                               how it ended; -1: by the rules
///   1,Freestyle                      who won, and the rule (Gomocup)
#include <algorithm>

#include "games/omok/omok.hpp"
#include "notation/formats.hpp"
#include "notation/source.hpp"

namespace dolbang::notation {
namespace {

class PsqReader {
 public:
  PsqReader(std::string_view text, const ReadOptions& options) : source_(text) {
    record_.spec = options.game.value_or(GameSpec{"omok", "freestyle"});
    rule_given_ = options.game.has_value();
  }

  Expected<Record> run() {
    source_.skip_blanks();
    if (auto done = header(); !done) return tl::unexpected(done.error());
    for (;;) {
      source_.skip_blanks();
      if (!is_move()) break;
      if (auto done = move(); !done) return tl::unexpected(done.error());
    }
    if (auto done = tail(); !done) return tl::unexpected(done.error());
    (void)normalise(record_);
    return std::move(record_);
  }

 private:
  std::optional<std::uint32_t> number() {
    const std::size_t begin = source_.offset();
    while (is_digit(source_.peek())) source_.take();
    return parse_number(source_.from(begin));
  }

  Expected<void> header() {
    const std::size_t begin = source_.offset();
    if (lower(source_.rest().substr(0, 9)) != "piskvorky") return source_.expected("\"Piskvorky 15x15, ...\"");
    source_.go_to(begin + 9);
    source_.skip_blanks();
    const std::size_t size_at = source_.offset();
    const auto width = number();
    const bool by = source_.take_if('x');
    const auto height = number();
    if (!width || !by || !height) return source_.expected_at(size_at, "the board's size like 15x15");
    if (*width != 15 || *height != 15)
      return source_.error_at(
          size_at, "a board of " + std::to_string(*width) + "x" + std::to_string(*height) + "; only 15x15 can be read",
          "unsupported");
    const std::string_view rest = trim(source_.take_line());
    // ", 11:11, 0": the last says which of the two players named below began.
    second_began_ =
        rest.size() >= 2 && rest.back() == '1' && !is_digit(rest[rest.size() - 2]) && rest.find(':') < rest.rfind(',');
    return {};
  }

  bool is_move() const {
    std::size_t i = 0;
    while (is_digit(source_.peek(i))) ++i;
    if (i == 0 || source_.peek(i) != ',') return false;
    do ++i;
    while (source_.peek(i) == ' ');
    return is_digit(source_.peek(i));
  }

  Expected<void> move() {
    const std::size_t begin = source_.offset();
    const auto column = number();
    source_.take();
    while (source_.take_if(' ')) {
    }
    const auto row = number();
    if (!column || *column < 1 || *column > 15) return source_.expected_at(begin, "a column from 1 to 15");
    if (!row || *row < 1 || *row > 15)
      return source_.error_at(begin, "expected a row from 1 to 15, found " + in_quotes(source_.from(begin)));
    RecordMove move;
    move.move.code =
        static_cast<std::uint16_t>(omok::point_at(static_cast<int>(*column) - 1, 15 - static_cast<int>(*row)));
    if (source_.take_if(',')) {
      while (source_.take_if(' ')) {
      }
      const std::size_t time_at = source_.offset();
      const auto time = number();
      if (!time) return source_.expected_at(time_at, "milliseconds");
      move.time = std::chrono::milliseconds(*time);
    }
    const std::size_t rest_at = source_.offset();
    if (!trim(source_.take_line()).empty()) return source_.expected_at(rest_at, "the end of the line after a move");
    if (record_.moves.size() == limits::record_moves) return source_.error_at(begin, "more moves than any game has");
    record_.moves.push_back(std::move(move));
    return {};
  }

  /// Names, the end and the rule, of which any may be missing.
  Expected<void> tail() {
    std::array<std::string, 2> names;
    std::size_t found = 0;
    for (source_.skip_blanks(); !source_.at_end(); source_.skip_blanks()) {
      // The rule's line begins with a number and a comma as well.
      if (is_move() && !ended_) return source_.expected("a player's name, as one stands above");
      const std::string_view line = trim(source_.take_line());
      const std::size_t comma = line.find(',');
      if (line == "-1" || parse_number(line)) {
        ended_ = true;
      } else if (ended_ && comma != std::string_view::npos && parse_number(line.substr(0, comma))) {
        rule(line[0], trim(line.substr(comma + 1)));
      } else if (found < 2 && !ended_) {
        names[found++] = clean(line, limits::record_name_bytes);
      } else {
        note_dropped(record_, line);
      }
    }
    if (second_began_) std::swap(names[0], names[1]);
    for (std::size_t i = 0; i < 2; ++i) record_.players[i].name = names[i];
    return {};
  }

  void rule(char winner, std::string_view name) {
    if (!rule_given_) {
      const std::string text = lower(name);
      if (omok::parse_variant(text))
        record_.spec.variant = text;
      else if (text.find("renju") != std::string::npos)
        record_.spec.variant = "renju";
      else if (text.substr(0, 9) != "freestyle")
        note_dropped(record_, name);
    }
    if (winner == '1' || winner == '2') {
      record_.result.emplace();
      record_.result->winner = winner == '1' ? Side::black : Side::white;
    }
  }

  Source source_;
  Record record_;
  bool rule_given_ = false;
  bool second_began_ = false;
  bool ended_ = false;
};

}  // namespace

Expected<void> read_psq(std::string_view text, const Sink& sink, const ReadOptions& options) {
  auto record = PsqReader(text, options).run();
  if (!record) return tl::unexpected(record.error());
  return sink(*std::move(record));
}

Expected<std::string> write_psq(const std::vector<Checked>& games) {
  if (games.size() != 1)
    return fail("cannot_hold", "A psq file holds exactly one game, not " + std::to_string(games.size()) + ".");
  const Record& record = games[0].record;
  const auto state = games[0].match.position().get_if<Omok>();
  if (!state) return cannot_hold(0, "psq is for gomoku and renju.");
  if (record.start) return cannot_hold(0, "psq has no place for a start position; write sgf.");
  if (state->variant.opening == omok::Opening::swap2)
    return cannot_hold(0, "psq has no place for the decisions of the Swap2 opening; write sgf or renju.");
  std::string text = "Piskvorky 15x15, 0:0, 0\n";
  for (const RecordMove& move : record.moves)
    text += std::to_string(omok::column_of(move.move.code) + 1) + "," +
            std::to_string(15 - omok::row_of(move.move.code)) + "," +
            std::to_string(move.time ? std::clamp<std::int64_t>(move.time->count(), 0, 999'999'999) : 0) + "\n";
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string& name = record.players[i].name;
    // A name that begins like a number could be read as a move or as the end.
    const bool plain = !name.empty() && !is_digit(name[0]) && name[0] != '-';
    text += (plain ? name : (i == 0 ? "black " : "white ") + name) + "\n";
  }
  const auto& result = record.result;
  text += std::string("-1\n") +
          (!result || !result->winner       ? '0'
           : *result->winner == Side::black ? '1'
                                            : '2') +
          "," + omok::to_string(state->variant) + "\n";
  return text;
}

}  // namespace dolbang::notation
