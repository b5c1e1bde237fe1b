#include "client-sdl/ui/fonts.hpp"

namespace dolbang::ui {
namespace {

/// Reads one character of UTF-8 and moves on; 0 for what is none (the texts come checked from the codec).
unsigned next_character(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (text.size() < length) {
    text = {};
    return 0;
  }
  unsigned character = length == 1 ? lead : lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) character = (character << 6) | (static_cast<unsigned char>(text[i]) & 0x3Fu);
  text.remove_prefix(length);
  return character;
}

}  // namespace

void Fonts::need(std::string_view text) {
  while (!text.empty()) {
    const unsigned character = next_character(text);
    if (character >= 0x180 && character <= 0xFFFF && extra_.insert(static_cast<ImWchar>(character)).second)
      stale_ = true;
  }
}

bool Fonts::prepare(i18n::Language language) {
  if (!stale_ && language == language_) return false;
  language_ = language;
  stale_ = false;

  ImFontGlyphRangesBuilder used;
  static constexpr ImWchar latin[] = {0x20, 0x17F, 0x2013, 0x2026, 0x2190, 0x2193, 0};
  used.AddRanges(latin);
  for (const auto l : {i18n::Language::english, i18n::Language::korean, i18n::Language::japanese})
    for (std::size_t i = 0; i < i18n::text_count; ++i) used.AddText(i18n::text(l, static_cast<i18n::Text>(i)));
  used.AddText("한국어日本語");  // the languages' own names
  for (const ImWchar character : extra_) used.AddChar(character);
  ranges_.clear();
  used.BuildRanges(&ranges_);

  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  const auto add = [&](i18n::Face face, float size, bool merge) {
    const auto bytes = i18n::font(face);
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.MergeMode = merge;
    config.OversampleH = 2;
    config.OversampleV = 1;
    // ImGui takes a mutable pointer but does not write through it when it does not own the bytes.
    return atlas.AddFontFromMemoryTTF(const_cast<unsigned char*>(bytes.data()), static_cast<int>(bytes.size()), size,
                                      &config, ranges_.Data);
  };
  const bool japanese = language == i18n::Language::japanese;
  const auto first = japanese ? i18n::Face::japanese : i18n::Face::korean;
  const auto second = japanese ? i18n::Face::korean : i18n::Face::japanese;
  const auto both = [&](i18n::Face face, float size) {
    ImFont* font = add(face, size, false);
    add(second, size, true);
    return font;
  };
  // Sizes are ImGui's, from ascender to descender; Noto CJK's are 1.45 em, so 15 px of type is 21 here.
  small = both(first, 19);
  normal = both(first, 22);
  strong = add(i18n::Face::bold, 26, false);
  title = add(i18n::Face::bold, 40, false);
  atlas.Build();
  ImGui::GetIO().FontDefault = normal;
  return true;
}

}  // namespace dolbang::ui
