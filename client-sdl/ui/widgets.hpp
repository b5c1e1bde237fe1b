#pragma once
/// The few widgets of the panel, drawn by ourselves on ImGui's invisible buttons: the mouse is ImGui's, looks and the
/// keyboard's focus are ours (ImGui's own ways through a window differ between its versions). Each widget registers
/// its name and rectangle, each text where it stands.
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
  std::vector<Written> texts;

  /// Before and after the widgets of a frame.
  void begin_frame();
  void end_frame();
  /// See Ui::key. Moves by what the last frame laid out.
  bool key(Key key);
  const std::string& focus() const { return focus_; }

  /// Registers and lays out something pressable; true when pressed.
  bool area(const std::string& name, Rect rect, bool enabled, std::string label);
  /// Of the newest area: under the pointer, or where the keyboard is.
  bool hot() const { return hot_; }
  /// Registers something that can only be read.
  void note(std::string name, Rect rect, std::string label) {
    list.push_back({std::move(name), rect, std::move(label), false});
  }

  bool button(const std::string& name, Rect rect, const std::string& label, Look look = Look::plain,
              bool enabled = true);
  /// A small button without a box.
  bool link(const std::string& name, Rect rect, const std::string& label);
  bool toggle(const std::string& name, Rect rect, const std::string& label, bool on);
  /// One of several: the index that was pressed, or -1. Names are NAME.0, NAME.1 ...
  int segmented(const std::string& name, Rect rect, const std::vector<std::string>& labels, int chosen);
  /// True when Enter ended the typing.
  bool input(const std::string& name, Rect rect, std::string& text, const char* hint, std::size_t limit);

  /// One line from a point; the width it took.
  float text(ImFont* font, float x, float y, ImU32 colour, std::string_view text);
  /// One line in the middle of a height, shortened with an ellipsis when it would not fit; the width it took.
  float fitted(ImFont* font, Rect rect, ImU32 colour, std::string_view text);
  /// Wrapped to a width; the height it took.
  float wrapped(ImFont* font, float x, float y, float width, ImU32 colour, const std::string& text);
  /// In the middle of a rectangle, smaller when it would not fit.
  void centred(ImFont* font, Rect rect, ImU32 colour, const std::string& text);
  void disc(float x, float y, float radius, Side side);
  void box(Rect rect, ImU32 fill, float rounding, ImU32 edge = 0, float edge_width = 1);
  void focus_ring(Rect rect, float rounding);

 private:
  ImDrawList& paint() { return *ImGui::GetWindowDrawList(); }
  Rect window() const;
  void go_to(const Widget& widget);
  void walk(int step);
  void walk_towards(Key key);

  Fonts& fonts_;
  std::string focus_;           ///< the widget that has the keyboard's focus; empty: none
  std::string pressed_;         ///< pressed by the keyboard, told by the next area() of that name
  bool typing_wanted_ = false;  ///< the focus came to a field: let the typing begin
  bool scroll_wanted_ = false;  ///< the focus may be out of sight
  bool hot_ = false;
  bool focused_ = false;  ///< the newest area has the focus
};

ImVec2 size_of(ImFont* font, std::string_view text);

}  // namespace dolbang::ui
