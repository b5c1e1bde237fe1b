#pragma once
/// The mouse over the board: a click places (I04), a drag turns the board and never places (I08), the wheel zooms
/// (I09). What belongs to the panel never comes here.
#include <cmath>
#include <optional>

#include "client-sdl/scene3d/scene_types.hpp"

namespace dolbang::platform {

class BoardMouse {
 public:
  using Point = scene3d::Point;
  static constexpr float drag_threshold = 6;

  void press(Point at) {
    pressed_at_ = last_ = at;
    dragging_ = false;
  }
  /// While the button is down: by how much to turn the board.
  std::optional<Point> move(Point at) {
    if (!pressed_at_) return std::nullopt;
    if (!dragging_ && std::hypot(at.x - pressed_at_->x, at.y - pressed_at_->y) > drag_threshold) dragging_ = true;
    if (!dragging_) return std::nullopt;
    const Point by{at.x - last_.x, at.y - last_.y};
    last_ = at;
    return by;
  }
  /// True when that was a click.
  bool release() {
    const bool click = pressed_at_ && !dragging_;
    cancel();
    return click;
  }
  void cancel() {
    pressed_at_.reset();
    dragging_ = false;
  }
  bool is_down() const { return pressed_at_.has_value(); }
  bool dragging() const { return dragging_; }

 private:
  std::optional<Point> pressed_at_;
  Point last_;
  bool dragging_ = false;
};

}  // namespace dolbang::platform
