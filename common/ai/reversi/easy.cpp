#include "ai/reversi/easy.hpp"

#include <bit>
#include <cassert>

#include "ai/reversi/tables.hpp"
#include "core/rng.hpp"
#include "games/reversi/reversi.hpp"

namespace dolbang {
namespace {

constexpr std::uint32_t slip_one_in = 10;

class ReversiEasy final : public Engine {
 public:
  SearchResult search(const Position& position, const SearchRequest& request) override {
    const auto state = position.get_if<Reversi>();
    assert(state);
    const MoveList legal = position.legal_moves();
    assert(!legal.empty());

    // The position is part of the seed so that one seed for a whole game does not slip at every move.
    Rng rng(request.seed ^ position.hash());
    SearchResult result;
    result.depth = 1;
    result.nodes = legal.size();
    if (rng.below(slip_one_in) == 0) {
      result.best = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
      return result;
    }
    int most = -1;
    std::uint32_t equal = 0;
    for (const Move move : legal) {
      const int worth = move.is_pass() ? 0 : greed(*state, move.code);
      if (worth > most) {
        most = worth;
        equal = 0;
      }
      // Each of the equal moves is kept with probability 1/n: a uniform choice in one pass.
      if (worth == most && rng.below(++equal) == 0) result.best = move;
    }
    return result;
  }

 private:
  /// The discs that turn; of equal moves the one that fills a gap, which is what makes the level 65 % against random
  /// moves instead of 60.
  static int greed(const reversi::State& state, int square) {
    const auto around = reversi_ai::neighbours[static_cast<std::size_t>(square)];
    return 9 * std::popcount(reversi::flips(state.own(), state.opponent(), square)) + 8 -
           std::popcount(around & state.empties());
  }
};

}  // namespace

std::unique_ptr<Engine> make_reversi_easy() { return std::make_unique<ReversiEasy>(); }

}  // namespace dolbang
