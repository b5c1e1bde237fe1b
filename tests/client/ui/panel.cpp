#include "tests/client/ui/panel.hpp"

namespace dolbang::ui_test {

Panel::Panel(app::Desk& desk, i18n::Language wanted, Size wanted_size)
    : language(wanted), size(wanted_size), desk_(&desk), context_(ImGui::CreateContext()) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
}

Panel::~Panel() { ImGui::DestroyContext(context_); }

void Panel::frame() {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {size.width, size.height};
  io.DeltaTime = 1.0F / 60;
  if (ui.prepare(language) && on_new_atlas) on_new_atlas();
#if IMGUI_VERSION_NUM < 18700
  io.MousePos = {mouse_x_, mouse_y_};
  io.MouseDown[0] = mouse_down_;
#else
  io.AddMousePosEvent(mouse_x_, mouse_y_);
  io.AddMouseButtonEvent(0, mouse_down_);
#endif
  ImGui::NewFrame();
  stage = ui.draw(*desk_->app, language);
  ImGui::Render();
  desk_->frame();
}

void Panel::settle() {
  for (int i = 0; i < 4; ++i) frame();
}

const ui::Widget* Panel::find(std::string_view name) const {
  for (const ui::Widget& widget : ui.widgets())
    if (widget.name == name) return &widget;
  return nullptr;
}

void Panel::point_at(float x, float y) {
  mouse_x_ = x;
  mouse_y_ = y;
  settle();
}

void Panel::mouse_button(bool down) {
  mouse_down_ = down;
  frame();
}

bool Panel::press(std::string_view name) {
  const ui::Widget* widget = find(name);
  if (!widget || !widget->enabled) return false;
  const float x = widget->rect.x + widget->rect.width / 2, y = widget->rect.y + widget->rect.height / 2;
  if (x < 0 || y < 0 || x >= size.width || y >= size.height) return false;
  point_at(x, y);
  mouse_button(true);
  mouse_button(false);
  settle();
  return true;
}

bool Panel::key(ui::Key key) {
  const bool taken = ui.key(key);
  settle();
  return taken;
}

}  // namespace dolbang::ui_test
