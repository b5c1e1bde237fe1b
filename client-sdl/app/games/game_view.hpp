#pragma once
/// What the client's model has to know of a game beyond its rules: how its board lies, and what to mark on it.
///
/// One file a game implements this and views.cpp lists it; the rest of the client knows no game. An implementation is
/// stateless and lives as long as the program.
#include <string>
#include <string_view>
#include <vector>

#include "client-sdl/app/model.hpp"
#include "match/match.hpp"

namespace dolbang::app {

class GameView {
 public:
  virtual ~GameView() = default;
  virtual std::string_view game() const = 0;
  virtual Grid grid(const Position& position) const = 0;
  /// Fills what the position alone decides: grid, pieces, who is to move, legal places and what of them is worth a
  /// mark, forbidden places, the winning row, the opening's stage and decisions.
  virtual void show(const Position& position, BoardModel& board) const = 0;
  /// Fills what a move on the aimed place would do: rings, remarks.
  virtual void aim(const Position& position, Place place, BoardModel& board) const = 0;
  /// Why no piece can be placed there: the code of a hint. The place is on the board and no legal move.
  virtual std::string refusal(const Position& position, Place place) const = 0;
  /// The pieces that the newest move turned over. There is one.
  virtual PlaceSet flipped(const Match&) const { return {}; }
  /// The moves so far, each with the colour of its piece.
  virtual std::vector<RecordedMove> record(const Match& match) const;
  /// The named opening that the game has gone through, where the game names any.
  virtual std::optional<OpeningModel> opening(const Match&) const { return std::nullopt; }
  /// Under what the games of a variant are counted; the variant as it is when the user has black.
  virtual std::string record_key(std::string_view variant, Side user) const = 0;
};

/// The view of a game of the catalogue; a game without one is a bug and asserts.
const GameView& game_view(std::string_view game);

/// The views, one function a game.
const GameView& reversi_view();
const GameView& omok_view();

}  // namespace dolbang::app
