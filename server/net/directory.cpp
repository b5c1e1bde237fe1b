#include "server/net/directory.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <functional>

#include "core/limits.hpp"
#include "proto/codec.hpp"
#include "server/net/record.hpp"
#include "server/net/timers.hpp"
#include "server/ops/config.hpp"
#include "server/ops/log.hpp"
#include "server/ops/metrics.hpp"
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
  auto live = services_.store.live_rooms();
  if (!live) return tl::unexpected(live.error());
  started_ = services_.clock.now();
  rooms_.reserve(live->size());
  ends_.reserve(live->size());
  for (store::LiveRoom& room : *live) {
    room::ServiceTime last_seen{0};
    for (const int seat : {0, 1}) {
      auto& since = room.absent_since[static_cast<std::size_t>(seat)];
      if (!since) {
        // Whoever was there is away from now on, also over the next restart.
        since = started_;
        services_.store.save_absence(room.room, seat, since);
      }
      last_seen = std::max(last_seen, *since);
    }
    ends_.emplace_back(last_seen + services_.config.room_idle, room.room);
    const std::string code = room.room;
    rooms_.emplace(code, Entry{nullptr, std::make_unique<store::LiveRoom>(std::move(room))});
  }
  std::sort(ends_.begin(), ends_.end(), std::greater<>());
  if (!ends_.empty()) spdlog::info("rooms go on{}", ops::field("rooms", ends_.size()));
  wake_the_deserted();
  return {};
}

/// A room that nobody has come to for so long has to wake to end.
void Directory::wake_the_deserted() {
  constexpr int at_a_time = 64;  // the network has other things to do
  const auto now = services_.clock.now();
  for (int i = 0; i < at_a_time && !ends_.empty() && ends_.back().first <= now; ++i) {
    find(ends_.back().second);
    ends_.pop_back();
  }
  if (ends_.empty()) return;
  services_.timers.set(this, ends_.back().first, [this] { asio::post(services_.io, [this] { wake_the_deserted(); }); });
}

std::shared_ptr<RoomActor> Directory::wake(const std::string& code) {
  const std::scoped_lock one_at_a_time(waking_);
  store::LiveRoom asleep;
  {
    const std::scoped_lock lock(mutex_);
    const auto found = rooms_.find(code);
    if (found == rooms_.end()) return nullptr;
    if (found->second.room) return found->second.room;
    asleep = *found->second.asleep;
  }
  const auto record = services_.store.load(asleep);
  auto room = record ? room_from(*record, settings(), started_) : tl::unexpected(record.error());
  if (!room) {
    // One damaged room must not keep the others from going on; its rows stay where they are.
    spdlog::error("room cannot be restored{}{}", ops::field("room", code), ops::field("error", room.error().message));
    return nullptr;
  }
  const std::int64_t created_at = room->created_at();
  auto actor = std::make_shared<RoomActor>(services_, *std::move(room), created_at);
  actor->wake();
  const std::scoped_lock lock(mutex_);
  rooms_[code] = {actor, nullptr};
  return actor;
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
    auto room =
        room::Room::create(code, settings(), {creator->id(), creator->knows_options()}, wish,
                           {secret, ops::sha256_hex(secret)}, ops::random_room_code(), ops::random_seed(), effects);
    if (!room) return tl::unexpected(room.error());
    auto actor = std::make_shared<RoomActor>(services_, *std::move(room), services_.clock.unix_time());
    if (size() >= limits::rooms)
      return fail("server_full", "This server holds as many rooms as it can; try another one.");
    {
      const std::scoped_lock lock(mutex_);
      // One chance in 10^17, or the wish came twice at once.
      if (!rooms_.try_emplace(code, Entry{actor, nullptr}).second) continue;
    }
    services_.metrics.rooms_created.add();
    // Before the room itself, so that whoever is told the code can use it.
    if (!actor->watch_code().empty()) services_.store.save_watch_code(actor->watch_code(), code);
    actor->begin(std::move(creator), std::move(effects));
    return actor;
  }
}

std::shared_ptr<RoomActor> Directory::find(std::string_view code) {
  if (!ops::is_room_code(code)) return nullptr;
  const std::string key(code);
  if (auto room = find_by_room_code(key)) return room;
  const auto watched = services_.store.watched_room(key);
  return watched && *watched ? find_by_room_code(**watched) : nullptr;
}

std::shared_ptr<RoomActor> Directory::find_by_room_code(const std::string& code) {
  {
    const std::scoped_lock lock(mutex_);
    const auto found = rooms_.find(code);
    if (found == rooms_.end()) return nullptr;
    if (found->second.room) return found->second.room;
  }
  return wake(code);
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
    room = std::move(found->second.room);
    rooms_.erase(found);
    services_.metrics.rooms_ended.add();
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

Directory::Some Directory::some(std::size_t most) const {
  Some some;
  const std::scoped_lock lock(mutex_);
  for (const auto& [code, entry] : rooms_) {
    if (some.awake.size() >= most) return some;
    if (entry.room) some.awake.push_back(entry.room);
  }
  for (const auto& [code, entry] : rooms_) {
    if (some.awake.size() + some.asleep.size() >= most) return some;
    if (!entry.room) some.asleep.push_back(code);
  }
  return some;
}

void Directory::clear() {
  for (const auto& [code, entry] : rooms_)
    if (entry.room) entry.room->abandon();
  rooms_.clear();
}

}  // namespace dolbang::net
