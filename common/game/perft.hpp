#pragma once
/// Counting the leaves of a game's tree: the usual way to compare two implementations of its rules.
#include <cstdint>

#include "game/game.hpp"

namespace dolbang {

/// Published counts differ in what a forced pass is: one ply, or none.
enum class PassPly : std::uint8_t { counts, free };

/// The leaves at `depth` plies (0 or more); a game that ends earlier is one leaf. Works for every game and is as slow
/// as the general interface is.
std::uint64_t perft(const Position& position, int depth, PassPly passes = PassPly::counts);

}  // namespace dolbang
