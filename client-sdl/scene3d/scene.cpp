#include "client-sdl/scene3d/scene.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "client-sdl/scene3d/animation.hpp"
#include "client-sdl/scene3d/boards/registry.hpp"
#include "client-sdl/scene3d/camera.hpp"
#include "client-sdl/scene3d/picking.hpp"
#include "client-sdl/scene3d/renderer.hpp"

namespace dolbang::scene3d {
namespace {

constexpr Time ghost_fade{90};
constexpr Time mark_fade{120};
constexpr Time win_sweep{450};
constexpr std::size_t max_timelines = 4;  // quick play overlaps two; the oldest gives way

}  // namespace

struct Scene::Impl {
  Theme theme;
  MotionSettings motion;
  BoardView view;
  Geometry geometry{first_board()};
  std::vector<MoveTimeline> timelines;  ///< newest last
  Camera camera{geometry};
  LabelAtlas labels;
  std::unique_ptr<Renderer> renderer;
  bool renderer_is_stale = false;  ///< it was made for another board or font; GL may be called in render() only
  Time now{0};
  bool dirty = true;

  Fade legal;      ///< the dots appear together, after the flips
  Fade last_move;  ///< the ring of view.last_move
  Fade ghost;
  Fade win;  ///< how far the line has run through the winning row

  bool moves_at_once() const { return motion.reduced || motion.speed <= 0; }
  Piece piece(Place place) const { return view.pieces[static_cast<std::size_t>(place)]; }
  PlaceSet pieces() const {
    PlaceSet set;
    for (Place place = 0; place < max_places; ++place)
      if (piece(place) != Piece::none) set.insert(place);
    return set;
  }

  void forget_finished() {
    std::erase_if(timelines, [this](const MoveTimeline& timeline) { return now >= timeline.end(); });
  }

  /// The newest movement of a place which still leads to what the view says; so a pose can never end wrongly.
  std::optional<PiecePose> pose(Place place) const {
    for (auto timeline = timelines.rbegin(); timeline != timelines.rend(); ++timeline) {
      const auto last = timeline->final_piece(place);
      if (!last) continue;
      if (*last != piece(place)) return std::nullopt;
      if (const auto found = timeline->pose(place, now)) return found;
    }
    return std::nullopt;
  }

  void start(const AnimatedMove& move, MoveTimeline::Direction direction) {
    dirty = true;
    if (moves_at_once() || move.piece == Piece::none) return;
    forget_finished();
    if (timelines.size() == max_timelines) timelines.erase(timelines.begin());
    timelines.emplace_back(geometry, move, direction, now, motion.speed);
    fade_in_after(timelines.back().end());
  }

  /// Marks wait until the pieces lie still: dots of the next move under turning pieces would only confuse.
  void fade_in_after(Time rest) {
    legal.set(0);
    legal.go(1, rest, mark_fade);
    last_move.set(0);
    last_move.go(1, rest, mark_fade);
    win.set(0);
    win.go(1, rest, win_sweep);
  }

  /// The first and the last place of the winning row: along any line the cells count up.
  std::optional<std::pair<Place, Place>> winning_ends() const {
    std::optional<std::pair<Place, Place>> ends;
    for (int cell = 0; cell < geometry.cells(); ++cell) {
      const Place place = geometry.place_of(cell);
      if (view.winning.contains(place)) ends = {ends ? ends->first : place, place};
    }
    return ends;
  }

