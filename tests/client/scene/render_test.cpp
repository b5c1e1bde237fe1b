// Renders with a headless GL context and measures the pixels.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "tests/client/scene/headless.hpp"
#include "tests/client/scene/positions.hpp"

using namespace dolbang::scene3d;

namespace {

/// One context for all tests of this program.
HeadlessGl& gl() {
  static HeadlessGl context;
  if (!context.ok()) FAIL(context.error());
  return context;
}

using Rgb = std::array<double, 3>;

double luminance(const Rgb& color) {
  const auto linear = [](double c) {
    return c <= 0.04045 * 255 ? c / 255 / 12.92 : std::pow((c / 255 + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2]);
}

double contrast(const Rgb& a, const Rgb& b) {
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

Rgb rgb(unsigned hex) { return {double(hex >> 16 & 255), double(hex >> 8 & 255), double(hex & 255)}; }

double difference(const Rgb& a, const Rgb& b) {
  return std::max({std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2])});
}

double difference(const Picture& a, const Picture& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.rgba.size(); ++i) sum += std::abs(int(a.rgba[i]) - int(b.rgba[i]));
  return sum / double(a.rgba.size());
}

Stage stage_of(int width, int height) {
  Stage stage;
  stage.width = static_cast<float>(width);
  stage.height = static_cast<float>(height);
  return stage;
}

/// The view with everything faded in.
Picture still(Scene& scene, const BoardView& view, int width = 880, int height = 800) {
  scene.set_stage(stage_of(width, height));
  scene.set_view(view, Time{0});
  scene.update(Time{1000});
  return gl().render(scene, width, height);
}

/// A point beside the middle of a square, in cells.
Point beside(const Scene& scene, Place square, float columns, float rows) {
  const Point at = scene.project(square);
  const Point next = scene.project(square + (square % 8 == 7 ? -1 : 1));
  const Point below = scene.project(square / 8 == 7 ? square - 8 : square + 8);
  const float sx = square % 8 == 7 ? -1.0F : 1.0F;
  const float sy = square / 8 == 7 ? -1.0F : 1.0F;
  return {at.x + (next.x - at.x) * sx * columns + (below.x - at.x) * sy * rows,
          at.y + (next.y - at.y) * sx * columns + (below.y - at.y) * sy * rows};
}

BoardView without_marks() {
  BoardView view;
  view.pieces = study_view().pieces;
  return view;
}

}  // namespace

TEST_CASE("V01 the rendered colours have the contrast of the design table") {
  Scene scene;
  for (const ViewPreset preset : {ViewPreset::oblique, ViewPreset::top}) {
    scene.set_preset(preset, Time{0});
    scene.skip();
    const Picture picture = still(scene, without_marks());
    const Rgb felt = picture.mean(scene.project(square_of("g8")), 8);
    const Rgb black = picture.mean(scene.project(square_of("e5")), 5);
    const Rgb white = picture.mean(scene.project(square_of("f6")), 5);
    INFO("felt ", felt[0], " ", felt[1], " ", felt[2]);
    CHECK(difference(felt, rgb(0x237E4C)) < 12);
    CHECK(contrast(felt, black) >= 2.6);
    CHECK(contrast(felt, white) >= 3.3);
    CHECK(contrast(black, white) >= 8);
  }
}

TEST_CASE("V01 markers keep their exact colours: they are drawn after the tone map") {
  Scene scene;
  const BoardView view = study_view();
  const Picture picture = still(scene, view, 1760, 1600);
  CHECK(difference(picture.mean(scene.project(square_of("g5")), 2), rgb(0xF2EEE0)) < 4);
  CHECK(difference(picture.mean(beside(scene, square_of("d7"), 0.20F, 0), 1), rgb(0xFF8A1F)) < 10);
  CHECK(difference(picture.mean(beside(scene, square_of("d6"), 0.355F, 0), 1), rgb(0xFFD640)) < 12);
  const Rgb felt = picture.mean(scene.project(square_of("g8")), 5);
  CHECK(contrast(felt, rgb(0xF2EEE0)) >= 4.2);
}

TEST_CASE("V01 the last-move ring is outlined so that it is seen on a white disc") {
  Scene scene;
  const Picture picture = still(scene, study_view(), 1760, 1600);
  // The darkest pixel along a line from the middle of the disc outwards.
  double darkest = 1;
  for (int i = 0; i <= 60; ++i) {
    const Point at = beside(scene, square_of("d7"), 0.3F * static_cast<float>(i) / 60, 0);
    darkest = std::min(darkest, luminance(picture.mean(at, 0)));
  }
  CHECK(darkest < 0.08);
}

