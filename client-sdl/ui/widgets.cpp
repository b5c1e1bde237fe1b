#include "client-sdl/ui/widgets.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include "client-sdl/ui/theme.hpp"

namespace dolbang::ui {
namespace {

constexpr std::string_view ellipsis = "…";

ImVec2 low(Rect r) { return {r.x, r.y}; }
ImVec2 high(Rect r) { return {r.x + r.width, r.y + r.height}; }

/// ImGui fills a fixed buffer; the text grows up to its limit.
struct Typed {
  std::string& text;
  std::vector<char> buffer;
  Typed(std::string& t, std::size_t limit) : text(t), buffer(limit + 1, '\0') {
    std::copy_n(t.begin(), std::min(t.size(), limit), buffer.begin());
  }
  void back() { text = buffer.data(); }
};

}  // namespace

ImVec2 size_of(ImFont* font, std::string_view text) {
  return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.data(), text.data() + text.size());
}

Rect Widgets::window() const {
  const ImDrawList& lines = *ImGui::GetWindowDrawList();
  const ImVec2 from = lines.GetClipRectMin(), to = lines.GetClipRectMax();
  return {from.x, from.y, to.x - from.x, to.y - from.y};
}

float Widgets::text(ImFont* font, float x, float y, ImU32 colour, std::string_view text) {
  paint().AddText(font, font->FontSize, {x, y}, colour, text.data(), text.data() + text.size());
  const ImVec2 size = size_of(font, text);
  texts.push_back({std::string(text), {x, y, size.x, size.y}, window()});
  return size.x;
}

float Widgets::fitted(ImFont* font, Rect rect, ImU32 colour, std::string_view whole) {
  std::string shown(whole);
  for (std::string_view kept = whole; size_of(font, shown).x > rect.width && !kept.empty();) {
    while (kept.size() > 1 && (static_cast<unsigned char>(kept.back()) & 0xC0) == 0x80) kept.remove_suffix(1);
    kept.remove_suffix(1);
    shown = std::string(kept) + std::string(ellipsis);
  }
  const ImVec2 size = size_of(font, shown);
  const float y = rect.y + (rect.height - size.y) / 2;
  paint().AddText(font, font->FontSize, {rect.x, y}, colour, shown.data(), shown.data() + shown.size());
  texts.push_back({std::string(whole), {rect.x, y, size.x, size.y}, rect, shown != whole});
  return size.x;
}

float Widgets::wrapped(ImFont* font, float x, float y, float width, ImU32 colour, const std::string& text) {
  // ImGui may break a long word at the very edge, a few points too late.
  paint().AddText(font, font->FontSize, {x, y}, colour, text.data(), text.data() + text.size(), width);
  const ImVec2 size = font->CalcTextSizeA(font->FontSize, FLT_MAX, width, text.data(), text.data() + text.size());
  texts.push_back({text, {x, y, size.x, size.y}, {x, y, width, size.y}});
  return size.y;
}

void Widgets::centred(ImFont* font, Rect rect, ImU32 colour, const std::string& text) {
  const ImVec2 size = size_of(font, text);
  const float room = rect.width - 12;
  const float scale = size.x > room && size.x > 0 ? std::max(0.5F, room / size.x) : 1.0F;
  const float x = rect.x + (rect.width - size.x * scale) / 2;
  const float y = rect.y + (rect.height - size.y * scale) / 2;
  paint().AddText(font, font->FontSize * scale, {x, y}, colour, text.data(), text.data() + text.size());
  texts.push_back({text, {x, y, size.x * scale, size.y * scale}, rect, false, scale});
}

void Widgets::box(Rect rect, ImU32 fill, float rounding, ImU32 edge, float edge_width) {
  paint().AddRectFilled(low(rect), high(rect), fill, rounding);
  if (edge != 0) paint().AddRect(low(rect), high(rect), edge, rounding, 0, edge_width);
}

void Widgets::disc(float x, float y, float radius, Side side) {
  paint().AddCircleFilled({x, y}, radius, side == Side::black ? theme::black_disc : theme::white_disc, 32);
  paint().AddCircle({x, y}, radius, side == Side::black ? theme::black_rim : theme::line, 32, 1.2F);
}

