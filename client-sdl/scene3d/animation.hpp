#pragma once
/// Movement as a pure function of time.
///
/// A MoveTimeline knows when each disc of one move is where; asked for a time it answers with a pose. It holds no
/// state, so that stopping it anywhere is merely not asking any more. A Fade is the same for one opacity.
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>

#include "client-sdl/scene3d/geometry.hpp"

namespace dolbang::scene3d {

/// How one piece lies at a moment.
struct PiecePose {
  Piece up = Piece::none;  ///< the colour above at angle 0
  float lift = 0;          ///< above its place on the board
  float angle = 0;         ///< radians around `axis`
  glm::vec2 axis{1, 0};    ///< x and z of the horizontal axis
};

class MoveTimeline {
 public:
  static constexpr Time drop_time{140};
  static constexpr Time flips_start{110};  ///< the disc has as good as landed; keeps the longest move within 650
  static constexpr Time flip_time{260};
  static constexpr Time flip_delay{55};  ///< a ring of distance later
  static constexpr float drop_height = 0.35F;
  static constexpr float flip_lift = 0.45F;
  static constexpr float undo_speed = 1.6F;

  enum class Direction : std::uint8_t { forward, undo };

  MoveTimeline(const Geometry& geometry, AnimatedMove move, Direction direction, Time start, float speed);

  const AnimatedMove& move() const { return move_; }
  /// Where the piece of this place is; none when the move does not concern it, or is over.
  std::optional<PiecePose> pose(Place place, Time now) const;
  /// What lies on the place when all is over; none when the move does not concern it.
  std::optional<Piece> final_piece(Place place) const;
  /// When the piece of `place` starts to turn, on the caller's clock.
  Time flip_begin(Place place) const;
  Time accepts_input() const;  ///< the last flip passes 90 degrees
  Time end() const;

 private:
  float forward_begin(Place place) const;
  float forward_time(Time now) const;
  Time on_clock(float forward) const;

  Geometry geometry_;
  AnimatedMove move_;
  Direction direction_;
  Time start_;
  float speed_;
  float length_ = 0;      ///< milliseconds at speed 1, played forward
  float last_flip_ = -1;  ///< when the last flip begins, likewise; negative: none
};

/// An opacity on its way.
class Fade {
 public:
  void set(float target) {
    from_ = to_ = target;
    length_ = Time{0};
  }
  void go(float target, Time start, Time length);
  float value(Time now) const;
  bool done(Time now) const { return now >= start_ + length_; }
  float target() const { return to_; }

 private:
  float from_ = 0;
  float to_ = 0;
  Time start_{0};
  Time length_{0};
};

}  // namespace dolbang::scene3d
