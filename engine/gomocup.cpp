// --protocol gomocup: the Gomocup (Piskvork) protocol for Omok managers, version 2, as far as 15x15 boards go.
//
// A conversation is: START 15, then BEGIN, TURN x,y or BOARD ... DONE, each answered by "x,y". x counts columns from
// the left and y rows from the bottom, both from 0. INFO sets limits: rule 0 is freestyle, 4 is Renju.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "ai/omok/team.hpp"
#include "core/limits.hpp"
#include "engine/declarations.hpp"
#include "games/omok/omok.hpp"
#include "games/omok/renju.hpp"
#include "threads/run_parallel.hpp"

namespace dolbang::engine {
namespace {

using namespace std::chrono_literals;
using omok::Rule;
using omok_ai::Board;

constexpr int freestyle_rule = 0;
constexpr int renju_rule = 4;
/// Kept back of a move's time for the way to the manager.
constexpr auto reserve = 25ms;

std::optional<std::int64_t> number(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// "x,y" or "x,y,field": so many numbers.
std::optional<std::vector<std::int64_t>> numbers(std::string_view text, std::size_t count) {
  std::vector<std::int64_t> values;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const auto value = number(text.substr(at, end - at));
    if (!value) return std::nullopt;
    values.push_back(*value);
    at = end + 1;
  }
  if (values.size() != count) return std::nullopt;
  return values;
}

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return result;
}

class Gomocup {
 public:
  explicit Gomocup(Streams& streams) : in_(streams.in), out_(streams.out) { restart(); }

  int talk() {
    std::string line;
    while (read(line)) {
      const std::size_t blank = line.find_first_of(" \t");
      const std::string command = upper(line.substr(0, blank));
      const std::string rest = blank == std::string::npos ? "" : line.substr(line.find_first_not_of(" \t", blank));
      if (command == "END") return exit_ok;
      if (!command.empty()) obey(command, rest);
      if (!out_) return exit_bad_line;
    }
    return exit_ok;
  }

 private:
  void obey(const std::string& command, const std::string& rest) {
    if (command == "START") {
      started_ = number(rest) == omok::board_size;
      restart();
      say(started_ ? "OK" : "ERROR only boards of 15 x 15 points");
    } else if (command == "RECTSTART") {
      say("ERROR only boards of 15 x 15 points");
    } else if (command == "RESTART") {
      restart();
      say("OK");
    } else if (command == "ABOUT") {
      say("name=\"Dolbang\", version=\"" DOLBANG_VERSION "\", author=\"the Dolbang project\", country=\"KR\"");
    } else if (command == "INFO") {
      info(rest);
    } else if (command == "BEGIN" || command == "TURN" || command == "TAKEBACK" || command == "BOARD" ||
               command == "YXBOARD" || command == "YXSHOWFORBID" || command == "SWAP2BOARD") {
      if (!started_)
        say("ERROR send START 15 first");
      else if (command == "BEGIN")
        begin();
      else if (command == "TURN")
        turn(rest);
      else if (command == "TAKEBACK")
        take_back(rest);
      else if (command == "YXSHOWFORBID")
        show_forbidden();
      else if (command == "SWAP2BOARD")
        swap2();
      else
        board(command == "BOARD");
    } else {
      say("UNKNOWN command");
    }
  }

  void restart() {
    black_ = white_ = {};
    moves_.clear();
    if (team_) team_->clear();
  }

  void info(const std::string& text) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string key = upper(text.substr(0, blank));
    const auto value = number(text.substr(blank));
    if (!value) return;  // the protocol has keys that are texts; they do not matter here
    if (key == "TIMEOUT_TURN") turn_time_ = std::chrono::milliseconds(*value);
    if (key == "TIMEOUT_MATCH") match_time_ = std::chrono::milliseconds(*value);
    if (key == "TIME_LEFT") time_left_ = std::chrono::milliseconds(*value);
    if (key == "MAX_NODE") max_nodes_ = *value;
    if (key == "MAX_DEPTH") max_depth_ = *value;
    if (key == "THREAD_NUM") threads_ = static_cast<int>(std::clamp<std::int64_t>(*value, 1, 64));
    if (key == "RULE") {
      if (*value == freestyle_rule || *value == renju_rule)
        rule_ = *value == renju_rule ? Rule::renju : Rule::freestyle;
      else
        say("ERROR rule " + std::to_string(*value) + " is not known; 0 is freestyle, 4 is Renju");
    }
  }

