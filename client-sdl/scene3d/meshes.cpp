#include "client-sdl/scene3d/meshes.hpp"

#include <cmath>
#include <numbers>

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
void join_rows(Mesh& mesh, std::size_t first, std::size_t rows, std::size_t row_size) {
  for (std::size_t row = 0; row + 1 < rows; ++row) {
    for (std::size_t i = 0; i + 1 < row_size; ++i) {
      const auto inner = static_cast<std::uint16_t>(first + row * row_size + i);
      const auto outer = static_cast<std::uint16_t>(inner + row_size);
      const auto inner_next = static_cast<std::uint16_t>(inner + 1);
      const auto outer_next = static_cast<std::uint16_t>(outer + 1);
      mesh.indices.insert(mesh.indices.end(), {inner, inner_next, outer, inner_next, outer_next, outer});
    }
  }
}

/// From the middle of the upper face over the rounded edge to the middle of the lower one.
std::vector<ProfilePoint> disc_profile() {
  using namespace geometry;
  constexpr int dome_steps = 4;
  constexpr int edge_steps = 5;
  const float flat = disc_radius - disc_edge_radius;
  const float slope_at_edge = 2 * disc_dome / flat;
  const float edge_start = std::atan(slope_at_edge);  // the dome runs into the edge without a crease
  std::vector<ProfilePoint> upper;
  const float edge_y = disc_height / 2 - disc_dome;
  const float centre_y = edge_y - disc_edge_radius * std::cos(edge_start);
  const float centre_out = disc_radius - disc_edge_radius;
  const float dome_end = centre_out + disc_edge_radius * std::sin(edge_start);
  for (int i = 0; i < dome_steps; ++i) {
    const float out = dome_end * static_cast<float>(i) / dome_steps;
    const float slope = 2 * disc_dome * out / (dome_end * dome_end);
    const float length = std::sqrt(1 + slope * slope);
    upper.push_back({out, disc_height / 2 - disc_dome * (out / dome_end) * (out / dome_end), slope / length, 1 / length});
  }
  for (int i = 0; i <= edge_steps; ++i) {
    const float angle = edge_start + (half_turn / 2 - edge_start) * static_cast<float>(i) / edge_steps;
    upper.push_back({centre_out + disc_edge_radius * std::sin(angle), centre_y + disc_edge_radius * std::cos(angle),
                     std::sin(angle), std::cos(angle)});
  }
  std::vector<ProfilePoint> profile = upper;
  for (auto point = upper.rbegin(); point != upper.rend(); ++point) {
    profile.push_back({point->out, -point->y, point->normal_out, -point->normal_y});
  }
  return profile;
}

/// The board from the edge of the felt outwards: the brass strip's rounded back, the frame's top, its rounded edge,
/// the side, a small chamfer below.
struct BoardPoint {
  ProfilePoint point;
  Material material;
};

std::vector<BoardPoint> board_profile() {
  using namespace geometry;
  std::vector<BoardPoint> profile;
  const auto arc = [&](Material material, float out, float y, float radius_out, float radius_y, float from, float to,
                       int steps) {
    for (int i = 0; i <= steps; ++i) {
      const float angle = glm::radians(from + (to - from) * static_cast<float>(i) / static_cast<float>(steps));
      const glm::vec2 normal = glm::normalize(glm::vec2(std::sin(angle) / radius_out, std::cos(angle) / radius_y));
      profile.push_back({{out + radius_out * std::sin(angle), y + radius_y * std::cos(angle), normal.x, normal.y},
                         material});
    }
  };
  constexpr float bevel = 0.02F;
  constexpr float edge = 0.075F;
  constexpr float chamfer = 0.05F;
  arc(Material::inlay, inlay_width / 2, 0, inlay_width / 2, frame_rise * 0.75F, -90, 90, 6);
  arc(Material::wood, inlay_width + bevel, frame_rise - bevel, bevel, bevel, -90, 0, 3);
  arc(Material::wood, frame_width - edge, frame_rise - edge, edge, edge, 0, 90, 5);
  arc(Material::wood, frame_width - chamfer, -slab_height + chamfer, chamfer, chamfer, 90, 150, 3);
  return profile;
}

}  // namespace

Mesh make_disc() {
  constexpr std::size_t segments = 56;
  Mesh mesh;
  const auto profile = disc_profile();
  for (const ProfilePoint& point : profile) {
    for (std::size_t i = 0; i <= segments; ++i) {
      const float angle = 2 * half_turn * static_cast<float>(i) / segments;
      const glm::vec2 way(std::cos(angle), std::sin(angle));
      mesh.vertices.push_back({{way.x * point.out, point.y, way.y * point.out},
                               {way.x * point.normal_out, point.normal_y, way.y * point.normal_out},
                               0});
    }
  }
  join_rows(mesh, 0, profile.size(), segments + 1);
  return mesh;
}

Mesh make_board() {
  using namespace geometry;
  Mesh mesh;
  const auto felt = static_cast<float>(Material::felt);
  for (const glm::vec2 corner : {glm::vec2(-1, -1), glm::vec2(-1, 1), glm::vec2(1, 1), glm::vec2(1, -1)}) {
    mesh.vertices.push_back({{corner.x * field_half, 0, corner.y * field_half}, {0, 1, 0}, felt});
  }
  mesh.indices = {0, 1, 2, 0, 2, 3};

  // Insetting a rounded square makes its corner radius smaller, down to the sharp corner of the felt.
  constexpr int corner_steps = 8;
  const auto profile = board_profile();
  const std::size_t first = mesh.vertices.size();
  std::size_t row_size = 0;
  for (const BoardPoint& board_point : profile) {
    const ProfilePoint& point = board_point.point;
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
        mesh.vertices.push_back({{at.x, point.y, at.y},
                                 {way.x * point.normal_out, point.normal_y, way.y * point.normal_out},
                                 static_cast<float>(board_point.material)});
        ++row_size;
      }
    }
  }
  join_rows(mesh, first, profile.size(), row_size);
  return mesh;
}

}  // namespace dolbang::scene3d
