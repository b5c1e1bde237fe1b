#pragma once
/// The desktop's main loop: events in, app, board and panel out.
///
/// It sleeps in SDL_WaitEventTimeout until an event comes (other threads send one through Wake) or until something
/// has promised to move; with nothing moving it sleeps for ever, so an idle window uses no CPU. Owned by main.
#include <SDL.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client-sdl/app/app.hpp"
#include "client-sdl/platform/board_input.hpp"
#include "client-sdl/platform/gui.hpp"
#include "client-sdl/platform/trace.hpp"
#include "client-sdl/platform/wake.hpp"
#include "client-sdl/platform/window.hpp"
#include "client-sdl/scene3d/scene.hpp"
#include "client-sdl/ui/ui.hpp"

namespace dolbang::platform {

class Shell {
 public:
  struct Setup {
    bool reduce_motion = false;  ///< asked for on the command line, whatever the settings say
    std::optional<app::Language> language;
    std::string screenshot;
  };

  Shell(app::App& app, Window& window, Wake& wake, Setup setup);
  /// Until the user leaves; the program's exit code.
  int run();

 private:
  void handle(const SDL_Event& event);
  void lay_out();
  bool panel_takes(const SDL_Keysym& pressed);
  void key(const SDL_KeyboardEvent& event);
  void mouse(const SDL_Event& event);
  void touch(const SDL_TouchFingerEvent& finger);
  void update(app::Time now);
  void show_position(app::Time now);
  void draw();
  void draw_board();
  bool take_screenshot();
  void trace(app::Time now);
  int wait_ms(app::Time now) const;
  std::optional<app::Place> place_at(scene3d::Point at) const;
  bool over_stage(scene3d::Point at) const;
  scene3d::Point in_stage(scene3d::Point at) const;

  app::App& app_;
  Window& window_;
  Wake& wake_;
  Setup setup_;
  i18n::Language system_language_;
  app::Language saved_language_;  ///< as the settings were at the start
  Gui gui_;
  ui::Ui ui_;
  scene3d::Scene scene_;
  BoardMouse mouse_;
  BoardPinch pinch_;
  Trace trace_;

  ui::Stage stage_;  ///< where the board stands, in window points
  std::uint64_t shown_revision_ = 0;
  std::uint64_t shown_change_ = 0;
  std::uint64_t shown_view_serial_ = 0;
  bool on_screen_ = false;    ///< a game was on the board in the last frame
  int frames_to_settle_ = 2;  ///< ImGui finds its sizes a frame late
  std::vector<ui::Widget> laid_out_;
  bool steady_ = false;  ///< the last two frames were laid out alike
  bool scene_moves_ = false;
  bool quit_ = false;
};

}  // namespace dolbang::platform
