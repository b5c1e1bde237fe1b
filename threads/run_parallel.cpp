#include "threads/run_parallel.hpp"

#include <thread>
#include <vector>

namespace dolbang {

void run_parallel(int count, const std::function<void(int)>& job) {
  std::vector<std::jthread> others;  // joined at the end of the scope, also when job(0) throws
  for (int i = 1; i < count; ++i) others.emplace_back([&job, i] { job(i); });
  job(0);
}

}  // namespace dolbang
