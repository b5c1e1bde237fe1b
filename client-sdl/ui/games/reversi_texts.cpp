// Reversi: size and handicap corners, flips and passes.
#include "client-sdl/ui/games/game_texts.hpp"
#include "games/reversi/reversi.hpp"

namespace dolbang::ui {
namespace {

using i18n::Text;
using Pair = Say::Pair;

constexpr Text level_helps[] = {Text::about_novice, Text::about_easy, Text::about_casual, Text::about_medium,
                                Text::about_strong, Text::about_hard, Text::about_max};

reversi::Variant read(std::string_view variant) { return reversi::parse_variant(variant).value_or(reversi::Variant{}); }

class ReversiTexts final : public GameTexts {
  std::string_view game() const override { return Reversi::id; }
  Text name() const override { return Text::reversi; }

  std::vector<Choice> choices(const Say& say, std::string_view text) const override {
    const reversi::Variant variant = read(text);
    std::vector<Choice> rows;
    rows.push_back({"size", Text::board_size, {"8×8", "6×6"}, variant.size == 6 ? 1 : 0});
    rows.push_back({"handicap", Text::handicap, {say(Text::handicap_none), "1", "2", "3", "4"}, variant.corners});
    // The stored variant is the one in which the user has black.
    if (variant.corners > 0)
      rows.push_back({"corners",
                      Text::handicap_for,
                      {say(Text::handicap_me), say(Text::handicap_opponent)},
                      variant.corners_of == Side::black ? 0 : 1});
    return rows;
  }

  std::string with(std::string_view text, std::string_view id, int value) const override {
    reversi::Variant variant = read(text);
    if (id == "size") variant.size = value == 1 ? 6 : 8;
    if (id == "handicap") variant.corners = value;
    if (id == "corners") variant.corners_of = value == 0 ? Side::black : Side::white;
    return reversi::to_string(variant);
  }

  std::string variant_name(const Say& say, std::string_view text) const override {
    const reversi::Variant variant = read(text);
    std::string name = variant.size == 6 ? "6×6" : "";
    if (variant.corners > 0)
      name +=
          (name.empty() ? "" : " · ") + say.fill(Text::handicap_name, Pair{"count", std::to_string(variant.corners)},
                                                 Pair{"side", say.side(variant.corners_of)});
    return name;
  }

  Text level_help(Level level) const override { return level_helps[static_cast<std::size_t>(level)]; }

  std::string last_move(const Say& say, const app::LastMove& move) const override {
    return say.fill(Text::last_move_text, Pair{"side", say.side(move.side)}, Pair{"square", move.text},
                    Pair{"count", std::to_string(move.flips)});
  }

  std::string cell(const Say& say, const app::BoardModel& board, app::Place square, bool playable) const override {
    const std::string where = board.grid.name(square);
    if (playable)
      return say.fill(Text::cell_free, Pair{"square", where},
                      Pair{"count", std::to_string(board.flip_counts[static_cast<std::size_t>(square)])});
    for (const Side side : {Side::black, Side::white})
      if ((side == Side::black ? board.black : board.white).contains(square))
        return say.fill(Text::cell_taken, Pair{"square", where}, Pair{"side", say.side(side)});
    return say.fill(Text::cell_empty, Pair{"square", where});
  }

  std::string confirm(const Say& say, const app::BoardModel& board) const override {
    return say.fill(Text::confirm_move_flips, Pair{"place", board.grid.name(*board.preview)},
                    Pair{"count", std::to_string(board.will_flip.count())});
  }

  std::string end(const Say& say, const app::ResultModel& result) const override {
    return say(result.reason == EndReason::board_full  ? Text::end_board_full
               : result.reason == EndReason::wiped_out ? Text::end_wiped_out
                                                       : Text::end_no_moves);
  }

  bool marks_places() const override { return true; }
};

}  // namespace

const GameTexts& reversi_texts() {
  static const ReversiTexts texts;
  return texts;
}

}  // namespace dolbang::ui
