/// Beginnings, connections, and what time brings.
#include "server/room/room.hpp"

#include <algorithm>
#include <utility>

#include "core/limits.hpp"
#include "server/room/log_event.hpp"

namespace dolbang::room {
namespace {

/// Compares in a time that depends on the lengths alone.
bool equal_in_constant_time(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

}  // namespace

Room::Room(std::string code, Settings settings, Match match)
    : code_(std::move(code)), settings_(settings), match_(std::move(match)) {}

// ------------------------------------------------------------------------------------- beginnings

Expected<Room> Room::create(std::string code, Settings settings, Caller caller, const proto::Create& create,
                            const Credentials& credentials, std::string watch_code, std::uint64_t engine_seed,
                            Effects& out) {
  auto match = Match::start({create.game, create.variant});
  if (!match) return tl::unexpected(match.error());
  Room room(std::move(code), settings, *std::move(match));
  LogEvent event = make_event(LogKind::created, 0, 0, create.name);
  event.version = 1;
  event.secret_hash = credentials.hash;
  event.spec = room.match_.spec();
  event.colour = create.colour.value_or(Side::black);
  event.engine_seed = engine_seed;
  event.options = create.options.value_or(proto::RoomOptions{});
  if (!event.options.main_ms) {  // the rest of a clock means nothing by itself
    event.options.increment_ms = 0;
    event.options.clock_runs_on = false;
  }
  if (event.options.spectators == proto::Spectators::link) event.watch_code = std::move(watch_code);
  room.evolve(event);
  const Link& link = room.links_.emplace_back(Link{caller.connection, SeatIndex{0}, false, caller.knows_options});
  out.push_back(Store{std::move(event)});
  out.push_back(Send{link.connection, proto::Entered{room.code_, room.side_of(0), credentials.secret, {}}});
  out.push_back(Send{link.connection, room.state_for(link, {})});
  return room;
}

Expected<Room> Room::restore(std::string code, Settings settings, const std::vector<LogEvent>& log,
                             const std::array<std::optional<ServiceTime>, 2>& absent_since, ServiceTime now) {
  if (log.empty() || log.front().kind != LogKind::created)
    return fail("bad_log", "Room " + code + ": the log does not begin with its creation.");
  auto match = Match::start(log.front().spec);
  if (!match) return fail("bad_log", "Room " + code + ": " + match.error().message);
  Room room(std::move(code), settings, *std::move(match));
  for (const LogEvent& event : log)
    if (const auto error = room.evolve(event))
      return fail("bad_log", "Room " + room.code_ + ", event " + std::to_string(event.version) + ": " + error->message);
  for (SeatIndex seat : {SeatIndex{0}, SeatIndex{1}}) {
    if (!room.seats_[seat].taken) continue;
    room.seats_[seat].absent_since = std::min(absent_since[seat].value_or(now), now);
    room.seats_[seat].absent_by_restart = *room.seats_[seat].absent_since == now;
  }
  if (room.clock_) room.clock_->came_back(now);
  room.settle_clock(now);
  return room;
}

void Room::wake(Effects& out) {
  // An absence that began with this restart counts on through the next one.
  for (const SeatIndex seat : {SeatIndex{0}, SeatIndex{1}})
    if (seats_[seat].absent_since) out.push_back(SaveAbsence{seat, seats_[seat].absent_since});
  arm(out);
  ask_engine(out);
}

// ------------------------------------------------------------------------------------ connections

Room::Link* Room::find(ConnectionId connection) {
  const auto it = std::find_if(links_.begin(), links_.end(), [&](const Link& l) { return l.connection == connection; });
  return it == links_.end() ? nullptr : &*it;
}

bool Room::connected(SeatIndex seat) const {
  return std::any_of(links_.begin(), links_.end(), [&](const Link& l) { return l.seat == seat; });
}

void Room::open(Caller caller, const proto::Open& open, std::string_view secret_hash, ServiceTime now, Effects& out) {
  const ConnectionId connection = caller.connection;
  if (ended_) return refuse(connection, 0, {"room_ended", "This room has ended; make a new one."}, out);
  const std::optional<SeatIndex> seat = seat_with(secret_hash);
  if (!secret_hash.empty() && !seat)
    return refuse(connection, 0,
                  {"bad_secret", "That secret opens no seat of this room; open it without one to watch."}, out);
  const bool spectator = !seat && !watch_code_.empty() && open.room == watch_code_;
  const Link* const old = find(connection);
  if (!old || !seat || old->seat != seat) {
    leave(connection, now, out);
    if (!seat && !spectator && !may_look())
      return refuse(connection, 0,
                    {"private", watch_code_.empty() ? "Only its two players see this game."
                                                    : "Only its players and who has its link for spectators see this "
                                                      "game."},
                    out);
    if (!seat && links_.size() >= limits::connections_per_room)
      return refuse(connection, 0, {"room_full", "Too many people watch this room; try again later."}, out);
    if (seat) {
      if (!take_over(*seat, connection, out)) return;
      come_back(*seat, now, out);
    }
    links_.push_back({connection, seat, spectator, caller.knows_options});
  }
  const Link& link = *find(connection);
  if (!open.since || !tell_missed(link, *open.since, out)) out.push_back(Send{connection, state_for(link, now)});
  if (!seat) {
    out.push_back(Send{connection, presence_for(link, now)});
    return;
  }
  tell_presence(now, out);
  grant_if_alone(now, out);
  if (clock_) arm(out, now);
}

/// The seat is empty no longer. Before its connection is in the room, which will be told of all that at once.
void Room::come_back(SeatIndex index, ServiceTime now, Effects& out) {
  Seat& seat = seats_[index];
  if (!seat.absent_since) return;
  settle_clock(now);
  seat.absent_since.reset();
  seat.absent_by_restart = false;
  out.push_back(SaveAbsence{index, std::nullopt});
  settle_clock(now);
  if (clock_ && clock_->stood_still(now) >= limits::clock_stop_least)
    commit(make_event(LogKind::clock, index, 0), now, out);
}

std::optional<SeatIndex> Room::seat_with(std::string_view secret_hash) const {
  std::optional<SeatIndex> seat;
  if (secret_hash.empty()) return seat;
  for (const SeatIndex s : {SeatIndex{0}, SeatIndex{1}})
    if (seats_[s].taken && equal_in_constant_time(seats_[s].secret_hash, secret_hash)) seat = s;
  return seat;
}

void Room::enter_again(SeatIndex seat, Caller caller, const Credentials& credentials, ServiceTime now, Effects& out) {
  out.push_back(Send{caller.connection, proto::Entered{code_, side_of(seat), credentials.secret, {}}});
  open(caller, {code_, credentials.secret, std::nullopt}, credentials.hash, now, out);
}

void Room::create_again(Caller caller, const Credentials& credentials, ServiceTime now, Effects& out) {
  if (ended_) return refuse(caller.connection, 0, {"room_ended", "This room has ended; make a new one."}, out);
  if (seat_with(credentials.hash) != SeatIndex{0})
    return refuse(caller.connection, 0, {"bad_secret", "Make a new secret for each room."}, out);
  enter_again(0, caller, credentials, now, out);
}

/// The newest connection of a seat takes over: the older may be a ghost that has not timed out yet. That is also so
/// when the ghost's wish to open the seat is heard last: false then, and the ghost is sent away.
bool Room::take_over(SeatIndex seat, ConnectionId connection, Effects& out) {
  const auto it = std::find_if(links_.begin(), links_.end(), [&](const Link& l) { return l.seat == seat; });
  if (it == links_.end()) return true;
  const bool newer = connection > it->connection;
  out.push_back(
      Close{newer ? it->connection : connection,
            proto::Bye{"replaced_by_newer_connection", "This seat was opened by a newer connection.", std::nullopt}});
  if (newer) links_.erase(it);
  return newer;
}

void Room::disconnect(ConnectionId connection, ServiceTime now, Effects& out) { leave(connection, now, out); }

void Room::leave(ConnectionId connection, ServiceTime now, Effects& out) {
  const Link* link = find(connection);
  if (!link) return;
  const auto seat = link->seat;
  links_.erase(links_.begin() + (link - links_.data()));
  if (!seat) return arm(out);
  settle_clock(now);
  seats_[*seat].absent_since = now;
  settle_clock(now);
  out.push_back(SaveAbsence{*seat, now});
  tell_presence(now, out);
  arm(out);
}

std::optional<ServiceTime> Room::ends_at() const {
  if (!links_.empty()) return std::nullopt;
  ServiceTime last_seen{0};
  for (const Seat& seat : seats_)
    if (seat.taken) last_seen = std::max(last_seen, seat.absent_since.value_or(ServiceTime{0}));
  return last_seen + settings_.room_idle;
}

/// Arms the timer for the next moment at which an absence becomes long, as far as that lets anybody do anything, a
/// clock runs out, or the room ends.
void Room::arm(Effects& out, ServiceTime after) const {
  std::optional<ServiceTime> next = ends_at();
  if (phase() == proto::Phase::playing || seats_[0].reclaiming || seats_[1].reclaiming) {
    for (const Seat& seat : seats_) {
      if (!seat.absent_since || seat.ai) continue;
      const ServiceTime due = *seat.absent_since + settings_.absence_grace;
      if (due > after) next = std::min(next.value_or(due), due);
    }
  }
  const auto falls = clock_ ? clock_->falls_at() : std::nullopt;
  if (falls) next = std::min(next.value_or(*falls), *falls);
  if (next) out.push_back(ArmTimer{*next});
}

void Room::close(Effects& out) {
  if (phase() == proto::Phase::playing) out.push_back(StopEngine{});
  for (const Link& link : links_)
    out.push_back(Close{link.connection,
                        proto::Bye{"room_closed", "The operator of this server has closed this room.", std::nullopt}});
  links_.clear();
  end(out);
}

/// For good: its record is kept, and nothing else happens here any more.
void Room::end(Effects& out) {
  if (std::exchange(ended_, true)) return;
  if (phase() == proto::Phase::playing && match_.ply() > 0) out.push_back(FileGame{game_number_, record()});
  out.push_back(End{});
}

void Room::timer(ServiceTime now, Effects& out) {
  if (const auto due = ends_at(); ended_ || (due && *due <= now)) {
    return end(out);
  }
  check_time(now, out);
  // The presence frame says what has become possible.
  tell_presence(now, out);
  grant_if_alone(now, out);
  arm(out, now);
}

void Room::grant_if_alone(ServiceTime now, Effects& out) {
  for (const SeatIndex seat : {SeatIndex{0}, SeatIndex{1}})
    if (seats_[seat].reclaiming && connected(seat) && long_gone(seats_[other_seat(seat)], now))
      return commit(make_event(LogKind::granted, seat, 0), now, out);
}

// -------------------------------------------------------------------------------------- the clock

bool Room::clock_waits(ServiceTime at) const {
  return std::any_of(seats_.begin(), seats_.end(), [&](const Seat& seat) {
    return seat.absent_since && !seat.ai && (seat.absent_by_restart || !options_.clock_runs_on) &&
           *seat.absent_since <= at && at < *seat.absent_since + settings_.absence_grace;
  });
}

void Room::settle_clock(ServiceTime now) {
  if (!clock_) return;
  // Since it was looked at last, absences may have begun (while the server was down) and become long.
  std::vector<ServiceTime> moments{clock_->settled(), now};
  for (const Seat& seat : seats_)
    if (seat.absent_since)
      for (const ServiceTime at : {*seat.absent_since, *seat.absent_since + settings_.absence_grace})
        if (clock_->settled() < at && at < now) moments.push_back(at);
  std::sort(moments.begin(), moments.end());
  for (const ServiceTime at : moments) clock_waits(at) ? clock_->hold(at) : clock_->run(at);
}

std::optional<SeatIndex> Room::clock_turn() const {
  const bool stands = paused_ || match_.ply() == 0 || seats_[0].ai || seats_[1].ai;
  if (phase() != proto::Phase::playing || stands) return std::nullopt;
  return seat_of(match_.to_move());
}

void Room::check_time(ServiceTime now, Effects& out) {
  if (!clock_) return;
  settle_clock(now);
  if (const auto falls = clock_->falls_at(); falls && *falls <= now)
    commit(make_event(LogKind::timed_out, *clock_->running(), 0), now, out);
}

// ---------------------------------------------------------------------------------------- joining

void Room::join(ConnectionId connection, const proto::Join& join, const Credentials& credentials, ServiceTime now,
                Effects& out) {
  Link* link = find(connection);
  if (!link) return refuse(connection, 0, {"not_open", "Open the room before joining it."}, out);
  if (const auto seat = seat_with(credentials.hash))
    return enter_again(*seat, {connection, link->knows_options}, credentials, now, out);
  if (link->spectator)
    return refuse(connection, 0, {"watch_only", "This is the link for spectators; a seat needs the other one."}, out);
  if (link->seat)
    return refuse(connection, 0, {"own_room", "You have a seat in this room already; send the link to a friend."}, out);
  if (seats_[1].taken) return refuse(connection, 0, {"seat_taken", "Both seats of this room are taken."}, out);
  LogEvent event = make_event(LogKind::joined, 1, 0, join.name);
  event.secret_hash = credentials.hash;
  link->seat = SeatIndex{1};
  out.push_back(SaveAbsence{1, std::nullopt});  // the seat was empty over a restart, maybe
  commit(std::move(event), now, out);
  out.push_back(Send{connection, proto::Entered{code_, side_of(1), credentials.secret, {}}});
  out.push_back(Send{connection, state_for(*find(connection), now)});
  if (!may_look()) show_out_visitors(out);
  tell_presence(now, out);
  arm(out);  // the creator may have been away since before
}

/// Those who have only looked in, as the game is none of their business any more.
void Room::show_out_visitors(Effects& out) {
  std::erase_if(links_, [&](const Link& link) {
    if (link.seat || link.spectator) return false;
    out.push_back(Close{link.connection, {"private", "The game has begun, and its players play alone.", std::nullopt}});
    return true;
  });
}

}  // namespace dolbang::room
