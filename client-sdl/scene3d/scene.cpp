#include "client-sdl/scene3d/scene.hpp"

#include <algorithm>
#include <vector>

#include "client-sdl/scene3d/animation.hpp"
#include "client-sdl/scene3d/camera.hpp"
#include "client-sdl/scene3d/geometry.hpp"
#include "client-sdl/scene3d/picking.hpp"
#include "client-sdl/scene3d/renderer.hpp"

namespace dolbang::scene3d {
namespace {

constexpr Time ghost_fade{90};
constexpr Time mark_fade{120};
constexpr std::size_t max_timelines = 4;  // quick play overlaps two; the oldest gives way

SquareSet disc_squares(const BoardView& view) {
  SquareSet set = 0;
  for (Square square = 0; square < square_count; ++square) {
    if (view.discs[static_cast<std::size_t>(square)] != Disc::none) set |= bit(square);
  }
  return set;
}

}  // namespace

struct Scene::Impl {
  Theme theme;
  MotionSettings motion;
  BoardView view;
  std::vector<MoveTimeline> timelines;  ///< newest last
  Camera camera;
  LabelAtlas labels;
  std::unique_ptr<Renderer> renderer;
  Time now{0};
  bool dirty = true;

  Fade legal;      ///< the dots appear together, after the flips
  Fade last_move;  ///< the ring of view.last_move
  Fade ghost;

  bool moves_at_once() const { return motion.reduced || motion.speed <= 0; }
  Disc disc(Square square) const { return view.discs[static_cast<std::size_t>(square)]; }

  void forget_finished() {
    std::erase_if(timelines, [this](const MoveTimeline& timeline) { return now >= timeline.end(); });
  }

  /// The newest movement of a square which still leads to what the view says; so a pose can never end wrongly.
  std::optional<DiscPose> pose(Square square) const {
    for (auto timeline = timelines.rbegin(); timeline != timelines.rend(); ++timeline) {
      const auto last = timeline->final_disc(square);
      if (!last) continue;
      if (*last != disc(square)) return std::nullopt;
      if (const auto found = timeline->pose(square, now)) return found;
    }
    return std::nullopt;
  }

  void start(const AnimatedMove& move, MoveTimeline::Direction direction) {
    dirty = true;
    if (moves_at_once() || move.disc == Disc::none) return;
    forget_finished();
    if (timelines.size() == max_timelines) timelines.erase(timelines.begin());
    timelines.emplace_back(move, direction, now, motion.speed);
    fade_in_after(timelines.back().end());
  }

  /// Marks wait until the discs lie still: dots of the next move under turning discs would only confuse.
  void fade_in_after(Time rest) {
    legal.set(0);
    legal.go(1, rest, mark_fade);
    last_move.set(0);
    last_move.go(1, rest, mark_fade);
  }

