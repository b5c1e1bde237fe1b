#include "client-sdl/scene3d/meshes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "client-sdl/scene3d/geometry.hpp"

namespace dolbang::scene3d {
namespace {

constexpr float half_turn = std::numbers::pi_v<float>;

/// A point of a profile: how far out, how high, and the normal in that plane.
struct ProfilePoint {
  float out;
  float y;
  float normal_out;
  float normal_y;
};

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

/// From a small flat in the middle of the upper face, down the dome and over the rounded edge to the equator. The
/// normals are those of the true dome, so few rings are enough.
std::vector<ProfilePoint> upper_disc_profile() {
  using namespace geometry;
  constexpr int edge_steps = 3;
  constexpr float flat = 0.2F;
  const float centre_out = disc_radius - disc_edge_radius;
  const float edge_start = std::atan(2 * disc_dome / centre_out);  // the dome runs into the edge without a crease
  const float dome_end = centre_out + disc_edge_radius * std::sin(edge_start);
  const float centre_y = disc_height / 2 - disc_dome - disc_edge_radius * std::cos(edge_start);
  const float part = flat / dome_end;
  const glm::vec2 normal = glm::normalize(glm::vec2(2 * disc_dome * part / dome_end, 1));
  std::vector<ProfilePoint> profile{{flat, disc_height / 2 - disc_dome * part * part, normal.x, normal.y}};
  for (int i = 0; i <= edge_steps; ++i) {
    const float angle = edge_start + (half_turn / 2 - edge_start) * static_cast<float>(i) / edge_steps;
    const glm::vec2 way(std::sin(angle), std::cos(angle));
    profile.push_back({centre_out + disc_edge_radius * way.x, centre_y + disc_edge_radius * way.y, way.x, way.y});
  }
  return profile;
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

/// Adds a part of an ellipse around (out, y), the angle measured from straight up, in degrees.
void add_arc(std::vector<ProfilePoint>& profile, glm::vec2 centre, glm::vec2 radius, float from, float to, int steps) {
  for (int i = 0; i <= steps; ++i) {
    const float angle = glm::radians(from + (to - from) * static_cast<float>(i) / static_cast<float>(steps));
    const glm::vec2 way(std::sin(angle), std::cos(angle));
    const glm::vec2 at = centre + way * radius;
    const glm::vec2 normal = glm::normalize(way / radius);
    profile.push_back({at.x, at.y, normal.x, normal.y});
  }
}

/// Sweeps a profile around the felt. `out` is measured from the edge of the felt.
Mesh sweep(const std::vector<ProfilePoint>& profile) {
  using namespace geometry;
  constexpr int corner_steps = 8;
  Mesh mesh;
  std::size_t row_size = 0;
  for (const ProfilePoint& point : profile) {
    // Insetting a rounded square makes its corner radius smaller, down to the sharp corner of the felt.
    const float radius = std::max(corner_radius - (frame_width - point.out), 0.0F);
    const float centre = field_half + point.out - radius;
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

}  // namespace

Mesh make_disc() {
  constexpr std::size_t segments = 40;
  constexpr std::size_t row_size = segments + 1;
  std::vector<ProfilePoint> profile = upper_disc_profile();
  for (std::size_t i = profile.size(); i > 0; --i) {
    const ProfilePoint point = profile[i - 1];
    profile.push_back({point.out, -point.y, point.normal_out, -point.normal_y});
  }
  Mesh mesh;
  for (const ProfilePoint& point : profile) {
    for (std::size_t i = 0; i <= segments; ++i) {
      const float angle = 2 * half_turn * static_cast<float>(i) / segments;
      const glm::vec2 way(std::cos(angle), std::sin(angle));
      mesh.vertices.push_back({{way.x * point.out, point.y, way.y * point.out},
                               {way.x * point.normal_out, point.normal_y, way.y * point.normal_out}});
    }
  }
  join_rows(mesh, profile.size(), row_size);
  close_ring(mesh, 0, segments, true);
  close_ring(mesh, (profile.size() - 1) * row_size, segments, false);
  return mesh;
}

Mesh make_felt() {
  constexpr float edge = geometry::field_half;
  Mesh mesh;
  for (const glm::vec2 corner :
       {glm::vec2(-edge, -edge), glm::vec2(-edge, edge), glm::vec2(edge, edge), glm::vec2(edge, -edge)}) {
    mesh.vertices.push_back({{corner.x, 0, corner.y}, {0, 1, 0}});
  }
  mesh.indices = {0, 1, 2, 0, 2, 3};
  return mesh;
}

Mesh make_inlay() {
  constexpr float half = geometry::inlay_width / 2;
  std::vector<ProfilePoint> profile;
  add_arc(profile, {half, 0}, {half, geometry::frame_rise * 0.75F}, -90, 90, 6);
  return sweep(profile);
}

Mesh make_frame() {
  using namespace geometry;
  constexpr float bevel = 0.02F;
  constexpr float edge = 0.075F;
  constexpr float chamfer = 0.05F;
  std::vector<ProfilePoint> profile;
  add_arc(profile, {inlay_width + bevel, frame_rise - bevel}, glm::vec2(bevel), -90, 0, 3);
  add_arc(profile, {frame_width - edge, frame_rise - edge}, glm::vec2(edge), 0, 90, 5);
  add_arc(profile, {frame_width - chamfer, -slab_height + chamfer}, glm::vec2(chamfer), 90, 150, 3);
  return sweep(profile);
}

}  // namespace dolbang::scene3d
