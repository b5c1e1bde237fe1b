/// What every store keeps.
#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "core/limits.hpp"
#include "tools.hpp"

using namespace dolbang;
using namespace dolbang::test;
using store::EventRow;

namespace {

/// Runs a check on each kind of store.
template <class Check>
void for_each_store(Check check) {
  {
    INFO("memory");
    const auto store = store::make_memory_store();
    check(*store);
  }
  for (const bool durable : {true, false}) {
    INFO("sqlite, durable: " << durable);
    const Folder folder;
    const auto store = open(folder.file(), durable);
    check(*store);
  }
}

}  // namespace

TEST_CASE("store: a new one is empty") {
  for_each_store([](store::Store& store) {
    CHECK(all_of(store).empty());
    CHECK(store.service_time() == 0ms);
    CHECK(store.accepting());
    CHECK(store.flush(patience));
  });
}

TEST_CASE("store: events come back by room, in the order of their versions, byte for byte") {
  for_each_store([](store::Store& store) {
    const std::string nasty("quotes ' \" \\ \n and \0 zero, \xED\x95\x9C", 30);
    store.append({"b", 1, "one"}, nullptr);
    store.append({"b", 2, "two"}, nullptr);
    store.append({"a", 1, nasty}, nullptr);
    for (std::uint64_t version = 3; version <= 12; ++version) store.append({"b", version, ""}, nullptr);
    REQUIRE(store.flush(patience));
    const auto rooms = all_of(store);
    CHECK(rooms.size() == 2);
    REQUIRE(rooms.at("a").events.size() == 1);
    CHECK(rooms.at("a").events[0].payload == nasty);
    REQUIRE(rooms.at("b").events.size() == 12);
    for (std::size_t i = 0; i < 12; ++i) CHECK(rooms.at("b").events[i].version == i + 1);
    CHECK(rooms.at("b").events[0].payload == "one");
    CHECK(rooms.at("b").events[1].payload == "two");
  });
}

TEST_CASE("store: everybody is told once, in the order of the appends, before flush returns") {
  for_each_store([](store::Store& store) {
    std::vector<int> told;  // by one thread, and flush orders it before us
    for (int i = 0; i < 1000; ++i)
      store.append({"room", static_cast<std::uint64_t>(i + 1), "x"}, [&told, i](const Expected<void>& written) {
        CHECK(written);
        told.push_back(i);
      });
    REQUIRE(store.flush(patience));
    REQUIRE(told.size() == 1000);
    for (int i = 0; i < 1000; ++i) CHECK(told[static_cast<std::size_t>(i)] == i);
  });
}

TEST_CASE("store: whoever is told may append again") {
  for_each_store([](store::Store& store) {
    std::atomic<int> told = 0;
    store.append({"room", 1, "first"}, [&](const Expected<void>&) {
      store.append({"room", 2, "second"}, [&](const Expected<void>&) { told = 2; });
      ++told;
    });
    while (told.load() < 2) REQUIRE(store.flush(patience));
    CHECK(all_of(store).at("room").events.size() == 2);
  });
}

TEST_CASE("store: a version is written once; only who tries again is refused") {
  for_each_store([](store::Store& store) {
    std::vector<bool> good;
    const auto note = [&](const Expected<void>& written) {
      good.push_back(written.has_value());
      if (!written) CHECK(written.error().code == "cannot_store");
    };
    store.append({"a", 1, "original"}, note);
    store.append({"a", 1, "another"}, note);
    store.append({"b", 1, "bystander"}, note);
    REQUIRE(store.flush(patience));
    store.append({"a", 1, "later"}, note);
    store.append({"a", 2, "next"}, note);
    REQUIRE(store.flush(patience));
    CHECK(good == std::vector<bool>{true, false, true, false, true});
    const auto rooms = all_of(store);
    CHECK(rooms.at("a").events[0].payload == "original");
    CHECK(rooms.at("a").events.size() == 2);
    CHECK(rooms.at("b").events.size() == 1);
  });
}

TEST_CASE("store: a room can be loaded later, while others are written") {
  for_each_store([](store::Store& store) {
    for (std::uint64_t version = 1; version <= 20; ++version)
      for (const char* room : {"a", "b", "c"}) store.append({room, version, room + std::to_string(version)}, nullptr);
    REQUIRE(store.flush(patience));
    auto live = store.live_rooms();
    REQUIRE(live);
    REQUIRE(live->size() == 3);
    std::sort(live->begin(), live->end(), [](const auto& x, const auto& y) { return x.room < y.room; });
    store.append({"c", 21, "more"}, nullptr);
    store.end_room("b", 1ms, "bye", nullptr);
    REQUIRE(store.flush(patience));
    const auto record = store.load((*live)[0]);
    REQUIRE(record);
    CHECK(record->room == "a");
    REQUIRE(record->events.size() == 20);
    for (std::size_t i = 0; i < 20; ++i) {
      CHECK(record->events[i].version == i + 1);
      CHECK(record->events[i].payload == "a" + std::to_string(i + 1));
    }
    CHECK(all_of(store).at("c").events.size() == 21);
  });
}

