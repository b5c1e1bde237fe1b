#include "server/bots/engine_pool.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

#include "ai/engine.hpp"
#include "core/limits.hpp"

namespace dolbang::bots {

namespace {

constexpr int niceness = 10;
constexpr std::chrono::milliseconds shortest_time{20};

std::chrono::nanoseconds steady_now() { return std::chrono::steady_clock::now().time_since_epoch(); }

}  // namespace

EnginePool::EnginePool(int threads) : thread_count_(static_cast<std::size_t>(std::max(1, threads))) {
  for (std::size_t i = 0; i < thread_count_; ++i) threads_.emplace_back([this] { work(); });
}

EnginePool::~EnginePool() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
    queue_.clear();
    for (const StopFlag& stop : running_) stop->store(true);
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool EnginePool::submit(Job job) {
  {
    const std::scoped_lock lock(mutex_);
    if (stopping_ || queue_.size() >= limits::engine_queue) return false;
    queue_.push_back(std::move(job));
  }
  wake_.notify_one();
  return true;
}

void EnginePool::work() {
  // On Linux a thread has a priority of its own. Refusal does no harm.
  (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), niceness);
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    if (stopping_) return;
    Job job = std::move(queue_.front());
    queue_.pop_front();
    const std::size_t waiting = queue_.size();
    running_.push_back(job.stop);
    lock.unlock();
    run(job, waiting);
    lock.lock();
    running_.erase(std::find(running_.begin(), running_.end(), job.stop));
  }
}

void EnginePool::run(Job& job, std::size_t waiting) {
  if (job.stop->load()) return;
  const auto engine = make_engine(job.game, job.level);
  if (!engine || job.position.verdict()) return;
  SearchRequest request;
  request.seed = job.seed;
  request.stop = job.stop.get();
  request.now = steady_now;
  // A queue of one job a thread halves the time, of two thirds it, and so on.
  const double share = static_cast<double>(thread_count_) / static_cast<double>(thread_count_ + waiting);
  request.time = std::max(shortest_time, std::chrono::duration_cast<std::chrono::milliseconds>(job.time * share));
  const SearchResult result = engine->search(job.position, request);
  if (!job.stop->load()) job.done(result.best);
}

}  // namespace dolbang::bots
