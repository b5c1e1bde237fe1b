/// One SQLite file in WAL mode and one thread that writes it. A commit costs a disk flush however much
/// is in it, so the writer takes all that waits into each transaction: under load the batches grow and
/// the time to commit stays.
///
/// Events are appended in the order of time, without a key: a transaction then touches a page for every
/// fifty moves or so, where a key of room and version makes it touch one for every room, six times the
/// work. Instead each event names the room's event before it, and the writer knows each live room's newest. That
/// knowledge is written down (table heads) every so many events; a start reads it and the events after it, and
/// a room's log is read backwards from its end when somebody wants it.
#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>

#include "core/limits.hpp"
#include "server/store/sqlite.hpp"
#include "server/store/store.hpp"

namespace dolbang::store {
namespace {

using std::chrono::milliseconds;

constexpr int schema_version = 6;
/// Without durability nobody waits for a commit, so that many moves can share one.
constexpr milliseconds gathering_time{50};
constexpr milliseconds retry_time{500};
/// So many events are read again at a start, at the most, to learn where the rooms' logs end.
constexpr std::size_t events_between_heads = 50'000;

// migrations[n] takes a file from version n to n + 1. Never change one that was released; add another.
constexpr const char* migrations[schema_version] = {
    R"sql(
      CREATE TABLE events (
        room    TEXT    NOT NULL,
        version INTEGER NOT NULL,
        payload TEXT    NOT NULL,
        PRIMARY KEY (room, version)
      ) WITHOUT ROWID;
      CREATE TABLE absences (
        room  TEXT    NOT NULL,
        seat  INTEGER NOT NULL,
        since INTEGER NOT NULL,  -- service time, milliseconds
        PRIMARY KEY (room, seat)
      ) WITHOUT ROWID;
      CREATE TABLE meta (
        key   TEXT PRIMARY KEY,
        value INTEGER NOT NULL
      ) WITHOUT ROWID;
    )sql",
    R"sql(
      ALTER TABLE events RENAME TO events_1;
      CREATE TABLE events (
        room    TEXT    NOT NULL,
        version INTEGER NOT NULL,
        payload TEXT    NOT NULL
      );
      INSERT INTO events SELECT room, version, payload FROM events_1;
      DROP TABLE events_1;
    )sql",
    R"sql(
      CREATE TABLE ended (
        room     TEXT PRIMARY KEY,
        at       INTEGER NOT NULL,  -- service time, milliseconds
        farewell TEXT NOT NULL
      ) WITHOUT ROWID;
    )sql",
    // One row a game, so that a key costs little here, and a record is found without reading the whole log.
    R"sql(
      CREATE TABLE games (
        room   TEXT    NOT NULL,
        number INTEGER NOT NULL,
        record TEXT    NOT NULL,
        PRIMARY KEY (room, number)
      ) WITHOUT ROWID;
      CREATE TABLE bans (
        network TEXT PRIMARY KEY
      ) WITHOUT ROWID;
    )sql",
    R"sql(
      ALTER TABLE events ADD COLUMN previous INTEGER NOT NULL DEFAULT 0;  -- the rowid of the room's event before
      UPDATE events SET previous = chain.previous
        FROM (SELECT rowid AS here, lag(rowid, 1, 0) OVER (PARTITION BY room ORDER BY version, rowid) AS previous
              FROM events) AS chain
        WHERE events.rowid = chain.here;
      CREATE TABLE heads (
        room    TEXT PRIMARY KEY,
        version INTEGER NOT NULL,  -- of the newest event
        last    INTEGER NOT NULL   -- its rowid
      ) WITHOUT ROWID;
      INSERT INTO heads SELECT room, max(version), rowid FROM events
        WHERE NOT EXISTS (SELECT 1 FROM ended WHERE ended.room = events.room) GROUP BY room;
      INSERT INTO meta(key, value) SELECT 'heads_at', coalesce(max(rowid), 0) FROM events;
    )sql",
    R"sql(
      CREATE TABLE watch_codes (
        code TEXT PRIMARY KEY,
        room TEXT NOT NULL
      ) WITHOUT ROWID;
    )sql",
};

