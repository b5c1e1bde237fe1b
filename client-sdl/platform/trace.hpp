#pragma once
/// DOLBANG_TRACE: one JSON line whenever what is shown changes, so that a test which sees only the window can know
/// what it sees and where to press. Nothing secret is in it. Positions are in window points from the top left.
///
///   screen        "start", "game"
///   begun, place, over, waiting, watching, moving, opponent_absent, rematch_offered, paused   true or false
///   you, to_move  "black", "white" or ""
///   game, variant what is on the board, or chosen: "omok", "renju"
///   moves         how many have been made, record: all of them as one text
///   rows          the board from its top row down: x black, o white, . empty
///   legal         names of the places the side to move may place on; forbidden: those with an x
///   winning       names of the places of the winning row
///   stage         of an opening with rules of its own, or ""
///   link, url, watch_url, toast, hint
///   black_clock, white_clock   whole seconds left, in a room with a clock
///   squares       name: [x, y], the middle of each place
///   buttons       name: [x, y, width, height] of what can be pressed now
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "client-sdl/app/app.hpp"

namespace dolbang::platform {

class Trace {
 public:
  struct Button {
    std::string name;
    float x, y, width, height;
  };
  struct Spot {
    std::string name;
    float x, y;  ///< in the window
  };
  struct Screen {
    const app::ViewModel& view;
    bool moving;
    std::vector<Spot> places;
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
