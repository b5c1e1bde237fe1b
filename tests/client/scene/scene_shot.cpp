// Renders the board in many states and sizes to PNG files, for people to look at, and says how long a frame took.
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "tests/client/scene/headless.hpp"
#include "tests/client/scene/positions.hpp"

using namespace dolbang::scene3d;

namespace {

struct Shot {
  std::string name;
  int width;
  int height;
  float scale;  ///< pixels a point
  std::function<void(Scene&)> prepare;
};

BoardView full_view() {
  BoardView view;
  view.pieces = pieces_from("XXXXXXXX OOXXXXXX OXOXOXXX OXXOXOXX OXOXOXOX OOXOXOOX OOOOOOOX OOOOOOO.");
  view.hover_piece = Piece::white;
  view.legal = squares({"h8"});
  view.last_move = square_of("a1");
  view.cursor = square_of("h8");
  return view;
}

/// Every point taken, five in a row of each colour apart.
BoardView full_omok() {
  BoardView view = omok_view();
  view.forbidden = {};
  for (Place place = 0; place < 225; ++place)
    view.pieces[static_cast<std::size_t>(place)] =
        (place % 15 + (place / 15) * 3) / 2 % 2 == 0 ? Piece::black : Piece::white;
  view.last_move = point_of("l10");
  return view;
}

BoardView won_omok() {
  BoardView view = omok_view();
  view.forbidden = {};
  view.pieces[static_cast<std::size_t>(point_of("h10"))] = Piece::black;
  for (const char* name : {"k7", "j8", "i9", "h10", "g11"})
    view.pieces[static_cast<std::size_t>(point_of(name))] = Piece::black;
  view.winning = points({"k7", "j8", "i9", "h10", "g11"});
  view.last_move = point_of("h10");
  return view;
}

BoardView hovering_omok() {
  BoardView view = omok_view();
  view.hover = point_of("m9");
  view.refused = point_of("h10");
  view.reasons = points({"g9", "h9", "h8", "i8"});
  view.cursor = point_of("d12");
  view.hint = point_of("e5");
  return view;
}

BoardView small_reversi() {
  BoardView view;
  view.kind = &board_kind("reversi", "6x6-black2");
  view.pieces = pieces_from("X..... ...O.. ..XO.. ..OO.. ...O.. .....X", *view.kind);
  view.hover_piece = Piece::black;
  view.legal = squares({"e2", "e3", "c5", "e4", "b5", "e6"});
  view.counts[static_cast<std::size_t>(square_of("e3"))] = 1;
  view.counts[static_cast<std::size_t>(square_of("c5"))] = 12;
  view.counts[static_cast<std::size_t>(square_of("b5"))] = 3;
  view.counts[static_cast<std::size_t>(square_of("e2"))] = 8;
  view.last_move = square_of("d5");
  return view;
}

std::vector<Shot> shots() {
  const auto show = [](BoardView view, ViewPreset preset) {
    return [=](Scene& scene) {
      scene.set_view(view, Time{0});
      scene.set_preset(preset, Time{0});
      scene.skip();
    };
  };
  constexpr auto from_above = ViewPreset::top;
  constexpr auto oblique = ViewPreset::oblique;
  const auto study = [](Scene& scene) { scene.set_view(study_view(), Time{0}); };
  const auto top = [study](Scene& scene) {
    study(scene);
    scene.set_preset(ViewPreset::top, Time{0});
    scene.skip();
  };
  const auto flipping = [](Scene& scene, Time at) {
    BoardView view;
    view.pieces = pieces_from("........ .X...X.. ...X.X.. ...XXX.. .XXXXXX. ..XXXX.. .X.X.... ........");
    view.last_move = square_of("d4");
    view.legal = squares({"a1"});
    view.hover_piece = Piece::white;
    scene.set_view(view, Time{0});
    AnimatedMove move{square_of("b5"), Piece::black, squares({"c5", "d5", "e5", "f5", "c4", "d3", "c6"})};
    scene.animate_move(move, Time{0});
    scene.update(at);
  };
  return {
      {"oblique-880x800", 880, 800, 1, study},
      {"oblique-2x", 1760, 1600, 2, study},
      {"top-880x800", 880, 800, 1, top},
      {"top-420x420", 420, 420, 1, top},
      {"oblique-420x420", 420, 420, 1, study},
      {"oblique-1920x1080", 1920, 1080, 1, study},
      {"oblique-360x700", 360, 700, 1, study},
      {"oblique-1280x360", 1280, 360, 1, study},
      {"flip-060", 880, 800, 1, [=](Scene& scene) { flipping(scene, Time{60}); }},
      {"flip-240", 880, 800, 1, [=](Scene& scene) { flipping(scene, Time{240}); }},
      {"flip-330", 880, 800, 1, [=](Scene& scene) { flipping(scene, Time{330}); }},
      {"full-880x800", 880, 800, 1, [](Scene& scene) { scene.set_view(full_view(), Time{0}); }},
      {"turned-880x800", 880, 800, 1,
       [=](Scene& scene) {
         study(scene);
         scene.turn({-110, -60});
       }},
      {"zoomed-880x800", 880, 800, 1,
       [=](Scene& scene) {
         BoardView view = study_view();
         view.cursor = square_of("e7");
         view.hint = square_of("d8");
         view.legal.erase(square_of("d8"));
         scene.set_view(view, Time{0});
         scene.zoom(2.2F, scene.project(square_of("d7")));
       }},
      {"omok-oblique", 880, 800, 1, show(omok_view(), oblique)},
      {"omok-oblique-2x", 1760, 1600, 2, show(hovering_omok(), oblique)},
      {"omok-top", 880, 800, 1, show(hovering_omok(), from_above)},
      {"omok-won", 880, 800, 1, show(won_omok(), oblique)},
      {"omok-won-top", 880, 800, 1, show(won_omok(), from_above)},
      {"omok-full", 880, 800, 1, show(full_omok(), oblique)},
      {"omok-full-top", 880, 800, 1, show(full_omok(), from_above)},
      {"omok-360x480", 360, 480, 1, show(hovering_omok(), from_above)},
      {"omok-420x420", 420, 420, 1, show(hovering_omok(), oblique)},
      {"omok-2560x1440", 2560, 1440, 1, show(omok_view(), oblique)},
      {"omok-zoomed", 880, 800, 1,
       [=](Scene& scene) {
         scene.set_view(hovering_omok(), Time{0});
         scene.turn({60, -80});
         scene.zoom(4, scene.project(point_of("h8")));
       }},
      {"small-oblique", 880, 800, 1, show(small_reversi(), oblique)},
      {"small-top", 880, 800, 1, show(small_reversi(), from_above)},
  };
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: dolbang-scene-shot FOLDER [FONT] [NAME]\n");
    return 2;
  }
  HeadlessGl gl;
  if (!gl.ok()) {
    std::fprintf(stderr, "%s\n", gl.error().c_str());
    return 1;
  }
  const auto font = argc > 2 ? read_bytes(argv[2]) : std::vector<unsigned char>{};
  for (const Shot& shot : shots()) {
    if (argc > 3 && shot.name.find(argv[3]) == std::string::npos) continue;
    Scene scene;
    if (!font.empty() && !scene.set_label_font(font)) std::fprintf(stderr, "cannot use the font %s\n", argv[2]);
    Stage stage;
    stage.width = static_cast<float>(shot.width) / shot.scale;
    stage.height = static_cast<float>(shot.height) / shot.scale;
    if (shot.width <= 420) stage.insets = {8, 8, 0, 0, 0.02F};
    scene.set_stage(stage);
    shot.prepare(scene);
    if (shot.name.find("flip") == std::string::npos) scene.update(Time{10000});
    gl.render(scene, shot.width, shot.height);  // the first frame compiles
    const Picture picture = gl.render(scene, shot.width, shot.height);
    if (!picture.write_png(std::string(argv[1]) + "/" + shot.name + ".png")) {
      std::fprintf(stderr, "cannot write into %s: make the folder first\n", argv[1]);
      return 1;
    }
    std::printf("%-20s %6.1f ms\n", shot.name.c_str(), picture.draw_ms);
  }
}
