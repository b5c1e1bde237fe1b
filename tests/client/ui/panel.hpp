#pragma once
/// The panel without a window: ImGui with its input put in by hand. For versions 1.86 and newer.
#include <imgui.h>

#include <functional>
#include <string>
#include <string_view>

#include "client-sdl/ui/ui.hpp"
#include "tests/client/app/fakes.hpp"

namespace dolbang::ui_test {

struct Size {
  float width = 1280, height = 800;
};

class Panel {
 public:
  Panel(app::Desk& desk, i18n::Language language, Size size = {});
  ~Panel();
  Panel(const Panel&) = delete;
  Panel& operator=(const Panel&) = delete;

  void frame();
  /// Shows another desk from now on; the fonts are kept.
  void show(app::Desk& desk) { desk_ = &desk; }
  /// Frames until the layout stands.
  void settle();

  const ui::Widget* find(std::string_view name) const;
  const std::vector<ui::Widget>& widgets() const { return ui.widgets(); }
  /// Moves the mouse onto a widget and clicks; false when there is none or it lies outside the window.
  bool press(std::string_view name);
  void point_at(float x, float y);
  bool key(ui::Key key);
  const std::string& focused() const { return ui.focus(); }
  const std::string& tooltip() const { return ui.tooltip(); }

  ui::Ui ui;
  std::function<void()> on_new_atlas;  ///< for whoever draws
  ui::Stage stage;
  i18n::Language language;
  Size size;

 private:
  void mouse_button(bool down);

  app::Desk* desk_;
  ImGuiContext* context_;
  float mouse_x_ = -1e30F, mouse_y_ = -1e30F;
  bool mouse_down_ = false;
};

}  // namespace dolbang::ui_test
