#pragma once
/// What the app shows, as plain data: the panel, the table and the board draw from these types and from nothing else.
///
/// No text for people is made here: sides, levels, reasons and codes are told, the ui puts them into the user's
/// language. No game is known here either: what a game adds comes through the files of app/games.
#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ai/levels.hpp"
#include "client-sdl/app/places.hpp"
#include "core/side.hpp"
#include "game/game.hpp"

namespace dolbang::app {

/// A moment on the caller's monotonic clock: any origin, never backwards.
using Time = std::chrono::milliseconds;

inline constexpr Time pass_banner_time{2400};  ///< P02
inline constexpr Time ai_pause{250};           ///< after the flips, before the AI places
inline constexpr Time toast_time{6000};
inline constexpr Time hint_time{3500};  ///< why a press on the board did nothing

enum class Screen : std::uint8_t { start, game };
enum class Mode : std::uint8_t { ai, hotseat, room };
enum class ColourChoice : std::uint8_t { black, white, alternate, random };
enum class Markers : std::uint8_t { dots, counts, none };
enum class Language : std::uint8_t { automatic, english, korean, japanese };
enum class Confirm : std::uint8_t { automatic, always, never };  ///< automatic: by touch, not by mouse (Z15)
enum class ViewPreset : std::uint8_t { oblique, top };

/// Games finished against one level.
struct Record {
  int wins = 0, losses = 0, draws = 0;
  friend bool operator==(const Record&, const Record&) = default;
};
/// By Level.
using LevelRecords = std::array<Record, all_levels.size()>;

/// What a room that this device makes is to have, beside the game. Nothing, unless it is chosen.
struct RoomChoices {
  enum class Colour : std::uint8_t { black, white, random };
  enum class Spectators : std::uint8_t { everyone, link, nobody };
  Colour colour = Colour::black;
  std::chrono::seconds main{0};  ///< the clock; 0: none
  std::chrono::seconds increment{0};
  bool clock_runs_on = false;  ///< also while a player is away
  bool undo = false;           ///< if the other agrees
  Spectators spectators = Spectators::everyone;
  friend bool operator==(const RoomChoices&, const RoomChoices&) = default;
};

/// What is kept on the device (section S). Nothing of it is ever sent to the friend but the name.
struct Settings {
  Language language = Language::automatic;
  Markers markers = Markers::dots;
  Markers shown_markers = Markers::dots;  ///< what the checkbox "mark where you can play" switches back on (Z04)
  ColourChoice colour = ColourChoice::black;
  Side alternate_next = Side::black;  ///< the user's side in the next game with ColourChoice::alternate
  Level level = Level::easy;
  std::string game = "reversi";  ///< chosen on the start screen
  /// What was chosen of each game, as it is when the user has black: a handicap goes with the user's colour (H04).
  /// A game that is not here is played in its default variant.
  std::map<std::string, std::string> variants;
  bool undo_allowed = true;  ///< U10
  Confirm confirm = Confirm::automatic;
  bool ghost = true;  ///< the translucent stone, where a game lets it be switched off (Z06)
  bool sound = true;
  bool reduce_motion = false;
  ViewPreset view = ViewPreset::oblique;
  RoomChoices room;
  std::string server;  ///< URL of the server that new rooms are made on
  std::string name;    ///< shown to the friend
  /// Games against the AI, by "GAME VARIANT" or "GAME VARIANT COLOUR" (L08, H07): see GameView::record_key.
  std::map<std::string, LevelRecords> records;
  friend bool operator==(const Settings&, const Settings&) = default;
};

/// What the rules say of a place that the user aims at. `code` tells which remark, the ui knows each game's.
struct Remark {
  std::string code;    ///< "33", "44", "overline": forbidden; "three_makes_five", "three_forbidden": not a three
  std::string place;   ///< the place that the remark is about
  std::string detail;  ///< "three_forbidden": how `place` is forbidden, "33"
  friend bool operator==(const Remark&, const Remark&) = default;
};

/// The newest move.
struct LastMove {
  std::string text;            ///< as the game writes it: "f5", "H8", "swap"
  std::optional<Place> place;  ///< none: a decision of an opening
  Side side = Side::black;     ///< of the piece, or of who decided
  int flips = 0;
  bool by_ai = false;
};

/// The board and everything marked on it, always the final position (N04).
struct BoardModel {
  Grid grid;
  PlaceSet black, white;
  Side to_move = Side::black;  ///< who decides next
  Side piece = Side::black;    ///< colour of the piece that is placed next: not always the mover's in an opening
  PlaceSet legal;              ///< of the side to move; empty when the game is over or has not begun
  std::array<std::uint8_t, max_places> flip_counts{};  ///< for each legal place
  PlaceSet marked;                                     ///< legal places to mark: settings and K14 applied
  PlaceSet forbidden;                                  ///< an x here (K08)
  std::map<Place, std::string> forbidden_why;          ///< for each of them a remark's code
  bool forbidden_loses = false;                        ///< they may be played, and lose (Z11)
  std::optional<Place> aimed;                          ///< under the pointer or the cursor while the user may place
  std::optional<Place> hover;                          ///< ghost here: legal and the user's to play (I01)
  PlaceSet will_flip;                                  ///< rings: what a move on the aimed place turns over (I02)
  std::vector<Remark> remarks;                         ///< of the aimed place
  PlaceSet reasons;                                    ///< the pieces that make the aimed place forbidden
  std::optional<Place> cursor;                         ///< keyboard cursor
  std::optional<Place> preview;                        ///< pressed once, and placed when it is confirmed (Z15)
  std::optional<Place> pending;                        ///< sent to the server, not yet answered: draw a faint piece
  std::optional<Place> last_place;                     ///< of the newest piece: its ring
  PlaceSet winning;                                    ///< the row that won (E10)
  std::optional<LastMove> last;
  /// Where an opening with rules of its own stands ("first_three", "choice"); empty: the game proper.
  std::string stage;
  int pieces_left = 0;                 ///< of the same player before the stage ends
  std::vector<std::string> decisions;  ///< moves of the side to move that are no places: "stay", "swap", "more"
};

/// The newest change of the board, for animation. `serial` rises with each; a reset needs no movement.
struct Change {
  enum class Kind : std::uint8_t { reset, move, undo };
  std::uint64_t serial = 0;
  Kind kind = Kind::reset;
  Place place = 0;
  Side side = Side::black;
  PlaceSet flipped;
};

enum class PlayerKind : std::uint8_t { nobody, you, here, ai, remote };  ///< here: either player of one device

struct PlayerModel {
  PlayerKind kind = PlayerKind::nobody;
  std::string name;                           ///< may be empty
  std::optional<Level> level;                 ///< kind ai
  bool connected = true;                      ///< kind remote
  bool active = false;                        ///< it is this side's turn
  int number = 1;                             ///< kind here: player 1 or 2 (M16)
  std::optional<int> discs;                   ///< where the game counts them
  bool reclaiming = false;                    ///< the replaced player is back and asks for the seat
  std::optional<std::chrono::seconds> clock;  ///< time left, rounded up, in a room with a clock
  bool clock_runs = false;
};

struct RecordedMove {
  std::string text;         ///< as in LastMove
  bool is_place = true;     ///< otherwise a decision
  Side side = Side::black;  ///< as in LastMove
  bool passed = false;      ///< the other side then had to pass
};

struct PassModel {
  Side side;    ///< who had to pass
  bool banner;  ///< the short-lived banner is up (P02); the text under the table stays (P04)
};

/// A named opening that the game has gone through (K13). Its names are facts of the field, kept with its line.
struct OpeningModel {
  std::string english, korean, japanese;
  std::string trait;  ///< "few_variations", "many_variations", "most_usual", "black_better" or empty (J11)
};

struct ResultModel {
  std::optional<Side> winner;  ///< none: a draw
  EndReason reason = EndReason::no_moves;
  std::optional<Score> score;       ///< empties apart (E02)
  std::optional<Score> tournament;  ///< none after a resignation
  std::optional<bool> you_won;      ///< none: a draw, or no single user (hot-seat, visitor)
};

/// The user's games of this kind against this level.
struct StandingModel {
  Record total;
  std::optional<std::array<Record, 2>> of;  ///< by index(Side), where the colours are counted apart
};

enum class Link : std::uint8_t { connecting, online, reconnecting, offline };

/// What a player can ask the other in a room.
enum class Wish : std::uint8_t { undo, pause };

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
  bool busy = false;      ///< an intent is on its way
  RoomChoices options;    ///< of the room; its colour means nothing here
  std::string watch_url;  ///< the spectators' link; empty: none, or not for us
  bool paused = false;
  std::optional<Wish> asked;  ///< by the user, waiting for the friend
  std::optional<Wish> asked_of_you;
};

