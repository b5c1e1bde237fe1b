#pragma once
/// Threads for engines, which start none themselves.
#include <functional>

namespace dolbang::engine {

/// Calls the job with 0 ... count-1, each on a thread of its own, and returns when all have returned.
void run_parallel(int count, const std::function<void(int)>& job);

}  // namespace dolbang::engine
