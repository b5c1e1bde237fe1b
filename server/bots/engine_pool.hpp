#pragma once
/// Threads that think for the seats the AI plays, apart from the network's threads and at low priority,
/// so that thinking never delays a move between two people.
///
/// Fair between rooms: each room has a queue of its own, and the rooms take turns, so one that asks often waits behind
/// one that asks once. Bounded: limits::engine_queue jobs in all, limits::engine_jobs_per_room of one room. Thinking
/// time shrinks before queues grow: a search gets the time that its level promises, and at most limits::engine_time,
/// while nobody waits; with as many jobs waiting as there are threads half of it, with twice as many a third, down to
/// limits::engine_shortest_time. Each search has one thread. One thing takes the time it takes: Reversi's strongest
/// level solves its last 18 squares.
///
/// A thread keeps the engines it used last, limits::engines_per_thread of them, so that their tables are allocated once
/// and not for every move, and gives them back after limits::engine_keep_time without work. A job that nobody waits for
/// any more (its stop flag is set) is skipped or ends early. The pool knows nothing of rooms but a number for each: the
/// answer goes to a callback, which must post it to whoever asked. Owned by the Server.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "ai/engine.hpp"
#include "core/limits.hpp"
#include "game/game.hpp"

namespace dolbang::bots {

using StopFlag = std::shared_ptr<std::atomic<bool>>;

struct Job {
  std::uint64_t room = 0;  ///< whoever asks: jobs with the same number take turns with those of others
  std::string game;
  Level level = Level::easy;
  Position position;
  std::uint64_t seed = 0;
  StopFlag stop;                   ///< set by whoever no longer wants the answer
  std::function<void(Move)> done;  ///< on a pool thread; not called after a stop
};

/// The time a search of a level gets when so many others wait for so many threads.
std::chrono::milliseconds time_for(std::string_view game, Level level, std::size_t threads, std::size_t waiting);

/// What a test puts in the place of the machine and of the engines.
struct Surroundings {
  std::function<std::chrono::nanoseconds()> now = [] { return std::chrono::steady_clock::now().time_since_epoch(); };
  std::function<std::unique_ptr<Engine>(std::string_view game, Level level)> make = make_engine;
  std::chrono::milliseconds keep_time = limits::engine_keep_time;
};

class EnginePool {
 public:
  explicit EnginePool(int threads, Surroundings surroundings = {});
  /// Stops every search and waits for the threads.
  ~EnginePool();
  EnginePool(const EnginePool&) = delete;
  EnginePool& operator=(const EnginePool&) = delete;

  /// False when a queue is full or the pool is stopping: ask again later.
  [[nodiscard]] bool submit(Job job);

  struct Stats {
    std::size_t waiting = 0;  ///< jobs now
    std::size_t running = 0;
    std::uint64_t searches = 0;        ///< finished in all
    std::chrono::nanoseconds time{0};  ///< spent on them
    std::uint64_t refused = 0;         ///< jobs that found a queue full
  };
  Stats stats() const;

 private:
  /// The engines that one thread keeps, the one used last in front.
  struct Kept {
    std::string game;
    Level level;
    std::unique_ptr<Engine> engine;
  };

  void work();
  Job take();
  void run(Job& job, std::size_t waiting, std::vector<Kept>& kept);
  Engine* engine_for(const Job& job, std::vector<Kept>& kept) const;

  const Surroundings surroundings_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::unordered_map<std::uint64_t, std::deque<Job>> queues_;  ///< of each room that waits; none is empty
  std::deque<std::uint64_t> turns_;                            ///< the rooms that wait, the next in front
  std::size_t waiting_ = 0;                                    ///< jobs in all queues
  std::vector<StopFlag> running_;
  Stats stats_;
  bool stopping_ = false;
  const std::size_t thread_count_;
  std::vector<std::thread> threads_;
};

}  // namespace dolbang::bots
