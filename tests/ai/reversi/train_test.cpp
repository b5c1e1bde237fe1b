/// The trainer, and the file of weights.
#include <doctest/doctest.h>

#include "ai/reversi/play.hpp"
#include "ai/reversi/train/fit.hpp"
#include "threads/run_parallel.hpp"

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

TEST_CASE("samples get the score of a search, with any number of threads; those that are solved keep theirs") {
  Rng rng(2);
  std::vector<Sample> samples;
  for (int empties = 8; empties < 40; ++empties)
    for (int i = 0; i < 30; ++i) samples.push_back({board_of(random_position(rng, empties)), 99});
  auto once = samples;
  auto again = samples;
  const auto discs = [](const Sample& sample) { return std::popcount(sample.board.own | sample.board.opponent); };
  CHECK(relabel(once, Weights::own(), 30, 60, 12, 3, 1, run_parallel) == 30 * 22);  // 13 to 34 empties
  CHECK(relabel(again, Weights::own(), 30, 60, 12, 3, 3, run_parallel) == 30 * 22);
  Table table(1 << 16);
  const auto worker = make_worker(best_kernel(), table, Weights::own());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    CHECK(once[i].score == again[i].score);
    if (discs(samples[i]) < 30 || discs(samples[i]) >= 52) {
      CHECK(once[i].score == 99);
    } else if (i % 10 == 0) {
      table.clear();
      CHECK(once[i].score == worker->search(samples[i].board, whole_geometry, 3, no_selectivity));
    }
  }
}

TEST_CASE("fitting asks for labels from the end of the game to its beginning, with what it knows by then") {
  Rng rng(3);
  std::vector<Sample> samples;
  for (int i = 0; i < 200; ++i) samples.push_back({board_of(random_position(rng, 4)), 20});
  Fit how;
  how.window = 0;
  FitReport report;
  std::vector<int> asked;
  bool learnt = false;
  const int last = stage_of_discs(60);
  fit(samples, how, report, Weights::simple().get(), [&](const std::shared_ptr<const Weights>& so_far, int discs) {
    asked.push_back(discs);
    const bool fitted =
        !std::equal(so_far->stage(last), so_far->stage(last) + stage_weights, Weights::simple()->stage(last));
    CHECK(fitted == (stage_of_discs(discs) < last));
    CHECK(std::equal(so_far->stage(0), so_far->stage(0) + stage_weights, Weights::simple()->stage(0)));
    learnt = learnt || fitted;
  });
  CHECK(learnt);
  CHECK(asked.size() == stage_count);
  CHECK(std::is_sorted(asked.rbegin(), asked.rend()));
}
