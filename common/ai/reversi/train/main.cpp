// reversi-train: makes the weights of the Reversi evaluation from the engine's own games. README.md has the recipe.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <vector>

#include "ai/reversi/probcut.hpp"
#include "ai/reversi/small_book.hpp"
#include "ai/reversi/train/fit.hpp"
#include "ai/reversi/train/samples.hpp"
#include "ai/reversi/worker.hpp"
#include "core/rng.hpp"
#include "threads/run_parallel.hpp"

namespace {

using namespace dolbang;
using namespace dolbang::reversi_ai;

constexpr const char* usage =
    "usage: reversi-train generate --out FILE [--weights FILE] [--seed N] [--games N] [--depth N] [--solve-from N]\n"
    "                              [--random-most N] [--slips-least PERCENT] [--slips-most PERCENT] [--by-result 1]\n"
    "       reversi-train fit --in FILE [--in FILE...] --out FILE [--epochs N] [--window N]\n"
    "                         [--relabel DEPTH --weights FILE [--solve-from N] [--threads N]]\n"
    "       reversi-train probcut --in FILE [--weights FILE] [--positions N] [--depth N] [--solve-most N]\n"
    "       reversi-train book --out FILE [--until EMPTIES] [--table MIB]\n"
    "Weights are files as `fit` writes them; without --weights the simple ones are used.\n";

int complain(const Error& error) {
  std::fprintf(stderr, "reversi-train: %s\n", error.message.c_str());
  return 1;
}

using Options = std::multimap<std::string, std::string>;

std::string text(const Options& options, const std::string& name, const std::string& otherwise = "") {
  const auto found = options.find(name);
  return found == options.end() ? otherwise : found->second;
}

long number(const Options& options, const std::string& name, long otherwise) {
  const std::string given = text(options, name);
  return given.empty() ? otherwise : std::strtol(given.c_str(), nullptr, 10);
}

Expected<std::shared_ptr<const Weights>> weights_of(const Options& options) {
  const std::string path = text(options, "weights");
  if (path.empty()) return Weights::simple();
  const auto bytes = read_file(path);
  if (!bytes) return tl::unexpected(bytes.error());
  return Weights::unpack(*bytes);
}

struct Generation {
  int depth, solve_from, random_most;
  int slips_least, slips_most;  ///< random moves after the first ones, in percent; each game has its own share
  bool by_result;
};

/// Plays one game and appends what it teaches.
void play_game(Worker& worker, Table& table, const Generation& how, Rng& rng, std::vector<Sample>& samples) {
  constexpr int random_least = 4;
  const int random_plies =
      random_least + static_cast<int>(rng.below(static_cast<unsigned>(how.random_most - random_least + 1)));
  const unsigned slips = static_cast<unsigned>(how.slips_least) +
                         rng.below(static_cast<std::uint32_t>(how.slips_most - how.slips_least + 1));
  auto state = *Reversi::start("8x8");
  std::vector<Sample> unlabelled;
  table.next_age();
  for (int ply = 0; !Reversi::verdict(state); ++ply) {
    MoveList moves;
    Reversi::legal_moves(state, moves);
    if (moves[0].is_pass()) {
      Reversi::play(state, moves[0]);
      continue;
    }
    const Board board = board_of(state);
    const int empties = std::popcount(state.empties());
    const Move any = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    const bool slip = !how.by_result && rng.below(100) < slips && empties > 4;
    if (ply < random_plies) {
      Reversi::play(state, any);
      continue;
    }
    Task task;
    task.depth = how.depth;
    // Nothing cut on a guess: the games do not depend on the numbers that are fitted to them later.
    task.selectivity = no_selectivity;
    task.solve_from = how.solve_from;
    const Outcome outcome = worker.think(board, whole_geometry, task);
    if (how.by_result && !outcome.exact) {
      unlabelled.push_back({board, static_cast<std::int8_t>(state.to_move == Side::black ? 1 : -1)});
    } else {
      samples.push_back({board, static_cast<std::int8_t>(outcome.score)});
      // The first proven score is the result of the game as it is then played.
      for (const Sample& sample : unlabelled) {
        const bool same = (sample.score > 0) == (state.to_move == Side::black);
        samples.push_back({sample.board, static_cast<std::int8_t>(same ? outcome.score : -outcome.score)});
      }
      unlabelled.clear();
    }
    Reversi::play(state, slip ? any : Move{static_cast<std::uint16_t>(outcome.move)});
  }
}

int generate(const Options& options) {
  const auto weights = weights_of(options);
  if (!weights) return complain(weights.error());
  auto writer = SampleWriter::open(text(options, "out"));
  if (!writer) return complain(writer.error());
  Table table(std::size_t{8} << 20);
  const auto worker = make_worker(best_kernel(), table, *weights);
  const Generation how{
      static_cast<int>(number(options, "depth", 4)),        static_cast<int>(number(options, "solve-from", 13)),
      static_cast<int>(number(options, "random-most", 30)), static_cast<int>(number(options, "slips-least", 6)),
      static_cast<int>(number(options, "slips-most", 25)),  number(options, "by-result", 0) != 0};
  const long games = number(options, "games", 1000);
  Rng seeds(static_cast<std::uint64_t>(number(options, "seed", 1)));
  std::size_t made = 0;
  const auto begin = std::chrono::steady_clock::now();
  for (long game = 0; game < games; ++game) {
    // Each game has its own generator and an empty table: the samples do not depend on how many games are made.
    Rng rng(seeds.next());
    std::vector<Sample> samples;
    play_game(*worker, table, how, rng, samples);
    for (const Sample& sample : samples) writer->add(sample);
    made += samples.size();
    if (game % 1000 == 999 || game + 1 == games) {
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
      std::printf("%ld games, %zu samples, %.0f s\n", game + 1, made, spent.count());
      std::fflush(stdout);
    }
  }
  return 0;
}

int fit_weights(const Options& options) {
  std::vector<Sample> samples;
  const auto [first, last] = options.equal_range("in");
  for (auto file = first; file != last; ++file) {
    const auto read = read_samples(file->second);
    if (!read) return complain(read.error());
    samples.insert(samples.end(), read->begin(), read->end());
  }
  Fit how;
  how.epochs = static_cast<int>(number(options, "epochs", how.epochs));
  how.window = static_cast<int>(number(options, "window", how.window));
  const auto start = weights_of(options);
  if (!start) return complain(start.error());
  const int depth = static_cast<int>(number(options, "relabel", 0));
  const int solve_from = static_cast<int>(number(options, "solve-from", 12));
  const int threads = static_cast<int>(number(options, "threads", 1));
  int labelled_from = 64;
  const Prepare prepare = [&](const std::shared_ptr<const Weights>& so_far, int discs) {
    const std::size_t count = relabel(samples, so_far, discs, labelled_from, solve_from, depth, threads, run_parallel);
    labelled_from = discs;
    std::printf("%zu labelled from %d discs on\n", count, discs);
    std::fflush(stdout);
  };
  FitReport report;
  const auto weights = fit(samples, how, report, start->get(), depth > 0 ? prepare : Prepare{});
  std::printf("%zu samples, error %.3f discs on those held back; by stage:", report.samples, report.root_mean_square);
  for (const double error : report.by_stage) std::printf(" %.2f", error);
  const std::string bytes = weights->pack();
  std::printf("\n%zu bytes\n", bytes.size());
  const auto written = write_file(text(options, "out"), bytes);
  return written ? 0 : complain(written.error());
}

/// The plane through given points with the least squares of what is missed.
class Plane {
 public:
  static constexpr std::size_t terms = 4;

