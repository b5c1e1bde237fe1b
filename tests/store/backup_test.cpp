#include "server/store/backup.hpp"

#include <sys/stat.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "tools.hpp"

using namespace dolbang;
using namespace dolbang::test;

namespace {

std::string code_of(const Expected<store::BackupReport>& report) { return report ? "" : report.error().code; }

std::size_t files_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

}  // namespace

TEST_CASE("backup: the copy of a store in use holds what was acknowledged before, whole rooms, and opens as a store") {
  const Folder folder;
  const auto copy = folder.path() / "copy.sqlite";
  std::atomic<std::uint64_t> written = 0;
  std::atomic<bool> enough = false;
  std::uint64_t before = 0;
  {
    const auto store = open(folder.file());
    store->append({"ended", 1, "x"}, nullptr);
    store->end_room("ended", 1ms, "so long", nullptr);
    std::thread writer([&] {
      for (std::uint64_t version = 1; !enough; ++version) {
        for (const char* room : {"a", "b"})
          store->append({room, version, std::string(200, 'x')}, [&](const Expected<void>&) { ++written; });
        store->flush(patience);
      }
    });
    while (written < 200) std::this_thread::yield();
    before = written;
    const auto report = store::back_up(folder.file(), copy);
    const std::uint64_t after = written;
    enough = true;
    writer.join();
    REQUIRE(report);
    CHECK(report->live_rooms == 2);
    CHECK(report->ended_rooms == 1);
    CHECK(report->events >= before + 1);
    CHECK(report->events <= after + 3);  // two may be on their way
    CHECK(report->bytes == std::filesystem::file_size(copy));
  }
  struct stat status{};
  REQUIRE(stat(copy.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);  // it holds the hashes of the seats' secrets
  const auto rooms = all_of(*open(copy));
  REQUIRE(rooms.size() == 2);
  std::uint64_t events = 0;
  for (const auto& [code, room] : rooms) {
    for (std::size_t i = 0; i < room.events.size(); ++i) CHECK(room.events[i].version == i + 1);
    events += room.events.size();
  }
  CHECK(events >= before);
}

TEST_CASE("backup: what cannot be done is said, and leaves no file behind") {
  const Folder folder;
  const auto copy = folder.path() / "copy.sqlite";
  SUBCASE("nothing is overwritten") {
    open(folder.file());
    std::ofstream(copy) << "precious";
    CHECK(code_of(store::back_up(folder.file(), copy)) == "file_exists");
    CHECK(std::filesystem::file_size(copy) == 8);
  }
  SUBCASE("no folder") {
    open(folder.file());
    CHECK(code_of(store::back_up(folder.file(), folder.path() / "nowhere" / "copy")) == "file_exists");
  }
  SUBCASE("no store") {
    CHECK(code_of(store::back_up(folder.file(), copy)) == "cannot_store");
    CHECK(files_in(folder.path()) == 0);
  }
  SUBCASE("another file") {
    std::ofstream(folder.file()) << std::string(5000, 'A');
    CHECK(code_of(store::back_up(folder.file(), copy)) == "cannot_store");
    CHECK_FALSE(std::filesystem::exists(copy));
  }
  SUBCASE("a damaged store") {
    {
      const auto store = open(folder.file());
      for (std::uint64_t version = 1; version <= 200; ++version)
        store->append({"room", version, std::string(100, 'x')}, nullptr);
    }
    {
      const auto size = static_cast<std::streamoff>(std::filesystem::file_size(folder.file()));
      std::fstream file(folder.file(), std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(4096);
      file << std::string(static_cast<std::size_t>(size - 4096), '\xA5');
    }
    CHECK(code_of(store::back_up(folder.file(), copy)) == "bad_copy");
    CHECK_FALSE(std::filesystem::exists(copy));
  }
}
