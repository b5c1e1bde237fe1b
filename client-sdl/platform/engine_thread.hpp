#pragma once
/// The engines of local games: one worker thread, one search at a time; the strongest level thinks with more threads
/// while it searches.
///
/// start() and cancel() never wait: they raise the running search's stop flag and go on; what a stopped search still
/// answers is thrown away. The engine is kept from move to move, with what it has found out, and given up on cancel():
/// it can hold more than a hundred megabytes. Owned by main and used by its thread only; `wake` is called from the
/// worker.
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "client-sdl/app/ports.hpp"

namespace dolbang::platform {

class EngineThread final : public app::EngineRunner {
 public:
  explicit EngineThread(std::function<void()> wake);
  ~EngineThread() override;

  void start(app::EngineJob job) override;
  void cancel() override;
  std::optional<app::EngineAnswer> poll() override;

 private:
  void work();

  std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool quit_ = false;
  bool give_up_ = false;                     ///< the engine that is kept
  std::optional<app::EngineJob> waiting_;    ///< the next job
  std::shared_ptr<std::atomic<bool>> stop_;  ///< of the newest job
  std::optional<app::EngineAnswer> answer_;
  std::thread thread_;
};

}  // namespace dolbang::platform
