// The Reversi search in a shell: solve, analyse, bench.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <memory>
#include <ostream>

#include "ai/reversi/worker.hpp"
#include "core/rng.hpp"
#include "engine/declarations.hpp"
#include "engine/lines.hpp"
#include "games/reversi/reversi.hpp"
#include "threads/run_parallel.hpp"

namespace dolbang::engine {
namespace {

using namespace reversi_ai;
using Clock = std::chrono::steady_clock;

std::string square_name(int square) { return square == no_square ? "--" : reversi::square_text(square); }

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Args {
  std::string file;
  int threads = 1;
  int depth = 12;
  int guess_depth = 0;  ///< of solve: instead of proving the score, so many plies with ProbCut; 0: prove it
  int solve_from = 20;
  int table_mib = 256;
  bool portable = false;
};

Kernel kernel_of(const Args& args) { return args.portable ? Kernel::portable : best_kernel(); }

/// A search with a table of its own, by one or more threads.
class Searcher {
 public:
  explicit Searcher(const Args& args) : table_(static_cast<std::size_t>(args.table_mib) << 20) {
    for (int i = 0; i < args.threads; ++i) workers_.push_back(make_worker(kernel_of(args), table_, Weights::own()));
  }
  void forget() { table_.clear(); }
  Outcome think(const reversi::State& state, const Task& task) {
    table_.next_age();
    return think_together(workers_, board_of(state), geometry_of(state.board), task, run_parallel);
  }

