// Renders with a headless GL context and measures the pixels.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "client-sdl/scene3d/camera.hpp"
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

/// Looks at one board in one way: what is where in the picture.
class Look3d {
 public:
  explicit Look3d(const BoardKind& kind, ViewPreset preset = ViewPreset::oblique, int width = 880, int height = 800)
      : kind_(kind), width_(width), height_(height), camera_(board()) {
    camera_.set_preset(preset);
    camera_.set_stage(stage_of(width, height));
  }

  Geometry board() const { return Geometry(kind_); }
  Point seen(glm::vec3 at) const { return camera_.project(at); }
  /// A point on the board, in cells from the middle of a place; `height` above it.
  Point seen(Place place, float x, float z, float above = 0) const {
    return seen(board().middle(place) + glm::vec3(x, above, z));
  }
  Picture picture(BoardView view, const std::vector<unsigned char>& font = {}) const {
    Scene scene;
    if (!font.empty()) REQUIRE(scene.set_label_font(font));
    view.kind = &kind_;
    scene.set_preset(camera_.preset(), Time{0});
    scene.skip();
    return still(scene, view, width_, height_);
  }

 private:
  const BoardKind& kind_;
  int width_;
  int height_;
  Camera camera_;
};

const BoardKind& kaya() { return board_kind("omok", "renju"); }
const BoardKind& small_felt() { return board_kind("reversi", "6x6"); }

BoardView stones_only() {
  BoardView view;
  view.kind = &kaya();
  view.pieces = omok_view().pieces;
  return view;
}

