#include "server/net/timers.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace dolbang::net {

Timers::Timers(asio::io_context& io, std::function<Time()> now) : now_(std::move(now)), timer_(io.get_executor()) {}

void Timers::set(Id id, Time at, std::function<void()> ring) {
  const std::scoped_lock lock(mutex_);
  if (stopped_) return;
  if (const auto found = by_id_.find(id); found != by_id_.end()) queue_.erase(found->second);
  by_id_[id] = queue_.emplace(at, Alarm{id, std::move(ring)});
  wait(lock);
}

void Timers::cancel(Id id) {
  const std::scoped_lock lock(mutex_);
  const auto found = by_id_.find(id);
  if (found == by_id_.end()) return;
  queue_.erase(found->second);
  by_id_.erase(found);
  // The system timer stays; it may find nothing to do.
}

void Timers::moved() {
  std::vector<std::function<void()>> due;
  {
    const std::scoped_lock lock(mutex_);
    const Time now = now_();
    while (!queue_.empty() && queue_.begin()->first <= now) {
      auto& alarm = queue_.begin()->second;
      due.push_back(std::move(alarm.ring));
      by_id_.erase(alarm.id);
      queue_.erase(queue_.begin());
    }
    wait(lock);
  }
  for (const auto& ring : due) ring();
}

void Timers::stop() {
  const std::scoped_lock lock(mutex_);
  stopped_ = true;
  queue_.clear();
  by_id_.clear();
  timer_.cancel();
}

/// Makes the system timer end no later than the first alarm.
void Timers::wait(const std::scoped_lock<std::mutex>&) {
  if (stopped_ || queue_.empty() || queue_.begin()->first >= waiting_for_) return;
  waiting_for_ = queue_.begin()->first;
  timer_.expires_after(std::max(Time(1), waiting_for_ - now_()));
  timer_.async_wait([this](const error_code& error) {
    if (error) return;
    {
      const std::scoped_lock lock(mutex_);
      waiting_for_ = Time::max();
    }
    moved();
  });
}

}  // namespace dolbang::net
