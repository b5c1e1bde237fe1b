#include "client-sdl/scene3d/labels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
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
  /// The distance in fine pixels from the outline, positive inside; x and y from the glyph's top left.
  float distance(int x, int y) const {
    int nearest = std::numeric_limits<int>::max();
    for (const auto& [edge_x, edge_y] : edge_)
      nearest = std::min(nearest, (edge_x - x) * (edge_x - x) + (edge_y - y) * (edge_y - y));
    const float length = std::sqrt(static_cast<float>(nearest));
    return inside(x, y) ? length : -length;
  }

 private:
  bool inside(int x, int y) const {
    return x >= 0 && y >= 0 && x < width_ && y < height_ && pixels_.get()[y * width_ + x] >= 128;
  }

  int width_ = 0;
  int height_ = 0;
  int left_ = 0;
  int top_ = 0;
  std::unique_ptr<unsigned char, FreeBitmap> pixels_;
  std::vector<std::pair<int, int>> edge_;
};

}  // namespace

LabelAtlas make_label_atlas(std::span<const unsigned char> font) {
  constexpr std::array<std::string_view, LabelAtlas::rows> texts{"0123456789", "abcdefghijklmnop", "ABCDEFGHIJKLMNOP"};
  constexpr float em = 46;
  constexpr int padding = 6;
  constexpr int baseline = 44;  // rows below the cell's top
  constexpr unsigned char outline = 128;
  constexpr float per_pixel = outline / static_cast<float>(padding);

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
      constexpr int fine = FineGlyph::fineness;
      const int width = glyph.width() / fine + 2 * padding;
      const int height = glyph.height() / fine + 2 * padding;
      const int x0 = (LabelAtlas::cell - width) / 2;
      const int y0 = baseline - padding + static_cast<int>(std::floor(static_cast<float>(glyph.top()) / fine));
      const std::size_t corner = (row * LabelAtlas::width + i) * LabelAtlas::cell;
      for (int y = std::max(0, -y0); y < height && y0 + y < LabelAtlas::cell; ++y) {
        for (int x = std::max(0, -x0); x < width && x0 + x < LabelAtlas::cell; ++x) {
          const float away = glyph.distance((x - padding) * fine + fine / 2, (y - padding) * fine + fine / 2) / fine;
          atlas.distance[corner + static_cast<std::size_t>((y0 + y) * LabelAtlas::width + x0 + x)] =
              static_cast<unsigned char>(std::clamp(outline + away * per_pixel, 0.0F, 255.0F));
        }
      }
    }
  }
  return atlas;
}

}  // namespace dolbang::scene3d
