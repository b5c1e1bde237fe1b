#include "ai/engine.hpp"

#include "ai/omok/easy.hpp"
#include "ai/omok/novice.hpp"
#include "ai/omok/searcher.hpp"
#include "ai/reversi/easy.hpp"
#include "ai/reversi/levels.hpp"
#include "ai/reversi/novice.hpp"

namespace dolbang {
namespace {

template <Level level>
std::unique_ptr<Engine> omok_searcher() {
  return make_omok_searcher(level);
}

struct Entry {
  std::string_view game;
  Level level;
  std::unique_ptr<Engine> (*make)();
};

template <Level level>
std::unique_ptr<Engine> make_thinker() {
  return make_reversi_thinker(*contract_of("reversi", level));
}

// Weakest first within a game.
constexpr Entry entries[]{
    {"reversi", Level::novice, &make_reversi_novice},
    {"reversi", Level::easy, &make_reversi_easy},
    {"reversi", Level::casual, &make_reversi_casual},
    {"reversi", Level::medium, &make_thinker<Level::medium>},
    {"reversi", Level::strong, &make_thinker<Level::strong>},
    {"reversi", Level::hard, &make_thinker<Level::hard>},
    {"reversi", Level::max, &make_thinker<Level::max>},
    {"omok", Level::novice, &make_omok_novice},
    {"omok", Level::easy, &make_omok_easy},
    {"omok", Level::casual, &omok_searcher<Level::casual>},
    {"omok", Level::medium, &omok_searcher<Level::medium>},
    {"omok", Level::strong, &omok_searcher<Level::strong>},
    {"omok", Level::hard, &omok_searcher<Level::hard>},
    {"omok", Level::max, &omok_searcher<Level::max>},
};

}  // namespace

std::vector<Level> levels_of(std::string_view game) {
  std::vector<Level> levels;
  for (const Entry& entry : entries)
    if (entry.game == game) levels.push_back(entry.level);
  return levels;
}

std::unique_ptr<Engine> make_engine(std::string_view game, Level level) {
  for (const Entry& entry : entries)
    if (entry.game == game && entry.level == level) return entry.make();
  return nullptr;
}

}  // namespace dolbang
