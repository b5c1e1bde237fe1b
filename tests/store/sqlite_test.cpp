/// What only a file can go through.
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <csignal>
#include <fstream>

#include "core/limits.hpp"
#include "tools.hpp"

using namespace dolbang;
using namespace dolbang::test;

namespace {

/// Another program that has the file open.
class Intruder {
 public:
  explicit Intruder(const std::filesystem::path& file) { REQUIRE(sqlite3_open(file.c_str(), &db_) == SQLITE_OK); }
  Intruder(const Intruder&) = delete;
  Intruder& operator=(const Intruder&) = delete;
  ~Intruder() { sqlite3_close(db_); }
  void run(const char* sql) { REQUIRE(sqlite3_exec(db_, sql, nullptr, nullptr, nullptr) == SQLITE_OK); }
  std::int64_t number(const char* sql) {
    sqlite3_stmt* statement = nullptr;
    REQUIRE(sqlite3_prepare_v2(db_, sql, -1, &statement, nullptr) == SQLITE_OK);
    REQUIRE(sqlite3_step(statement) == SQLITE_ROW);
    const std::int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
  }

 private:
  sqlite3* db_ = nullptr;
};

std::string refusal_of(const std::filesystem::path& file) {
  const auto store = store::open_sqlite(file, true);
  REQUIRE_FALSE(store);
  CHECK(store.error().code == "cannot_store");
  CHECK(store.error().message.find(file.string()) != std::string::npos);
  return store.error().message;
}

}  // namespace

TEST_CASE("sqlite: what was stored is there after closing and opening") {
  const Folder folder;
  {
    const auto store = open(folder.file());
    store->append({"room", 1, "payload"}, nullptr);
    store->save_absence("room", 1, 42ms);
    store->save_service_time(99ms);
  }  // the end finishes all writes
  const auto store = open(folder.file());
  const auto rooms = all_of(*store);
  REQUIRE(rooms.size() == 1);
  CHECK(rooms.at("room").events.at(0).payload == "payload");
  CHECK(rooms.at("room").absent_since[1] == 42ms);
  CHECK(store->service_time() == 99ms);
}

TEST_CASE("sqlite: what was acknowledged survives kill -9") {
  const Folder folder;
  int acknowledged[2];
  REQUIRE(pipe(acknowledged) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    // Writes as fast as it can and reports each event that is safe, until it is killed.
    close(acknowledged[0]);
    const auto store = store::open_sqlite(folder.file(), true);
    if (!store) _exit(1);
    for (std::uint64_t version = 1;; ++version) {
      (*store)->append({"room", version, "payload of " + std::to_string(version)},
                       [&, version](const Expected<void>& written) {
                         if (!written || write(acknowledged[1], &version, sizeof version) != sizeof version) _exit(2);
                       });
      if (version % 64 == 0) (*store)->flush(patience);
    }
  }
  close(acknowledged[1]);
  std::uint64_t last = 0;
  while (last < 1000) REQUIRE(read(acknowledged[0], &last, sizeof last) == sizeof last);
  REQUIRE(kill(child, SIGKILL) == 0);
  while (read(acknowledged[0], &last, sizeof last) == sizeof last) continue;  // what it still said
  close(acknowledged[0]);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));

  const auto store = open(folder.file());
  const auto rooms = all_of(*store);
  const auto& events = rooms.at("room").events;
  CHECK(events.size() >= last);
  for (std::size_t i = 0; i < events.size(); ++i) {
    CHECK(events[i].version == i + 1);
    CHECK(events[i].payload == "payload of " + std::to_string(i + 1));
  }
  bool good = false;
  store->append({"room", events.size() + 1, "and on"},
                [&](const Expected<void>& written) { good = written.has_value(); });
  REQUIRE(store->flush(patience));
  CHECK(good);
}

TEST_CASE("sqlite: a locked file delays, and a full queue says so") {
  const Folder folder;
  const auto store = open(folder.file());
  Intruder intruder(folder.file());
  intruder.run("BEGIN IMMEDIATE");
  std::size_t told = 0;
  for (std::uint64_t version = 1; version <= limits::store_queue; ++version) {
    REQUIRE(store->accepting());
    store->append({"room", version, "x"}, [&](const Expected<void>& written) { told += written.has_value(); });
  }
  CHECK_FALSE(store->accepting());
  CHECK_FALSE(store->flush(1ms));
  intruder.run("ROLLBACK");
  REQUIRE(store->flush(patience));
  CHECK(store->accepting());
  CHECK(told == limits::store_queue);
  CHECK(all_of(*store).at("room").events.size() == limits::store_queue);
}

