#pragma once
/// Places of a board, the squares of Reversi or the points of Omok, as every part of the client counts them: by the
/// number that the game itself gives them (Move::code).
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dolbang::app {

using Place = int;
inline constexpr int max_places = 256;

/// A set of places. Reversi's bitboards and Omok's PointSet have the same bits.
class PlaceSet {
 public:
  using Words = std::array<std::uint64_t, max_places / 64>;
  constexpr PlaceSet() = default;
  constexpr explicit PlaceSet(std::uint64_t bitboard) : words_{bitboard, 0, 0, 0} {}
  constexpr explicit PlaceSet(const Words& words) : words_(words) {}

  /// False for a number that no place has.
  constexpr bool contains(Place place) const {
    return place >= 0 && place < max_places && (words_[word(place)] >> (place & 63) & 1U) != 0;
  }
  constexpr void insert(Place place) { words_[word(place)] |= std::uint64_t{1} << (place & 63); }
  constexpr void erase(Place place) { words_[word(place)] &= ~(std::uint64_t{1} << (place & 63)); }
  constexpr bool empty() const { return words_ == Words{}; }
  int count() const {
    int n = 0;
    for (std::uint64_t rest : words_)
      for (; rest != 0; rest &= rest - 1) ++n;
    return n;
  }
  constexpr const Words& words() const { return words_; }
  friend constexpr bool operator==(const PlaceSet& a, const PlaceSet& b) { return a.words_ == b.words_; }

 private:
  static constexpr std::size_t word(Place place) { return static_cast<std::size_t>(place) >> 6; }
  Words words_{};
};

/// How a board lies before the player and how its places are called (T02, T03, Z07).
struct Grid {
  int columns = 8;
  int rows = 8;
  int stride = 8;               ///< the number of a place is row * stride + column, row 0 being row "1"
  bool first_row_near = false;  ///< row "1" is at the bottom (Omok), otherwise on top (Reversi)
  bool upper_case = false;      ///< "H8", otherwise "h8"
  bool on_lines = false;        ///< pieces lie on the lines' crossings, otherwise in squares

  bool contains(Place place) const { return place >= 0 && column_of(place) < columns && row_of(place) < rows; }
  /// Row and column as they are seen: from the top, from the left.
  Place at(int seen_column, int seen_row) const {
    return (first_row_near ? rows - 1 - seen_row : seen_row) * stride + seen_column;
  }
  int column_of(Place place) const { return place % stride; }
  int seen_row_of(Place place) const { return first_row_near ? rows - 1 - row_of(place) : row_of(place); }

  std::string column_name(int column) const {
    return std::string(1, static_cast<char>((upper_case ? 'A' : 'a') + column));
  }
  std::string row_name(int seen_row) const { return std::to_string(row_of(at(0, seen_row)) + 1); }
  std::string name(Place place) const { return column_name(column_of(place)) + std::to_string(row_of(place) + 1); }
  /// The place of a name in either case; none when the board has not got it.
  std::optional<Place> find(std::string_view wanted) const {
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        if (same(name(at(column, row)), wanted)) return at(column, row);
    return std::nullopt;
  }
  friend bool operator==(const Grid&, const Grid&) = default;

 private:
  int row_of(Place place) const { return place / stride; }
  static bool same(std::string_view a, std::string_view b) {
    if (a.size() != b.size() || a.empty()) return false;
    return (a[0] | 0x20) == (b[0] | 0x20) && a.substr(1) == b.substr(1);
  }
};

}  // namespace dolbang::app
