#include "server/ops/metrics.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>

namespace dolbang::ops {

namespace {

std::string number(double value) {
  std::array<char, 32> text;
  return {text.data(), static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.9g", value))};
}

double in_seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

double in_seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

void Durations::add(std::chrono::nanoseconds time) {
  const auto at = std::lower_bound(bounds.begin(), bounds.end(), time);
  buckets_[static_cast<std::size_t>(at - bounds.begin())].add();
  sum_.add(static_cast<std::uint64_t>(std::max<std::int64_t>(0, time.count())));
}

std::array<std::uint64_t, Durations::bounds.size() + 1> Durations::counts() const {
  std::array<std::uint64_t, bounds.size() + 1> counts;
  std::transform(buckets_.begin(), buckets_.end(), counts.begin(), [](const Counter& c) { return c.value(); });
  return counts;
}

WordCounter::~WordCounter() {
  for (Slot& slot : slots_) delete slot.word.load(std::memory_order_relaxed);
}

void WordCounter::add(std::string_view word) {
  std::unique_ptr<const std::string> own;
  for (Slot& slot : slots_) {
    const std::string* there = slot.word.load(std::memory_order_acquire);
    if (there == nullptr) {
      if (!own) own = std::make_unique<const std::string>(word);
      if (slot.word.compare_exchange_strong(there, own.get(), std::memory_order_acq_rel)) there = own.release();
      // Else another thread was first, perhaps with the same word.
    }
    if (*there == word) return slot.count.add();
  }
  other_.add();
}

void Exposition::head(std::string_view name, std::string_view help, std::string_view type) {
  text_.append("# HELP ").append(name).append(" ").append(help).append("\n# TYPE ").append(name);
  text_.append(" ").append(type).append("\n");
}

void Exposition::line(std::string_view name, std::string_view labels, std::string_view value) {
  text_.append(name).append(labels).append(" ").append(value).append("\n");
}

void Exposition::counter(std::string_view name, std::string_view help, std::uint64_t value) {
  head(name, help, "counter");
  line(name, "", std::to_string(value));
}

void Exposition::line(std::string_view name, std::string_view label, std::string_view word, std::string_view value) {
  line(name, "{" + std::string(label) + "=\"" + std::string(word) + "\"}", value);
}

void Exposition::counter(std::string_view name, std::string_view help, std::string_view label,
                         Labelled<std::uint64_t> values) {
  head(name, help, "counter");
  for (const auto& [word, value] : values) line(name, label, word, std::to_string(value));
}

void Exposition::gauge(std::string_view name, std::string_view help, std::string_view label, Labelled<double> values) {
  head(name, help, "gauge");
  for (const auto& [word, value] : values) line(name, label, word, number(value));
}

void Exposition::gauge(std::string_view name, std::string_view help, double value) {
  head(name, help, "gauge");
  line(name, "", number(value));
}

void Exposition::seconds(std::string_view name, std::string_view help, double value) {
  head(name, help, "counter");
  line(name, "", number(value));
}

void Exposition::words(std::string_view name, std::string_view help, std::string_view label,
                       const WordCounter& counts) {
  head(name, help, "counter");
  counts.read([&](std::string_view word, std::uint64_t count) { line(name, label, word, std::to_string(count)); });
}

void Exposition::histogram(std::string_view name, std::string_view help, const Durations& durations) {
  head(name, help, "histogram");
  const auto counts = durations.counts();
  const std::string bucket = std::string(name) + "_bucket";
  std::uint64_t up_to = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    up_to += counts[i];
    const std::string bound = i < Durations::bounds.size() ? number(in_seconds(Durations::bounds[i])) : "+Inf";
    line(bucket, "le", bound, std::to_string(up_to));
  }
  line(std::string(name) + "_sum", "", number(in_seconds(durations.sum())));
  line(std::string(name) + "_count", "", std::to_string(up_to));
}

void Exposition::summary(std::string_view name, std::string_view help, std::uint64_t count, double sum) {
  head(name, help, "summary");
  line(std::string(name) + "_sum", "", number(sum));
  line(std::string(name) + "_count", "", std::to_string(count));
}

void describe_process(Exposition& out) {
  std::uint64_t pages = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  out.gauge("process_resident_memory_bytes", "Resident memory.",
            static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)));
  std::error_code error;
  const auto files = std::distance(std::filesystem::directory_iterator("/proc/self/fd", error), {});
  out.gauge("process_open_fds", "Open file descriptors.", static_cast<double>(files));
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  out.seconds("process_cpu_seconds_total", "CPU time, of user and system.",
              in_seconds(usage.ru_utime) + in_seconds(usage.ru_stime));
}

}  // namespace dolbang::ops
