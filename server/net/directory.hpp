#pragma once
/// Finds rooms by code and makes new ones. The only part that knows that all rooms are in this process;
/// behind it a second node could one day answer for some of them. Any thread may call it.
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/error.hpp"
#include "proto/messages.hpp"
#include "server/net/admission.hpp"
#include "server/net/room_actor.hpp"

namespace dolbang::net {

class Directory {
 public:
  Directory(const RoomServices& services, Admission& admission) : services_(services), admission_(admission) {
    services_.directory = this;
  }

  /// Loads every room of the store and lets it go on. Before the first connection.
  Expected<void> restore();

  /// Makes a room and seats its creator. With a secret that has made a room already it is that room, and `creator`
  /// hears from it what became of the wish. Errors: "unknown_game", "unknown_variant", "server_full", "room_ended".
  Expected<std::shared_ptr<RoomActor>> create(const proto::Create& wish, std::shared_ptr<Peer> creator);
  /// The room, or nullptr.
  std::shared_ptr<RoomActor> find(std::string_view code) const;
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
  /// Lets go of all rooms and their connections. After the network's threads have ended.
  void clear();

 private:
  room::Settings settings() const;
  bool add(const std::string& code, const std::shared_ptr<RoomActor>& room);

  RoomServices services_;
  Admission& admission_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<RoomActor>> rooms_;
};

}  // namespace dolbang::net
