#pragma once
/// What the server counts of itself, and how Prometheus reads it.
///
/// Counting is one relaxed atomic addition, without a lock: it may stand on the path of every move. Adding up, naming
/// and formatting happen when somebody asks. Gauges that something else knows already (queues, rooms) are not kept
/// here, but read at that moment by whoever writes the page. Any thread may count and read.
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "core/limits.hpp"

namespace dolbang::ops {

class Counter {
 public:
  void add(std::uint64_t count = 1) { value_.fetch_add(count, std::memory_order_relaxed); }
  std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_ = 0;
};

/// Goes up and down.
class Gauge {
 public:
  void add(std::int64_t by) { value_.fetch_add(by, std::memory_order_relaxed); }
  std::int64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::int64_t> value_ = 0;
};

/// How long something took, in buckets from 100 microseconds to 10 seconds.
class Durations {
 public:
  /// Upper bounds; what is longer falls into one more bucket.
  static constexpr std::array<std::chrono::microseconds, 14> bounds{
      std::chrono::microseconds(100),       std::chrono::microseconds(250),       std::chrono::microseconds(500),
      std::chrono::microseconds(1'000),     std::chrono::microseconds(2'500),     std::chrono::microseconds(5'000),
      std::chrono::microseconds(10'000),    std::chrono::microseconds(25'000),    std::chrono::microseconds(50'000),
      std::chrono::microseconds(100'000),   std::chrono::microseconds(250'000),   std::chrono::microseconds(1'000'000),
      std::chrono::microseconds(2'500'000), std::chrono::microseconds(10'000'000)};

  void add(std::chrono::nanoseconds time);
  std::array<std::uint64_t, bounds.size() + 1> counts() const;
  std::chrono::nanoseconds sum() const { return std::chrono::nanoseconds(sum_.value()); }

 private:
  std::array<Counter, bounds.size() + 1> buckets_;
  Counter sum_;  ///< nanoseconds
};

/// A counter for each of a bounded number of words, which come as they are first counted. The words are the program's
/// own (reasons of refusals), never a stranger's.
class WordCounter {
 public:
  WordCounter() = default;
  ~WordCounter();
  WordCounter(const WordCounter&) = delete;
  WordCounter& operator=(const WordCounter&) = delete;

  /// Words beyond limits::metric_words are counted together as "other".
  void add(std::string_view word);
  /// Calls `each(word, count)`.
  template <class Each>
  void read(Each&& each) const {
    for (const Slot& slot : slots_)
      if (const std::string* word = slot.word.load(std::memory_order_acquire)) each(*word, slot.count.value());
    if (other_.value() > 0) each("other", other_.value());
  }

 private:
  struct Slot {
    std::atomic<const std::string*> word = nullptr;
    Counter count;
  };
  std::array<Slot, limits::metric_words> slots_;
  Counter other_;
};

struct Metrics {
  Counter connections;      ///< accepted
  WordCounter turned_away;  ///< connections that were not let in, by reason
  WordCounter goodbyes;     ///< connections that the server ended, by the reason of their `bye`
  WordCounter rejects;      ///< refused messages, by reason
  Gauge send_queue_bytes;   ///< waiting for slow readers
  Counter rooms_created;
  Counter rooms_ended;
  Counter moves;  ///< made by players
  Counter engine_moves;
  Durations move_latency;  ///< from a move's arrival to its acknowledgement
};

/// Lines of Prometheus' text format.
class Exposition {
 public:
  /// The values of one name that differ in one label.
  template <class Number>
  using Labelled = std::initializer_list<std::pair<std::string_view, Number>>;

  void counter(std::string_view name, std::string_view help, std::uint64_t value);
  void counter(std::string_view name, std::string_view help, std::string_view label, Labelled<std::uint64_t> values);
  void gauge(std::string_view name, std::string_view help, double value);
  void gauge(std::string_view name, std::string_view help, std::string_view label, Labelled<double> values);
  /// A time that only grows.
  void seconds(std::string_view name, std::string_view help, double value);
  void words(std::string_view name, std::string_view help, std::string_view label, const WordCounter& counts);
  void histogram(std::string_view name, std::string_view help, const Durations& durations);
  /// Count and sum of something, so that its mean over any time can be told.
  void summary(std::string_view name, std::string_view help, std::uint64_t count, double sum);
  std::string take() { return std::move(text_); }

 private:
  void head(std::string_view name, std::string_view help, std::string_view type);
  void line(std::string_view name, std::string_view labels, std::string_view value);
  void line(std::string_view name, std::string_view label, std::string_view word, std::string_view value);
  std::string text_;
};

/// Appends what every Prometheus exporter tells of its process: memory, file descriptors, CPU time.
void describe_process(Exposition& out);

}  // namespace dolbang::ops
