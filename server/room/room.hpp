#pragma once
/// A room as a pure state machine: two seats, a game, and rematches of it.
///
/// A command and a time go in, effects come out; the room opens no socket, reads no clock, starts no
/// timer and draws no random number. Time is service time (server/ops/service_clock.hpp): it stands
/// still while the server is down, and so do the absences that are counted in it.
///
/// The room is event-sourced: whatever changes it for good is a LogEvent, live or restored alike, so a
/// restart cannot differ from the life before it. Presence is not in the log; the store keeps only since
/// when each seat is empty.
///
/// Owned by one RoomActor and used on its loop only. The actor carries effects out in order, and
/// nothing that follows a Store before that event is on disk: commit, acknowledge, broadcast.
///
/// A seat is a person, a side is a colour. They swap with every rematch (F08), so that whoever had black at the end
/// of a game has white in the next, and with a move that says so (the swap of an opening, Z12). A handicap goes with
/// its owner. Seat 0 is the creator.
///
/// A replaced player who comes back (Z16) holds the seat and watches: `you` is their side, the seat's `ai`
/// says who plays it. They ask with Reclaim and the other agrees with Grant. Who has been away for longer
/// than the grace cannot agree: then the one who is here and asks has the seat back at once.
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ai/levels.hpp"
#include "match/match.hpp"
#include "notation/record.hpp"
#include "proto/messages.hpp"

namespace dolbang::room {

using ServiceTime = std::chrono::milliseconds;
using ConnectionId = std::uint64_t;  // the later a connection came in, the greater
using SeatIndex = std::uint8_t;

/// What is written to the log of a room. Versions count 1 (created), 2, 3 ... without gaps.
enum class LogKind : std::uint8_t {
  created,  ///< seat 0: text = name, secret_hash, spec, colour = seat 0's side, engine_seed
  joined,   ///< seat 1: text = name, secret_hash
  moved,    ///< text = the move's notation; by_ai
  resigned,
  agreed,
  restarted,  ///< the next game, sides swapped, the handicap with its owner; agreements and requests for a seat are
              ///< over
  replaced,   ///< seat = the one the AI takes, text = level; seq belongs to the other seat, who asked
  reclaiming,
  granted,  ///< seat = the one that gets its human back; seq belongs to the other seat, who agreed
};

struct LogEvent {
  std::uint64_t version = 0;
  LogKind kind = LogKind::created;
  SeatIndex seat = 0;
  std::uint64_t seq = 0;  ///< of the intent that caused it; 0: none
  std::string text;
  bool by_ai = false;
  std::string secret_hash;
  GameSpec spec;
  Side colour = Side::black;
  std::uint64_t engine_seed = 0;
  std::int64_t at = 0;  ///< of `created`: when, in seconds since 1970; 0: not known. The actor fills it in.
  friend bool operator==(const LogEvent&, const LogEvent&) = default;
};

/// Write the event to the room's log and wait until it is safe.
struct Store {
  LogEvent event;
};
/// Keep the record of a game that is over. Comes before the Store of the event that ends it, so that no finished game
/// is without its record.
struct FileGame {
  int game_number = 1;
  notation::Record record;  ///< without a date
};
/// Remember since when a seat is empty (none: it is not). Need not be waited for.
struct SaveAbsence {
  SeatIndex seat = 0;
  std::optional<ServiceTime> since;
};
/// Nobody has been here for Settings::room_idle: the room is over for good. The last effect of its life.
struct End {};
/// The actor fills in `url` of State and Entered, which only it knows.
struct Send {
  ConnectionId to = 0;
  proto::ServerMessage message;
};
/// Tell several connections of an event: the same for all of them but for what is a reader's own.
struct Tell {
  struct Reader {
    ConnectionId to = 0;
    std::optional<Side> you;
    std::optional<std::uint64_t> seq;
  };
  proto::Event event;  ///< without `you` and `seq`
  std::vector<Reader> readers;
};
struct Close {
  ConnectionId connection = 0;
  proto::Bye bye;
};
/// Call timer() at this time; a newer ArmTimer takes the place of an older.
struct ArmTimer {
  ServiceTime at{};
};
/// Find a move and bring it to engine_moved() with this version. A newer AskEngine, or StopEngine, makes
/// the answer unwanted.
struct AskEngine {
  std::uint64_t version = 0;
  Position position;
  Level level = Level::easy;
  std::uint64_t seed = 0;
};
struct StopEngine {};

using Effect = std::variant<Store, FileGame, SaveAbsence, Send, Tell, Close, ArmTimer, AskEngine, StopEngine, End>;
using Effects = std::vector<Effect>;

struct Settings {
  ServiceTime absence_grace = limits::absence_grace;
  ServiceTime room_idle = limits::room_idle_time;  ///< without any connection; then the room ends
};

/// The secret of whoever is about to be seated, and the form of it that is stored.
struct Credentials {
  std::string secret;
  std::string hash;
};

class Room {
 public:
  /// A new room with `connection` in seat 0. Errors: "unknown_game", "unknown_variant".
  static Expected<Room> create(std::string code, Settings settings, ConnectionId connection,
                               const proto::Create& create, const Credentials& credentials, std::uint64_t engine_seed,
                               Effects& out);
  /// A room from its log, nobody connected: whoever was there counts as absent from `now` on, whoever was
  /// not since `absent_since`. Call wake() next. Errors: "bad_log", saying which event does not fit.
  static Expected<Room> restore(std::string code, Settings settings, const std::vector<LogEvent>& log,
                                const std::array<std::optional<ServiceTime>, 2>& absent_since, ServiceTime now);
  /// Takes up what a restart interrupted: the timer and the AI's move.
  void wake(Effects& out);

