#pragma once
#include <memory>

#include "ai/engine.hpp"

namespace dolbang {

/// Level easy (section L): no look-ahead; usually a move that flips most, one time in ten any legal
/// move; no liking for corners.
std::unique_ptr<Engine> make_reversi_easy();

}  // namespace dolbang
