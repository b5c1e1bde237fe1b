#include "games/catalogue.hpp"

#include "games/omok/omok.hpp"
#include "games/reversi/reversi.hpp"

namespace dolbang {

const std::vector<const Rules*>& all_games() {
  static const std::vector<const Rules*> games{&rules_of<Reversi>(), &rules_of<Omok>()};
  return games;
}

const Rules* find_game(std::string_view id) {
  for (const Rules* rules : all_games())
    if (rules->id() == id) return rules;
  return nullptr;
}

Expected<Position> start_position(const GameSpec& spec) {
  if (const Rules* rules = find_game(spec.game)) return rules->start(spec.variant);
  std::string known;
  for (const Rules* rules : all_games()) known += (known.empty() ? "" : ", ") + std::string(rules->id());
  return fail("unknown_game",
              "There is no game \"" + spec.game.substr(0, limits::game_id_bytes) + "\"; known: " + known + ".");
}

}  // namespace dolbang