  bool place(std::int64_t x, std::int64_t y, Side side) {
    if (x < 0 || x >= omok::board_size || y < 0 || y >= omok::board_size) return false;
    const int p = omok::point_at(static_cast<int>(x), static_cast<int>(y));
    if (black_.contains(p) || white_.contains(p)) return false;
    (side == Side::black ? black_ : white_).insert(p);
    moves_.push_back(p);
    return true;
  }

  Side to_move() const { return moves_.size() % 2 == 0 ? Side::black : Side::white; }

  void begin() {
    if (!moves_.empty()) return say("ERROR the board is not empty");
    answer();
  }

  void turn(const std::string& rest) {
    const auto point = numbers(rest, 2);
    if (!point || !place((*point)[0], (*point)[1], to_move())) return say("ERROR that is not an empty point");
    answer();
  }

  void take_back(const std::string& rest) {
    const auto point = numbers(rest, 2);
    const auto p = point ? omok::point_at(static_cast<int>((*point)[0]), static_cast<int>((*point)[1])) : -1;
    if (moves_.empty() || moves_.back() != p) return say("ERROR that was not the last move");
    black_.erase(p);
    white_.erase(p);
    moves_.pop_back();
    say("OK");
  }

  /// BOARD: lines "x,y,field" up to DONE; field 1 is this program's, 2 the other's. Who has fewer stones, or as many
  /// and is to move, says who is black.
  void board(bool think) {
    struct Stone {
      std::int64_t x, y, field;
    };
    std::vector<Stone> stones;
    std::string line;
    bool good = true;
    while (read(line) && upper(line) != "DONE") {
      const auto values = numbers(line, 3);
      if (!values || stones.size() >= static_cast<std::size_t>(omok::points))
        good = false;
      else
        stones.push_back({(*values)[0], (*values)[1], (*values)[2]});
    }
    restart();
    const auto own = std::count_if(stones.begin(), stones.end(), [](const Stone& s) { return s.field == 1; });
    const auto others = std::count_if(stones.begin(), stones.end(), [](const Stone& s) { return s.field == 2; });
    const Side me = own < others ? Side::white : Side::black;
    for (const Stone& stone : stones)
      if (stone.field == 1 || stone.field == 2)
        good = place(stone.x, stone.y, stone.field == 1 ? me : other(me)) && good;
    if (!good || (own != others && own + 1 != others)) {
      restart();
      return say("ERROR that is not a position of a game");
    }
    if (think) answer();
  }

  omok::State state() const {
    omok::State state;
    state.variant.rule = rule_;
    state.black = black_;
    state.white = white_;
    state.stones = static_cast<std::uint8_t>(moves_.size());
    state.last = moves_.empty() ? std::int16_t{-1} : static_cast<std::int16_t>(moves_.back());
    state.to_move = to_move();
    return state;
  }

