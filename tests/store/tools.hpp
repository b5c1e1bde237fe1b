#pragma once
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/store/store.hpp"

namespace dolbang::test {

using namespace std::chrono_literals;

/// How long a test waits for what must happen.
inline constexpr auto patience = 60s;

/// A folder that goes away with its test.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "dolbang-store-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()));
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::filesystem::path file() const { return path_ / "rooms.sqlite"; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::unique_ptr<store::Store> open(const std::filesystem::path& file, bool durable = true) {
  auto store = store::open_sqlite(file, durable);
  if (!store) FAIL(store.error().message);
  return *std::move(store);
}

inline std::map<std::string, store::RoomRecord> all_of(store::Store& store) {
  std::map<std::string, store::RoomRecord> rooms;
  const auto live = store.live_rooms();
  if (!live) FAIL(live.error().message);
  for (const store::LiveRoom& room : *live) {
    auto record = store.load(room);
    if (!record) FAIL(record.error().message);
    CHECK(record->room == room.room);
    CHECK(rooms.emplace(room.room, *std::move(record)).second);
  }
  return rooms;
}

inline std::optional<std::string> farewell_of(store::Store& store, const std::string& room) {
  auto farewell = store.farewell(room);
  if (!farewell) FAIL(farewell.error().message);
  return *std::move(farewell);
}

inline std::optional<std::string> game_of(store::Store& store, const std::string& room, int number) {
  auto game = store.game(room, number);
  if (!game) FAIL(game.error().message);
  return *std::move(game);
}

}  // namespace dolbang::test
