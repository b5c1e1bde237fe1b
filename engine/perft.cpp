#include "game/perft.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>
#include <ostream>

#include "engine/declarations.hpp"
#include "engine/lines.hpp"
#include "games/reversi/reversi.hpp"
#include "match/match.hpp"

namespace dolbang::engine {
namespace {

struct Args {
  std::string game;
  int depth = 0;
  std::string after;
  bool free_passes = false;
  bool divide = false;
};

std::uint64_t count(const Position& position, int depth, PassPly passes) {
  if (const auto state = position.get_if<Reversi>()) return reversi::perft(*state, depth, passes);
  return perft(position, depth, passes);
}

int run(const Args& args, Streams& streams) {
  const auto match = Match::replay(game_spec(args.game), args.after);
  if (!match) return usage_error(streams, match.error());
  const PassPly passes = args.free_passes ? PassPly::free : PassPly::counts;
  const std::clock_t begin = std::clock();
  std::uint64_t leaves = 0;
  if (args.divide && args.depth > 0 && !match->is_over()) {
    for (const Move move : match->position().legal_moves()) {
      Position next = match->position();
      next.play(move);
      const std::uint64_t below = count(next, args.depth - 1, passes);
      streams.out << match->position().move_text(move) << ' ' << below << std::endl;
      leaves += below;
    }
  } else {
    leaves = count(match->position(), args.depth, passes);
  }
  const double taken = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  char text[96];
  std::snprintf(text, sizeof text, "%llu leaves %.3f s %.0f leaves/s", static_cast<unsigned long long>(leaves), taken,
                static_cast<double>(leaves) / std::max(taken, 1e-6));
  streams.out << text << std::endl;
  return exit_ok;
}

}  // namespace

Run declare_perft(CLI::App& app) {
  const auto args = std::make_shared<Args>();
  app.add_option("GAME", args->game, "What to play, as in reversi:6x6")->required();
  app.add_option("DEPTH", args->depth, "Plies")->required()->check(CLI::Range(0, 1000));
  app.add_option("--after", args->after, "Start after these moves, as in f5d6c3");
  app.add_flag("--free-passes", args->free_passes, "A pass is no ply; without this it is one");
  app.add_flag("--divide", args->divide, "First a line for each move: its leaves");
  app.footer(
      "A game that ends earlier is one leaf. Seconds are of processor time. Nothing is counted in bulk: every leaf is "
      "a position that was reached.");
  return [args](Streams& streams) { return run(*args, streams); };
}

}  // namespace dolbang::engine
