#include "ai/levels.hpp"

namespace dolbang {
namespace {
constexpr std::array<std::string_view, 7> ids{"novice", "easy", "casual", "medium", "strong", "hard", "max"};
}

std::string_view to_string(Level level) { return ids[static_cast<std::size_t>(level)]; }

std::optional<Level> level_from(std::string_view text) {
  for (const Level level : all_levels)
    if (to_string(level) == text) return level;
  return std::nullopt;
}

}  // namespace dolbang
