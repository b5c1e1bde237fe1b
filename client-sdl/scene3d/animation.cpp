#include "client-sdl/scene3d/animation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

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

MoveTimeline::MoveTimeline(const Geometry& geometry, AnimatedMove move, Direction direction, Time start, float speed)
    : geometry_(geometry), move_(move), direction_(direction), start_(start), speed_(speed) {
  if (direction_ == Direction::undo) speed_ *= undo_speed;
  length_ = ms(drop_time);
  for (Place place = 0; place < max_places; ++place) {
    if (!move_.flipped.contains(place)) continue;
    const float begin = forward_begin(place);
    last_flip_ = std::max(last_flip_, begin);
    length_ = std::max(length_, begin + ms(flip_time));
  }
}

float MoveTimeline::forward_begin(Place place) const {
  return ms(flips_start) + ms(flip_delay) * static_cast<float>(geometry_.distance(move_.place, place) - 1);
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

Time MoveTimeline::flip_begin(Place place) const {
  const float begin = forward_begin(place);
  return on_clock(direction_ == Direction::forward ? begin : begin + ms(flip_time));
}

Time MoveTimeline::accepts_input() const {
  // Backwards, the flips of the nearest discs come last: they pass 90 degrees half a flip after the first one's begin.
  const float forward = direction_ == Direction::forward ? last_flip_ : ms(flips_start);
  return last_flip_ < 0 ? end() : on_clock(forward + ms(flip_time) / 2);
}

std::optional<Piece> MoveTimeline::final_piece(Place place) const {
  const bool forward = direction_ == Direction::forward;
  if (place == move_.place) return forward ? move_.piece : Piece::none;
  if (move_.flipped.contains(place)) return forward ? move_.piece : other(move_.piece);
  return std::nullopt;
}

std::optional<PiecePose> MoveTimeline::pose(Place place, Time now) const {
  if (now >= end()) return std::nullopt;
  const float t = forward_time(now);
  if (place == move_.place)
    return PiecePose{move_.piece, drop_lift(std::clamp(t / ms(drop_time), 0.0F, 1.0F)), 0, {1, 0}};
  if (!move_.flipped.contains(place)) return std::nullopt;

  const float begin = forward_begin(place);
  const float part = std::clamp((t - begin) / ms(flip_time), 0.0F, 1.0F);
  // It rolls away from the placed disc, over an axis across the line.
  const glm::vec3 way = geometry_.middle(place) - geometry_.middle(move_.place);
  const glm::vec2 axis = glm::normalize(glm::vec2(way.z, -way.x));
  const float turned = smooth(part) * std::numbers::pi_v<float>;
  return PiecePose{other(move_.piece), flip_lift * std::sin(part * std::numbers::pi_v<float>), turned, axis};
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
