// Reversi: dots or counts on the legal squares, rings on what would turn over.
#include "client-sdl/app/games/game_view.hpp"
#include "games/reversi/openings.hpp"
#include "games/reversi/reversi.hpp"

namespace dolbang::app {
namespace {

reversi::State state_of(const Position& position) { return *position.get_if<Reversi>(); }

PlaceSet flips(const reversi::State& state, Place square) {
  return PlaceSet(reversi::flips(state.own(), state.opponent(), square));
}

std::string trait_code(reversi::OpeningTrait trait) {
  switch (trait) {
    case reversi::OpeningTrait::none: return "";
    case reversi::OpeningTrait::few_variations: return "few_variations";
    case reversi::OpeningTrait::many_variations: return "many_variations";
    case reversi::OpeningTrait::most_usual: return "most_usual";
    case reversi::OpeningTrait::black_better: return "black_better";
  }
  return "";
}

class ReversiView final : public GameView {
  std::string_view game() const override { return Reversi::id; }

  Grid grid(const Position& position) const override {
    const int size = state_of(position).size();
    return {size, size, 8, false, false, false};
  }

  void show(const Position& position, BoardModel& board) const override {
    const reversi::State state = state_of(position);
    board.grid = grid(position);
    board.black = PlaceSet(state.black);
    board.white = PlaceSet(state.white);
    board.to_move = board.piece = state.to_move;
    board.legal = board.marked = PlaceSet(reversi::legal_squares(state));
    for (Place square = 0; square < 64; ++square)
      if (board.legal.contains(square))
        board.flip_counts[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(flips(state, square).count());
  }

  void aim(const Position& position, Place square, BoardModel& board) const override {
    const reversi::State state = state_of(position);
    if (board.legal.contains(square)) board.will_flip = flips(state, square);
  }

  std::string refusal(const Position& position, Place square) const override {
    return state_of(position).at(square) ? "occupied" : "no_flips";
  }

  PlaceSet flipped(const Match& match) const override {
    Match before = match;
    (void)before.undo();
    return flips(state_of(before.position()), match.turns().back().move.code);
  }

  std::optional<OpeningModel> opening(const Match& match) const override {
    const auto start = Match::start(match.spec());
    if (!start) return std::nullopt;
    std::vector<Move> moves;
    for (const Turn& turn : match.turns()) moves.push_back(turn.move);
    const auto found = reversi::opening_of(state_of(start->position()), moves);
    if (!found) return std::nullopt;
    const reversi::Opening& named = *found->opening;
    return OpeningModel{std::string(named.english), std::string(named.korean), std::string(named.japanese),
                        trait_code(named.trait)};
  }

  std::string record_key(std::string_view variant, Side user) const override {
    return "reversi " + std::string(variant) + " " + std::string(to_string(user));
  }
};

}  // namespace

const GameView& reversi_view() {
  static const ReversiView view;
  return view;
}

}  // namespace dolbang::app
