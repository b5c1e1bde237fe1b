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

}  // namespace dolbang::reversi_ai
