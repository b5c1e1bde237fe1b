#include <map>
#include <mutex>

#include "server/store/store.hpp"

namespace dolbang::store {
namespace {

class MemoryStore final : public Store {
 public:
  void append(EventRow row, Done done) override {
    // Under the lock, so that callbacks come in the order of the appends.
    const std::lock_guard lock(mutex_);
    RoomRecord& record = rooms_[row.room];
    record.room = row.room;
    record.events.push_back(std::move(row));
    if (done) done();
  }

  void save_absence(std::string room, int seat, std::optional<std::chrono::milliseconds> since) override {
    const std::lock_guard lock(mutex_);
    const auto it = rooms_.find(room);
    if (it != rooms_.end()) it->second.absent_since.at(static_cast<std::size_t>(seat)) = since;
  }

  void save_service_time(std::chrono::milliseconds time) override {
    const std::lock_guard lock(mutex_);
    service_time_ = std::max(service_time_, time);
  }

  bool accepting() const override { return true; }
  bool flush(std::chrono::milliseconds) override { return true; }

  Expected<std::chrono::milliseconds> service_time() override {
    const std::lock_guard lock(mutex_);
    return service_time_;
  }

  Expected<void> load(const std::function<void(RoomRecord&&)>& take) override {
    const std::lock_guard lock(mutex_);
    for (const auto& [code, record] : rooms_) take(RoomRecord(record));
    return {};
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, RoomRecord> rooms_;
  std::chrono::milliseconds service_time_{0};
};

}  // namespace

std::unique_ptr<Store> make_memory_store() { return std::make_unique<MemoryStore>(); }

}  // namespace dolbang::store
