#pragma once
/// Positions that tests and pictures share.
#include <string_view>

#include "client-sdl/scene3d/scene_types.hpp"

namespace dolbang::scene3d {

/// 64 characters a1, b1 ... h8: X black, O white, anything else empty; blanks are skipped.
inline std::array<Disc, square_count> discs_from(std::string_view text) {
  std::array<Disc, square_count> discs{};
  std::size_t at = 0;
  for (const char c : text) {
    if (c == ' ' || at == discs.size()) continue;
    discs[at++] = c == 'X' ? Disc::black : c == 'O' ? Disc::white : Disc::none;
  }
  return discs;
}

constexpr Square square_of(const char* name) { return (name[1] - '1') * board_size + (name[0] - 'a'); }

/// The position of the design study: black to move hovers over c7.
inline BoardView study_view() {
  BoardView view;
  view.discs = discs_from("........ ........ ...XX... ...XXO.. ..XOXO.. ..OOOO.. ...O.... ........");
  view.to_move = Disc::black;
  for (const char* name : {"g3", "g4", "g5", "g6", "b7", "c7", "e7", "g7", "d8"}) view.legal |= bit(square_of(name));
  view.hover = square_of("c7");
  view.will_flip = bit(square_of("c6")) | bit(square_of("d6"));
  view.last_move = square_of("d7");
  return view;
}

}  // namespace dolbang::scene3d
