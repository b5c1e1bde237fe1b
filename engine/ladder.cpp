// Neighbouring levels of a game against each other: whether each is as much stronger as the ladder promises (L02).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <memory>
#include <ostream>

#include "ai/engine.hpp"
#include "core/rng.hpp"
#include "engine/declarations.hpp"
#include "engine/lines.hpp"
#include "games/catalogue.hpp"
#include "match/match.hpp"

namespace dolbang::engine {
namespace {

struct Args {
  std::string game;
  std::vector<std::string> levels;
  std::string openings;
  int games = 100;
  int plies = 6;
  int time_percent = 100;
  std::uint64_t seed = 1;
};

/// The time that this process has computed: a busy machine takes no strength from a level.
std::chrono::nanoseconds processor_time() {
  return std::chrono::nanoseconds(static_cast<std::int64_t>(std::clock()) * (1'000'000'000 / CLOCKS_PER_SEC));
}

/// A level, and how long its moves take.
class Player {
 public:
  Player(std::string_view game, Level level, int time_percent) : level_(level), engine_(make_engine(game, level)) {
    const auto contract = contract_of(game, level);
    if (contract && contract->time) time_ = *contract->time * time_percent / 100;
  }

  Move move(const Position& position, std::uint64_t seed) {
    SearchRequest request;
    request.seed = seed;
    request.now = processor_time;
    request.time = time_;
    const auto begin = processor_time();
    const Move move = engine_->search(position, request).best;
    const auto spent = processor_time() - begin;
    ++moves_;
    sum_ += spent;
    longest_ = std::max(longest_, spent);
    return move;
  }

  std::string times() const {
    const auto milliseconds = [](std::chrono::nanoseconds time) { return static_cast<double>(time.count()) / 1e6; };
    char text[96];
    std::snprintf(text, sizeof text, "%s: %ld moves, %.1f ms on average, %.1f ms at most",
                  std::string(to_string(level_)).c_str(), moves_, milliseconds(sum_) / static_cast<double>(moves_),
                  milliseconds(longest_));
    return text;
  }

 private:
  Level level_;
  std::unique_ptr<Engine> engine_;
  std::optional<std::chrono::milliseconds> time_;  ///< none: the level has no limit of time
  long moves_ = 0;
  std::chrono::nanoseconds sum_{}, longest_{};
};

/// An opening of random moves (those of the weakest level, which knows what a sensible random move is), not yet over.
Match random_opening(const GameSpec& spec, int plies, Rng& rng) {
  const auto novice = make_engine(spec.game, Level::novice);
  for (;;) {
    Match match = *Match::start(spec);
    while (!match.is_over() && match.ply() < plies) {
      SearchRequest request;
      request.seed = rng.next();
      const auto played = match.play(match.to_move(), novice->search(match.position(), request).best);
      if (!played) break;
    }
    if (!match.is_over()) return match;
  }
}

/// What the stronger level got in the two games of each opening: 0 to 2 points.
struct Tally {
  int won = 0, drawn = 0, lost = 0;
  double pairs = 0, sum = 0, squares = 0;

  void add_pair(double points) {
    ++pairs;
    sum += points / 2;
    squares += points * points / 4;
  }
  double share() const { return sum / pairs; }
  /// Half the width of the interval that holds the true share with 95 %. The two games of an opening are one sample.
  double error() const {
    return pairs < 2 ? 1 : 1.96 * std::sqrt(std::max(0.0, squares / pairs - share() * share()) / (pairs - 1));
  }
};

/// The difference in rating that explains a share of the points; for all or no points that of half a point more or
/// less.
double elo(double share, double games) {
  const double shared = std::clamp(share, 0.5 / games, 1 - 0.5 / games);
  return 400 * std::log10(shared / (1 - shared));
}

/// Plays a game to its end from an opening; the points of `first`, who begins as black or as white, or an error when a
/// level plays an illegal move.
Expected<double> play(Match match, Player& first, Player& second, Side side_of_first, Rng& rng) {
  const auto first_has = [&](Side side) { return (side == side_of_first) != match.sides_swapped(); };
  while (!match.is_over()) {
    Player& player = first_has(match.to_move()) ? first : second;
    const Move move = player.move(match.position(), rng.next());
    if (!match.play(match.to_move(), move))
      return fail("illegal_move", "A level played an illegal move after \"" + match.transcript() + "\".");
  }
  const auto winner = match.result()->winner;
  return !winner ? 0.5 : first_has(*winner) ? 1.0 : 0.0;
}

Expected<std::vector<Match>> openings_of(const Args& args, const GameSpec& spec) {
  std::vector<Match> openings;
  if (args.openings.empty()) {
    Rng rng(args.seed);
    for (int i = 0; i < (args.games + 1) / 2; ++i) openings.push_back(random_opening(spec, args.plies, rng));
    return openings;
  }
  std::ifstream file(args.openings);
  if (!file) return fail("cannot_read", "Cannot read \"" + args.openings + "\".");
  for (std::string line; std::getline(file, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos || line[0] == '#' || line[0] == '%') continue;
    if (line.back() == '\r') line.pop_back();
    const auto match = Match::replay(spec, line);
    if (!match) return tl::unexpected(match.error());
    if (!match->is_over()) openings.push_back(*match);
  }
  if (openings.empty()) return fail("no_openings", "There is no opening in \"" + args.openings + "\".");
  return openings;
}

Expected<std::vector<Level>> levels_to_play(const Args& args, const GameSpec& spec) {
  if (args.levels.empty()) return levels_of(spec.game);
  std::vector<Level> levels;
  for (const std::string& text : args.levels) {
    const auto level = level_from(text);
    if (!level) return fail("unknown_level", "There is no level \"" + text + "\"; --levels lists them.");
    levels.push_back(*level);
  }
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  if (levels.size() < 2) return fail("one_level", "At least two levels play against each other.");
  return levels;
}

int run_ladder(const Args& args, Streams& streams) {
  const GameSpec spec = game_spec(args.game);
  if (const auto start = start_position(spec); !start) return usage_error(streams, start.error());
  const auto levels = levels_to_play(args, spec);
  if (!levels) return usage_error(streams, levels.error());
  const auto openings = openings_of(args, spec);
  if (!openings) return usage_error(streams, openings.error());

  char row[160];
  std::snprintf(row, sizeof row, "%-8s %-8s %6s %6s %6s %6s %8s %8s %8s", "stronger", "weaker", "games", "won", "drawn",
                "lost", "score", "+-", "Elo");
  streams.out << row << std::endl;
  for (std::size_t i = 1; i < levels->size(); ++i) {
    const Level strong = (*levels)[i], weak = (*levels)[i - 1];
    Player first(spec.game, strong, args.time_percent), second(spec.game, weak, args.time_percent);
    Tally tally;
    // Each pair has its own generator: a pair's games are the same whichever other pairs are played.
    Rng rng(args.seed ^ static_cast<std::uint64_t>(strong) << 32);
    for (int pair = 0; pair < (args.games + 1) / 2; ++pair) {
      const Match& opening = (*openings)[static_cast<std::size_t>(pair) % openings->size()];
      double points = 0;
      for (const Side side : {Side::black, Side::white}) {
        const auto result = play(opening, first, second, side, rng);
        if (!result) {
          streams.err << "dolbang-engine: " << result.error().message << std::endl;
          return exit_bad_line;
        }
        points += *result;
        ++(*result > 0.5 ? tally.won : *result < 0.5 ? tally.lost : tally.drawn);
      }
      tally.add_pair(points);
      if ((pair + 1) % 10 == 0) {
        std::snprintf(row, sizeof row, "%s against %s: %.0f games, %.1f %%", std::string(to_string(strong)).c_str(),
                      std::string(to_string(weak)).c_str(), 2 * tally.pairs, 100 * tally.share());
        streams.err << row << std::endl;
      }
    }
    const int games = tally.won + tally.drawn + tally.lost;
    std::snprintf(row, sizeof row, "%-8s %-8s %6d %6d %6d %6d %6.1f %% %6.1f %% %+8.0f",
                  std::string(to_string(strong)).c_str(), std::string(to_string(weak)).c_str(), games, tally.won,
                  tally.drawn, tally.lost, 100 * tally.share(), 100 * tally.error(), elo(tally.share(), games));
    streams.out << row << std::endl;
    streams.err << first.times() << "; " << second.times() << std::endl;
  }
  return exit_ok;
}

}  // namespace

Run declare_ladder(CLI::App& app) {
  const auto args = std::make_shared<Args>();
  app.add_option("GAME", args->game, "What to play, as in reversi:6x6")->required();
  app.add_option("--games", args->games, "Games of each pair, half with each colour")->check(CLI::Range(2, 100000));
  app.add_option("--levels", args->levels, "The levels that play, as in novice,easy; else all")->delimiter(',');
  app.add_option("--openings", args->openings, "A file of transcripts to begin with, one a line; else random moves");
  app.add_option("--opening-plies", args->plies, "How many random moves begin a game")->check(CLI::Range(0, 30));
  app.add_option("--time-percent", args->time_percent, "How much of its time a level gets that has a limit of time")
      ->check(CLI::Range(1, 100));
  app.add_option("--seed", args->seed, "Other openings, and other moves where a level has a choice");
  app.footer(
      "Each level plays the next weaker one that takes part, every opening twice with colours changed, each within its "
      "own\n"
      "limits, by processor time and with one thread. +- is half the interval of 95 %. The score so far and how long "
      "moves\n"
      "took go to standard error.");
  return [args](Streams& streams) { return run_ladder(*args, streams); };
}

}  // namespace dolbang::engine
