#pragma once
/// The messages of the room protocol as plain structs. PROTOCOL.md explains them for a stranger; the
/// schemas and vectors beside it are checked against this file by tests.
///
/// Everything here has been validated by the codec: texts are UTF-8 and within limits.hpp, numbers in
/// range. What only the room can know (is this move legal, is this seat yours) is not.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/error.hpp"
#include "core/side.hpp"

namespace dolbang::proto {

/// The protocol's version. A peer of another major version is refused; unknown fields are ignored,
/// unknown message types are answered with "unknown_type" and lose nothing.
inline constexpr int version = 1;

/// The optional features that a peer may name in `capabilities`: this one is all of RoomOptions, Ask, Answer, Resume
/// and Claim, and the kinds of events after EventKind::granted. A client that does not name it is sent a State in place
/// of such an event.
inline constexpr std::string_view options_capability = "options";

/// Who may look on once both seats are taken.
enum class Spectators : std::uint8_t {
  link,    ///< whoever has the spectators' link, with which one can only watch
  nobody,  ///< but the two seats
};
std::string_view to_string(Spectators spectators);
std::optional<Spectators> spectators_from(std::string_view text);

/// What the creator chose beside the game: nothing, unless it is said here.
struct RoomOptions {
  std::optional<std::int64_t> main_ms;   ///< each player's time for the game; none: no clock
  std::int64_t increment_ms = 0;         ///< and what each move adds to it
  bool clock_runs_on = false;            ///< also while a player is away; else it stands still in the time of grace
  bool undo = false;                     ///< a player may ask to take moves back
  std::optional<Spectators> spectators;  ///< none: whoever has the room's link
  friend bool operator==(const RoomOptions&, const RoomOptions&) = default;
};

/// What a player can ask the other.
enum class Question : std::uint8_t {
  undo,   ///< to take back the asker's last move and what came after it
  pause,  ///< to stop the game, clocks and absences
};
std::string_view to_string(Question question);
std::optional<Question> question_from(std::string_view text);

// ---------------------------------------------------------------- client to server

/// The first message of a connection.
struct Hello {
  int version = proto::version;
  std::string client;                     ///< "dolbang-sdl/0.1"; for the log
  std::vector<std::string> capabilities;  ///< optional features the client understands
};

/// Makes a room; the sender takes the first seat and gets Entered. Create and Join have no seq; one that brings a
/// secret (32 lower-case hexadecimal digits, 128 random bits) can be sent again when its answer was lost, and leads to
/// the same seat of the same room.
struct Create {
  std::string game;
  std::string variant;         ///< empty: the game's default
  std::string name;            ///< display name, may be empty
  std::optional<Side> colour;  ///< the creator's side; none: black (F06)
  std::string secret;          ///< for the seat, made by the sender; empty: the server makes one
  std::optional<RoomOptions> options = {};
};

/// Looks at a room or comes back to a seat. Without a secret the sender is a visitor, sees the room and
/// may join. `since` is the last room version the client has: it gets the events after it, or a State.
struct Open {
  std::string room;
  std::string secret;  ///< empty: visitor
  std::optional<std::uint64_t> since;
};

/// Takes the free seat (F05). Sent by a visitor who has opened the room. Gets Entered.
struct Join {
  std::string name;
  std::string secret;  ///< as in Create
};

/// Intents of a seat. `seq` is the seat's own counter: 1, 2, 3 ... over the seat's whole life, across
/// connections. A repeated seq gets the original answer. `ply` is the number of moves (passes not
/// counted) the client believes have been made in this game; an intent that expects another ply is stale.
struct Play {
  std::uint64_t seq = 0;
  int ply = 0;
  std::string move;
};
struct Resign {
  std::uint64_t seq = 0;
  int ply = 0;
};
/// Agrees to one more game with sides swapped (F08); it starts when both seats have agreed.
struct Rematch {
  std::uint64_t seq = 0;
};
/// Puts the AI into the other, absent player's seat (F09); allowed once State.replace_in_ms is 0.
struct Replace {
  std::uint64_t seq = 0;
  std::string level;
};
/// A replaced player who is back asks for the seat (Z16).
struct Reclaim {
  std::uint64_t seq = 0;
};
/// The remaining player gives the seat back to the replaced one who asked for it (Z16).
struct Grant {
  std::uint64_t seq = 0;
};

/// Wins the game of an opponent who stays away; allowed when Replace is.
struct Claim {
  std::uint64_t seq = 0;
};
/// Asks the other player. A move, or the end of the game, says no in their place.
struct Ask {
  std::uint64_t seq = 0;
  int ply = 0;
  Question question = Question::undo;
};
/// Answers what the other player asks.
struct Answer {
  std::uint64_t seq = 0;
  bool agree = false;
};
/// Ends a pause; either player may.
struct Resume {
  std::uint64_t seq = 0;
};

using ClientMessage =
    std::variant<Hello, Create, Open, Join, Play, Resign, Rematch, Replace, Reclaim, Grant, Claim, Ask, Answer, Resume>;

// ---------------------------------------------------------------- server to client

/// Answers Hello.
struct Welcome {
  int version = proto::version;
  std::string server;  ///< "dolbang-server/0.1"
  std::vector<std::string> capabilities;
  int frame_bytes = 0;       ///< the largest frame the server accepts
  int absence_grace_ms = 0;  ///< after this the replacement is offered
};

/// Answers Create and Join: the seat is yours. The secret is told only here; keep it.
struct Entered {
  std::string room;
  Side side = Side::black;
  std::string secret;
  std::string url;  ///< the URL to send to the friend; never holds a secret
};

enum class Phase : std::uint8_t { waiting, playing, over };
std::string_view to_string(Phase phase);
std::optional<Phase> phase_from(std::string_view text);

/// One seat as everybody may see it.
struct SeatView {
  bool taken = false;
  std::string name;
  bool connected = false;
  /// The AI level that plays in this seat now; empty: its human.
  std::string ai;
  /// The replaced player is back and asks for the seat.
  bool reclaiming = false;
  /// Agreed to a rematch.
  bool rematch = false;
  /// What this player has asked the other.
  std::optional<Question> asks = {};
};

/// The clocks at the moment of the message. They count down from there: the one that is running, if any is.
struct ClockView {
  std::int64_t black_ms = 0, white_ms = 0;
  std::optional<Side> running;
};

struct ResultView {
  std::optional<Side> winner;  ///< none: a draw
  std::string reason;          ///< to_string(EndReason)
};

/// The whole room as its newest version: the answer to Open, and after anything that could not be told
/// by events.
struct State {
  std::string room;
  std::uint64_t version = 0;
  std::string game;
  std::string variant;
  Phase phase = Phase::waiting;
  std::optional<Side> you;  ///< your side in this game; none: visitor
  int game_number = 1;      ///< 1 for the first game, 2 for the first rematch ...
  SeatView black, white;    ///< by side in this game
  std::string moves;        ///< transcript of this game, passes not written: "f5d6", "H8I9G7 swap K10"
  int ply = 0;
  Side to_move = Side::black;
  std::string hash;  ///< the position's hash, 16 hex digits
  std::optional<ResultView> result;
  /// The highest seq the server has seen from your seat; continue with the next. 0 for a visitor.
  std::uint64_t seq = 0;
  /// Milliseconds until you may replace the absent opponent; 0: now; none: not applicable.
  std::optional<std::int64_t> replace_in_ms;
  std::string url;
  std::optional<RoomOptions> options;
  std::optional<ClockView> clock;
  bool paused = false;
  std::string watch_url;    ///< the spectators' link, where there is one; told to the two seats
  bool watch_only = false;  ///< you have come by that link, and cannot join
};

/// An intent was done; `version` is the room's version that holds it.
struct Ack {
  std::uint64_t seq = 0;
  std::uint64_t version = 0;
};
/// An intent was refused; nothing changed. Reasons are listed in PROTOCOL.md.
struct Reject {
  std::uint64_t seq = 0;  ///< 0 when the refused message has no seq
  std::string reason;
  std::string message;
  int ply = 0;  ///< the room's ply
};

/// What happened in the room, in order, without gaps: versions count 1, 2, 3 ...
/// Each names ply and hash after it, so that a client that differs notices and opens the room again.
enum class EventKind : std::uint8_t {
  joined,      ///< side, name: the second seat was taken, the game starts
  moved,       ///< side, move, passed, result, ai; after a move that swaps the sides `you` is your new side
  resigned,    ///< side, result
  agreed,      ///< side: agreed to a rematch
  restarted,   ///< a rematch begins, the sides swapped: `you` is your new side; variant: of this game
  replaced,    ///< side, level: the AI plays this seat from now on
  reclaiming,  ///< side: the replaced player asks for the seat
  granted,     ///< side: the human plays this seat again
  claimed,     ///< side, result: this player has won, as the other stayed away
  timed_out,   ///< side, result: this player had no time left
  asked,       ///< side, question
  declined,    ///< side: said no to what the other asked
  undone,      ///< side: whose wish it was; so many moves are taken back that `ply` is left; you: where sides swapped
  paused,      ///< side: whose wish it was
  resumed,     ///< side
  clock,       ///< a clock that stood still is set: `clock`
  unknown,     ///< a kind that this program does not know: open the room again
};
std::string_view to_string(EventKind kind);
std::optional<EventKind> event_kind_from(std::string_view text);

struct Event {
  std::string room;
  std::uint64_t version = 0;
  EventKind kind = EventKind::moved;
  std::optional<Side> side;    ///< a move that swaps: the side before it
  std::string name;            ///< joined
  std::string move;            ///< moved
  std::optional<Side> passed;  ///< moved: who then had to pass (F17)
  bool ai = false;             ///< moved: by the AI substitute
  std::string level;           ///< replaced
  std::optional<Side> you;     ///< restarted, and moved where the sides swapped
  std::string variant;         ///< restarted
  int game_number = 1;
  std::optional<ResultView> result;  ///< moved, resigned: the game is over
  int ply = 0;
  Side to_move = Side::black;
  std::string hash;
  /// The seq of your own intent that this event answers (it takes the place of an Ack); none: not yours.
  std::optional<std::uint64_t> seq;
  std::optional<Question> question;  ///< asked
  std::optional<ClockView> clock;    ///< where the room has one
};

/// Who is connected; not versioned, the newest counts. Sent on every change and after Open.
struct Presence {
  std::string room;
  bool black = false;
  bool white = false;
  std::optional<std::int64_t> replace_in_ms;  ///< as in State
  std::optional<ClockView> clock = {};
};

/// The connection is about to be closed by the server. `reconnect_after_ms`: come back then.
struct Bye {
  std::string reason;  ///< "shutting_down", "replaced_by_newer_connection", "too_slow", "bad_frame" ...
  std::string message;
  std::optional<std::int64_t> reconnect_after_ms;
};

using ServerMessage = std::variant<Welcome, Entered, State, Ack, Reject, Event, Presence, Bye>;

}  // namespace dolbang::proto
