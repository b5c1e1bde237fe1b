// The NBoard protocol, versions 1 and 2: the board program owns the game and asks for moves and hints.
#include <algorithm>
#include <cstdlib>
#include <istream>
#include <ostream>

#include "core/limits.hpp"
#include "engine/declarations.hpp"
#include "engine/lines.hpp"
#include "engine/reversi_player.hpp"
#include "notation/notation.hpp"

namespace dolbang::engine {
namespace {

class NBoard {
 public:
  explicit NBoard(Streams& streams) : streams_(streams) { player_.set_depth(8); }

  int run() {
    for (std::string line; std::getline(streams_.in, line);) {
      if (line.size() > limits::engine_line_bytes) continue;
      while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
      const auto space = line.find(' ');
      const std::string name = line.substr(0, space);
      const std::string rest = space == std::string::npos ? "" : line.substr(space + 1);
      if (name == "quit") break;
      answer(name, rest);
      streams_.out << std::flush;
      if (!streams_.out) return exit_bad_line;
    }
    return exit_ok;
  }

 private:
  void answer(const std::string& name, const std::string& rest) {
    if (name == "nboard") {
      streams_.out << "set myname Dolbang\n";
    } else if (name == "ping") {
      streams_.out << "pong " << printable(rest) << "\n";
    } else if (name == "set") {
      set(rest);
    } else if (name == "move") {
      move(rest.substr(0, rest.find('/')));
    } else if (name == "go") {
      go();
    } else if (name == "hint") {
      hint(std::atoi(rest.c_str()));
    } else if (name == "learn" || name == "analyze") {
      status("nothing to learn: the weights come with the program");
      streams_.out << "learned\n";
    }
    // Anything else is of a later version, to be passed over.
  }

  void status(std::string_view text) { streams_.out << "status " << text << "\n"; }

  void set(const std::string& rest) {
    const auto space = rest.find(' ');
    const std::string what = rest.substr(0, space);
    const std::string value = space == std::string::npos ? "" : rest.substr(space + 1);
    if (what == "depth") {
      player_.set_depth(std::clamp(std::atoi(value.c_str()), 1, 60));
    } else if (what == "game") {
      const auto records = notation::read(notation::Format::ggf, value);
      if (!records || records->size() != 1) {
        status("cannot read that game");
        return;
      }
      const auto match = notation::check(records->front());
      if (!match) {
        status("cannot play that game: " + printable(match.error().message));
        return;
      }
      const auto state = match->position().get_if<Reversi>();
      if (state) player_.start(*state);
    }
  }

  void move(std::string text) {
    for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
    if (text == "pa" || text == "pass") {
      if (Reversi::is_legal(player_.state(), Move::pass())) {
        if (!player_.play(player_.state().to_move, Move::pass())) status("that pass is not legal");
      }
      return;
    }
    const auto parsed = Reversi::parse_move(player_.state(), text);
    Side side = player_.state().to_move;
    if (Reversi::is_legal(player_.state(), Move::pass())) side = other(side);
    if (!parsed || !player_.play(side, *parsed)) status("that move is not legal: " + printable(text));
  }

  static std::string upper(std::string text) {
    for (char& c : text) c = static_cast<char>(c >= 'a' && c <= 'z' ? c & ~0x20 : c);
    return text;
  }
  std::string name_of(Move move) const {
    return move.is_pass() ? "PA" : upper(Reversi::move_text(player_.state(), move));
  }

  void go() {
    MoveList moves;
    Reversi::legal_moves(player_.state(), moves);
    if (moves.empty()) {
      streams_.out << "=== PA\n";
      return;
    }
    const SearchResult result = player_.think();
    streams_.out << "=== " << name_of(result.best);
    if (result.score) streams_.out << '/' << *result.score << ".00";
    streams_.out << "\nnodestats " << result.nodes << " 0\n";
  }

  /// The best moves, each with its line: every reply is searched on its own.
  void hint(int count) {
    const reversi::State start = player_.state();
    MoveList moves;
    Reversi::legal_moves(start, moves);
    struct Hint {
      Move move;
      int score;
      int depth;
      bool exact;
    };
    std::vector<Hint> hints;
    for (const Move move : moves) {
      ReversiPlayer& player = player_;
      player.start(start);
      if (move.is_pass() || !player.play(start.to_move, move)) continue;
      if (const auto over = Reversi::tournament_score(player.state())) {
        const int difference = over->of[0] - over->of[1];
        hints.push_back({move, start.to_move == Side::black ? difference : -difference, 60, true});
        continue;
      }
      // After the move the other side may have to pass: then it is the mover's own score that comes back.
      const bool passes = Reversi::is_legal(player.state(), Move::pass());
      if (passes && !player.play(player.state().to_move, Move::pass())) continue;
      const SearchResult result = player.think();
      const int score = result.score.value_or(0);
      hints.push_back({move, passes ? score : -score, result.depth + 1, result.exact});
    }
    player_.start(start);
    std::stable_sort(hints.begin(), hints.end(), [](const Hint& a, const Hint& b) { return a.score > b.score; });
    for (std::size_t i = 0; i < hints.size() && static_cast<int>(i) < count; ++i) {
      const Hint& hint = hints[i];
      streams_.out << "search " << name_of(hint.move) << ' ' << hint.score << ".00 0 "
                   << (hint.exact ? "100%" : std::to_string(hint.depth)) << "\n";
    }
  }

  Streams& streams_;
  ReversiPlayer player_;
};

}  // namespace

int run_nboard(Streams& streams) { return NBoard(streams).run(); }

}  // namespace dolbang::engine
