// dolbang-bench-peers: the same job for the server and for what else one could take, in one run on one machine.
//
// The job: rooms of two that play Omok, one move on its way in each; a move goes to the server and back to both. The
// server checks rules and turns and, when durable, has the move on the disk before anybody sees it. The relays check
// nothing; boardgame.io checks turns and empty points. The programs take turns, each started afresh.
#include <poll.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/rng.hpp"
#include "line.hpp"
#include "match/match.hpp"
#include "process.hpp"
#include "proto/codec.hpp"

namespace dolbang::bench {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

enum class Kind : std::uint8_t { dolbang, relay, boardgame_io };

struct Candidate {
  std::string name;
  Kind kind;
  std::vector<std::string> command;
};

/// A game of so many moves that nobody wins.
struct Game {
  std::vector<std::string> words;
  std::vector<int> points;
};

Game quiet_game(std::size_t moves, std::uint64_t seed) {
  Rng rng(seed);
  for (;;) {
    Match match = *Match::start({"omok", "freestyle"});
    Game game;
    for (int tries = 0; game.points.size() < moves && tries < 2000; ++tries) {
      const MoveList legal = match.position().legal_moves();
      const Move move = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
      Match next = match;
      if (!next.play(next.to_move(), move) || next.is_over()) continue;
      game.words.push_back(match.position().move_text(move));
      game.points.push_back(move.code);
      match = std::move(next);
    }
    if (game.points.size() == moves) return game;
  }
}

struct Numbers {
  double per_second = 0, p50_ms = 0, p99_ms = 0, cpu_us = 0;
};

class Job {
 public:
  Job(Kind kind, std::uint16_t port, std::size_t rooms, std::size_t moves) : kind_(kind), moves_(moves) {
    for (std::uint64_t seed = 0; seed < 16; ++seed) games_.push_back(quiet_game(moves, seed));
    for (std::size_t i = 0; i < rooms; ++i) {
      rooms_.push_back(std::make_unique<Room>());
      rooms_.back()->name = "room" + std::to_string(i);
      const std::string path = kind == Kind::boardgame_io ? "/socket.io/?EIO=4&transport=websocket" : "/ws";
      for (std::size_t side = 0; side < 2; ++side) {
        rooms_.back()->lines[side] = std::make_unique<Line>(port, path);
        greet(*rooms_.back(), side);
      }
      // A few at a time: below every backlog.
      if (i % 32 == 31 || i + 1 == rooms)
        run_until([&] {
          return std::all_of(rooms_.begin(), rooms_.end(), [](const auto& room) { return room->ready == 2; });
        });
    }
  }

  /// Plays up to this ply in every room.
  void play(std::size_t up_to, std::vector<Clock::duration>& latencies) {
    up_to_ = std::min(up_to, moves_);
    latencies_ = &latencies;
    for (auto& room : rooms_) move(*room);
    run_until([&] {
      return std::all_of(rooms_.begin(), rooms_.end(),
                         [&](const auto& room) { return room->seen[0] == up_to_ && room->seen[1] == up_to_; });
    });
  }

 private:
  struct Room {
    std::string name, code;
    std::array<std::unique_ptr<Line>, 2> lines;
    int ready = 0;
    std::array<std::size_t, 2> seen{};
    std::size_t sent = 0;
    Time sent_at{};
  };

  const Game& game(const Room& room) const {
    return games_[static_cast<std::size_t>(std::atoi(room.name.c_str() + 4)) % games_.size()];
  }

  template <class Done>
  void run_until(Done&& done) {
    std::vector<pollfd> polled;
    const Time deadline = Clock::now() + 120s;
    while (!done()) {
      if (Clock::now() > deadline) give_up("the program does not keep up");
      polled.clear();
      const Time now = Clock::now();
      for (auto& room : rooms_)
        for (auto& line : room->lines) {
          if (!line->is_open()) give_up("the program closed a connection");
          polled.push_back({line->descriptor(), line->interest(now), 0});
        }
      poll(polled.data(), polled.size(), 100);
      for (std::size_t i = 0; i < polled.size(); ++i)
        if (polled[i].revents != 0) {
          Room& room = *rooms_[i / 2];
          room.lines[i % 2]->work(now, polled[i].revents, [&](std::string_view text) { hear(room, i % 2, text); });
        }
    }
  }

