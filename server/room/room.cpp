#include "server/room/room.hpp"

#include <algorithm>
#include <cassert>
#include <type_traits>
#include <utility>

#include "ai/engine.hpp"
#include "core/limits.hpp"
#include "proto/codec.hpp"

namespace dolbang::room {
namespace {

constexpr SeatIndex other_seat(SeatIndex seat) { return seat ^ 1; }

/// Compares in a time that depends on the lengths alone.
bool equal_in_constant_time(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

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
  }
  return proto::EventKind::joined;
}

/// Replaced and granted are about one seat and asked for by the other.
SeatIndex asker_of(LogKind kind, SeatIndex seat) {
  return kind == LogKind::replaced || kind == LogKind::granted ? other_seat(seat) : seat;
}

proto::ResultView view_of(const Result& result) { return {result.winner, std::string(to_string(result.reason))}; }

LogEvent make_event(LogKind kind, SeatIndex seat, std::uint64_t seq, std::string text = {}) {
  LogEvent event;
  event.kind = kind;
  event.seat = seat;
  event.seq = seq;
  event.text = std::move(text);
  return event;
}

std::uint64_t seq_of(const proto::ClientMessage& message) {
  return std::visit(
      [](const auto& m) -> std::uint64_t {
        if constexpr (requires { m.seq; })
          return m.seq;
        else
          return 0;
      },
      message);
}

}  // namespace

Room::Room(std::string code, Settings settings, Match match)
    : code_(std::move(code)), settings_(settings), match_(std::move(match)) {}

// ------------------------------------------------------------------------------------- beginnings

