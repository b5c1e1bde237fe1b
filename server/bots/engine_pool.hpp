#pragma once
/// Threads that think for the seats the AI plays, apart from the network's threads and at low priority,
/// so that thinking never delays a move between two people.
///
/// The queue is bounded. Under load each search gets less time before the queue grows; a job that
/// nobody waits for any more (its stop flag is set) is skipped or ends early. The pool knows nothing of
/// rooms: the answer goes to a callback, which must post it to whoever asked. Owned by the Server.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "ai/levels.hpp"
#include "game/game.hpp"

namespace dolbang::bots {

using StopFlag = std::shared_ptr<std::atomic<bool>>;

struct Job {
  std::string game;
  Level level = Level::easy;
  Position position;
  std::uint64_t seed = 0;
  std::chrono::milliseconds time{2000};  ///< at most; the pool may give less
  StopFlag stop;                         ///< set by whoever no longer wants the answer
  std::function<void(Move)> done;        ///< on a pool thread; not called after a stop
};

class EnginePool {
 public:
  explicit EnginePool(int threads);
  /// Stops every search and waits for the threads.
  ~EnginePool();
  EnginePool(const EnginePool&) = delete;
  EnginePool& operator=(const EnginePool&) = delete;

  /// False when the queue is full or the pool is stopping: ask again later.
  [[nodiscard]] bool submit(Job job);

 private:
  void work();
  void run(Job& job, std::size_t waiting);

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job> queue_;
  std::vector<StopFlag> running_;
  bool stopping_ = false;
  const std::size_t thread_count_;
  std::vector<std::thread> threads_;
};

}  // namespace dolbang::bots
