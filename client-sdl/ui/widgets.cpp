#include "client-sdl/ui/widgets.hpp"

#include <algorithm>
#include <cfloat>

#include "client-sdl/ui/theme.hpp"

namespace dolbang::ui {
namespace {

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

void Widgets::text(ImFont* font, float x, float y, ImU32 colour, std::string_view text) {
  paint().AddText(font, font->FontSize, {x, y}, colour, text.data(), text.data() + text.size());
}

float Widgets::wrapped(ImFont* font, float x, float y, float width, ImU32 colour, const std::string& text) {
  paint().AddText(font, font->FontSize, {x, y}, colour, text.data(), text.data() + text.size(), width);
  return font->CalcTextSizeA(font->FontSize, FLT_MAX, width, text.data(), text.data() + text.size()).y;
}

void Widgets::centred(ImFont* font, Rect rect, ImU32 colour, const std::string& text) {
  const ImVec2 size = size_of(font, text);
  const float room = rect.width - 12;
  const float scale = size.x > room && size.x > 0 ? std::max(0.5F, room / size.x) : 1.0F;
  const float x = rect.x + (rect.width - size.x * scale) / 2;
  const float y = rect.y + (rect.height - size.y * scale) / 2;
  paint().AddText(font, font->FontSize * scale, {x, y}, colour, text.data(), text.data() + text.size());
}

void Widgets::box(Rect rect, ImU32 fill, float rounding, ImU32 edge, float edge_width) {
  paint().AddRectFilled(low(rect), high(rect), fill, rounding);
  if (edge != 0) paint().AddRect(low(rect), high(rect), edge, rounding, 0, edge_width);
}

void Widgets::disc(float x, float y, float radius, Side side) {
  paint().AddCircleFilled({x, y}, radius, side == Side::black ? theme::black_disc : theme::white_disc, 32);
  paint().AddCircle({x, y}, radius, side == Side::black ? theme::muted : theme::line, 32, 1.0F);
}

void Widgets::focus_ring(Rect rect, float rounding) {
  if (!ImGui::IsItemFocused() || !ImGui::GetIO().NavVisible) return;
  paint().AddRect({rect.x - 2, rect.y - 2}, {rect.x + rect.width + 2, rect.y + rect.height + 2}, theme::ink, rounding + 2, 0, 2);
}

bool Widgets::area(const char* name, Rect rect, bool enabled, std::string label) {
  list.push_back({name, rect, std::move(label), enabled});
  ImGui::SetCursorScreenPos(low(rect));
  if (!enabled) {
    ImGui::Dummy({rect.width, rect.height});
    return false;
  }
  return ImGui::InvisibleButton(name, {rect.width, rect.height});
}

bool Widgets::button(const char* name, Rect rect, const std::string& label, Look look, bool enabled) {
  const bool pressed = area(name, rect, enabled, label);
  const bool hot = enabled && (ImGui::IsItemHovered() || ImGui::IsItemActive());
  ImU32 fill = hot ? theme::card_hover : theme::card;
  ImU32 colour = enabled ? theme::ink : theme::rgb(0x6E737C);
  ImU32 edge = theme::line;
  if (look == Look::primary && enabled) {
    fill = hot ? theme::accent_hover : theme::accent;
    colour = theme::ink_on_accent;
    edge = 0;
  }
  if (look == Look::danger && enabled) colour = theme::danger;
  if (look == Look::quiet) {
    fill = hot ? theme::card_hover : theme::overlay;
    edge = 0;
  }
  box(rect, fill, theme::rounding, edge);
  centred(fonts_.normal, rect, colour, label);
  if (enabled) focus_ring(rect, theme::rounding);
  return pressed;
}

bool Widgets::toggle(const char* name, Rect rect, const std::string& label, bool on) {
  const bool pressed = area(name, rect, true, label);
  const ImVec2 size = size_of(fonts_.normal, label);
  text(fonts_.normal, rect.x, rect.y + (rect.height - size.y) / 2, theme::ink, label);
  const Rect track{rect.x + rect.width - 46, rect.y + (rect.height - 26) / 2, 46, 26};
  box(track, on ? theme::accent : theme::line, 13);
  paint().AddCircleFilled({on ? track.x + 33 : track.x + 13, track.y + 13}, 10, theme::white_disc, 32);
  focus_ring(rect, 6);
  return pressed;
}

int Widgets::segmented(const char* name, Rect rect, const std::vector<std::string>& labels, int chosen) {
  box(rect, theme::overlay, theme::rounding, theme::line);
  const float width = rect.width / static_cast<float>(labels.size());
  int pressed = -1;
  for (int i = 0; i < static_cast<int>(labels.size()); ++i) {
    const Rect part{rect.x + width * static_cast<float>(i) + 3, rect.y + 3, width - 6, rect.height - 6};
    const std::string full = std::string(name) + "." + std::to_string(i);
    if (area(full.c_str(), part, true, labels[static_cast<std::size_t>(i)])) pressed = i;
    const bool hot = ImGui::IsItemHovered();
    if (i == chosen)
      box(part, theme::rgb(0x474C57), 8);
    else if (hot)
      box(part, theme::card_hover, 8);
    centred(fonts_.normal, part, i == chosen ? theme::ink : theme::muted, labels[static_cast<std::size_t>(i)]);
    focus_ring(part, 8);
  }
  return pressed;
}

bool Widgets::input(const char* name, Rect rect, std::string& text, const char* hint, std::size_t limit) {
  list.push_back({name, rect, hint, true});
  Typed typed(text, limit);
  ImGui::SetCursorScreenPos(low(rect));
  ImGui::PushItemWidth(rect.width);
  const float pad = (rect.height - ImGui::GetFontSize()) / 2;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {12, pad});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, theme::rounding);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, theme::rgb(0x1B1D21));
  ImGui::PushStyleColor(ImGuiCol_Border, theme::line);
  ImGui::PushStyleColor(ImGuiCol_Text, theme::ink);
  ImGui::PushStyleColor(ImGuiCol_TextDisabled, theme::rgb(0x7E838C));
  const bool entered = ImGui::InputTextWithHint((std::string("##") + name).c_str(), hint, typed.buffer.data(),
                                                typed.buffer.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  focus_ring(rect, theme::rounding);
  ImGui::PopStyleColor(4);
  ImGui::PopStyleVar(3);
  ImGui::PopItemWidth();
  typed.back();
  return entered;
}

}  // namespace dolbang::ui
