#include "client-sdl/scene3d/camera.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>

#include "client-sdl/scene3d/geometry.hpp"
#include "client-sdl/scene3d/picking.hpp"

using namespace dolbang::scene3d;

namespace {

struct Box {
  float left = 1e9F, right = -1e9F, top = 1e9F, bottom = -1e9F;
};

Box slab_in(const Camera& camera) {
  Box box;
  for (const float x : {-geometry::slab_half, geometry::slab_half}) {
    for (const float y : {-geometry::slab_height, geometry::frame_rise}) {
      for (const float z : {-geometry::slab_half, geometry::slab_half}) {
        const Point at = camera.project({x, y, z});
        box.left = std::min(box.left, at.x);
        box.right = std::max(box.right, at.x);
        box.top = std::min(box.top, at.y);
        box.bottom = std::max(box.bottom, at.y);
      }
    }
  }
  return box;
}

constexpr float hair = 0.51F;  // points

bool within_insets(const Camera& camera) {
  const Stage& stage = camera.stage();
  const float side = stage.width * stage.insets.sides;
  const Box box = slab_in(camera);
  return box.left >= stage.insets.left + side - hair && box.right <= stage.width - stage.insets.right - side + hair &&
         box.top >= stage.insets.top - hair && box.bottom <= stage.height - stage.insets.bottom + hair;
}

Stage stage_of(float width, float height) {
  Stage stage;
  stage.width = width;
  stage.height = height;
  return stage;
}

void check_round_trip(const Camera& camera, SquareSet discs) {
  for (Square square = 0; square < square_count; ++square) {
    glm::vec3 point = geometry::middle(square);
    if (has(discs, square)) point.y = geometry::disc_height;
    RC_ASSERT(pick_square(camera.ray(camera.project(point)), discs) == std::optional(square));
  }
}

}  // namespace

TEST_CASE("V01 the board fills the stage and is never cropped, at every size, angle and preset") {
  rc::check("slab inside the insets and touching them in one direction", [] {
    Camera camera;
    camera.set_stage(
        stage_of(static_cast<float>(*rc::gen::inRange(300, 2600)), static_cast<float>(*rc::gen::inRange(300, 1800))));
    camera.turn({static_cast<float>(*rc::gen::inRange(-400, 400)), static_cast<float>(*rc::gen::inRange(-400, 400))});
    RC_ASSERT(within_insets(camera));
    const Stage& stage = camera.stage();
    const Box box = slab_in(camera);
    const bool fills_width = box.right - box.left > stage.width * (1 - 2 * stage.insets.sides) - 1;
    const bool fills_height = box.bottom - box.top > stage.height - stage.insets.top - stage.insets.bottom - 1;
    RC_ASSERT(fills_width || fills_height);
  });
}

TEST_CASE("V02 the presets: oblique looks down at about 57 degrees, top straight down") {
  Camera camera;
  CHECK(camera.orbit().pitch == doctest::Approx(57.5F));
  camera.set_preset(ViewPreset::top);
  const Point near = camera.project({0, 0, 4});
  const Point far = camera.project({0, 0, -4});
  const Point left = camera.project({-4, 0, 0});
  const Point right = camera.project({4, 0, 0});
  CHECK(near.y - far.y == doctest::Approx(right.x - left.x).epsilon(0.01));
}

TEST_CASE("V05 V06 row 8 is near the player and column a on the left in both presets") {
  for (const ViewPreset preset : {ViewPreset::oblique, ViewPreset::top}) {
    Camera camera;
    camera.set_preset(preset);
    const Point a1 = camera.project(geometry::middle(0));
    const Point h8 = camera.project(geometry::middle(63));
    CHECK(a1.x < h8.x);
    CHECK(a1.y < h8.y);
  }
}

TEST_CASE("V03 a drag turns the board with the pointer") {
  Camera camera;
  const Point before = camera.project({0, 0, 4});
  camera.turn({40, 0});
  CHECK(camera.project({0, 0, 4}).x > before.x);
  const float pitch = camera.orbit().pitch;
  camera.turn({0, 20});
  CHECK(camera.orbit().pitch > pitch);
}