  omok_ai::Found think() {
    omok_ai::Limits limits;
    const auto now = [] { return std::chrono::steady_clock::now().time_since_epoch(); };
    limits.now = now;
    auto time = turn_time_;
    if (match_time_ > 0ms && time_left_) {
      // About so many moves are still to come.
      const auto share = *time_left_ / std::max<std::int64_t>(8, 24 - static_cast<std::int64_t>(moves_.size()) / 4);
      time = time > 0ms ? std::min(time, share) : share;
    }
    if (time > 0ms || match_time_ > 0ms)
      limits.time = std::max<std::chrono::nanoseconds>(5ms, time > 4 * reserve ? time - reserve : time * 3 / 4);
    if (time <= 0ms) limits.time = std::chrono::milliseconds(max_nodes_ > 0 || max_depth_ > 0 ? 0 : 1000);
    if (max_nodes_ > 0) limits.nodes = static_cast<std::uint64_t>(max_nodes_);
    if (max_depth_ > 0) limits.depth = static_cast<int>(std::min<std::int64_t>(max_depth_, limits.depth));
    limits.vcf_nodes = 200000;
    limits.leaf_vcf_nodes = 300;
    limits.vct_nodes = 50000;
    limits.opponent_vcf = true;
    if (!team_) team_ = std::make_unique<omok_ai::Team>(20);
    const auto before = now();
    const omok_ai::Found found =
        team_->run_together(Board::from(state()), limits, max_nodes_ > 0 ? 1 : threads_, run_parallel);
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now() - before).count();
    if (!found.best.empty()) {
      std::string text = "MESSAGE depth " + std::to_string(found.depth) + " score " +
                         std::to_string(found.best[0].score) + " nodes " + std::to_string(found.nodes) + " ms " +
                         std::to_string(ms) + " pv";
      for (const int p : found.best[0].line) text += ' ' + omok::point_text(p);
      say(text);
    }
    return found;
  }

  void answer() {
    const omok_ai::Found found = think();
    if (found.best.empty()) return say("ERROR there is no point left to play");
    const int p = found.best[0].point;
    place(omok::column_of(p), omok::row_of(p), to_move());
    say(text_of(p));
  }

  /// Yixin's extension: black's forbidden points, "FORBID " and four digits each, and a full stop.
  void show_forbidden() {
    std::string text = "FORBID ";
    if (rule_ == Rule::renju) {
      const omok::PointSet forbidden = omok::forbidden_points(black_, white_);
      const auto two = [](int n) { return (n < 10 ? "0" : "") + std::to_string(n); };
      for (int p = 0; p < omok::points; ++p)
        if (forbidden.contains(p)) text += two(omok::column_of(p)) + two(omok::row_of(p));
    }
    say(text + ".");
  }

  /// SWAP2BOARD: no stones, answered by three; three, answered by SWAP, a point (stays white), or two points; five,
  /// answered by SWAP or a point (stays white).
  void swap2() {
    restart();
    std::string line;
    bool good = true;
    while (read(line) && upper(line) != "DONE") {
      const auto values = numbers(line, 2);
      good = good && moves_.size() < 5 && values && place((*values)[0], (*values)[1], to_move());
    }
    if (!good || (!moves_.empty() && moves_.size() != 3 && moves_.size() != 5)) {
      restart();
      return say("ERROR there must be 0, 3 or 5 stones");
    }
    if (moves_.empty()) {
      // Judged about equal by this engine.
      return say("9,8 10,9 11,7");
    }
    const omok_ai::Found found = think();
    if (found.best.empty() || found.best[0].score < 0) return say("SWAP");
    const int p = found.best[0].point;
    place(omok::column_of(p), omok::row_of(p), to_move());
    say(text_of(p));
  }

  static std::string text_of(int p) {
    return std::to_string(omok::column_of(p)) + "," + std::to_string(omok::row_of(p));
  }

  void say(const std::string& line) { out_ << line << std::endl; }

  /// A line without its end; one that is too long is cut.
  bool read(std::string& line) {
    line.clear();
    std::streambuf& buffer = *in_.rdbuf();
    constexpr int end = std::char_traits<char>::eof();
    int c = buffer.sbumpc();
    if (c == end) return false;
    for (; c != end && c != '\n'; c = buffer.sbumpc())
      if (line.size() < limits::engine_line_bytes) line += static_cast<char>(c);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    return true;
  }

  std::istream& in_;
  std::ostream& out_;
  bool started_ = false;
  Rule rule_ = Rule::freestyle;
  omok::PointSet black_, white_;
  std::vector<int> moves_;
  std::chrono::milliseconds turn_time_{5000}, match_time_{0};
  std::optional<std::chrono::milliseconds> time_left_;
  std::int64_t max_nodes_ = 0, max_depth_ = 0;
  int threads_ = 1;
  std::unique_ptr<omok_ai::Team> team_;
};

}  // namespace

int run_gomocup(Streams& streams) { return Gomocup(streams).talk(); }

}  // namespace dolbang::engine
