#pragma once
/// The views of the games, one function a game: the board of a variant, null when there is no such variant.
#include <string_view>

#include "client-sdl/scene3d/board_kind.hpp"

namespace dolbang::scene3d::boards {

const BoardKind* reversi(std::string_view variant);
const BoardKind* omok(std::string_view variant);

}  // namespace dolbang::scene3d::boards
