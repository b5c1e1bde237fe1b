#include "client-sdl/scene3d/meshes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace dolbang::scene3d {
namespace {

constexpr float half_turn = std::numbers::pi_v<float>;

/// Joins `rows` of `row_size` vertices into quads. Rows follow the profile outwards, vertices run with growing angle
/// from +x towards +z, which is clockwise seen from above.
void join_rows(Mesh& mesh, std::size_t rows, std::size_t row_size) {
  for (std::size_t row = 0; row + 1 < rows; ++row) {
    for (std::size_t i = 0; i + 1 < row_size; ++i) {
      const auto inner = static_cast<std::uint16_t>(row * row_size + i);
      const auto outer = static_cast<std::uint16_t>(inner + row_size);
      const auto inner_next = static_cast<std::uint16_t>(inner + 1);
      const auto outer_next = static_cast<std::uint16_t>(outer + 1);
      mesh.indices.insert(mesh.indices.end(), {inner, inner_next, outer, inner_next, outer_next, outer});
    }
  }
}

/// Closes a ring of vertices with a zigzag of triangles: less to fill than a fan, whose points crowd in the middle.
void close_ring(Mesh& mesh, std::size_t first, std::size_t count, bool upper) {
  std::size_t low = 0;
  std::size_t high = count - 1;
  const auto add = [&](std::size_t a, std::size_t b, std::size_t c) {
    if (upper) std::swap(b, c);
    for (const std::size_t i : {a, b, c}) mesh.indices.push_back(static_cast<std::uint16_t>(first + i));
  };
  while (low + 1 < high) {
    add(low, low + 1, high);
    ++low;
    if (low + 1 < high) add(low, high - 1, high);
    --high;
  }
}

}  // namespace

void add_arc(Profile& profile, glm::vec2 centre, glm::vec2 radius, float from, float to, int steps) {
  for (int i = 0; i <= steps; ++i) {
    const float angle = glm::radians(from + (to - from) * static_cast<float>(i) / static_cast<float>(steps));
    const glm::vec2 way(std::sin(angle), std::cos(angle));
    const glm::vec2 at = centre + way * radius;
    const glm::vec2 normal = glm::normalize(way / radius);
    profile.push_back({at.x, at.y, normal.x, normal.y});
  }
}

Mesh lathe(const Profile& profile, int segments, bool closed_below) {
  const std::size_t row_size = static_cast<std::size_t>(segments) + 1;
  Mesh mesh;
  for (const ProfilePoint& point : profile) {
    for (int i = 0; i <= segments; ++i) {
      const float angle = 2 * half_turn * static_cast<float>(i) / static_cast<float>(segments);
      const glm::vec2 way(std::cos(angle), std::sin(angle));
      mesh.vertices.push_back({{way.x * point.out, point.y, way.y * point.out},
                               {way.x * point.normal_out, point.normal_y, way.y * point.normal_out}});
    }
  }
  join_rows(mesh, profile.size(), row_size);
  close_ring(mesh, 0, row_size - 1, true);
  if (closed_below) close_ring(mesh, (profile.size() - 1) * row_size, row_size - 1, false);
  return mesh;
}

Mesh rectangle(glm::vec2 half) {
  Mesh mesh;
  for (const glm::vec2 corner : {glm::vec2(-1, -1), glm::vec2(-1, 1), glm::vec2(1, 1), glm::vec2(1, -1)})
    mesh.vertices.push_back({{corner.x * half.x, 0, corner.y * half.y}, {0, 1, 0}});
  mesh.indices = {0, 1, 2, 0, 2, 3};
  return mesh;
}

Mesh sweep(const Profile& profile, glm::vec2 half, float corner_out, float corner_radius) {
  constexpr int corner_steps = 8;
  Mesh mesh;
  std::size_t row_size = 0;
  for (const ProfilePoint& point : profile) {
    // Insetting a rounded rectangle makes its corner radius smaller, down to a sharp corner.
    const float radius = std::max(corner_radius - (corner_out - point.out), 0.0F);
    const glm::vec2 centre = half + point.out - radius;
    row_size = 0;
    for (int corner = 0; corner <= 4; ++corner) {
      const float quarter = static_cast<float>(corner) * half_turn / 2;
      const glm::vec2 sign(std::cos(quarter) - std::sin(quarter), std::sin(quarter) + std::cos(quarter));
      const int last = corner == 4 ? 0 : corner_steps;  // the fifth corner's start closes the ring
      for (int i = 0; i <= last; ++i) {
        const float angle = quarter + half_turn / 2 * static_cast<float>(i) / corner_steps;
        const glm::vec2 way(std::cos(angle), std::sin(angle));
        const glm::vec2 at = sign * centre + way * radius;
        mesh.vertices.push_back(
            {{at.x, point.y, at.y}, {way.x * point.normal_out, point.normal_y, way.y * point.normal_out}});
        ++row_size;
      }
    }
  }
  join_rows(mesh, profile.size(), row_size);
  return mesh;
}

}  // namespace dolbang::scene3d