  void add(const std::array<double, terms>& at, double value) {
    for (std::size_t i = 0; i < terms; ++i) {
      for (std::size_t k = 0; k < terms; ++k) sums_[i][k] += at[i] * at[k];
      sums_[i][terms] += at[i] * value;
    }
  }

  /// The factor of each term. A term that was always 0 has none.
  std::array<double, terms> factors() const {
    auto sums = sums_;
    for (std::size_t i = 0; i < terms; ++i)
      for (std::size_t row = 0; row < terms; ++row)
        if (row != i && sums[i][i] != 0) {
          const double factor = sums[row][i] / sums[i][i];
          for (std::size_t k = 0; k <= terms; ++k) sums[row][k] -= factor * sums[i][k];
        }
    std::array<double, terms> factors{};
    for (std::size_t i = 0; i < terms; ++i) factors[i] = sums[i][i] == 0 ? 0 : sums[i][terms] / sums[i][i];
    return factors;
  }

 private:
  std::array<std::array<double, terms + 1>, terms> sums_{};
};

/// Prints how far apart searches of two depths are, and the formulas that fit best: what probcut.cpp has as numbers.
int fit_probcut(const Options& options) {
  const auto weights = weights_of(options);
  if (!weights) return complain(weights.error());
  const auto samples = read_samples(text(options, "in"));
  if (!samples) return complain(samples.error());
  Table table(std::size_t{16} << 20);
  const auto worker = make_worker(best_kernel(), table, *weights);
  const int deepest = static_cast<int>(number(options, "depth", 12));
  const int most_solved = static_cast<int>(number(options, "solve-most", 22));
  constexpr int least_solved = 13;
  const long positions = std::min(number(options, "positions", 1000), static_cast<long>(samples->size()));
  Rng rng(1);
  Plane middle;
  Plane end;
  struct Deviation {
    double squares = 0;
    long count = 0;
    void add(double difference) {
      squares += difference * difference;
      ++count;
    }
  };
  std::map<int, Deviation> by_depth;
  std::map<int, Deviation> by_empties;
  // The absolute difference of a normal error is 0.798 deviations on average; it weighs outliers less.
  const auto deviation_of = [](double difference) { return std::abs(difference) / 0.798; };
  const auto has_position = [&](int least, int most) {
    return std::any_of(samples->begin(), samples->end(), [&](const Sample& sample) {
      const int empties = 64 - std::popcount(sample.board.own | sample.board.opponent);
      return empties >= least && empties <= most;
    });
  };
  if (!has_position(deepest + 6, 60) || !has_position(least_solved, most_solved))
    return complain(
        {"no_positions", "\"" + text(options, "in") + "\" lacks positions with enough empties; make more games."});
  const auto any_position = [&](int least, int most) {
    for (;;) {
      const Board board = (*samples)[rng.below(static_cast<std::uint32_t>(samples->size()))].board;
      const int empties = 64 - std::popcount(board.own | board.opponent);
      if (empties >= least && empties <= most) return std::pair{board, empties};
    }
  };
  // Deep searches may prune where it is all but safe: without that twelve plies would take minutes.
  const auto score_of = [&](const Board& board, int depth) {
    return worker->search(board, whole_geometry, depth, depth <= 7 ? no_selectivity : no_selectivity - 1);
  };
  for (long done = 0; done < positions; ++done) {
    const auto [board, empties] = any_position(deepest + 6, 60);
    table.clear();
    std::vector<int> score;
    for (int depth = 0; depth <= deepest; ++depth) score.push_back(score_of(board, depth));
    for (int depth = 3; depth <= deepest; ++depth) {
      for (const int shallow : {probcut_depth(depth), 0}) {
        const double difference = score[static_cast<std::size_t>(depth)] - score[static_cast<std::size_t>(shallow)];
        if (shallow > 0) by_depth[depth].add(difference);
        middle.add({1, std::log(depth), std::log(1 + shallow), double(empties)}, deviation_of(difference));
      }
    }
  }
  for (long done = 0, looked_at = 0; done < positions && looked_at < 10 * positions; ++looked_at) {
    const auto [board, empties] = any_position(least_solved, most_solved);
    table.clear();
    Task task;
    task.solve_from = empties;
    const int score = worker->think(board, whole_geometry, task).score;
    // A game that one side all but wipes out is no measure: its end bounds every error.
    if (std::abs(score) > 40) continue;
    ++done;
    table.clear();
    for (const int shallow : {probcut_depth(empties), 0}) {
      const double difference = score - score_of(board, shallow);
      if (shallow > 0) by_empties[empties].add(difference);
      end.add({1, 0, std::log(1 + shallow), 0}, deviation_of(difference));
    }
  }
  for (const auto& [depth, sum] : by_depth)
    std::printf("depth %d from %d: deviation %.2f\n", depth, probcut_depth(depth),
                std::sqrt(sum.squares / static_cast<double>(sum.count)));
  for (const auto& [empties, sum] : by_empties)
    std::printf("%d empties to the end from %d: deviation %.2f\n", empties, probcut_depth(empties),
                std::sqrt(sum.squares / static_cast<double>(sum.count)));
  const auto of_middle = middle.factors();
  const auto of_end = end.factors();
  std::printf("deviation = %.3f %+.3f log(depth) %+.3f log(1 + shallow) %+.4f empties\n", of_middle[0], of_middle[1],
              of_middle[2], of_middle[3]);
  std::printf("to the end: deviation = %.3f %+.3f log(1 + shallow)\n", of_end[0], of_end[2]);
  return 0;
}

/// Solves every position of the smaller board's book that the file does not hold yet, and writes each answer as it
/// comes. What one search found helps the next one, through the table.
int make_book(const Options& options) {
  const std::string path = text(options, "out");
  SmallBook book(static_cast<int>(number(options, "until", 24)));
  SmallBook begun(book.until());
  if (const auto bytes = read_file(path)) {
    auto read = SmallBook::read(*bytes);
    if (!read) return complain(read.error());
    begun = *read;
  }
  Table table(static_cast<std::size_t>(number(options, "table", 1024)) << 20);
  const auto worker = make_worker(best_kernel(), table, Weights::simple());
  int code = 0;
  walk_small_board(book.until(), [&](const Board& board) -> std::optional<BookMove> {
    auto move = begun.find(board);
    if (!move) {
      const auto start = std::clock();
      Task task;
      task.solve_from = small_geometry.squares;
      table.next_age();
      const Outcome outcome = worker->think(board, small_geometry, task);
      move = {outcome.move, outcome.score};
      std::printf("%zu: %d empties, %s %+d, %llu nodes, %.1f s of processor time\n", book.size() + 1,
                  small_geometry.squares - std::popcount(board.own | board.opponent),
                  reversi::square_text(outcome.move).c_str(), outcome.score,
                  static_cast<unsigned long long>(outcome.nodes),
                  static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
      std::fflush(stdout);
    }
    book.add(board, *move);
    if (const auto written = write_file(path, book.bytes()); !written) {
      code = complain(written.error());
      return std::nullopt;
    }
    return move;
  });
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  Options options;
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name.rfind("--", 0) != 0) {
      std::fputs(usage, stderr);
      return 2;
    }
    options.emplace(name.substr(2), argv[i + 1]);
  }
  if (command == "generate") return generate(options);
  if (command == "fit") return fit_weights(options);
  if (command == "book") return make_book(options);
  if (command == "probcut") return fit_probcut(options);
  std::fputs(usage, stderr);
  return 2;
}
