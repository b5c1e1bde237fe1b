#pragma once
#include <memory>

#include "ai/engine.hpp"

namespace dolbang {

/// Level novice (section L): any legal move, each as likely as the others.
std::unique_ptr<Engine> make_reversi_novice();

}  // namespace dolbang
