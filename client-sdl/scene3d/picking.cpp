#include "client-sdl/scene3d/picking.hpp"

#include <algorithm>
#include <cmath>

#include "client-sdl/scene3d/geometry.hpp"

namespace dolbang::scene3d {
namespace {

/// How far along the ray it enters the upright cylinder that a disc fills; none when it misses.
std::optional<float> enter_disc(const Ray& ray, Square square) {
  const glm::vec3 from = ray.origin - geometry::middle(square);
  const float to_top = (geometry::disc_height - from.y) / ray.direction.y;
  const float to_felt = -from.y / ray.direction.y;
  const glm::vec2 p(from.x, from.z);
  const glm::vec2 d(ray.direction.x, ray.direction.z);
  const float a = glm::dot(d, d);
  const float c = glm::dot(p, p) - geometry::disc_radius * geometry::disc_radius;
  if (a < 1e-9F) return c <= 0 ? std::optional(to_top) : std::nullopt;
  const float b = glm::dot(p, d);
  const float root = b * b - a * c;
  if (root < 0) return std::nullopt;
  const float enter = std::max((-b - std::sqrt(root)) / a, to_top);
  const float leave = std::min((-b + std::sqrt(root)) / a, to_felt);
  return enter <= leave ? std::optional(enter) : std::nullopt;
}

}  // namespace

std::optional<Square> pick_square(const Ray& ray, SquareSet discs) {
  if (ray.direction.y >= 0) return std::nullopt;
  std::optional<Square> nearest;
  float distance = 0;
  for (Square square = 0; square < square_count; ++square) {
    if (!has(discs, square)) continue;
    const auto entered = enter_disc(ray, square);
    if (entered && (!nearest || *entered < distance)) {
      nearest = square;
      distance = *entered;
    }
  }
  if (nearest) return nearest;
  const glm::vec3 felt = ray.origin + ray.direction * (-ray.origin.y / ray.direction.y);
  return geometry::square_at(felt.x, felt.z);
}

}  // namespace dolbang::scene3d
