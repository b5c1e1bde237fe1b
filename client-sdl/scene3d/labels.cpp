#include "client-sdl/scene3d/labels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_truetype.h>
#pragma GCC diagnostic pop

namespace dolbang::scene3d {
namespace {

struct FreeBitmap {
  void operator()(unsigned char* pixels) const { stbtt_FreeBitmap(pixels, nullptr); }
};

/// A glyph in fine pixels. stb's own distance fields know no cubic curves, of which OpenType (CFF) glyphs are made; its
/// pixels know both, so the distances are measured here.
class FineGlyph {
 public:
  static constexpr int fineness = 4;  ///< fine pixels along an atlas pixel

  FineGlyph(const stbtt_fontinfo& font, float scale, char letter)
      : pixels_(stbtt_GetCodepointBitmap(&font, scale * fineness, scale * fineness, letter, &width_, &height_, &left_,
                                         &top_)) {
    for (int y = -1; y < height_; ++y)
      for (int x = -1; x < width_; ++x)
        if (inside(x, y) != inside(x + 1, y) || inside(x, y) != inside(x, y + 1)) edge_.push_back({x + 1, y + 1});
  }

  bool is_empty() const { return !pixels_ || edge_.empty(); }
  int top() const { return top_; }  ///< from the baseline, downwards
  int width() const { return width_; }
  int height() const { return height_; }
  bool inside(int x, int y) const {
    return x >= 0 && y >= 0 && x < width_ && y < height_ && pixels_.get()[y * width_ + x] >= 128;
  }
  /// The corners between an inner and an outer pixel; x and y from the glyph's top left.
  const std::vector<std::pair<int, int>>& edge() const { return edge_; }

 private:
  int width_ = 0;
  int height_ = 0;
  int left_ = 0;
  int top_ = 0;
  std::unique_ptr<unsigned char, FreeBitmap> pixels_;
  std::vector<std::pair<int, int>> edge_;
};

/// Writes the distances of one glyph around its outline, in atlas pixels up to `reach`, into the cell at `corner` of
/// the atlas. Each piece of the outline tells the pixels near it, which is far less work than each pixel asking all of
/// it.
void draw_glyph(const FineGlyph& glyph, int reach, int baseline, std::uint8_t* corner) {
  constexpr int fine = FineGlyph::fineness;
  constexpr int cell = LabelAtlas::cell;
  constexpr float outline = 128;
  const int limit = reach * fine;
  const int x0 = (cell - glyph.width() / fine) / 2;
  const int y0 = baseline + static_cast<int>(std::floor(static_cast<float>(glyph.top()) / fine));
  const auto in_glyph = [](int pixel, int origin) { return (pixel - origin) * fine + fine / 2; };
  std::array<int, cell * cell> nearest;  // squared, in fine pixels
  nearest.fill(limit * limit);
  for (const auto& [edge_x, edge_y] : glyph.edge()) {
    const int pixel_x = x0 + edge_x / fine;
    const int pixel_y = y0 + edge_y / fine;
    for (int y = std::max(pixel_y - reach - 1, 0); y <= std::min(pixel_y + reach + 1, cell - 1); ++y) {
      for (int x = std::max(pixel_x - reach - 1, 0); x <= std::min(pixel_x + reach + 1, cell - 1); ++x) {
        const int dx = in_glyph(x, x0) - edge_x;
        const int dy = in_glyph(y, y0) - edge_y;
        int& known = nearest[static_cast<std::size_t>(y * cell + x)];
        known = std::min(known, dx * dx + dy * dy);
      }
    }
  }
  for (int y = 0; y < cell; ++y) {
    for (int x = 0; x < cell; ++x) {
      const float away = std::sqrt(static_cast<float>(nearest[static_cast<std::size_t>(y * cell + x)]));
      const float sign = glyph.inside(in_glyph(x, x0), in_glyph(y, y0)) ? 1 : -1;
      corner[y * LabelAtlas::width + x] = static_cast<std::uint8_t>(
          std::clamp(outline + sign * outline * away / static_cast<float>(limit), 0.0F, 255.0F));
    }
  }
}

}  // namespace

LabelAtlas make_label_atlas(std::span<const unsigned char> font) {
  constexpr std::array<std::string_view, LabelAtlas::rows> texts{"0123456789", "abcdefghijklmnop", "ABCDEFGHIJKLMNOP"};
  constexpr float em = 46;
  constexpr int reach = 6;
  constexpr int baseline = 44;  // rows below the cell's top

  constexpr std::size_t shortest_header = 12;
  if (font.size() < shortest_header) return {};
  const int offset = stbtt_GetFontOffsetForIndex(font.data(), 0);
  stbtt_fontinfo info;
  if (offset < 0 || !stbtt_InitFont(&info, font.data(), offset)) return {};
  const float scale = stbtt_ScaleForMappingEmToPixels(&info, em);

  LabelAtlas atlas;
  atlas.distance.assign(static_cast<std::size_t>(LabelAtlas::width) * LabelAtlas::height, 0);
  int advance = 0;
  int bearing = 0;
  stbtt_GetCodepointHMetrics(&info, '0', &advance, &bearing);
  atlas.digit_advance = static_cast<float>(advance) * scale / LabelAtlas::cell;
  for (std::size_t row = 0; row < texts.size(); ++row) {
    for (std::size_t i = 0; i < texts[row].size(); ++i) {
      const FineGlyph glyph(info, scale, texts[row][i]);
      if (glyph.is_empty()) return {};
      draw_glyph(glyph, reach, baseline, &atlas.distance[(row * LabelAtlas::width + i) * LabelAtlas::cell]);
    }
  }
  return atlas;
}

}  // namespace dolbang::scene3d