TEST_CASE("V01 discs cover 82 to 86 per cent of a cell") {
  Scene scene;
  scene.set_preset(ViewPreset::top, Time{0});
  scene.skip();
  const Picture picture = still(scene, without_marks(), 1760, 1600);
  const Place square = square_of("f5");
  const Point middle = scene.project(square);
  const float cell = scene.project(square_of("g8")).x - scene.project(square_of("f8")).x;
  int white = 0;
  for (int x = -static_cast<int>(cell / 2); x <= static_cast<int>(cell / 2); ++x) {
    const auto pixel = picture.at(static_cast<int>(middle.x) + x, static_cast<int>(middle.y));
    if (pixel[0] > 100) ++white;
  }
  CHECK(static_cast<float>(white) / cell >= 0.82F);
  CHECK(static_cast<float>(white) / cell <= 0.88F);  // the top is nearer to the eye than the felt
}

TEST_CASE("V01 the board is not cropped at any window size") {
  const std::array<std::array<int, 2>, 5> sizes{{{880, 800}, {420, 420}, {1920, 1080}, {360, 700}, {1000, 360}}};
  for (const auto& [width, height] : sizes) {
    Scene scene;
    const Picture picture = still(scene, without_marks(), width, height);
    // The table is grey, the board is not: no saturated pixel may touch the border of the picture.
    const auto colourful = [&](int x, int y) {
      const auto [r, g, b] = picture.at(x, y);
      return std::max({r, g, b}) - std::min({r, g, b}) > 16;
    };
    int on_border = 0;
    for (int x = 0; x < width; ++x) on_border += colourful(x, 0) + colourful(x, height - 1);
    for (int y = 0; y < height; ++y) on_border += colourful(0, y) + colourful(width - 1, y);
    CHECK(on_border == 0);
    CHECK(colourful(static_cast<int>(scene.project(square_of("d1")).x),
                    static_cast<int>(scene.project(square_of("d1")).y)));
  }
}

TEST_CASE("I01 I02 hovering shows a ghost and yellow rings; I03 moving off removes them at once") {
  Scene scene;
  BoardView view = study_view();
  view.legal = {};
  BoardView off = view;
  off.hover.reset();
  off.will_flip = {};
  const Picture plain = still(scene, off);
  scene.set_view(view, Time{2000});
  scene.update(Time{2500});
  const Picture hovering = gl().render(scene, 880, 800);
  const Rgb felt = plain.mean(scene.project(square_of("c7")), 6);
  const Rgb ghost = hovering.mean(scene.project(square_of("c7")), 6);
  CHECK(luminance(ghost) < 0.75 * luminance(felt));
  const Point on_ring = beside(scene, square_of("c6"), -0.355F, 0);
  CHECK(hovering.mean(on_ring, 0)[2] < plain.mean(on_ring, 0)[2] - 60);

  scene.set_view(off, Time{2501});
  CHECK(scene.update(Time{2501}));
  CHECK(difference(gl().render(scene, 880, 800), plain) < 0.001);
}

TEST_CASE("V09 a turning disc shows its other colour below, and the new colour above when it lies") {
  BoardView view;
  view.pieces = pieces_from("........ ........ ........ ..XXX... ........ ........ ........ ........");
  const AnimatedMove move{square_of("c4"), Piece::black, squares({"d4"})};
  Scene scene;
  scene.set_stage(stage_of(880, 800));
  scene.set_preset(ViewPreset::top, Time{0});
  scene.skip();
  scene.set_view(view, Time{0});
  const Picture after = gl().render(scene, 880, 800);
  scene.animate_move(move, Time{0});
  scene.update(Time{10});
  const Picture before = gl().render(scene, 880, 800);
  const Point middle = scene.project(square_of("d4"));
  CHECK(luminance(before.mean(middle, 4)) > 0.5);
  CHECK(luminance(after.mean(middle, 4)) < 0.1);
  scene.update(Time{180});  // begins at 110, lasts 260
  CHECK(luminance(gl().render(scene, 880, 800).mean(middle, 1)) > 0.4);
  scene.update(Time{310});
  CHECK(luminance(gl().render(scene, 880, 800).mean(middle, 1)) < 0.2);
  scene.update(Time{2000});
  CHECK(difference(gl().render(scene, 880, 800), after) < 0.001);
}

