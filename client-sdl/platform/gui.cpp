#include "client-sdl/platform/gui.hpp"

#include <imgui.h>

#include <backends/imgui_impl_opengl3.h>
#if __has_include(<backends/imgui_impl_sdl2.h>)
#include <backends/imgui_impl_sdl2.h>
#else
#include <backends/imgui_impl_sdl.h>
#endif

#include <cfloat>

namespace dolbang::platform {

Gui::Gui(const Window& window) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // the layout is ours
  io.LogFilename = nullptr;
#if IMGUI_VERSION_NUM >= 18700
  io.ConfigInputTrickleEventQueue = false;  // every event has a frame of its own here
#endif
  if (window.gl()) {
    ImGui_ImplSDL2_InitForOpenGL(window.sdl(), window.gl());
    ImGui_ImplOpenGL3_Init("#version 330 core");
    return;
  }
  flat_.emplace(window.renderer());
#if IMGUI_VERSION_NUM < 18700
  ImGui_ImplSDL2_InitForSDLRenderer(window.sdl());
#else
  ImGui_ImplSDL2_InitForSDLRenderer(window.sdl(), window.renderer());
#endif
}

Gui::~Gui() {
  if (!flat_) ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplSDL2_Shutdown();
  ImGui::DestroyContext();
}

void Gui::event(const SDL_Event& event) {
  ImGui_ImplSDL2_ProcessEvent(&event);
  switch (event.type) {
    case SDL_MOUSEMOTION:
      mouse_x_ = static_cast<float>(event.motion.x);
      mouse_y_ = static_cast<float>(event.motion.y);
      break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
      mouse_x_ = static_cast<float>(event.button.x);
      mouse_y_ = static_cast<float>(event.button.y);
      if (event.type == SDL_MOUSEBUTTONDOWN) {
        buttons_ |= SDL_BUTTON(event.button.button);
      } else {
        buttons_ &= ~SDL_BUTTON(event.button.button);
      }
      break;
    case SDL_WINDOWEVENT:
      if (event.window.event == SDL_WINDOWEVENT_LEAVE && buttons_ == 0) mouse_x_ = mouse_y_ = -FLT_MAX;
      break;
    default: break;
  }
}

void Gui::fonts_changed() {
  if (flat_)
    flat_->forget_font();
  else
    ImGui_ImplOpenGL3_DestroyDeviceObjects();
}

void Gui::begin_frame() {
  if (flat_)
    flat_->begin_frame();
  else
    ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplSDL2_NewFrame();
  // Where the events have the pointer, the board has it too. The backend asks the screen instead, and is wrong by as
  // much as SDL is about where the window stands.
  ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
  io.AddMousePosEvent(mouse_x_, mouse_y_);
#else
  io.MousePos = ImVec2(mouse_x_, mouse_y_);
  io.MouseDown[0] = (buttons_ & SDL_BUTTON_LMASK) != 0;
  io.MouseDown[1] = (buttons_ & SDL_BUTTON_RMASK) != 0;
  io.MouseDown[2] = (buttons_ & SDL_BUTTON_MMASK) != 0;
#endif
  ImGui::NewFrame();
}

void Gui::end_frame() { ImGui::EndFrame(); }

void Gui::render() {
  ImGui::Render();
  if (flat_)
    flat_->paint(*ImGui::GetDrawData());
  else
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool Gui::wants_mouse() const { return ImGui::GetIO().WantCaptureMouse; }
bool Gui::wants_keyboard() const { return ImGui::GetIO().WantTextInput; }

}  // namespace dolbang::platform
