/// Games as lines of moves: Reversi transcripts ("f5d6c3") and Renju text ("h8 i9 g7"). One reader for both: they
/// differ in the game that is meant.
#include <algorithm>
#include <utility>

#include "games/catalogue.hpp"
#include "notation/formats.hpp"
#include "notation/source.hpp"

namespace dolbang::notation {
namespace {

constexpr std::string_view game_line = "# game:";

/// What is meant while nothing is said: tried in order, the first under whose rules the game is legal.
const std::vector<GameSpec> reversi_games{{"reversi", "8x8"}, {"reversi", "6x6"}};
const std::vector<GameSpec> renju_games{{"omok", "renju"}, {"omok", "renju-loses"}, {"omok", "renju-swap2"}};

class LineReader {
 public:
  LineReader(std::string_view text, const Sink& sink, std::vector<GameSpec> games)
      : source_(text), sink_(sink), games_(std::move(games)) {}

  Expected<void> run() {
    while (!source_.at_end()) {
      source_.skip_blanks();
      if (source_.at_end()) break;
      if (source_.peek() == '#') {
        if (auto done = finish(); !done) return done;
        const std::size_t begin = source_.offset();
        const std::string_view line = source_.take_line();
        if (line.substr(0, game_line.size()) != game_line) continue;
        if (auto done = take_game(begin, line.substr(game_line.size())); !done) return done;
        continue;
      }
      if (!continues())
        if (auto done = finish(); !done) return done;
      if (auto done = take_moves(); !done) return done;
    }
    return finish();
  }

 private:
  /// "# game: omok renju-swap2": what follows is that.
  Expected<void> take_game(std::size_t at, std::string_view words) {
    words = trim(words);
    const std::size_t blank = std::min(words.find(' '), words.size());
    const GameSpec spec{std::string(words.substr(0, blank)), std::string(trim(words.substr(blank)))};
    if (const auto start = start_position(spec); !start) return source_.error_at(at, start.error().message);
    games_ = {spec};
    return {};
  }

  /// A line that begins with a move's number, but not the first, goes on with the game before.
  bool continues() const {
    if (moves_.empty()) return false;
    std::size_t i = 0;
    const bool first = source_.peek(i) == '1' && !is_digit(source_.peek(i + 1));
    while (is_digit(source_.peek(i))) ++i;
    return i > 0 && !first && (source_.peek(i) == '.' || source_.peek(i) == ')');
  }

  Expected<void> take_moves() {
    const auto start = start_position(games_.front());
    if (!start) return tl::unexpected(start.error());
    const bool reversi = games_.front().game == "reversi";
    while (!source_.at_end()) {
      const std::size_t begin = source_.offset();
      const char c = source_.peek();
      if (c == '\n') {
        source_.take();
        break;
      }
      if (is_blank(c) || c == ',' || c == ';') {
        source_.take();
      } else if (is_digit(c)) {  // a move's number
        while (is_digit(source_.peek())) source_.take();
        if (!source_.take_if('.')) source_.take_if(')');
        while (source_.take_if('.')) {  // "2... d6"
        }
      } else if (is_letter(c) || c == '-') {
        if (moves_.size() == limits::record_moves) return source_.error("more moves than any game has");
        const std::string text = take_move_text(reversi);
        const auto move = text == "pass" ? Expected<Move>(Move::pass()) : start->parse_move(text);
        if (!move)
          return source_.error_at(
              begin, "expected a move, found " +
                         in_quotes(source_.text().substr(begin, std::max<std::size_t>(1, source_.offset() - begin))) +
                         "; " + move.error().message);
        moves_.push_back(*move);
      } else {
        return source_.expected_at(begin, "a move");
      }
    }
    return {};
  }

  /// The longest beginning that can be one move, in lower case; every way to write a pass as "pass".
  std::string take_move_text(bool reversi) {
    const std::size_t begin = source_.offset();
    if (source_.peek() == '-') {
      while (source_.take_if('-')) {
      }
      return source_.offset() - begin == 2 ? "pass" : std::string(source_.from(begin));
    }
    for (const std::string_view word : {"pass", "stay", "swap", "more"}) {
      if (lower(source_.rest().substr(0, word.size())) != word) continue;
      source_.go_to(begin + word.size());
      return std::string(word);
    }
    const std::string two = lower(source_.rest().substr(0, 2));
    if ((two == "pa" || two == "ps") && !is_letter(source_.peek(2))) {
      source_.go_to(begin + 2);
      return "pass";
    }
    source_.take();
    const int digits = reversi ? 1 : 2;
    for (int i = 0; i < digits && is_digit(source_.peek()); ++i) source_.take();
    return lower(source_.from(begin));
  }

  Expected<void> finish() {
    if (moves_.empty()) return {};
    Record record;
    for (const Move move : std::exchange(moves_, {})) record.moves.push_back({move, {}, {}, {}, {}});
    for (const GameSpec& game : games_) {
      record.spec = game;
      if (normalise(record)) return sink_(std::move(record));
    }
    record.spec = games_.front();
    return sink_(std::move(record));
  }

  Source source_;
  const Sink& sink_;
  std::vector<GameSpec> games_;
  std::vector<Move> moves_;
};

std::vector<GameSpec> or_stated(const std::vector<GameSpec>& games, const ReadOptions& options) {
  return options.game ? std::vector{*options.game} : games;
}

/// Writes "# game:" lines where the games are not those that the reader would take them for.
Expected<std::string> write_lines(const std::vector<Checked>& games, std::string_view game, std::string_view blank,
                                  const std::vector<GameSpec>& understood) {
  std::string text;
  std::optional<GameSpec> stated;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const Record& record = games[i].record;
    const GameSpec& spec = games[i].match.spec();
    if (spec.game != game) return cannot_hold(i, "this format is for " + std::string(game) + ".");
    if (record.start) return cannot_hold(i, "a line of moves has no place for a start position.");
    if (record.moves.empty()) return cannot_hold(i, "a line of moves needs at least one.");
    const bool plain = std::find(understood.begin(), understood.end(), spec) != understood.end();
    if ((stated || !plain) && stated != spec) {
      stated = spec;
      text += std::string(game_line) + " " + spec.game + " " + spec.variant + "\n";
    }
    std::string line;
    for (const RecordMove& move : record.moves) {
      if (!line.empty()) line += blank;
      line += lower(games[i].match.position().move_text(move.move));
    }
    text += line + "\n";
  }
  return text;
}

}  // namespace

Expected<void> read_transcript(std::string_view text, const Sink& sink, const ReadOptions& options) {
  return LineReader(text, sink, or_stated(reversi_games, options)).run();
}

Expected<void> read_renju(std::string_view text, const Sink& sink, const ReadOptions& options) {
  return LineReader(text, sink, or_stated(renju_games, options)).run();
}

Expected<std::string> write_transcript(const std::vector<Checked>& games) {
  return write_lines(games, "reversi", "", {{"reversi", "8x8"}, {"reversi", "6x6"}});
}

Expected<std::string> write_renju(const std::vector<Checked>& games) {
  return write_lines(games, "omok", " ", {{"omok", "renju"}});
}

}  // namespace dolbang::notation
