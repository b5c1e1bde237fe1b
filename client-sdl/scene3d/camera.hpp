#pragma once
/// The camera of the board.
///
/// A perspective camera looks at the board's middle from (yaw, pitch). Its distance is never chosen: it is solved so
/// that the projected slab fills the stage minus the insets, whatever the angle and the window. Zoom and pan are an
/// affine map of the picture after the projection (as with a lens), so that "zoom to the cursor" is exact and the
/// perspective does not change.
#include <glm/glm.hpp>

#include "client-sdl/scene3d/geometry.hpp"

namespace dolbang::scene3d {

struct Orbit {
  float yaw = 0;    ///< degrees; 0: the columns run away from the player
  float pitch = 0;  ///< degrees above the board's plane
  friend bool operator==(const Orbit&, const Orbit&) = default;
};

struct Ray {
  glm::vec3 origin{};
  glm::vec3 direction{};
};

class Camera {
 public:
  static constexpr float fov_degrees = 38;
  static constexpr float min_pitch = 30;
  static constexpr float max_pitch = 89;
  static constexpr float max_yaw = 60;
  static constexpr float min_zoom = 0.8F;
  static constexpr float max_zoom = 2.2F;  ///< of a board of eight cells; a cell of a larger one grows as large
  static constexpr Time preset_time{320};

  static Orbit orbit_of(ViewPreset preset);

  explicit Camera(const Geometry& geometry);

  /// Looks at this board as the last preset does.
  void set_board(const Geometry& geometry);
  void set_stage(const Stage& stage);
  const Stage& stage() const { return stage_; }

  void set_preset(ViewPreset preset);            ///< at once
  void set_preset(ViewPreset preset, Time now);  ///< in motion, cubic in-out
  ViewPreset preset() const { return preset_; }
  void turn(Point by);
  void zoom(float factor, Point at);
  void pan(Point by);
  void finish_motion();
  void update(Time now);
  bool moving() const { return moving_; }

  Orbit orbit() const { return now_.orbit; }
  float zoom() const { return now_.zoom; }

  const glm::mat4& view_projection() const { return view_projection_; }
  glm::vec3 eye() const { return eye_; }
  Point project(glm::vec3 point) const;
  Ray ray(Point at) const;

 private:
  struct Pose {
    Orbit orbit;
    float zoom = 1;
    glm::vec2 shift{0};  ///< of the picture, in normalised device units
  };

  void solve();
  void clamp_shift();

  Slab slab_;
  float zoom_limit_ = max_zoom;
  Stage stage_;
  ViewPreset preset_ = ViewPreset::oblique;
  Pose now_;
  Pose from_;
  Time start_{0};
  bool moving_ = false;

  glm::vec3 eye_{};
  glm::mat4 view_projection_{1};
  glm::mat4 inverse_{1};
  glm::vec2 fit_centre_{0};  ///< where the insets leave room, normalised device units
  glm::vec2 fit_half_{1};
  glm::vec2 box_half_{1};  ///< half the size of the projected slab at zoom 1
};

}  // namespace dolbang::scene3d
