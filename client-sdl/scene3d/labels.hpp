#pragma once
/// The coordinates' glyphs as a small signed distance field: rows of 16 glyphs, first the digits, then small letters
/// from a, then capitals from A. A distance field stays crisp at every zoom and needs one byte a texel.
#include <cstdint>
#include <span>
#include <vector>

namespace dolbang::scene3d {

struct LabelAtlas {
  static constexpr int cell = 64;
  static constexpr int in_row = 16;
  static constexpr int rows = 3;
  static constexpr int width = cell * in_row;
  static constexpr int height = cell * rows;
  std::vector<std::uint8_t> distance;  ///< width x height, 128 on the outline; empty: no labels
  float digit_advance = 0.4F;          ///< from one digit to the next, in cells
};

/// Empty when the font cannot be read or lacks a glyph.
LabelAtlas make_label_atlas(std::span<const unsigned char> font);

}  // namespace dolbang::scene3d