  /// A connection looks at the room or comes back to its seat; `secret_hash` is empty for a visitor.
  void open(ConnectionId connection, const proto::Open& open, std::string_view secret_hash, ServiceTime now,
            Effects& out);
  /// A connection is gone, or looks at another room.
  void disconnect(ConnectionId connection, ServiceTime now, Effects& out);
  /// The message that made this room has come again with the same secret: its sender never heard the answer. Leads to
  /// the same seat; another secret is refused.
  void create_again(ConnectionId connection, const Credentials& credentials, ServiceTime now, Effects& out);
  /// Takes the free seat. With the secret of a seat that is taken: back to that one, for a Join whose answer was lost.
  void join(ConnectionId connection, const proto::Join& join, const Credentials& credentials, ServiceTime now,
            Effects& out);
  /// An intent: Play, Resign, Rematch, Replace, Reclaim or Grant.
  void intend(ConnectionId connection, const proto::ClientMessage& intent, ServiceTime now, Effects& out);
  /// The operator ends the room: everybody is told and sent away.
  void close(Effects& out);
  void timer(ServiceTime now, Effects& out);
  void engine_moved(std::uint64_t version, Move move, Effects& out);

  const std::string& code() const { return code_; }
  std::uint64_t version() const { return version_; }
  const Match& match() const { return match_; }
  proto::Phase phase() const;
  std::size_t connections() const { return links_.size(); }
  bool present(Side side) const { return connected(seat_of(side)); }
  bool has_ended() const { return ended_; }
  /// Of a restored room, in seconds since 1970; 0: an older server made it.
  std::int64_t created_at() const { return created_at_; }
  /// The name of whoever sits on a side, for the room's page; empty when nobody does.
  const std::string& name_of(Side side) const { return seats_[seat_of(side)].name; }
  int game_number() const { return game_number_; }
  /// The current game so far; the AI's moves say so in a comment.
  notation::Record record() const;
  /// The room as a visitor sees it.
  proto::State snapshot(ServiceTime now) const { return state_for(std::nullopt, now); }

 private:
  struct Refused {
    std::string reason, message;
  };
  struct Answer {
    std::uint64_t seq = 0;
    std::uint64_t version = 0;               ///< of the event that did it
    std::unique_ptr<const Refused> refused;  ///< none: done
  };
  struct Seat {
    bool taken = false;
    bool agreed = false;  ///< to a rematch
    bool reclaiming = false;
    std::optional<Level> ai;  ///< plays here in place of the human
    std::optional<ServiceTime> absent_since;
    std::uint64_t last_seq = 0;
    std::string name;
    std::string secret_hash;
    std::vector<Answer> answers;  ///< the last limits::answers_kept
  };
  /// One connection and the seat it holds, if any.
  struct Link {
    ConnectionId connection = 0;
    std::optional<SeatIndex> seat;
  };
  /// A log event of the current game, as much of it as the clients are told.
  struct Entry {
    LogKind kind;
    SeatIndex seat;
    bool by_ai;
    Level level;
    Move move;
    std::uint64_t seq;
  };
  using Decision = tl::expected<LogEvent, Refused>;

