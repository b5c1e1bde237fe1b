#pragma once
#include <memory>

#include "ai/engine.hpp"

namespace dolbang {

/// Level easy (section L): no look-ahead. It scores each point near the stones by the fives that are still
/// possible through it, for both colours, and takes a high one: one time in four not the highest. It never
/// misses its own five; one time in six it does not see the opponent's four. In an opening it takes the colour
/// that has the better point.
std::unique_ptr<Engine> make_omok_easy();

}  // namespace dolbang
