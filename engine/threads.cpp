#include "engine/threads.hpp"

#include <thread>
#include <vector>

namespace dolbang::engine {

void run_parallel(int count, const std::function<void(int)>& job) {
  std::vector<std::thread> threads;
  for (int i = 1; i < count; ++i) threads.emplace_back(job, i);
  job(0);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace dolbang::engine
