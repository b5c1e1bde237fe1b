#pragma once
/// A board in space. One cell is 1; x runs along the columns, z from the far row towards the player, y up; the field
/// is at y = 0 and its middle is the origin. A place's cell is (column, row) counted from the far left corner.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <glm/glm.hpp>
#include <optional>

#include "client-sdl/scene3d/board_kind.hpp"

namespace dolbang::scene3d {

/// The box that the board fills.
struct Slab {
  glm::vec2 half{0};  ///< x and z
  float top = 0;
  float bottom = 0;
  float corner_radius = 0;
  friend bool operator==(const Slab&, const Slab&) = default;
};

class Geometry {
 public:
  explicit Geometry(const BoardKind& kind) : kind_(&kind) {}

  const BoardKind& kind() const { return *kind_; }
  const Look& look() const { return *kind_->look; }
  const PieceShape& piece() const { return kind_->look->piece; }
  int columns() const { return kind_->columns; }
  int rows() const { return kind_->rows; }
  int cells() const { return columns() * rows(); }

  /// How much larger than the board of eight cells which the light and the measures of the slab are made for.
  float scale() const { return static_cast<float>(std::max(columns(), rows())) / 8; }
  glm::vec2 field_half() const { return {static_cast<float>(columns()) / 2, static_cast<float>(rows()) / 2}; }
  Slab slab() const {
    return {field_half() + look().frame_width, look().frame_rise, -look().slab_height * scale(), look().corner_radius};
  }

  int column_of(Place place) const { return place % kind_->stride; }
  int row_of(Place place) const {
    const int row = place / kind_->stride;
    return kind_->first_row_near ? rows() - 1 - row : row;
  }
  Place place_at(int column, int row) const {
    return (kind_->first_row_near ? rows() - 1 - row : row) * kind_->stride + column;
  }
  bool has(Place place) const { return place >= 0 && column_of(place) < columns() && place / kind_->stride < rows(); }
  /// The cells row by row from the far left corner: for textures and lists.
  std::size_t cell_of(Place place) const {
    return static_cast<std::size_t>(row_of(place) * columns() + column_of(place));
  }
  Place place_of(int cell) const { return place_at(cell % columns(), cell / columns()); }

  /// The middle of a place's cell on the field.
  glm::vec3 middle(Place place) const {
    return {static_cast<float>(column_of(place)) + 0.5F - field_half().x, 0.0F,
            static_cast<float>(row_of(place)) + 0.5F - field_half().y};
  }
  /// The place whose cell a point of the field is in, which is the nearest place; none outside the field.
  std::optional<Place> place_near(float x, float z) const {
    const int column = static_cast<int>(std::floor(x + field_half().x));
    const int row = static_cast<int>(std::floor(z + field_half().y));
    if (column < 0 || column >= columns() || row < 0 || row >= rows()) return std::nullopt;
    return place_at(column, row);
  }
  /// In cells, a diagonal step counting as one: all directions of a move run in parallel.
  int distance(Place from, Place to) const {
    return std::max(std::abs(column_of(from) - column_of(to)), std::abs(row_of(from) - row_of(to)));
  }

 private:
  const BoardKind* kind_;
};

}  // namespace dolbang::scene3d