/// Held as long as the object lives; the kernel lets go of it when the process dies, however it dies.
class FileLock {
 public:
  explicit FileLock(const std::string& file) : descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    held_ = descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
  }
  FileLock(FileLock&& from) noexcept : descriptor_(std::exchange(from.descriptor_, -1)), held_(from.held_) {}
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  bool held() const { return held_; }

 private:
  int descriptor_;
  bool held_;
};

struct Absence {
  std::string room;
  int seat;
  std::optional<milliseconds> since;
};
struct Append {
  EventRow row;
  Store::Done done;
  Expected<void> written{};
};
struct Ending {
  std::string room;
  milliseconds at;
  std::string farewell;
  Store::Done done;
};
struct Filing {
  std::string room;
  int game_number;
  std::string record;
};
struct WatchCode {
  std::string code;
  std::string room;
};
struct Ban {
  std::string network;
  bool banned;
  Store::Done done;
};
using Write = std::variant<Append, Absence, milliseconds, Ending, Filing, WatchCode, Ban>;

void bind_text(sqlite3_stmt* statement, int at, const std::string& text) {
  // Static: each row outlives its step.
  sqlite3_bind_text(statement, at, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
}

/// SQLITE_DONE, or what went wrong.
int run(sqlite3_stmt* statement) {
  const int result = sqlite3_step(statement);
  sqlite3_reset(statement);
  return result;
}

/// Whether trying again later is of no use.
bool is_lasting(int result) {
  switch (result & 0xFF) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_MISUSE:
    case SQLITE_TOOBIG:
    case SQLITE_ERROR: return true;  // the last: a schema that is not ours
    default: return false;
  }
}

class SqliteStore final : public Store {
 public:
  SqliteStore(Database db, Database reader, FileLock lock, bool durable)
      : gathering_time_(durable ? milliseconds(0) : gathering_time),
        lock_(std::move(lock)),
        db_(std::move(db)),
        reader_(std::move(reader)) {
    insert_event_ = prepare(db_.get(), "INSERT INTO events(room, version, payload, previous) VALUES (?, ?, ?, ?)");
    upsert_head_ = prepare(db_.get(), "INSERT OR REPLACE INTO heads(room, version, last) VALUES (?, ?, ?)");
    delete_head_ = prepare(db_.get(), "DELETE FROM heads WHERE room = ?");
    upsert_heads_at_ = prepare(db_.get(),
                               "INSERT OR REPLACE INTO meta(key, value) "
                               "SELECT 'heads_at', coalesce(max(rowid), 0) FROM events");
    upsert_absence_ = prepare(db_.get(), "INSERT OR REPLACE INTO absences(room, seat, since) VALUES (?, ?, ?)");
    delete_absence_ = prepare(db_.get(), "DELETE FROM absences WHERE room = ? AND seat = ?");
    upsert_time_ = prepare(db_.get(),
                           "INSERT INTO meta(key, value) VALUES ('service_time', ?1) "
                           "ON CONFLICT(key) DO UPDATE SET value = max(value, ?1)");
    insert_ending_ = prepare(db_.get(), "INSERT OR REPLACE INTO ended(room, at, farewell) VALUES (?, ?, ?)");
    delete_absences_ = prepare(db_.get(), "DELETE FROM absences WHERE room = ?");
    insert_game_ = prepare(db_.get(), "INSERT OR REPLACE INTO games(room, number, record) VALUES (?, ?, ?)");
    insert_watch_code_ = prepare(db_.get(), "INSERT OR REPLACE INTO watch_codes(code, room) VALUES (?, ?)");
    select_watched_ = prepare(reader_.get(), "SELECT room FROM watch_codes WHERE code = ?");
    insert_ban_ = prepare(db_.get(), "INSERT OR IGNORE INTO bans(network) VALUES (?)");
    delete_ban_ = prepare(db_.get(), "DELETE FROM bans WHERE network = ?");
    select_game_ = prepare(reader_.get(), "SELECT record FROM games WHERE room = ? AND number = ?");
    select_event_ = prepare(reader_.get(), "SELECT room, version, payload, previous FROM events WHERE rowid = ?");
    select_farewell_ = prepare(reader_.get(), "SELECT farewell FROM ended WHERE room = ?");
    begin_ = prepare(db_.get(), "BEGIN IMMEDIATE");
    commit_ = prepare(db_.get(), "COMMIT");
    rollback_ = prepare(db_.get(), "ROLLBACK");
    read_data_version_ = prepare(db_.get(), "PRAGMA data_version");
    writer_ = std::thread([this] { write(); });
  }

