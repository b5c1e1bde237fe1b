#pragma once
/// Finds rooms by code and makes new ones. The only part that knows that all rooms are in this process;
/// behind it a second node could one day answer for some of them. Any thread may call it.
///
/// After a start every room that has not ended sleeps: the directory knows its code and since when its seats are empty,
/// and its log is read when somebody comes, or when it has been empty for so long that it ends. Nobody can tell: a
/// room that wakes goes on from the moment of the start. So a start takes as long as a list of codes takes to read.
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "proto/messages.hpp"
#include "server/net/admission.hpp"
#include "server/net/room_actor.hpp"
#include "server/store/store.hpp"

namespace dolbang::net {

class Directory {
 public:
  Directory(const RoomServices& services, Admission& admission) : services_(services), admission_(admission) {
    services_.directory = this;
  }

  /// Learns of every room of the store. Before the first connection.
  Expected<void> restore();

  /// Makes a room and seats its creator. With a secret that has made a room already it is that room, and `creator`
  /// hears from it what became of the wish. Errors: "unknown_game", "unknown_variant", "server_full", "room_ended".
  Expected<std::shared_ptr<RoomActor>> create(const proto::Create& wish, std::shared_ptr<Peer> creator);
  /// The room of this code or, for spectators, of this watch code; it wakes if it slept. Or nullptr.
  std::shared_ptr<RoomActor> find(std::string_view code);
  /// The last state of a room that has ended; none: there was no such room, or it has not. Asks the store.
  std::optional<proto::State> ended(std::string_view code) const;
  /// The record of a finished game of a room, live or ended; none: it is not kept. Asks the store.
  std::optional<notation::Record> filed(const std::string& code, int game_number) const;
  /// The room has ended and its farewell is stored.
  void forget(const std::string& code);
  /// Counts one created room of an address; false when that is one too many.
  bool may_create(const std::string& address);
  std::chrono::milliseconds absence_grace() const;
  std::size_t size() const;
  /// As many rooms as that, those that are awake first, and none wakes for it.
  struct Some {
    std::vector<std::shared_ptr<RoomActor>> awake;
    std::vector<std::string> asleep;  ///< their codes
  };
  Some some(std::size_t most) const;
  /// Lets go of all rooms and their connections. After the network's threads have ended.
  void clear();

 private:
  struct Entry {
    std::shared_ptr<RoomActor> room;          ///< none: it sleeps
    std::unique_ptr<store::LiveRoom> asleep;  ///< none: it is awake
  };

  room::Settings settings() const;
  std::shared_ptr<RoomActor> find_by_room_code(const std::string& code);
  std::shared_ptr<RoomActor> wake(const std::string& code);
  void wake_the_deserted();

  RoomServices services_;
  Admission& admission_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Entry> rooms_;
  std::mutex waking_;  ///< one room is read at a time
  room::ServiceTime started_{};
  /// When each room that slept at the start would end, the next one last.
  std::vector<std::pair<room::ServiceTime, std::string>> ends_;  ///< the timer's
};

}  // namespace dolbang::net
