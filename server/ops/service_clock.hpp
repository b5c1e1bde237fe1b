#pragma once
/// Service time: how long this server, through all its restarts, has been up. Rooms count absences in
/// it, so that the two minutes of a lost connection (F09) do not run while the server is down.
///
/// A test puts a ManualClock in its place and moves it by hand.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

namespace dolbang::ops {

class Clock {
 public:
  virtual ~Clock() = default;
  /// Time since this process began to serve; monotonic. Called from any thread.
  virtual std::chrono::milliseconds elapsed() const = 0;
  /// The time of the calendar, for what people read; nothing is counted by it.
  virtual std::chrono::system_clock::time_point wall() const = 0;
};

class SteadyClock final : public Clock {
 public:
  std::chrono::milliseconds elapsed() const override {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start_);
  }
  std::chrono::system_clock::time_point wall() const override { return std::chrono::system_clock::now(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Service time itself: what the store remembered at the start, and what has passed since.
class ServiceClock {
 public:
  ServiceClock(std::chrono::milliseconds before, const Clock& clock)
      : start_(before - clock.elapsed()), clock_(clock) {}
  std::chrono::milliseconds now() const { return start_ + clock_.elapsed(); }
  /// Seconds since 1970.
  std::int64_t unix_time() const {
    return std::chrono::duration_cast<std::chrono::seconds>(clock_.wall().time_since_epoch()).count();
  }
  /// Today in UTC: "2026-11-30".
  std::string date() const {
    const std::chrono::year_month_day day(std::chrono::floor<std::chrono::days>(clock_.wall()));
    char text[16];
    std::snprintf(text, sizeof text, "%04d-%02u-%02u", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                  static_cast<unsigned>(day.day()));
    return text;
  }

 private:
  std::chrono::milliseconds start_;
  const Clock& clock_;
};

/// Stands still until advanced, on the first day of 2030. After advancing it, call Server::clock_moved().
class ManualClock final : public Clock {
 public:
  std::chrono::milliseconds elapsed() const override { return std::chrono::milliseconds(now_.load()); }
  std::chrono::system_clock::time_point wall() const override {
    return std::chrono::sys_days(std::chrono::year(2030) / 1 / 1) + elapsed();
  }
  void advance(std::chrono::milliseconds by) { now_ += by.count(); }

 private:
  std::atomic<std::chrono::milliseconds::rep> now_{0};
};

}  // namespace dolbang::ops
