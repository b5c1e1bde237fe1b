#include "slow_rules.hpp"

namespace dolbang::test {

std::unique_ptr<SlowRules> slow_rules(const GameSpec& spec) {
  if (spec.game == "reversi") return slow_reversi(spec.variant);
  if (spec.game == "omok") return slow_omok(spec.variant);
  return nullptr;
}

}  // namespace dolbang::test
