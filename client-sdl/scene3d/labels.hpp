#pragma once
/// The coordinates' glyphs as a small signed distance field: 16 cells in one row, a-h then 1-8. A distance field
/// stays crisp at every zoom and needs one byte a texel.
#include <cstdint>
#include <span>
#include <vector>

namespace dolbang::scene3d {

struct LabelAtlas {
  static constexpr int cell = 64;
  static constexpr int glyphs = 16;
  static constexpr int width = cell * glyphs;
  std::vector<std::uint8_t> distance;  ///< width x cell, 128 on the outline; empty: no labels
};

/// Empty when the font cannot be read or lacks a glyph.
LabelAtlas make_label_atlas(std::span<const unsigned char> font);

}  // namespace dolbang::scene3d
