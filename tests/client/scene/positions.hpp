#pragma once
/// Positions that tests and pictures share.
#include <initializer_list>
#include <string_view>

#include "client-sdl/scene3d/boards/registry.hpp"
#include "client-sdl/scene3d/geometry.hpp"

namespace dolbang::scene3d {

/// Every board there is.
inline std::array<const BoardKind*, 3> all_boards() {
  return {&board_kind("reversi", "8x8"), &board_kind("reversi", "6x6"), &board_kind("omok", "renju")};
}

/// The cells from the far left corner, row by row: X black, O white, anything else empty; blanks are skipped.
inline std::array<Piece, max_places> pieces_from(std::string_view text, const BoardKind& kind = first_board()) {
  const Geometry geometry(kind);
  std::array<Piece, max_places> pieces{};
  int cell = 0;
  for (const char c : text) {
    if (c == ' ' || cell == geometry.cells()) continue;
    pieces[static_cast<std::size_t>(geometry.place_of(cell++))] = c == 'X'   ? Piece::black
                                                                  : c == 'O' ? Piece::white
                                                                             : Piece::none;
  }
  return pieces;
}

/// A square of Reversi.
constexpr Place square_of(const char* name) { return (name[1] - '1') * 8 + (name[0] - 'a'); }
constexpr PlaceSet squares(std::initializer_list<const char*> names) {
  PlaceSet set;
  for (const char* name : names) set.insert(square_of(name));
  return set;
}

/// A point of Omok.
inline Place point_of(std::string_view name) {
  int row = 0;
  for (const char c : name.substr(1)) row = row * 10 + (c - '0');
  return (row - 1) * 15 + (name[0] - 'a');
}
inline PlaceSet points(std::initializer_list<const char*> names) {
  PlaceSet set;
  for (const char* name : names) set.insert(point_of(name));
  return set;
}

/// A game of Renju with white's last stone on f6 and two points forbidden to black.
inline BoardView omok_view() {
  BoardView view;
  view.kind = &board_kind("omok", "renju");
  view.pieces = pieces_from(
      "............... ............... ............... ............... ............... ......O.O...... "
      "......XXOX..... .....OOXXXO.... ......XOXXOX... .....O..XOX.... ........O..O... ............... "
      "............... ............... ...............",
      *view.kind);
  view.hover_piece = Piece::black;
  view.last_move = point_of("f6");
  view.forbidden = points({"h10", "j5"});
  return view;
}

/// The position of the design study: black to move hovers over c7.
inline BoardView study_view() {
  BoardView view;
  view.pieces = pieces_from("........ ........ ...XX... ...XXO.. ..XOXO.. ..OOOO.. ...O.... ........");
  view.hover_piece = Piece::black;
  view.legal = squares({"g3", "g4", "g5", "g6", "b7", "c7", "e7", "g7", "d8"});
  view.hover = square_of("c7");
  view.will_flip = squares({"c6", "d6"});
  view.last_move = square_of("d7");
  return view;
}

}  // namespace dolbang::scene3d
