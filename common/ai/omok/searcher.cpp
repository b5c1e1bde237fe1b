#include "ai/omok/searcher.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include "ai/omok/team.hpp"
#include "core/rng.hpp"
#include "games/omok/omok.hpp"

namespace dolbang {
namespace {

using namespace std::chrono_literals;
using omok::Stage;
using omok_ai::Board;
using omok_ai::Found;
using omok_ai::Limits;

/// Stands in for a clock that the caller does not give: about what a slow machine looks at in a millisecond.
constexpr std::uint64_t nodes_per_ms = 200;
/// A move is chosen a little before its time is over.
constexpr auto reserve = 10ms;
/// Openings are judged by searches of this size.
constexpr std::uint64_t opening_nodes = 20000;

/// What a level is allowed beyond its contract, so that it plays as its contract says.
struct Skill {
  std::uint64_t vcf_nodes = 0;
  std::uint64_t leaf_vcf_nodes = 0;
  std::uint64_t vct_nodes = 0;
  int noise = 0;
  int hash_bits = 16;
};

Skill skill_of(const LevelContract& contract) {
  if (contract.time) return {200000, 300, 50000, 0, contract.level == Level::strong ? 18 : 20};
  return contract.vcf ? Skill{20000, 0, 0, 4, 14} : Skill{0, 0, 0, 150, 12};
}

class OmokSearcher final : public Engine {
 public:
  explicit OmokSearcher(const LevelContract& contract)
      : contract_(contract), skill_(skill_of(contract)), team_(skill_.hash_bits) {}

  SearchResult search(const Position& position, const SearchRequest& request) override {
    const auto state = position.get_if<Omok>();
    assert(state);
    // What an earlier search left in the tables must not show where the answer is promised to be the same.
    if (request.nodes) team_.clear();
    if (state->stage == Stage::choice || state->stage == Stage::last_choice) return decide(*state, request);
    if (state->stage == Stage::first_three || state->stage == Stage::two_more) return balance(*state, request);
    const Limits limits = limits_for(request, position.hash());
    const int threads = contract_.all_threads && request.run_parallel && !request.nodes ? request.threads : 1;
    return from(team_.run_together(Board::from(*state), limits, std::clamp(threads, 1, 64), request.run_parallel),
                position);
  }

 private:
  Limits limits_for(const SearchRequest& request, std::uint64_t position) const {
    Limits limits;
    limits.depth = contract_.depth.value_or(limits.depth);
    limits.vcf_nodes = contract_.vcf ? skill_.vcf_nodes : 0;
    limits.leaf_vcf_nodes = skill_.leaf_vcf_nodes;
    limits.vct_nodes = contract_.vct ? skill_.vct_nodes : 0;
    limits.opponent_vcf = contract_.vcf_defence;
    limits.noise = skill_.noise;
    limits.seed = request.seed ^ position;
    limits.stop = request.stop;
    limits.now = request.now;
    if (request.nodes) limits.nodes = *request.nodes;
    const auto time = request.time ? request.time : request.nodes ? std::nullopt : contract_.time;
    if (time && request.now)
      limits.time = *time > 4 * reserve ? *time - reserve : *time * 3 / 4;
    else if (time)
      limits.nodes = std::min(limits.nodes, static_cast<std::uint64_t>(time->count()) * nodes_per_ms);
    return limits;
  }

  static SearchResult from(const Found& found, const Position& position) {
    SearchResult result;
    result.nodes = found.nodes;
    result.depth = found.depth;
    if (found.best.empty()) {
      // Only where forbidden points may be played, and are all there is.
      result.best = position.legal_moves()[0];
      return result;
    }
    const omok_ai::RootMove& best = found.best.front();
    result.best = Move{static_cast<std::uint16_t>(best.point)};
    result.score = best.score;
    result.exact = std::abs(best.score) > omok_ai::proven_score;
    for (const int p : best.line) result.principal_variation.push_back(Move{static_cast<std::uint16_t>(p)});
    return result;
  }

  /// The value for the colour that places next, by a small search.
  int judge(const omok::State& state, const SearchRequest& request, std::uint64_t nodes, SearchResult& total) {
    Limits limits = limits_for(request, 0);
    limits.nodes = std::min(limits.nodes, nodes);
    limits.noise = 0;
    const Found found = team_.run(Board::from(state), limits);
    total.nodes += found.nodes;
    total.depth = std::max(total.depth, found.depth);
    return found.best.empty() ? 0 : found.best.front().score;
  }

  /// Takes the colour that stands better: white places next.
  SearchResult decide(const omok::State& state, const SearchRequest& request) {
    SearchResult result;
    const int white = judge(state, request, 4 * opening_nodes, result);
    const bool has_white = state.stage == Stage::choice;  // who decides is white at the first choice, black at the last
    result.best = (white >= 0) == has_white ? omok::stay : omok::swap;
    result.score = std::abs(white);
    result.principal_variation = {result.best};
    return result;
  }

  /// Places a stone of the opening: the other chooses a colour later, so neither should stand better.
  SearchResult balance(const omok::State& state, const SearchRequest& request) {
    SearchResult result;
    Rng rng(request.seed ^ Omok::hash(state));
    if (state.stones == 0) {
      // Off the centre the first move is worth less, so that three stones can be balanced.
      constexpr std::array<std::array<int, 2>, 4> starts{{{7, 7}, {9, 8}, {10, 9}, {11, 7}}};
      const auto start = starts[rng.below(starts.size())];
      result.best = Move{static_cast<std::uint16_t>(omok::point_at(start[0], start[1]))};
      result.principal_variation = {result.best};
      return result;
    }
    // The last stone before a choice decides; the others only have to be reasonable.
    const bool last = state.stones == 2 || state.stones == 4;
    std::vector<int> points;
    Board::from(state).near().for_each([&](int p) {
      if (Omok::is_legal(state, Move{static_cast<std::uint16_t>(p)})) points.push_back(p);
    });
    int best = -1;
    const int tries = last ? 12 : 1;
    for (int i = 0; i < tries && !points.empty(); ++i) {
      const std::size_t at = rng.below(static_cast<std::uint32_t>(points.size()));
      const Move move{static_cast<std::uint16_t>(points[at])};
      points[at] = points.back();
      points.pop_back();
      omok::State next = state;
      Omok::play(next, move);
      const int unbalanced = last ? std::abs(judge(next, request, opening_nodes / 4, result)) : 0;
      if (best < 0 || unbalanced < best) {
        best = unbalanced;
        result.best = move;
      }
    }
    result.principal_variation = {result.best};
    return result;
  }

  LevelContract contract_;
  Skill skill_;
  omok_ai::Team team_;
};

}  // namespace

std::unique_ptr<Engine> make_omok_searcher(Level level) {
  const auto contract = contract_of("omok", level);
  assert(contract);
  return std::make_unique<OmokSearcher>(*contract);
}

}  // namespace dolbang
