#pragma once
/// The panel, the table and what lies over the board, in Dear ImGui with an own calm style.
///
/// Draws from the app's view and calls its actions; keeps nothing but what is being typed, which tab is open and what
/// has the keyboard's focus. The board itself is drawn by scene3d behind it, where draw() says. All on the window's
/// thread. Uses only what ImGui 1.86 and newer versions have in common.
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

/// Where the board is to stand, and how much of its top and bottom is covered.
struct Stage : Rect {
  float inset = 64;
};

/// Something that can be pressed or typed into, as it was drawn: "button.undo", "cell.f5". For tests and traces.
struct Widget {
  std::string name;
  Rect rect;
  std::string label;  ///< what a screen reader would say: "f5, legal, flips 3" (T12)
  bool enabled = true;
};

/// A line of text as it was drawn.
struct Written {
  std::string text;
  Rect rect;
  Rect room;         ///< the widget or window that it has to stay inside
  bool cut = false;  ///< shortened, with an ellipsis
  float scale = 1;   ///< below 1: made smaller to fit
};

/// What the keyboard can ask of the panel (I22).
enum class Key { next, previous, left, right, up, down, press, leave };

class Ui {
 public:
  Ui();
  ~Ui();
  Ui(const Ui&) = delete;
  Ui& operator=(const Ui&) = delete;

  /// Before ImGui's NewFrame: builds the font atlas for a language and for the letters of names that the last frame
  /// lacked. True: the atlas is new, its texture has to be made again.
  bool prepare(i18n::Language language);
  /// Between NewFrame and EndFrame.
  Stage draw(app::App& app, i18n::Language language);
  /// Takes a key between two frames; false: it is not for the panel. `next` and `previous` begin to walk through the
  /// panel, `leave` or the mouse end it; only then the other keys are the panel's.
  bool key(Key key);
  /// Without a board: says so where it would be, so that the table is found (T11).
  void set_flat(bool flat);
  bool has_focus() const { return !focus().empty(); }
  /// The name of the widget that has the keyboard's focus; empty: none.
  const std::string& focus() const;

  /// What the last draw() laid out.
  const std::vector<Widget>& widgets() const;
  const std::vector<Written>& texts() const;
  /// The tool tip beside the pointer; empty: none.
  const std::string& tooltip() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace dolbang::ui
