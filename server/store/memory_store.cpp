#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "server/store/store.hpp"

namespace dolbang::store {
namespace {

class MemoryStore final : public Store {
 public:
  void append(EventRow row, Done done) override {
    std::unique_lock lock(mutex_);
    Expected<void> written;
    RoomRecord& record = rooms_[row.room];
    record.room = row.room;
    const auto at = std::lower_bound(record.events.begin(), record.events.end(), row.version,
                                     [](const EventRow& r, std::uint64_t version) { return r.version < version; });
    if (at != record.events.end() && at->version == row.version)
      written = version_exists(row);
    else
      record.events.insert(at, std::move(row));
    tell(lock, std::move(done), std::move(written));
  }

  void end_room(std::string room, std::chrono::milliseconds, std::string farewell, Done done) override {
    std::unique_lock lock(mutex_);
    rooms_.erase(room);
    farewells_[std::move(room)] = std::move(farewell);
    tell(lock, std::move(done), {});
  }

  Expected<std::optional<std::string>> farewell(const std::string& room) override {
    const std::lock_guard lock(mutex_);
    const auto found = farewells_.find(room);
    return found == farewells_.end() ? std::nullopt : std::optional(found->second);
  }

  void save_watch_code(std::string code, std::string room) override {
    const std::lock_guard lock(mutex_);
    watch_codes_[std::move(code)] = std::move(room);
  }

  Expected<std::optional<std::string>> watched_room(const std::string& code) override {
    const std::lock_guard lock(mutex_);
    const auto found = watch_codes_.find(code);
    return found == watch_codes_.end() ? std::nullopt : std::optional(found->second);
  }

  void file_game(std::string room, int game_number, std::string record) override {
    const std::lock_guard lock(mutex_);
    games_[{std::move(room), game_number}] = std::move(record);
  }

  void save_ban(std::string network, bool banned, Done done) override {
    std::unique_lock lock(mutex_);
    banned ? void(bans_.insert(std::move(network))) : void(bans_.erase(network));
    tell(lock, std::move(done), {});
  }

  Expected<std::vector<std::string>> bans() override {
    const std::lock_guard lock(mutex_);
    return std::vector(bans_.begin(), bans_.end());
  }

  Expected<std::optional<std::string>> game(const std::string& room, int game_number) override {
    const std::lock_guard lock(mutex_);
    const auto found = games_.find({room, game_number});
    return found == games_.end() ? std::nullopt : std::optional(found->second);
  }

  void tell(std::unique_lock<std::mutex>& lock, Done done, Expected<void> written) {
    if (!done) return;
    // Told in the order of the appends, without the lock: who is told may well append again.
    told_.emplace_back(std::move(done), std::move(written));
    if (std::exchange(telling_, true)) return;
    while (!told_.empty()) {
      const auto [call, result] = std::move(told_.front());
      told_.pop_front();
      lock.unlock();
      call(result);
      lock.lock();
    }
    telling_ = false;
    idle_.notify_all();
  }

  void save_absence(std::string room, int seat, std::optional<std::chrono::milliseconds> since) override {
    const std::lock_guard lock(mutex_);
    rooms_[room].absent_since.at(static_cast<std::size_t>(seat)) = since;
  }

  void save_service_time(std::chrono::milliseconds time) override {
    const std::lock_guard lock(mutex_);
    service_time_ = std::max(service_time_, time);
  }

  bool accepting() const override { return true; }
  Stats stats() const override { return {}; }
  bool flush(std::chrono::milliseconds patience) override {
    std::unique_lock lock(mutex_);
    return idle_.wait_for(lock, patience, [this] { return !telling_; });
  }

  Expected<std::chrono::milliseconds> service_time() override {
    const std::lock_guard lock(mutex_);
    return service_time_;
  }

  Expected<std::vector<LiveRoom>> live_rooms() override {
    const std::lock_guard lock(mutex_);
    std::vector<LiveRoom> rooms;
    for (const auto& [code, record] : rooms_)
      if (!record.events.empty()) rooms.push_back({code, record.events.size(), record.absent_since});
    return rooms;
  }

  Expected<RoomRecord> load(const LiveRoom& room) override {
    const std::lock_guard lock(mutex_);
    const auto found = rooms_.find(room.room);
    if (found == rooms_.end()) return fail("cannot_store", "Room " + room.room + " is not in the store.");
    RoomRecord record = found->second;
    record.events.resize(std::min<std::size_t>(record.events.size(), room.end));
    record.absent_since = room.absent_since;
    return record;
  }

 private:
  std::mutex mutex_;
  std::condition_variable idle_;
  std::map<std::string, RoomRecord> rooms_;
  std::map<std::string, std::string> farewells_;
  std::map<std::pair<std::string, int>, std::string> games_;
  std::map<std::string, std::string> watch_codes_;
  std::set<std::string> bans_;
  std::deque<std::pair<Done, Expected<void>>> told_;  ///< empty but for calls from within Done or other threads
  bool telling_ = false;
  std::chrono::milliseconds service_time_{0};
};

}  // namespace

Expected<void> version_exists(const EventRow& row) {
  return fail("cannot_store", "Room " + row.room + " has an event " + std::to_string(row.version) +
                                  " already. Does another server write to the same store?");
}

std::unique_ptr<Store> make_memory_store() { return std::make_unique<MemoryStore>(); }

}  // namespace dolbang::store
