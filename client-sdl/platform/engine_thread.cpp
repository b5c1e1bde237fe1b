#include "client-sdl/platform/engine_thread.hpp"

#include <algorithm>
#include <chrono>

#include "ai/engine.hpp"
#include "threads/run_parallel.hpp"

namespace dolbang::platform {
namespace {

/// The window needs a core of its own where there are enough.
int thinking_threads() {
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return cores > 2 ? cores - 1 : cores;
}

}  // namespace

EngineThread::EngineThread(std::function<void()> wake) : wake_(std::move(wake)), thread_([this] { work(); }) {}

EngineThread::~EngineThread() {
  cancel();
  {
    const std::lock_guard lock(mutex_);
    quit_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void EngineThread::start(app::EngineJob job) {
  {
    const std::lock_guard lock(mutex_);
    if (stop_) *stop_ = true;
    stop_ = std::make_shared<std::atomic<bool>>(false);
    answer_.reset();
    waiting_ = std::move(job);
  }
  changed_.notify_one();
}

void EngineThread::cancel() {
  const std::lock_guard lock(mutex_);
  if (stop_) *stop_ = true;
  stop_.reset();
  waiting_.reset();
  answer_.reset();
  give_up_ = true;
  changed_.notify_one();
}

std::optional<app::EngineAnswer> EngineThread::poll() {
  const std::lock_guard lock(mutex_);
  return std::exchange(answer_, std::nullopt);
}

void EngineThread::work() {
  struct Kept {
    std::string game;
    Level level;
    std::unique_ptr<Engine> engine;
  };
  std::optional<Kept> kept;
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return quit_ || give_up_ || waiting_; });
    if (quit_) return;
    if (std::exchange(give_up_, false)) kept.reset();
    if (!waiting_) continue;
    const app::EngineJob job = std::move(*waiting_);
    waiting_.reset();
    const auto stop = stop_;
    lock.unlock();

    SearchRequest request;
    request.seed = job.seed;
    request.threads = thinking_threads();
    request.run_parallel = run_parallel;
    request.stop = stop.get();
    request.now = [] { return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()); };
    if (!kept || kept->game != job.game || kept->level != job.level) {
      kept.reset();  // first, so that two large tables are never there at once
      kept = Kept{job.game, job.level, make_engine(job.game, job.level)};
    }
    std::optional<Move> best;
    if (kept->engine) best = kept->engine->search(job.position, request).best;

    lock.lock();
    // Still the newest job: neither cancelled nor overtaken.
    if (!best || stop != stop_) continue;
    answer_ = app::EngineAnswer{job.id, *best};
    lock.unlock();
    wake_();
    lock.lock();
  }
}

}  // namespace dolbang::platform
