#pragma once
/// Where the rooms' logs are kept. The interface is small so that another database can take SQLite's
/// place; tests/store holds the contract that each implementation keeps.
///
/// All calls may come from any thread and do not wait for the disk. Writes are carried out in the order
/// of the calls; what waits together is committed together.
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace dolbang::store {

struct EventRow {
  std::string room;
  std::uint64_t version = 0;
  std::string payload;
};

/// One room as it is loaded, its events in order of their versions.
struct RoomRecord {
  std::string room;
  std::vector<EventRow> events;
  std::array<std::optional<std::chrono::milliseconds>, 2> absent_since;  ///< service time
};

/// A room that has not ended, in few bytes: its log is read when somebody wants it.
struct LiveRoom {
  std::string room;
  std::uint64_t end = 0;                                                 ///< the store's own: where the log ends
  std::array<std::optional<std::chrono::milliseconds>, 2> absent_since;  ///< service time
};

class Store {
 public:
  /// Called on the store's thread, in the order of the appends: the event is on disk, or, with the error
  /// "cannot_store", never will be. May call the store.
  using Done = std::function<void(const Expected<void>& written)>;

  virtual ~Store() = default;  ///< finishes all writes

  /// Hands over an event; those of a room come in the order of their versions. Trouble that may pass (a full
  /// disk, a locked file) delays `done`: the store says so in the log and keeps trying. Trouble that will not
  /// pass (a damaged file, a version that exists) is an error, and so is whatever is still unwritten when the
  /// store is destroyed during trouble.
  virtual void append(EventRow row, Done done) = 0;
  /// The room is over: live_rooms() leaves it out from now on, and farewell() gives the text. Its events stay.
  virtual void end_room(std::string room, std::chrono::milliseconds service_time, std::string farewell, Done done) = 0;
  /// The record of a finished game of a room, or of one that the end of the room has cut short. Filed again, the
  /// newer text stays.
  virtual void file_game(std::string room, int game_number, std::string record) = 0;
  /// An address or a network that may not come in, or may again.
  virtual void save_ban(std::string network, bool banned, Done done) = 0;
  /// Another code for a room, for its spectators; it stays when the room has ended.
  virtual void save_watch_code(std::string code, std::string room) = 0;
  virtual void save_absence(std::string room, int seat, std::optional<std::chrono::milliseconds> since) = 0;
  virtual void save_service_time(std::chrono::milliseconds time) = 0;
  /// What the store has done since it was opened.
  struct Stats {
    std::size_t waiting = 0;  ///< writes now
    std::uint64_t commits = 0;
    std::uint64_t writes = 0;                 ///< in those commits
    std::chrono::nanoseconds commit_time{0};  ///< spent on them
  };
  virtual Stats stats() const = 0;
  /// False while limits::store_queue writes are waiting: take no new intents.
  virtual bool accepting() const = 0;
  /// Returns when everything handed over so far is on disk, or false after `patience`.
  virtual bool flush(std::chrono::milliseconds patience) = 0;

  /// The newest service time that was saved. For the start only, as is live_rooms().
  virtual Expected<std::chrono::milliseconds> service_time() = 0;
  /// Every ban, in the order of its text. For the start only.
  virtual Expected<std::vector<std::string>> bans() = 0;
  /// The farewell of a room that has ended; none: it has not. At any time, and does not wait for writes.
  virtual Expected<std::optional<std::string>> farewell(const std::string& room) = 0;
  /// What was filed of a game; none: nothing. At any time, and does not wait for writes.
  virtual Expected<std::optional<std::string>> game(const std::string& room, int game_number) = 0;
  /// The room of a watch code; none: there is no such code. At any time, and does not wait for writes.
  virtual Expected<std::optional<std::string>> watched_room(const std::string& code) = 0;
  /// Every room that has not ended. What this costs depends on their number, not on what was ever played.
  virtual Expected<std::vector<LiveRoom>> live_rooms() = 0;
  /// The log of one of them, as live_rooms() found it. At any time, and does not wait for writes.
  virtual Expected<RoomRecord> load(const LiveRoom& room) = 0;
};

/// The error of an append whose version is taken, for implementations of Store.
Expected<void> version_exists(const EventRow& row);

/// Opens or creates the SQLite file, migrating an older one. `durable` off trades the last moments
/// before a crash or a power loss for speed. Errors: "cannot_store" with what to do.
Expected<std::unique_ptr<Store>> open_sqlite(const std::filesystem::path& file, bool durable);

/// A store that forgets at the end of the process; for tests and trials.
std::unique_ptr<Store> make_memory_store();

}  // namespace dolbang::store
