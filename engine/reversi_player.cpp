#include "engine/reversi_player.hpp"

#include <algorithm>

#include "ai/reversi/levels.hpp"
#include "threads/run_parallel.hpp"

namespace dolbang::engine {

using namespace std::chrono_literals;

ReversiPlayer::ReversiPlayer() {
  states_.push_back(*Reversi::start(Reversi::default_variant));
  make();
}

Expected<void> ReversiPlayer::start(std::string_view variant) {
  const auto state = Reversi::start(variant);
  if (!state) return tl::unexpected(state.error());
  start(*state);
  return {};
}

void ReversiPlayer::start(const reversi::State& state) { states_.assign(1, state); }

Expected<void> ReversiPlayer::play(Side side, Move move) {
  reversi::State next = state();
  if (next.to_move != side && Reversi::is_legal(next, Move::pass())) Reversi::play(next, Move::pass());
  // A pass that a program writes after the other side has passed by itself changes nothing.
  if (move.is_pass() && next.to_move != side) return {};
  if (next.to_move != side || !Reversi::is_legal(next, move))
    return fail("illegal_move", "That move is not legal here.");
  Reversi::play(next, move);
  states_.push_back(next);
  return {};
}

bool ReversiPlayer::undo() {
  if (states_.size() < 2) return false;
  states_.pop_back();
  return true;
}

void ReversiPlayer::set_level(std::optional<Level> level) {
  level_ = level;
  make();
}

void ReversiPlayer::set_depth(std::optional<int> depth) {
  depth_ = depth;
  make();
}

void ReversiPlayer::make() {
  if (level_) {
    engine_ = make_engine("reversi", *level_);
    return;
  }
  LevelContract contract = *contract_of("reversi", Level::max);
  contract.perfect_empties = 0;
  contract.depth = depth_;
  contract.time = 1000ms;
  // Looking ahead so far, the end is in reach some plies earlier.
  if (depth_) contract.solve_empties = std::min(contract.solve_empties, *depth_ + 8);
  engine_ = make_reversi_thinker(contract);
}

SearchResult ReversiPlayer::think() {
  SearchRequest request;
  request.seed = Reversi::hash(states_.front()) ^ plies();
  request.time = time_;
  request.now = [] { return std::chrono::steady_clock::now().time_since_epoch(); };
  request.threads = threads_;
  request.run_parallel = run_parallel;
  return engine_->search(Position::of<Reversi>(state()), request);
}

}  // namespace dolbang::engine
