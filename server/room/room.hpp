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
///
/// What the creator may choose beside the game (proto::RoomOptions):
///  - A clock (clock.hpp). It stands still before the first move, in a pause, while the AI sits in a seat, and while a
///    player is away within the grace, unless the room says otherwise; an absence that a restart has caused always
///    counts like that.
///  - Undo, which the other player has to agree to, as to a pause. A question is open until it is answered; a move or
///    the end of the game says no. Each may be asked once a ply.
///  - Spectators, who may have a code of their own for the room, which opens it to watch and never names the room's.
///
/// room.cpp has the connections and the time, intents.cpp decides, changing.cpp is the one place where the room
/// changes, telling.cpp says so.
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
#include "server/room/clock.hpp"
#include "server/room/types.hpp"

namespace dolbang::room {

/// What is written to the log of a room. Versions count 1 (created), 2, 3 ... without gaps.
enum class LogKind : std::uint8_t {
  created,  ///< seat 0: text = name, secret_hash, spec, colour = seat 0's side, engine_seed, options, watch_code
  joined,   ///< seat 1: text = name, secret_hash
  moved,    ///< text = the move's notation; by_ai
  resigned,
  agreed,
  restarted,  ///< the next game, sides swapped, the handicap with its owner; agreements and requests for a seat are
              ///< over
  replaced,   ///< seat = the one the AI takes, text = level; seq belongs to the other seat, who asked
  reclaiming,
  granted,  ///< seat = the one that gets its human back; seq belongs to the other seat, who agreed
  claimed,  ///< seat = the one who stayed, and has won
  timed_out,
  asked,     ///< text = the question
  declined,  ///< seat = the one who said no
  undone,    ///< seat = the one who asked; seq belongs to the other seat, who agreed
  paused,    ///< the same
  resumed,
  clock,  ///< the clock has stood still: what is left is written down
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
  proto::RoomOptions options;
  std::string watch_code;
  std::optional<GameClock::Reading> clock;  ///< after the event, in a room with a clock
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

/// A connection that enters the room.
struct Caller {
  Caller(ConnectionId id, bool options = true) : connection(id), knows_options(options) {}
  ConnectionId connection;
  bool knows_options;  ///< it has named proto::options_capability
};

class Room {
 public:
  /// A new room with `caller` in seat 0. `watch_code` is for spectators, and used where they have a link of their own.
  /// Errors: "unknown_game", "unknown_variant".
  static Expected<Room> create(std::string code, Settings settings, Caller caller, const proto::Create& create,
                               const Credentials& credentials, std::string watch_code, std::uint64_t engine_seed,
                               Effects& out);
  /// A room from its log, nobody connected: whoever was there counts as absent from `now` on, whoever was
  /// not since `absent_since`. Call wake() next. Errors: "bad_log", saying which event does not fit.
  static Expected<Room> restore(std::string code, Settings settings, const std::vector<LogEvent>& log,
                                const std::array<std::optional<ServiceTime>, 2>& absent_since, ServiceTime now);
  /// Takes up what a restart interrupted: the timer and the AI's move.
  void wake(Effects& out);

  /// A connection looks at the room or comes back to its seat; `secret_hash` is empty for a visitor, and for a
  /// spectator, who names the watch code.
  void open(Caller caller, const proto::Open& open, std::string_view secret_hash, ServiceTime now, Effects& out);
  /// A connection is gone, or looks at another room.
  void disconnect(ConnectionId connection, ServiceTime now, Effects& out);
  /// The message that made this room has come again with the same secret: its sender never heard the answer. Leads to
  /// the same seat; another secret is refused.
  void create_again(Caller caller, const Credentials& credentials, ServiceTime now, Effects& out);
  /// Takes the free seat. With the secret of a seat that is taken: back to that one, for a Join whose answer was lost.
  void join(ConnectionId connection, const proto::Join& join, const Credentials& credentials, ServiceTime now,
            Effects& out);
  /// An intent: any message with a seq.
  void intend(ConnectionId connection, const proto::ClientMessage& intent, ServiceTime now, Effects& out);
  /// The operator ends the room: everybody is told and sent away.
  void close(Effects& out);
  void timer(ServiceTime now, Effects& out);
  void engine_moved(std::uint64_t version, Move move, ServiceTime now, Effects& out);

  const std::string& code() const { return code_; }
  /// Opens the room to watch; empty where spectators have no code of their own.
  const std::string& watch_code() const { return watch_code_; }
  /// Whether the room's own code still lets a stranger see the game.
  bool may_look() const { return phase() == proto::Phase::waiting || !options_.spectators; }
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
  proto::State snapshot(ServiceTime now) const { return state_for(Link{}, now); }

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
    bool absent_by_restart = false;  ///< absent_since is when the server came back
    std::optional<Level> ai;         ///< plays here in place of the human
    std::optional<proto::Question> asks;
    std::array<int, 2> asked_at{-1, -1};  ///< by Question: the ply at which it was asked in this game
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
    bool spectator = false;  ///< came by the watch code
    bool knows_options = true;
  };
  /// A log event as the clients are told of it, and the room right after it.
  struct Entry {
    LogKind kind = LogKind::created;
    SeatIndex seat = 0;
    Side side = Side::black;  ///< of the seat; of a move that swaps: before it
    bool by_ai = false;
    bool ended = false;    ///< the game
    bool swapped = false;  ///< the players' sides
    Level level = Level::easy;
    proto::Question question = proto::Question::undo;
    std::optional<Side> passed;
    Move move;
    Side creator_side = Side::black;
    Side to_move = Side::black;
    int ply = 0;
    std::uint64_t hash = 0;
    std::uint64_t seq = 0;
  };
  using Decision = tl::expected<LogEvent, Refused>;

