#pragma once
/// The kernels there are; use make_worker of worker.hpp.
#include <memory>

#include "ai/reversi/worker.hpp"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define DOLBANG_HAS_AVX2_KERNEL 1
#else
#define DOLBANG_HAS_AVX2_KERNEL 0
#endif

namespace dolbang::reversi_ai {

std::unique_ptr<Worker> make_portable_worker(Table& table, std::shared_ptr<const Weights> weights);
#if DOLBANG_HAS_AVX2_KERNEL
std::unique_ptr<Worker> make_avx2_worker(Table& table, std::shared_ptr<const Weights> weights);
#endif

}  // namespace dolbang::reversi_ai
