#include <cassert>

#include "client-sdl/ui/games/game_texts.hpp"

namespace dolbang::ui {

const std::vector<const GameTexts*>& all_game_texts() {
  static const std::vector<const GameTexts*> all{&reversi_texts(), &omok_texts()};
  return all;
}

const GameTexts& game_texts(std::string_view game) {
  for (const GameTexts* texts : all_game_texts())
    if (texts->game() == game) return *texts;
  assert(!"a game of the catalogue has no texts: see client-sdl/ui/games");
  return *all_game_texts().front();
}

}  // namespace dolbang::ui
