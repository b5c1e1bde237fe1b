#define DOLBANG_KERNEL portable
#define DOLBANG_KERNEL_AVX2 0
#include "ai/reversi/kernel.hpp"
#include "ai/reversi/kernels.hpp"

namespace dolbang::reversi_ai {

std::unique_ptr<Worker> make_portable_worker(Table& table, std::shared_ptr<const Weights> weights) {
  return std::make_unique<portable::Search>(table, std::move(weights));
}

}  // namespace dolbang::reversi_ai