TEST_CASE("V08 pitch, yaw and zoom are clamped") {
  Camera camera;
  camera.turn({1e6F, -1e6F});
  CHECK(camera.orbit() == Orbit{-60, 30});
  camera.turn({-1e6F, 1e6F});
  CHECK(camera.orbit() == Orbit{60, 89});
  camera.zoom(100, {10, 10});
  CHECK(camera.zoom() == doctest::Approx(2.2F));
  camera.zoom(0.001F, {10, 10});
  CHECK(camera.zoom() == doctest::Approx(0.8F));
}

TEST_CASE("V04 zoom keeps what is under the cursor where it is") {
  Camera camera;
  camera.set_stage(stage_of(880, 800));
  camera.zoom(1.4F, {440, 400});
  const glm::vec3 point = geometry::middle(42);
  const Point before = camera.project(point);
  camera.zoom(1.2F, before);
  const Point after = camera.project(point);
  CHECK(after.x == doctest::Approx(before.x).epsilon(0.001));
  CHECK(after.y == doctest::Approx(before.y).epsilon(0.001));
}

TEST_CASE("V08 the board cannot be panned away") {
  rc::check("the middle of the stage always shows the slab", [] {
    Camera camera;
    camera.set_stage(stage_of(880, 800));
    const int steps = *rc::gen::inRange(1, 20);
    for (int i = 0; i < steps; ++i) {
      const auto number = [] { return static_cast<float>(*rc::gen::inRange(-900, 900)); };
      if (*rc::gen::arbitrary<bool>()) {
        camera.zoom(*rc::gen::arbitrary<bool>() ? 1.3F : 0.7F, {number(), number()});
      } else {
        camera.pan({number(), number()});
      }
    }
    const Box box = slab_in(camera);
    RC_ASSERT(box.left < 440 && box.right > 440 && box.top < 400 && box.bottom > 400);
  });
}

TEST_CASE("V04 panning does nothing unless zoomed in") {
  Camera camera;
  const glm::mat4 before = camera.view_projection();
  camera.pan({50, 50});
  CHECK(camera.view_projection() == before);
  camera.zoom(2, {440, 400});
  const glm::mat4 zoomed = camera.view_projection();
  camera.pan({50, 0});
  CHECK(camera.view_projection() != zoomed);
}

TEST_CASE("V07 a view button brings a dragged and zoomed view back to the preset in 320 ms") {
  Camera camera;
  const glm::mat4 preset = camera.view_projection();
  camera.turn({120, -30});
  camera.zoom(1.7F, {100, 700});
  camera.set_preset(ViewPreset::oblique, Time{5000});
  camera.update(Time{5160});
  CHECK(camera.moving());
  CHECK(camera.orbit().yaw == doctest::Approx(-18));  // half of the way at half of the time
  CHECK(camera.view_projection() != preset);
  camera.update(Time{5320});
  CHECK_FALSE(camera.moving());
  CHECK(camera.view_projection() == preset);
}

TEST_CASE("I04 the square under a projected square is that square, in both views and at random angles") {
  rc::check([] {
    Camera camera;
    camera.set_stage(
        stage_of(static_cast<float>(*rc::gen::inRange(360, 2000)), static_cast<float>(*rc::gen::inRange(400, 1200))));
    if (*rc::gen::arbitrary<bool>()) camera.set_preset(ViewPreset::top);
    check_round_trip(camera, *rc::gen::arbitrary<SquareSet>());
    camera.turn({static_cast<float>(*rc::gen::inRange(-300, 300)), static_cast<float>(*rc::gen::inRange(-300, 300))});
    camera.zoom(1.5F, {200, 200});
    const SquareSet discs = *rc::gen::arbitrary<SquareSet>();
    // At a low angle a disc may hide the felt behind it, never the top of another disc.
    for (Square square = 0; square < square_count; ++square) {
      if (!has(discs, square)) continue;
      const glm::vec3 top = geometry::middle(square) + glm::vec3(0, geometry::disc_height, 0);
      RC_ASSERT(pick_square(camera.ray(camera.project(top)), discs) == std::optional(square));
    }
  });
}

TEST_CASE("I05 outside the field nothing is picked") {
  const Camera camera;
  CHECK_FALSE(pick_square(camera.ray({1, 1}), 0));
  CHECK_FALSE(pick_square(camera.ray(camera.project({4.3F, 0, 0})), ~SquareSet{0}));
}
