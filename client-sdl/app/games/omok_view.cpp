// Omok: an x on black's forbidden points and why they are forbidden, the winning row, the decisions of Swap2.
#include "client-sdl/app/games/game_view.hpp"
#include "games/omok/omok.hpp"
#include "games/omok/renju.hpp"

namespace dolbang::app {
namespace {

using omok::Row;

constexpr Grid omok_grid{omok::board_size, omok::board_size, omok::board_size, true, true, true};

omok::State state_of(const Position& position) { return *position.get_if<Omok>(); }

bool is_decision(Move move) { return move.code >= omok::points; }

/// Renju's forbidden points concern the stone that comes next.
bool renju_black(const omok::State& state) {
  return !state.over && state.variant.rule == omok::Rule::renju && omok::stone_to_place(state) == Side::black;
}

std::string stage_code(omok::Stage stage) {
  switch (stage) {
    case omok::Stage::play: return "";
    case omok::Stage::first_three: return "first_three";
    case omok::Stage::choice: return "choice";
    case omok::Stage::two_more: return "two_more";
    case omok::Stage::last_choice: return "last_choice";
  }
  return "";
}

class OmokView final : public GameView {
  std::string_view game() const override { return Omok::id; }

  Grid grid(const Position&) const override { return omok_grid; }

  void show(const Position& position, BoardModel& board) const override {
    const omok::State state = state_of(position);
    board.grid = omok_grid;
    board.black = PlaceSet(state.black.words());
    board.white = PlaceSet(state.white.words());
    board.to_move = state.to_move;
    board.piece = omok::stone_to_place(state);
    if (state.last >= 0) board.last_place = state.last;
    for (const int point : omok::winning_row(state)) board.winning.insert(point);
    for (const Move move : position.legal_moves()) {
      if (is_decision(move))
        board.decisions.push_back(position.move_text(move));
      else
        board.legal.insert(move.code);
    }
    board.stage = stage_code(state.stage);
    board.pieces_left = state.stage == omok::Stage::first_three ? 3 - state.stones
                        : state.stage == omok::Stage::two_more  ? 5 - state.stones
                                                                : 0;
    if (renju_black(state) && board.decisions.empty()) {
      board.forbidden = PlaceSet(omok::forbidden_points(state.black, state.white).words());
      for (Place point = 0; point < omok::points; ++point)
        if (board.forbidden.contains(point))
          board.forbidden_why[point] = to_string(omok::forbidden(state.black, state.white, point));
      board.forbidden_loses = state.variant.forbidden_loses;
    }
  }

  void aim(const Position& position, Place point, BoardModel& board) const override {
    const omok::State state = state_of(position);
    if (!renju_black(state) || !board.decisions.empty() || !state.is_empty(point)) return;
    const omok::Explanation found = omok::explain(state.black, state.white, point);
    if (found.five) return;
    const bool forbidden = found.forbidden != omok::Forbidden::no;
    if (forbidden) board.remarks.push_back({std::string(to_string(found.forbidden)), omok_grid.name(point), {}});
    for (const Row& row : found.rows) {
      if (forbidden && counts_against(found.forbidden, row))
        for (const int stone : row.stones)
          if (stone != point) board.reasons.insert(stone);
      // What looks like a three and is none deserves a word, most of all where a 33 would be feared.
      if (row.shape != Row::Shape::three || row.voided == Row::Void::no || row.void_point < 0) continue;
      const bool five = row.voided == Row::Void::makes_five;
      board.remarks.push_back({five ? "three_makes_five" : "three_forbidden", omok_grid.name(row.void_point),
                               five ? "" : std::string(to_string(row.void_kind))});
    }
  }

  std::string refusal(const Position& position, Place point) const override {
    const omok::State state = state_of(position);
    if (state.stage == omok::Stage::choice || state.stage == omok::Stage::last_choice) return "decide_first";
    if (!state.is_empty(point)) return "occupied";
    if (state.stones == 0 && state.variant.opening == omok::Opening::centre) return "centre_first";
    return "forbidden";
  }

  std::vector<RecordedMove> record(const Match& match) const override {
    std::vector<RecordedMove> moves;
    int stones = 0;
    for (const Turn& turn : match.turns()) {
      const bool decision = is_decision(turn.move);
      const Side side = decision ? turn.side : stones++ % 2 == 0 ? Side::black : Side::white;
      moves.push_back({match.position().move_text(turn.move), !decision, side, false});
    }
    return moves;
  }

  /// By the rule alone: the opening does not make the game another one.
  std::string record_key(std::string_view variant, Side) const override {
    omok::Variant rule = omok::parse_variant(variant).value_or(omok::Variant{});
    rule.opening = omok::Opening::free;
    return "omok " + omok::to_string(rule);
  }

  static bool counts_against(omok::Forbidden forbidden, const Row& row) {
    switch (forbidden) {
      case omok::Forbidden::double_three: return row.shape == Row::Shape::three && row.voided == Row::Void::no;
      case omok::Forbidden::double_four: return row.shape == Row::Shape::four;
      case omok::Forbidden::overline: return row.shape == Row::Shape::overline;
      case omok::Forbidden::no: break;
    }
    return false;
  }
};

}  // namespace

const GameView& omok_view() {
  static const OmokView view;
  return view;
}

}  // namespace dolbang::app