  Frame frame() const;
};

Frame Scene::Impl::frame() const {
  Frame frame;
  const auto lying_on = [this](Place place) {
    PieceInstance instance;
    instance.middle = geometry.middle(place) + glm::vec3(0, geometry.piece().height / 2, 0);
    return instance;
  };
  const auto cells = static_cast<std::size_t>(geometry.cells());
  frame.shadows.resize(cells);
  frame.marks.resize(cells);
  const auto row = winning_ends();
  const float swept = win.value(now);
  if (row && swept > 0) {
    const glm::vec3 above(0, geometry.piece().height + 0.02F, 0);
    const glm::vec3 from = geometry.middle(row->first) + above;
    frame.ribbon = Ribbon{from, glm::mix(from, geometry.middle(row->second) + above, swept)};
  }
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const Place place = geometry.place_of(static_cast<int>(cell));
    glm::vec4& marks = frame.marks[cell];
    if (view.legal.contains(place) && view.hover != place)
      marks.x = static_cast<float>(view.counts[static_cast<std::size_t>(place)]) + legal.value(now) * 0.999F;
    if (view.cursor == place) marks.y = 1;
    if (view.hint == place) marks.z = 1;
    if (view.forbidden.contains(place)) marks.w = legal.value(now) * (view.refused == place ? 2.0F : 1.0F);

    const auto moving = pose(place);
    if (!moving && piece(place) == Piece::none) continue;
    const PiecePose at = moving.value_or(PiecePose{piece(place), 0, 0, {1, 0}});
    PieceInstance instance = lying_on(place);
    instance.middle.y += at.lift;
    instance.angle = at.angle;
    instance.axis = at.axis;
    instance.white_up = at.up == Piece::white ? 1.0F : 0.0F;
    instance.will_flip = !moving && view.will_flip.contains(place) ? ghost.value(now) : 0.0F;
    instance.last_move = view.last_move == place ? last_move.value(now) : 0.0F;
    if (row && view.winning.contains(place)) {
      const auto length = static_cast<float>(std::max(geometry.distance(row->first, row->second), 1));
      const float reached = static_cast<float>(geometry.distance(row->first, place)) / length;
      instance.won = glm::clamp((swept * 1.4F - reached) / 0.4F, 0.0F, 1.0F);
    }
    instance.reason = view.reasons.contains(place) ? 1.0F : 0.0F;
    frame.pieces.push_back(instance);
    frame.shadows[cell] = shadow_of(instance, geometry.piece());
  }
  // Near pieces first: what they hide is not shaded.
  std::sort(frame.pieces.begin(), frame.pieces.end(), [this](const PieceInstance& a, const PieceInstance& b) {
    return glm::distance(a.middle, camera.eye()) < glm::distance(b.middle, camera.eye());
  });
  if (view.hover && geometry.has(*view.hover) && view.hover_piece != Piece::none && piece(*view.hover) == Piece::none &&
      !pose(*view.hover)) {
    PieceInstance instance = lying_on(*view.hover);
    instance.white_up = view.hover_piece == Piece::white ? 1.0F : 0.0F;
    instance.opacity = ghost.value(now) * 0.999F;  // below 1: drawn as a ghost
    frame.ghosts.push_back(instance);
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
  impl_->renderer_is_stale = true;
  invalidate();
  return !impl_->labels.distance.empty();
}

void Scene::set_view(const BoardView& view, Time now) {
  Impl& scene = *impl_;
  scene.now = std::max(scene.now, now);
  if (view == scene.view) return;
  const Time rest = std::max(busy_until_rest(), scene.now);
  const Time fade = scene.motion.reduced ? Time{0} : mark_fade;
  if (const BoardKind& kind = view.kind ? *view.kind : first_board(); &kind != &scene.geometry.kind()) {
    scene.geometry = Geometry(kind);
    scene.camera.set_board(scene.geometry);
    scene.timelines.clear();
    scene.renderer_is_stale = true;
  }
  if (view.hover != scene.view.hover || view.hover_piece != scene.view.hover_piece) {
    scene.ghost.set(0);  // off at once (I03), on softly
    if (view.hover) scene.ghost.go(1, scene.now, scene.motion.reduced ? Time{0} : ghost_fade);
  }
  if (view.last_move != scene.view.last_move) {
    scene.last_move.set(0);
    scene.last_move.go(1, rest, fade);
  }
  if (view.legal != scene.view.legal || view.forbidden != scene.view.forbidden) {
    scene.legal.set(0);
    scene.legal.go(1, rest, fade);
  }
  if (view.winning != scene.view.winning) {
    scene.win.set(0);
    scene.win.go(1, rest, scene.moves_at_once() ? Time{0} : win_sweep);
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
  impl_->win.set(1);
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

std::optional<Place> Scene::pick(Point at) const {
  return pick_place(impl_->camera.ray(at), impl_->geometry, impl_->pieces());
}

Point Scene::project(Place place) const {
  if (!impl_->geometry.has(place)) return {};
  glm::vec3 point = impl_->geometry.middle(place);
  if (impl_->piece(place) != Piece::none) point.y = impl_->geometry.piece().height;
  return impl_->camera.project(point);
}

Point Scene::label_anchor(Place place) const {
  if (!impl_->geometry.has(place)) return {};
  return impl_->camera.project(impl_->geometry.middle(place) + glm::vec3(0, 0, -0.42F));
}

bool Scene::update(Time now) {
  Impl& scene = *impl_;
  const Time before = scene.now;
  scene.now = std::max(before, now);
  const auto moves = [before](const Fade& fade) { return !fade.done(before); };
  if (scene.camera.moving() || !scene.timelines.empty() || moves(scene.legal) || moves(scene.last_move) ||
      moves(scene.ghost) || moves(scene.win)) {
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
  if (!scene.renderer || scene.renderer_is_stale) {
    scene.renderer = std::make_unique<Renderer>(scene.geometry, scene.labels);
    scene.renderer_is_stale = false;
  }
  scene.renderer->draw(target, scene.camera, scene.theme, scene.frame());
  scene.dirty = false;
}

void Scene::rebuild() {
  if (impl_->renderer) impl_->renderer->forget();
  impl_->renderer.reset();
  invalidate();
}

}  // namespace dolbang::scene3d
