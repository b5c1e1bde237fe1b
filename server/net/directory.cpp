#include "server/net/directory.hpp"

#include <spdlog/spdlog.h>

#include "core/limits.hpp"
#include "proto/codec.hpp"
#include "server/net/record.hpp"
#include "server/ops/config.hpp"
#include "server/ops/secret.hpp"
#include "server/ops/service_clock.hpp"
#include "server/room/event_codec.hpp"
#include "server/store/store.hpp"

namespace dolbang::net {

namespace {

Expected<room::Room> room_from(const store::RoomRecord& record, room::Settings settings, room::ServiceTime now) {
  std::vector<room::LogEvent> log;
  log.reserve(record.events.size());
  for (const store::EventRow& row : record.events) {
    auto event = room::decode_event(row.version, row.payload);
    if (!event) return tl::unexpected(event.error());
    log.push_back(*std::move(event));
  }
  return room::Room::restore(record.room, settings, log, record.absent_since, now);
}

}  // namespace

Expected<void> Directory::restore() {
  std::size_t bad = 0;
  auto loaded = services_.store.load([&](store::RoomRecord&& record) {
    auto room = room_from(record, settings(), services_.clock.now());
    if (!room) {
      // One damaged room must not keep the others from going on; its rows stay where they are.
      spdlog::error("room {} cannot be restored and is left out: {}", record.room, room.error().message);
      ++bad;
      return;
    }
    auto actor = std::make_shared<RoomActor>(services_, *std::move(room));
    add(record.room, actor);
    actor->wake();
  });
  if (!loaded) return loaded;
  if (const std::size_t count = size(); count + bad > 0) spdlog::info("{} rooms restored, {} left out", count, bad);
  return {};
}

Expected<std::shared_ptr<RoomActor>> Directory::create(const proto::Create& wish, std::shared_ptr<Peer> creator) {
  for (;;) {
    // A wish that brings its secret leads to the same room each time it comes.
    const std::string secret = wish.secret.empty() ? ops::random_secret() : wish.secret;
    const std::string code = wish.secret.empty() ? ops::random_room_code() : ops::room_code_of(secret);
    if (!wish.secret.empty()) {
      if (auto made = find(code)) {
        made->receive(std::move(creator), wish);
        return made;
      }
      if (ended(code)) return fail("room_ended", "The room that this secret made has ended; make a new secret.");
    }
    room::Effects effects;
    auto room = room::Room::create(code, settings(), creator->id(), wish, {secret, ops::sha256_hex(secret)},
                                   ops::random_seed(), effects);
    if (!room) return tl::unexpected(room.error());
    auto actor = std::make_shared<RoomActor>(services_, *std::move(room));
    if (size() >= limits::rooms)
      return fail("server_full", "This server holds as many rooms as it can; try another one.");
    if (!add(code, actor)) continue;  // one chance in 10^17, or the wish came twice at once
    actor->begin(std::move(creator), std::move(effects));
    return actor;
  }
}

std::shared_ptr<RoomActor> Directory::find(std::string_view code) const {
  if (!ops::is_room_code(code)) return nullptr;
  const std::scoped_lock lock(mutex_);
  const auto found = rooms_.find(std::string(code));
  return found == rooms_.end() ? nullptr : found->second;
}

std::optional<proto::State> Directory::ended(std::string_view code) const {
  if (!ops::is_room_code(code)) return std::nullopt;
  const auto farewell = services_.store.farewell(std::string(code));
  if (!farewell || !*farewell) return std::nullopt;
  auto message = proto::parse_server(**farewell);
  auto* const state = message ? std::get_if<proto::State>(&*message) : nullptr;
  return state ? std::optional(std::move(*state)) : std::nullopt;
}

std::optional<notation::Record> Directory::filed(const std::string& code, int game_number) const {
  const auto text = services_.store.game(code, game_number);
  return text && *text ? from_stored(**text) : std::nullopt;
}

void Directory::forget(const std::string& code) {
  std::shared_ptr<RoomActor> room;  // falls without the lock
  const std::scoped_lock lock(mutex_);
  if (const auto found = rooms_.find(code); found != rooms_.end()) {
    room = std::move(found->second);
    rooms_.erase(found);
  }
}

room::Settings Directory::settings() const { return {services_.config.absence_grace, services_.config.room_idle}; }

bool Directory::may_create(const std::string& address) {
  return admission_.may_create_room(address, services_.clock.now());
}

std::chrono::milliseconds Directory::absence_grace() const { return services_.config.absence_grace; }

std::size_t Directory::size() const {
  const std::scoped_lock lock(mutex_);
  return rooms_.size();
}

void Directory::clear() {
  for (const auto& [code, room] : rooms_) room->abandon();
  rooms_.clear();
}

bool Directory::add(const std::string& code, const std::shared_ptr<RoomActor>& room) {
  const std::scoped_lock lock(mutex_);
  return rooms_.emplace(code, room).second;
}

}  // namespace dolbang::net
