#include "ai/levels.hpp"

#include <ostream>

#include "ai/engine.hpp"
#include "engine/declarations.hpp"
#include "games/catalogue.hpp"

namespace dolbang::engine {

int print_levels(Streams& streams) {
  for (const Rules* rules : all_games())
    for (const Level level : levels_of(rules->id()))
      streams.out << rules->id() << ' ' << to_text(*contract_of(rules->id(), level)) << std::endl;
  return exit_ok;
}

}  // namespace dolbang::engine
