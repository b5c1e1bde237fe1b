#include "ai/omok/team.hpp"

#include <algorithm>

namespace dolbang::omok_ai {

Team::Team(int hash_bits) : hash_bits_(hash_bits), table_(std::make_shared<TranspositionTable>(hash_bits)) {
  searches_.push_back(std::make_unique<Search>(table_, hash_bits_));
}

Found Team::run(const Board& board, const Limits& limits, int lines) {
  return searches_.front()->run(board, limits, lines);
}

Found Team::run_together(const Board& board, const Limits& limits, int threads, const RunParallel& run_parallel) {
  if (threads <= 1) return run(board, limits);
  while (searches_.size() < static_cast<std::size_t>(threads))
    searches_.push_back(std::make_unique<Search>(table_, hash_bits_));

  std::atomic<bool> answered{false};
  std::vector<Found> found(static_cast<std::size_t>(threads));
  run_parallel(threads, [&](int i) {
    Limits own = limits;
    own.answered = &answered;
    if (i > 0) {
      // The first one watches clock and stop flag for all, and proves what the solvers can.
      own.helper = i;
      own.time = {};
      own.now = nullptr;
      own.stop = nullptr;
      own.vcf_nodes = own.vct_nodes = 0;
    }
    Found& mine = found[static_cast<std::size_t>(i)];
    mine = searches_[static_cast<std::size_t>(i)]->run(board, own);
    if (i == 0 || (!mine.best.empty() && mine.best.front().score > proven_score)) answered = true;
  });

  const auto better = [](const Found& a, const Found& b) {
    const auto proven = [](const Found& f) { return !f.best.empty() && f.best.front().score > proven_score; };
    return proven(a) != proven(b) ? proven(b) : a.depth < b.depth;
  };
  std::uint64_t nodes = 0;
  for (const Found& each : found) nodes += each.nodes;
  Found best = std::move(*std::max_element(found.begin(), found.end(), better));
  best.nodes = nodes;
  return best;
}

void Team::clear() {
  for (const auto& search : searches_) search->clear();
}

}  // namespace dolbang::omok_ai
