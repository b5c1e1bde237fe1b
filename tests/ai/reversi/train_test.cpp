/// The trainer, and the file of weights.
#include <doctest/doctest.h>

#include "ai/reversi/play.hpp"
#include "ai/reversi/train/fit.hpp"

using namespace dolbang;
using namespace dolbang::reversi_ai;
using namespace dolbang::test;

TEST_CASE("weights come back from their file as they were") {
  const auto& weights = Weights::own();
  const std::string bytes = weights->pack();
  CHECK(bytes.size() <= 2 * 1024 * 1024);
  const auto again = Weights::unpack(bytes);
  REQUIRE(again);
  for (int stage = 0; stage < stage_count; ++stage)
    REQUIRE(std::equal(weights->stage(stage), weights->stage(stage) + stage_weights, (*again)->stage(stage)));
}

TEST_CASE("a file that holds no weights is refused") {
  CHECK(Weights::unpack("").error().code == "bad_weights");
  CHECK(Weights::unpack("PNG").error().code == "bad_weights");
  CHECK(Weights::unpack(Weights::own()->pack().substr(0, 1000)).error().code == "bad_weights");
}

TEST_CASE("fitting finds what the samples say") {
  // The score to learn: the difference in corners, ten discs each.
  Rng rng(1);
  std::vector<Sample> samples;
  for (int i = 0; i < 12000; ++i) {
    const Board board = board_of(random_position(rng, 20));
    constexpr Bitboard corners = 0x8100000000000081u;
    const int difference = std::popcount(board.own & corners) - std::popcount(board.opponent & corners);
    samples.push_back({board, static_cast<std::int8_t>(10 * difference)});
  }
  Fit how;
  how.held_back = 0.2;
  how.epochs = 12;
  FitReport report;
  const auto weights = fit(samples, how, report);
  CHECK(report.samples == samples.size());
  CHECK(report.root_mean_square < 6);  // knowing nothing: 12
  Table table(1);
  const auto worker = make_worker(best_kernel(), table, weights);
  double squares = 0;
  for (int i = 0; i < 100; ++i) {
    const double error =
        worker->evaluate(samples[static_cast<std::size_t>(i)].board, whole_geometry) / double{disc_unit} -
        samples[static_cast<std::size_t>(i)].score;
    squares += error * error;
  }
  CHECK(squares / 100 < 9);
}
