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

/// The panel as it stood in one state, language and window.
struct Look {
  std::string state;
  Language language;
  Size size;
  std::vector<ui::Widget> widgets;
  std::vector<ui::Written> texts;
  std::string without_glyph;  ///< texts with characters that the fonts lack
  bool points = false;        ///< the table is one of points: small cells
};

bool has_all_glyphs(const std::string& text) {
  const ImFont* font = ImGui::GetIO().FontDefault;
  for (const char* at = text.c_str(); *at;) {
    // ImGui's own decoder is internal; this one is for text known to be good.
    const auto lead = static_cast<unsigned char>(*at);
    const int length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : 3;
    unsigned character = length == 1 ? lead : lead & (0x7Fu >> length);
    for (int i = 1; i < length; ++i) character = (character << 6) | (static_cast<unsigned char>(at[i]) & 0x3Fu);
    at += length;
    if (character != '\n' && font->FindGlyphNoFallback(static_cast<ImWchar>(character)) == nullptr) return false;
  }
  return true;
}

/// Every state, language and size, laid out once for all tests.
const std::vector<Look>& looks() {
  static const std::vector<Look> all = [] {
    std::vector<Look> found;
    std::vector<std::unique_ptr<app::Desk>> desks;
    for (const auto& state : ui_test::states()) desks.push_back(state.make());
    for (const Language language : languages) {
      Panel panel(*desks[0], language);
      for (std::size_t i = 0; i < desks.size(); ++i) {
        panel.show(*desks[i]);
        for (const Size size : sizes) {
          panel.size = size;
          panel.settle();
          Look look{ui_test::states()[i].name, language, size, panel.widgets(), panel.ui.texts(), {}, false};
          look.points = desks[i]->view().board.grid.on_lines;
          for (const ui::Written& line : look.texts)
            if (!has_all_glyphs(line.text)) look.without_glyph += line.text + "\n";
          found.push_back(std::move(look));
        }
      }
    }
    return found;
  }();
  return all;
}

void everywhere(const std::function<void(const Look&)>& check) {
  for (const Look& look : looks()) {
    CAPTURE(look.state);
    CAPTURE(static_cast<int>(look.language));
    CAPTURE(look.size.width);
    check(look);
  }
}

}  // namespace

TEST_CASE("G14 no text leaves its widget, in 3 languages and 7 windows") {
  everywhere([](const Look& look) {
    for (const ui::Written& line : look.texts) {
      CAPTURE(line.text);
      CHECK(inside(line.rect, line.room));
      CHECK(line.rect.x >= -slack);
      CHECK(line.rect.x + line.rect.width <= look.size.width + slack);
      if (is_name(line.text)) continue;  // names may be cut, our own texts not
      CHECK_FALSE(line.cut);
      CHECK(line.scale >= 0.85F);
    }
  });
}

TEST_CASE("G14 every character that is drawn has a glyph") {
  everywhere([](const Look& look) { CHECK(look.without_glyph == ""); });
}

TEST_CASE("M09 widgets stay in the window's width and off one another") {
  everywhere([](const Look& look) {
    const auto& widgets = look.widgets;
    for (std::size_t i = 0; i < widgets.size(); ++i) {
      if (!widgets[i].enabled) continue;
      CAPTURE(widgets[i].name);
      CHECK(widgets[i].rect.x >= 0);
      CHECK(widgets[i].rect.x + widgets[i].rect.width <= look.size.width);
      // Millions of pairs: only the wrong ones are told.
      for (std::size_t j = 0; j < i; ++j)
        if (widgets[j].enabled && overlap(widgets[i].rect, widgets[j].rect))
          FAIL_CHECK(widgets[i].name << " lies over " << widgets[j].name);
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
  everywhere([](const Look& look) {
    if (look.size.width < 1280) return;
    for (const ui::Widget& widget : look.widgets) {
      CAPTURE(widget.name);
      CHECK(widget.rect.y + widget.rect.height <= look.size.height);
    }
  });
}

TEST_CASE("M14 targets are large enough for a mouse, and for a finger on a phone") {
  everywhere([](const Look& look) {
    const bool phone = look.size.width <= 420;
    for (const ui::Widget& widget : look.widgets) {
      if (!widget.enabled) continue;
      CAPTURE(widget.name);
      // Fifteen points have to fit side by side: their table is for the eye and the keyboard too, the board is larger.
      const bool point = look.points && widget.name.rfind("cell.", 0) == 0;
      const float least = point ? 20 : phone ? 32 : 28;
      CHECK(widget.rect.width >= least);
      CHECK(widget.rect.height >= least);
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

TEST_CASE("F19 a room's options fit into the panel, in 3 languages, beside the board and under it") {
  const auto desk = ui_test::state("start-renju");
  app::RoomChoices choices;
  choices.main = std::chrono::minutes{5};
  choices.increment = std::chrono::seconds{5};
  desk->app->set_room_choices(choices);
  for (const Language language : languages)
    for (const Size size : {Size{1280, 800}, Size{420, 1400}}) {
      Panel panel(*desk, language, size);
      panel.settle();
      REQUIRE(panel.press("button.room_choices"));
      panel.settle();
      REQUIRE(panel.find("room.runs_on"));
      for (const ui::Widget& widget : panel.widgets()) {
        CAPTURE(widget.name);
        CHECK(widget.rect.y + widget.rect.height <= size.height);
      }
      for (const ui::Written& line : panel.ui.texts()) {
        CAPTURE(line.text);
        CHECK(inside(line.rect, line.room));
        CHECK_FALSE(line.cut);
        CHECK(line.scale >= 0.85F);
      }
    }
}
