// What stands behind the app's interfaces on the desktop: files, the engine thread, the mouse, a socket.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>

#include "client-sdl/platform/board_input.hpp"
#include "client-sdl/platform/engine_thread.hpp"
#include "client-sdl/platform/files.hpp"
#include "client-sdl/platform/transport_beast.hpp"
#include "games/reversi/reversi.hpp"
#include "match/match.hpp"

using namespace dolbang;
using namespace dolbang::platform;

namespace {

/// A folder of its own that goes away with the test.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "dolbang-test-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()));
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Something that other threads announce; waiting for it has a deadline.
class Bell {
 public:
  void ring() {
    const std::lock_guard lock(mutex_);
    ++rings_;
    rung_.notify_all();
  }
  template <class Condition>
  bool wait(Condition condition) {
    std::unique_lock lock(mutex_);
    return rung_.wait_for(lock, std::chrono::seconds(20), condition);
  }

 private:
  std::mutex mutex_;
  std::condition_variable rung_;
  int rings_ = 0;
};

}  // namespace

TEST_CASE("S01 files are written whole, for the user's eyes only, and read back") {
  const Folder folder;
  FileStorage storage((folder.path() / "new" / "folder").string());
  CHECK_FALSE(storage.read("seats.json"));
  REQUIRE(storage.write("seats.json", "one"));
  REQUIRE(storage.write("seats.json", "two"));
  CHECK(storage.read("seats.json") == "two");
  struct stat status{};
  REQUIRE(::stat((folder.path() / "new" / "folder" / "seats.json").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  int files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path() / "new" / "folder"))
    ++files;
  CHECK(files == 1);  // no temporary file is left
  storage.set_aside("seats.json");
  CHECK_FALSE(storage.read("seats.json"));
  CHECK(read_file(folder.path() / "new" / "folder" / "seats.json.corrupt", 100) == "two");
}

TEST_CASE("S01 a folder that cannot be made is a refusal, not a crash") {
  const Folder folder;
  FileStorage blocker(folder.path().string());
  REQUIRE(blocker.write("file", "x"));
  FileStorage storage((folder.path() / "file" / "folder").string());
  CHECK_FALSE(storage.write("seats.json", "one"));
  CHECK_FALSE(storage.read("seats.json"));
}

TEST_CASE("L05 U08 the engine thread answers the newest job and drops what was cancelled") {
  Bell bell;
  EngineThread engines([&] { bell.ring(); });
  const Position start = Match::start({"reversi", "8x8"})->position();
  engines.start({1, "reversi", Level::easy, start, 5});
  engines.start({2, "reversi", Level::easy, start, 5});
  std::optional<app::EngineAnswer> answer;
  REQUIRE(bell.wait([&] { return (answer = engines.poll()).has_value(); }));
  CHECK(answer->id == 2);
  CHECK(start.is_legal(answer->move));
  engines.start({3, "reversi", Level::easy, start, 5});
  engines.cancel();
  engines.start({4, "reversi", Level::easy, start, 5});
  REQUIRE(bell.wait([&] { return (answer = engines.poll()).has_value(); }));
  CHECK(answer->id == 4);
}

TEST_CASE("I04 I08 a press and release is a click; a drag of more than 6 points turns the board and is none") {
  BoardMouse mouse;
  mouse.press({100, 100});
  CHECK_FALSE(mouse.move({104, 103}));
  CHECK(mouse.release());
  mouse.press({100, 100});
  REQUIRE(mouse.move({107, 100}));
  const auto by = mouse.move({110, 102});
  REQUIRE(by);
  CHECK(by->x == 3);
  CHECK(by->y == 2);
  mouse.move({100, 100});  // back to where it began: still a drag
  CHECK_FALSE(mouse.release());
  CHECK_FALSE(mouse.release());
  CHECK_FALSE(mouse.move({200, 200}));
}

TEST_CASE("a server that is not there is told as closed, with the reason") {
  Bell bell;
  BeastTransports transports([&] { bell.ring(); });
  for (const app::Endpoint& endpoint : {app::Endpoint{false, "127.0.0.1", 1}, app::Endpoint{true, "127.0.0.1", 1}}) {
    const auto transport = transports.connect(endpoint);
    std::optional<app::TransportEvent> event;
    REQUIRE(bell.wait([&] { return (event = transport->poll()).has_value(); }));
    CHECK(event->kind == app::TransportEvent::Kind::closed);
    CHECK_FALSE(event->text.empty());
    CHECK_FALSE(transport->send("{}"));
  }
}
