#pragma once
/// The plain types of the scene: what to show, where, in which colours. No GL, no SDL, no maths library.
///
/// Nothing here knows a game. A board kind (board_kind.hpp; boards/registry.hpp finds it by the game and its variant)
/// says how many places there are and how the game numbers them, so that the numbers of the rules go in and come out.
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

#include "client-sdl/app/places.hpp"

namespace dolbang::scene3d {

struct BoardKind;

/// A moment on the caller's clock: any origin, never backwards.
using Time = std::chrono::milliseconds;

/// Where a piece can lie, by the number that the game itself gives it: Reversi's a1 = 0 ... h8 = 63 (on 6x6 too:
/// f6 = 45), Omok's a1 = 0 ... o15 = 224.
using app::max_places;
using app::Place;
using app::PlaceSet;

/// A disc of Reversi, a stone of Omok: which one it is in the picture is the board kind's affair.
enum class Piece : std::uint8_t { none, black, white };
constexpr Piece other(Piece piece) {
  return piece == Piece::black ? Piece::white : piece == Piece::white ? Piece::black : Piece::none;
}

/// Everything the board shows. Always the final position: an animation is only a way to arrive at it, so that
/// counts, dots and picking never see a half-flipped board.
///
/// The scene decides nothing by itself: a marker is there when the caller asks for it. The ones of a single game stay
/// empty in the others (Omok has no `legal` and `will_flip`, Reversi no `forbidden` and `winning`).
struct BoardView {
  /// Which board. It must live as long as the scene: those of boards/registry.hpp do. Null: the scene's first board,
  /// Reversi 8x8. Another kind than before clears the board and its movements and fits the camera anew.
  const BoardKind* kind = nullptr;
  /// What lies where, by the number of the place. Numbers that the board has not are ignored.
  std::array<Piece, max_places> pieces{};

  std::optional<Place>
      hover;  ///< a translucent `hover_piece` here, if the place is empty (I01; also a move on its way)
  Piece hover_piece = Piece::none;  ///< mostly the colour of the side to move; during Swap2 that of the next stone

  PlaceSet legal;  ///< a dot here (K01); leave empty to show none
  std::array<std::uint8_t, max_places>
      counts{};                    ///< for places in `legal`: this number instead of the dot; 0: the dot (K04)
  PlaceSet forbidden;              ///< a red x here (K08)
  std::optional<Place> refused;    ///< the x which the pointer or the cursor is on stands out; put its
                                   ///< label ("33") with Scene::label_anchor()
  PlaceSet reasons;                ///< thin rings around the pieces that make `refused` forbidden
  PlaceSet will_flip;              ///< yellow rings on these pieces (I02)
  std::optional<Place> last_move;  ///< orange ring (K06, K07)
  PlaceSet winning;                ///< the row that won: a line through it, its pieces light up (E10)
  std::optional<Place> cursor;     ///< keyboard cursor: corner brackets
  std::optional<Place> hint;       ///< hollow diamond
  friend bool operator==(const BoardView&, const BoardView&) = default;
};

/// A move to animate: `piece` was placed on `place` and turned `flipped` (none in Omok).
struct AnimatedMove {
  Place place = 0;
  Piece piece = Piece::none;
  PlaceSet flipped;
  friend bool operator==(const AnimatedMove&, const AnimatedMove&) = default;
};

struct MotionSettings {
  bool reduced = false;  ///< the system asks for less motion: everything is at once in its final place
  float speed = 1.0F;    ///< 0.5, 1, 2; 0 means off, the same as reduced
};

/// A position in the stage, in window points, from its top left corner, y down.
struct Point {
  float x = 0;
  float y = 0;
};

struct Insets {
  float top = 64;
  float bottom = 64;
  float left = 0;
  float right = 0;
  float sides = 0.04F;  ///< more inset at the left and right, as a part of the width
  friend bool operator==(const Insets&, const Insets&) = default;
};

/// The rectangle of the window in which the board stands, in window points.
struct Stage {
  float width = 880;
  float height = 800;
  Insets insets;
  friend bool operator==(const Stage&, const Stage&) = default;
};

enum class ViewPreset : std::uint8_t { oblique, top };

/// 0xRRGGBB, sRGB.
struct Color {
  std::uint32_t rgb = 0;
  friend bool operator==(Color, Color) = default;
};

/// The colours of everything; the default is Felt & Walnut, and kaya for the points boards, on the dark table.
struct Theme {
  Color felt_lit{0x267A52};
  Color felt_shade{0x1B5B3D};
  Color felt_line{0x0C3526};
  Color wood_light{0x805E4B};
  Color wood_dark{0x442A20};
  Color inlay{0xB08D45};
  Color label{0xEFE6D2};
  Color black_disc{0x1E1F22};
  Color white_disc{0xDAD6CF};
  Color kaya{0xD6B467};
  Color kaya_line{0x4A2E14};  ///< the coordinates too
  Color black_stone{0x1C1D20};
  Color white_stone{0xE4E0D6};
  Color table_centre{0x3A3B40};
  Color table_edge{0x1B1D21};
  Color last_move{0xFF8A1F};  ///< the line of the winning row too
  Color will_flip{0xFFD640};
  Color ring_outline{0x2A1805};
  Color legal_dot{0xF2EEE0};
  Color hint{0x6AA6E8};
  Color forbidden{0xC1272D};
  Color forbidden_halo{0xFFF5E3};
};

/// Where to draw. The rectangle is in framebuffer pixels from the bottom left, as glViewport takes it.
struct RenderTarget {
  unsigned framebuffer = 0;
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
};

}  // namespace dolbang::scene3d
