// The facade without a GL context: everything but render().
#include "client-sdl/scene3d/scene.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "games/catalogue.hpp"
#include "tests/client/scene/positions.hpp"

using namespace dolbang;
using namespace dolbang::scene3d;

namespace {

BoardView after_d3() {
  BoardView view;
  view.pieces = pieces_from("........ ........ ...X.... ...XX... ...XO... ........ ........ ........");
  view.last_move = square_of("d3");
  return view;
}

const AnimatedMove d3{square_of("d3"), Piece::black, squares({"d4"})};

bool settles(Scene& scene, Time from, Time limit) {
  for (Time now = from; now < from + limit; now += Time{16}) scene.update(now);
  return scene.busy_until_rest() == Time{0};
}

}  // namespace

TEST_CASE("N01 a move makes the scene busy until its flips are over") {
  Scene scene;
  scene.set_view(after_d3(), Time{1000});
  scene.animate_move(d3, Time{1000});
  CHECK(scene.busy_until_input() == Time{1240});
  CHECK(scene.busy_until_rest() == Time{1370});
  CHECK(settles(scene, Time{1000}, Time{700}));
}

TEST_CASE("N02 with reduced motion a move is at once in its place") {
  Scene scene;
  scene.set_motion({true, 1});
  scene.set_view(after_d3(), Time{1000});
  scene.animate_move(d3, Time{1000});
  CHECK(scene.busy_until_input() == Time{0});
  CHECK(scene.busy_until_rest() == Time{0});
}

TEST_CASE("N02 speed off is the same, and turning motion off ends what runs") {
  Scene scene;
  scene.set_view(after_d3(), Time{1000});
  scene.animate_move(d3, Time{1000});
  scene.set_motion({false, 0});
  CHECK(scene.busy_until_rest() == Time{0});
}

TEST_CASE("N05 skip ends every movement") {
  Scene scene;
  scene.set_view(after_d3(), Time{0});
  scene.animate_move(d3, Time{0});
  scene.set_preset(ViewPreset::top, Time{0});
  scene.skip();
  CHECK(scene.busy_until_rest() == Time{0});
  CHECK(scene.project(square_of("a1")).x < scene.project(square_of("h1")).x);
  Scene top;
  top.set_view(after_d3(), Time{0});
  top.set_motion({true, 1});
  top.set_preset(ViewPreset::top, Time{0});
  CHECK(scene.project(square_of("a1")).y == doctest::Approx(top.project(square_of("a1")).y));
}

TEST_CASE("I04 pick and project agree on every square through the facade") {
  Scene scene;
  scene.set_view(study_view(), Time{0});
  for (const ViewPreset preset : {ViewPreset::oblique, ViewPreset::top}) {
    scene.set_preset(preset, Time{0});
    scene.skip();
    for (Place square = 0; square < 64; ++square) CHECK(scene.pick(scene.project(square)) == square);
  }
}

TEST_CASE("I08 turning the view changes the picture, not the position") {
  Scene scene;
  scene.set_view(study_view(), Time{0});
  const Point before = scene.project(square_of("h8"));
  scene.turn({50, 10});
  CHECK(scene.project(square_of("h8")).x != doctest::Approx(before.x));
  CHECK(scene.pick(scene.project(square_of("h8"))) == square_of("h8"));
}

TEST_CASE("V05 coordinates need a readable font") {
  Scene scene;
  const std::vector<unsigned char> rubbish(64, 7);
  CHECK_FALSE(scene.set_label_font({}));
  CHECK_FALSE(scene.set_label_font(rubbish));
}

TEST_CASE("V01 every game and variant of the catalogue has its board, and every move its place") {
  for (const Rules* rules : all_games()) {
    for (const std::string& variant : rules->variants()) {
      const Geometry board(board_kind(rules->id(), variant));
      for (const Move move : rules->start(variant)->legal_moves()) {
        CAPTURE(variant);
        CHECK(board.has(move.code));
        CHECK(board.place_of(static_cast<int>(board.cell_of(move.code))) == move.code);
      }
    }
    CHECK(&board_kind(rules->id(), "") == &board_kind(rules->id(), rules->default_variant()));
  }
}

TEST_CASE("I06 pick and project agree on every point of a full board through the facade") {
  Scene scene;
  BoardView view;
  view.kind = &board_kind("omok", "renju");
  view.pieces.fill(Piece::black);
  scene.set_view(view, Time{0});
  for (const ViewPreset preset : {ViewPreset::oblique, ViewPreset::top}) {
    scene.set_preset(preset, Time{0});
    scene.skip();
    for (Place point = 0; point < 225; ++point) CHECK(scene.pick(scene.project(point)) == point);
  }
}

TEST_CASE("K08 the label of a forbidden point begins above its marker") {
  Scene scene;
  scene.set_view(omok_view(), Time{0});
  for (const char* name : {"a1", "h10", "o15"}) {
    CHECK(scene.label_anchor(point_of(name)).y < scene.project(point_of(name)).y);
    CHECK(std::abs(scene.label_anchor(point_of(name)).x - scene.project(point_of(name)).x) < 20);
  }
}

TEST_CASE("N01 a stone of Omok falls in 140 ms and the next may be placed when it lies") {
  Scene scene;
  scene.set_view(omok_view(), Time{1000});
  scene.animate_move({point_of("f6"), Piece::white, {}}, Time{1000});
  CHECK(scene.busy_until_input() == Time{1140});
  CHECK(scene.busy_until_rest() == Time{1140});
}
