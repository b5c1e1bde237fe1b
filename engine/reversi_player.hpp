#pragma once
/// What the two Reversi protocols have in common: a game, and an engine that thinks about it.
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "ai/engine.hpp"
#include "games/reversi/reversi.hpp"

namespace dolbang::engine {

class ReversiPlayer {
 public:
  ReversiPlayer();

  /// Starts anew; error "unknown_variant".
  Expected<void> start(std::string_view variant);
  void start(const reversi::State& state);
  const reversi::State& state() const { return states_.back(); }
  std::size_t plies() const { return states_.size() - 1; }

  /// Plays a move; when it is the other side's turn and that side must pass, the pass is played first. Error
  /// "illegal_move"; the game is then unchanged.
  Expected<void> play(Side side, Move move);
  /// Takes back one move, with the passes that followed it; false when there is none.
  bool undo();

  /// The level that thinks; without one a thinker that keeps to the time or depth it is given, to the end of the
  /// game where it can.
  void set_level(std::optional<Level> level);
  /// Plies, for the thinker without a level; none: by time.
  void set_depth(std::optional<int> depth);
  void set_time(std::optional<std::chrono::milliseconds> time) { time_ = time; }
  void set_threads(int threads) { threads_ = threads; }
  SearchResult think();

 private:
  void make();

  std::vector<reversi::State> states_;
  std::optional<Level> level_;
  std::optional<int> depth_;
  std::optional<std::chrono::milliseconds> time_;
  int threads_ = 1;
  std::unique_ptr<Engine> engine_;
};

}  // namespace dolbang::engine
