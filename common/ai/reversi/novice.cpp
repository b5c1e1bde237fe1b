#include "ai/reversi/novice.hpp"

#include <cassert>

#include "core/rng.hpp"

namespace dolbang {
namespace {

class ReversiNovice final : public Engine {
 public:
  SearchResult search(const Position& position, const SearchRequest& request) override {
    const MoveList legal = position.legal_moves();
    assert(!legal.empty());
    Rng rng(request.seed ^ position.hash());
    SearchResult result;
    result.best = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
    result.nodes = 1;
    return result;
  }
};

}  // namespace

std::unique_ptr<Engine> make_reversi_novice() { return std::make_unique<ReversiNovice>(); }

}  // namespace dolbang
