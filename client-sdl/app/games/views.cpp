#include <cassert>

#include "client-sdl/app/games/game_view.hpp"

namespace dolbang::app {

const GameView& game_view(std::string_view game) {
  for (const GameView* view : {&reversi_view(), &omok_view()})
    if (view->game() == game) return *view;
  assert(!"a game of the catalogue has no view: see client-sdl/app/games");
  return reversi_view();
}

std::vector<RecordedMove> GameView::record(const Match& match) const {
  std::vector<RecordedMove> moves;
  for (const Turn& turn : match.turns())
    moves.push_back({match.position().move_text(turn.move), true, turn.side, turn.passed.has_value()});
  return moves;
}

}  // namespace dolbang::app