  ~SqliteStore() override {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_all();
    writer_.join();
  }

  /// Whether the file has the tables that it says it has.
  bool is_ours() const {
    return insert_event_ && upsert_absence_ && delete_absence_ && upsert_time_ && insert_ending_ && insert_game_ &&
           insert_watch_code_ && select_watched_ && select_game_ && insert_ban_ && upsert_head_ && delete_head_ &&
           upsert_heads_at_ && select_event_ && select_farewell_;
  }

  void append(EventRow row, Done done) override { push(Append{std::move(row), std::move(done)}); }
  void save_absence(std::string room, int seat, std::optional<milliseconds> since) override {
    push(Absence{std::move(room), seat, since});
  }
  void save_service_time(milliseconds time) override { push(time); }
  void end_room(std::string room, milliseconds service_time, std::string farewell, Done done) override {
    push(Ending{std::move(room), service_time, std::move(farewell), std::move(done)});
  }

  void save_watch_code(std::string code, std::string room) override {
    push(WatchCode{std::move(code), std::move(room)});
  }

  Expected<std::optional<std::string>> watched_room(const std::string& code) override {
    const std::lock_guard lock(looking_up_);
    bind_text(select_watched_.get(), 1, code);
    return look_up(select_watched_.get());
  }

  void file_game(std::string room, int game_number, std::string record) override {
    push(Filing{std::move(room), game_number, std::move(record)});
  }

  void save_ban(std::string network, bool banned, Done done) override {
    push(Ban{std::move(network), banned, std::move(done)});
  }

  Expected<std::optional<std::string>> farewell(const std::string& room) override {
    const std::lock_guard lock(looking_up_);
    bind_text(select_farewell_.get(), 1, room);
    return look_up(select_farewell_.get());
  }

  Expected<std::optional<std::string>> game(const std::string& room, int game_number) override {
    const std::lock_guard lock(looking_up_);
    bind_text(select_game_.get(), 1, room);
    sqlite3_bind_int(select_game_.get(), 2, game_number);
    return look_up(select_game_.get());
  }

  Stats stats() const override {
    return {waiting_.load(std::memory_order_relaxed), commits_.load(std::memory_order_relaxed),
            writes_.load(std::memory_order_relaxed),
            std::chrono::nanoseconds(commit_ns_.load(std::memory_order_relaxed))};
  }

  bool accepting() const override { return waiting_.load(std::memory_order_relaxed) < limits::store_queue; }

  bool flush(milliseconds patience) override {
    std::unique_lock lock(mutex_);
    hurry_ = true;
    wake_.notify_one();
    return idle_.wait_for(lock, patience, [this] { return waiting_ == 0; });
  }

  Expected<milliseconds> service_time() override {
    const std::lock_guard lock(reading_);
    const auto select = prepare(db_.get(), "SELECT value FROM meta WHERE key = 'service_time'");
    const int result = sqlite3_step(select.get());
    if (result == SQLITE_ROW) return milliseconds(sqlite3_column_int64(select.get(), 0));
    if (result == SQLITE_DONE) return milliseconds(0);
    return cannot_read();
  }

  Expected<std::vector<std::string>> bans() override {
    const std::lock_guard lock(reading_);
    const auto select = prepare(db_.get(), "SELECT network FROM bans ORDER BY network");
    std::vector<std::string> networks;
    int step = SQLITE_OK;
    while ((step = sqlite3_step(select.get())) == SQLITE_ROW) networks.push_back(column_text(select.get(), 0));
    if (step != SQLITE_DONE) return cannot_read();
    return networks;
  }