Expected<Room> Room::create(std::string code, Settings settings, ConnectionId connection, const proto::Create& create,
                            const Credentials& credentials, std::uint64_t engine_seed, Effects& out) {
  auto match = Match::start({create.game, create.variant});
  if (!match) return tl::unexpected(match.error());
  Room room(std::move(code), settings, *std::move(match));
  LogEvent event = make_event(LogKind::created, 0, 0, create.name);
  event.version = 1;
  event.secret_hash = credentials.hash;
  event.spec = room.match_.spec();
  event.colour = create.colour.value_or(Side::black);
  event.engine_seed = engine_seed;
  room.evolve(event);
  room.links_.push_back({connection, SeatIndex{0}});
  out.push_back(Store{std::move(event)});
  out.push_back(Send{connection, proto::Entered{room.code_, room.side_of(0), credentials.secret, {}}});
  out.push_back(Send{connection, room.state_for(SeatIndex{0}, {})});
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
  for (SeatIndex seat : {SeatIndex{0}, SeatIndex{1}})
    if (room.seats_[seat].taken) room.seats_[seat].absent_since = std::min(absent_since[seat].value_or(now), now);
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

void Room::open(ConnectionId connection, const proto::Open& open, std::string_view secret_hash, ServiceTime now,
                Effects& out) {
  if (ended_) return refuse(connection, 0, {"room_ended", "This room has ended; make a new one."}, out);
  const std::optional<SeatIndex> seat = seat_with(secret_hash);
  if (!secret_hash.empty() && !seat)
    return refuse(connection, 0,
                  {"bad_secret", "That secret opens no seat of this room; open it without one to watch."}, out);
  const Link* const old = find(connection);
  if (!old || !seat || old->seat != seat) {
    leave(connection, now, out);
    if (seat) {
      if (!take_over(*seat, connection, out)) return;
    } else if (links_.size() >= limits::connections_per_room) {
      return refuse(connection, 0, {"room_full", "Too many people watch this room; try again later."}, out);
    }
    links_.push_back({connection, seat});
  }
  if (seat && seats_[*seat].absent_since) {
    seats_[*seat].absent_since.reset();
    out.push_back(SaveAbsence{*seat, std::nullopt});
  }
  const Link& link = *find(connection);
  // Missed events can be told if they belong to this game and are few; else the whole state.
  const std::uint64_t first = version_ - std::min<std::uint64_t>(entries_.size(), limits::events_retold);
  if (open.since && *open.since >= first && *open.since <= version_)
    tell_missed(link, *open.since, out);
  else
    out.push_back(Send{connection, state_for(seat, now)});
  if (!seat) {
    out.push_back(Send{connection, presence_for(std::nullopt, now)});
    return;
  }
  tell_presence(now, out);
  grant_if_alone(now, out);
}

std::optional<SeatIndex> Room::seat_with(std::string_view secret_hash) const {
  std::optional<SeatIndex> seat;
  if (secret_hash.empty()) return seat;
  for (const SeatIndex s : {SeatIndex{0}, SeatIndex{1}})
    if (seats_[s].taken && equal_in_constant_time(seats_[s].secret_hash, secret_hash)) seat = s;
  return seat;
}

void Room::enter_again(SeatIndex seat, ConnectionId connection, const Credentials& credentials, ServiceTime now,
                       Effects& out) {
  out.push_back(Send{connection, proto::Entered{code_, side_of(seat), credentials.secret, {}}});
  open(connection, {code_, credentials.secret, std::nullopt}, credentials.hash, now, out);
}

void Room::create_again(ConnectionId connection, const Credentials& credentials, ServiceTime now, Effects& out) {
  if (ended_) return refuse(connection, 0, {"room_ended", "This room has ended; make a new one."}, out);
  if (seat_with(credentials.hash) != SeatIndex{0})
    return refuse(connection, 0, {"bad_secret", "Make a new secret for each room."}, out);
  enter_again(0, connection, credentials, now, out);
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
  seats_[*seat].absent_since = now;
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

/// Arms the timer for the next moment at which an absence becomes long, as far as that lets anybody do anything, or the
/// room ends.
void Room::arm(Effects& out, ServiceTime after) const {
  std::optional<ServiceTime> next = ends_at();
  if (phase() == proto::Phase::playing || seats_[0].reclaiming || seats_[1].reclaiming) {
    for (const Seat& seat : seats_) {
      if (!seat.absent_since || seat.ai) continue;
      const ServiceTime due = *seat.absent_since + settings_.absence_grace;
      if (due > after) next = std::min(next.value_or(due), due);
    }
  }
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

// ---------------------------------------------------------------------------------------- intents

void Room::join(ConnectionId connection, const proto::Join& join, const Credentials& credentials, ServiceTime now,
                Effects& out) {
  Link* link = find(connection);
  if (!link) return refuse(connection, 0, {"not_open", "Open the room before joining it."}, out);
  if (const auto seat = seat_with(credentials.hash)) return enter_again(*seat, connection, credentials, now, out);
  if (link->seat)
    return refuse(connection, 0, {"own_room", "You have a seat in this room already; send the link to a friend."}, out);
  if (seats_[1].taken) return refuse(connection, 0, {"seat_taken", "Both seats of this room are taken."}, out);
  LogEvent event = make_event(LogKind::joined, 1, 0, join.name);
  event.secret_hash = credentials.hash;
  link->seat = SeatIndex{1};
  out.push_back(SaveAbsence{1, std::nullopt});  // the seat was empty over a restart, maybe
  commit(std::move(event), now, out);
  out.push_back(Send{connection, proto::Entered{code_, side_of(1), credentials.secret, {}}});
  out.push_back(Send{connection, state_for(SeatIndex{1}, now)});
  tell_presence(now, out);
  arm(out);  // the creator may have been away since before
}

void Room::intend(ConnectionId connection, const proto::ClientMessage& intent, ServiceTime now, Effects& out) {
  const std::uint64_t seq = seq_of(intent);
  Link* link = find(connection);
  if (!link || !link->seat)
    return refuse(connection, seq, {"not_a_seat", "You watch this room; only a seat can do that."}, out);
  const SeatIndex index = *link->seat;
  Seat& seat = seats_[index];

  if (seq <= seat.last_seq) {
    const auto it =
        std::find_if(seat.answers.begin(), seat.answers.end(), [&](const Answer& a) { return a.seq == seq; });
    if (it == seat.answers.end())
      refuse(
          connection, seq,
          {"old_sequence", "That seq is no longer remembered; continue after " + std::to_string(seat.last_seq) + "."},
          out);
    else if (it->refused)
      refuse(connection, seq, *it->refused, out);
    else
      out.push_back(Send{connection, proto::Ack{seq, it->version}});
    return;
  }

  Decision decision = std::visit(
      [&](const auto& m) -> Decision {
        using M = std::decay_t<decltype(m)>;
        if constexpr (std::is_same_v<M, proto::Replace>)
          return decide(index, m, now);
        else if constexpr (requires { decide(index, m); })
          return decide(index, m);
        else
          return assert(false), tl::unexpected(Refused{"bad_frame", "This message is no intent."});
      },
      intent);
  if (!decision) {
    seat.last_seq = seq;
    refuse(connection, seq, decision.error(), out);
    return remember(seat, {seq, 0, std::make_unique<Refused>(std::move(decision.error()))});
  }
  commit(*std::move(decision), now, out);
}

std::optional<Room::Refused> Room::not_playing(SeatIndex seat, int ply) const {
  if (phase() == proto::Phase::waiting) return Refused{"not_started", "The game starts when the second player joins."};
  if (phase() == proto::Phase::over) return Refused{"game_over", "This game is over; ask for a rematch."};
  if (seats_[seat].ai) return Refused{"replaced", "The AI plays your seat; ask for it with reclaim."};
  if (ply != match_.ply())
    return Refused{"stale_ply", "You expected ply " + std::to_string(ply) + ", the game is at " +
                                    std::to_string(match_.ply()) + "."};
  return std::nullopt;
}

Room::Decision Room::decide(SeatIndex seat, const proto::Play& play) const {
  if (auto refused = not_playing(seat, play.ply)) return tl::unexpected(*std::move(refused));
  if (match_.to_move() != side_of(seat))
    return tl::unexpected(Refused{"not_your_turn", "It is the other side's turn."});
  const auto move = match_.position().parse_move(play.move);
  if (!move) return tl::unexpected(Refused{move.error().code, move.error().message});
  if (move->is_pass() || !match_.position().is_legal(*move))
    return tl::unexpected(Refused{"illegal_move", play.move + " is not a legal move here."});
  return make_event(LogKind::moved, seat, play.seq, match_.position().move_text(*move));
}

Room::Decision Room::decide(SeatIndex seat, const proto::Resign& resign) const {
  if (auto refused = not_playing(seat, resign.ply)) return tl::unexpected(*std::move(refused));
  return make_event(LogKind::resigned, seat, resign.seq);
}

Room::Decision Room::decide(SeatIndex seat, const proto::Rematch& rematch) const {
  if (phase() != proto::Phase::over)
    return tl::unexpected(Refused{"not_over", "A rematch can be agreed when the game is over."});
  if (seats_[seat].ai) return tl::unexpected(Refused{"replaced", "The AI plays your seat; ask for it with reclaim."});
  if (seats_[seat].agreed)
    return tl::unexpected(Refused{"already_agreed", "You have agreed already; the other has not."});
  return make_event(LogKind::agreed, seat, rematch.seq);
}

Room::Decision Room::decide(SeatIndex seat, const proto::Replace& replace, ServiceTime now) const {
  const Seat& opponent = seats_[other_seat(seat)];
  if (phase() == proto::Phase::waiting)
    return tl::unexpected(Refused{"not_started", "The game starts when the second player joins."});
  if (phase() == proto::Phase::over) return tl::unexpected(Refused{"game_over", "This game is over."});
  if (seats_[seat].ai) return tl::unexpected(Refused{"replaced", "The AI plays your seat; ask for it with reclaim."});
  if (opponent.ai) return tl::unexpected(Refused{"already_replaced", "The AI plays for your opponent already."});
  if (!opponent.absent_since) return tl::unexpected(Refused{"not_absent", "Your opponent is here."});
  if (!long_gone(opponent, now)) {
    const auto left = *opponent.absent_since + settings_.absence_grace - now;
    return tl::unexpected(Refused{"too_early", "Your opponent may still come back; ask again in " +
                                                   std::to_string((left.count() + 999) / 1000) + " seconds."});
  }
  const auto level = level_from(replace.level);
  const auto levels = levels_of(match_.spec().game);
  if (!level || std::find(levels.begin(), levels.end(), *level) == levels.end()) {
    std::string known;
    for (const Level l : levels) known += (known.empty() ? "" : ", ") + std::string(to_string(l));
    return tl::unexpected(Refused{"unknown_level", known.empty() ? "This server has no AI for this game."
                                                                 : "There is no level \"" + replace.level +
                                                                       "\" in this game; use one of: " + known + "."});
  }
  return make_event(LogKind::replaced, other_seat(seat), replace.seq, replace.level);
}

Room::Decision Room::decide(SeatIndex seat, const proto::Reclaim& reclaim) const {
  if (!seats_[seat].ai) return tl::unexpected(Refused{"not_replaced", "The seat is yours; no AI plays it."});
  if (seats_[seat].reclaiming)
    return tl::unexpected(Refused{"already_asked", "You have asked already; the other player decides."});
  return make_event(LogKind::reclaiming, seat, reclaim.seq);
}

Room::Decision Room::decide(SeatIndex seat, const proto::Grant& grant) const {
  const SeatIndex opponent = other_seat(seat);
  if (!seats_[opponent].ai || !seats_[opponent].reclaiming)
    return tl::unexpected(Refused{"nobody_asks", "Nobody asks for the seat back."});
  return make_event(LogKind::granted, opponent, grant.seq);
}

void Room::engine_moved(std::uint64_t version, Move move, Effects& out) {
  const SeatIndex seat = seat_of(match_.to_move());
  if (version != version_ || phase() != proto::Phase::playing || !seats_[seat].ai) return;
  // An engine that breaks the rules is a bug, but not one that the players should be stuck with (L06).
  if (move.is_pass() || !match_.position().is_legal(move)) move = match_.position().legal_moves()[0];
  LogEvent event = make_event(LogKind::moved, seat, 0, match_.position().move_text(move));
  event.by_ai = true;
  commit(std::move(event), {}, out);
}

// --------------------------------------------------------------------------------------- changing

proto::Phase Room::phase() const {
  if (!seats_[1].taken) return proto::Phase::waiting;
  return match_.is_over() ? proto::Phase::over : proto::Phase::playing;
}

void Room::remember(Seat& seat, Answer answer) {
  if (seat.answers.size() >= limits::answers_kept) seat.answers.erase(seat.answers.begin());
  seat.answers.push_back(std::move(answer));
}

/// Why the room cannot be where this event happens; null: it can. A log that says otherwise is damaged.
const char* Room::cannot_follow(const LogEvent& event) const {
  const Seat& seat = seats_[event.seat];
  switch (event.kind) {
    case LogKind::created: return version_ == 0 && event.seat == 0 ? nullptr : "the room exists already.";
    case LogKind::joined: return event.seat == 1 && !seat.taken ? nullptr : "the seat is taken.";
    case LogKind::moved:
      if (event.by_ai != seat.ai.has_value()) return "somebody else plays this seat.";
      [[fallthrough]];
    case LogKind::resigned:
    case LogKind::replaced: return phase() == proto::Phase::playing ? nullptr : "no game is being played.";
    case LogKind::agreed:
    case LogKind::restarted: return phase() == proto::Phase::over ? nullptr : "the game is not over.";
    case LogKind::reclaiming:
    case LogKind::granted: return seat.ai ? nullptr : "no AI plays this seat.";
  }
  return "unknown event.";
}

std::optional<Error> Room::evolve(const LogEvent& event) {
  if (event.version != version_ + 1) return Error{"bad_log", "expected version " + std::to_string(version_ + 1) + "."};
  if (event.seat > 1) return Error{"bad_log", "no such seat."};
  Seat& seat = seats_[event.seat];
  if (const char* why = cannot_follow(event)) return Error{"bad_log", why};
  Entry entry{event.kind, event.seat, event.by_ai, Level::easy, Move::pass(), event.seq};
  switch (event.kind) {
    case LogKind::created:
      creator_side_ = event.colour;
      engine_seed_ = event.engine_seed;
      created_at_ = event.at;
      [[fallthrough]];
    case LogKind::joined:
      seat.taken = true;
      seat.name = event.text;
      seat.secret_hash = event.secret_hash;
      break;
    case LogKind::moved: {
      const auto move = match_.position().parse_move(event.text);
      if (!move) return Error{"bad_log", move.error().message};
      const auto turn = match_.play(side_of(event.seat), *move);
      if (!turn) return Error{"bad_log", event.text + " is not legal."};
      if (turn->swapped) creator_side_ = other(creator_side_);
      entry.move = *move;
      if (event.by_ai) entry.level = *seat.ai;
      break;
    }
    case LogKind::resigned: (void)match_.resign(side_of(event.seat)); break;
    case LogKind::agreed: seat.agreed = true; break;
    case LogKind::restarted: {
      GameSpec spec = match_.spec();
      // Who has changed sides in this game gets back to the side that the variant was chosen for.
      if (!match_.sides_swapped()) spec.variant = match_.position().rules().with_colours_swapped(spec.variant);
      auto next = Match::start(spec);
      if (!next) return next.error();
      match_ = *std::move(next);
      creator_side_ = other(creator_side_);
      ++game_number_;
      for (Seat& s : seats_) s.agreed = s.reclaiming = false;
      entries_.clear();
      break;
    }
    case LogKind::replaced: {
      const auto level = level_from(event.text);
      if (!level) return Error{"bad_log", "there is no level " + event.text + "."};
      seat.ai = level;
      seat.reclaiming = false;
      entry.level = *level;
      break;
    }
    case LogKind::reclaiming: seat.reclaiming = true; break;
    case LogKind::granted:
      seat.ai.reset();
      seat.reclaiming = false;
      break;
  }
  version_ = event.version;
  // The event that starts a game is not part of it: whoever missed it needs the whole state.
  if (event.kind != LogKind::created && event.kind != LogKind::restarted) entries_.push_back(entry);
  if (event.seq != 0) {
    Seat& asker = seats_[asker_of(event.kind, event.seat)];
    asker.last_seq = std::max(asker.last_seq, event.seq);
    remember(asker, {event.seq, event.version, nullptr});
  }
  return std::nullopt;
}

void Room::commit(LogEvent event, ServiceTime now, Effects& out) {
  event.version = version_ + 1;
  const LogKind kind = event.kind;
  const SeatIndex seat = event.seat;
  const std::uint64_t seq = event.seq;
  if (evolve(event)) return;  // decide() has ruled this out; a log that cannot be replayed must not be written
  if (match_.is_over() && (kind == LogKind::moved || kind == LogKind::resigned))
    out.push_back(FileGame{game_number_, record()});
  out.push_back(Store{std::move(event)});
  const Entry entry =
      kind == LogKind::restarted ? Entry{kind, seat, false, Level::easy, Move::pass(), seq} : entries_.back();
  tell(entry, version_, match_, creator_side_, links_, out);
  after(kind, now, out);
}

/// What follows from an event by itself.
void Room::after(LogKind kind, ServiceTime now, Effects& out) {
  switch (kind) {
    case LogKind::agreed:
      // An AI agrees at once.
      if (std::all_of(seats_.begin(), seats_.end(), [](const Seat& s) { return s.agreed || s.ai; }))
        commit(make_event(LogKind::restarted, 0, 0), now, out);
      break;
    case LogKind::restarted: arm(out); [[fallthrough]];
    case LogKind::moved:
    case LogKind::replaced: ask_engine(out); break;
    case LogKind::granted:
      out.push_back(StopEngine{});
      arm(out);  // whoever asked may be gone again
      break;
    case LogKind::resigned: out.push_back(StopEngine{}); break;
    case LogKind::reclaiming:
      grant_if_alone(now, out);
      ask_engine(out);  // the search that runs answers an older version
      arm(out, now);
      break;
    case LogKind::created:
    case LogKind::joined: break;
  }
}

void Room::ask_engine(Effects& out) const {
  if (phase() != proto::Phase::playing) return;
  const Seat& seat = seats_[seat_of(match_.to_move())];
  if (seat.ai) out.push_back(AskEngine{version_, match_.position(), *seat.ai, engine_seed_ + version_});
}

// ---------------------------------------------------------------------------------------- telling

void Room::refuse(ConnectionId connection, std::uint64_t seq, const Refused& refused, Effects& out) const {
  out.push_back(Send{connection, proto::Reject{seq, refused.reason, refused.message, match_.ply()}});
}

proto::Event Room::describe(const Entry& entry, std::uint64_t version, const Match& match, Side creator_side) const {
  proto::Event event;
  event.room = code_;
  event.version = version;
  event.kind = public_kind(entry.kind);
  event.game_number = game_number_;
  event.ply = match.ply();
  event.to_move = match.to_move();
  event.hash = proto::hash_text(match.position().hash());
  switch (entry.kind) {
    case LogKind::restarted: event.variant = match.spec().variant; break;
    case LogKind::moved: event.side = match.turns().back().side; break;  // a swap: the side before it
    default: event.side = side_of(entry.seat, creator_side); break;
  }
  switch (entry.kind) {
    case LogKind::joined: event.name = seats_[entry.seat].name; break;
    case LogKind::moved:
      event.move = match.position().move_text(entry.move);
      event.passed = match.turns().back().passed;
      event.ai = entry.by_ai;
      break;
    case LogKind::replaced: event.level = to_string(entry.level); break;
    default: break;
  }
  if (match.is_over() && (entry.kind == LogKind::moved || entry.kind == LogKind::resigned))
    event.result = view_of(*match.result());
  return event;
}

void Room::tell(const Entry& entry, std::uint64_t version, const Match& match, Side creator_side,
                std::span<const Link> readers, Effects& out) const {
  const bool new_sides =
      entry.kind == LogKind::restarted || (entry.kind == LogKind::moved && match.turns().back().swapped);
  Tell tell{describe(entry, version, match, creator_side), {}};
  tell.readers.reserve(readers.size());
  for (const Link& link : readers) {
    Tell::Reader& reader = tell.readers.emplace_back(Tell::Reader{link.connection, std::nullopt, std::nullopt});
    if (!link.seat) continue;
    if (new_sides) reader.you = side_of(*link.seat, creator_side);
    if (entry.seq != 0 && *link.seat == asker_of(entry.kind, entry.seat)) reader.seq = entry.seq;
  }
  out.push_back(std::move(tell));
}

void Room::tell_missed(const Link& link, std::uint64_t since, Effects& out) const {
  auto match = Match::start(match_.spec());
  if (!match) return;
  std::uint64_t version = version_ - entries_.size();
  Side creator_side = match_.sides_swapped() ? other(creator_side_) : creator_side_;  // as the game began
  for (const Entry& entry : entries_) {
    if (entry.kind == LogKind::moved) {
      const auto turn = match->play(side_of(entry.seat, creator_side), entry.move);
      if (turn && turn->swapped) creator_side = other(creator_side);
    }
    if (entry.kind == LogKind::resigned) (void)match->resign(side_of(entry.seat, creator_side));
    if (++version > since) tell(entry, version, *match, creator_side, {&link, 1}, out);
  }
}

std::optional<std::int64_t> Room::replace_in_ms(std::optional<SeatIndex> viewer, ServiceTime now) const {
  if (!viewer || phase() != proto::Phase::playing || seats_[*viewer].ai) return std::nullopt;
  const Seat& opponent = seats_[other_seat(*viewer)];
  if (opponent.ai || !opponent.absent_since) return std::nullopt;
  return std::max<std::int64_t>(0, (*opponent.absent_since + settings_.absence_grace - now).count());
}

proto::Presence Room::presence_for(std::optional<SeatIndex> viewer, ServiceTime now) const {
  return {code_, connected(seat_of(Side::black)), connected(seat_of(Side::white)), replace_in_ms(viewer, now)};
}

void Room::tell_presence(ServiceTime now, Effects& out) const {
  for (const Link& link : links_) out.push_back(Send{link.connection, presence_for(link.seat, now)});
}

proto::State Room::state_for(std::optional<SeatIndex> viewer, ServiceTime now) const {
  proto::State state;
  state.room = code_;
  state.version = version_;
  state.game = match_.spec().game;
  state.variant = match_.spec().variant;
  state.phase = phase();
  if (viewer) {
    state.you = side_of(*viewer);
    state.seq = seats_[*viewer].last_seq;
  }
  state.game_number = game_number_;
  for (const SeatIndex s : {SeatIndex{0}, SeatIndex{1}}) {
    const Seat& seat = seats_[s];
    proto::SeatView& view = side_of(s) == Side::black ? state.black : state.white;
    view = {seat.taken,      seat.name,  connected(s), seat.ai ? std::string(to_string(*seat.ai)) : std::string(),
            seat.reclaiming, seat.agreed};
  }
  state.moves = match_.transcript();
  state.ply = match_.ply();
  state.to_move = match_.to_move();
  state.hash = proto::hash_text(match_.position().hash());
  if (match_.is_over()) state.result = view_of(*match_.result());
  state.replace_in_ms = replace_in_ms(viewer, now);
  return state;
}

notation::Record Room::record() const {
  notation::Record record = notation::record_of(match_);
  for (const Side side : {Side::black, Side::white}) record.players[index(side)].name = name_of(side);
  auto move = record.moves.begin();
  for (const Entry& entry : entries_) {
    if (entry.kind != LogKind::moved) continue;
    if (entry.by_ai) move->comment = "AI (" + std::string(to_string(entry.level)) + ")";
    ++move;
  }
  return record;
}

}  // namespace dolbang::room
