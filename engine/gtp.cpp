// The Go Text Protocol, version 2, as Reversi programs speak it.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <istream>
#include <ostream>
#include <sstream>

#include "core/limits.hpp"
#include "engine/declarations.hpp"
#include "engine/lines.hpp"
#include "engine/reversi_player.hpp"

namespace dolbang::engine {
namespace {

using namespace std::chrono_literals;

/// The clock of one side: main time, then periods of so many moves.
struct Clock {
  double main = 0;
  double period = 0;
  int moves = 0;
  bool set = false;
};

class Gtp {
 public:
  explicit Gtp(Streams& streams) : streams_(streams) {}

  int run() {
    std::string line;
    while (!quit_ && std::getline(streams_.in, line)) {
      if (line.size() > limits::engine_line_bytes) line.resize(limits::engine_line_bytes);
      line = line.substr(0, line.find('#'));
      for (char& c : line)
        if (c == '\t' || c == '\r') c = ' ';
      std::istringstream words(line);
      std::string id;
      std::string name;
      words >> name;
      if (!name.empty() && name.find_first_not_of("0123456789") == std::string::npos) {
        id = name;
        name.clear();
        words >> name;
      }
      if (name.empty()) continue;
      std::vector<std::string> arguments;
      for (std::string word; words >> word;) arguments.push_back(word);
      const auto answer = command(name, arguments);
      streams_.out << (answer ? "=" : "?") << id;
      const std::string& text = answer ? *answer : answer.error().message;
      if (!text.empty()) streams_.out << ' ' << text;
      streams_.out << "\n\n" << std::flush;
      if (!streams_.out) return exit_bad_line;
    }
    return exit_ok;
  }

 private:
  using Arguments = std::vector<std::string>;
  using Answer = Expected<std::string>;
  struct Entry {
    std::string_view name;
    std::size_t arguments;
    Answer (Gtp::*run)(const Arguments&);
  };

  static tl::unexpected<Error> syntax() { return fail("syntax", "syntax error"); }

  static std::optional<Side> side_of(std::string_view text) {
    if (text == "b" || text == "B" || text == "black" || text == "BLACK" || text == "Black") return Side::black;
    if (text == "w" || text == "W" || text == "white" || text == "WHITE" || text == "White") return Side::white;
    return std::nullopt;
  }
  static std::optional<double> number_of(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end == text.c_str() || *end != '\0' || !(value >= 0 && value < 1e7)) return std::nullopt;
    return value;
  }

  Answer command(const std::string& name, const Arguments& arguments) {
    for (const Entry& entry : entries())
      if (entry.name == name) return arguments.size() < entry.arguments ? syntax() : (this->*entry.run)(arguments);
    return fail("unknown", "unknown command");
  }

  static const std::vector<Entry>& entries() {
    static const std::vector<Entry> table{
        {"protocol_version", 0, &Gtp::protocol_version},
        {"name", 0, &Gtp::name},
        {"version", 0, &Gtp::version},
        {"known_command", 1, &Gtp::known_command},
        {"list_commands", 0, &Gtp::list_commands},
        {"quit", 0, &Gtp::quit},
        {"boardsize", 1, &Gtp::boardsize},
        {"clear_board", 0, &Gtp::clear_board},
        {"komi", 1, &Gtp::komi},
        {"play", 2, &Gtp::play},
        {"genmove", 1, &Gtp::genmove},
        {"undo", 0, &Gtp::undo},
        {"showboard", 0, &Gtp::showboard},
        {"final_score", 0, &Gtp::final_score},
        {"time_settings", 3, &Gtp::time_settings},
        {"time_left", 3, &Gtp::time_left},
        {"move_time", 1, &Gtp::move_time},
        {"level", 1, &Gtp::level},
        {"depth", 1, &Gtp::depth},
        {"threads", 1, &Gtp::threads},
    };
    return table;
  }

  Answer protocol_version(const Arguments&) { return "2"; }
  Answer name(const Arguments&) { return "Dolbang"; }
  Answer version(const Arguments&) { return DOLBANG_VERSION; }
  Answer known_command(const Arguments& arguments) {
    for (const Entry& entry : entries())
      if (entry.name == arguments[0]) return "true";
    return "false";
  }
  Answer list_commands(const Arguments&) {
    std::string all;
    for (const Entry& entry : entries()) all += (all.empty() ? "" : "\n") + std::string(entry.name);
    return all;
  }
  Answer quit(const Arguments&) {
    quit_ = true;
    return "";
  }

  Answer boardsize(const Arguments& arguments) {
    if (arguments[0] != "8" && arguments[0] != "6") return fail("size", "unacceptable size");
    variant_ = arguments[0] + "x" + arguments[0];
    return clear_board({});
  }
  Answer clear_board(const Arguments&) {
    if (const auto started = player_.start(variant_); !started) return tl::unexpected(started.error());
    return "";
  }
  Answer komi(const Arguments&) { return ""; }

