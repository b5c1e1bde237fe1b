#pragma once
/// The plain types of the scene: what to show, where, in which colours. No GL, no SDL, no maths library.
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

namespace dolbang::scene3d {

/// A moment on the caller's clock: any origin, never backwards.
using Time = std::chrono::milliseconds;

/// A square of the 8x8 board by index: a1 = 0, b1 = 1, ..., h8 = 63. Row 1 is the far edge, column a the left one.
using Square = int;
inline constexpr int board_size = 8;
inline constexpr int square_count = board_size * board_size;

/// A set of squares, bit i for square i.
using SquareSet = std::uint64_t;
constexpr SquareSet bit(Square square) { return SquareSet{1} << square; }
constexpr bool has(SquareSet set, Square square) { return (set >> square & 1U) != 0; }

enum class Disc : std::uint8_t { none, black, white };
constexpr Disc other(Disc disc) {
  return disc == Disc::black ? Disc::white : disc == Disc::white ? Disc::black : Disc::none;
}

/// Everything the board shows. Always the final position: an animation is only a way to arrive at it, so that
/// counts, dots and picking never see a half-flipped board.
struct BoardView {
  std::array<Disc, square_count> discs{};
  Disc to_move = Disc::none;        ///< colour of the ghost
  SquareSet legal = 0;              ///< squares with a legal dot; leave empty to show none
  std::optional<Square> hover;      ///< ghost disc here
  SquareSet will_flip = 0;          ///< yellow rings on these discs
  std::optional<Square> last_move;  ///< orange ring
  std::optional<Square> cursor;     ///< keyboard cursor brackets
  std::optional<Square> hint;       ///< hollow diamond
  friend bool operator==(const BoardView&, const BoardView&) = default;
};

/// A move to animate: `disc` was placed on `square` and turned `flipped`.
struct AnimatedMove {
  Square square = 0;
  Disc disc = Disc::none;
  SquareSet flipped = 0;
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

/// The colours of everything; the default is Felt & Walnut on the dark table.
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
  Color table_centre{0x3A3B40};
  Color table_edge{0x1B1D21};
  Color last_move{0xFF8A1F};
  Color will_flip{0xFFD640};
  Color ring_outline{0x2A1805};
  Color legal_dot{0xF2EEE0};
  Color hint{0x6AA6E8};
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
