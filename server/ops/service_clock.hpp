#pragma once
/// Service time: how long this server, through all its restarts, has been up. Rooms count absences in
/// it, so that the two minutes of a lost connection (F09) do not run while the server is down.
///
/// A test puts a ManualClock in its place and moves it by hand.
#include <atomic>
#include <chrono>

namespace dolbang::ops {

class Clock {
 public:
  virtual ~Clock() = default;
  /// Time since this process began to serve; monotonic. Called from any thread.
  virtual std::chrono::milliseconds elapsed() const = 0;
};

class SteadyClock final : public Clock {
 public:
  std::chrono::milliseconds elapsed() const override {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start_);
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Service time itself: what the store remembered at the start, and what has passed since.
class ServiceClock {
 public:
  ServiceClock(std::chrono::milliseconds before, const Clock& clock)
      : start_(before - clock.elapsed()), clock_(clock) {}
  std::chrono::milliseconds now() const { return start_ + clock_.elapsed(); }

 private:
  std::chrono::milliseconds start_;
  const Clock& clock_;
};

/// Stands still until advanced. After advancing it, call Server::clock_moved().
class ManualClock final : public Clock {
 public:
  std::chrono::milliseconds elapsed() const override { return std::chrono::milliseconds(now_.load()); }
  void advance(std::chrono::milliseconds by) { now_ += by.count(); }

 private:
  std::atomic<std::chrono::milliseconds::rep> now_{0};
};

}  // namespace dolbang::ops