  Answer play(const Arguments& arguments) {
    const auto side = side_of(arguments[0]);
    if (!side) return syntax();
    std::string text = arguments[1];
    for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
    const auto move = Reversi::parse_move(player_.state(), text);
    if (!move) return syntax();
    if (!player_.play(*side, *move)) return fail("illegal", "illegal move");
    return "";
  }

  Answer genmove(const Arguments& arguments) {
    const auto side = side_of(arguments[0]);
    if (!side) return syntax();
    MoveList moves;
    Reversi::legal_moves(player_.state(), moves);
    if (moves.empty()) return "pass";
    if (player_.state().to_move != *side) {
      if (!moves[0].is_pass()) return fail("turn", "it is the other side's turn");
      if (const auto passed = player_.play(other(*side), Move::pass()); !passed) return tl::unexpected(passed.error());
    }
    player_.set_time(time_of(clocks_[static_cast<std::size_t>(index(*side))]));
    const Move move = player_.think().best;
    std::string text = Reversi::move_text(player_.state(), move);
    if (const auto played = player_.play(*side, move); !played) return tl::unexpected(played.error());
    return text;
  }

  Answer undo(const Arguments&) {
    if (!player_.undo()) return fail("undo", "cannot undo");
    return "";
  }

  Answer showboard(const Arguments&) {
    const reversi::State& state = player_.state();
    std::string text = "\n   a b c d e f g h";
    text.resize(static_cast<std::size_t>(3 + 2 * state.size()));
    for (int row = 0; row < state.size(); ++row) {
      text += "\n " + std::to_string(row + 1);
      for (int column = 0; column < state.size(); ++column) {
        const auto disc = state.at(reversi::square_at(column, row));
        text += !disc ? " ." : *disc == Side::black ? " X" : " O";
      }
    }
    return text + "\n " + std::string(to_string(state.to_move)) + " to move";
  }

  Answer final_score(const Arguments&) {
    const auto score = Reversi::tournament_score(player_.state());
    if (!score) return fail("not_over", "the game is not over");
    const int difference = score->of[0] - score->of[1];
    if (difference == 0) return "0";
    return (difference > 0 ? "B+" : "W+") + std::to_string(std::abs(difference));
  }

  Answer time_settings(const Arguments& arguments) {
    const auto main = number_of(arguments[0]);
    const auto period = number_of(arguments[1]);
    const auto moves = number_of(arguments[2]);
    if (!main || !period || !moves) return syntax();
    // Without moves in a period there is no limit, says the protocol.
    for (Clock& clock : clocks_) clock = {*main, *period, static_cast<int>(*moves), *moves > 0 || *period == 0};
    move_time_.reset();
    return "";
  }
  Answer time_left(const Arguments& arguments) {
    const auto side = side_of(arguments[0]);
    const auto left = number_of(arguments[1]);
    const auto moves = number_of(arguments[2]);
    if (!side || !left || !moves) return syntax();
    Clock& clock = clocks_[static_cast<std::size_t>(index(*side))];
    if (*moves == 0) {
      clock.main = *left;
    } else {
      clock.main = 0;
      clock.period = *left;
      clock.moves = static_cast<int>(*moves);
    }
    clock.set = true;
    return "";
  }
  Answer move_time(const Arguments& arguments) {
    const auto seconds = number_of(arguments[0]);
    if (!seconds) return syntax();
    move_time_ = std::chrono::milliseconds(static_cast<long>(*seconds * 1000));
    return "";
  }

  Answer level(const Arguments& arguments) {
    const auto level = level_from(arguments[0]);
    if (!level) return fail("level", "the levels are novice, easy, casual, medium, strong, hard and max");
    player_.set_level(level);
    return "";
  }
  Answer depth(const Arguments& arguments) {
    const auto plies = number_of(arguments[0]);
    if (!plies) return syntax();
    player_.set_depth(*plies > 0 ? std::optional(std::min(static_cast<int>(*plies), 60)) : std::nullopt);
    return "";
  }
  Answer threads(const Arguments& arguments) {
    const auto count = number_of(arguments[0]);
    if (!count || *count < 1 || *count > 64) return syntax();
    player_.set_threads(static_cast<int>(*count));
    return "";
  }

  /// The time for the next move of a side.
  std::optional<std::chrono::milliseconds> time_of(const Clock& clock) const {
    if (move_time_) return move_time_;
    if (!clock.set) return std::nullopt;
    const int moves_left = std::popcount(player_.state().empties()) / 2 + 2;
    double seconds = clock.main / moves_left;
    if (clock.moves > 0) seconds = std::max(seconds, clock.period / clock.moves * 0.95 - 0.02);
    return std::chrono::milliseconds(static_cast<long>(std::max(seconds, 0.005) * 1000));
  }

  Streams& streams_;
  ReversiPlayer player_;
  std::string variant_ = "8x8";
  std::array<Clock, 2> clocks_{};
  std::optional<std::chrono::milliseconds> move_time_;
  bool quit_ = false;
};

}  // namespace

int run_gtp(Streams& streams) { return Gtp(streams).run(); }

}  // namespace dolbang::engine
