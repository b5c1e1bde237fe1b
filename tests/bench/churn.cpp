// dolbang-bench-churn: does the server's memory stay where it is, however many rooms come and go?
//
// Rooms are created, played in and left over real sockets, by connections that go on to the next room; a room in which
// nobody is ends after --room-idle. The server's private memory is noted at each tenth of the way, and at each of the
// --rests, when all rooms are over. The first half fills what there is to fill; the second must add nothing.
#include <poll.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rng.hpp"
#include "flags.hpp"
#include "line.hpp"
#include "match/match.hpp"
#include "process.hpp"
#include "proto/codec.hpp"

namespace dolbang::bench {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

struct Options {
  std::string server;
  fs::path data = "bench-churn-data";
  std::size_t rooms = 1'000'000;
  std::size_t rests = 2;  ///< on the way, the end included
  std::size_t at_a_time = 128;
  double per_second = 400;  ///< begun; the same all the time, so that as many rooms live at a time
  int moves = 6;            ///< then somebody resigns
  double idle_days = 0.0001;
};

/// Two connections at one room after the other. Each step waits for the answer to the one before.
class Pair {
 public:
  Pair(std::uint16_t port, std::uint64_t seed) : lines_{Line(port), Line(port)}, rng_(seed) {
    for (Line& line : lines_) send(line, proto::Hello{});
  }

  /// In the middle of a room.
  bool is_busy() const { return busy_; }
  void begin_room() {
    busy_ = true;
    match_.reset();
    seq_ = {};
    send(lines_[0], proto::Create{"reversi", "6x6", "Ann", Side::black, {}});
  }
  bool is_ready() const { return welcomes_ == 2 && !busy_; }

  void watch(std::vector<pollfd>& polled) const {
    for (const Line& line : lines_) polled.push_back({line.descriptor(), line.interest(Clock::now()), 0});
  }
  void work(const pollfd* polled, int moves) {
    for (std::size_t i = 0; i < 2; ++i) {
      if (!lines_[i].is_open()) give_up("the server closed a connection");
      if (polled[i].revents != 0)
        lines_[i].work(Clock::now(), polled[i].revents, [&](std::string_view text) { hear(i, text, moves); });
    }
  }

 private:
  void send(Line& line, const proto::ClientMessage& message) {
    line.send(proto::encode(message), static_cast<std::uint32_t>(rng_.next()), Time{});
  }

  void hear(std::size_t who, std::string_view text, int moves) {
    const auto message = proto::parse_server(text);
    if (!message) give_up("the server sent what is not the protocol");
    if (std::holds_alternative<proto::Welcome>(*message)) {
      ++welcomes_;
    } else if (std::holds_alternative<proto::Reject>(*message) || std::holds_alternative<proto::Bye>(*message)) {
      give_up("refused: " + std::string(text));
    } else if (const auto* entered = std::get_if<proto::Entered>(&*message)) {
      if (who == 0) send(lines_[1], proto::Open{entered->room, "", std::nullopt});
    } else if (const auto* state = std::get_if<proto::State>(&*message)) {
      if (who == 1 && !state->you) send(lines_[1], proto::Join{"Ben", {}});
      if (who == 1 && state->you) {
        match_ = *Match::start({"reversi", "6x6"});
        go_on(moves);
      }
    } else if (const auto* event = std::get_if<proto::Event>(&*message); event && event->seq) {
      if (event->result) {
        busy_ = false;
      } else {
        (void)match_->play(match_->to_move(), *match_->position().parse_move(event->move));
        go_on(moves);
      }
    }
  }

  void go_on(int moves) {
    const std::size_t who = match_->to_move() == Side::black ? 0 : 1;
    if (match_->ply() >= moves) return send(lines_[who], proto::Resign{++seq_[who], match_->ply()});
    const MoveList legal = match_->position().legal_moves();
    const Move move = legal[rng_.below(static_cast<std::uint32_t>(legal.size()))];
    send(lines_[who], proto::Play{++seq_[who], match_->ply(), match_->position().move_text(move)});
  }

  std::array<Line, 2> lines_;
  Rng rng_;
  int welcomes_ = 0;
  bool busy_ = false;
  std::optional<Match> match_;
  std::array<std::uint64_t, 2> seq_{};
};

void run(const Options& options) {
  fs::remove_all(options.data);
  Process server({options.server, "--address", "127.0.0.1", "--port", "0", "--data", options.data.string(),
                  "--log-level", "warning", "--rooms-per-minute", "1000000", "--frames-per-second", "100000",
                  "--connections-per-address", "10000", "--room-idle", std::to_string(options.idle_days)});
  std::vector<std::unique_ptr<Pair>> pairs;
  for (std::size_t i = 0; i < options.at_a_time; ++i) pairs.push_back(std::make_unique<Pair>(server.port(), i));
  const auto begin = Clock::now();
  const auto idle =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.idle_days * 86400));
  std::size_t begun = 0;
  const auto note = [&](const char* what) {
    const double mib = static_cast<double>(server.private_bytes()) / 1024 / 1024;
    std::printf("%8zu rooms after %5.0f s: %.2f MiB private%s\n", begun,
                std::chrono::duration<double>(Clock::now() - begin).count(), mib, what);
    return mib;
  };

  std::vector<pollfd> polled;
  const auto turn = [&] {
    polled.clear();
    for (const auto& pair : pairs) pair->watch(polled);
    poll(polled.data(), polled.size(), 1);
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i]->work(&polled[2 * i], options.moves);
  };
  const auto play_until = [&](std::size_t rooms) {
    const auto first = Clock::now();
    const std::size_t before = begun;
    const auto may_begin = [&] {
      const std::chrono::duration<double> past = Clock::now() - first;
      return begun < rooms && static_cast<double>(begun - before) < past.count() * options.per_second;
    };
    for (;;) {
      bool busy = false;
      for (auto& pair : pairs) {
        if (pair->is_ready() && may_begin()) {
          pair->begin_room();
          if (++begun % std::max<std::size_t>(1, options.rooms / 10) == 0) note("");
        }
        busy = busy || pair->is_busy();
      }
      if (begun == rooms && !busy) break;
      turn();
    }
    // Until all rooms are over but the one that each connection is in still.
    for (const Time end = Clock::now() + idle + 10s; Clock::now() < end;) turn();
    return note(", nobody plays");
  };
  double middle = 0, end = 0;
  for (std::size_t rest = 1; rest <= options.rests; ++rest) {
    end = play_until(options.rooms / options.rests * rest);
    if (rest == (options.rests + 1) / 2) middle = end;
  }
  std::printf("from the middle to the end: %+.2f %%\n", 100 * (end - middle) / middle);
  fs::remove_all(options.data);
}

Options parse(int argc, char** argv) {
  Options options;
  CLI::App app("Rooms come and go; does the server's memory stay where it is?");
  app.add_option("--server", options.server, "The program")->required();
  app.add_option("--rooms", options.rooms, "Rooms in all")->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--rests", options.rests, "How often all rooms are over on the way")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--at-a-time", options.at_a_time, "Pairs of players")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--per-second", options.per_second, "Rooms begun a second")->capture_default_str();
  app.add_option("--moves", options.moves, "Moves of a game, then somebody resigns")->capture_default_str();
  app.add_option("--data", options.data, "Folder for the store; it is emptied")->capture_default_str();
  parse_or_exit(app, argc, argv);
  return options;
}

}  // namespace
}  // namespace dolbang::bench

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  dolbang::bench::run(dolbang::bench::parse(argc, argv));
}
