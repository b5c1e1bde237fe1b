#include "client-sdl/scene3d/camera.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace dolbang::scene3d {
namespace {

constexpr float degrees_per_point = 0.3F;

struct Box {
  glm::vec2 low{1e9F};
  glm::vec2 high{-1e9F};
  glm::vec2 half() const { return (high - low) * 0.5F; }
  glm::vec2 centre() const { return (high + low) * 0.5F; }
};

std::array<glm::vec3, 8> corners_of(const Slab& slab) {
  std::array<glm::vec3, 8> corners;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    corners[i] = {(i & 1) ? slab.half.x : -slab.half.x, (i & 2) ? slab.top : slab.bottom,
                  (i & 4) ? slab.half.y : -slab.half.y};
  }
  return corners;
}

glm::vec3 direction_to_eye(Orbit orbit) {
  const float yaw = glm::radians(orbit.yaw);
  const float pitch = glm::radians(orbit.pitch);
  return {std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch)};
}

/// Looks at the origin; made from the angles, so that straight down is no special case.
glm::mat4 view_matrix(Orbit orbit, float distance) {
  const glm::mat4 tilt = glm::rotate(glm::mat4(1), glm::radians(orbit.pitch), glm::vec3(1, 0, 0));
  const glm::mat4 turn = glm::rotate(glm::mat4(1), glm::radians(-orbit.yaw), glm::vec3(0, 1, 0));
  return glm::translate(glm::mat4(1), glm::vec3(0, 0, -distance)) * tilt * turn;
}

glm::mat4 projection(float aspect, float distance) {
  return glm::perspective(glm::radians(Camera::fov_degrees), aspect, distance * 0.2F, distance * 4.0F);
}

Box projected(const std::array<glm::vec3, 8>& corners, const glm::mat4& matrix) {
  Box box;
  for (const glm::vec3& corner : corners) {
    const glm::vec4 clip = matrix * glm::vec4(corner, 1);
    const glm::vec2 at = glm::vec2(clip) / clip.w;
    box.low = glm::min(box.low, at);
    box.high = glm::max(box.high, at);
  }
  return box;
}

float cubic_in_out(float t) { return t < 0.5F ? 4 * t * t * t : 1 - std::pow(2 - 2 * t, 3.0F) / 2; }

}  // namespace

Orbit Camera::orbit_of(ViewPreset preset) { return preset == ViewPreset::top ? Orbit{0, max_pitch} : Orbit{0, 57.5F}; }

Camera::Camera(const Geometry& geometry) { set_board(geometry); }

void Camera::set_board(const Geometry& geometry) {
  slab_ = geometry.slab();
  zoom_limit_ = max_zoom * std::max(geometry.scale(), 1.0F);
  set_preset(preset_);
}

void Camera::set_stage(const Stage& stage) {
  stage_ = stage;
  stage_.width = std::max(stage.width, 1.0F);
  stage_.height = std::max(stage.height, 1.0F);
  solve();
}

void Camera::set_preset(ViewPreset preset) {
  preset_ = preset;
  now_ = {orbit_of(preset), 1, glm::vec2(0)};
  moving_ = false;
  solve();
}

void Camera::set_preset(ViewPreset preset, Time now) {
  preset_ = preset;
  from_ = now_;
  start_ = now;
  moving_ = true;
}

void Camera::turn(Point by) {
  moving_ = false;
  now_.orbit.yaw = std::clamp(now_.orbit.yaw - by.x * degrees_per_point, -max_yaw, max_yaw);
  now_.orbit.pitch = std::clamp(now_.orbit.pitch + by.y * degrees_per_point, min_pitch, max_pitch);
  solve();
}

void Camera::zoom(float factor, Point at) {
  moving_ = false;
  const float before = now_.zoom;
  now_.zoom = std::clamp(before * factor, min_zoom, zoom_limit_);
  const glm::vec2 cursor{2 * at.x / stage_.width - 1, 1 - 2 * at.y / stage_.height};
  now_.shift = cursor - (cursor - fit_centre_ - now_.shift) * (now_.zoom / before) - fit_centre_;
  solve();
}

