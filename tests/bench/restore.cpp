// dolbang-bench-restore: how long many live rooms take to be there again after kill -9.
//
// Fills a store with rooms in the middle of a game, their logs mixed as life mixes them; then starts the server, kills
// it with SIGKILL and starts it again, so many times. The time is from starting the process to the answer to the first
// open, of a room picked at random, over a real socket.
#include <poll.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/rng.hpp"
#include "flags.hpp"
#include "line.hpp"
#include "match/match.hpp"
#include "process.hpp"
#include "proto/codec.hpp"
#include "server/ops/secret.hpp"
#include "server/room/event_codec.hpp"
#include "server/store/store.hpp"

namespace dolbang::bench {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using std::chrono::milliseconds;

struct Options {
  std::string server;
  fs::path data = "bench-restore-data";
  std::size_t rooms = 100'000;
  int plies = 20;
  int repetitions = 5;
  milliseconds at_most{0};  ///< fail when the median is over it; 0: only tell
};

/// A room of the fill: its log, and the moves that are still to be written.
struct Plan {
  std::string code, secret;
  std::vector<room::LogEvent> log;
};

std::vector<room::LogEvent> some_game(const GameSpec& spec, int plies, Rng& rng, const std::string& secret) {
  std::vector<room::LogEvent> log;
  const auto add = [&](room::LogKind kind, room::SeatIndex seat, std::string text) -> room::LogEvent& {
    room::LogEvent event;
    event.version = log.size() + 1;
    event.kind = kind;
    event.seat = seat;
    event.text = std::move(text);
    return log.emplace_back(std::move(event));
  };
  room::LogEvent& created = add(room::LogKind::created, 0, "Creator");
  created.secret_hash = ops::sha256_hex(secret);
  created.spec = spec;
  created.engine_seed = rng.next() >> 12;
  add(room::LogKind::joined, 1, "Guest").secret_hash = ops::sha256_hex(secret + "guest");
  Match match = *Match::start(spec);
  std::array<std::uint64_t, 2> seq{};
  while (match.ply() < plies && !match.is_over()) {
    const room::SeatIndex seat = match.to_move() == Side::black ? 0 : 1;
    const MoveList moves = match.position().legal_moves();
    const Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    add(room::LogKind::moved, seat, match.position().move_text(move)).seq = ++seq[seat];
    (void)match.play(match.to_move(), move);
  }
  return log;
}

/// Returns a few rooms to ask for.
std::vector<Plan> fill(const Options& options) {
  fs::remove_all(options.data);
  fs::create_directories(options.data);
  const auto opened = store::open_sqlite(options.data / "dolbang.sqlite", false);
  if (!opened) give_up(opened.error().message);
  store::Store& store = **opened;
  Rng rng(1);
  const std::array<GameSpec, 4> specs{
      {{"reversi", "8x8"}, {"omok", "freestyle"}, {"omok", "renju"}, {"reversi", "6x6"}}};
  std::vector<Plan> samples;
  constexpr std::size_t at_a_time = 5000;  // rooms whose moves are mixed
  for (std::size_t first = 0; first < options.rooms; first += at_a_time) {
    std::vector<Plan> plans(std::min(at_a_time, options.rooms - first));
    for (std::size_t i = 0; i < plans.size(); ++i) {
      plans[i].secret = ops::random_secret();
      plans[i].code = ops::room_code_of(plans[i].secret);
      plans[i].log = some_game(specs[i % specs.size()], options.plies, rng, plans[i].secret);
    }
    for (std::size_t version = 0; version < static_cast<std::size_t>(options.plies) + 2; ++version)
      for (const Plan& plan : plans) {
        if (version >= plan.log.size()) continue;
        while (!store.accepting()) store.flush(1s);
        store.append({plan.code, version + 1, room::encode_event(plan.log[version])}, nullptr);
      }
    for (const Plan& plan : plans)
      for (const int seat : {0, 1}) {
        while (!store.accepting()) store.flush(1s);
        store.save_absence(plan.code, seat, 5s);
      }
    samples.push_back(std::move(plans[rng.below(static_cast<std::uint32_t>(plans.size()))]));
  }
  store.save_service_time(10s);
  if (!store.flush(60s)) give_up("the store was not filled in time");
  return samples;
}

/// Opens the room and waits for its state, asking again while the server is too busy.
void ask_for(const Plan& plan, std::uint16_t port) {
  Line line(port);
  bool welcome = false;
  bool shown = false;
  const auto open = [&](Time due) {
    line.send(proto::encode(proto::ClientMessage(proto::Open{plan.code, plan.secret, std::nullopt})), 2, due);
  };
  line.send(proto::encode(proto::ClientMessage(proto::Hello{})), 1, Time{});
  open(Time{});
  const Time deadline = Clock::now() + 60s;
  while (!shown) {
    if (!line.is_open() || Clock::now() > deadline) give_up("the server does not answer");
    pollfd polled{line.descriptor(), line.interest(Clock::now()), 0};
    poll(&polled, 1, 5);
    line.work(Clock::now(), polled.revents, [&](std::string_view text) {
      const auto message = proto::parse_server(text);
      if (!message) give_up("the server sent what is not the protocol");
      welcome = welcome || std::holds_alternative<proto::Welcome>(*message);
      if (const auto* state = std::get_if<proto::State>(&*message)) {
        if (!welcome || state->version != plan.log.size())
          give_up("the server shows another room: " + std::string(text));
        shown = true;
      } else if (const auto* reject = std::get_if<proto::Reject>(&*message)) {
        if (reject->reason != "overloaded") give_up("refused: " + std::string(text));
        open(Clock::now() + 10ms);
      }
    });
  }
}

void run(const Options& options) {
  const auto begin = Clock::now();
  const std::vector<Plan> samples = fill(options);
  const auto ms = [](Clock::duration time) { return std::chrono::duration_cast<milliseconds>(time).count(); };
  std::printf("filled with %zu rooms of %d plies in %lld ms; store of %.0f MiB\n", options.rooms, options.plies,
              static_cast<long long>(ms(Clock::now() - begin)),
              static_cast<double>(fs::file_size(options.data / "dolbang.sqlite")) / 1024 / 1024);
  std::vector<long long> times;
  for (int i = 0; i <= options.repetitions; ++i) {
    const auto start = Clock::now();
    Process server({options.server, "--address", "127.0.0.1", "--port", "0", "--data", options.data.string(),
                    "--log-level", "warning"});
    const auto listening = Clock::now();
    ask_for(samples[static_cast<std::size_t>(i) % samples.size()], server.port());
    const auto opened = Clock::now();
    if (i > 0) times.push_back(ms(opened - start));  // the first was not after a kill
    std::printf("%s listening after %lld ms, first room open after %lld ms; %.0f ms of CPU, %.0f MiB private\n",
                i == 0 ? "first start:  " : "after kill -9:", static_cast<long long>(ms(listening - start)),
                static_cast<long long>(ms(opened - start)),
                std::chrono::duration<double, std::milli>(server.cpu().total).count(),
                static_cast<double>(server.private_bytes()) / 1024 / 1024);
    server.kill_now();
  }
  std::sort(times.begin(), times.end());
  const long long median = times[times.size() / 2];
  std::printf("after kill -9: median %lld ms, best %lld ms, worst %lld ms\n", median, times.front(), times.back());
  fs::remove_all(options.data);
  if (options.at_most.count() > 0 && median > options.at_most.count()) give_up("that is too slow");
}

Options parse(int argc, char** argv) {
  Options options;
  CLI::App app("How long many live rooms take to be there again after kill -9");
  app.add_option("--server", options.server, "The program")->required();
  app.add_option("--rooms", options.rooms, "Live rooms")->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--plies", options.plies, "Played in each")->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--repetitions", options.repetitions, "Starts")->check(CLI::PositiveNumber)->capture_default_str();
  add_duration(app, "--at-most", options.at_most, "Fail when the median is more milliseconds than this");
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
