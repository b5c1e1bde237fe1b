#include "client-sdl/platform/engine_thread.hpp"

#include <chrono>

#include "ai/engine.hpp"

namespace dolbang::platform {

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
}

std::optional<app::EngineAnswer> EngineThread::poll() {
  const std::lock_guard lock(mutex_);
  return std::exchange(answer_, std::nullopt);
}

void EngineThread::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return quit_ || waiting_; });
    if (quit_) return;
    const app::EngineJob job = std::move(*waiting_);
    waiting_.reset();
    const auto stop = stop_;
    lock.unlock();

    SearchRequest request;
    request.seed = job.seed;
    request.stop = stop.get();
    request.now = [] { return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()); };
    std::optional<Move> best;
    if (const auto engine = make_engine(job.game, job.level)) best = engine->search(job.position, request).best;

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
