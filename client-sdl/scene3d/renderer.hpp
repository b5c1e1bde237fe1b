#pragma once
/// Draws frames of one board from plain data. Holds GL names only, so it can be thrown away and made again at any time.
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <vector>

#include "client-sdl/scene3d/camera.hpp"
#include "client-sdl/scene3d/gl_objects.hpp"
#include "client-sdl/scene3d/labels.hpp"

namespace dolbang::scene3d {

/// One piece as the vertex shader takes it.
struct PieceInstance {
  glm::vec3 middle{};
  float angle = 0;
  glm::vec2 axis{1, 0};
  float white_up = 0;
  float opacity = 1;
  float last_move = 0;  ///< opacities of the rings
  float will_flip = 0;
  float won = 0;
  float reason = 0;
};

/// What the board must know of a piece to darken around it.
struct PieceShadow {
  float low = -1;        ///< height of its lowest point; negative: there is no piece
  float height = 0;      ///< from there to its highest point
  glm::vec2 stretch{0};  ///< p + stretch * dot(p, stretch) makes the ellipse of a turning piece round
};
PieceShadow shadow_of(const PieceInstance& piece, const PieceShape& shape);

/// The line through the row that won, over its pieces.
struct Ribbon {
  glm::vec3 from{};
  glm::vec3 to{};
};

struct Frame {
  std::vector<PieceInstance> pieces;
  std::vector<PieceInstance> ghosts;
  std::vector<PieceShadow> shadows;  ///< by cell
  /// By cell: the number for a legal place (0: a dot) plus its opacity times 0.999; opacities of the keyboard cursor
  /// and the hint; that of the x, above 1 when it stands out.
  std::vector<glm::vec4> marks;
  std::optional<Ribbon> ribbon;
};

class Renderer {
 public:
  Renderer(const Geometry& geometry, const LabelAtlas& labels);
  void draw(const RenderTarget& target, const Camera& camera, const Theme& theme, const Frame& frame);
  void forget();  ///< the context is gone

 private:
  struct Model {
    VertexArray array;
    Buffer vertices;
    Buffer indices;
    GLsizei count = 0;
  };
  struct Part {
    Model model;
    Program program;
  };
  static Model upload(const Mesh& mesh);
  static void draw_model(const Model& model);
  void draw_pieces(std::span<const PieceInstance> pieces) const;
  void set_uniforms(const Program& program, const Camera& camera, const Theme& theme) const;

  Geometry geometry_;
  std::vector<Part> parts_;
  Part piece_;
  Program ribbon_program_;
  Program table_program_;
  Buffer instances_;
  VertexArray no_array_;  ///< for shapes that the vertex shader makes up
  Texture shadows_;
  Texture marks_;
  Texture labels_;
  float digit_advance_ = 0;
  bool has_labels_ = false;
};

}  // namespace dolbang::scene3d
