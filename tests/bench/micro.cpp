// Micro-benchmarks of what a move passes through: rules, codec, room.
#include <benchmark/benchmark.h>

#include <bit>
#include <fstream>
#include <vector>

#include "core/rng.hpp"
#include "games/omok/renju.hpp"
#include "games/reversi/reversi.hpp"
#include "match/match.hpp"
#include "proto/codec.hpp"
#include "server/room/event_codec.hpp"
#include "server/room/room.hpp"

namespace {

using namespace dolbang;
namespace proto = dolbang::proto;

/// Positions of random games, from the first move to the last.
std::vector<reversi::State> positions() {
  std::vector<reversi::State> all;
  Rng rng(1);
  while (all.size() < 1024) {
    auto state = *Reversi::start("8x8");
    while (!Reversi::verdict(state)) {
      MoveList moves;
      Reversi::legal_moves(state, moves);
      if (!moves[0].is_pass()) all.push_back(state);
      Reversi::play(state, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  return all;
}

void perft(benchmark::State& state) {
  const auto start = *Reversi::start("8x8");
  const int depth = static_cast<int>(state.range(0));
  std::uint64_t leaves = 0;
  for (auto _ : state) leaves += reversi::perft(start, depth);
  state.counters["leaves/s"] = benchmark::Counter(static_cast<double>(leaves), benchmark::Counter::kIsRate);
}
BENCHMARK(perft)->Arg(8)->Arg(9)->Unit(benchmark::kMillisecond);

void legal_squares(benchmark::State& state) {
  const auto all = positions();
  std::size_t i = 0;
  for (auto _ : state) {
    const auto& position = all[i++ % 1024];
    benchmark::DoNotOptimize(reversi::legal_squares(position.own(), position.opponent()));
  }
}
BENCHMARK(legal_squares);

void flips(benchmark::State& state) {
  const auto all = positions();
  std::vector<int> squares;
  for (const auto& position : all)
    squares.push_back(std::countr_zero(reversi::legal_squares(position.own(), position.opponent())));
  std::size_t i = 0;
  for (auto _ : state) {
    const auto at = i++ % 1024;
    benchmark::DoNotOptimize(reversi::flips(all[at].own(), all[at].opponent(), squares[at]));
  }
}
BENCHMARK(flips);

/// Middle games of Renju: the field's where ../shared/data is there, else a few of the project's own.
std::vector<omok::State> renju_positions() {
  std::vector<std::string> games;
  std::ifstream file(DOLBANG_DATA "renju/bench_positions_20.txt");
  for (std::string line; std::getline(file, line);) games.push_back(line);
  if (games.empty())
    games = {"h8i9g7h9g9i7i10g10f8i8j7h10", "h8h9j7g8f7g7g9i7i6h6j8j6k9l10g6e8", "h8i9j7g9i7k7i6i8h5g4h7g7h9h6g8f9"};
  std::vector<omok::State> all;
  for (const std::string& game : games)
    if (const auto match = Match::replay({"omok", "freestyle"}, game)) all.push_back(*match->position().get_if<Omok>());
  return all;
}

/// All of black's forbidden points of one position.
void forbidden_points(benchmark::State& state) {
  const auto all = renju_positions();
  std::size_t i = 0;
  for (auto _ : state) {
    const auto& position = all[i++ % all.size()];
    benchmark::DoNotOptimize(omok::forbidden_points(position.black, position.white));
  }
}
BENCHMARK(forbidden_points)->Unit(benchmark::kMicrosecond);

proto::ServerMessage moved_event() {
  proto::Event event;
  event.room = "abcdefghjk";
  event.version = 33;
  event.side = Side::black;
  event.move = reversi::square_text(37);
  event.ply = 31;
  event.to_move = Side::white;
  event.hash = proto::hash_text(0x0123456789abcdef);
  event.seq = 16;
  return event;
}

void parse_play(benchmark::State& state) {
  const std::string frame = proto::encode(proto::ClientMessage(proto::Play{16, 30, "f5"}));
  for (auto _ : state) benchmark::DoNotOptimize(proto::parse_client(frame));
}
BENCHMARK(parse_play);

void encode_event(benchmark::State& state) {
  const auto event = moved_event();
  for (auto _ : state) benchmark::DoNotOptimize(proto::encode(event));
}
BENCHMARK(encode_event);

void parse_event(benchmark::State& state) {
  const std::string frame = proto::encode(moved_event());
  for (auto _ : state) benchmark::DoNotOptimize(proto::parse_server(frame));
}
BENCHMARK(parse_event);

void encode_log_event(benchmark::State& state) {
  room::LogEvent event;
  event.version = 33;
  event.kind = room::LogKind::moved;
  event.seq = 16;
  event.text = "f5";
  for (auto _ : state) benchmark::DoNotOptimize(room::encode_event(event));
}
BENCHMARK(encode_log_event);

/// A whole game in a room of two connections; the time is that of one move.
void room_move(benchmark::State& state) {
  Rng rng(1);
  std::int64_t moves = 0;
  room::Effects effects;
  auto made = room::Room::create("abcdefghjk", {}, 1, {"reversi", "", "", Side::black, {}}, {"s", "h"}, "", 1, effects);
  room::Room& room = *made;
  proto::Open open;
  open.room = "abcdefghjk";
  room.open(2, open, "", {}, effects);
  room.join(2, {"", {}}, {"t", "i"}, {}, effects);
  std::array<std::uint64_t, 2> seq{};
  std::uint64_t game = 0;
  for (auto _ : state) {
    effects.clear();
    if (room.match().is_over()) {
      state.PauseTiming();
      for (const std::uint64_t connection : {1u, 2u})
        room.intend(connection, proto::Rematch{++seq[connection - 1]}, {}, effects);
      effects.clear();
      ++game;
      state.ResumeTiming();
    }
    const Position& position = room.match().position();
    const auto legal = position.legal_moves();
    const bool creator = (position.to_move() == Side::black) == (game % 2 == 0);
    const std::uint64_t connection = creator ? 1 : 2;
    const auto move = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
    room.intend(connection, proto::Play{++seq[connection - 1], room.match().ply(), position.move_text(move)}, {},
                effects);
    if (std::holds_alternative<room::Send>(effects.front())) return state.SkipWithError("a legal move was refused");
    ++moves;
  }
  state.SetItemsProcessed(moves);
}
BENCHMARK(room_move);

}  // namespace

BENCHMARK_MAIN();