  Expected<std::vector<LiveRoom>> live_rooms() override {
    const std::lock_guard lock(reading_);
    if (learn_newest() != SQLITE_DONE) return cannot_read();
    std::vector<LiveRoom> rooms;
    rooms.reserve(newest_.size());
    std::unordered_map<std::string_view, std::size_t> position;
    position.reserve(newest_.size());
    for (const auto& [room, head] : newest_) {
      position.emplace(room, rooms.size());
      rooms.push_back({room, static_cast<std::uint64_t>(head.last), {}});
    }
    const auto absences = prepare(db_.get(), "SELECT room, seat, since FROM absences");
    int step = SQLITE_OK;
    while ((step = sqlite3_step(absences.get())) == SQLITE_ROW) {
      const auto found = position.find(column_text(absences.get(), 0));
      const int seat = sqlite3_column_int(absences.get(), 1);
      if (found != position.end() && (seat == 0 || seat == 1))
        rooms[found->second].absent_since[static_cast<std::size_t>(seat)] =
            milliseconds(sqlite3_column_int64(absences.get(), 2));
    }
    if (step != SQLITE_DONE) return cannot_read();
    return rooms;
  }

  Expected<RoomRecord> load(const LiveRoom& room) override {
    const std::lock_guard lock(looking_up_);
    RoomRecord record{room.room, {}, room.absent_since};
    for (auto at = static_cast<std::int64_t>(room.end); at != 0;) {
      sqlite3_bind_int64(select_event_.get(), 1, at);
      const int result = sqlite3_step(select_event_.get());
      EventRow row;
      std::int64_t previous = 0;
      if (result == SQLITE_ROW) {
        row = {column_text(select_event_.get(), 0),
               static_cast<std::uint64_t>(sqlite3_column_int64(select_event_.get(), 1)),
               column_text(select_event_.get(), 2)};
        previous = sqlite3_column_int64(select_event_.get(), 3);
      }
      sqlite3_reset(select_event_.get());
      if (result != SQLITE_ROW || row.room != room.room || previous == at ||
          (!record.events.empty() && row.version > record.events.back().version))
        return fail("cannot_store",
                    "The log of room " + room.room + " cannot be read at row " + std::to_string(at) + ": " +
                        (result == SQLITE_ROW ? "it does not belong there" : sqlite3_errmsg(reader_.get())) +
                        ". Bring the file back from a backup.");
      at = previous;
      // A commit that was carried out although it reported an error has been tried again.
      const bool again = !record.events.empty() && record.events.back().version == row.version &&
                         record.events.back().payload == row.payload;
      if (!again) record.events.push_back(std::move(row));
    }
    std::reverse(record.events.begin(), record.events.end());
    return record;
  }

 private:
  tl::unexpected<Error> cannot_read() const {
    return fail("cannot_store", std::string("The store cannot be read: ") + sqlite3_errmsg(db_.get()) +
                                    ". Bring the file back from a backup.");
  }

  /// The one text that a bound statement of reader_ finds.
  Expected<std::optional<std::string>> look_up(sqlite3_stmt* select) {
    const int result = sqlite3_step(select);
    std::optional<std::string> found;
    if (result == SQLITE_ROW) found = column_text(select, 0);
    sqlite3_reset(select);
    if (result != SQLITE_ROW && result != SQLITE_DONE)
      return fail("cannot_store", std::string("The store cannot be read: ") + sqlite3_errmsg(reader_.get()));
    return found;
  }

  void push(Write write) {
    {
      const std::lock_guard lock(mutex_);
      queue_.push_back(std::move(write));
      ++waiting_;
      if (!sleeping_ && queue_.size() < limits::store_batch) return;  // the writer will look at the queue by itself
    }
    wake_.notify_one();
  }

  void write() {
    std::vector<Write> batch;
    for (;;) {
      {
        std::unique_lock lock(mutex_);
        waiting_ -= batch.size();
        batch.clear();
        if (queue_.empty()) {
          hurry_ = false;
          idle_.notify_all();
        }
        sleeping_ = true;
        wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
        sleeping_ = false;
        if (queue_.empty()) break;
        if (gathering_time_ > milliseconds(0))
          wake_.wait_for(lock, gathering_time_,
                         [this] { return stopping_ || hurry_ || queue_.size() >= limits::store_batch; });
        while (!queue_.empty() && batch.size() < limits::store_batch) {
          batch.push_back(std::move(queue_.front()));
          queue_.pop_front();
        }
      }
      int result = SQLITE_OK;
      while ((result = try_commit(batch)) != SQLITE_DONE && !is_lasting(result)) {
        // Nothing has been acknowledged yet, so trying again is right: a full disk may be emptied.
        std::unique_lock lock(mutex_);
        if (wake_.wait_for(lock, retry_time, [this] { return stopping_; })) break;
      }
      for (Write& write : batch) {
        Expected<void> done;
        if (result != SQLITE_DONE) done = fail("cannot_store", last_error_);
        if (auto* const ending = std::get_if<Ending>(&write); ending && ending->done) ending->done(done);
        if (auto* const ban = std::get_if<Ban>(&write); ban && ban->done) ban->done(done);
        auto* const append = std::get_if<Append>(&write);
        if (!append) continue;
        if (result != SQLITE_DONE)
          append->written = fail("cannot_store", "The store cannot be written: " + last_error_ +
                                                     ". Stop the server and look after the file and its disk.");
        if (append->done) append->done(append->written);
      }
      if (appended_ >= events_between_heads) note_heads();
    }
    note_heads();
  }

