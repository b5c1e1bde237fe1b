#pragma once
/// The client's model: which screen, which game, whose turn, what may be pressed.
///
/// The app owns no thread, no window and no clock. The shell calls frame(now) whenever something may have happened
/// (input, a transport's or an engine's wake-up, next_deadline()), draws view(), and calls the action that a press
/// stands for. Actions happen at the time of the last frame(). An action that is not allowed now does nothing, so
/// that a press which comes a moment too late can do no harm. All calls are made from one thread.
///
/// Local games are a Match and, against the AI, an engine behind EngineRunner. Room games are a RoomSession: the
/// server's word is the only truth, the app shows what it says.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "client-sdl/app/model.hpp"
#include "client-sdl/app/ports.hpp"

namespace dolbang::app {

struct Services {
  EngineRunner& engines;
  TransportFactory& transports;
  Storage& storage;
  std::uint64_t seed = 0;  ///< for the random colour, the engines and the jitter of reconnects; never for secrets
};

enum class Pointer : std::uint8_t { mouse, touch };

class App {
 public:
  explicit App(const Services& services);
  ~App();
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  // The shell's side.
  /// Takes in what transports and engines have to say and moves time on.
  void frame(Time now);
  /// When frame() is to be called at the latest though nothing happens; none: only when something does.
  std::optional<Time> next_deadline() const;
  const ViewModel& view() const;
  const Settings& settings() const;
  /// The board's animation: from when on a new move may be entered (I10), and when all lies still.
  void set_animation(Time input_from, Time rest_from);
  /// Text to put on the clipboard, once.
  std::optional<std::string> take_clipboard();
  bool quit_wanted() const;

  // Start screen. What is started is the chosen game in its chosen variant.
  void set_game(std::string_view game);
  /// The variant of the chosen game as it is when the user has black (Settings::variants); an unknown one does nothing.
  void set_variant(std::string_view variant);
  GameSpec chosen() const;
  /// Starts at once (M04). Without a side the colour choice of the settings decides (M06, M07).
  void start_ai(Level level, std::optional<Side> side = {});
  void start_hotseat();
  /// Makes a room on a server and takes its first seat (F01). Bad URLs become a toast.
  void create_room(std::string_view server_url);
  void create_room() { create_room(settings().server); }
  /// Opens a room to look at; the view then offers Join (F04). A seat held before is taken again.
  void join_room(std::string_view room_url);

  // In a game.
  /// Places there, or shows the move first and places it when the same place is pressed again, as the settings have
  /// it for this pointer (Z15). Where nothing can be placed the view tells why for a while (I05).
  void click_place(Place place, Pointer pointer = Pointer::mouse);
  void confirm_move();  ///< places BoardModel::preview
  void hover_place(std::optional<Place> place);
  /// Makes one of BoardModel::decisions.
  void decide(std::string_view decision);
  /// Moves the cursor by columns to the right and rows down; it stops at the edge (I20). The first press only shows it.
  void move_cursor(int columns, int rows);
  void press_cursor();
  void undo();
  void resign();
  void play_again();
  void choose_mode();  ///< to the start screen (M10); a room's seat is kept
  // In a room.
  void confirm_join();
  void rematch();
  void replace_by_ai(Level level);
  void claim_win();
  void ask(Wish wish);
  void answer(bool agree);
  void resume_game();
  void reclaim_seat();
  void grant_seat();
  void reconnect();
  void copy_url();
  void copy_watch_url();

  // Settings; each change is saved at once.
  void open_settings(bool open);
  void set_language(Language language);
  void set_markers(Markers markers);
  /// The checkbox: between none and the last choice (Z04).
  void toggle_markers();
  void set_colour(ColourChoice colour);
  void set_level(Level level);
  void set_undo_allowed(bool allowed);
  void set_confirm(Confirm confirm);
  void set_ghost(bool shown);
  void set_sound(bool on);
  void set_reduce_motion(bool reduce);
  void set_view(ViewPreset view);
  void set_room_choices(const RoomChoices& choices);
  void set_server(std::string url);
  void set_name(std::string name);
  void dismiss_toast();
  void back();  ///< Esc: takes back what is not confirmed, closes what is open, or leaves the game
  void quit();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace dolbang::app