  void send(Room& room, std::size_t side, std::string_view text) { room.lines[side]->send(text, 0x1234567, Time{}); }
  void send(Room& room, std::size_t side, const proto::ClientMessage& message) {
    send(room, side, proto::encode(message));
  }

  void greet(Room& room, std::size_t side) {
    switch (kind_) {
      case Kind::relay: return send(room, side, room.name);
      case Kind::boardgame_io: return;  // it begins
      case Kind::dolbang: return send(room, side, proto::Hello{});
    }
  }

  void hear(Room& room, std::size_t side, std::string_view text) {
    switch (kind_) {
      case Kind::relay:
        if (text == "ready")
          ++room.ready;
        else
          saw(room, side);
        return;
      case Kind::boardgame_io: return hear_socket_io(room, side, text);
      case Kind::dolbang: return hear_dolbang(room, side, text);
    }
  }

  void hear_dolbang(Room& room, std::size_t side, std::string_view text) {
    if (text.starts_with(R"({"t":"event")")) {
      if (text.find(R"("kind":"moved")") != std::string_view::npos) saw(room, side);
      return;
    }
    if (text.starts_with(R"({"t":"presence")")) return;
    const auto message = proto::parse_server(text);
    if (!message) give_up("the server sent what is not the protocol");
    if (std::holds_alternative<proto::Welcome>(*message)) {
      if (side == 0) return send(room, 0, proto::Create{"omok", "freestyle", "Ann", Side::black, {}});
      if (!room.code.empty()) send(room, 1, proto::Open{room.code, "", std::nullopt});
      room.code += '.';  // has said hello
    } else if (const auto* entered = std::get_if<proto::Entered>(&*message)) {
      ++room.ready;
      if (side == 1) return;
      if (!room.code.empty()) send(room, 1, proto::Open{entered->room, "", std::nullopt});
      room.code = entered->room;
    } else if (const auto* state = std::get_if<proto::State>(&*message)) {
      if (side == 1 && !state->you) send(room, 1, proto::Join{"Ben", {}});
    } else {
      give_up("refused: " + std::string(text));
    }
  }

  /// Engine.IO 4 around Socket.IO 5: "0" open, "2" ping, "40" connected, "42" an event.
  void hear_socket_io(Room& room, std::size_t side, std::string_view text) {
    const std::string player = std::to_string(side);
    if (text.starts_with("0")) return send(room, side, "40/omok,");
    if (text == "2") return send(room, side, "3");
    if (text.starts_with("40"))
      return send(room, side, R"(42/omok,["sync",")" + room.name + R"(",")" + player + R"(",null,2])");
    if (text.starts_with(R"(42/omok,["sync")")) {
      ++room.ready;
    } else if (text.starts_with(R"(42/omok,["update")")) {
      saw(room, side);
    }
  }

  void saw(Room& room, std::size_t side) {
    const std::size_t ply = ++room.seen[side];
    if (ply > room.sent) give_up("more came back than was sent");
    if ((ply - 1) % 2 == side) latencies_->push_back(Clock::now() - room.sent_at);
    if (room.seen[0] == room.seen[1]) move(room);
  }

  void move(Room& room) {
    if (room.sent >= up_to_ || room.seen[0] != room.sent || room.seen[1] != room.sent) return;
    const std::size_t ply = room.sent++;
    const std::size_t side = ply % 2;
    room.sent_at = Clock::now();
    if (kind_ == Kind::boardgame_io) {
      const std::string player = std::to_string(side);
      return send(room, side,
                  R"(42/omok,["update",{"type":"MAKE_MOVE","payload":{"type":"place","args":[)" +
                      std::to_string(game(room).points[ply]) + R"(],"playerID":")" + player +
                      R"(","credentials":null}},)" + std::to_string(ply) + R"(,")" + room.name + R"(",")" + player +
                      R"("])");
    }
    send(room, side, proto::Play{ply / 2 + 1, static_cast<int>(ply), game(room).words[ply]});
  }

  Kind kind_;
  std::size_t moves_, up_to_ = 0;
  std::vector<Game> games_;
  std::vector<std::unique_ptr<Room>> rooms_;
  std::vector<Clock::duration>* latencies_ = nullptr;
};

