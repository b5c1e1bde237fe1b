#include "server/net/room_actor.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "core/limits.hpp"
#include "proto/codec.hpp"
#include "server/bots/engine_pool.hpp"
#include "server/net/directory.hpp"
#include "server/net/record.hpp"
#include "server/net/reject.hpp"
#include "server/net/timers.hpp"
#include "server/ops/config.hpp"
#include "server/ops/log.hpp"
#include "server/ops/metrics.hpp"
#include "server/ops/secret.hpp"
#include "server/ops/service_clock.hpp"
#include "server/ops/url.hpp"
#include "server/room/event_codec.hpp"
#include "server/store/store.hpp"

namespace dolbang::net {

namespace {

constexpr std::chrono::seconds engine_retry{1};  // when the engines' queue is full

template <class... Lambdas>
struct Overloaded : Lambdas... {
  using Lambdas::operator()...;
};
template <class... Lambdas>
Overloaded(Lambdas...) -> Overloaded<Lambdas...>;

proto::Bye not_stored() {
  return {"not_stored", "The server cannot write this room down; its operator has to look after the store.", 60'000};
}

}  // namespace

RoomActor::RoomActor(const RoomServices& services, room::Room room, std::int64_t created_at)
    : services_(services), loop_(services.loops.here_or_next()), room_(std::move(room)), created_at_(created_at) {}

RoomActor::~RoomActor() { stop_engine(); }

void RoomActor::begin(std::shared_ptr<Peer> creator, room::Effects effects) {
  loop_.dispatch([self = shared_from_this(), creator = std::move(creator), effects = std::move(effects)]() mutable {
    self->peers_.push_back(std::move(creator));
    self->carry_out(effects);
  });
}

void RoomActor::wake() {
  loop_.dispatch([self = shared_from_this()] {
    self->effects_.clear();
    self->room_.wake(self->effects_);
    self->carry_out(self->effects_);
  });
}

void RoomActor::receive(std::shared_ptr<Peer> peer, proto::ClientMessage message) {
  std::optional<Instant> received_at;
  if (std::holds_alternative<proto::Play>(message)) received_at = std::chrono::steady_clock::now();
  const auto work = [received_at](RoomActor& self, const std::shared_ptr<Peer>& from,
                                  const proto::ClientMessage& what) {
    self.received_at_ = received_at;
    self.handle(from, what);
    self.received_at_.reset();
  };
  if (loop_.is_here()) return work(*this, peer, message);
  loop_.post([self = shared_from_this(), peer = std::move(peer), message = std::move(message), work] {
    work(*self, peer, message);
  });
}

void RoomActor::leave(std::uint64_t peer) {
  // Posted, since a session may notice that it is lost while this room is sending to it.
  loop_.post([self = shared_from_this(), peer] {
    auto& peers = self->peers_;
    std::erase_if(peers, [peer](const auto& entry) { return entry->id() == peer; });
    if (peers.empty()) peers.shrink_to_fit();
    self->effects_.clear();
    self->room_.disconnect(peer, self->services_.clock.now(), self->effects_);
    self->carry_out(self->effects_);
  });
}

void RoomActor::summarize(std::string code, std::function<void(RoomSummary)> done) {
  loop_.dispatch([self = shared_from_this(), code = std::move(code), done = std::move(done)] {
    const room::Room& room = self->room_;
    const GameSpec& spec = room.match().spec();
    const bool spectator = code == room.watch_code();
    const bool may_look = spectator || room.may_look();
    const bool finished = room.has_ended() || (room.match().is_over() && may_look);
    RoomSummary summary{code,
                        spec.game,
                        spec.variant,
                        room.phase(),
                        room.name_of(Side::black),
                        room.name_of(Side::white),
                        room.has_ended(),
                        room.game_number(),
                        finished ? std::optional(room.record()) : std::nullopt,
                        spectator  ? RoomSummary::Visitor::spectator
                        : may_look ? RoomSummary::Visitor::guest
                                   : RoomSummary::Visitor::shut_out};
    if (self->outbox_.empty()) return done(std::move(summary));
    self->asked_.emplace_back(room.version(), [done, summary = std::move(summary)] { done(summary); });
  });
}

void RoomActor::describe(std::function<void(const RoomStatus&)> done) {
  loop_.dispatch([self = shared_from_this(), done = std::move(done)] {
    const room::Room& room = self->room_;
    const bool black = room.present(Side::black), white = room.present(Side::white);
    RoomStatus status{room.code(),
                      room.match().spec(),
                      room.phase(),
                      black,
                      white,
                      room.connections() - static_cast<std::size_t>(black) - static_cast<std::size_t>(white),
                      room.match().ply(),
                      std::chrono::seconds(-1)};
    if (self->created_at_ > 0)
      status.age =
          std::chrono::seconds(std::max<std::int64_t>(0, self->services_.clock.unix_time() - self->created_at_));
    done(status);
  });
}

void RoomActor::close(std::function<void(const Expected<void>&)> done) {
  loop_.dispatch([self = shared_from_this(), done = std::move(done)]() mutable {
    if (self->room_.has_ended()) return done({});
    if (self->lost_) return done(fail("cannot_store", "The store has lost this room; a restart has it as it was."));
    self->closing_.push_back(std::move(done));
    self->effects_.clear();
    self->room_.close(self->effects_);
    self->carry_out(self->effects_);
  });
}

void RoomActor::handle(const std::shared_ptr<Peer>& peer, const proto::ClientMessage& message) {
  if (lost_) return peer->close(not_stored());
  if (!services_.store.accepting())
    return peer->send(
        reject_text(seq_of(message), "overloaded", "The server has too much to write; try again in a moment."));
  effects_.clear();
  const auto now = services_.clock.now();
  if (const auto* wish = std::get_if<proto::Open>(&message)) {
    if (!admit(peer, wish->secret.empty())) return;
    room_.open({peer->id(), peer->knows_options()}, *wish,
               wish->secret.empty() ? std::string() : ops::sha256_hex(wish->secret), now, effects_);
  } else if (const auto* join = std::get_if<proto::Join>(&message)) {
    const std::string secret = join->secret.empty() ? ops::random_secret() : join->secret;
    room_.join(peer->id(), *join, {secret, ops::sha256_hex(secret)}, now, effects_);
  } else if (const auto* create = std::get_if<proto::Create>(&message)) {
    if (!admit(peer, false)) return;
    room_.create_again({peer->id(), peer->knows_options()}, {create->secret, ops::sha256_hex(create->secret)}, now,
                       effects_);
  } else {
    room_.intend(peer->id(), message, now, effects_);
  }
  carry_out(effects_);
}

/// A peer that may talk to this room from now on; false: it was refused.
bool RoomActor::admit(const std::shared_ptr<Peer>& peer, bool visitor) {
  if (find(peer->id()) != nullptr) return true;
  // Visitors cannot keep a player out who comes back to the seat.
  if (peers_.size() >= limits::connections_per_room * (visitor ? 1 : 2)) {
    peer->send(reject_text(0, "room_full", "Too many people look at this room; try again later."));
    return false;
  }
  peers_.push_back(peer);
  return true;
}

void RoomActor::carry_out(room::Effects& effects) {
  if (lost_) return;
  for (room::Effect& effect : effects) {
    if (auto* game = std::get_if<room::FileGame>(&effect)) {
      file(*game);
    } else if (auto* entry = std::get_if<room::Store>(&effect)) {
      count_move(entry->event);
      if (entry->event.kind == room::LogKind::created) entry->event.at = created_at_;
      store::EventRow row{room_.code(), entry->event.version, room::encode_event(entry->event)};
      if (!services_.config.durable) {
        services_.store.append(std::move(row), nullptr);
        continue;
      }
      outbox_.push_back({{}, received_at_});
      services_.store.append(std::move(row), [self = shared_from_this()](const Expected<void>& written) {
        self->loop_.post([self, good = written.has_value()] { good ? self->committed() : self->lose(); });
      });
    } else if (outbox_.empty()) {
      perform(effect);
    } else {
      outbox_.back().effects.push_back(std::move(effect));
    }
  }
  // Not durable: everything was sent just now.
  if (received_at_ && !services_.config.durable && std::any_of(effects.begin(), effects.end(), [](const auto& effect) {
        return std::holds_alternative<room::Store>(effect);
      }))
    services_.metrics.move_latency.add(std::chrono::steady_clock::now() - *received_at_);
}

void RoomActor::count_move(const room::LogEvent& event) {
  if (event.kind == room::LogKind::moved)
    (event.by_ai ? services_.metrics.engine_moves : services_.metrics.moves).add();
}

void RoomActor::file(room::FileGame& game) {
  game.record.date = services_.clock.date();
  if (auto text = to_stored(game.record))
    services_.store.file_game(room_.code(), game.game_number, *std::move(text));
  else
    spdlog::error("game cannot be filed{}{}{}", ops::field("room", room_.code()), ops::field("game", game.game_number),
                  ops::field("error", text.error().message));
}

void RoomActor::committed() {
  if (lost_) return;
  Pending due = std::move(outbox_.front());
  outbox_.pop_front();
  for (room::Effect& effect : due.effects) perform(effect);
  if (due.received_at) services_.metrics.move_latency.add(std::chrono::steady_clock::now() - *due.received_at);
  const std::uint64_t on_disk = room_.version() - outbox_.size();
  for (; !asked_.empty() && asked_.front().first <= on_disk; asked_.pop_front()) asked_.front().second();
}

/// The room knows what the store will never hold. Nobody may be told, so it cannot go on; a restart has it as stored.
void RoomActor::lose() {
  if (std::exchange(lost_, true)) return;
  outbox_.clear();
  asked_.clear();
  stop_engine();
  for (const auto& peer : peers_) peer->close(not_stored());
}

void RoomActor::perform(room::Effect& effect) {
  std::visit(Overloaded{
                 [](room::Store&) {},     // carry_out's own
                 [](room::FileGame&) {},  // carry_out's own
                 [this](room::SaveAbsence& save) {
                   services_.store.save_absence(room_.code(), save.seat, save.since);
                   // Never older than a time that is counted from.
                   services_.store.save_service_time(services_.clock.now());
                 },
                 [this](room::Send& out) { send(out.to, out.message); },
                 [this](const room::Tell& tell) { this->tell(tell); },
                 [this](room::Close& close) {
                   if (Peer* const peer = find(close.connection)) peer->close(close.bye);
                 },
                 [this](room::ArmTimer& timer) {
                   services_.timers.set(this, timer.at, [weak = weak_from_this()] {
                     const auto self = weak.lock();
                     if (!self) return;
                     self->loop_.post([self] {
                       self->effects_.clear();
                       self->room_.timer(self->services_.clock.now(), self->effects_);
                       self->carry_out(self->effects_);
                     });
                   });
                 },
                 [this](const room::AskEngine& ask) { ask_engine(ask); },
                 [this](room::StopEngine&) { stop_engine(); },
                 [this](room::End&) { end(); },
             },
             effect);
}

/// Until the store has it the directory still finds the room, which says that it has ended.
void RoomActor::end() {
  stop_engine();
  services_.timers.cancel(this);
  const auto now = services_.clock.now();
  services_.store.end_room(room_.code(), now, proto::encode(proto::ServerMessage(room_.snapshot(now))),
                           [self = shared_from_this()](const Expected<void>& written) {
                             self->loop_.post([self, written] {
                               if (written) {
                                 self->services_.directory->forget(self->room_.code());
                                 spdlog::debug("room ended{}", ops::field("room", self->room_.code()));
                               }
                               for (const auto& done : std::exchange(self->closing_, {})) done(written);
                             });
                           });
}

void RoomActor::send(room::ConnectionId to, proto::ServerMessage& message) {
  Peer* const peer = find(to);
  if (peer == nullptr) return;  // gone since
  if (const auto* reject = std::get_if<proto::Reject>(&message)) services_.metrics.rejects.add(reject->reason);
  const auto url = [&](const std::string& code) {
    const auto& way = peer->way();
    return ops::room_url(ops::base_url(services_.config.public_url, way.secure, way.host), code);
  };
  if (auto* state = std::get_if<proto::State>(&message)) {
    state->url = url(state->room);
    if (state->you && !room_.watch_code().empty()) state->watch_url = url(room_.watch_code());
  }
  if (auto* entered = std::get_if<proto::Entered>(&message)) entered->url = url(entered->room);
  peer->send(proto::encode(message));
}

void RoomActor::tell(const room::Tell& tell) {
  proto::EventText text(tell.event);
  for (const auto& reader : tell.readers)
    if (Peer* const peer = find(reader.to)) peer->send(text.for_reader(reader.you, reader.seq));
}

void RoomActor::ask_engine(room::AskEngine ask) {
  stop_engine();
  thinking_ = std::make_shared<std::atomic<bool>>(false);
  bots::Job job{reinterpret_cast<std::uintptr_t>(this),  // a number that no other room has
                std::string(ask.position.rules().id()), ask.level, ask.position, ask.seed, thinking_, nullptr};
  job.done = [weak = weak_from_this(), version = ask.version](Move move) {
    const auto self = weak.lock();
    if (!self) return;
    self->loop_.post([self, version, move] {
      self->effects_.clear();
      self->room_.engine_moved(version, move, self->services_.clock.now(), self->effects_);
      self->carry_out(self->effects_);
    });
  };
  if (services_.engines.submit(std::move(job))) return;
  services_.timers.set(&thinking_, services_.clock.now() + engine_retry,
                       [weak = weak_from_this(), ask, stop = thinking_] {
                         const auto self = weak.lock();
                         if (!self) return;
                         self->loop_.post([self, ask, stop] {
                           if (!stop->load()) self->ask_engine(ask);
                         });
                       });
}

void RoomActor::stop_engine() {
  if (thinking_) thinking_->store(true);
}

Peer* RoomActor::find(room::ConnectionId id) const {
  const auto found = std::find_if(peers_.begin(), peers_.end(), [id](const auto& peer) { return peer->id() == id; });
  return found == peers_.end() ? nullptr : found->get();
}

}  // namespace dolbang::net