  /// Writes down where the logs end. When that fails the next start reads more events, no harm else.
  void note_heads() {
    const std::lock_guard lock(reading_);
    appended_ = 0;
    if (!newest_known_ || changed_.empty()) return;
    int result = run(begin_.get());
    if (result == SQLITE_DONE && data_version() != data_version_) result = learn_newest();
    for (auto it = changed_.begin(); result == SQLITE_DONE && it != changed_.end(); ++it) {
      const auto& [room, head] = **it;
      bind_text(upsert_head_.get(), 1, room);
      sqlite3_bind_int64(upsert_head_.get(), 2, static_cast<sqlite3_int64>(head.version));
      sqlite3_bind_int64(upsert_head_.get(), 3, head.last);
      result = run(upsert_head_.get());
    }
    if (result == SQLITE_DONE) result = run(upsert_heads_at_.get());
    if (result == SQLITE_DONE) result = run(commit_.get());
    if (result == SQLITE_DONE) changed_.clear();
    if (!sqlite3_get_autocommit(db_.get())) run(rollback_.get());
  }

  /// SQLITE_DONE, or what went wrong; then nothing of the batch is in the file.
  int try_commit(std::vector<Write>& batch) {
    const std::lock_guard lock(reading_);
    const auto begun = std::chrono::steady_clock::now();
    int result = run(begin_.get());
    if (result == SQLITE_DONE && (!newest_known_ || data_version() != data_version_)) result = learn_newest();
    for (auto it = batch.begin(); result == SQLITE_DONE && it != batch.end(); ++it) result = carry_out(*it);
    if (result == SQLITE_DONE) result = run(commit_.get());
    if (result == SQLITE_DONE) {
      if (!last_error_.empty()) spdlog::info("store: writing works again");
      last_error_.clear();
      appended_ += undo_.size();
      for (const auto& [head, before] : undo_) changed_.insert(head);
      undo_.clear();
      commits_.fetch_add(1, std::memory_order_relaxed);
      writes_.fetch_add(batch.size(), std::memory_order_relaxed);
      const std::chrono::nanoseconds spent = std::chrono::steady_clock::now() - begun;
      commit_ns_.fetch_add(static_cast<std::uint64_t>(spent.count()), std::memory_order_relaxed);
      for (const Write& write : batch)
        if (const auto* ending = std::get_if<Ending>(&write)) forget(ending->room);
      return result;
    }
    const std::string why = sqlite3_errmsg(db_.get());
    if (!sqlite3_get_autocommit(db_.get())) run(rollback_.get());
    for (; !undo_.empty(); undo_.pop_back()) undo_.back().first->second = undo_.back().second;
    if (why != last_error_)
      spdlog::error("store: cannot write ({}){}", why, is_lasting(result) ? "" : "; moves wait until it works again");
    last_error_ = why;
    return result;
  }

