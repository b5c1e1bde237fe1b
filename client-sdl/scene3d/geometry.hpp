#pragma once
/// The measures of the board and its coordinates in space. One cell is 1; x runs along a-h, z along rows 1-8
/// towards the player, y up; the felt is at y = 0 and its middle is the origin.
#include <cmath>
#include <glm/glm.hpp>

#include "client-sdl/scene3d/scene_types.hpp"

namespace dolbang::scene3d::geometry {

inline constexpr float field_half = board_size / 2.0F;
inline constexpr float frame_width = 0.66F;
inline constexpr float slab_half = field_half + frame_width;
inline constexpr float slab_height = 0.55F;
inline constexpr float frame_rise = 0.05F;  ///< the frame stands a little above the felt
inline constexpr float inlay_width = 0.045F;
inline constexpr float corner_radius = 0.18F;

inline constexpr float disc_radius = 0.425F;
inline constexpr float disc_height = 0.20F;
inline constexpr float disc_edge_radius = 0.055F;
inline constexpr float disc_dome = 0.032F;

constexpr int column_of(Square square) { return square % board_size; }
constexpr int row_of(Square square) { return square / board_size; }

/// The middle of a square on the felt.
inline glm::vec3 middle(Square square) {
  return {static_cast<float>(column_of(square)) + 0.5F - field_half, 0.0F,
          static_cast<float>(row_of(square)) + 0.5F - field_half};
}

/// The square around a point of the felt; none outside the field.
inline std::optional<Square> square_at(float x, float z) {
  const int column = static_cast<int>(std::floor(x + field_half));
  const int row = static_cast<int>(std::floor(z + field_half));
  if (column < 0 || column >= board_size || row < 0 || row >= board_size) return std::nullopt;
  return row * board_size + column;
}

}  // namespace dolbang::scene3d::geometry