/// Which actions would do something now: draw a button only then (or disabled).
struct Allowed {
  bool place = false;  ///< decisions too
  bool undo = false;
  bool resign = false;
  bool play_again = false;
  bool rematch = false;
  bool replace = false;  ///< or claim
  bool ask_undo = false;
  bool ask_pause = false;
  bool answer = false;
  bool resume = false;
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
  GameSpec game;                           ///< on the board; on the start screen as chosen, the user having black
  std::vector<Level> levels;               ///< that can be played in this game, weakest first
  Level second_level = Level::easy;        ///< what the quick button "start as second" plays (M05)
  std::optional<std::string> recent_room;  ///< URL of the room whose seat this device still holds
  BoardModel board;
  Change change;
  std::array<PlayerModel, 2> players;  ///< by index(Side)
  std::optional<Side> you;             ///< the user's side; none: hot-seat, visitor, not begun
  bool begun = false;                  ///< a game is on the board (false: a room still waits or is being opened)
  bool confirms = false;               ///< a press on the board shows the move first (Z15)
  bool your_turn = false;              ///< the user may think; place only when allowed.place
  bool thinking = false;               ///< an engine of this device searches
  int ply = 0;
  std::vector<RecordedMove> record;  ///< the moves of this game
  std::string transcript;            ///< the same as one text, for the clipboard
  std::optional<OpeningModel> opening;
  std::optional<PassModel> pass;
  std::optional<ResultModel> result;
  std::optional<StandingModel> standing;  ///< mode ai
  std::optional<RoomModel> room;          ///< mode room
  Allowed allowed;
  std::optional<Toast> toast;
  std::optional<std::string> hint;  ///< why the last press on the board did nothing: "no_flips", "forbidden", ...
  std::uint64_t view_serial = 0;    ///< rises with each press of a view button: bring the camera to settings.view (V07)
};

}  // namespace dolbang::app
