#pragma once
/// The window, with a GL 3.3 context for the board where the display has one. Where it has none (an old graphics
/// card, a remote desktop), SDL's own 2D renderer draws the panel, and the game is played by its table (T11).
/// Errors tell the user what is missing. Owned by main, used by its thread.
#include <SDL.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace dolbang::platform {

/// Starts and ends SDL's video.
class Video {
 public:
  static Expected<std::unique_ptr<Video>> start();
  ~Video();
  Video(const Video&) = delete;
  Video& operator=(const Video&) = delete;

 private:
  Video() = default;
};

class Window {
 public:
  /// `flat`: without GL even where there is one. Error "no_window".
  static Expected<std::unique_ptr<Window>> open(int width, int height, bool flat);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  SDL_Window* sdl() const { return window_; }
  /// Null where the display has no GL 3.3; then renderer() is there.
  SDL_GLContext gl() const { return context_; }
  SDL_Renderer* renderer() const { return renderer_; }
  struct Size {
    int width = 0, height = 0;              ///< in window points, as the mouse counts
    int pixel_width = 0, pixel_height = 0;  ///< of the framebuffer
  };
  Size size() const;
  bool is_hidden() const;
  /// Shows what was drawn.
  void swap();
  /// Writes the framebuffer as it was drawn (before swap) to a PNG file.
  bool save_png(const std::string& path) const;

 private:
  Window() = default;
  bool open_with_gl(int width, int height, int samples);
  bool open_flat(int width, int height);

  SDL_Window* window_ = nullptr;
  SDL_GLContext context_ = nullptr;
  SDL_Renderer* renderer_ = nullptr;
};

}  // namespace dolbang::platform
