#pragma once
/// Fits the weights to samples: stochastic gradient descent on the clipped error in discs.
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "ai/reversi/evaluation.hpp"
#include "ai/reversi/train/samples.hpp"
#include "ai/reversi/worker.hpp"

namespace dolbang::reversi_ai {

struct Fit {
  int epochs = 6;
  double first_rate = 0.012;  ///< of the error, to each weight that took part
  double last_rate = 0.0007;
  double clip = 16;         ///< discs: a larger error counts as this
  int window = 1;           ///< a stage also learns from positions so many discs before and after it
  double held_back = 0.02;  ///< part of the samples that only measures
  std::uint64_t seed = 1;
};

/// Error of each stage on the samples held back, in discs.
struct FitReport {
  double root_mean_square = 0;
  double by_stage[stage_count]{};
  std::size_t samples = 0;
};

/// Stages are fitted from the end of the game to its beginning. Before each one `prepare`, if there is one, is told
/// the weights so far and from how many discs on the stage looks at samples; it may change the scores of those. The
/// weights of the stages before are those of `start`, or 0.
using Prepare = std::function<void(std::shared_ptr<const Weights> so_far, int discs)>;

std::shared_ptr<const Weights> fit(const std::vector<Sample>& samples, const Fit& how, FitReport& report,
                                   const Weights* start = nullptr, const Prepare& prepare = {});

/// Gives the samples with `from` to `to` - 1 discs, but not the last `exact_from` empties, the score of a search
/// `depth` plies deep with nothing cut on a guess. The same for any number of threads. Returns how many there were.
std::size_t relabel(std::vector<Sample>& samples, const std::shared_ptr<const Weights>& weights, int from, int to,
                    int exact_from, int depth, int threads, const RunParallel& run_parallel);

}  // namespace dolbang::reversi_ai