void Widgets::focus_ring(Rect rect, float rounding) {
  if (!focused_) return;
  paint().AddRect({rect.x - 2, rect.y - 2}, {rect.x + rect.width + 2, rect.y + rect.height + 2}, theme::ink,
                  rounding + 2, 0, 2);
}

// ------------------------------------------------------------------------------------------- focus

void Widgets::begin_frame() {
  list.clear();
  texts.clear();
  if (ImGui::IsMouseClicked(0)) focus_.clear();
}

void Widgets::end_frame() {
  pressed_.clear();
  // What can only not be pressed just now keeps the focus: after a move it goes on from the same square.
  const auto there = [this](const Widget& widget) { return widget.name == focus_; };
  if (std::none_of(list.begin(), list.end(), there)) focus_.clear();
}

bool Widgets::key(Key key) {
  switch (key) {
    case Key::next: walk(1); return true;
    case Key::previous: walk(-1); return true;
    default: break;
  }
  if (focus_.empty()) return false;
  if (key == Key::leave) {
    focus_.clear();
    ImGui::SetWindowFocus(nullptr);
  } else if (key == Key::press) {
    pressed_ = focus_;
  } else {
    walk_towards(key);
  }
  return true;
}

void Widgets::go_to(const Widget& widget) {
  ImGui::SetWindowFocus(nullptr);  // ends typing
  focus_ = widget.name;
  typing_wanted_ = scroll_wanted_ = true;
}

void Widgets::walk(int step) {
  const auto count = static_cast<int>(list.size());
  int at = step > 0 ? -1 : count;
  for (int i = 0; i < count; ++i)
    if (list[static_cast<std::size_t>(i)].name == focus_) at = i;
  for (int tried = 0; tried < count; ++tried) {
    at = (at + step + count) % count;
    const Widget& widget = list[static_cast<std::size_t>(at)];
    if (widget.enabled) return go_to(widget);
  }
}

void Widgets::walk_towards(Key key) {
  const auto middle = [](const Rect& r) { return ImVec2(r.x + r.width / 2, r.y + r.height / 2); };
  const auto from = std::find_if(list.begin(), list.end(), [this](const Widget& w) { return w.name == focus_; });
  if (from == list.end()) return;
  const ImVec2 here = middle(from->rect);
  const Widget* best = nullptr;
  float best_cost = FLT_MAX;
  for (const Widget& widget : list) {
    if (!widget.enabled || &widget == &*from) continue;
    const ImVec2 there = middle(widget.rect);
    const float dx = there.x - here.x, dy = there.y - here.y;
    const float ahead = key == Key::left ? -dx : key == Key::right ? dx : key == Key::up ? -dy : dy;
    const float aside = std::abs(key == Key::left || key == Key::right ? dy : dx);
    if (ahead < 4) continue;
    const float cost = ahead + 3 * aside;  // straight on before sideways
    if (cost < best_cost) {
      best_cost = cost;
      best = &widget;
    }
  }
  if (best) go_to(*best);
}

// ------------------------------------------------------------------------------------------- widgets

bool Widgets::area(const std::string& name, Rect rect, bool enabled, std::string label) {
  list.push_back({name, rect, std::move(label), enabled});
  focused_ = name == focus_;
  ImGui::SetCursorScreenPos(low(rect));
  if (!enabled) {
    ImGui::Dummy({rect.width, rect.height});
    hot_ = false;
    return false;
  }
  const bool pressed = ImGui::InvisibleButton(name.c_str(), {rect.width, rect.height});
  hot_ = focused_ || ImGui::IsItemHovered() || ImGui::IsItemActive();
  if (focused_ && scroll_wanted_) {
    ImGui::SetScrollHereY();
    scroll_wanted_ = false;
  }
  return pressed || name == pressed_;
}

bool Widgets::button(const std::string& name, Rect rect, const std::string& label, Look look, bool enabled) {
  const bool pressed = area(name, rect, enabled, label);
  ImU32 fill = hot_ ? theme::card_hover : theme::card;
  ImU32 colour = enabled ? theme::ink : theme::faint;
  ImU32 edge = theme::line;
  if (look == Look::primary && enabled) {
    fill = hot_ ? theme::accent_hover : theme::accent;
    colour = theme::ink_on_accent;
    edge = 0;
  }
  if (look == Look::danger && enabled) colour = theme::danger;
  if (look == Look::quiet) {
    fill = hot_ ? theme::card_hover : theme::overlay;
    edge = 0;
  }
  box(rect, fill, theme::rounding, edge);
  centred(fonts_.normal, rect, colour, label);
  focus_ring(rect, theme::rounding);
  return pressed;
}

