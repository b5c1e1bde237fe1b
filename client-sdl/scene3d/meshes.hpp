#pragma once
/// Solids as plain triangles, and the tools to make them: bodies turned on a lathe, profiles swept around a board. No
/// GL.
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

/// A point of a profile: how far out, how high, and the normal in that plane.
struct ProfilePoint {
  float out = 0;
  float y = 0;
  float normal_out = 0;
  float normal_y = 0;
};
using Profile = std::vector<ProfilePoint>;

/// Adds a part of an ellipse around `centre` (out, y), the angle measured from straight up, in degrees.
void add_arc(Profile& profile, glm::vec2 centre, glm::vec2 radius, float from, float to, int steps);

/// Turns a profile, given from the top outwards and down, around the y axis; its first ring is closed by a flat, its
/// last one too when `closed_below`.
Mesh lathe(const Profile& profile, int segments, bool closed_below);

/// A flat rectangle at y = 0 that faces up.
Mesh rectangle(glm::vec2 half);

/// Sweeps a profile around a rectangle; `out` is measured from its edge. The corners are round, and the more the
/// farther out: `corner_radius` at `corner_out`, 0 where the rectangle's own corner is.
Mesh sweep(const Profile& profile, glm::vec2 half, float corner_out, float corner_radius);

}  // namespace dolbang::scene3d
