#include "ai/omok/novice.hpp"

#include <cassert>

#include "ai/omok/weak_moves.hpp"
#include "core/rng.hpp"

namespace dolbang {
namespace {

class OmokNovice final : public Engine {
 public:
  SearchResult search(const Position& position, const SearchRequest& request) override {
    const auto state = position.get_if<Omok>();
    assert(state);
    const MoveList moves = weak_moves(*state);
    assert(!moves.empty());
    Rng rng(request.seed ^ position.hash());
    SearchResult result;
    result.best = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    result.nodes = 1;
    return result;
  }
};

}  // namespace

std::unique_ptr<Engine> make_omok_novice() { return std::make_unique<OmokNovice>(); }

}  // namespace dolbang
