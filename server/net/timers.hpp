#pragma once
/// One alarm a room, in service time, behind a single system timer.
///
/// The service clock may be a test's: moved() looks at it at once. Shared by all threads; alarms ring
/// on the thread that noticed, so what they call must post.
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <unordered_map>

#include "server/net/types.hpp"

namespace dolbang::net {

class Timers {
 public:
  using Time = std::chrono::milliseconds;  ///< service time
  using Id = const void*;

  Timers(asio::io_context& io, std::function<Time()> now);

  /// Sets the alarm of `id`, in place of the one it has. `ring` is called once.
  void set(Id id, Time at, std::function<void()> ring);
  void cancel(Id id);
  /// Rings what is due.
  void moved();
  /// Rings nothing any more.
  void stop();

 private:
  struct Alarm {
    Id id;
    std::function<void()> ring;
  };
  using Queue = std::multimap<Time, Alarm>;

  void wait(const std::scoped_lock<std::mutex>&);

  std::function<Time()> now_;
  std::mutex mutex_;
  Queue queue_;
  std::unordered_map<Id, Queue::iterator> by_id_;
  asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>, Executor> timer_;
  Time waiting_for_{Time::max()};  ///< what timer_ is set to; max: nothing
  bool stopped_ = false;
};

}  // namespace dolbang::net
