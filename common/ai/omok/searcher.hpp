#pragma once
/// The levels of Omok and Renju that look ahead: casual to max.
#include <memory>

#include "ai/engine.hpp"

namespace dolbang {

/// An engine that keeps the contract of its level (contract_of("omok", level)), casual or stronger. A score is in
/// hundredths of what one open two is worth, about; 30000 less the plies to the win when the win is proven.
std::unique_ptr<Engine> make_omok_searcher(Level level);

}  // namespace dolbang
