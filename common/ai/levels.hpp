#pragma once
/// The ladder of AI levels (feature list, section L). A level is a promise to the user: its look-ahead,
/// its exact-endgame limit and its time are stated here, printed by tools and kept by the engines.
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dolbang {

enum class Level : std::uint8_t { novice, easy, casual, medium, strong, hard, max };

inline constexpr std::array all_levels{Level::novice, Level::easy, Level::casual, Level::medium,
                                       Level::strong, Level::hard, Level::max};

/// The stable id: "novice" ... "max".
std::string_view to_string(Level level);
std::optional<Level> level_from(std::string_view text);

/// What a level promises in one game. What the game has no use for stays at its default.
struct LevelContract {
  Level level = Level::novice;
  /// Plies looked ahead, 0 for none; without it, as deep as `time` allows.
  std::optional<int> depth = std::nullopt;
  /// A move takes at most about this long; without it, the depth alone decides.
  std::optional<std::chrono::milliseconds> time = std::nullopt;
  /// Reversi: at so many empties or fewer it tries to solve the position to the end; 0: never.
  int solve_empties = 0;
  /// Reversi: at so many empties or fewer the move is always a perfect one, whatever time that takes.
  int perfect_empties = 0;
  bool vcf = false;          ///< Omok: finds its own win by continuous fours
  bool vcf_defence = false;  ///< Omok: sees to it that the opponent has none
  bool vct = false;          ///< Omok: finds its own win by continuous threats
  bool all_threads = false;  ///< searches with as many threads as it is allowed
};

/// The contract of a level in a game of the catalogue; none for a game without a ladder. Not every level need be
/// playable in this build: levels_of() in ai/engine.hpp says which are.
std::optional<LevelContract> contract_of(std::string_view game, Level level);

/// One line for tools and their tests: "hard depth=- ms=1500 solve=20 perfect=0 vcf=no vcf-defence=no vct=no
/// threads=1".
std::string to_text(const LevelContract& contract);

}  // namespace dolbang
