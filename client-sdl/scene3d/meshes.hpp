#pragma once
/// The solids, as plain triangles: the lathed disc, and the board in its three materials. No GL.
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace dolbang::scene3d {

struct Vertex {
  glm::vec3 position{};
  glm::vec3 normal{};
};

struct Mesh {
  std::vector<Vertex> vertices;
  std::vector<std::uint16_t> indices;  ///< triangles, counter-clockwise seen from outside
};

/// Around its own middle, the upper face up; both faces alike, the colours are the shader's affair.
Mesh make_disc();
Mesh make_felt();
Mesh make_inlay();  ///< the brass strip around the felt
Mesh make_frame();

}  // namespace dolbang::scene3d
