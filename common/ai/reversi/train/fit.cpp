#include "ai/reversi/train/fit.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "core/rng.hpp"

namespace dolbang::reversi_ai {
namespace {

constexpr int active_weights = pattern_count + 3;

/// The weights that a position uses, those that mirror one another being one.
struct Active {
  std::int32_t weight[active_weights];
};

Bitboard moves_of(Bitboard own, Bitboard opponent) { return reversi::legal_squares(own, opponent); }

/// For every weight of a stage, the one that stands for it.
std::vector<std::int32_t> make_representatives() {
  std::vector<std::int32_t> of(static_cast<std::size_t>(stage_weights));
  std::iota(of.begin(), of.end(), 0);
  for (int kind = 0; kind < kind_count; ++kind) {
    const KindPlace place = kind_places[static_cast<std::size_t>(kind)];
    for (int i = 0; i < place.size; ++i)
      of[static_cast<std::size_t>(place.start + i)] =
          std::min(place.start + i, place.zero + mirrored(kind, place.start + i - place.zero));
  }
  return of;
}

Active active_of(const Board& board, const std::vector<std::int32_t>& representative) {
  Active active{};
  const Patterns indices = patterns_of(board);
  for (std::size_t p = 0; p < pattern_count; ++p)
    active.weight[p] = representative[static_cast<std::size_t>(pattern_zero[p] + indices.index[p])];
  const auto moves = [](int n) { return std::min(n, most_moves - 1); };
  active.weight[pattern_count] = own_moves_at + moves(std::popcount(moves_of(board.own, board.opponent)));
  active.weight[pattern_count + 1] = opponent_moves_at + moves(std::popcount(moves_of(board.opponent, board.own)));
  const Bitboard empty = ~(board.own | board.opponent);
  active.weight[pattern_count + 2] = parity_at + parity_index(whole_geometry.odd_quarters(empty), std::popcount(empty));
  return active;
}

int first_discs_of_stage(int stage) {
  int discs = 4;
  while (stage_of_discs(discs) < stage) ++discs;
  return discs;
}

}  // namespace

std::shared_ptr<const Weights> fit(const std::vector<Sample>& samples, const Fit& how, FitReport& report,
                                   const Weights* start, const Prepare& prepare) {
  const auto representative = make_representatives();
  std::vector<std::int16_t> all(static_cast<std::size_t>(stage_count) * stage_weights);
  if (start != nullptr) std::copy_n(start->stage(0), all.size(), all.begin());
  std::vector<float> weights(static_cast<std::size_t>(stage_weights));
  double squares = 0;
  std::size_t measured = 0;
  Rng rng(how.seed);
  // From the end of the game, where labels are surest, to its beginning: each stage starts from the one after it, so
  // that what it has not seen has at least the neighbour's value.
  for (int stage = stage_count - 1; stage >= 0; --stage) {
    if (prepare) prepare(std::make_shared<const Weights>(all), first_discs_of_stage(stage) - how.window);
    std::vector<Active> active;
    std::vector<float> target;
    std::vector<Active> held;
    std::vector<float> held_target;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const Sample& sample = samples[i];
      const int discs = std::popcount(sample.board.own | sample.board.opponent);
      if (stage_of_discs(discs - how.window) > stage || stage_of_discs(discs + how.window) < stage) continue;
      if (Rng(i).below(1000000) < how.held_back * 1000000) {
        if (stage_of_discs(discs) != stage) continue;
        held.push_back(active_of(sample.board, representative));
        held_target.push_back(sample.score);
      } else {
        active.push_back(active_of(sample.board, representative));
        target.push_back(sample.score);
      }
    }
    std::vector<std::uint32_t> order(active.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto value_of = [&](const Active& a) {
      float sum = 0;
      for (const std::int32_t w : a.weight) sum += weights[static_cast<std::size_t>(w)];
      return sum;
    };
    for (int epoch = 0; epoch < how.epochs; ++epoch) {
      for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
      const double progress = how.epochs > 1 ? static_cast<double>(epoch) / (how.epochs - 1) : 1;
      const auto rate = static_cast<float>(how.first_rate * std::pow(how.last_rate / how.first_rate, progress));
      for (const std::uint32_t i : order) {
        const Active& a = active[i];
        const float error =
            std::clamp(target[i] - value_of(a), static_cast<float>(-how.clip), static_cast<float>(how.clip));
        for (const std::int32_t w : a.weight) weights[static_cast<std::size_t>(w)] += rate * error;
      }
    }
    double stage_squares = 0;
    for (std::size_t i = 0; i < held.size(); ++i) {
      const double error = held_target[i] - value_of(held[i]);
      stage_squares += error * error;
    }
    squares += stage_squares;
    measured += held.size();
    report.by_stage[stage] = held.empty() ? 0 : std::sqrt(stage_squares / static_cast<double>(held.size()));
    std::int16_t* out = all.data() + static_cast<std::size_t>(stage) * stage_weights;
    for (std::size_t i = 0; i < weights.size(); ++i)
      out[i] = static_cast<std::int16_t>(
          std::clamp(std::lround(weights[static_cast<std::size_t>(representative[i])] * disc_unit), -2047L, 2047L));
  }
  report.root_mean_square = measured == 0 ? 0 : std::sqrt(squares / static_cast<double>(measured));
  report.samples = samples.size();
  return std::make_shared<const Weights>(std::move(all));
}

std::size_t relabel(std::vector<Sample>& samples, const std::shared_ptr<const Weights>& weights, int from, int to,
                    int exact_from, int depth, int threads, const RunParallel& run_parallel) {
  std::vector<Sample*> wanted;
  for (Sample& sample : samples) {
    const int discs = std::popcount(sample.board.own | sample.board.opponent);
    if (discs >= from && discs < to && 64 - discs > exact_from) wanted.push_back(&sample);
  }
  // Each block begins with an empty table, so it does not matter who takes it.
  constexpr std::size_t block = 512;
  std::atomic<std::size_t> next{0};
  run_parallel(threads, [&](int) {
    Table table(std::size_t{1} << 18);
    const auto worker = make_worker(best_kernel(), table, weights);
    for (std::size_t begin = next.fetch_add(block); begin < wanted.size(); begin = next.fetch_add(block)) {
      table.clear();
      for (std::size_t i = begin; i < std::min(begin + block, wanted.size()); ++i)
        wanted[i]->score =
            static_cast<std::int8_t>(worker->search(wanted[i]->board, whole_geometry, depth, no_selectivity));
    }
  });
  return wanted.size();
}

}  // namespace dolbang::reversi_ai
