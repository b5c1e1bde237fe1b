#pragma once
/// The board one looks at: the facade of scene3d.
///
/// The caller owns the window and the GL context (3.3 core or GLES 3.0; 4x MSAA is asked for there) and makes it
/// current before the constructor's first render(), rebuild() and the destructor. Everything lives on the thread of
/// the window. Time comes in with every call; the scene reads no clock.
///
/// Use, in each frame of the window:
///   scene.set_stage(stage);                       // cheap when unchanged
///   scene.set_view(view, now);                    // the position as it is now; cheap when unchanged
///   scene.animate_move(move, now);                // once, right after the set_view that brought the move
///   if (scene.update(now)) scene.render(target);  // nothing moved: no frame, no CPU
///
/// set_view always takes the final position and an animation is laid over it. Forgetting an animation, as skip() and
/// a new position do, can therefore never leave a wrong board.
///
/// render() sets the GL state it needs and afterwards leaves depth test, culling, scissor and blending off, no program,
/// texture or vertex array bound, and the target's framebuffer bound.
#include <memory>
#include <optional>
#include <span>

#include "client-sdl/scene3d/scene_types.hpp"

namespace dolbang::scene3d {

class Scene {
 public:
  explicit Scene(Theme theme = {});
  ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  // What is shown.
  void set_theme(const Theme& theme);
  void set_motion(MotionSettings motion);
  /// The coordinates are drawn in this TrueType/OpenType font (the bytes of a .ttf, .otf or .ttc; they are
  /// not kept). False: the font cannot be read, the board stays without coordinates.
  bool set_label_font(std::span<const unsigned char> font);
  void set_view(const BoardView& view, Time now);

  // Motion.
  /// The view already holds the position after the move.
  void animate_move(const AnimatedMove& move, Time now);
  /// The view already holds the position before the move: the same flips backwards, faster.
  void animate_undo(const AnimatedMove& move, Time now);
  /// Ends every movement, the camera's too, at once.
  void skip();
  /// From when on a new move may be entered: the last flip has passed 90 degrees, or the stone lies.
  Time busy_until_input() const;
  /// When the last piece lies still.
  Time busy_until_rest() const;

  // Camera.
  void set_stage(const Stage& stage);
  /// To the preset, undoing turns, zoom and pan; `now` in motion, or at once with reduced motion.
  void set_preset(ViewPreset preset, Time now);
  ViewPreset preset() const;
  /// A drag by this much turns the board.
  void turn(Point by);
  /// Factor > 1 comes nearer; what is under `at` stays there.
  void zoom(float factor, Point at);
  /// Moves the view when zoomed in; otherwise does nothing.
  void pan(Point by);

  // Geometry.
  /// The place under a point of the stage: the piece that is seen there, otherwise the nearest place (I06); none beside
  /// the board.
  std::optional<Place> pick(Point at) const;
  /// Where the middle of a place (on top of its piece, if it has one) is in the stage.
  Point project(Place place) const;
  /// Where a small label about a place begins, such as why it is forbidden: right above its marker.
  Point label_anchor(Place place) const;

  // Drawing.
  /// Moves everything to `now`; true when a frame must be drawn.
  bool update(Time now);
  bool needs_redraw() const;
  /// Asks for a frame although nothing moved (the window was uncovered).
  void invalidate();
  void render(const RenderTarget& target);
  /// The GL context was lost and a new one is current: forgets all GL names; they are made again by the next render().
  void rebuild();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace dolbang::scene3d
