// Fixed work for the Omok engine: the command bench-omok.
#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <memory>
#include <ostream>
#include <string>

#include "ai/omok/search.hpp"
#include "engine/declarations.hpp"
#include "games/omok/omok.hpp"

namespace dolbang::engine {
namespace {

using omok::Rule;
using omok_ai::Board;

/// The third stones of the openings; the first two are h8 and h9.
constexpr std::array<std::string_view, 8> thirds{"h10", "i10", "j9", "i9", "j8", "i7", "h6", "j6"};
/// Moves that the engine plays on from an opening before what is measured.
constexpr int moves_on = 10;
constexpr std::uint64_t nodes_a_move = 2000;

struct Args {
  std::uint64_t nodes = 50000;
};

omok_ai::Limits limits_of(std::uint64_t nodes) {
  omok_ai::Limits limits;
  limits.nodes = nodes;
  limits.vcf_nodes = 20000;
  limits.leaf_vcf_nodes = 300;
  limits.opponent_vcf = true;
  return limits;
}

/// One rule's positions, and the sums.
void bench(Rule rule, const Args& args, std::ostream& out) {
  omok_ai::Search search(18);
  std::uint64_t total = 0, signature = 0xCBF29CE484222325u;
  double spent = 0;
  for (const std::string_view third : thirds) {
    search.clear();
    Board board(omok_ai::tables(rule));
    std::string moves;
    const auto play = [&](int p) {
      board.play(p);
      moves += omok::point_text(p);
    };
    for (const std::string_view stone : {std::string_view("h8"), std::string_view("h9"), third})
      play(*omok::parse_point(stone));
    for (int i = 0; i < moves_on; ++i) {
      const auto found = search.run(board, limits_of(nodes_a_move));
      if (found.best.empty() || std::abs(found.best[0].score) > omok_ai::proven_score) break;
      play(found.best[0].point);
    }
    search.clear();
    const std::clock_t begin = std::clock();
    const auto found = search.run(board, limits_of(args.nodes));
    spent += static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    total += found.nodes;
    const omok_ai::RootMove& best = found.best.front();
    for (const std::uint64_t part : {static_cast<std::uint64_t>(best.point),
                                     static_cast<std::uint64_t>(best.score + omok_ai::win_score), found.nodes})
      signature = (signature ^ part) * 0x100000001B3u;
    out << moves << ' ' << omok::point_text(best.point) << ' ' << best.score << " depth " << found.depth << ' '
        << found.nodes << '\n';
  }
  char text[128];
  std::snprintf(text, sizeof text, "%s %llu nodes %.3f s %.0f nodes/s signature %016llx",
                rule == Rule::renju ? "renju" : "freestyle", static_cast<unsigned long long>(total), spent,
                static_cast<double>(total) / std::max(spent, 1e-6), static_cast<unsigned long long>(signature));
  out << text << std::endl;
}

}  // namespace

Run declare_bench_omok(CLI::App& app) {
  const auto args = std::make_shared<Args>();
  app.add_option("--nodes", args->nodes, "Nodes for each position")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40))
      ->capture_default_str();
  app.footer(
      "A line for each position: its moves, the answer, its score, the depth and the nodes; then the sums of each "
      "rule.\n"
      "Seconds are of processor time. The signature is the same for equal searches, on every machine.");
  return [args](Streams& streams) {
    for (const Rule rule : {Rule::freestyle, Rule::renju}) bench(rule, *args, streams.out);
    return exit_ok;
  };
}

}  // namespace dolbang::engine
