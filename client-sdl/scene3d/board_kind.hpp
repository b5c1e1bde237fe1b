#pragma once
/// What a board is: its grid, and how it looks.
///
/// A kind is plain data with static storage, made by a file of boards/ and listed in boards/registry.cpp. Every board
/// is a grid of cells, each with one place in its middle; a board of points differs only in that its lines run through
/// the middles instead of between the cells. So picking, animation, camera, shadows and markers are the same for all.
///
/// A look is what a new game brings along: the solids of the board and of the piece, and the shaders of their
/// materials, as text (shaders.hpp says what these can use). Measures are in cells.
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "client-sdl/scene3d/meshes.hpp"
#include "client-sdl/scene3d/scene_types.hpp"

namespace dolbang::scene3d {

class Geometry;

/// The outer measures of a piece lying on its place.
struct PieceShape {
  float radius = 0;
  float height = 0;
  float rim = 0;          ///< how high above the board its widest part begins; 0: upright sides
  float face_radius = 0;  ///< of the spheres of its two faces; 0: flat, upright sides (for picking)
};

struct Look {
  /// One solid of the board and the fragment shader of its material.
  struct Part {
    Mesh mesh;
    std::string fragment;
  };
  PieceShape piece;
  float frame_width = 0;    ///< from the field's edge to the slab's
  float frame_rise = 0;     ///< of the frame above the field
  float slab_height = 0;    ///< below the field, on a board of eight cells; grows with the board
  float corner_radius = 0;  ///< of the slab seen from above
  float label_offset = 0;   ///< of the coordinates' middle line from the field's edge
  float label_size = 0;     ///< of a glyph's cell in the atlas, whose capitals fill about a half
  std::vector<Part> (*parts)(const Geometry& geometry);
  Mesh (*piece_mesh)();
  std::string (*piece_fragment)();
};

struct BoardKind {
  int columns = 0;
  int rows = 0;
  int stride = 0;                ///< the number of a place is row * stride + column, row 0 being row "1"
  bool first_row_near = false;   ///< row "1" is at the near edge (Omok), otherwise at the far edge (Reversi)
  bool lines_on_places = false;  ///< lines run through the places (points), otherwise between them (squares)
  bool upper_case = false;       ///< the columns' letters
  float star = 0;                ///< star points lie this far from the board's middle lines
  bool centre_star = false;
  const Look* look = nullptr;
};

}  // namespace dolbang::scene3d
