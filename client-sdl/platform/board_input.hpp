#pragma once
/// The pointer over the board. A click places (I04), a drag turns the board and never places (I08), the wheel zooms
/// (I09). One finger is a mouse (SDL makes it one, so that the panel needs no touch of its own); two fingers zoom and
/// move the view, and never place (I16). What belongs to the panel never comes here.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
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

/// Two fingers on the board. From the second finger down until the last one is up there is no click and no drag.
class BoardPinch {
 public:
  using Point = scene3d::Point;
  struct Step {
    float factor;  ///< by which to zoom, about `centre`
    Point centre;
    Point by;  ///< and how far to move the view
  };

  /// True when this is the second finger: whatever the first has begun is off.
  bool press(std::int64_t finger, Point at) {
    for (auto& touch : touches_)
      if (!touch) {
        touch = {finger, at};
        break;
      }
    const bool two = touches_[0] && touches_[1];
    const bool begins = two && !pinching_;
    pinching_ = pinching_ || two;
    return begins;
  }
  std::optional<Step> move(std::int64_t finger, Point at) {
    for (auto& touch : touches_) {
      if (!touch || touch->finger != finger) continue;
      if (!touches_[0] || !touches_[1]) {
        touch->at = at;
        return std::nullopt;
      }
      const Point centre = middle();
      const float apart = distance();
      touch->at = at;
      const Point now = middle();
      return Step{distance() / std::max(apart, 1.0F), now, {now.x - centre.x, now.y - centre.y}};
    }
    return std::nullopt;
  }
  void release(std::int64_t finger) {
    for (auto& touch : touches_)
      if (touch && touch->finger == finger) touch.reset();
    if (!touches_[0] && !touches_[1]) pinching_ = false;
  }
  void cancel() { *this = {}; }
  bool pinching() const { return pinching_; }

 private:
  struct Touch {
    std::int64_t finger;
    Point at;
  };
  Point middle() const {
    return {(touches_[0]->at.x + touches_[1]->at.x) / 2, (touches_[0]->at.y + touches_[1]->at.y) / 2};
  }
  float distance() const {
    return std::hypot(touches_[0]->at.x - touches_[1]->at.x, touches_[0]->at.y - touches_[1]->at.y);
  }

  std::array<std::optional<Touch>, 2> touches_;  ///< a third finger does nothing
  bool pinching_ = false;
};

}  // namespace dolbang::platform
