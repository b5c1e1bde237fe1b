#include "client-sdl/platform/flat_painter.hpp"

#include <imgui.h>

namespace dolbang::platform {

void FlatPainter::forget_font() {
  if (!font_) return;
  SDL_DestroyTexture(font_);
  font_ = nullptr;
}

void FlatPainter::begin_frame() {
  if (font_) return;
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.GetTexDataAsRGBA32(&pixels, &width, &height);
  font_ = SDL_CreateTexture(renderer_, SDL_PIXELFORMAT_ABGR8888, SDL_TEXTUREACCESS_STATIC, width, height);
  if (!font_) return;
  SDL_UpdateTexture(font_, nullptr, pixels, width * 4);
  SDL_SetTextureBlendMode(font_, SDL_BLENDMODE_BLEND);
  SDL_SetTextureScaleMode(font_, SDL_ScaleModeLinear);
}

void FlatPainter::paint(const ImDrawData& data) {
  SDL_RenderSetClipRect(renderer_, nullptr);
  SDL_SetRenderDrawColor(renderer_, 27, 29, 33, 255);
  SDL_RenderClear(renderer_);
  SDL_RenderSetScale(renderer_, data.FramebufferScale.x, data.FramebufferScale.y);
  constexpr int stride = sizeof(ImDrawVert);
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    for (const ImDrawCmd& command : list.CmdBuffer) {
      if (command.UserCallback) continue;  // none of ours
      const SDL_Rect clip{static_cast<int>(command.ClipRect.x), static_cast<int>(command.ClipRect.y),
                          static_cast<int>(command.ClipRect.z - command.ClipRect.x),
                          static_cast<int>(command.ClipRect.w - command.ClipRect.y)};
      if (clip.w <= 0 || clip.h <= 0) continue;
      SDL_RenderSetClipRect(renderer_, &clip);
      const ImDrawVert* vertices = list.VtxBuffer.Data + command.VtxOffset;
      // The layout of ImU32 is that of SDL_Color: red first in memory.
      SDL_RenderGeometryRaw(
          renderer_, font_, &vertices->pos.x, stride, reinterpret_cast<const SDL_Color*>(&vertices->col), stride,
          &vertices->uv.x, stride, list.VtxBuffer.Size - static_cast<int>(command.VtxOffset),
          list.IdxBuffer.Data + command.IdxOffset, static_cast<int>(command.ElemCount), sizeof(ImDrawIdx));
    }
  }
  SDL_RenderSetClipRect(renderer_, nullptr);
}

}  // namespace dolbang::platform
