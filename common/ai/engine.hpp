#pragma once
/// The interface of every engine, of every game and strength.
///
/// An engine is used by one thread at a time and blocks in search(); the caller provides the thread,
/// the clock and the stop flag, so the same code runs under a desktop thread, a server pool or a web
/// worker, and a test can drive it without waiting.
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "ai/levels.hpp"
#include "ai/parallel.hpp"
#include "game/game.hpp"

namespace dolbang {

/// What search() is asked for. A limit that is not given is the level's own.
struct SearchRequest {
  std::uint64_t seed = 0;  ///< the same request with the same seed and a node limit plays the same move
  std::optional<std::chrono::milliseconds> time;  ///< at most this long, by `now`
  std::optional<std::uint64_t> nodes;             ///< at most this many nodes
  int threads = 1;                                ///< how many may think at once; more than one needs `run_parallel`
  RunParallel run_parallel;                       ///< without this an engine thinks with the caller's thread only
  const std::atomic<bool>* stop = nullptr;        ///< set by another thread: answer within 20 ms
  std::function<std::chrono::nanoseconds()> now;  ///< a monotonic clock; may be empty when time is not limited
};

struct SearchResult {
  Move best;                 ///< always legal, also after a stop
  std::optional<int> score;  ///< for the side to move, in the game's unit (Reversi: discs)
  bool exact = false;        ///< the score is proven
  int depth = 0;             ///< plies looked ahead
  std::uint64_t nodes = 0;
  std::vector<Move> principal_variation;
};

class Engine {
 public:
  virtual ~Engine() = default;
  /// The move for the side to move. The position must not be over; a position whose only move is the
  /// pass gets the pass.
  virtual SearchResult search(const Position& position, const SearchRequest& request) = 0;
};

/// The levels that this build can play in a game, weakest first; empty for an unknown game.
std::vector<Level> levels_of(std::string_view game);

/// An engine for a game at a level, or nullptr when levels_of(game) does not list it.
std::unique_ptr<Engine> make_engine(std::string_view game, Level level);

}  // namespace dolbang
