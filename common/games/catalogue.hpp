#pragma once
/// The list of games. Adding a game means adding one line to catalogue.cpp; games are listed
/// explicitly because self-registering statics vanish from a static library.
#include <string_view>
#include <vector>

#include "game/game.hpp"

namespace dolbang {

const std::vector<const Rules*>& all_games();

/// The rules with this id, or nullptr.
const Rules* find_game(std::string_view id);

/// Errors: "unknown_game", "unknown_variant".
Expected<Position> start_position(const GameSpec& spec);

}  // namespace dolbang