  Room(std::string code, Settings settings, Match match);

  // Deciding: reads only.
  Decision decide(SeatIndex seat, const proto::Play& play) const;
  Decision decide(SeatIndex seat, const proto::Resign& resign) const;
  Decision decide(SeatIndex seat, const proto::Rematch& rematch) const;
  Decision decide(SeatIndex seat, const proto::Replace& replace, ServiceTime now) const;
  Decision decide(SeatIndex seat, const proto::Claim& claim, ServiceTime now) const;
  Decision decide(SeatIndex seat, const proto::Reclaim& reclaim) const;
  Decision decide(SeatIndex seat, const proto::Grant& grant) const;
  Decision decide(SeatIndex seat, const proto::Ask& ask) const;
  Decision decide(SeatIndex seat, const proto::Answer& answer) const;
  Decision decide(SeatIndex seat, const proto::Resume& resume) const;
  std::optional<Refused> not_playing(SeatIndex seat) const;
  std::optional<Refused> not_playing(SeatIndex seat, int ply) const;
  std::optional<Refused> not_left_alone(SeatIndex seat, ServiceTime now) const;
  /// How many moves an undo that this seat asks for takes back: its last one and what came after; 0: it has made none.
  int undo_count(SeatIndex seat) const;

  // Changing: the only way, for live and restored rooms.
  const char* cannot_follow(const LogEvent& event) const;
  std::optional<Error> evolve(const LogEvent& event);
  std::optional<Error> change(const LogEvent& event, Entry& entry);
  void commit(LogEvent event, ServiceTime now, Effects& out);
  void after(LogKind kind, ServiceTime now, Effects& out);

  // Telling.
  const std::string& name_for(const Link& link) const { return link.spectator ? watch_code_ : code_; }
  /// Without what is a reader's own.
  proto::Event describe(const Entry& entry, std::uint64_t version, const std::string& room) const;
  Tell::Reader reader_of(const Entry& entry, const Link& link) const;
  /// The newest event, to everybody.
  void tell(const Entry& entry, ServiceTime now, Effects& out) const;
  /// Those after `since`; false when they cannot be told one by one.
  bool tell_missed(const Link& link, std::uint64_t since, Effects& out) const;
  void tell_presence(ServiceTime now, Effects& out) const;
  proto::Presence presence_for(const Link& viewer, ServiceTime now) const;
  proto::State state_for(const Link& viewer, ServiceTime now) const;
  std::optional<proto::ClockView> clock_view(ServiceTime now) const;
  std::optional<std::int64_t> replace_in_ms(std::optional<SeatIndex> viewer, ServiceTime now) const;
  void refuse(ConnectionId connection, std::uint64_t seq, const Refused& refused, Effects& out) const;

  std::optional<SeatIndex> seat_with(std::string_view secret_hash) const;
  void enter_again(SeatIndex seat, Caller caller, const Credentials& credentials, ServiceTime now, Effects& out);
  void come_back(SeatIndex seat, ServiceTime now, Effects& out);
  void show_out_visitors(Effects& out);
  void leave(ConnectionId connection, ServiceTime now, Effects& out);
  bool take_over(SeatIndex seat, ConnectionId connection, Effects& out);
  void end(Effects& out);
  void grant_if_alone(ServiceTime now, Effects& out);
  void arm(Effects& out, ServiceTime after = ServiceTime::min()) const;
  bool long_gone(const Seat& seat, ServiceTime now) const {
    return seat.absent_since && *seat.absent_since + settings_.absence_grace <= now;
  }
  /// Whether the clock stands still at a moment up to now, because of who is away since then.
  bool clock_waits(ServiceTime at) const;
  /// Lets the clock run and stand still as it had to up to `now`.
  void settle_clock(ServiceTime now);
  /// Whose clock is to run as the game stands.
  std::optional<SeatIndex> clock_turn() const;
  /// Ends the game when a clock has run out.
  void check_time(ServiceTime now, Effects& out);
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
  bool paused_ = false;
  int game_number_ = 1;
  std::uint64_t version_ = 0;
  std::uint64_t engine_seed_ = 0;
  std::int64_t created_at_ = 0;
  std::array<Seat, 2> seats_;
  proto::RoomOptions options_;
  std::string watch_code_;
  std::unique_ptr<GameClock> clock_;  ///< none: no clock
  /// A move of the AI.
  struct AiMove {
    int ply;  ///< after it
    Level level;
  };
  std::vector<AiMove> ai_moves_;  ///< of the current game
  std::vector<Entry> entries_;    ///< the last events of the current game, limits::events_retold of them at most
  std::vector<Link> links_;
};

}  // namespace dolbang::room
