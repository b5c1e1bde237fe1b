#pragma once
/// The levels of Reversi as engines (feature list, section L); each keeps the contract of its level.
#include <memory>

#include "ai/engine.hpp"

namespace dolbang {

/// Two plies with a table of the squares' worth.
std::unique_ptr<Engine> make_reversi_casual();

/// Medium and up: deeper and deeper with an evaluation, to the end of the game where the contract says so.
std::unique_ptr<Engine> make_reversi_thinker(const LevelContract& contract);

}  // namespace dolbang
