#pragma once
/// Dear ImGui on SDL, drawn with OpenGL or flat, for version 1.86 and newer.
///
/// 1.86 has two traps, and newer versions lose nothing by the cure. It takes input as a state (is the button down?),
/// so that a press and its release in one slow frame leave no trace: therefore one begin_frame() per input event.
/// And its backend reads the pointer's position now, not at the event: therefore the event's own position is put in.
#include <SDL.h>

#include <functional>
#include <optional>
#include <string>

#include "client-sdl/platform/flat_painter.hpp"
#include "client-sdl/platform/window.hpp"

namespace dolbang::platform {

class Gui {
 public:
  explicit Gui(const Window& window);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  void event(const SDL_Event& event);
  /// The font atlas was built anew: its texture is made again with the next frame.
  void fonts_changed();
  /// Between these two the ui is laid out. Afterwards wants_mouse() speaks of the newest event.
  void begin_frame();
  void end_frame();
  /// Draws the last frame that was laid out.
  void render();

  bool wants_mouse() const;
  bool wants_keyboard() const;  ///< a text is being typed

 private:
  float mouse_x_ = -1e30F;
  float mouse_y_ = -1e30F;
  Uint32 buttons_ = 0;
  std::optional<FlatPainter> flat_;  ///< where there is no GL
};

}  // namespace dolbang::platform
