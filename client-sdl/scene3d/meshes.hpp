#pragma once
/// The two solids, as plain triangles: the lathed disc and the board (felt, inlay, frame). No GL.
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace dolbang::scene3d {

enum class Material : std::uint8_t { felt, inlay, wood };

struct Vertex {
  glm::vec3 position{};
  glm::vec3 normal{};
  float material = 0;  ///< of the board; the disc's shader knows its own
};

struct Mesh {
  std::vector<Vertex> vertices;
  std::vector<std::uint16_t> indices;  ///< triangles, counter-clockwise seen from outside
};

/// Around its own middle, the upper face up; both faces alike, the colours are the shader's affair.
Mesh make_disc();
Mesh make_board();

}  // namespace dolbang::scene3d
