#pragma once
/// Threads for engines, which start none themselves: what programs pass as RunParallel (ai/parallel.hpp).
#include <functional>

namespace dolbang {

/// Calls the job with 0 ... count-1, each on a thread of its own (0 on the caller's), and returns when all have
/// returned.
void run_parallel(int count, const std::function<void(int)>& job);

}  // namespace dolbang
