#include "client-sdl/scene3d/boards/registry.hpp"

#include <array>
#include <cassert>
#include <utility>

#include "client-sdl/scene3d/boards/boards.hpp"
#include "games/omok/omok.hpp"
#include "games/reversi/reversi.hpp"

namespace dolbang::scene3d {
namespace {

struct View {
  std::string_view game;
  std::string_view default_variant;
  const BoardKind* (*board)(std::string_view variant);
};

constexpr std::array views{
    View{Reversi::id, Reversi::default_variant, boards::reversi},
    View{Omok::id, Omok::default_variant, boards::omok},
};

}  // namespace

const BoardKind& board_kind(std::string_view game, std::string_view variant) {
  for (const View& view : views)
    if (view.game == game)
      if (const BoardKind* found = view.board(variant.empty() ? view.default_variant : variant)) return *found;
  assert(false && "a game or variant without a view: see boards/registry.cpp");
  return first_board();
}

const BoardKind& first_board() { return *views.front().board(views.front().default_variant); }

}  // namespace dolbang::scene3d
