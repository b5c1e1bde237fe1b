#include "server/bots/engine_pool.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

#include "core/limits.hpp"

namespace dolbang::bots {

namespace {

constexpr int niceness = 10;

}  // namespace

std::chrono::milliseconds time_for(std::string_view game, Level level, std::size_t threads, std::size_t waiting) {
  const auto count = [](std::size_t n) { return static_cast<std::chrono::milliseconds::rep>(n); };
  const auto contract = contract_of(game, level);
  const std::chrono::milliseconds most = limits::engine_time;
  const auto wanted = contract ? std::min(most, contract->time.value_or(most)) : most;
  return std::max<std::chrono::milliseconds>(limits::engine_shortest_time,
                                             wanted * count(threads) / (count(threads) + count(waiting)));
}

EnginePool::EnginePool(int threads, Surroundings surroundings)
    : surroundings_(std::move(surroundings)), thread_count_(static_cast<std::size_t>(std::max(1, threads))) {
  for (std::size_t i = 0; i < thread_count_; ++i) threads_.emplace_back([this] { work(); });
}

EnginePool::~EnginePool() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
    for (const StopFlag& stop : running_) stop->store(true);
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool EnginePool::submit(Job job) {
  {
    const std::scoped_lock lock(mutex_);
    if (stopping_) return false;
    const auto [queue, first] = queues_.try_emplace(job.room);
    // What the room has asked before and no longer wants makes place.
    waiting_ -= std::erase_if(queue->second, [](const Job& old) { return old.stop->load(); });
    if (waiting_ >= limits::engine_queue || queue->second.size() >= limits::engine_jobs_per_room) {
      if (first) queues_.erase(queue);
      ++stats_.refused;
      return false;
    }
    if (first) turns_.push_back(job.room);
    queue->second.push_back(std::move(job));
    ++waiting_;
  }
  wake_.notify_one();
  return true;
}

EnginePool::Stats EnginePool::stats() const {
  const std::scoped_lock lock(mutex_);
  Stats stats = stats_;
  stats.waiting = waiting_;
  stats.running = running_.size();
  return stats;
}

/// The next job of the room whose turn it is; that room then waits behind the others.
Job EnginePool::take() {
  const std::uint64_t room = turns_.front();
  turns_.pop_front();
  const auto queue = queues_.find(room);
  Job job = std::move(queue->second.front());
  queue->second.pop_front();
  --waiting_;
  if (queue->second.empty())
    queues_.erase(queue);
  else
    turns_.push_back(room);
  return job;
}

void EnginePool::work() {
  // On Linux a thread has a priority of its own. Refusal does no harm.
  const auto thread = static_cast<id_t>(gettid());
  (void)setpriority(PRIO_PROCESS, thread, getpriority(PRIO_PROCESS, thread) + niceness);
  std::vector<Kept> kept;
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto due = [this] { return stopping_ || waiting_ > 0; };
    if (!kept.empty() && !wake_.wait_for(lock, surroundings_.keep_time, due)) {
      lock.unlock();
      kept.clear();
      lock.lock();
    }
    wake_.wait(lock, due);
    if (stopping_) return;
    Job job = take();
    const std::size_t waiting = waiting_;
    running_.push_back(job.stop);
    lock.unlock();
    const auto begin = surroundings_.now();
    run(job, waiting, kept);
    const auto time = surroundings_.now() - begin;
    lock.lock();
    ++stats_.searches;
    stats_.time += time;
    running_.erase(std::find(running_.begin(), running_.end(), job.stop));
  }
}

void EnginePool::run(Job& job, std::size_t waiting, std::vector<Kept>& kept) {
  if (job.stop->load() || job.position.verdict()) return;
  Engine* const engine = engine_for(job, kept);
  if (engine == nullptr) return;
  SearchRequest request;
  request.seed = job.seed;
  request.stop = job.stop.get();
  request.now = surroundings_.now;
  request.time = time_for(job.game, job.level, thread_count_, waiting);
  const SearchResult result = engine->search(job.position, request);
  if (!job.stop->load()) job.done(result.best);
}

Engine* EnginePool::engine_for(const Job& job, std::vector<Kept>& kept) const {
  const auto found =
      std::find_if(kept.begin(), kept.end(), [&](const Kept& k) { return k.level == job.level && k.game == job.game; });
  if (found != kept.end()) {
    std::rotate(kept.begin(), found, found + 1);
    return kept.front().engine.get();
  }
  // The old one goes first: two large tables are never there at once for the sake of one.
  if (kept.size() >= limits::engines_per_thread) kept.pop_back();
  auto engine = surroundings_.make(job.game, job.level);
  if (!engine) return nullptr;
  kept.insert(kept.begin(), {job.game, job.level, std::move(engine)});
  return kept.front().engine.get();
}

}  // namespace dolbang::bots
