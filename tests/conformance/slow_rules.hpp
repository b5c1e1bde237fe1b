#pragma once
/// The rules of each game once more, as slow and as plain as can be, to hold the library's against. Nothing here shares
/// a line with common/games: boards are arrays of characters, moves are texts.
///
/// A new game adds a class of its own here and a line in slow_rules().
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "game/game.hpp"

namespace dolbang::test {

class SlowRules {
 public:
  virtual ~SlowRules() = default;
  virtual std::unique_ptr<SlowRules> clone() const = 0;
  /// The legal moves as Position::move_text() writes them, in any order; only "pass" where that is forced; none at the
  /// end.
  virtual std::vector<std::string> moves() const = 0;
  virtual void play(const std::string& move) = 0;
  virtual Side to_move() const = 0;
  virtual std::optional<Verdict> verdict() const = 0;
  /// As Position::board_text() writes it.
  virtual std::string board_text() const = 0;
};

/// The slow rules of a game and variant; nullptr for a game that has none yet.
std::unique_ptr<SlowRules> slow_rules(const GameSpec& spec);

// One file each.
std::unique_ptr<SlowRules> slow_reversi(const std::string& variant);
std::unique_ptr<SlowRules> slow_omok(const std::string& variant);

}  // namespace dolbang::test