  int carry_out(Write& write) {
    if (auto* append = std::get_if<Append>(&write)) {
      append->written = {};  // this may be another try
      auto& entry = *newest_.try_emplace(append->row.room).first;
      const Head head = entry.second;
      if (append->row.version <= head.version) {
        // Only this room is in trouble; the others of the batch are not.
        append->written = version_exists(append->row);
        spdlog::error("store: {}", append->written.error().message);
        return SQLITE_DONE;
      }
      bind_text(insert_event_.get(), 1, append->row.room);
      sqlite3_bind_int64(insert_event_.get(), 2, static_cast<sqlite3_int64>(append->row.version));
      bind_text(insert_event_.get(), 3, append->row.payload);
      sqlite3_bind_int64(insert_event_.get(), 4, head.last);
      const int result = run(insert_event_.get());
      if (result == SQLITE_DONE) {
        entry.second = {append->row.version, sqlite3_last_insert_rowid(db_.get())};
        undo_.emplace_back(&entry, head);
      }
      return result;
    }
    if (const auto* absence = std::get_if<Absence>(&write)) {
      sqlite3_stmt* statement = absence->since ? upsert_absence_.get() : delete_absence_.get();
      bind_text(statement, 1, absence->room);
      sqlite3_bind_int(statement, 2, absence->seat);
      if (absence->since) sqlite3_bind_int64(statement, 3, absence->since->count());
      return run(statement);
    }
    if (const auto* ending = std::get_if<Ending>(&write)) {
      bind_text(insert_ending_.get(), 1, ending->room);
      sqlite3_bind_int64(insert_ending_.get(), 2, ending->at.count());
      bind_text(insert_ending_.get(), 3, ending->farewell);
      bind_text(delete_absences_.get(), 1, ending->room);
      bind_text(delete_head_.get(), 1, ending->room);
      int result = run(insert_ending_.get());
      if (result == SQLITE_DONE) result = run(delete_absences_.get());
      return result == SQLITE_DONE ? run(delete_head_.get()) : result;
    }
    if (const auto* ban = std::get_if<Ban>(&write)) {
      sqlite3_stmt* const statement = ban->banned ? insert_ban_.get() : delete_ban_.get();
      bind_text(statement, 1, ban->network);
      return run(statement);
    }
    if (const auto* watch = std::get_if<WatchCode>(&write)) {
      bind_text(insert_watch_code_.get(), 1, watch->code);
      bind_text(insert_watch_code_.get(), 2, watch->room);
      return run(insert_watch_code_.get());
    }
    if (const auto* filing = std::get_if<Filing>(&write)) {
      bind_text(insert_game_.get(), 1, filing->room);
      sqlite3_bind_int(insert_game_.get(), 2, filing->game_number);
      bind_text(insert_game_.get(), 3, filing->record);
      return run(insert_game_.get());
    }
    sqlite3_bind_int64(upsert_time_.get(), 1, std::get<milliseconds>(write).count());
    return run(upsert_time_.get());
  }

  /// Changes whenever somebody else writes to the file: two writers are a mistake that must not pass.
  std::int64_t data_version() {
    sqlite3_step(read_data_version_.get());
    const std::int64_t version = sqlite3_column_int64(read_data_version_.get(), 0);
    sqlite3_reset(read_data_version_.get());
    return version;
  }

  /// At the start, and for a writer that is not alone: the heads as they were written down, and the events after them.
  int learn_newest() {
    newest_.clear();
    changed_.clear();
    data_version_ = data_version();
    const auto heads = prepare(db_.get(), "SELECT room, version, last FROM heads");
    int result = SQLITE_OK;
    while ((result = sqlite3_step(heads.get())) == SQLITE_ROW)
      newest_[column_text(heads.get(), 0)] = {static_cast<std::uint64_t>(sqlite3_column_int64(heads.get(), 1)),
                                              sqlite3_column_int64(heads.get(), 2)};
    if (result != SQLITE_DONE) return result;
    const auto events = prepare(db_.get(),
                                "SELECT room, version, rowid FROM events "
                                "WHERE rowid > (SELECT value FROM meta WHERE key = 'heads_at') "
                                "AND NOT EXISTS (SELECT 1 FROM ended WHERE ended.room = events.room) ORDER BY rowid");
    while ((result = sqlite3_step(events.get())) == SQLITE_ROW) {
      auto& entry = *newest_.try_emplace(column_text(events.get(), 0)).first;
      const auto version = static_cast<std::uint64_t>(sqlite3_column_int64(events.get(), 1));
      if (version >= entry.second.version) entry.second = {version, sqlite3_column_int64(events.get(), 2)};
      changed_.insert(&entry);
    }
    newest_known_ = result == SQLITE_DONE;
    return result;
  }

  void forget(const std::string& room) {
    const auto found = newest_.find(room);
    if (found == newest_.end()) return;
    changed_.erase(&*found);
    newest_.erase(found);
  }

  /// Where a room's log ends.
  struct Head {
    std::uint64_t version = 0;
    std::int64_t last = 0;  ///< rowid
  };
  using Heads = std::unordered_map<std::string, Head>;

