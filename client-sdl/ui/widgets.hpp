#pragma once
/// The few widgets of the panel, drawn by ourselves on ImGui's invisible buttons: focus, keyboard and mouse are
/// ImGui's, looks are ours. Each registers its name and rectangle.
#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

#include "client-sdl/ui/fonts.hpp"
#include "client-sdl/ui/ui.hpp"

namespace dolbang::ui {

enum class Look { plain, primary, danger, quiet };

class Widgets {
 public:
  explicit Widgets(Fonts& fonts) : fonts_(fonts) {}

  std::vector<Widget> list;

  /// Registers and lays out something pressable; true when pressed.
  bool area(const char* name, Rect rect, bool enabled, std::string label);
  bool button(const char* name, Rect rect, const std::string& label, Look look = Look::plain, bool enabled = true);
  bool toggle(const char* name, Rect rect, const std::string& label, bool on);
  /// One of several: the index that was pressed, or -1. Names are NAME.0, NAME.1 ...
  int segmented(const char* name, Rect rect, const std::vector<std::string>& labels, int chosen);
  bool input(const char* name, Rect rect, std::string& text, const char* hint, std::size_t limit);

  void text(ImFont* font, float x, float y, ImU32 colour, std::string_view text);
  /// Wrapped to a width; the height it took.
  float wrapped(ImFont* font, float x, float y, float width, ImU32 colour, const std::string& text);
  /// In the middle of a rectangle, smaller when it would not fit.
  void centred(ImFont* font, Rect rect, ImU32 colour, const std::string& text);
  void disc(float x, float y, float radius, Side side);
  void box(Rect rect, ImU32 fill, float rounding, ImU32 edge = 0, float edge_width = 1);

 private:
  void focus_ring(Rect rect, float rounding);
  ImDrawList& paint() { return *ImGui::GetWindowDrawList(); }

  Fonts& fonts_;
};

ImVec2 size_of(ImFont* font, std::string_view text);

}  // namespace dolbang::ui