void Camera::pan(Point by) {
  if (now_.zoom <= 1) return;
  moving_ = false;
  now_.shift += glm::vec2(2 * by.x / stage_.width, -2 * by.y / stage_.height);
  solve();
}

void Camera::finish_motion() {
  if (moving_) set_preset(preset_);
}

void Camera::update(Time now) {
  if (!moving_) return;
  const float t = static_cast<float>((now - start_).count()) / static_cast<float>(preset_time.count());
  if (t >= 1) {
    set_preset(preset_);
    return;
  }
  const float s = cubic_in_out(std::max(t, 0.0F));
  const Orbit to = orbit_of(preset_);
  now_.orbit = {glm::mix(from_.orbit.yaw, to.yaw, s), glm::mix(from_.orbit.pitch, to.pitch, s)};
  now_.zoom = glm::mix(from_.zoom, 1.0F, s);
  now_.shift = glm::mix(from_.shift, glm::vec2(0), s);
  solve();
}

void Camera::solve() {
  const Insets& insets = stage_.insets;
  const float side = stage_.width * insets.sides;
  // A window smaller than its insets still shows a board: at least half of each dimension is used.
  const auto fit = [](float size, float before, float after) {
    const float excess = std::min(1.0F, size * 0.5F / std::max(before + after, 1e-3F));
    return std::pair{before * excess, size - after * excess};
  };
  const auto [left, right] = fit(stage_.width, insets.left + side, insets.right + side);
  const auto [top, bottom] = fit(stage_.height, insets.top, insets.bottom);
  fit_centre_ = {(left + right) / stage_.width - 1, 1 - (top + bottom) / stage_.height};
  fit_half_ = {(right - left) / stage_.width, (bottom - top) / stage_.height};

  const float aspect = stage_.width / stage_.height;
  // The projected size shrinks with the distance: bisection finds the nearest one that fits.
  const auto corners = corners_of(slab_);
  const float extent = std::max(slab_.half.x, slab_.half.y);
  float near = extent * 1.6F;
  float far = extent * 200;
  for (int i = 0; i < 40; ++i) {
    const float distance = std::sqrt(near * far);
    const Box box = projected(corners, projection(aspect, distance) * view_matrix(now_.orbit, distance));
    const bool fits = box.half().x <= fit_half_.x && box.half().y <= fit_half_.y;
    (fits ? far : near) = distance;
  }
  eye_ = direction_to_eye(now_.orbit) * far;
  const glm::mat4 unmoved = projection(aspect, far) * view_matrix(now_.orbit, far);
  const Box box = projected(corners, unmoved);
  box_half_ = box.half();
  clamp_shift();
  const glm::vec2 move = fit_centre_ + now_.shift - box.centre() * now_.zoom;
  const glm::mat4 lens =
      glm::translate(glm::mat4(1), glm::vec3(move, 0)) * glm::scale(glm::mat4(1), glm::vec3(now_.zoom, now_.zoom, 1));
  view_projection_ = lens * unmoved;
  inverse_ = glm::inverse(view_projection_);
}

/// The board may leave the free area only as far as it is larger than it.
void Camera::clamp_shift() {
  const glm::vec2 slack = glm::max(box_half_ * now_.zoom - fit_half_, glm::vec2(0));
  now_.shift = glm::clamp(now_.shift, -slack, slack);
}

Point Camera::project(glm::vec3 point) const {
  const glm::vec4 clip = view_projection_ * glm::vec4(point, 1);
  return {(clip.x / clip.w + 1) * 0.5F * stage_.width, (1 - clip.y / clip.w) * 0.5F * stage_.height};
}

Ray Camera::ray(Point at) const {
  const glm::vec4 far = inverse_ * glm::vec4(2 * at.x / stage_.width - 1, 1 - 2 * at.y / stage_.height, 1, 1);
  return {eye_, glm::normalize(glm::vec3(far) / far.w - eye_)};
}

}  // namespace dolbang::scene3d
