#pragma once
/// How an engine gets threads: it starts none itself, its caller passes this.
#include <functional>

namespace dolbang {

/// Calls the job with 0 ... count-1, each call on a thread of its own, and returns when all have returned.
using RunParallel = std::function<void(int count, const std::function<void(int)>& job)>;

}  // namespace dolbang
