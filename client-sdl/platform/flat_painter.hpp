#pragma once
/// Draws Dear ImGui's lists with SDL's 2D renderer, for displays without GL 3.3.
///
/// Debian 12's libimgui is built without its own back end for this. Owned by Gui, on the window's thread.
#include <SDL.h>

struct ImDrawData;

namespace dolbang::platform {

class FlatPainter {
 public:
  explicit FlatPainter(SDL_Renderer* renderer) : renderer_(renderer) {}
  ~FlatPainter() { forget_font(); }
  FlatPainter(const FlatPainter&) = delete;
  FlatPainter& operator=(const FlatPainter&) = delete;

  /// The font atlas was built anew: its texture is made again by the next begin_frame().
  void forget_font();
  void begin_frame();
  /// Clears the window and draws.
  void paint(const ImDrawData& data);

 private:
  SDL_Renderer* renderer_;
  SDL_Texture* font_ = nullptr;
};

}  // namespace dolbang::platform
