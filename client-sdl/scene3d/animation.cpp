#include "client-sdl/scene3d/animation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "client-sdl/scene3d/geometry.hpp"

namespace dolbang::scene3d {
namespace {

float ms(Time time) { return static_cast<float>(time.count()); }

/// Down in three quarters of the time, slowing, then one tiny bounce (3 % of the height): it settles, unsquashed.
float drop_lift(float t) {
  constexpr float landed = 0.75F;
  if (t >= 1) return 0;
  if (t < landed) {
    const float left = 1 - t / landed;
    return MoveTimeline::drop_height * left * left;
  }
  return 0.03F * MoveTimeline::drop_height * std::sin(std::numbers::pi_v<float> * (t - landed) / (1 - landed));
}

float smooth(float t) { return t * t * (3 - 2 * t); }

}  // namespace

MoveTimeline::MoveTimeline(AnimatedMove move, Direction direction, Time start, float speed)
    : move_(move), direction_(direction), start_(start), speed_(speed) {
  if (direction_ == Direction::undo) speed_ *= undo_speed;
  length_ = ms(drop_time);
  for (Square square = 0; square < square_count; ++square) {
    if (!has(move_.flipped, square)) continue;
    const float begin = ms(flips_start) + ms(flip_delay) * static_cast<float>(distance(move_.square, square) - 1);
    last_flip_ = std::max(last_flip_, begin);
    length_ = std::max(length_, begin + ms(flip_time));
  }
}

int MoveTimeline::distance(Square from, Square to) {
  return std::max(std::abs(geometry::column_of(from) - geometry::column_of(to)),
                  std::abs(geometry::row_of(from) - geometry::row_of(to)));
}

float MoveTimeline::forward_time(Time now) const {
  const float played = ms(now - start_) * speed_;
  return direction_ == Direction::forward ? played : length_ - played;
}

Time MoveTimeline::on_clock(float forward) const {
  const float played = direction_ == Direction::forward ? forward : length_ - forward;
  return start_ + Time{static_cast<Time::rep>(std::ceil(played / speed_))};
}

Time MoveTimeline::end() const { return start_ + Time{static_cast<Time::rep>(std::ceil(length_ / speed_))}; }

Time MoveTimeline::flip_begin(Square square) const {
  const float begin = ms(flips_start) + ms(flip_delay) * static_cast<float>(distance(move_.square, square) - 1);
  return on_clock(direction_ == Direction::forward ? begin : begin + ms(flip_time));
}

Time MoveTimeline::accepts_input() const {
  // Backwards, the flips of the nearest discs come last: they pass 90 degrees half a flip after the first one's begin.
  const float forward = direction_ == Direction::forward ? last_flip_ : ms(flips_start);
  return last_flip_ < 0 ? end() : on_clock(forward + ms(flip_time) / 2);
}

std::optional<Disc> MoveTimeline::final_disc(Square square) const {
  const bool forward = direction_ == Direction::forward;
  if (square == move_.square) return forward ? move_.disc : Disc::none;
  if (has(move_.flipped, square)) return forward ? move_.disc : other(move_.disc);
  return std::nullopt;
}

std::optional<DiscPose> MoveTimeline::pose(Square square, Time now) const {
  if (now >= end()) return std::nullopt;
  const float t = forward_time(now);
  if (square == move_.square)
    return DiscPose{move_.disc, drop_lift(std::clamp(t / ms(drop_time), 0.0F, 1.0F)), 0, {1, 0}};
  if (!has(move_.flipped, square)) return std::nullopt;

  const float begin = ms(flips_start) + ms(flip_delay) * static_cast<float>(distance(move_.square, square) - 1);
  const float part = std::clamp((t - begin) / ms(flip_time), 0.0F, 1.0F);
  // It rolls away from the placed disc, over an axis across the line.
  const glm::vec3 way = geometry::middle(square) - geometry::middle(move_.square);
  const glm::vec2 axis = glm::normalize(glm::vec2(way.z, -way.x));
  const float turned = smooth(part) * std::numbers::pi_v<float>;
  return DiscPose{other(move_.disc), flip_lift * std::sin(part * std::numbers::pi_v<float>), turned, axis};
}

void Fade::go(float target, Time start, Time length) {
  from_ = value(start);
  to_ = target;
  start_ = start;
  length_ = length;
}

float Fade::value(Time now) const {
  if (now >= start_ + length_) return to_;
  if (now <= start_) return from_;
  return from_ + (to_ - from_) * ms(now - start_) / ms(length_);
}

}  // namespace dolbang::scene3d
