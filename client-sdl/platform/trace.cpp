#include "client-sdl/platform/trace.hpp"

#include <boost/json.hpp>
#include <cmath>

namespace dolbang::platform {

namespace json = boost::json;

namespace {

std::string side_text(std::optional<Side> side) { return side ? std::string(to_string(*side)) : ""; }

const char* link_text(app::Link link) {
  switch (link) {
    case app::Link::connecting: return "connecting";
    case app::Link::online: return "online";
    case app::Link::reconnecting: return "reconnecting";
    case app::Link::offline: return "offline";
  }
  return "";
}

double rounded(float value) { return std::round(static_cast<double>(value)); }

json::array names(const app::Grid& grid, const app::PlaceSet& set) {
  json::array found;
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column)
      if (set.contains(grid.at(column, row))) found.push_back(json::string(grid.name(grid.at(column, row))));
  return found;
}

}  // namespace

Trace::Trace(const char* path) {
  if (path && path[0]) file_.open(path, std::ios::app);
}

void Trace::write(const Screen& screen) {
  if (!is_on()) return;
  const app::ViewModel& view = screen.view;
  const app::BoardModel& board = view.board;
  json::object line;
  line["screen"] = view.screen == app::Screen::start ? "start" : "game";
  line["begun"] = view.begun;
  line["place"] = view.allowed.place;
  line["over"] = view.result.has_value();
  line["moving"] = screen.moving;
  line["you"] = side_text(view.you);
  line["to_move"] = side_text(board.to_move);
  line["moves"] = view.ply;
  line["record"] = view.transcript;
  line["game"] = view.game.game;
  line["variant"] = view.game.variant;
  line["stage"] = board.stage;
  json::array rows;
  for (int row = 0; row < board.grid.rows; ++row) {
    std::string text;
    for (int column = 0; column < board.grid.columns; ++column) {
      const app::Place place = board.grid.at(column, row);
      text += board.black.contains(place) ? 'x' : board.white.contains(place) ? 'o' : '.';
    }
    rows.push_back(json::string(text));
  }
  line["rows"] = std::move(rows);
  line["legal"] = names(board.grid, board.legal);
  line["forbidden"] = names(board.grid, board.forbidden);
  line["winning"] = names(board.grid, board.winning);
  line["hint"] = view.hint.value_or("");
  line["toast"] = view.toast ? view.toast->code : "";
  line["waiting"] = view.room && view.room->waiting;
  line["watching"] = view.room && view.room->watching;
  line["opponent_absent"] = view.room && view.room->opponent_absent;
  line["rematch_offered"] = view.room && view.room->rematch_offered;
  line["paused"] = view.room && view.room->paused;
  line["watch_url"] = view.room ? view.room->watch_url : "";
  for (const Side side : {Side::black, Side::white})
    if (const auto& clock = view.players[index(side)].clock)
      line[side == Side::black ? "black_clock" : "white_clock"] = clock->count();
  line["link"] = view.room ? link_text(view.room->link) : "";
  line["url"] = view.room && !view.room->code.empty() ? view.room->url : "";
  json::object squares;
  for (const Spot& spot : screen.places) squares[spot.name] = {rounded(spot.x), rounded(spot.y)};
  line["squares"] = std::move(squares);
  json::object buttons;
  for (const Button& button : screen.buttons)
    buttons[button.name] = {rounded(button.x), rounded(button.y), rounded(button.width), rounded(button.height)};
  line["buttons"] = std::move(buttons);
  std::string text = json::serialize(line);
  if (text == last_) return;
  file_ << text << '\n' << std::flush;
  last_ = std::move(text);
}

}  // namespace dolbang::platform
