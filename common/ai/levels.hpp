#pragma once
/// The ladder of AI levels (feature list, section L). A level is a promise to the user: its look-ahead,
/// its exact-endgame limit and its time are stated here, printed by tools and kept by the engines.
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace dolbang {

enum class Level : std::uint8_t { novice, easy, casual, medium, strong, hard, max };

inline constexpr std::array all_levels{Level::novice, Level::easy, Level::casual, Level::medium,
                                       Level::strong, Level::hard, Level::max};

/// The stable id: "novice" ... "max".
std::string_view to_string(Level level);
std::optional<Level> level_from(std::string_view text);

}  // namespace dolbang
