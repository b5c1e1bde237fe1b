// Draws the client, panel and board, in every state to PNG files without a window, for people to look at:
// dolbang-ui-preview FOLDER [STATE|all] [en|ko|ja] [WIDTHxHEIGHT] [PRESS...]
// PRESS names widgets to click before the picture is taken.
#include <epoxy/gl.h>

#include <imgui.h>

#include <backends/imgui_impl_opengl3.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "client-sdl/ui/picture.hpp"
#include "tests/client/scene/headless.hpp"
#include "tests/client/ui/panel.hpp"
#include "tests/client/ui/states.hpp"

using namespace dolbang;

namespace {

/// A multisampled picture for the scene, and a plain one that the panel is drawn onto.
class Canvas {
 public:
  Canvas(int width, int height) : width_(width), height_(height) {
    glGenFramebuffers(2, framebuffers_);
    glGenRenderbuffers(3, renderbuffers_);
    attach(0, 0, GL_RGBA8, GL_COLOR_ATTACHMENT0, 4);
    attach(0, 1, GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT, 4);
    attach(1, 2, GL_RGBA8, GL_COLOR_ATTACHMENT0, 0);
  }
  ~Canvas() {
    glDeleteFramebuffers(2, framebuffers_);
    glDeleteRenderbuffers(3, renderbuffers_);
  }
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  scene3d::Picture draw(scene3d::Scene& scene, const ui::Rect& stage) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffers_[0]);
    glViewport(0, 0, width_, height_);
    glClearColor(0.106F, 0.114F, 0.129F, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    const int left = static_cast<int>(stage.x), stage_height = static_cast<int>(stage.height);
    scene.render({framebuffers_[0], left, height_ - static_cast<int>(stage.y) - stage_height,
                  static_cast<int>(stage.width), stage_height});
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers_[0]);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffers_[1]);
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffers_[1]);
    glViewport(0, 0, width_, height_);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());

    scene3d::Picture picture{width_, height_, {}, 0};
    const std::size_t row = static_cast<std::size_t>(width_) * 4;
    picture.rgba.resize(row * static_cast<std::size_t>(height_));
    glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, picture.rgba.data());
    for (std::size_t i = 3; i < picture.rgba.size(); i += 4) picture.rgba[i] = 255;
    for (std::size_t y = 0; y < static_cast<std::size_t>(height_) / 2; ++y)
      std::swap_ranges(picture.rgba.begin() + static_cast<std::ptrdiff_t>(y * row),
                       picture.rgba.begin() + static_cast<std::ptrdiff_t>((y + 1) * row),
                       picture.rgba.end() - static_cast<std::ptrdiff_t>((y + 1) * row));
    return picture;
  }

 private:
  void attach(int framebuffer, int renderbuffer, GLenum format, GLenum where, int samples) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffers_[framebuffer]);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffers_[renderbuffer]);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width_, height_);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, where, GL_RENDERBUFFER, renderbuffers_[renderbuffer]);
  }

  int width_, height_;
  GLuint framebuffers_[2] = {};
  GLuint renderbuffers_[3] = {};
};

bool shoot(const ui_test::ShownState& state, i18n::Language language, int width, int height,
           const std::vector<std::string>& presses, const std::string& path) {
  const auto desk = state.make();
  ui_test::Panel panel(*desk, language, {static_cast<float>(width), static_cast<float>(height)});
  ImGui_ImplOpenGL3_Init("#version 330 core");
  panel.on_new_atlas = ImGui_ImplOpenGL3_DestroyDeviceObjects;
  panel.settle();
  for (const std::string& name : presses)
    if (!panel.press(name)) std::fprintf(stderr, "%s: %s cannot be pressed\n", state.name.c_str(), name.c_str());
  ImGui_ImplOpenGL3_NewFrame();
  panel.frame();

  scene3d::Scene scene;
  scene.set_label_font(i18n::font(i18n::Face::bold));
  scene3d::Insets insets;
  insets.top = insets.bottom = panel.stage.inset;
  scene.set_stage({panel.stage.width, panel.stage.height, insets});
  scene.set_preset(
      desk->app->settings().view == app::ViewPreset::top ? scene3d::ViewPreset::top : scene3d::ViewPreset::oblique,
      app::Time{0});
  scene.set_view(ui::picture(desk->view(), desk->app->settings()), app::Time{0});
  scene.skip();
  scene.update(app::Time{10'000});
  Canvas canvas(width, height);
  const bool written = canvas.draw(scene, panel.stage).write_png(path);
  ImGui_ImplOpenGL3_Shutdown();
  return written;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: dolbang-ui-preview FOLDER [STATE|all] [en|ko|ja] [WIDTHxHEIGHT] [PRESS...]\n");
    return 2;
  }
  const std::string folder = argv[1], wanted = argc > 2 ? argv[2] : "all", locale = argc > 3 ? argv[3] : "en";
  int width = 1280, height = 800;
  if (argc > 4 && std::sscanf(argv[4], "%dx%d", &width, &height) != 2) {
    std::fprintf(stderr, "a size looks like 1280x800, not %s\n", argv[4]);
    return 2;
  }
  scene3d::HeadlessGl gl;
  if (!gl.ok()) {
    std::fprintf(stderr, "%s\n", gl.error().c_str());
    return 1;
  }
  for (const auto& state : ui_test::states()) {
    if (wanted != "all" && wanted != state.name) continue;
    const std::string path =
        folder + "/" + state.name + "-" + locale + "-" + std::to_string(width) + "x" + std::to_string(height) + ".png";
    if (!shoot(state, i18n::language_of_locale(locale), width, height, {argv + std::min(argc, 5), argv + argc}, path)) {
      std::fprintf(stderr, "cannot write %s: make the folder first\n", path.c_str());
      return 1;
    }
  }
}
