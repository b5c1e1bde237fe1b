#pragma once
/// The panel, the table and what lies over the board, in Dear ImGui with an own calm style.
///
/// Draws from the app's view and calls its actions; keeps nothing but what is being typed and which tab is open.
/// The board itself is drawn by scene3d behind it, in the rectangle that draw() returns. All on the window's thread.
/// Uses only what ImGui 1.86 and newer versions have in common.
#include <memory>
#include <string>
#include <vector>

#include "client-sdl/app/app.hpp"
#include "client-sdl/i18n/i18n.hpp"

namespace dolbang::ui {

/// In window points from the top left.
struct Rect {
  float x = 0, y = 0, width = 0, height = 0;
};

/// Something that can be pressed or typed into, as it was drawn: "button.undo", "cell.f5". For tests and traces.
struct Widget {
  std::string name;
  Rect rect;
  std::string label;   ///< what a screen reader would say: "f5, legal, flips 3" (T12)
  bool enabled = true;
};

class Ui {
 public:
  Ui();
  ~Ui();
  Ui(const Ui&) = delete;
  Ui& operator=(const Ui&) = delete;

  /// Before ImGui's NewFrame: builds the font atlas for a language and for the letters of names that the last frame
  /// lacked. True: the atlas is new, its texture has to be made again.
  bool prepare(i18n::Language language);
  /// Between NewFrame and EndFrame. Where the board is to stand.
  Rect draw(app::App& app, i18n::Language language);
  /// What the last draw() laid out.
  const std::vector<Widget>& widgets() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace dolbang::ui