  Frame frame() const;
};

Frame Scene::Impl::frame() const {
  Frame frame;
  for (Square square = 0; square < square_count; ++square) {
    const auto moving = pose(square);
    if (!moving && disc(square) == Disc::none) continue;
    const DiscPose at = moving.value_or(DiscPose{disc(square), 0, 0, {1, 0}});
    DiscInstance instance;
    instance.middle = geometry::middle(square) + glm::vec3(0, geometry::disc_height / 2 + at.lift, 0);
    instance.angle = at.angle;
    instance.axis = at.axis;
    instance.white_up = at.up == Disc::white ? 1.0F : 0.0F;
    instance.will_flip = !moving && has(view.will_flip, square) ? ghost.value(now) : 0.0F;
    instance.last_move = view.last_move == square ? last_move.value(now) : 0.0F;
    frame.discs.push_back(instance);
    frame.shadows[static_cast<std::size_t>(square)] = shadow_of(instance);
  }
  // Near discs first: what they hide is not shaded.
  std::sort(frame.discs.begin(), frame.discs.end(), [this](const DiscInstance& a, const DiscInstance& b) {
    return glm::distance(a.middle, camera.eye()) < glm::distance(b.middle, camera.eye());
  });
  if (view.hover && view.to_move != Disc::none && disc(*view.hover) == Disc::none && !pose(*view.hover)) {
    DiscInstance instance;
    instance.middle = geometry::middle(*view.hover) + glm::vec3(0, geometry::disc_height / 2, 0);
    instance.white_up = view.to_move == Disc::white ? 1.0F : 0.0F;
    instance.opacity = ghost.value(now) * 0.999F;  // below 1: drawn as a ghost
    frame.ghosts.push_back(instance);
  }
  for (Square square = 0; square < square_count; ++square) {
    glm::vec4& marks = frame.marks[static_cast<std::size_t>(square)];
    if (has(view.legal, square) && view.hover != square) marks.x = legal.value(now);
    if (view.cursor == square) marks.y = 1;
    if (view.hint == square) marks.z = 1;
  }
  return frame;
}

Scene::Scene(Theme theme) : impl_(std::make_unique<Impl>()) {
  impl_->theme = theme;
  impl_->legal.set(1);
  impl_->last_move.set(1);
}

Scene::~Scene() = default;

void Scene::set_theme(const Theme& theme) {
  impl_->theme = theme;
  invalidate();
}

void Scene::set_motion(MotionSettings motion) {
  impl_->motion = motion;
  if (impl_->moves_at_once()) skip();
}

bool Scene::set_label_font(std::span<const unsigned char> font) {
  impl_->labels = make_label_atlas(font);
  impl_->renderer.reset();
  invalidate();
  return !impl_->labels.distance.empty();
}

void Scene::set_view(const BoardView& view, Time now) {
  Impl& scene = *impl_;
  scene.now = std::max(scene.now, now);
  if (view == scene.view) return;
  const Time rest = std::max(busy_until_rest(), scene.now);
  const Time fade = scene.motion.reduced ? Time{0} : mark_fade;
  if (view.hover != scene.view.hover || view.to_move != scene.view.to_move) {
    scene.ghost.set(0);  // off at once (I03), on softly
    if (view.hover) scene.ghost.go(1, scene.now, scene.motion.reduced ? Time{0} : ghost_fade);
  }
  if (view.last_move != scene.view.last_move) {
    scene.last_move.set(0);
    scene.last_move.go(1, rest, fade);
  }
  if (view.legal != scene.view.legal) {
    scene.legal.set(0);
    scene.legal.go(1, rest, fade);
  }
  scene.view = view;
  scene.dirty = true;
}

void Scene::animate_move(const AnimatedMove& move, Time now) {
  impl_->now = std::max(impl_->now, now);
  impl_->start(move, MoveTimeline::Direction::forward);
}

void Scene::animate_undo(const AnimatedMove& move, Time now) {
  impl_->now = std::max(impl_->now, now);
  impl_->start(move, MoveTimeline::Direction::undo);
}

void Scene::skip() {
  impl_->timelines.clear();
  impl_->camera.finish_motion();
  impl_->legal.set(1);
  impl_->last_move.set(1);
  invalidate();
}

Time Scene::busy_until_input() const {
  Time until{0};
  for (const MoveTimeline& timeline : impl_->timelines) until = std::max(until, timeline.accepts_input());
  return until;
}

Time Scene::busy_until_rest() const {
  Time until{0};
  for (const MoveTimeline& timeline : impl_->timelines) until = std::max(until, timeline.end());
  return until;
}

void Scene::set_stage(const Stage& stage) {
  if (stage == impl_->camera.stage()) return;
  impl_->camera.set_stage(stage);
  invalidate();
}

void Scene::set_preset(ViewPreset preset, Time now) {
  if (impl_->moves_at_once()) {
    impl_->camera.set_preset(preset);
  } else {
    impl_->camera.set_preset(preset, now);
  }
  invalidate();
}

ViewPreset Scene::preset() const { return impl_->camera.preset(); }

void Scene::turn(Point by) {
  impl_->camera.turn(by);
  invalidate();
}

void Scene::zoom(float factor, Point at) {
  impl_->camera.zoom(factor, at);
  invalidate();
}

void Scene::pan(Point by) {
  impl_->camera.pan(by);
  invalidate();
}

std::optional<Square> Scene::pick(Point at) const {
  return pick_square(impl_->camera.ray(at), disc_squares(impl_->view));
}

Point Scene::project(Square square) const {
  glm::vec3 point = geometry::middle(square);
  if (impl_->disc(square) != Disc::none) point.y = geometry::disc_height;
  return impl_->camera.project(point);
}

bool Scene::update(Time now) {
  Impl& scene = *impl_;
  const Time before = scene.now;
  scene.now = std::max(before, now);
  const auto moves = [before](const Fade& fade) { return !fade.done(before); };
  if (scene.camera.moving() || !scene.timelines.empty() || moves(scene.legal) || moves(scene.last_move) ||
      moves(scene.ghost)) {
    scene.dirty = true;
  }
  scene.camera.update(scene.now);
  scene.forget_finished();
  return scene.dirty;
}

bool Scene::needs_redraw() const { return impl_->dirty; }

void Scene::invalidate() { impl_->dirty = true; }

void Scene::render(const RenderTarget& target) {
  Impl& scene = *impl_;
  if (target.width <= 0 || target.height <= 0) return;
  if (!scene.renderer) scene.renderer = std::make_unique<Renderer>(scene.labels);
  scene.renderer->draw(target, scene.camera, scene.theme, scene.frame());
  scene.dirty = false;
}

void Scene::rebuild() {
  if (impl_->renderer) impl_->renderer->forget();
  impl_->renderer.reset();
  invalidate();
}

}  // namespace dolbang::scene3d