bool Widgets::link(const std::string& name, Rect rect, const std::string& label) {
  const bool pressed = area(name, rect, true, label);
  fitted(fonts_.small, rect, hot_ ? theme::ink : theme::accent, label);
  focus_ring(rect, 6);
  return pressed;
}

bool Widgets::toggle(const std::string& name, Rect rect, const std::string& label, bool on) {
  const bool pressed = area(name, rect, true, label);
  fitted(fonts_.normal, {rect.x, rect.y, rect.width - 58, rect.height}, theme::ink, label);
  const Rect track{rect.x + rect.width - 46, rect.y + (rect.height - 26) / 2, 46, 26};
  box(track, on ? theme::accent : theme::line, 13);
  paint().AddCircleFilled({on ? track.x + 33 : track.x + 13, track.y + 13}, 10, theme::white_disc, 32);
  focus_ring(rect, 6);
  return pressed;
}

int Widgets::segmented(const std::string& name, Rect rect, const std::vector<std::string>& labels, int chosen) {
  box(rect, theme::overlay, theme::rounding, theme::line);
  const float width = rect.width / static_cast<float>(labels.size());
  // One size for all of them.
  ImFont* font = fonts_.normal;
  for (const std::string& label : labels)
    if (size_of(font, label).x > width - 16) font = fonts_.small;
  int pressed = -1;
  for (int i = 0; i < static_cast<int>(labels.size()); ++i) {
    const Rect part{rect.x + width * static_cast<float>(i) + 3, rect.y + 3, width - 6, rect.height - 6};
    const std::string full = name + "." + std::to_string(i);
    const Rect target{rect.x + width * static_cast<float>(i), rect.y, width, rect.height};
    if (area(full, target, true, labels[static_cast<std::size_t>(i)])) pressed = i;
    if (i == chosen)
      box(part, theme::rgb(0x474C57), 8);
    else if (hot_)
      box(part, theme::card_hover, 8);
    centred(font, target, i == chosen ? theme::ink : theme::muted, labels[static_cast<std::size_t>(i)]);
    focus_ring(part, 8);
  }
  return pressed;
}

bool Widgets::input(const std::string& name, Rect rect, std::string& text, const char* hint, std::size_t limit) {
  list.push_back({name, rect, hint, true});
  focused_ = name == focus_;
  Typed typed(text, limit);
  ImGui::SetCursorScreenPos(low(rect));
  ImGui::PushItemWidth(rect.width);
  const float pad = (rect.height - ImGui::GetFontSize()) / 2;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {12, pad});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, theme::rounding);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, theme::field);
  ImGui::PushStyleColor(ImGuiCol_Border, theme::line);
  ImGui::PushStyleColor(ImGuiCol_Text, theme::ink);
  ImGui::PushStyleColor(ImGuiCol_TextDisabled, theme::faint);
  // Tab is ours.
#if IMGUI_VERSION_NUM < 18940
  ImGui::PushAllowKeyboardFocus(false);
#else
  ImGui::PushTabStop(false);
#endif
  if (focused_ && std::exchange(typing_wanted_, false)) {
    ImGui::SetWindowFocus();  // 1.90.1 looks for the field only in the window that has the focus
    ImGui::SetKeyboardFocusHere();
  }
  const bool entered = ImGui::InputTextWithHint(("##" + name).c_str(), hint, typed.buffer.data(), typed.buffer.size(),
                                                ImGuiInputTextFlags_EnterReturnsTrue);
#if IMGUI_VERSION_NUM < 18940
  ImGui::PopAllowKeyboardFocus();
#else
  ImGui::PopTabStop();
#endif
  if (ImGui::IsItemActive()) {
    focus_ = name;  // clicked: Tab goes on from here
  }
  if (focused_ && scroll_wanted_) {
    ImGui::SetScrollHereY();
    scroll_wanted_ = false;
  }
  focus_ring(rect, theme::rounding);
  ImGui::PopStyleColor(4);
  ImGui::PopStyleVar(3);
  ImGui::PopItemWidth();
  typed.back();
  return entered;
}

}  // namespace dolbang::ui