TEST_CASE("F09 store: absences are kept by seat, and forgotten") {
  for_each_store([](store::Store& store) {
    store.append({"room", 1, "x"}, nullptr);
    store.append({"other", 1, "x"}, nullptr);
    store.save_absence("room", 0, 5000ms);
    store.save_absence("room", 1, 7000ms);
    store.save_absence("room", 1, 8000ms);
    REQUIRE(store.flush(patience));
    auto rooms = all_of(store);
    CHECK(rooms.at("room").absent_since[0] == 5000ms);
    CHECK(rooms.at("room").absent_since[1] == 8000ms);
    CHECK_FALSE(rooms.at("other").absent_since[0]);
    store.save_absence("room", 0, std::nullopt);
    store.save_absence("other", 0, std::nullopt);
    store.save_absence("never heard of", 0, 1ms);
    REQUIRE(store.flush(patience));
    rooms = all_of(store);
    CHECK_FALSE(rooms.at("room").absent_since[0]);
    CHECK(rooms.at("room").absent_since[1] == 8000ms);
    CHECK(rooms.size() == 2);
  });
}

TEST_CASE("F09 store: service time only grows") {
  for_each_store([](store::Store& store) {
    store.save_service_time(1234ms);
    store.save_service_time(1000ms);
    REQUIRE(store.flush(patience));
    CHECK(store.service_time() == 1234ms);
    store.save_service_time(5678ms);
    REQUIRE(store.flush(patience));
    CHECK(store.service_time() == 5678ms);
  });
}

TEST_CASE("store: a room that has ended is not loaded any more, and leaves its farewell") {
  for_each_store([](store::Store& store) {
    for (const char* room : {"a", "b"}) store.append({room, 1, "x"}, nullptr);
    store.save_absence("a", 0, 5ms);
    CHECK(farewell_of(store, "a") == std::nullopt);
    bool told = false;
    store.end_room("a", 17ms, "so long", [&](const Expected<void>& written) { told = written.has_value(); });
    REQUIRE(store.flush(patience));
    CHECK(told);
    CHECK(farewell_of(store, "a") == "so long");
    CHECK(farewell_of(store, "b") == std::nullopt);
    CHECK(farewell_of(store, "never heard of") == std::nullopt);
    const auto rooms = all_of(store);
    CHECK(rooms.size() == 1);
    CHECK(rooms.count("b") == 1);
    store.end_room("a", 18ms, "so long", nullptr);  // once more, after a crash before it was told
    REQUIRE(store.flush(patience));
    CHECK(farewell_of(store, "a") == "so long");
  });
}

TEST_CASE("store: the record of a game is kept by its number, also when its room has ended") {
  for_each_store([](store::Store& store) {
    store.append({"a", 1, "x"}, nullptr);
    store.file_game("a", 1, "first");
    store.file_game("a", 2, "second");
    store.file_game("a", 2, "second, corrected");
    store.end_room("a", 5ms, "so long", nullptr);
    REQUIRE(store.flush(patience));
    CHECK(game_of(store, "a", 1) == "first");
    CHECK(game_of(store, "a", 2) == "second, corrected");
    CHECK(game_of(store, "a", 3) == std::nullopt);
    CHECK(game_of(store, "b", 1) == std::nullopt);
  });
}

TEST_CASE("F23 store: a watch code leads to its room, also when that has ended") {
  for_each_store([](store::Store& store) {
    store.save_watch_code("w", "a");
    store.append({"a", 1, "x"}, nullptr);
    store.end_room("a", 5ms, "so long", nullptr);
    REQUIRE(store.flush(patience));
    CHECK(*store.watched_room("w") == "a");
    CHECK(*store.watched_room("a") == std::nullopt);
  });
}

TEST_CASE("store: bans are kept until they are taken back") {
  for_each_store([](store::Store& store) {
    CHECK(store.bans()->empty());
    int told = 0;
    const auto note = [&](const Expected<void>& written) { told += written.has_value(); };
    for (const char* network : {"192.0.2.7", "192.0.2.7", "2001:db8::/64", "192.0.2.9"})
      store.save_ban(network, true, note);
    store.save_ban("192.0.2.9", false, note);
    store.save_ban("198.51.100.1", false, nullptr);
    REQUIRE(store.flush(patience));
    CHECK(told == 5);
    CHECK(*store.bans() == std::vector<std::string>{"192.0.2.7", "2001:db8::/64"});
  });
}

TEST_CASE("store: any thread may append") {
  for_each_store([](store::Store& store) {
    constexpr int threads = 4;
    constexpr std::uint64_t each = 500;
    std::mutex mutex;
    std::map<std::string, std::vector<std::uint64_t>> told;
    std::vector<std::thread> crowd;
    for (int t = 0; t < threads; ++t)
      crowd.emplace_back([&, room = "room" + std::to_string(t)] {
        for (std::uint64_t version = 1; version <= each; ++version)
          store.append({room, version, "x"}, [&, room, version](const Expected<void>&) {
            const std::lock_guard lock(mutex);
            told[room].push_back(version);
          });
      });
    for (auto& thread : crowd) thread.join();
    REQUIRE(store.flush(patience));
    CHECK(told.size() == threads);
    for (const auto& [room, versions] : told) {
      CHECK(versions.size() == each);
      CHECK(std::is_sorted(versions.begin(), versions.end()));
    }
    CHECK(all_of(store).size() == threads);
  });
}
