#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace dolbang {

/// The two sides of every game. Black is the first player, white the second; a game in which the
/// pieces have other colours still uses these names for "first" and "second".
enum class Side : std::uint8_t { black = 0, white = 1 };

constexpr Side other(Side side) { return side == Side::black ? Side::white : Side::black; }
constexpr std::size_t index(Side side) { return static_cast<std::size_t>(side); }

constexpr std::string_view to_string(Side side) { return side == Side::black ? "black" : "white"; }

constexpr std::optional<Side> side_from(std::string_view text) {
  if (text == "black") return Side::black;
  if (text == "white") return Side::white;
  return std::nullopt;
}

}  // namespace dolbang
