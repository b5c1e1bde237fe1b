/// What the connections are told.
#include <algorithm>
#include <utility>

#include "core/limits.hpp"
#include "proto/codec.hpp"
#include "server/room/log_event.hpp"
#include "server/room/room.hpp"

namespace dolbang::room {
namespace {

proto::EventKind public_kind(LogKind kind) {
  switch (kind) {
    case LogKind::created: break;  // never told: nobody else was there
    case LogKind::joined: return proto::EventKind::joined;
    case LogKind::moved: return proto::EventKind::moved;
    case LogKind::resigned: return proto::EventKind::resigned;
    case LogKind::agreed: return proto::EventKind::agreed;
    case LogKind::restarted: return proto::EventKind::restarted;
    case LogKind::replaced: return proto::EventKind::replaced;
    case LogKind::reclaiming: return proto::EventKind::reclaiming;
    case LogKind::granted: return proto::EventKind::granted;
    case LogKind::claimed: return proto::EventKind::claimed;
    case LogKind::timed_out: return proto::EventKind::timed_out;
    case LogKind::asked: return proto::EventKind::asked;
    case LogKind::declined: return proto::EventKind::declined;
    case LogKind::undone: return proto::EventKind::undone;
    case LogKind::paused: return proto::EventKind::paused;
    case LogKind::resumed: return proto::EventKind::resumed;
    case LogKind::clock: return proto::EventKind::clock;
  }
  return proto::EventKind::unknown;
}

/// Whether only clients with proto::options_capability know it.
bool is_newer(LogKind kind) { return kind > LogKind::granted; }

proto::ResultView view_of(const Result& result) { return {result.winner, std::string(to_string(result.reason))}; }

}  // namespace

void Room::refuse(ConnectionId connection, std::uint64_t seq, const Refused& refused, Effects& out) const {
  out.push_back(Send{connection, proto::Reject{seq, refused.reason, refused.message, match_.ply()}});
}

proto::Event Room::describe(const Entry& entry, std::uint64_t version, const std::string& room) const {
  proto::Event event;
  event.room = room;
  event.version = version;
  event.kind = public_kind(entry.kind);
  event.game_number = game_number_;
  event.ply = entry.ply;
  event.to_move = entry.to_move;
  event.hash = proto::hash_text(entry.hash);
  event.side = entry.side;
  switch (entry.kind) {
    case LogKind::joined: event.name = seats_[entry.seat].name; break;
    case LogKind::moved:
      event.move = match_.first_position().move_text(entry.move);
      event.passed = entry.passed;
      event.ai = entry.by_ai;
      break;
    case LogKind::restarted:
      event.side.reset();
      event.variant = match_.spec().variant;
      break;
    case LogKind::replaced: event.level = to_string(entry.level); break;
    case LogKind::asked: event.question = entry.question; break;
    case LogKind::clock: event.side.reset(); break;
    default: break;
  }
  if (entry.ended) event.result = view_of(*match_.result());
  return event;
}

Tell::Reader Room::reader_of(const Entry& entry, const Link& link) const {
  Tell::Reader reader{link.connection, std::nullopt, std::nullopt};
  if (!link.seat) return reader;
  if (entry.swapped) reader.you = side_of(*link.seat, entry.creator_side);
  if (entry.seq != 0 && *link.seat == asker_of(entry.kind, entry.seat)) reader.seq = entry.seq;
  return reader;
}

void Room::tell(const Entry& entry, ServiceTime now, Effects& out) const {
  const auto knows = [&](const Link& link) { return link.knows_options || !is_newer(entry.kind); };
  const auto tell_those = [&](bool spectators) {
    Tell tell{describe(entry, version_, spectators ? watch_code_ : code_), {}};
    tell.event.clock = clock_view(now);
    tell.readers.reserve(links_.size());
    for (const Link& link : links_)
      if (link.spectator == spectators && knows(link)) tell.readers.push_back(reader_of(entry, link));
    if (!tell.readers.empty()) out.push_back(std::move(tell));
  };
  tell_those(false);
  if (!watch_code_.empty()) tell_those(true);
  for (const Link& link : links_)
    if (!knows(link)) out.push_back(Send{link.connection, state_for(link, now)});
}

bool Room::tell_missed(const Link& link, std::uint64_t since, Effects& out) const {
  // They can be told if they belong to this game and are few. The oldest entry may be what began the game.
  const std::uint64_t first = version_ - (entries_.size() - 1);
  if (since < first || since > version_) return false;
  const auto missed = entries_.begin() + static_cast<std::ptrdiff_t>(since - first) + 1;
  if (!link.knows_options && std::any_of(missed, entries_.end(), [](const Entry& e) { return is_newer(e.kind); }))
    return false;
  for (auto entry = missed; entry != entries_.end(); ++entry)
    out.push_back(Tell{describe(*entry, ++since, name_for(link)), {reader_of(*entry, link)}});
  return true;
}

std::optional<proto::ClockView> Room::clock_view(ServiceTime now) const {
  if (!clock_) return std::nullopt;
  const auto left = clock_->read(now).left;
  proto::ClockView view{left[seat_of(Side::black)].count(), left[seat_of(Side::white)].count(), std::nullopt};
  if (const auto seat = clock_->running()) view.running = side_of(*seat);
  return view;
}

std::optional<std::int64_t> Room::replace_in_ms(std::optional<SeatIndex> viewer, ServiceTime now) const {
  if (!viewer || paused_ || phase() != proto::Phase::playing || seats_[*viewer].ai) return std::nullopt;
  const Seat& opponent = seats_[other_seat(*viewer)];
  if (opponent.ai || !opponent.absent_since) return std::nullopt;
  return std::max<std::int64_t>(0, (*opponent.absent_since + settings_.absence_grace - now).count());
}

proto::Presence Room::presence_for(const Link& viewer, ServiceTime now) const {
  return {name_for(viewer), connected(seat_of(Side::black)), connected(seat_of(Side::white)),
          replace_in_ms(viewer.seat, now), clock_view(now)};
}

void Room::tell_presence(ServiceTime now, Effects& out) const {
  for (const Link& link : links_) out.push_back(Send{link.connection, presence_for(link, now)});
}

proto::State Room::state_for(const Link& viewer, ServiceTime now) const {
  proto::State state;
  state.room = name_for(viewer);
  state.version = version_;
  state.game = match_.spec().game;
  state.variant = match_.spec().variant;
  state.phase = phase();
  if (viewer.seat) {
    state.you = side_of(*viewer.seat);
    state.seq = seats_[*viewer.seat].last_seq;
  }
  state.game_number = game_number_;
  for (const SeatIndex s : {SeatIndex{0}, SeatIndex{1}}) {
    const Seat& seat = seats_[s];
    proto::SeatView& view = side_of(s) == Side::black ? state.black : state.white;
    view = {seat.taken,      seat.name,   connected(s), seat.ai ? std::string(to_string(*seat.ai)) : std::string(),
            seat.reclaiming, seat.agreed, seat.asks};
  }
  state.moves = match_.transcript();
  state.ply = match_.ply();
  state.to_move = match_.to_move();
  state.hash = proto::hash_text(match_.position().hash());
  if (match_.is_over()) state.result = view_of(*match_.result());
  state.replace_in_ms = replace_in_ms(viewer.seat, now);
  if (options_ != proto::RoomOptions{}) state.options = options_;
  state.clock = clock_view(now);
  state.paused = paused_;
  state.watch_only = viewer.spectator;
  return state;
}

notation::Record Room::record() const {
  notation::Record record = notation::record_of(match_);
  for (const Side side : {Side::black, Side::white}) record.players[index(side)].name = name_of(side);
  for (const AiMove& move : ai_moves_)
    record.moves[static_cast<std::size_t>(move.ply) - 1].comment = "AI (" + std::string(to_string(move.level)) + ")";
  return record;
}

}  // namespace dolbang::room
