#pragma once
/// The window with its GL 3.3 context. Errors tell the user what is missing. Owned by main, used by its thread.
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
  /// Errors "no_window", "no_gl".
  static Expected<std::unique_ptr<Window>> open(int width, int height);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  SDL_Window* sdl() const { return window_; }
  SDL_GLContext gl() const { return context_; }
  struct Size {
    int width = 0, height = 0;              ///< in window points, as the mouse counts
    int pixel_width = 0, pixel_height = 0;  ///< of the framebuffer
  };
  Size size() const;
  bool is_hidden() const;
  void swap() { SDL_GL_SwapWindow(window_); }
  /// Writes the framebuffer as it was drawn (before swap) to a PNG file.
  bool save_png(const std::string& path) const;

 private:
  Window() = default;

  SDL_Window* window_ = nullptr;
  SDL_GLContext context_ = nullptr;
};

}  // namespace dolbang::platform