  Room(std::string code, Settings settings, Match match);

  // Deciding: reads only.
  Decision decide(SeatIndex seat, const proto::Play& play) const;
  Decision decide(SeatIndex seat, const proto::Resign& resign) const;
  Decision decide(SeatIndex seat, const proto::Rematch& rematch) const;
  Decision decide(SeatIndex seat, const proto::Replace& replace, ServiceTime now) const;
  Decision decide(SeatIndex seat, const proto::Reclaim& reclaim) const;
  Decision decide(SeatIndex seat, const proto::Grant& grant) const;
  std::optional<Refused> not_playing(SeatIndex seat, int ply) const;

  // Changing: the only way, for live and restored rooms.
  const char* cannot_follow(const LogEvent& event) const;
  std::optional<Error> evolve(const LogEvent& event);
  void commit(LogEvent event, ServiceTime now, Effects& out);
  void after(LogKind kind, ServiceTime now, Effects& out);

  // Telling.
  /// `match` and `creator_side` are as they were right after the event.
  proto::Event describe(const Entry& entry, std::uint64_t version, const Match& match, Side creator_side) const;
  void tell(const Entry& entry, std::uint64_t version, const Match& match, Side creator_side,
            std::span<const Link> readers, Effects& out) const;
  void tell_missed(const Link& link, std::uint64_t since, Effects& out) const;
  void tell_presence(ServiceTime now, Effects& out) const;
  proto::Presence presence_for(std::optional<SeatIndex> viewer, ServiceTime now) const;
  proto::State state_for(std::optional<SeatIndex> viewer, ServiceTime now) const;
  std::optional<std::int64_t> replace_in_ms(std::optional<SeatIndex> viewer, ServiceTime now) const;
  void refuse(ConnectionId connection, std::uint64_t seq, const Refused& refused, Effects& out) const;

  std::optional<SeatIndex> seat_with(std::string_view secret_hash) const;
  void enter_again(SeatIndex seat, ConnectionId connection, const Credentials& credentials, ServiceTime now,
                   Effects& out);
  void leave(ConnectionId connection, ServiceTime now, Effects& out);
  bool take_over(SeatIndex seat, ConnectionId connection, Effects& out);
  void end(Effects& out);
  void grant_if_alone(ServiceTime now, Effects& out);
  void arm(Effects& out, ServiceTime after = ServiceTime::min()) const;
  bool long_gone(const Seat& seat, ServiceTime now) const {
    return seat.absent_since && *seat.absent_since + settings_.absence_grace <= now;
  }
  /// When the room ends if nobody comes; none while somebody is here.
  std::optional<ServiceTime> ends_at() const;
  void ask_engine(Effects& out) const;
  Link* find(ConnectionId connection);
  bool connected(SeatIndex seat) const;
  static Side side_of(SeatIndex seat, Side creator_side) { return seat == 0 ? creator_side : other(creator_side); }
  Side side_of(SeatIndex seat) const { return side_of(seat, creator_side_); }
  SeatIndex seat_of(Side side) const { return side_of(0) == side ? 0 : 1; }
  static void remember(Seat& seat, Answer answer);

  std::string code_;
  Settings settings_;
  Match match_;
  Side creator_side_ = Side::black;  ///< of seat 0, now
  bool ended_ = false;
  int game_number_ = 1;
  std::uint64_t version_ = 0;
  std::uint64_t engine_seed_ = 0;
  std::int64_t created_at_ = 0;
  std::array<Seat, 2> seats_;
  std::vector<Entry> entries_;  ///< the events of the current game, the newest being version_
  std::vector<Link> links_;
};

}  // namespace dolbang::room
