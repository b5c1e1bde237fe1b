#include "client-sdl/scene3d/labels.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_truetype.h>
#pragma GCC diagnostic pop

namespace dolbang::scene3d {
namespace {

struct FreeSdf {
  void operator()(unsigned char* pixels) const { stbtt_FreeSDF(pixels, nullptr); }
};

}  // namespace

LabelAtlas make_label_atlas(std::span<const unsigned char> font) {
  constexpr std::string_view text = "abcdefgh12345678";
  static_assert(text.size() == LabelAtlas::glyphs);
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
  atlas.distance.assign(static_cast<std::size_t>(LabelAtlas::width) * LabelAtlas::cell, 0);
  for (int i = 0; i < LabelAtlas::glyphs; ++i) {
    int width = 0;
    int height = 0;
    int left = 0;
    int top = 0;
    const std::unique_ptr<unsigned char, FreeSdf> glyph(stbtt_GetCodepointSDF(
        &info, scale, text[static_cast<std::size_t>(i)], padding, outline, per_pixel, &width, &height, &left, &top));
    if (!glyph) return {};
    const int x0 = (LabelAtlas::cell - width) / 2;
    const int y0 = baseline + top;
    for (int y = std::max(0, -y0); y < height && y0 + y < LabelAtlas::cell; ++y) {
      for (int x = std::max(0, -x0); x < width && x0 + x < LabelAtlas::cell; ++x) {
        atlas.distance[static_cast<std::size_t>((y0 + y) * LabelAtlas::width + i * LabelAtlas::cell + x0 + x)] =
            glyph.get()[y * width + x];
      }
    }
  }
  return atlas;
}

}  // namespace dolbang::scene3d