 private:
  Table table_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

/// The position of an OBF line; what follows the first semicolon is for the caller.
Expected<reversi::State> position_of(std::string_view line) {
  return reversi::parse_board(line.substr(0, line.find(';')));
}

/// Runs f over the lines of a file, "-" being standard input; empty lines are skipped.
int for_each_line(const std::string& file, Streams& streams,
                  const std::function<Expected<std::string>(const std::string&)>& f) {
  std::ifstream opened;
  if (file != "-") {
    opened.open(file);
    if (!opened) return usage_error(streams, {"cannot_read", "Cannot read \"" + file + "\"."});
  }
  std::istream& in = file == "-" ? streams.in : opened;
  int code = exit_ok;
  for (std::string line; std::getline(in, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos || line[0] == '%') continue;
    const auto answer = f(line);
    if (answer) {
      streams.out << *answer << std::endl;
    } else {
      code = exit_bad_line;
      streams.out << "error: " << printable(answer.error().message) << std::endl;
    }
  }
  return code;
}

int run_solve(const Args& args, Streams& streams) {
  Searcher searcher(args);
  std::uint64_t nodes = 0;
  int solved = 0;
  int known = 0;
  int right = 0;
  const double processor = processor_seconds();
  const auto begin = Clock::now();
  const int code = for_each_line(args.file, streams, [&](const std::string& line) -> Expected<std::string> {
    const auto state = position_of(line);
    if (!state) return tl::unexpected(state.error());
    searcher.forget();
    Task task;
    if (args.guess_depth > 0)
      task.depth = args.guess_depth;
    else
      task.solve_from = 64;
    const auto start = Clock::now();
    const Outcome outcome = searcher.think(*state, task);
    nodes += outcome.nodes;
    ++solved;
    // The first of the moves that the line gives with their scores is the best.
    if (const auto colon = line.find(':', std::min(line.size(), line.find(';'))); colon != std::string::npos) {
      ++known;
      right += std::atoi(line.c_str() + colon + 1) == outcome.score;
    }
    char text[96];
    std::snprintf(text, sizeof text, "%+d %s %llu nodes %.3f s", outcome.score, square_name(outcome.move).c_str(),
                  static_cast<unsigned long long>(outcome.nodes), seconds_since(start));
    return std::string(text);
  });
  if (code == exit_usage) return code;
  const double spent = processor_seconds() - processor;
  char text[192];
  std::snprintf(
      text, sizeof text,
      "%d solved, %d of %d as the file says, %llu nodes, %.2f s, %.2f s of processor time, %.1f million nodes/s",
      solved, right, known, static_cast<unsigned long long>(nodes), seconds_since(begin), spent,
      static_cast<double>(nodes) / std::max(spent, 1e-6) / 1e6);
  streams.err << text << std::endl;
  return code;
}

int run_analyse(const Args& args, Streams& streams) {
  Searcher searcher(args);
  return for_each_line(args.file, streams, [&](const std::string& line) -> Expected<std::string> {
    const auto state = position_of(line);
    if (!state) return tl::unexpected(state.error());
    MoveList moves;
    Reversi::legal_moves(*state, moves);
    std::vector<std::pair<int, std::string>> scores;
    bool exact = true;
    for (const Move move : moves) {
      reversi::State next = *state;
      Reversi::play(next, move);
      Task task;
      task.depth = std::max(1, args.depth - 1);
      task.solve_from = args.solve_from - 1;
      const Outcome outcome = searcher.think(next, task);
      // After a pass or a move that leaves no reply the score may be the mover's already; think() always speaks for
      // the side to move of `next`.
      scores.emplace_back(-outcome.score, Reversi::move_text(*state, move));
      exact = exact && outcome.exact;
    }
    std::stable_sort(scores.begin(), scores.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::string text = exact ? "exact" : "depth " + std::to_string(args.depth);
    for (const auto& [score, name] : scores) {
      char part[32];
      std::snprintf(part, sizeof part, " %s:%+d", name.c_str(), score);
      text += part;
    }
    return text;
  });
}

/// Fixed work for comparing builds: the same nodes everywhere, only the time differs.
int run_bench(const Args& args, Streams& streams) {
  Searcher searcher(args);
  Rng rng(1);
  std::uint64_t total = 0;
  const double processor = processor_seconds();
  for (int i = 0; i < 20; ++i) {
    auto state = *Reversi::start("8x8");
    const int empties = i < 10 ? 50 - 3 * i : 16;
    while (std::popcount(state.empties()) > empties) {
      MoveList moves;
      Reversi::legal_moves(state, moves);
      if (moves.empty())
        state = *Reversi::start("8x8");
      else
        Reversi::play(state, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    searcher.forget();
    Task task;
    task.depth = args.depth;
    task.solve_from = 16;
    const Outcome outcome = searcher.think(state, task);
    total += outcome.nodes;
    streams.out << Reversi::board_text(state) << ' ' << square_name(outcome.move) << ' ' << outcome.score << ' '
                << outcome.nodes << std::endl;
  }
  const double spent = processor_seconds() - processor;
  char text[96];
  std::snprintf(text, sizeof text, "%llu nodes %.3f s %.1f million nodes/s", static_cast<unsigned long long>(total),
                spent, static_cast<double>(total) / std::max(spent, 1e-6) / 1e6);
  streams.out << text << std::endl;
  return exit_ok;
}

void common_options(CLI::App& app, const std::shared_ptr<Args>& args) {
  app.add_option("--threads", args->threads, "Threads that search together")->check(CLI::Range(1, 64));
  app.add_option("--table", args->table_mib, "Memory of the transposition table, in MiB")->check(CLI::Range(1, 65536));
  app.add_flag("--portable", args->portable, "Without the instructions that only some processors have");
}

}  // namespace

Run declare_solve(CLI::App& app) {
  const auto args = std::make_shared<Args>();
  app.add_option("FILE", args->file, "Positions, one a line, in OBF; - for standard input")->required();
  app.add_option("--depth", args->guess_depth, "Do not prove the score but look so many plies ahead, selectively")
      ->check(CLI::Range(1, 60));
  common_options(app, args);
  app.footer("The sums go to standard error. Seconds of a position are of the clock on the wall.");
  return [args](Streams& streams) { return run_solve(*args, streams); };
}

Run declare_analyse(CLI::App& app) {
  const auto args = std::make_shared<Args>();
  app.add_option("FILE", args->file, "Positions, one a line, in OBF; - for standard input")->required();
  app.add_option("--depth", args->depth, "Plies to look ahead")->check(CLI::Range(1, 60));
  app.add_option("--solve-from", args->solve_from, "Empties from which scores are exact")->check(CLI::Range(0, 60));
  common_options(app, args);
  return [args](Streams& streams) { return run_analyse(*args, streams); };
}

Run declare_bench(CLI::App& app) {
  const auto args = std::make_shared<Args>();
  args->table_mib = 16;
  app.add_option("--depth", args->depth, "Plies to look ahead")->check(CLI::Range(1, 30));
  common_options(app, args);
  return [args](Streams& streams) { return run_bench(*args, streams); };
}

}  // namespace dolbang::engine
