#include "ai/reversi/worker.hpp"

#include "ai/reversi/kernels.hpp"

namespace dolbang::reversi_ai {

bool available(Kernel kernel) {
  if (kernel == Kernel::portable) return true;
#if DOLBANG_HAS_AVX2_KERNEL
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
  return false;
#endif
}

Kernel best_kernel() {
  static const Kernel best = available(Kernel::avx2) ? Kernel::avx2 : Kernel::portable;
  return best;
}

std::unique_ptr<Worker> make_worker([[maybe_unused]] Kernel kernel, Table& table,
                                    std::shared_ptr<const Weights> weights) {
#if DOLBANG_HAS_AVX2_KERNEL
  if (kernel == Kernel::avx2 && available(kernel)) return make_avx2_worker(table, std::move(weights));
#endif
  return make_portable_worker(table, std::move(weights));
}

Outcome think_together(const std::vector<std::unique_ptr<Worker>>& workers, const Board& board,
                       const Geometry& geometry, const Task& task, const RunParallel& run_parallel) {
  if (workers.size() == 1) return workers[0]->think(board, geometry, task);
  std::atomic<bool> done = false;
  std::vector<Outcome> outcomes(workers.size());
  run_parallel(static_cast<int>(workers.size()), [&](int i) {
    const auto at = static_cast<std::size_t>(i);
    Task own = task;
    own.helper = i;
    if (i > 0) {
      own.stop = &done;
      own.deadline.reset();
    }
    outcomes[at] = workers[at]->think(board, geometry, own);
    if (i == 0) done.store(true);
  });
  for (std::size_t i = 1; i < outcomes.size(); ++i) outcomes[0].nodes += outcomes[i].nodes;
  return outcomes[0];
}

}  // namespace dolbang::reversi_ai
