#include "client-sdl/scene3d/camera.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>

#include "client-sdl/scene3d/picking.hpp"
#include "tests/client/scene/positions.hpp"

using namespace dolbang::scene3d;

namespace {

struct Box {
  float left = 1e9F, right = -1e9F, top = 1e9F, bottom = -1e9F;
};

const Geometry reversi(first_board());

Geometry any_board() { return Geometry(*all_boards()[*rc::gen::inRange<std::size_t>(0, all_boards().size())]); }

Box slab_in(const Camera& camera, const Geometry& board) {
  const Slab slab = board.slab();
  Box box;
  for (const float x : {-slab.half.x, slab.half.x}) {
    for (const float y : {slab.bottom, slab.top}) {
      for (const float z : {-slab.half.y, slab.half.y}) {
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

bool within_insets(const Camera& camera, const Geometry& board) {
  const Stage& stage = camera.stage();
  const float side = stage.width * stage.insets.sides;
  const Box box = slab_in(camera, board);
  return box.left >= stage.insets.left + side - hair && box.right <= stage.width - stage.insets.right - side + hair &&
         box.top >= stage.insets.top - hair && box.bottom <= stage.height - stage.insets.bottom + hair;
}

Stage stage_of(float width, float height) {
  Stage stage;
  stage.width = width;
  stage.height = height;
  return stage;
}

PlaceSet any_places() {
  return PlaceSet(PlaceSet::Words{*rc::gen::arbitrary<std::uint64_t>(), *rc::gen::arbitrary<std::uint64_t>(),
                                  *rc::gen::arbitrary<std::uint64_t>(), *rc::gen::arbitrary<std::uint64_t>()});
}

/// Where one points at a place: the middle of its piece's top, or of its cell.
glm::vec3 target(const Geometry& board, Place place, const PlaceSet& pieces) {
  return board.middle(place) + glm::vec3(0, pieces.contains(place) ? board.piece().height : 0, 0);
}

}  // namespace

TEST_CASE("V01 the board fills the stage and is never cropped, at every size, angle and preset") {
  rc::check("slab inside the insets and touching them in one direction", [] {
    const Geometry board = any_board();
    Camera camera(board);
    camera.set_stage(
        stage_of(static_cast<float>(*rc::gen::inRange(300, 2600)), static_cast<float>(*rc::gen::inRange(300, 1800))));
    camera.turn({static_cast<float>(*rc::gen::inRange(-400, 400)), static_cast<float>(*rc::gen::inRange(-400, 400))});
    RC_ASSERT(within_insets(camera, board));
    const Stage& stage = camera.stage();
    const Box box = slab_in(camera, board);
    const bool fills_width = box.right - box.left > stage.width * (1 - 2 * stage.insets.sides) - 1;
    const bool fills_height = box.bottom - box.top > stage.height - stage.insets.top - stage.insets.bottom - 1;
    RC_ASSERT(fills_width || fills_height);
  });
}

TEST_CASE("V02 the presets: oblique looks down at about 57 degrees, top straight down") {
  Camera camera(reversi);
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
    Camera camera(reversi);
    camera.set_preset(preset);
    const Point a1 = camera.project(reversi.middle(0));
    const Point h8 = camera.project(reversi.middle(63));
    CHECK(a1.x < h8.x);
    CHECK(a1.y < h8.y);
  }
}

TEST_CASE("O27 row 15 is at the far side and column A on the left; h8 is the middle") {
  const Geometry board(board_kind("omok", "renju"));
  for (const ViewPreset preset : {ViewPreset::oblique, ViewPreset::top}) {
    Camera camera(board);
    camera.set_preset(preset);
    const Point a1 = camera.project(board.middle(0));
    const Point o15 = camera.project(board.middle(224));
    CHECK(a1.x < o15.x);
    CHECK(a1.y > o15.y);
  }
  CHECK(glm::length(board.middle(112)) == doctest::Approx(0));
}

TEST_CASE("V05 on the smaller board f6 is the near right corner and the middle stays in the middle") {
  const Geometry board(board_kind("reversi", "6x6-black2"));
  CHECK(board.columns() == 6);
  CHECK(board.middle(square_of("f6")) == -board.middle(square_of("a1")));
  CHECK(board.middle(square_of("f6")).x == doctest::Approx(2.5F));
  CHECK_FALSE(board.has(square_of("g1")));
  CHECK_FALSE(board.has(square_of("a7")));
  CHECK(board.place_near(2.4F, 2.4F) == square_of("f6"));
  CHECK_FALSE(board.place_near(3.1F, 0));
}

TEST_CASE("V03 a drag turns the board with the pointer") {
  Camera camera(reversi);
  const Point before = camera.project({0, 0, 4});
  camera.turn({40, 0});
  CHECK(camera.project({0, 0, 4}).x > before.x);
  const float pitch = camera.orbit().pitch;
  camera.turn({0, 20});
  CHECK(camera.orbit().pitch > pitch);
}

TEST_CASE("V08 pitch, yaw and zoom are clamped") {
  Camera camera(reversi);
  camera.turn({1e6F, -1e6F});
  CHECK(camera.orbit() == Orbit{-60, 30});
  camera.turn({-1e6F, 1e6F});
  CHECK(camera.orbit() == Orbit{60, 89});
  camera.zoom(100, {10, 10});
  CHECK(camera.zoom() == doctest::Approx(2.2F));
  camera.zoom(0.001F, {10, 10});
  CHECK(camera.zoom() == doctest::Approx(0.8F));
}

TEST_CASE("V08 a cell of a larger board can be brought as near as one of the board of eight") {
  const auto largest_cell = [](const BoardKind& kind) {
    const Geometry board(kind);
    Camera camera(board);
    camera.set_preset(ViewPreset::top);
    camera.zoom(100, {440, 400});
    return camera.project({0.5F, 0, 0}).x - camera.project({-0.5F, 0, 0}).x;
  };
  const float eight = largest_cell(first_board());
  CHECK(largest_cell(board_kind("omok", "renju")) == doctest::Approx(eight).epsilon(0.1));
  CHECK(largest_cell(board_kind("reversi", "6x6")) > eight);
}

TEST_CASE("V04 zoom keeps what is under the cursor where it is") {
  Camera camera(reversi);
  camera.set_stage(stage_of(880, 800));
  camera.zoom(1.4F, {440, 400});
  const glm::vec3 point = reversi.middle(42);
  const Point before = camera.project(point);
  camera.zoom(1.2F, before);
  const Point after = camera.project(point);
  CHECK(after.x == doctest::Approx(before.x).epsilon(0.001));
  CHECK(after.y == doctest::Approx(before.y).epsilon(0.001));
}

TEST_CASE("V08 the board cannot be panned away") {
  rc::check("the middle of the stage always shows the slab", [] {
    const Geometry board = any_board();
    Camera camera(board);
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
    const Box box = slab_in(camera, board);
    RC_ASSERT(box.left < 440 && box.right > 440 && box.top < 400 && box.bottom > 400);
  });
}

TEST_CASE("V04 panning does nothing unless zoomed in") {
  Camera camera(reversi);
  const glm::mat4 before = camera.view_projection();
  camera.pan({50, 50});
  CHECK(camera.view_projection() == before);
  camera.zoom(2, {440, 400});
  const glm::mat4 zoomed = camera.view_projection();
  camera.pan({50, 0});
  CHECK(camera.view_projection() != zoomed);
}

TEST_CASE("V07 a view button brings a dragged and zoomed view back to the preset in 320 ms") {
  Camera camera(reversi);
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

TEST_CASE("I04 I06 what is pointed at is picked, on every board, in both views and at random angles") {
  rc::check([] {
    const Geometry board = any_board();
    Camera camera(board);
    camera.set_stage(
        stage_of(static_cast<float>(*rc::gen::inRange(360, 2000)), static_cast<float>(*rc::gen::inRange(400, 1200))));
    if (*rc::gen::arbitrary<bool>()) camera.set_preset(ViewPreset::top);
    const PlaceSet pieces = any_places();
    const auto picked = [&](glm::vec3 at) { return pick_place(camera.ray(camera.project(at)), board, pieces); };
    for (int cell = 0; cell < board.cells(); ++cell) {
      const Place place = board.place_of(cell);
      RC_ASSERT(picked(target(board, place, pieces)) == std::optional(place));
    }
    camera.turn({static_cast<float>(*rc::gen::inRange(-300, 300)), static_cast<float>(*rc::gen::inRange(-300, 300))});
    camera.zoom(1.5F, {200, 200});
    // At a low angle a piece may hide the board behind it, never the top of another piece.
    for (int cell = 0; cell < board.cells(); ++cell) {
      const Place place = board.place_of(cell);
      if (pieces.contains(place)) RC_ASSERT(picked(target(board, place, pieces)) == std::optional(place));
    }
  });
}

TEST_CASE("I06 the nearest intersection is taken, along all edges too") {
  const Geometry board(board_kind("omok", "renju"));
  for (const ViewPreset preset : {ViewPreset::oblique, ViewPreset::top}) {
    Camera camera(board);
    camera.set_preset(preset);
    for (int cell = 0; cell < board.cells(); ++cell) {
      const Place place = board.place_of(cell);
      for (const float x : {-0.48F, 0.0F, 0.48F}) {
        for (const float z : {-0.48F, 0.0F, 0.48F}) {
          const glm::vec3 at = board.middle(place) + glm::vec3(x, 0, z);
          CHECK(pick_place(camera.ray(camera.project(at)), board, {}) == place);
        }
      }
    }
  }
}

TEST_CASE("I06 a stone is picked by what is seen of it, and no farther") {
  const Geometry board(board_kind("omok", "renju"));
  Camera camera(board);
  camera.set_stage(stage_of(1600, 1400));
  const Place h8 = 112;
  PlaceSet pieces;
  pieces.insert(h8);
  const Place behind = h8 + 15;  // h9
  const auto pick = [&](glm::vec3 at) { return pick_place(camera.ray(camera.project(at)), board, pieces); };
  // The far shoulder of the lens covers a bit of the board that is nearer to h9; above the shoulder one sees past it.
  CHECK(pick(board.middle(h8) + glm::vec3(0, 0.20F, -0.40F)) == h8);
  CHECK(pick(board.middle(h8) + glm::vec3(0, 0.30F, -0.46F)) == behind);
  CHECK(pick(board.middle(behind)) == behind);
}

TEST_CASE("I05 outside the field nothing is picked") {
  for (const BoardKind* kind : all_boards()) {
    const Geometry board(*kind);
    const Camera camera(board);
    CHECK_FALSE(pick_place(camera.ray({1, 1}), board, {}));
    const glm::vec3 beside(board.field_half().x + 0.3F, 0, 0);
    CHECK_FALSE(
        pick_place(camera.ray(camera.project(beside)), board, PlaceSet(PlaceSet::Words{~0ULL, ~0ULL, ~0ULL, ~0ULL})));
  }
}
