// How the panel stands in windows of every size, in every language and state.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/client/ui/panel.hpp"
#include "tests/client/ui/states.hpp"

using namespace dolbang;
using i18n::Language;
using ui_test::Panel;
using ui_test::Size;

namespace {

constexpr Language languages[] = {Language::english, Language::korean, Language::japanese};
/// Desktop at 80, 100 and 150 per cent, a small laptop, a phone, a phone on its side, the smallest window.
constexpr Size sizes[] = {{1600, 1000}, {1280, 800}, {853, 533}, {1024, 700}, {420, 800}, {800, 480}, {360, 480}};
constexpr float slack = 1.5F;  // a pixel of rounding

bool inside(const ui::Rect& in, const ui::Rect& out) {
  return in.x >= out.x - slack && in.x + in.width <= out.x + out.width + slack;
}

bool overlap(const ui::Rect& a, const ui::Rect& b) {
  return a.x + a.width > b.x + slack && b.x + b.width > a.x + slack && a.y + a.height > b.y + slack &&
         b.y + b.height > a.y + slack;
}

bool is_name(std::string_view text) {
  for (const std::string_view part : {"민수", "Zoë", "뷁"})
    if (text.find(part) != std::string_view::npos) return true;
  return false;
}

/// Calls `look` with the settled panel of every state, language and size.
void everywhere(const std::function<void(Panel&)>& look) {
  std::vector<std::unique_ptr<app::Desk>> desks;
  for (const auto& state : ui_test::states()) desks.push_back(state.make());
  for (const Language language : languages) {
    Panel panel(*desks[0], language);
    for (std::size_t i = 0; i < desks.size(); ++i) {
      panel.show(*desks[i]);
      for (const Size size : sizes) {
        panel.size = size;
        panel.settle();
        CAPTURE(ui_test::states()[i].name);
        CAPTURE(static_cast<int>(language));
        CAPTURE(size.width);
        look(panel);
      }
    }
  }
}

}  // namespace

TEST_CASE("G14 no text leaves its widget, in 3 languages and 7 windows") {
  everywhere([](Panel& panel) {
    for (const ui::Written& line : panel.ui.texts()) {
      CAPTURE(line.text);
      CHECK(inside(line.rect, line.room));
      CHECK(line.rect.x >= -slack);
      CHECK(line.rect.x + line.rect.width <= panel.size.width + slack);
      if (is_name(line.text)) continue;  // names may be cut, our own texts not
      CHECK_FALSE(line.cut);
      CHECK(line.scale >= 0.85F);
    }
  });
}

TEST_CASE("G14 every character that is drawn has a glyph") {
  everywhere([](Panel& panel) {
    const ImFont* font = ImGui::GetIO().FontDefault;
    for (const ui::Written& line : panel.ui.texts()) {
      const char* at = line.text.c_str();
      while (*at) {
        // ImGui's own decoder is internal; this one is for text known to be good.
        const auto lead = static_cast<unsigned char>(*at);
        const int length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : 3;
        unsigned character = length == 1 ? lead : lead & (0x7Fu >> length);
        for (int i = 1; i < length; ++i) character = (character << 6) | (static_cast<unsigned char>(at[i]) & 0x3Fu);
        at += length;
        CAPTURE(line.text);
        if (character != '\n') CHECK(font->FindGlyphNoFallback(static_cast<ImWchar>(character)) != nullptr);
      }
    }
  });
}

TEST_CASE("M09 widgets stay in the window's width and off one another") {
  everywhere([](Panel& panel) {
    const auto& widgets = panel.widgets();
    for (std::size_t i = 0; i < widgets.size(); ++i) {
      if (!widgets[i].enabled) continue;
      CAPTURE(widgets[i].name);
      CHECK(widgets[i].rect.x >= 0);
      CHECK(widgets[i].rect.x + widgets[i].rect.width <= panel.size.width);
      for (std::size_t j = 0; j < i; ++j) {
        if (!widgets[j].enabled) continue;
        CAPTURE(widgets[j].name);
        CHECK_FALSE(overlap(widgets[i].rect, widgets[j].rect));
      }
    }
  });
}

TEST_CASE("M09 the panel is right of the board, and under it in a narrow window") {
  const auto desk = ui_test::state("hotseat");
  Panel panel(*desk, Language::english, {1280, 800});
  panel.settle();
  CHECK(panel.stage.width == 880);
  CHECK(panel.stage.height == 800);
  CHECK(panel.find("cell.a1")->rect.x > panel.stage.x + panel.stage.width);
  panel.size = {420, 800};
  panel.settle();
  CHECK(panel.stage.width == 420);
  CHECK(panel.find("card.black")->rect.y > panel.stage.y + panel.stage.height);
}

TEST_CASE("T01 on a desktop everything is in sight without scrolling") {
  everywhere([](Panel& panel) {
    if (panel.size.width < 1280) return;
    for (const ui::Widget& widget : panel.widgets()) {
      CAPTURE(widget.name);
      CHECK(widget.rect.y + widget.rect.height <= panel.size.height);
    }
  });
}

TEST_CASE("M14 targets are large enough for a mouse, and for a finger on a phone") {
  everywhere([](Panel& panel) {
    const bool phone = panel.size.width <= 420;
    for (const ui::Widget& widget : panel.widgets()) {
      if (!widget.enabled) continue;
      CAPTURE(widget.name);
      CHECK(widget.rect.width >= (phone ? 32 : 28));
      CHECK(widget.rect.height >= (phone ? 32 : 28));
    }
  });
}

TEST_CASE("M14 Yes and No of a resignation are well apart") {
  const auto desk = ui_test::state("hotseat");
  Panel panel(*desk, Language::english);
  panel.settle();
  REQUIRE(panel.press("button.resign"));
  const ui::Rect no = panel.find("button.resign.no")->rect, yes = panel.find("button.resign.yes")->rect;
  CHECK(std::abs(yes.x - (no.x + no.width)) >= 20);
}
