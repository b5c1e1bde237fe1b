#include "ai/reversi/levels.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <vector>

#include "ai/reversi/small_book.hpp"
#include "ai/reversi/worker.hpp"
#include "core/rng.hpp"
#include "games/reversi/reversi.hpp"

namespace dolbang {
namespace {

using namespace reversi_ai;
using reversi::State;

State state_of(const Position& position) {
  const auto state = position.get_if<Reversi>();
  assert(state);
  return *state;
}

/// What a disc on a square is worth to casual players: corners much, what gives them away less than nothing. By the
/// distance to the nearest corner along both axes, which fits both sizes.
int square_worth(const State& state, int square) {
  constexpr int worth[4][4]{{100, -20, 10, 5}, {-20, -40, -2, -2}, {10, -2, 2, 1}, {5, -2, 1, 1}};
  const int last = state.size() - 1;
  const int column = std::min(square & 7, last - (square & 7));
  const int row = std::min(square >> 3, last - (square >> 3));
  return worth[row][column];
}

class Casual final : public Engine {
 public:
  SearchResult search(const Position& position, const SearchRequest& request) override {
    const State state = state_of(position);
    const MoveList legal = position.legal_moves();
    assert(!legal.empty());
    Rng rng(request.seed ^ position.hash());
    SearchResult result;
    result.depth = 2;
    int best = 0;
    std::uint32_t equal = 0;
    for (const Move move : legal) {
      State next = state;
      Reversi::play(next, move);
      const int value = after_reply(next, state.to_move, result.nodes);
      if (equal == 0 || value > best) {
        best = value;
        equal = 0;
      }
      // Each of the equal moves is kept with probability 1/n: a uniform choice in one pass.
      if (value == best && rng.below(++equal) == 0) result.best = move;
    }
    return result;
  }

 private:
  static int worth(const State& state, Side side) {
    if (const auto verdict = Reversi::verdict(state))
      return !verdict->winner ? 0 : *verdict->winner == side ? 9999 : -9999;
    int sum = 0;
    for (int square = 0; square < 64; ++square)
      if (const auto disc = state.at(square))
        sum += *disc == side ? square_worth(state, square) : -square_worth(state, square);
    return sum;
  }

  /// The worst that the opponent's reply can make of it; what the board says if there is none.
  static int after_reply(const State& state, Side side, std::uint64_t& nodes) {
    MoveList replies;
    Reversi::legal_moves(state, replies);
    ++nodes;
    if (replies.empty()) return worth(state, side);
    int worst = 1 << 20;
    for (const Move reply : replies) {
      State next = state;
      Reversi::play(next, reply);
      ++nodes;
      worst = std::min(worst, worth(next, side));
    }
    return worst;
  }
};

/// The memory of a level's transposition table.
std::size_t table_bytes(Level level) {
  switch (level) {
    case Level::strong: return std::size_t{16} << 20;
    case Level::hard: return std::size_t{32} << 20;
    case Level::max: return std::size_t{128} << 20;
    default: return std::size_t{2} << 20;
  }
}

/// On the smaller board the strongest level tries to solve any position; from so many empties on that takes a second or
/// two at most, and it always does.
constexpr int small_perfect_empties = 22;

class Thinker final : public Engine {
 public:
  explicit Thinker(const LevelContract& contract)
      : contract_(contract),
        weights_(contract.level == Level::medium ? Weights::simple() : Weights::own()),
        table_(table_bytes(contract.level)) {}

  SearchResult search(const Position& position, const SearchRequest& request) override {
    const State state = state_of(position);
    const int empties = std::popcount(state.empties());
    SearchResult result;
    const MoveList legal = position.legal_moves();
    assert(!legal.empty());
    result.best = legal[0];
    if (legal[0].is_pass()) return result;

    // Who asks for a depth or nothing but the time, as the protocols do, gets a search.
    const bool solved_game =
        contract_.level == Level::max && contract_.perfect_empties > 0 && state.board == reversi::small_board;
    if (solved_game) {
      if (const auto known = SmallBook::own().find(board_of(state))) {
        result.best = Move{static_cast<std::uint16_t>(known->square)};
        result.score = known->score;
        result.exact = true;
        result.depth = empties;
        result.principal_variation.push_back(result.best);
        return result;
      }
    }

    Task task;
    task.stop = request.stop;
    task.now = request.now;
    task.nodes = request.nodes;
    task.solve_from = solved_game ? small_geometry.squares : contract_.solve_empties;
    task.depth = contract_.depth.value_or(60);
    task.selectivity = contract_.depth ? no_selectivity : 0;
    const bool perfect = empties <= (solved_game ? small_perfect_empties : contract_.perfect_empties);
    const auto time = request.time ? request.time : request.nodes ? std::nullopt : contract_.time;
    if (time && !perfect) {
      if (request.now) {
        // What an iteration has found when time is over counts too, so all of it is used; but for a forced move.
        task.deadline = request.now() + (legal.size() > 1 ? *time : *time / 10);
      } else if (!task.nodes) {
        // No clock: as many nodes as a slow machine searches in that time.
        task.nodes = static_cast<std::uint64_t>(time->count()) * 1000;
      }
    }

    table_.next_age();
    const Geometry& geometry = geometry_of(state.board);
    const Outcome outcome = think(board_of(state), geometry, task, request);
    result.best = Move{static_cast<std::uint16_t>(outcome.move)};
    result.score = outcome.score;
    result.exact = outcome.exact;
    result.depth = outcome.depth;
    result.nodes = outcome.nodes;
    State next = state;
    for (const int square : outcome.line) {
      if (!Reversi::is_legal(next, Move{static_cast<std::uint16_t>(square)})) {
        if (!Reversi::is_legal(next, Move::pass())) break;
        result.principal_variation.push_back(Move::pass());
        Reversi::play(next, Move::pass());
      }
      result.principal_variation.push_back(Move{static_cast<std::uint16_t>(square)});
      Reversi::play(next, Move{static_cast<std::uint16_t>(square)});
    }
    return result;
  }

 private:
  /// With one thread or a limit of nodes the search is the same every time.
  Outcome think(const Board& board, const Geometry& geometry, const Task& task, const SearchRequest& request) {
    const int threads =
        contract_.all_threads && request.run_parallel && !task.nodes ? std::clamp(request.threads, 1, 64) : 1;
    while (workers_.size() < static_cast<std::size_t>(threads))
      workers_.push_back(make_worker(best_kernel(), table_, weights_));
    return think_together(workers_, board, geometry, task, request.run_parallel);
  }

  const LevelContract contract_;
  const std::shared_ptr<const Weights> weights_;
  Table table_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace

std::unique_ptr<Engine> make_reversi_casual() { return std::make_unique<Casual>(); }
std::unique_ptr<Engine> make_reversi_thinker(const LevelContract& contract) {
  return std::make_unique<Thinker>(contract);
}

}  // namespace dolbang
