#pragma once
/// A room and everything around it, without a socket, a disk or a clock: plays the actor's part, keeps
/// what was sent, and checks at every step that nobody is told what is not in the log yet.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proto/codec.hpp"
#include "server/room/event_codec.hpp"
#include "server/room/room.hpp"

namespace dolbang::test {

using namespace std::chrono_literals;
using room::ConnectionId;
using room::ServiceTime;

/// The hash of a seat's secret stands for the secret; hashing is the caller's business.
inline const std::array<room::Credentials, 2> credentials{
    {{"secret of the creator", "hash of the creator"}, {"secret of the guest", "hash of the guest"}}};

/// Connections of the usual room.
inline constexpr ConnectionId creator = 1, guest = 2, visitor = 3;

/// What spectators call the room, where they have a link of their own.
inline const std::string watch_code = "watching";

class Desk {
 public:
  explicit Desk(std::optional<Side> colour = std::nullopt, const GameSpec& spec = {"reversi", ""},
                const std::optional<proto::RoomOptions>& options = std::nullopt) {
    room::Effects effects;
    auto made = room::Room::create("room", {}, creator, {spec.game, spec.variant, "Ann", colour, {}, options},
                                   credentials[0], watch_code, 77, effects);
    REQUIRE(made);
    room_.emplace(*std::move(made));
    carry_out(effects);
  }

  /// A desk whose guest has joined.
  static Desk playing(std::optional<Side> colour = std::nullopt, const GameSpec& spec = {"reversi", ""},
                      const std::optional<proto::RoomOptions>& options = std::nullopt) {
    Desk desk(colour, spec, options);
    desk.open(guest);
    desk.join(guest, "Ben");
    desk.clear();
    return desk;
  }

  room::Room& room() { return *room_; }
  const std::vector<room::LogEvent>& log() const { return log_; }
  const std::optional<room::AskEngine>& asked() const { return asked_; }
  const std::optional<ServiceTime>& alarm() const { return alarm_; }
  bool ended() const { return ended_; }
  /// The records of games that are over, by their number.
  const std::map<int, notation::Record>& filed() const { return filed_; }
  const std::array<std::optional<ServiceTime>, 2>& absences() const { return absences_; }
  ServiceTime now() const { return now_; }

  // Commands.
  void open(ConnectionId connection, std::optional<std::uint64_t> since = std::nullopt) {
    open_as(connection, "", since);
  }
  void open_as(ConnectionId connection, const std::string& hash, std::optional<std::uint64_t> since = std::nullopt) {
    room::Effects effects;
    room_->open(connection, {"room", hash.empty() ? "" : "secret", since}, hash, now_, effects);
    carry_out(effects);
  }
  /// By the spectators' link.
  void watch(ConnectionId connection) {
    room::Effects effects;
    room_->open(connection, {watch_code, "", std::nullopt}, "", now_, effects);
    carry_out(effects);
  }
  /// As a client that does not know the options.
  void come_back_as_old(std::size_t seat, ConnectionId connection, std::optional<std::uint64_t> since = std::nullopt) {
    room::Effects effects;
    room_->open({connection, false}, {"room", "secret", since}, credentials[seat].hash, now_, effects);
    carry_out(effects);
  }
  void come_back(std::size_t seat, ConnectionId connection, std::optional<std::uint64_t> since = std::nullopt) {
    open_as(connection, credentials[seat].hash, since);
  }
  void join(ConnectionId connection, std::string name = {}) {
    // Whoever comes second has a secret that opens nothing.
    const bool first = room_->phase() == proto::Phase::waiting;
    const room::Credentials own = first ? credentials[1] : room::Credentials{"another secret", "another hash"};
    room::Effects effects;
    room_->join(connection, {std::move(name), {}}, own, now_, effects);
    carry_out(effects);
  }
  /// With the secret that a seat has already: the answer to the first time was lost.
  void join_again(ConnectionId connection, std::size_t seat) {
    room::Effects effects;
    room_->join(connection, {"Ben", credentials[seat].secret}, credentials[seat], now_, effects);
    carry_out(effects);
  }
  void create_again(ConnectionId connection, std::size_t seat) {
    room::Effects effects;
    room_->create_again(connection, credentials[seat], now_, effects);
    carry_out(effects);
  }
  void drop(ConnectionId connection) {
    room::Effects effects;
    room_->disconnect(connection, now_, effects);
    carry_out(effects);
  }
  void send(ConnectionId connection, const proto::ClientMessage& intent) {
    room::Effects effects;
    room_->intend(connection, intent, now_, effects);
    carry_out(effects);
  }
  void close() {
    room::Effects effects;
    room_->close(effects);
    carry_out(effects);
  }
  void play(ConnectionId connection, std::uint64_t seq, std::string move) {
    send(connection, proto::Play{seq, ply(), std::move(move)});
  }
  void engine_moves(std::optional<Move> move = std::nullopt) {
    REQUIRE(asked_);
    engine_moves(asked_->version, move.value_or(asked_->position.legal_moves()[0]));
  }
  void engine_moves(std::uint64_t version, Move move) {
    room::Effects effects;
    room_->engine_moved(version, move, now_, effects);
    carry_out(effects);
  }
  /// As if the other player had put the AI in before a restart, also in a game that no engine of this build plays.
  void put_ai_into(room::SeatIndex seat, ConnectionId connection_of_the_other) {
    room::LogEvent event;
    event.version = log_.size() + 1;
    event.kind = room::LogKind::replaced;
    event.seat = seat;
    event.text = "easy";
    log_.push_back(event);
    restart();
    come_back(1u - seat, connection_of_the_other);
    clear();
  }
  /// Lets time pass without the alarm, as when the machine is busy.
  void sleep(ServiceTime time) { now_ += time; }
  /// Lets time pass; the alarm rings when it is due.
  void pass(ServiceTime time) {
    const ServiceTime end = now_ + time;
    int rings = 0;
    while (alarm_ && *alarm_ <= end) {
      REQUIRE(++rings < 10);  // a room that rearms for the past would ring forever
      now_ = std::max(now_, *alarm_);
      alarm_.reset();
      room::Effects effects;
      room_->timer(now_, effects);
      carry_out(effects);
    }
    now_ = end;
  }
  /// The server dies and comes back: what is left is the log, as text, and the absences.
  void restart() {
    room_.emplace(restored());
    inbox_.clear();
    alarm_.reset();
    asked_.reset();
    room::Effects effects;
    room_->wake(effects);
    carry_out(effects);
    pass(0ms);
  }
  room::Room restored() const {
    std::vector<room::LogEvent> log;
    for (const room::LogEvent& event : log_) {
      auto read = room::decode_event(event.version, room::encode_event(event));
      REQUIRE(read);
      log.push_back(*std::move(read));
    }
    auto room = room::Room::restore("room", {}, log, absences_, now_);
    if (!room) FAIL(room.error().message);
    return *std::move(room);
  }