  const milliseconds gathering_time_;
  FileLock lock_;
  Database db_;
  Database reader_;  ///< for look-ups while the server runs: a reader does not wait for the writer
  Statement insert_event_, upsert_absence_, delete_absence_, upsert_time_, insert_ending_, delete_absences_,
      insert_game_, insert_watch_code_, insert_ban_, delete_ban_, upsert_head_, delete_head_, upsert_heads_at_, begin_,
      commit_, rollback_, read_data_version_;
  Statement select_event_, select_farewell_, select_game_, select_watched_;  ///< of reader_
  std::mutex looking_up_;                                                    ///< reader_
  std::mutex reading_;      ///< the connection: the writer's transactions, and reads at the start
  std::string last_error_;  ///< the writer's
  Heads newest_;            ///< of the rooms that have not ended; under reading_, as are the next
  std::unordered_set<Heads::value_type*> changed_;  ///< since heads was written
  std::size_t appended_ = 0;                        ///< events since then
  bool newest_known_ = false;
  std::int64_t data_version_ = 0;                          ///< that newest_ belongs to
  std::vector<std::pair<Heads::value_type*, Head>> undo_;  ///< of newest_, should the transaction fail

  std::mutex mutex_;  ///< the queue
  std::condition_variable wake_, idle_;
  std::deque<Write> queue_;
  std::atomic<std::size_t> waiting_ = 0;  ///< queued or being written
  std::atomic<std::uint64_t> commits_ = 0, writes_ = 0, commit_ns_ = 0;
  bool stopping_ = false;
  bool sleeping_ = false;  ///< the writer waits for something to do
  bool hurry_ = false;     ///< somebody waits for the queue to empty
  std::thread writer_;
};

}  // namespace

Expected<std::unique_ptr<Store>> open_sqlite(const std::filesystem::path& file, bool durable) {
  const auto refuse = [&](std::string why) {
    return fail("cannot_store", "The store " + file.string() + " cannot be used: " + std::move(why));
  };
  // One server a file: a second one would hand out the same versions. A lock beside the file, since SQLite's
  // own exclusive mode would keep readers out too (a backup, a curious operator).
  FileLock lock(file.string() + ".lock");
  if (!lock.held()) return refuse("another server uses it, or the folder is not there or may not be written in.");
  sqlite3* raw = nullptr;
  const int opened =
      sqlite3_open_v2(file.c_str(), &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  Database db(raw);
  if (opened != SQLITE_OK)
    return refuse(std::string(sqlite3_errstr(opened)) + ". Is the folder there and may this user write in it?");
  sqlite3_busy_timeout(db.get(), 2000);
  const auto execute = [&](const std::string& sql) {
    return sqlite3_exec(db.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
  };
  if (!execute("PRAGMA journal_mode = WAL") ||
      !execute(durable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = OFF") || !execute("BEGIN EXCLUSIVE"))
    return refuse(std::string(sqlite3_errmsg(db.get())) + ". Is it some other file?");
  int version = 0;
  if (const auto pragma = prepare(db.get(), "PRAGMA user_version"); sqlite3_step(pragma.get()) == SQLITE_ROW)
    version = sqlite3_column_int(pragma.get(), 0);
  if (version > schema_version)
    return refuse("it was written by a newer version of the server. Use that one, or another --data folder.");
  for (; version < schema_version; ++version)
    if (!execute(migrations[version]) || !execute("PRAGMA user_version = " + std::to_string(version + 1)))
      return refuse(std::string("it cannot be brought up to date: ") + sqlite3_errmsg(db.get()));
  if (!execute("COMMIT")) return refuse(sqlite3_errmsg(db.get()));
  raw = nullptr;
  const int opened_again = sqlite3_open_v2(file.c_str(), &raw, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr);
  Database reader(raw);
  if (opened_again != SQLITE_OK) return refuse(sqlite3_errstr(opened_again));
  sqlite3_busy_timeout(reader.get(), 2000);
  auto store = std::make_unique<SqliteStore>(std::move(db), std::move(reader), std::move(lock), durable);
  if (!store->is_ours()) return refuse("it is the file of another program. Choose another --data folder.");
  return store;
}

}  // namespace dolbang::store