TEST_CASE("N05 interrupting an animation by skip, undo or a new game leaves exactly the right board") {
  BoardView start;
  start.pieces = pieces_from("........ ........ ........ ...OX... ...XO... ........ ........ ........");
  BoardView after;
  after.pieces = pieces_from("........ ........ ...X.... ...XX... ...XO... ........ ........ ........");
  const AnimatedMove move{square_of("d3"), Piece::black, squares({"d4"})};
  Scene reference;
  const Picture at_start = still(reference, start, 440, 400);
  const Picture at_after = still(reference, after, 440, 400);

  for (const int moment : {0, 60, 150, 240, 300}) {
    const auto interrupted = [&](auto&& interruption) {
      Scene scene;
      scene.set_stage(stage_of(440, 400));
      scene.set_view(start, Time{0});
      scene.set_view(after, Time{0});
      scene.animate_move(move, Time{0});
      scene.update(Time{moment});
      interruption(scene);
      return gl().render(scene, 440, 400);
    };
    CHECK(difference(interrupted([&](Scene& scene) { scene.skip(); }), at_after) < 0.001);
    CHECK(difference(interrupted([&](Scene& scene) { scene.set_view(start, Time{moment}); }), at_start) < 0.001);
    const Picture undone = interrupted([&](Scene& scene) {
      scene.set_view(start, Time{moment});
      scene.animate_undo(move, Time{moment});
      scene.update(Time{moment + 1000});
    });
    CHECK(difference(undone, at_start) < 0.001);
  }
}

TEST_CASE("N04 legal dots appear only when the discs lie still") {
  BoardView view;
  view.pieces = pieces_from("........ ........ ...X.... ...XX... ...XO... ........ ........ ........");
  view.legal = squares({"c3"});
  const AnimatedMove move{square_of("d3"), Piece::black, squares({"d4"})};
  Scene scene;
  scene.set_stage(stage_of(880, 800));
  scene.set_view(view, Time{0});
  scene.animate_move(move, Time{0});
  const Point dot = scene.project(square_of("c3"));
  scene.update(Time{300});
  CHECK(luminance(gl().render(scene, 880, 800).mean(dot, 1)) < 0.4);
  scene.update(Time{1000});
  CHECK(luminance(gl().render(scene, 880, 800).mean(dot, 1)) > 0.7);
}

TEST_CASE("V01 an idle scene asks for no frame") {
  Scene scene;
  still(scene, study_view());
  for (int now = 1001; now < 5000; now += 16) CHECK_FALSE(scene.update(Time{now}));
  scene.set_view(study_view(), Time{5000});
  CHECK_FALSE(scene.update(Time{5000}));
  BoardView view = study_view();
  view.cursor = square_of("a1");
  scene.set_view(view, Time{5001});
  CHECK(scene.update(Time{5001}));
  gl().render(scene, 880, 800);
  CHECK_FALSE(scene.update(Time{5002}));
}

TEST_CASE("V01 after a lost context rebuild() brings the same picture back") {
  Scene scene;
  const Picture before = still(scene, study_view(), 440, 400);
  REQUIRE(gl().lose_context());
  scene.rebuild();
  CHECK(scene.needs_redraw());
  CHECK(difference(gl().render(scene, 440, 400), before) < 0.001);
}

TEST_CASE("V05 coordinates are drawn on the near and the left edge and are readable") {
  const auto font = read_bytes(DOLBANG_TEST_FONT);
  REQUIRE_MESSAGE(!font.empty(), "install the font package fonts-dejavu-core");
  Scene plain_scene;
  Scene scene;
  REQUIRE(scene.set_label_font(font));
  for (const ViewPreset preset : {ViewPreset::oblique, ViewPreset::top}) {
    plain_scene.set_preset(preset, Time{0});
    plain_scene.skip();
    scene.set_preset(preset, Time{0});
    scene.skip();
    const Picture plain = still(plain_scene, {});
    const Picture picture = still(scene, {});
    const auto inked = [&](Point around) {
      int count = 0;
      double worst = 100;
      double sum = 0;
      for (int y = -14; y <= 14; ++y) {
        for (int x = -14; x <= 14; ++x) {
          const Point at{around.x + static_cast<float>(x), around.y + static_cast<float>(y)};
          const Rgb here = picture.mean(at, 0);
          if (difference(here, rgb(0xEFE6D2)) > 12) continue;
          ++count;
          const double ratio = contrast(here, plain.mean(at, 0));
          worst = std::min(worst, ratio);
          sum += ratio;
        }
      }
      CHECK(worst >= 3);
      CHECK(sum / count >= 4.5);
      return count;
    };
    for (int i = 0; i < 8; ++i) {
      CHECK(inked(beside(scene, 56 + i, 0, 0.86F)) > 10);
      CHECK(inked(beside(scene, i * 8, -0.855F, 0)) > 5);
    }
  }
}