Numbers measure(const Candidate& candidate, std::size_t rooms, std::size_t moves) {
  Process process(candidate.command);
  Job job(candidate.kind, process.port(), rooms, moves);
  std::vector<Clock::duration> latencies;
  job.play(moves / 5, latencies);  // warm
  latencies.clear();
  const Cpu before = process.cpu();
  const auto begin = Clock::now();
  job.play(moves, latencies);
  const std::chrono::duration<double> time = Clock::now() - begin;
  const Cpu used = process.cpu() - before;
  std::sort(latencies.begin(), latencies.end());
  const auto count = static_cast<double>(latencies.size());
  const auto ms = [](Clock::duration d) { return std::chrono::duration<double, std::milli>(d).count(); };
  return {count / time.count(), ms(latencies[latencies.size() / 2]), ms(latencies[latencies.size() * 99 / 100]),
          std::chrono::duration<double, std::micro>(used.total).count() / count};
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void run(const std::string& server, const fs::path& npm, std::size_t rooms, std::size_t moves, int repetitions) {
  const fs::path data = npm / "bench-data";
  const auto dolbang = [&](const char* durable) {
    return std::vector<std::string>{server,        "--address",
                                    "127.0.0.1",   "--port",
                                    "0",           "--data",
                                    data.string(), "--threads",
                                    "1",           "--durable",
                                    durable,       "--log-level",
                                    "warning",     "--connections-per-address",
                                    "100000",      "--rooms-per-minute",
                                    "1000000",     "--frames-per-second",
                                    "100000"};
  };
  const std::string node = "/usr/bin/env";
  const std::string script = npm.string() + "/";
  const std::vector<Candidate> candidates{
      {"dolbang-server, durable", Kind::dolbang, dolbang("on")},
      {"dolbang-server, not durable", Kind::dolbang, dolbang("off")},
      {"Bun (uWebSockets), relay",
       Kind::relay,
       {npm.string() + "/node_modules/@oven/bun-linux-x64/bin/bun", script + "relay_bun.mjs"}},
      {"npm ws, relay", Kind::relay, {node, "node", script + "relay_ws.mjs"}},
      {"boardgame.io, in memory", Kind::boardgame_io, {node, "node", script + "boardgame_io.cjs"}},
      {"boardgame.io, in files",
       Kind::boardgame_io,
       {node, "node", script + "boardgame_io.cjs", (data / "files").string()}}};
  std::vector<std::array<std::vector<double>, 4>> all(candidates.size());
  for (int i = 0; i < repetitions; ++i)
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      fs::remove_all(data);
      fs::create_directories(data);
      const Numbers numbers = measure(candidates[c], rooms, moves);
      all[c][0].push_back(numbers.per_second);
      all[c][1].push_back(numbers.p50_ms);
      all[c][2].push_back(numbers.p99_ms);
      all[c][3].push_back(numbers.cpu_us);
    }
  std::printf("%zu rooms of two, %zu moves each, medians of %d alternating runs\n", rooms, moves - moves / 5,
              repetitions);
  std::printf("  %-30s %10s %10s %10s %12s %8s\n", "", "moves/s", "p50 ms", "p99 ms", "CPU us/move", "ratio");
  for (std::size_t c = 0; c < candidates.size(); ++c)
    std::printf("  %-30s %10.0f %10.2f %10.2f %12.1f %7.2fx\n", candidates[c].name.c_str(), median(all[c][0]),
                median(all[c][1]), median(all[c][2]), median(all[c][3]), median(all[c][3]) / median(all[0][3]));
  fs::remove_all(data);
}

}  // namespace
}  // namespace dolbang::bench

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fprintf(stderr,
                 "usage: dolbang-bench-peers SERVER NPM_FOLDER ROOMS MOVES REPETITIONS\n"
                 "tests/bench/peers/run installs what it needs. MOVES of each room, at most 200.\n");
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  dolbang::bench::pin_self_to_last_processor();
  dolbang::bench::run(argv[1], argv[2], static_cast<std::size_t>(std::atol(argv[3])),
                      static_cast<std::size_t>(std::atol(argv[4])), std::atoi(argv[5]));
}
