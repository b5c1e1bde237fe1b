#include "client-sdl/platform/trace.hpp"

#include <boost/json.hpp>
#include <cmath>

#include "games/reversi/reversi.hpp"

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
  json::array rows;
  json::array legal;
  json::object squares;
  for (int row = 0; row < 8; ++row) {
    std::string text;
    for (int column = 0; column < 8; ++column) {
      const int square = reversi::square_at(column, row);
      const auto bit = reversi::bit(square);
      text += (board.black & bit) ? 'x' : (board.white & bit) ? 'o' : '.';
      const std::string name = reversi::square_text(square);
      if (board.legal & bit) legal.push_back(json::string(name));
      const scene3d::Point& at = screen.squares[static_cast<std::size_t>(square)];
      squares[name] = {rounded(at.x), rounded(at.y)};
    }
    rows.push_back(json::string(text));
  }
  line["rows"] = std::move(rows);
  line["legal"] = std::move(legal);
  line["toast"] = view.toast ? view.toast->code : "";
  line["waiting"] = view.room && view.room->waiting;
  line["watching"] = view.room && view.room->watching;
  line["opponent_absent"] = view.room && view.room->opponent_absent;
  line["rematch_offered"] = view.room && view.room->rematch_offered;
  line["link"] = view.room ? link_text(view.room->link) : "";
  line["url"] = view.room && !view.room->code.empty() ? view.room->url : "";
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
