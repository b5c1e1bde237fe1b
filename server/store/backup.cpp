#include "server/store/backup.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <string>

#include "server/store/sqlite.hpp"

namespace dolbang::store {

namespace {

using std::filesystem::path;

constexpr int busy_patience_ms = 10'000;

Database open(const path& file, int flags) {
  sqlite3* raw = nullptr;
  const int result = sqlite3_open_v2(file.c_str(), &raw, flags, nullptr);
  Database db(raw);
  if (result != SQLITE_OK) return nullptr;
  sqlite3_busy_timeout(db.get(), busy_patience_ms);
  return db;
}

std::string first_text(sqlite3* db, const char* sql) {
  const auto statement = prepare(db, sql);
  return statement && sqlite3_step(statement.get()) == SQLITE_ROW ? column_text(statement.get(), 0)
                                                                  : std::string(sqlite3_errmsg(db));
}

std::uint64_t first_number(sqlite3* db, const char* sql) {
  const auto statement = prepare(db, sql);
  if (!statement || sqlite3_step(statement.get()) != SQLITE_ROW) return 0;
  return static_cast<std::uint64_t>(sqlite3_column_int64(statement.get(), 0));
}

/// Everything in one step: the snapshot stays the same however much is written meanwhile.
bool copy_pages(sqlite3* from, sqlite3* to) {
  sqlite3_backup* const backup = sqlite3_backup_init(to, "main", from, "main");
  if (backup == nullptr) return false;
  sqlite3_backup_step(backup, -1);
  return sqlite3_backup_finish(backup) == SQLITE_OK;
}

/// The name of a new file is safe only when its folder is.
bool sync_folder(const path& file) {
  const path folder = file.has_parent_path() ? file.parent_path() : path(".");
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool good = ::fsync(descriptor) == 0;
  ::close(descriptor);
  return good;
}

Expected<BackupReport> copy_into(sqlite3* from, const path& copy) {
  const auto bad = [&](const std::string& why) {
    return fail("bad_copy", "The copy " + copy.string() + " failed: " + why +
                                ". Is there enough room on its disk? Nothing is left of it.");
  };
  const Database to = open(copy, SQLITE_OPEN_READWRITE);
  if (!to) return bad("it cannot be opened");
  if (!copy_pages(from, to.get())) return bad(sqlite3_errmsg(to.get()));
  // One file, without a log beside it.
  if (first_text(to.get(), "PRAGMA journal_mode = DELETE") != "delete") return bad(sqlite3_errmsg(to.get()));
  if (const std::string verdict = first_text(to.get(), "PRAGMA integrity_check"); verdict != "ok") return bad(verdict);
  BackupReport report;
  report.events = first_number(to.get(), "SELECT count(*) FROM events");
  report.ended_rooms = first_number(to.get(), "SELECT count(*) FROM ended");
  report.live_rooms =
      first_number(to.get(), "SELECT count(DISTINCT room) FROM events WHERE room NOT IN (SELECT room FROM ended)");
  if (!sync_folder(copy)) return bad(std::strerror(errno));
  std::error_code ignored;
  report.bytes = std::filesystem::file_size(copy, ignored);
  return report;
}

}  // namespace

Expected<BackupReport> back_up(const path& file, const path& copy) {
  // Not read-only: reading beside a running server needs the shared memory of its log.
  const Database from = open(file, SQLITE_OPEN_READWRITE);
  const auto refuse = [&](const std::string& why) {
    return fail("cannot_store", "The store " + file.string() + " cannot be read: " + why +
                                    ". Give the server's data folder with --data.");
  };
  if (!from) return refuse("it is not there, or this user may not read it");
  sqlite3_db_config(from.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);  // leave the server's log alone
  if (first_text(from.get(), "SELECT count(*) FROM sqlite_master WHERE name IN ('events', 'absences', 'meta')") != "3")
    return refuse("it is not the store of a Dolbang server");
  const int descriptor = ::open(copy.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0)
    return fail("file_exists", "The backup " + copy.string() + " cannot be made: " + std::strerror(errno) +
                                   ". Nothing is overwritten; choose another name or folder.");
  ::close(descriptor);
  auto report = copy_into(from.get(), copy);
  std::error_code ignored;
  if (!report)
    for (const char* suffix : {"", "-wal", "-shm", "-journal"})
      std::filesystem::remove(copy.string() + suffix, ignored);
  return report;
}

}  // namespace dolbang::store
