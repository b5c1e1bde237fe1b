#include "client-sdl/platform/window.hpp"

#include <epoxy/gl.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb/stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <cstdlib>
#include <string_view>
#include <utility>

namespace dolbang::platform {

namespace {

constexpr int smallest_width = 360;
constexpr int smallest_height = 480;

std::string sdl_error() { return SDL_GetError(); }

}  // namespace

Expected<std::unique_ptr<Video>> Video::start() {
  SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
  SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");  // the click that raises the window also counts
  SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
  if (SDL_Init(SDL_INIT_VIDEO) != 0)
    return fail("no_window",
                "No window can be opened: " + sdl_error() + ". Is there a display (DISPLAY, WAYLAND_DISPLAY)?");
  // Without a display SDL may settle for a driver that shows nothing: only right for whoever asked for it.
  std::unique_ptr<Video> video(new Video);
  const std::string_view driver = SDL_GetCurrentVideoDriver();
  if (!std::getenv("SDL_VIDEODRIVER") && (driver == "offscreen" || driver == "dummy" || driver == "evdev"))
    return fail("no_window", "No window can be opened: there is no display. Set DISPLAY or WAYLAND_DISPLAY.");
  return video;
}

Video::~Video() { SDL_Quit(); }

bool Window::open_with_gl(int width, int height, int samples) {
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 24);
  SDL_GL_SetAttribute(SDL_GL_MULTISAMPLEBUFFERS, samples > 0 ? 1 : 0);
  SDL_GL_SetAttribute(SDL_GL_MULTISAMPLESAMPLES, samples);
  window_ = SDL_CreateWindow("Dolbang", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, width, height,
                             SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  if (!window_) return false;
  context_ = SDL_GL_CreateContext(window_);
  if (!context_) {
    SDL_DestroyWindow(std::exchange(window_, nullptr));
    return false;
  }
  if (SDL_GL_SetSwapInterval(-1) != 0) SDL_GL_SetSwapInterval(1);
  return true;
}

bool Window::open_flat(int width, int height) {
  window_ = SDL_CreateWindow("Dolbang", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, width, height,
                             SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  if (!window_) return false;
  renderer_ = SDL_CreateRenderer(window_, -1, SDL_RENDERER_PRESENTVSYNC);
  if (!renderer_) renderer_ = SDL_CreateRenderer(window_, -1, SDL_RENDERER_SOFTWARE);
  return renderer_ != nullptr;
}

Expected<std::unique_ptr<Window>> Window::open(int width, int height, bool flat) {
  std::unique_ptr<Window> window(new Window);
  // Some drivers have no multisampled window: rather jagged than none, and rather flat than no game.
  const bool opened = (!flat && (window->open_with_gl(width, height, 4) || window->open_with_gl(width, height, 0))) ||
                      window->open_flat(width, height);
  if (!opened) return fail("no_window", "No window can be opened: " + sdl_error() + ".");
  SDL_SetWindowMinimumSize(window->window_, smallest_width, smallest_height);
  return window;
}

Window::~Window() {
  if (context_) SDL_GL_DeleteContext(context_);
  if (renderer_) SDL_DestroyRenderer(renderer_);
  if (window_) SDL_DestroyWindow(window_);
}

Window::Size Window::size() const {
  Size size;
  SDL_GetWindowSize(window_, &size.width, &size.height);
  if (context_)
    SDL_GL_GetDrawableSize(window_, &size.pixel_width, &size.pixel_height);
  else
    SDL_GetRendererOutputSize(renderer_, &size.pixel_width, &size.pixel_height);
  return size;
}

void Window::swap() {
  if (context_)
    SDL_GL_SwapWindow(window_);
  else
    SDL_RenderPresent(renderer_);
}

bool Window::is_hidden() const {
  return (SDL_GetWindowFlags(window_) & (SDL_WINDOW_HIDDEN | SDL_WINDOW_MINIMIZED)) != 0;
}

bool Window::save_png(const std::string& path) const {
  const Size now = size();
  constexpr int channels = 3;
  const auto row = static_cast<std::size_t>(now.pixel_width) * channels;
  std::vector<std::uint8_t> pixels(row * static_cast<std::size_t>(now.pixel_height));
  if (renderer_)
    return SDL_RenderReadPixels(renderer_, nullptr, SDL_PIXELFORMAT_RGB24, pixels.data(), static_cast<int>(row)) == 0 &&
           stbi_write_png(path.c_str(), now.pixel_width, now.pixel_height, channels, pixels.data(),
                          static_cast<int>(row)) != 0;
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, now.pixel_width, now.pixel_height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
  // GL's rows go upwards.
  const std::uint8_t* last_row = pixels.data() + row * static_cast<std::size_t>(now.pixel_height - 1);
  return stbi_write_png(path.c_str(), now.pixel_width, now.pixel_height, channels, last_row, -static_cast<int>(row)) !=
         0;
}

}  // namespace dolbang::platform
