#pragma once
/// A GL context without a window and a picture to draw into, for tests and for looking at renders.
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "client-sdl/scene3d/scene.hpp"

namespace dolbang::scene3d {

struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;  ///< from the top left
  double draw_ms = 0;              ///< processor time of drawing on all cores, without reading back

  std::array<int, 3> at(int x, int y) const;
  /// The mean colour of a small square around a point.
  std::array<double, 3> mean(Point centre, int radius) const;
  bool write_png(const std::string& path) const;
};

class HeadlessGl {
 public:
  enum class Api : std::uint8_t { desktop, es };  ///< OpenGL 3.3 core, or OpenGL ES 3.0 as WebGL 2 has it

  explicit HeadlessGl(Api api = Api::desktop);
  ~HeadlessGl();
  HeadlessGl(const HeadlessGl&) = delete;
  HeadlessGl& operator=(const HeadlessGl&) = delete;

  bool ok() const;
  /// Why there is no context.
  const std::string& error() const;
  /// Makes this context the current one; the constructor does too.
  void make_current();
  /// One frame of the scene at this size in pixels, 4x MSAA.
  Picture render(Scene& scene, int width, int height);
  /// Throws the context away and makes a new one, as a driver reset does.
  bool lose_context();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The bytes of a file; empty when it cannot be read.
std::vector<unsigned char> read_bytes(const std::string& path);

}  // namespace dolbang::scene3d
