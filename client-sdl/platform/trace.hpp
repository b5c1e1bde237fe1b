#pragma once
/// DOLBANG_TRACE: one JSON line whenever what is shown changes, so that a test which sees only the window can know
/// what it sees and where to press. Nothing secret is in it. Positions are in window points from the top left.
///
///   screen        "start", "game"
///   begun, place, over, waiting, watching, moving, opponent_absent, rematch_offered   true or false
///   you, to_move  "black", "white" or ""
///   moves         how many have been made
///   rows          the board, row 1 first: x black, o white, . empty
///   legal         names of the squares the side to move may place on
///   link, url, toast, language
///   squares       name: [x, y], the middle of each square
///   buttons       name: [x, y, width, height] of what can be pressed now
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "client-sdl/app/app.hpp"
#include "client-sdl/scene3d/scene_types.hpp"

namespace dolbang::platform {

class Trace {
 public:
  struct Button {
    std::string name;
    float x, y, width, height;
  };
  struct Screen {
    const app::ViewModel& view;
    bool moving;
    std::array<scene3d::Point, 64> squares;  ///< in the window
    std::vector<Button> buttons;
  };

  /// Off when the path is empty.
  explicit Trace(const char* path);
  bool is_on() const { return file_.is_open(); }
  void write(const Screen& screen);

 private:
  std::ofstream file_;
  std::string last_;
};

}  // namespace dolbang::platform
