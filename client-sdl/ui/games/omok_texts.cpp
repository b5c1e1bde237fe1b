// Omok: rule and opening, forbidden points and why, the choices of Swap2.
#include "client-sdl/ui/games/game_texts.hpp"
#include "games/omok/omok.hpp"

namespace dolbang::ui {
namespace {

using i18n::Text;
using Pair = Say::Pair;

constexpr Text level_helps[] = {Text::about_omok_novice, Text::about_omok_easy,   Text::about_omok_casual,
                                Text::about_omok_medium, Text::about_omok_strong, Text::about_omok_hard,
                                Text::about_omok_max};

omok::Variant read(std::string_view variant) { return omok::parse_variant(variant).value_or(omok::Variant{}); }

/// "33" and its like in words; empty for other codes.
std::string why(const Say& say, std::string_view code) {
  if (code == "33") return say(Text::why_33);
  if (code == "44") return say(Text::why_44);
  if (code == "overline") return say(Text::why_overline);
  return {};
}

class OmokTexts final : public GameTexts {
  std::string_view game() const override { return Omok::id; }
  Text name() const override { return Text::omok; }

  std::vector<Choice> choices(const Say& say, std::string_view text) const override {
    const omok::Variant variant = read(text);
    std::vector<Choice> rows;
    rows.push_back({"rule",
                    Text::rule,
                    {say(Text::rule_freestyle), say(Text::rule_renju)},
                    variant.rule == omok::Rule::renju ? 1 : 0});
    if (variant.rule == omok::Rule::renju)
      rows.push_back({"forbidden",
                      Text::forbidden_rule,
                      {say(Text::forbidden_blocked), say(Text::forbidden_lose)},
                      variant.forbidden_loses ? 1 : 0});
    rows.push_back({"opening",
                    Text::opening,
                    {say(Text::opening_free), say(Text::opening_centre), say(Text::opening_swap2)},
                    static_cast<int>(variant.opening)});
    return rows;
  }

  std::string with(std::string_view text, std::string_view id, int value) const override {
    omok::Variant variant = read(text);
    if (id == "rule") variant.rule = value == 1 ? omok::Rule::renju : omok::Rule::freestyle;
    if (id == "forbidden") variant.forbidden_loses = value == 1;
    if (id == "opening") variant.opening = static_cast<omok::Opening>(value);
    if (variant.rule == omok::Rule::freestyle) variant.forbidden_loses = false;
    return omok::to_string(variant);
  }

  std::string variant_name(const Say& say, std::string_view text) const override {
    const omok::Variant variant = read(text);
    std::string name = say(variant.rule == omok::Rule::renju ? Text::rule_renju : Text::rule_freestyle);
    if (variant.opening == omok::Opening::centre) name += " · " + say(Text::opening_centre);
    if (variant.opening == omok::Opening::swap2) name += " · " + say(Text::opening_swap2);
    return name;
  }

  Text level_help(Level level) const override { return level_helps[static_cast<std::size_t>(level)]; }

  std::string last_move(const Say& say, const app::LastMove& move) const override {
    const std::string side = say.side(move.side);
    if (move.place) return say.fill(Text::last_stone, Pair{"side", side}, Pair{"square", move.text});
    return say.fill(move.text == "swap"   ? Text::last_swap
                    : move.text == "more" ? Text::last_more
                                          : Text::last_stay,
                    Pair{"side", side});
  }

  std::string record_move(const Say& say, const app::RecordedMove& move) const override {
    if (move.text == "stay") return say(Text::record_stay);
    if (move.text == "swap") return say(Text::record_swap);
    if (move.text == "more") return "+2";
    return move.text;
  }

  std::string cell(const Say& say, const app::BoardModel& board, app::Place point, bool playable) const override {
    const std::string where = board.grid.name(point);
    for (const Side side : {Side::black, Side::white})
      if ((side == Side::black ? board.black : board.white).contains(point))
        return say.fill(Text::cell_taken, Pair{"square", where}, Pair{"side", say.side(side)});
    if (const auto found = board.forbidden_why.find(point); board.forbidden.contains(point))
      return say.fill(playable ? Text::cell_loses : Text::cell_forbidden, Pair{"square", where},
                      Pair{"why", why(say, found->second)});
    return say.fill(playable ? Text::cell_free_point : Text::cell_empty, Pair{"square", where});
  }

  std::string task(const Say& say, const app::ViewModel& view) const override {
    const app::BoardModel& board = view.board;
    if (board.stage.empty() || view.result) return {};
    const bool chooses = board.stage == "choice" || board.stage == "last_choice";
    if (!view.your_turn) return say(chooses ? Text::task_wait_choose : Text::task_wait_place);
    if (board.stage == "choice") return say(Text::task_choice);
    if (board.stage == "last_choice") return say(Text::task_last_choice);
    return say.fill(board.stage == "first_three" ? Text::task_first_three : Text::task_two_more,
                    Pair{"side", say.side(board.piece)}, Pair{"count", std::to_string(board.pieces_left)});
  }

  std::string decision(const Say& say, std::string_view decision, Side mover) const override {
    if (decision == "stay") return say(mover == Side::white ? Text::decide_white : Text::decide_black);
    if (decision == "swap") return say(mover == Side::white ? Text::decide_to_black : Text::decide_to_white);
    return say(Text::decide_more);
  }

  std::vector<std::string> remarks(const Say& say, const app::BoardModel& board) const override {
    std::vector<std::string> lines;
    for (const app::Remark& remark : board.remarks) {
      const Pair square{"square", remark.place};
      if (const std::string reason = why(say, remark.code); !reason.empty())
        lines.push_back(
            say.fill(board.forbidden_loses ? Text::remark_loses : Text::remark_forbidden, square, Pair{"why", reason}));
      else if (remark.code == "three_makes_five")
        lines.push_back(say.fill(Text::remark_three_five, square));
      else
        lines.push_back(say.fill(Text::remark_three_forbidden, square, Pair{"why", why(say, remark.detail)}));
    }
    return lines;
  }

  std::string end(const Say& say, const app::ResultModel& result) const override {
    switch (result.reason) {
      case EndReason::all_forbidden: return say(Text::end_all_forbidden);
      case EndReason::forbidden_point: return say(Text::end_forbidden_point);
      case EndReason::board_full: return say(Text::end_board_full);
      default: return say(Text::end_five);
    }
  }

  bool ghost_is_optional() const override { return true; }
};

}  // namespace

const GameTexts& omok_texts() {
  static const OmokTexts texts;
  return texts;
}

}  // namespace dolbang::ui
