#include "client-sdl/scene3d/picking.hpp"

#include <algorithm>
#include <cmath>

namespace dolbang::scene3d {
namespace {

/// Where a ray is inside something; empty when `enter` is greater.
struct Span {
  float enter = 1;
  float leave = 0;
};

/// From -b +- sqrt(b * b - a * c), over a.
Span roots(float a, float b, float c) {
  const float square = b * b - a * c;
  if (square < 0) return {};
  const float root = std::sqrt(square);
  return {(-b - root) / a, (-b + root) / a};
}

Span in_sphere(glm::vec3 from, glm::vec3 way, glm::vec3 centre, float radius) {
  const glm::vec3 p = from - centre;
  return roots(glm::dot(way, way), glm::dot(p, way), glm::dot(p, p) - radius * radius);
}

Span in_cylinder(glm::vec3 from, glm::vec3 way, float radius, float height) {
  const Span level{(height - from.y) / way.y, -from.y / way.y};
  const glm::vec2 p(from.x, from.z);
  const glm::vec2 d(way.x, way.z);
  const float a = glm::dot(d, d);
  const float c = glm::dot(p, p) - radius * radius;
  if (a < 1e-9F) return c <= 0 ? level : Span{};
  const Span round = roots(a, glm::dot(p, d), c);
  return {std::max(round.enter, level.enter), std::min(round.leave, level.leave)};
}

/// How far along the ray it enters a piece that stands on the origin; none when it misses.
std::optional<float> enter(glm::vec3 from, glm::vec3 way, const PieceShape& shape) {
  Span inside = in_cylinder(from, way, shape.radius, shape.height);
  if (shape.face_radius > 0) {  // a lens is where two spheres meet
    const Span upper = in_sphere(from, way, {0, shape.height - shape.face_radius, 0}, shape.face_radius);
    const Span lower = in_sphere(from, way, {0, shape.face_radius, 0}, shape.face_radius);
    inside.enter = std::max({inside.enter, upper.enter, lower.enter});
    inside.leave = std::min({inside.leave, upper.leave, lower.leave});
  }
  return inside.enter <= inside.leave ? std::optional(inside.enter) : std::nullopt;
}

}  // namespace

std::optional<Place> pick_place(const Ray& ray, const Geometry& geometry, const PlaceSet& pieces) {
  if (ray.direction.y >= 0) return std::nullopt;
  std::optional<Place> nearest;
  float distance = 0;
  for (int cell = 0; cell < geometry.cells(); ++cell) {
    const Place place = geometry.place_of(cell);
    if (!pieces.contains(place)) continue;
    const auto entered = enter(ray.origin - geometry.middle(place), ray.direction, geometry.piece());
    if (entered && (!nearest || *entered < distance)) {
      nearest = place;
      distance = *entered;
    }
  }
  if (nearest) return nearest;
  const glm::vec3 field = ray.origin + ray.direction * (-ray.origin.y / ray.direction.y);
  return geometry.place_near(field.x, field.z);
}

}  // namespace dolbang::scene3d
