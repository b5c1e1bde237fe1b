#pragma once
/// Which board a game is shown on. A new game adds its view as files of this folder, and one line in registry.cpp.
#include <string_view>

#include "client-sdl/scene3d/board_kind.hpp"

namespace dolbang::scene3d {

/// The board of a game of the catalogue and its variant as text ("reversi", "6x6-black2"); the text may be empty: the
/// default variant. A game or a variant without a view is a bug: it asserts, and the first board is shown. Never fails
/// for what common/games/catalogue.hpp offers (a test holds it to that).
const BoardKind& board_kind(std::string_view game, std::string_view variant);

/// Reversi 8x8.
const BoardKind& first_board();

}  // namespace dolbang::scene3d
