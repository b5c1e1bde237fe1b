#pragma once
/// Fits the weights to samples: stochastic gradient descent on the clipped error in discs.
#include <cstdint>
#include <memory>
#include <vector>

#include "ai/reversi/evaluation.hpp"
#include "ai/reversi/train/samples.hpp"

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

std::shared_ptr<const Weights> fit(const std::vector<Sample>& samples, const Fit& how, FitReport& report);

}  // namespace dolbang::reversi_ai
