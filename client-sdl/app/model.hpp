#pragma once
/// What the app shows, as plain data: the panel, the table and the board draw from these types and from nothing else.
///
/// No text for people is made here: sides, levels, reasons and codes are told, the ui puts them into the user's
/// language. Squares are numbered a1 = 0 ... h8 = 63 and sets of squares have bit n for square n, as in the rules.
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ai/levels.hpp"
#include "core/side.hpp"
#include "game/game.hpp"

namespace dolbang::app {

/// A moment on the caller's monotonic clock: any origin, never backwards.
using Time = std::chrono::milliseconds;
using Square = int;
using SquareSet = std::uint64_t;

inline constexpr Time pass_banner_time{2400};  ///< P02
inline constexpr Time ai_pause{250};           ///< after the flips, before the AI places
inline constexpr Time toast_time{6000};

enum class Screen : std::uint8_t { start, game };
enum class Mode : std::uint8_t { ai, hotseat, room };
enum class ColourChoice : std::uint8_t { black, white, alternate, random };
enum class Markers : std::uint8_t { dots, counts, none };
enum class Language : std::uint8_t { automatic, english, korean, japanese };
enum class ViewPreset : std::uint8_t { oblique, top };

/// Games finished against one level.
struct Record {
  int wins = 0, losses = 0, draws = 0;
  friend bool operator==(const Record&, const Record&) = default;
};

/// What is kept on the device (section S). Nothing of it is ever sent to the friend but the name.
struct Settings {
  Language language = Language::automatic;
  Markers markers = Markers::dots;
  Markers shown_markers = Markers::dots;  ///< what the checkbox "mark where you can play" switches back on (Z04)
  ColourChoice colour = ColourChoice::black;
  Side alternate_next = Side::black;  ///< the user's side in the next game with ColourChoice::alternate
  Level level = Level::easy;
  bool undo_allowed = true;  ///< U10
  bool sound = true;
  bool reduce_motion = false;
  ViewPreset view = ViewPreset::oblique;
  std::string server;                               ///< URL of the server that new rooms are made on
  std::string name;                                 ///< shown to the friend
  std::array<Record, all_levels.size()> records{};  ///< by Level
  friend bool operator==(const Settings&, const Settings&) = default;
};

/// The board and everything marked on it, always the final position (N04).
struct BoardModel {
  SquareSet black = 0, white = 0;
  Side to_move = Side::black;
  SquareSet legal = 0;                         ///< of the side to move; 0 when the game is over or has not begun
  std::array<std::uint8_t, 64> flip_counts{};  ///< for each legal square
  SquareSet marked = 0;                        ///< legal squares to mark: settings and K14 applied
  std::optional<Square> hover;                 ///< ghost here: legal and the user's to play (I01)
  SquareSet will_flip = 0;                     ///< rings: what a move on hover (or on the cursor) turns over (I02)
  std::optional<Square> cursor;                ///< keyboard cursor
  std::optional<Square> pending;               ///< sent to the server, not yet answered: draw a faint stone
  std::optional<Square> last_move;
  std::optional<Side> last_side;
  int last_flips = 0;
  bool last_by_ai = false;
};

/// The newest change of the board, for animation. `serial` rises with each; a reset needs no movement.
struct Change {
  enum class Kind : std::uint8_t { reset, move, undo };
  std::uint64_t serial = 0;
  Kind kind = Kind::reset;
  Square square = 0;
  Side side = Side::black;
  SquareSet flipped = 0;
};

enum class PlayerKind : std::uint8_t { nobody, you, here, ai, remote };  ///< here: either player of one device

struct PlayerModel {
  PlayerKind kind = PlayerKind::nobody;
  std::string name;            ///< may be empty
  std::optional<Level> level;  ///< kind ai
  bool connected = true;       ///< kind remote
  bool active = false;         ///< it is this side's turn
  int discs = 0;
  bool reclaiming = false;  ///< the replaced player is back and asks for the seat
};

struct RecordedMove {
  Square square = 0;
  Side side = Side::black;
  bool passed = false;  ///< the other side then had to pass
};

struct PassModel {
  Side side;    ///< who had to pass
  bool banner;  ///< the short-lived banner is up (P02); the text under the table stays (P04)
};

struct ResultModel {
  std::optional<Side> winner;  ///< none: a draw
  EndReason reason = EndReason::no_moves;
  std::optional<Score> score;       ///< empties apart (E02)
  std::optional<Score> tournament;  ///< none after a resignation
  std::optional<bool> you_won;      ///< none: a draw, or no single user (hot-seat, visitor)
};

enum class Link : std::uint8_t { connecting, online, reconnecting, offline };

struct RoomModel {
  Link link = Link::connecting;
  std::chrono::seconds link_for{0};              ///< how long so
  std::optional<std::chrono::seconds> retry_in;  ///< reconnecting: the next try
  std::string code;                              ///< empty until the room is made
  std::string url;                               ///< to send to the friend
  bool waiting = false;                          ///< for someone to join (F16)
  bool join_offered = false;                     ///< show Join (F04)
  bool joining = false;                          ///< Join was pressed, no answer yet
  bool watching = false;                         ///< no seat here: a third person (F15) or after the replacement
  bool opponent_absent = false;
  std::optional<std::chrono::seconds> replace_in;  ///< countdown to the offer of the AI (F09, F10)
  bool rematch_asked = false;                      ///< by the user, waiting for the friend
  bool rematch_offered = false;                    ///< by the friend
  int game_number = 1;
  bool busy = false;  ///< an intent is on its way
};

/// Which actions would do something now: draw a button only then (or disabled).
struct Allowed {
  bool place = false;
  bool undo = false;
  bool resign = false;
  bool play_again = false;
  bool rematch = false;
  bool replace = false;
  bool reclaim = false;
  bool grant = false;
  bool join = false;
  bool reconnect = false;
};

/// A short message. `code` is the key of its translation; `text` is English detail for codes the ui does not know.
struct Toast {
  std::string code;
  std::string text;
};

struct ViewModel {
  std::uint64_t revision = 0;  ///< rises with every change of anything below: nothing new, nothing to draw
  Screen screen = Screen::start;
  bool settings_open = false;
  Mode mode = Mode::ai;
  std::vector<Level> levels;               ///< that can be played, weakest first
  Level second_level = Level::easy;        ///< what the quick button "start as second" plays (M05)
  std::optional<std::string> recent_room;  ///< URL of the room whose seat this device still holds
  BoardModel board;
  Change change;
  std::array<PlayerModel, 2> players;  ///< by index(Side)
  std::optional<Side> you;             ///< the user's side; none: hot-seat, visitor, not begun
  bool begun = false;                  ///< a game is on the board (false: a room still waits or is being opened)
  bool your_turn = false;              ///< the user may think; place only when allowed.place
  bool thinking = false;               ///< an engine of this device searches
  int ply = 0;
  std::vector<RecordedMove> record;  ///< the moves of this game
  std::optional<PassModel> pass;
  std::optional<ResultModel> result;
  std::optional<RoomModel> room;  ///< mode room
  Allowed allowed;
  std::optional<Toast> toast;
  std::uint64_t view_serial = 0;  ///< rises with each press of a view button: bring the camera to settings.view (V07)
};

}  // namespace dolbang::app
