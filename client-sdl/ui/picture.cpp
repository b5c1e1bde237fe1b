#include "client-sdl/ui/picture.hpp"

#include "client-sdl/scene3d/boards/registry.hpp"

namespace dolbang::ui {
namespace {

scene3d::Piece piece_of(Side side) { return side == Side::black ? scene3d::Piece::black : scene3d::Piece::white; }

}  // namespace

scene3d::BoardView picture(const app::ViewModel& view, const app::Settings& settings) {
  const app::BoardModel& board = view.board;
  scene3d::BoardView shown;
  shown.kind = &scene3d::board_kind(view.game.game, view.game.variant);
  for (app::Place place = 0; place < app::max_places; ++place) {
    auto& piece = shown.pieces[static_cast<std::size_t>(place)];
    if (board.black.contains(place)) piece = scene3d::Piece::black;
    if (board.white.contains(place)) piece = scene3d::Piece::white;
  }
  if (view.screen != app::Screen::game) return shown;
  shown.hover_piece = piece_of(board.piece);
  // A move on its way or to be confirmed is always shown; what is under the pointer can be switched off where there are
  // no marks to aim by (Z06).
  const bool ghost = settings.ghost || board.preview || !board.will_flip.empty();
  shown.hover = board.pending ? board.pending : ghost ? board.hover : std::nullopt;
  shown.legal = board.marked;
  if (settings.markers == app::Markers::counts) shown.counts = board.flip_counts;
  shown.forbidden = board.forbidden;
  if (board.aimed && board.forbidden.contains(*board.aimed)) shown.refused = board.aimed;
  shown.reasons = board.reasons;
  shown.will_flip = board.will_flip;
  shown.last_move = board.last_place;
  shown.winning = board.winning;
  shown.cursor = board.cursor;
  return shown;
}

scene3d::AnimatedMove movement(const app::Change& change) {
  return {change.place, piece_of(change.side), change.flipped};
}

}  // namespace dolbang::ui
