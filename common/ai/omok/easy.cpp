#include "ai/omok/easy.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "ai/omok/weak_moves.hpp"
#include "core/rng.hpp"

namespace dolbang {
namespace {

using namespace omok;

constexpr std::uint32_t second_best_one_in = 4;
constexpr std::uint32_t blind_one_in = 6;

/// What a stone is worth in a row of five points that holds so many stones of one colour and none of the other.
/// The steps are steep enough that a longer row outweighs all shorter ones through the same point.
constexpr std::array<int, 5> own_worth{1, 10, 80, 700, 1000000};
constexpr std::array<int, 5> block_worth{1, 8, 60, 400, 30000};
constexpr int four_seen = block_worth[4];

struct Worth {
  int own = 0;    ///< by the rows that the stone extends
  int block = 0;  ///< by the rows of the opponent that it ends
  int total() const { return own + block; }
};

Worth worth_of(const State& state, int point, Side colour) {
  constexpr std::array<std::array<int, 2>, 4> lines{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
  Worth worth;
  for (const auto& [right, up] : lines) {
    for (int first = -4; first <= 0; ++first) {
      std::array<std::size_t, 2> stones{};
      bool on_board = true;
      for (int i = first; i < first + 5 && on_board; ++i) {
        const int column = column_of(point) + i * right, row = row_of(point) + i * up;
        on_board = column >= 0 && column < board_size && row >= 0 && row < board_size;
        if (!on_board || i == 0) continue;
        if (const auto stone = state.at(point_at(column, row))) ++stones[index(*stone)];
      }
      if (!on_board) continue;
      if (stones[index(other(colour))] == 0) worth.own += own_worth[stones[index(colour)]];
      if (stones[index(colour)] == 0) worth.block += block_worth[stones[index(other(colour))]];
    }
  }
  return worth;
}

/// The opening's decisions, by the best point that the side about to place (white) and its opponent have.
Move decide(const State& state, const MoveList& decisions, Rng& rng) {
  if (decisions.contains(more) && rng.below(4) == 0) return more;
  std::array<int, 2> best{};
  for (int point = 0; point < points; ++point)
    if (state.is_empty(point))
      for (const Side side : {Side::black, Side::white})
        best[index(side)] = std::max(best[index(side)], worth_of(state, point, side).own);
  const Side better = best[index(Side::white)] >= best[index(Side::black)] ? Side::white : Side::black;
  return state.to_move == better ? stay : omok::swap;
}

class OmokEasy final : public Engine {
 public:
  SearchResult search(const Position& position, const SearchRequest& request) override {
    const auto state = position.get_if<Omok>();
    assert(state);
    const MoveList moves = weak_moves(*state);
    assert(!moves.empty());
    // The position is part of the seed so that one seed for a whole game does not slip at every move.
    Rng rng(request.seed ^ position.hash());
    SearchResult result;
    result.depth = 1;
    result.nodes = moves.size();
    if (moves[0].code >= points) {
      result.best = decide(*state, moves, rng);
      return result;
    }

    const bool blind = rng.below(blind_one_in) == 0;
    const bool second_best = rng.below(second_best_one_in) == 0;
    struct Choice {
      Move move;
      int worth;
    };
    std::vector<Choice> choices;
    for (const Move move : moves) {
      Worth worth = worth_of(*state, move.code, stone_to_place(*state));
      if (blind && worth.block >= four_seen) worth.block = 0;
      choices.push_back({move, worth.total()});
    }
    const int best =
        std::max_element(choices.begin(), choices.end(), [](auto a, auto b) { return a.worth < b.worth; })->worth;
    // A five or a four that it sees is never passed over.
    const int enough = second_best && best < four_seen ? best / 2 : best;
    choices.erase(std::remove_if(choices.begin(), choices.end(), [&](Choice c) { return c.worth < enough; }),
                  choices.end());
    result.best = choices[rng.below(static_cast<std::uint32_t>(choices.size()))].move;
    return result;
  }
};

}  // namespace

std::unique_ptr<Engine> make_omok_easy() { return std::make_unique<OmokEasy>(); }

}  // namespace dolbang
