#pragma once
#include <memory>

#include "ai/engine.hpp"

namespace dolbang {

/// Level novice (section L): any point within two of a stone, each as likely as the others, never a forbidden
/// one; the first stone at the centre. An opening's decisions are drawn by lot as well.
std::unique_ptr<Engine> make_omok_novice();

}  // namespace dolbang