int count_of(const Picture& picture, Point around, int radius, Rgb color, double tolerance) {
  int count = 0;
  for (int y = -radius; y <= radius; ++y)
    for (int x = -radius; x <= radius; ++x)
      if (difference(picture.mean({around.x + static_cast<float>(x), around.y + static_cast<float>(y)}, 0), color) <
          tolerance)
        ++count;
  return count;
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

TEST_CASE("V01 K01 K05 K06 markers keep their exact colours: they are drawn after the tone map") {
  Scene scene;
  const BoardView view = study_view();
  const Picture picture = still(scene, view, 1760, 1600);
  CHECK(difference(picture.mean(scene.project(square_of("g5")), 2), rgb(0xF2EEE0)) < 4);
  CHECK(difference(picture.mean(beside(scene, square_of("d7"), 0.20F, 0), 1), rgb(0xFF8A1F)) < 10);
  CHECK(difference(picture.mean(beside(scene, square_of("d6"), 0.355F, 0), 1), rgb(0xFFD640)) < 12);
  const Rgb felt = picture.mean(scene.project(square_of("g8")), 5);
  CHECK(contrast(felt, rgb(0xF2EEE0)) >= 4.2);
}

TEST_CASE("V01 K06 the last-move ring is outlined so that it is seen on a white disc") {
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

TEST_CASE("V01 no board is cropped at any window size, and each stands in the middle") {
  constexpr std::array<std::array<int, 2>, 7> sizes{
      {{880, 800}, {420, 420}, {1920, 1080}, {360, 480}, {360, 700}, {1000, 360}, {2560, 1440}}};
  for (const BoardKind* kind : all_boards()) {
    for (const auto& [width, height] : sizes) {
      CAPTURE(width);
      const Look3d look{*kind, ViewPreset::oblique, width, height};
      const Picture picture = look.picture({});
      // The table is grey, the boards are not: no saturated pixel may touch the border of the picture.
      const auto colourful = [&](int x, int y) {
        const auto [r, g, b] = picture.at(x, y);
        return std::max({r, g, b}) - std::min({r, g, b}) > 16;
      };
      int on_border = 0;
      for (int x = 0; x < width; ++x) on_border += colourful(x, 0) + colourful(x, height - 1);
      for (int y = 0; y < height; ++y) on_border += colourful(0, y) + colourful(width - 1, y);
      CHECK(on_border == 0);
      // All four corners of the slab are there.
      const Slab slab = look.board().slab();
      const glm::vec2 corner = slab.half - 0.15F;
      for (const float x : {-1.0F, 1.0F}) {
        for (const float z : {-1.0F, 1.0F}) {
          const Point at = look.seen({x * corner.x, slab.top, z * corner.y});
          CHECK(colourful(static_cast<int>(at.x), static_cast<int>(at.y)));
        }
      }
      CHECK(look.seen({0, 0, 0}).x == doctest::Approx(static_cast<float>(width) / 2).epsilon(0.002));
    }
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

TEST_CASE("N04 K01 legal dots appear only when the discs lie still") {
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

TEST_CASE("V01 kaya, lines and stones have the colours and the contrast of the design") {
  for (const ViewPreset preset : {ViewPreset::oblique, ViewPreset::top}) {
    const Look3d look{kaya(), preset, 1760, 1600};
    const Picture picture = look.picture(stones_only());
    Rgb wood{};
    for (const char* name : {"c3", "m3", "l13", "h3"}) {
      const Rgb here = picture.mean(look.seen(point_of(name), 0.5F, 0.5F), 14);
      for (std::size_t i = 0; i < 3; ++i) wood[i] += here[i] / 4;
    }
    INFO("kaya ", wood[0], " ", wood[1], " ", wood[2]);
    CHECK(difference(wood, rgb(0xD6B467)) < 14);
    CHECK(contrast(wood, picture.mean(look.seen(point_of("i7"), 0, 0, 0.28F), 6)) >= 6);
    double darkest = 1;
    for (int i = -20; i <= 20; ++i)
      darkest = std::min(darkest, luminance(picture.mean(look.seen(point_of("h3"), 0.5F, 0.01F * float(i)), 0)));
    CHECK((luminance(wood) + 0.05) / (darkest + 0.05) >= 5);
  }
}

TEST_CASE("V01 a white stone has a dark rim all around, at every size") {
  for (const ViewPreset preset : {ViewPreset::oblique, ViewPreset::top}) {
    for (const auto& [width, height] : {std::array{420, 420}, std::array{880, 800}}) {
      const Look3d look{kaya(), preset, width, height};
      const Picture picture = look.picture(stones_only());
      const Place stone = point_of("l5");  // it stands alone
      const Rgb shell = picture.mean(look.seen(stone, 0, 0, 0.30F), 2);
      CAPTURE(width);
      for (int step = 0; step < 16; ++step) {
        const float angle = static_cast<float>(step) * 0.3927F;
        double darkest = 1;
        // Outwards from where the rim is seen, about half of the stone's height above the board.
        for (int i = 0; i < 40; ++i) {
          const float r = 0.40F + 0.15F * static_cast<float>(i) / 40;
          const Point at = look.seen(stone, r * std::cos(angle), r * std::sin(angle), 0.15F);
          darkest = std::min(darkest, luminance(picture.mean(at, 0)));
        }
        CAPTURE(step);
        CHECK((luminance(shell) + 0.05) / (darkest + 0.05) >= (width < 800 ? 1.8 : 2.2));
      }
    }
  }
}

TEST_CASE("V01 stones cover 95 to 97 per cent of a cell") {
  const Look3d look{kaya(), ViewPreset::top, 1760, 1600};
  const Picture picture = look.picture(stones_only());
  const float cell = look.seen(point_of("h7"), 0, 0, 0.15F).x - look.seen(point_of("g7"), 0, 0, 0.15F).x;
  const Point middle = look.seen(point_of("g7"), 0, 0, 0.15F);
  int dark = 0;
  for (int x = -static_cast<int>(cell / 2); x <= static_cast<int>(cell / 2); ++x)
    if (luminance(picture.mean({middle.x + static_cast<float>(x), middle.y}, 0)) < 0.09) ++dark;
  CHECK(static_cast<float>(dark) / cell >= 0.92F);
  CHECK(static_cast<float>(dark) / cell <= 1.0F);
}

TEST_CASE("K08 the x on a forbidden point is red with a light halo, and nowhere else") {
  for (const int size : {420, 880}) {
    const Look3d look{kaya(), ViewPreset::oblique, size, size * 10 / 11};
    CAPTURE(size);
    const Picture plain = look.picture(stones_only());
    BoardView view = stones_only();
    view.forbidden = points({"h10", "j5"});
    const Picture picture = look.picture(view);
    for (const char* name : {"h10", "j5"}) {
      const Point at = look.seen(point_of(name), 0, 0);
      const Rgb red = picture.mean(at, 0);
      CHECK(difference(red, rgb(0xC1272D)) < 8);
      CHECK(contrast(red, rgb(0xFFF5E3)) >= 5);
      const int reach = size / 60;
      CHECK(count_of(picture, at, reach, rgb(0xFFF5E3), 60) > size / 40);
    }
    for (const char* name : {"h11", "a1", "o15", "j4", "h8"})
      CHECK(difference(picture.mean(look.seen(point_of(name), 0, 0, 0.1F), 2),
                       plain.mean(look.seen(point_of(name), 0, 0, 0.1F), 2)) < 0.01);
  }
}

TEST_CASE("K08 the forbidden point under the pointer stands out and its reasons are ringed") {
  const Look3d look{kaya(), ViewPreset::top, 1760, 1600};
  BoardView view = stones_only();
  view.forbidden = points({"h10", "j5"});
  const Picture before = look.picture(view);
  view.refused = point_of("h10");
  view.reasons = points({"h9", "i8"});
  const Picture after = look.picture(view);
  const Rgb red = rgb(0xC1272D);
  const auto reds = [&](const Picture& picture, const char* name) {
    return count_of(picture, look.seen(point_of(name), 0, 0), 45, red, 12);
  };
  CHECK(reds(after, "h10") > reds(before, "h10") * 5 / 4);
  CHECK(reds(after, "j5") == reds(before, "j5"));
  CHECK(reds(before, "i8") == 0);
  CHECK(reds(after, "i8") > 100);
  CHECK(reds(after, "i7") == 0);
}

TEST_CASE("K07 the last stone's ring is seen on black and on white") {
  const Look3d look{kaya(), ViewPreset::top, 1760, 1600};
  const Picture plain = look.picture(stones_only());
  for (const char* name : {"g7", "l5"}) {
    BoardView view = stones_only();
    view.last_move = point_of(name);
    const Picture picture = look.picture(view);
    CAPTURE(name);
    CHECK(count_of(picture, look.seen(point_of(name), 0, 0, 0.3F), 40, rgb(0xFF8A1F), 12) > 200);
    const Rgb stone = plain.mean(look.seen(point_of(name), 0, 0, 0.3F), 4);
    // Its colour on the black stone, its dark outline on the white one.
    CHECK(std::max(contrast(stone, rgb(0xFF8A1F)), contrast(stone, rgb(0x2A1805))) >= 4.5);
    CHECK(count_of(picture, look.seen(point_of(name), 0, 0, 0.3F), 40, rgb(0x2A1805), 14) > 100);
  }
}

TEST_CASE("E10 a line sweeps once through the five that won, then all is still") {
  Scene scene;
  BoardView view = stones_only();
  view.pieces[static_cast<std::size_t>(point_of("h10"))] = Piece::black;
  view.pieces[static_cast<std::size_t>(point_of("g11"))] = Piece::black;
  const Look3d look{kaya(), ViewPreset::top, 880, 800};
  scene.set_preset(ViewPreset::top, Time{0});
  scene.skip();
  still(scene, view);
  view.winning = points({"g11", "h10", "i9", "j8", "k7"});
  scene.set_view(view, Time{2000});
  const auto orange_at = [&](const Picture& picture, const char* name) {
    return difference(picture.mean(look.seen(point_of(name), 0.5F, 0.5F, 0.32F), 0), rgb(0xFF8A1F)) < 40;
  };
  scene.update(Time{2225});
  const Picture half = gl().render(scene, 880, 800);
  CHECK(orange_at(half, "g11"));
  CHECK_FALSE(orange_at(half, "j8"));
  CHECK(scene.update(Time{2450}));
  const Picture after = gl().render(scene, 880, 800);
  for (const char* name : {"g11", "h10", "i9", "j8"}) CHECK(orange_at(after, name));
  for (int now = 2451; now < 6000; now += 16) CHECK_FALSE(scene.update(Time{now}));

  Scene calm;
  calm.set_motion({true, 1});
  calm.set_preset(ViewPreset::top, Time{0});
  calm.set_stage(stage_of(880, 800));
  calm.set_view(view, Time{0});
  calm.update(Time{1});
  CHECK(difference(gl().render(calm, 880, 800), after) < 0.001);
}

TEST_CASE("K03 K04 a legal place shows its number instead of the dot") {
  const Look3d look{small_felt(), ViewPreset::oblique};
  Scene scene;
  REQUIRE(scene.set_label_font(read_bytes(DOLBANG_TEST_FONT)));
  const Place place = square_of("c3");
  const auto with_count = [&](std::uint8_t count) {
    BoardView view;
    view.kind = &small_felt();
    view.legal.insert(place);
    view.counts[static_cast<std::size_t>(place)] = count;
    scene.set_view(view, Time{0});
    scene.skip();
    return still(scene, view);
  };
  const Point at = look.seen(place, 0, 0);
  const auto ink = [&](const Picture& picture) { return count_of(picture, at, 40, rgb(0xF2EEE0), 12); };
  const Picture dot = with_count(0), one = with_count(1), eight = with_count(8), twelve = with_count(12);
  CHECK(ink(dot) > 30);
  CHECK(ink(one) > ink(dot));
  CHECK(ink(eight) > ink(one));
  CHECK(ink(twelve) > ink(one));
  CHECK(difference(dot.mean(at, 1), rgb(0xF2EEE0)) < 4);
  CHECK(difference(one, eight) > 0.01);
}

TEST_CASE("O27 V05 Omok's coordinates are readable on the near and the left edge") {
  const auto font = read_bytes(DOLBANG_TEST_FONT);
  for (const ViewPreset preset : {ViewPreset::oblique, ViewPreset::top}) {
    const Look3d look{kaya(), preset};
    const Picture plain = look.picture({});
    const Picture picture = look.picture({}, font);
    const auto inked = [&](Point around) {
      double darkest = 1;
      int count = 0;
      for (int y = -8; y <= 8; ++y) {
        for (int x = -12; x <= 12; ++x) {
          const Point at{around.x + static_cast<float>(x), around.y + static_cast<float>(y)};
          if (difference(picture.mean(at, 0), plain.mean(at, 0)) < 30) continue;
          ++count;
          darkest = std::min(darkest, luminance(picture.mean(at, 0)));
        }
      }
      CHECK((luminance(plain.mean(around, 4)) + 0.05) / (darkest + 0.05) >= 4.5);
      return count;
    };
    for (int i = 0; i < 15; ++i) {
      CHECK(inked(look.seen(i, 0, 0.8F)) > 10);
      CHECK(inked(look.seen(i * 15, -0.8F, 0)) > 8);
    }
    // 15 is two digits, 1 is one: more ink at the far end although it is farther away.
    CHECK(inked(look.seen(210, -0.8F, 0)) > inked(look.seen(0, -0.8F, 0)));
  }
}

TEST_CASE("N05 changing the game while a disc turns leaves exactly the other board") {
  BoardView start;
  start.pieces = pieces_from("........ ........ ........ ...OX... ...XO... ........ ........ ........");
  Scene reference;
  const Picture kaya_board = still(reference, omok_view(), 440, 400);
  Scene scene;
  scene.set_stage(stage_of(440, 400));
  scene.set_view(start, Time{0});
  scene.animate_move({square_of("d3"), Piece::black, squares({"d4"})}, Time{0});
  scene.update(Time{150});
  gl().render(scene, 440, 400);
  scene.set_view(omok_view(), Time{150});
  CHECK(scene.busy_until_rest() == Time{0});
  scene.update(Time{1000});
  CHECK(difference(gl().render(scene, 440, 400), kaya_board) < 0.001);
}

TEST_CASE("N05 a stone lies where it was placed when its fall is over, or is skipped") {
  BoardView view = stones_only();
  Scene reference;
  const Picture lying = still(reference, view, 440, 400);
  for (const int moment : {0, 70, 139}) {
    Scene scene;
    scene.set_stage(stage_of(440, 400));
    scene.set_view(view, Time{0});
    scene.animate_move({point_of("f6"), Piece::white, {}}, Time{0});
    scene.update(Time{moment});
    if (moment < 70) CHECK(difference(gl().render(scene, 440, 400), lying) > 0.001);
    scene.skip();
    CHECK(difference(gl().render(scene, 440, 400), lying) < 0.001);
  }
  Scene scene;
  scene.set_stage(stage_of(440, 400));
  scene.set_view(view, Time{0});
  scene.animate_move({point_of("f6"), Piece::white, {}}, Time{0});
  CHECK(scene.busy_until_rest() == Time{140});
  scene.update(Time{400});
  CHECK(difference(gl().render(scene, 440, 400), lying) < 0.001);
}

TEST_CASE("V01 OpenGL ES 3.0 draws the same picture") {
  gl();
  const Look3d look{kaya(), ViewPreset::oblique, 440, 400};
  const Picture desktop = look.picture(omok_view());
  const Picture desktop_felt = Look3d{first_board(), ViewPreset::oblique, 440, 400}.picture(study_view());
  {
    HeadlessGl es(HeadlessGl::Api::es);
    REQUIRE_MESSAGE(es.ok(), es.error());
    Scene scene;
    scene.set_stage(stage_of(440, 400));
    scene.set_view(omok_view(), Time{0});
    scene.update(Time{1000});
    CHECK(difference(es.render(scene, 440, 400), desktop) < 0.5);
    scene.set_view(study_view(), Time{1000});
    scene.update(Time{2000});
    CHECK(difference(es.render(scene, 440, 400), desktop_felt) < 0.5);
  }
  gl().make_current();
}
