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

std::vector<Shot> shots() {
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