  // What came of it.
  int ply() { return room_->match().ply(); }
  const std::vector<proto::ServerMessage>& inbox(ConnectionId connection) { return inbox_[connection]; }
  void clear() { inbox_.clear(); }
  template <class Message>
  std::vector<Message> all(ConnectionId connection) {
    std::vector<Message> found;
    for (const auto& message : inbox_[connection])
      if (const auto* m = std::get_if<Message>(&message)) found.push_back(*m);
    return found;
  }
  /// The newest message of a kind; it must be there.
  template <class Message>
  Message last(ConnectionId connection) {
    const auto found = all<Message>(connection);
    REQUIRE_FALSE(found.empty());
    return found.back();
  }
  proto::Event event(ConnectionId connection) { return last<proto::Event>(connection); }
  /// The reason of the refusal that must be the newest message.
  std::string refusal(ConnectionId connection) {
    REQUIRE_FALSE(inbox_[connection].empty());
    const auto* reject = std::get_if<proto::Reject>(&inbox_[connection].back());
    REQUIRE(reject);
    CHECK_FALSE(reject->message.empty());
    return reject->reason;
  }
  std::optional<proto::Bye> bye(ConnectionId connection) const {
    const auto it = byes_.find(connection);
    return it == byes_.end() ? std::nullopt : std::optional(it->second);
  }

 private:
  void carry_out(const room::Effects& effects) {
    for (const room::Effect& effect : effects) {
      if (const auto* store = std::get_if<room::Store>(&effect)) {
        REQUIRE(store->event.version == log_.size() + 1);
        // A game's record is filed before the event that ends it.
        if (room_ && room_->match().is_over() && store->event.kind == room::LogKind::moved)
          REQUIRE(filed_.count(room_->game_number()) == 1);
        log_.push_back(store->event);
      } else if (const auto* send = std::get_if<room::Send>(&effect)) {
        if (const auto* state = std::get_if<proto::State>(&send->message)) REQUIRE(state->version == log_.size());
        if (const auto* ack = std::get_if<proto::Ack>(&send->message)) REQUIRE(ack->version <= log_.size());
        inbox_[send->to].push_back(send->message);
      } else if (const auto* game = std::get_if<room::FileGame>(&effect)) {
        filed_[game->game_number] = game->record;
      } else if (const auto* tell = std::get_if<room::Tell>(&effect)) {
        REQUIRE(tell->event.version <= log_.size());
        for (const room::Tell::Reader& reader : tell->readers) {
          proto::Event event = tell->event;
          event.you = reader.you;
          event.seq = reader.seq;
          inbox_[reader.to].emplace_back(std::move(event));
        }
      } else if (const auto* close = std::get_if<room::Close>(&effect)) {
        byes_[close->connection] = close->bye;
      } else if (const auto* absence = std::get_if<room::SaveAbsence>(&effect)) {
        absences_.at(absence->seat) = absence->since;
      } else if (const auto* timer = std::get_if<room::ArmTimer>(&effect)) {
        alarm_ = timer->at;
      } else if (const auto* ask = std::get_if<room::AskEngine>(&effect)) {
        asked_ = *ask;
      } else if (std::holds_alternative<room::StopEngine>(effect)) {
        asked_.reset();
      } else {
        REQUIRE(std::holds_alternative<room::End>(effect));
        REQUIRE_FALSE(std::exchange(ended_, true));
      }
    }
  }

  std::optional<room::Room> room_;
  std::map<int, notation::Record> filed_;
  std::vector<room::LogEvent> log_;
  std::map<ConnectionId, std::vector<proto::ServerMessage>> inbox_;
  std::map<ConnectionId, proto::Bye> byes_;
  std::array<std::optional<ServiceTime>, 2> absences_;
  std::optional<ServiceTime> alarm_;
  bool ended_ = false;
  std::optional<room::AskEngine> asked_;
  ServiceTime now_{1h};  // the server has been up for a while
};

}  // namespace dolbang::test