TEST_CASE("sqlite: a full disk delays, and what waited is written when there is room again") {
  const Folder folder;
  const auto store = open(folder.file());
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);  // then writing beyond the limit is an error
  rlimit small = before;
  small.rlim_cur = 4096;
  REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  bool good = false;
  store->append({"room", 1, std::string(10000, 'x')},
                [&](const Expected<void>& written) { good = written.has_value(); });
  const bool early = store->flush(100ms);
  REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
  CHECK_FALSE(early);
  REQUIRE(store->flush(patience));
  std::signal(SIGXFSZ, old_handler);
  CHECK(good);
  CHECK(all_of(*store).at("room").events.size() == 1);
}

TEST_CASE("sqlite: whoever waits when the store ends in trouble is told that it was in vain") {
  const Folder folder;
  auto store = open(folder.file());
  Intruder intruder(folder.file());
  intruder.run("BEGIN IMMEDIATE");
  std::vector<std::string> errors;
  store->append({"room", 1, "x"},
                [&](const Expected<void>& written) { errors.push_back(written ? "" : written.error().code); });
  store.reset();
  CHECK(errors == std::vector<std::string>{"cannot_store"});
  intruder.run("ROLLBACK");
  CHECK(all_of(*open(folder.file())).empty());
}

TEST_CASE("sqlite: a damaged file is an error for reader and writer") {
  const Folder folder;
  {
    const auto store = open(folder.file());
    for (std::uint64_t version = 1; version <= 200; ++version)
      store->append({"room", version, std::string(100, 'x')}, nullptr);
  }
  {
    const auto size = static_cast<std::streamoff>(std::filesystem::file_size(folder.file()));
    std::fstream file(folder.file(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(4096);  // behind the first page, which holds the schema
    file << std::string(static_cast<std::size_t>(size - 4096), '\xA5');
  }
  const auto store = open(folder.file());
  const auto loaded = store->live_rooms();
  REQUIRE_FALSE(loaded);
  CHECK(loaded.error().code == "cannot_store");
  std::vector<bool> good;
  store->append({"room", 201, "x"}, [&](const Expected<void>& written) { good.push_back(written.has_value()); });
  REQUIRE(store->flush(patience));
  CHECK(good == std::vector<bool>{false});
}

TEST_CASE("sqlite: an empty file becomes a store of the newest schema") {
  const Folder folder;
  std::ofstream(folder.file()).flush();
  REQUIRE(std::filesystem::file_size(folder.file()) == 0);
  const auto store = open(folder.file());
  Intruder reader(folder.file());
  CHECK(reader.number("PRAGMA user_version") == 6);
  CHECK(reader.number("SELECT count(*) FROM sqlite_master WHERE name IN "
                      "('events', 'absences', 'meta', 'ended', 'games', 'bans', 'heads')") == 7);
}

TEST_CASE("sqlite: a file of schema 1 is read for ever") {
  const Folder folder;
  {
    Intruder old(folder.file());
    old.run(
        "CREATE TABLE events (room TEXT NOT NULL, version INTEGER NOT NULL, payload TEXT NOT NULL,"
        "                     PRIMARY KEY (room, version)) WITHOUT ROWID;"
        "CREATE TABLE absences (room TEXT NOT NULL, seat INTEGER NOT NULL, since INTEGER NOT NULL,"
        "                       PRIMARY KEY (room, seat)) WITHOUT ROWID;"
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;"
        "INSERT INTO events VALUES ('room', 1, 'payload'); INSERT INTO absences VALUES ('room', 0, 17);"
        "INSERT INTO meta VALUES ('service_time', 4711); PRAGMA user_version = 1");
  }
  const auto store = open(folder.file());
  const auto rooms = all_of(*store);
  CHECK(rooms.at("room").events.at(0).payload == "payload");
  CHECK(rooms.at("room").absent_since[0] == 17ms);
  CHECK(store->service_time() == 4711ms);
}

TEST_CASE("sqlite: so is a file of schema 2") {
  const Folder folder;
  {
    Intruder old(folder.file());
    old.run(
        "CREATE TABLE events (room TEXT NOT NULL, version INTEGER NOT NULL, payload TEXT NOT NULL);"
        "CREATE TABLE absences (room TEXT NOT NULL, seat INTEGER NOT NULL, since INTEGER NOT NULL,"
        "                       PRIMARY KEY (room, seat)) WITHOUT ROWID;"
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;"
        "INSERT INTO events VALUES ('b', 2, 'second'), ('a', 1, 'payload'), ('b', 1, 'first');"
        "INSERT INTO absences VALUES ('a', 1, 17); INSERT INTO meta VALUES ('service_time', 4711);"
        "PRAGMA user_version = 2");
  }
  const auto store = open(folder.file());
  const auto rooms = all_of(*store);
  REQUIRE(rooms.at("b").events.size() == 2);
  CHECK(rooms.at("b").events[1].payload == "second");
  CHECK(rooms.at("a").absent_since[1] == 17ms);
  CHECK(store->service_time() == 4711ms);
  store->end_room("b", 5000ms, "so long", nullptr);
  REQUIRE(store->flush(patience));
  CHECK(farewell_of(*store, "b") == "so long");
  CHECK(Intruder(folder.file()).number("SELECT count(*) FROM events WHERE room = 'b'") == 2);  // the record stays
}

TEST_CASE("sqlite: a file of schema 3 is read for ever") {
  const Folder folder;
  {
    Intruder old(folder.file());
    old.run(
        "CREATE TABLE events (room TEXT NOT NULL, version INTEGER NOT NULL, payload TEXT NOT NULL);"
        "CREATE TABLE absences (room TEXT NOT NULL, seat INTEGER NOT NULL, since INTEGER NOT NULL,"
        "                       PRIMARY KEY (room, seat)) WITHOUT ROWID;"
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;"
        "CREATE TABLE ended (room TEXT PRIMARY KEY, at INTEGER NOT NULL, farewell TEXT NOT NULL) WITHOUT ROWID;"
        "INSERT INTO events VALUES ('a', 1, 'payload'), ('b', 1, 'over');"
        "INSERT INTO ended VALUES ('b', 5, 'so long');"
        "INSERT INTO meta VALUES ('service_time', 4711); PRAGMA user_version = 3");
  }
  const auto store = open(folder.file());
  const auto rooms = all_of(*store);
  CHECK(rooms.size() == 1);
  CHECK(rooms.at("a").events.at(0).payload == "payload");
  CHECK(farewell_of(*store, "b") == "so long");
  CHECK(store->service_time() == 4711ms);
  CHECK(game_of(*store, "b", 1) == std::nullopt);
  store->file_game("a", 1, "record");
  REQUIRE(store->flush(patience));
  CHECK(game_of(*store, "a", 1) == "record");
}

TEST_CASE("sqlite: so is a file of schema 4, its logs mixed, one of its rooms over") {
  const Folder folder;
  {
    Intruder old(folder.file());
    old.run(
        "CREATE TABLE events (room TEXT NOT NULL, version INTEGER NOT NULL, payload TEXT NOT NULL);"
        "CREATE TABLE absences (room TEXT NOT NULL, seat INTEGER NOT NULL, since INTEGER NOT NULL,"
        "                       PRIMARY KEY (room, seat)) WITHOUT ROWID;"
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;"
        "CREATE TABLE ended (room TEXT PRIMARY KEY, at INTEGER NOT NULL, farewell TEXT NOT NULL) WITHOUT ROWID;"
        "CREATE TABLE games (room TEXT NOT NULL, number INTEGER NOT NULL, record TEXT NOT NULL,"
        "                    PRIMARY KEY (room, number)) WITHOUT ROWID;"
        "CREATE TABLE bans (network TEXT PRIMARY KEY) WITHOUT ROWID; INSERT INTO bans VALUES ('192.0.2.1');"
        "INSERT INTO events VALUES ('a', 1, 'a1'), ('b', 1, 'b1'), ('a', 2, 'a2'), ('c', 1, 'c1'), ('b', 2, 'b2'),"
        "                          ('b', 2, 'b2'), ('a', 3, 'a3');"  // b2 twice: a commit that was tried again
        "INSERT INTO ended VALUES ('c', 1000, 'bye'); INSERT INTO meta VALUES ('service_time', 4711);"
        "PRAGMA user_version = 4");
  }
  const auto store = open(folder.file());
  store->append({"b", 3, "b3"}, nullptr);
  REQUIRE(store->flush(patience));
  const auto rooms = all_of(*store);
  CHECK(rooms.size() == 2);
  REQUIRE(rooms.at("a").events.size() == 3);
  CHECK(rooms.at("a").events[1].payload == "a2");
  REQUIRE(rooms.at("b").events.size() == 3);
  CHECK(rooms.at("b").events[2].payload == "b3");
  CHECK(farewell_of(*store, "c") == "bye");
  CHECK(store->service_time() == 4711ms);
}

TEST_CASE("sqlite: a file of schema 5 is read for ever") {
  const Folder folder;
  {
    Intruder old(folder.file());
    old.run(
        "CREATE TABLE events (room TEXT NOT NULL, version INTEGER NOT NULL, payload TEXT NOT NULL,"
        "                     previous INTEGER NOT NULL DEFAULT 0);"
        "CREATE TABLE heads (room TEXT PRIMARY KEY, version INTEGER NOT NULL, last INTEGER NOT NULL) WITHOUT ROWID;"
        "CREATE TABLE absences (room TEXT NOT NULL, seat INTEGER NOT NULL, since INTEGER NOT NULL,"
        "                       PRIMARY KEY (room, seat)) WITHOUT ROWID;"
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;"
        "CREATE TABLE ended (room TEXT PRIMARY KEY, at INTEGER NOT NULL, farewell TEXT NOT NULL) WITHOUT ROWID;"
        "CREATE TABLE games (room TEXT NOT NULL, number INTEGER NOT NULL, record TEXT NOT NULL,"
        "                    PRIMARY KEY (room, number)) WITHOUT ROWID;"
        "CREATE TABLE bans (network TEXT PRIMARY KEY) WITHOUT ROWID;"
        "INSERT INTO events(rowid, room, version, payload, previous) VALUES (1, 'a', 1, 'a1', 0), (2, 'a', 2, 'a2', 1);"
        "INSERT INTO heads VALUES ('a', 2, 2);"
        "INSERT INTO meta VALUES ('service_time', 4711), ('heads_at', 2); PRAGMA user_version = 5");
  }
  const auto store = open(folder.file());
  store->append({"a", 3, "a3"}, nullptr);
  store->save_watch_code("w", "a");
  REQUIRE(store->flush(patience));
  const auto rooms = all_of(*store);
  REQUIRE(rooms.at("a").events.size() == 3);
  CHECK(rooms.at("a").events[0].payload == "a1");
  CHECK(*store->watched_room("w") == "a");
}

TEST_CASE("sqlite: where the logs end is written down at the end, and found out again after a crash") {
  const Folder folder;
  const char* const behind = "SELECT (SELECT max(rowid) FROM events) - value FROM meta WHERE key = 'heads_at'";
  for (std::uint64_t life = 0; life < 3; ++life) {
    const auto store = open(folder.file());
    for (std::uint64_t version = life * 10 + 1; version <= life * 10 + 10; ++version)
      for (const char* room : {"a", "b"}) store->append({room, version, "x"}, nullptr);
    if (life == 1) store->end_room("a", 1ms, "bye", nullptr);
    REQUIRE(store->flush(patience));
    CHECK(Intruder(folder.file()).number(behind) == 20);
    CHECK(all_of(*store).at("b").events.size() == life * 10 + 10);
    if (life == 1) {
      // As a crash leaves it: a copy of the files, made while the store is open.
      const Folder copy;
      for (const char* end : {"", "-wal"})
        std::filesystem::copy_file(folder.file().string() + end, copy.file().string() + end);
      const auto after = open(copy.file());
      CHECK(all_of(*after).size() == 1);
      CHECK(all_of(*after).at("b").events.size() == 20);
    }
    if (life == 1) break;
  }
  CHECK(Intruder(folder.file()).number(behind) == 0);
  CHECK(Intruder(folder.file()).number("SELECT count(*) FROM heads") == 1);
}

TEST_CASE("sqlite: a version that is in the file is refused before anything was loaded") {
  const Folder folder;
  open(folder.file())->append({"room", 1, "original"}, nullptr);
  const auto store = open(folder.file());
  std::vector<bool> good;
  const auto note = [&](const Expected<void>& written) { good.push_back(written.has_value()); };
  store->append({"room", 1, "another"}, note);
  store->append({"room", 2, "next"}, note);
  REQUIRE(store->flush(patience));
  CHECK(good == std::vector<bool>{false, true});
  CHECK(all_of(*store).at("room").events.at(0).payload == "original");
}

TEST_CASE("sqlite: what cannot be used is refused at the start, saying why") {
  const Folder folder;
  SUBCASE("written by a newer server") {
    Intruder(folder.file()).run("PRAGMA user_version = 1000");
    CHECK(refusal_of(folder.file()).find("newer version") != std::string::npos);
  }
  SUBCASE("another program's") {
    Intruder(folder.file()).run("CREATE TABLE events (what INTEGER); PRAGMA user_version = 6");
    CHECK(refusal_of(folder.file()).find("another program") != std::string::npos);
  }
  SUBCASE("no database") {
    std::ofstream(folder.file()) << std::string(5000, 'A');
    CHECK(refusal_of(folder.file()).find("other file") != std::string::npos);
  }
  SUBCASE("a folder that is not there") { refusal_of(folder.path() / "nowhere" / "rooms.sqlite"); }
  SUBCASE("in use by another server") {
    const auto first = open(folder.file());
    CHECK(refusal_of(folder.file()).find("another server") != std::string::npos);
  }
}

TEST_CASE("sqlite: two servers on one file cannot be, one after the other can") {
  const Folder folder;
  open(folder.file());
  open(folder.file(), false);
  open(folder.file());
}

TEST_CASE("sqlite: an operator may read the file while the server runs") {
  const Folder folder;
  const auto store = open(folder.file());
  store->append({"room", 1, "x"}, nullptr);
  REQUIRE(store->flush(patience));
  CHECK(Intruder(folder.file()).number("SELECT count(*) FROM events") == 1);
}
