#pragma once
/// Draws one frame from plain data. Holds GL names only, so it can be thrown away and made again at any time.
#include <array>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "client-sdl/scene3d/camera.hpp"
#include "client-sdl/scene3d/gl_objects.hpp"
#include "client-sdl/scene3d/labels.hpp"
#include "client-sdl/scene3d/meshes.hpp"

namespace dolbang::scene3d {

/// One disc as the vertex shader takes it.
struct DiscInstance {
  glm::vec3 middle{};
  float angle = 0;
  glm::vec2 axis{1, 0};
  float white_up = 0;
  float opacity = 1;
  float last_move = 0;  ///< opacity of the ring
  float will_flip = 0;
  glm::vec2 unused{};
};

/// What the felt must know of a disc to darken around it.
struct DiscShadow {
  float low = -1;        ///< height of its lowest point; negative: there is no disc
  float height = 0;      ///< from there to its highest point
  glm::vec2 stretch{0};  ///< p + stretch * dot(p, stretch) makes the ellipse of a turning disc round
};
DiscShadow shadow_of(const DiscInstance& disc);

struct Frame {
  std::vector<DiscInstance> discs;
  std::vector<DiscInstance> ghosts;
  std::array<DiscShadow, square_count> shadows{};
  std::array<glm::vec4, square_count> marks{};  ///< opacity of legal dot, keyboard cursor, hint
};

class Renderer {
 public:
  explicit Renderer(const LabelAtlas& labels);
  void draw(const RenderTarget& target, const Camera& camera, const Theme& theme, const Frame& frame);
  void forget();  ///< the context is gone

 private:
  struct Model {
    VertexArray array;
    Buffer vertices;
    Buffer indices;
    GLsizei count = 0;
  };
  static Model upload(const Mesh& mesh);
  static void draw_model(const Model& model);
  void draw_discs(std::span<const DiscInstance> discs) const;

  Program felt_program_;
  Program inlay_program_;
  Program wood_program_;
  Program disc_program_;
  Program table_program_;
  Model felt_;
  Model inlay_;
  Model frame_;
  Model disc_;
  Buffer instances_;
  VertexArray table_array_;
  Texture shadows_;
  Texture marks_;
  Texture labels_;
  bool has_labels_ = false;
};

}  // namespace dolbang::scene3d
