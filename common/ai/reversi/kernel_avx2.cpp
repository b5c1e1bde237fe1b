// Compiled for processors with AVX2 and BMI2, whatever the rest of the program is compiled for; empty elsewhere.
#include "ai/reversi/kernels.hpp"

#if DOLBANG_HAS_AVX2_KERNEL

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ai/reversi/evaluation.hpp"
#include "ai/reversi/probcut.hpp"
#include "ai/reversi/table.hpp"
#include "ai/reversi/tables.hpp"
#include "ai/reversi/worker.hpp"

#define DOLBANG_KERNEL avx2
#define DOLBANG_KERNEL_AVX2 1

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt")
#endif
#include "ai/reversi/kernel.hpp"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace dolbang::reversi_ai {

std::unique_ptr<Worker> make_avx2_worker(Table& table, std::shared_ptr<const Weights> weights) {
  return std::make_unique<avx2::Search>(table, std::move(weights));
}

}  // namespace dolbang::reversi_ai

#endif
