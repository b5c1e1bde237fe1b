#pragma once
/// The font atlas: four sizes, with the characters that are used.
#include <imgui.h>

#include <set>
#include <string_view>

#include "client-sdl/i18n/i18n.hpp"

namespace dolbang::ui {

class Fonts {
 public:
  /// Builds the atlas when the language is another one or a character is missing; true when it did. Not between
  /// NewFrame and EndFrame.
  bool prepare(i18n::Language language);
  /// Notes the characters of a text that is not ours (a name): they come with the next prepare().
  void need(std::string_view text);

  ImFont* small = nullptr;   ///< 13
  ImFont* normal = nullptr;  ///< 15
  ImFont* strong = nullptr;  ///< 18 bold
  ImFont* title = nullptr;   ///< 28 bold

 private:
  std::set<ImWchar> extra_;
  bool stale_ = true;
  i18n::Language language_ = i18n::Language::english;
  ImVector<ImWchar> ranges_;  ///< ImGui keeps a pointer to it
};

}  // namespace dolbang::ui
