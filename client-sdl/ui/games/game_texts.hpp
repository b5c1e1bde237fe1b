#pragma once
/// What the panel says of a game, and what it lets the user choose before one.
///
/// One file a game implements this and texts.cpp lists it; the rest of the panel knows no game. An implementation is
/// stateless and lives as long as the program.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client-sdl/app/model.hpp"
#include "client-sdl/i18n/i18n.hpp"

namespace dolbang::ui {

/// The texts of one language.
struct Say {
  i18n::Language language = i18n::Language::english;

  using Pair = std::pair<std::string_view, std::string_view>;
  std::string operator()(i18n::Text text) const { return i18n::text(language, text); }
  template <class... V>
  std::string fill(i18n::Text text, V&&... values) const {
    return i18n::format(language, text, {std::forward<V>(values)...});
  }
  std::string side(Side s) const { return (*this)(s == Side::black ? i18n::Text::black : i18n::Text::white); }
};

/// One row of the start screen: one of several values.
struct Choice {
  std::string id;  ///< of its widget: "size"
  i18n::Text label;
  std::vector<std::string> values;
  int chosen = 0;
};

class GameTexts {
 public:
  using Pair = Say::Pair;
  virtual ~GameTexts() = default;
  virtual std::string_view game() const = 0;
  virtual i18n::Text name() const = 0;

  /// What can be chosen of a variant, in the order in which it is asked (M08).
  virtual std::vector<Choice> choices(const Say& say, std::string_view variant) const = 0;
  /// The variant after one of these values was chosen.
  virtual std::string with(std::string_view variant, std::string_view id, int value) const = 0;
  /// The variant for people, empty for the plain game: "6×6", "Renju · Swap2".
  virtual std::string variant_name(const Say& say, std::string_view variant) const = 0;
  virtual i18n::Text level_help(Level level) const = 0;

  /// "Black f5 · 1 flipped".
  virtual std::string last_move(const Say& say, const app::LastMove& move) const = 0;
  /// A move as the record lists it.
  virtual std::string record_move(const Say&, const app::RecordedMove& move) const { return move.text; }
  /// What a place of the table is, in words (T12).
  virtual std::string cell(const Say& say, const app::BoardModel& board, app::Place place, bool playable) const = 0;
  /// The button that places BoardModel::preview.
  virtual std::string confirm(const Say& say, const app::BoardModel& board) const {
    return say.fill(i18n::Text::confirm_move, Pair{"place", board.grid.name(*board.preview)});
  }
  /// What to do now in an opening with rules of its own; empty: nothing out of the ordinary.
  virtual std::string task(const Say&, const app::ViewModel&) const { return {}; }
  /// A button for one of BoardModel::decisions.
  virtual std::string decision(const Say&, std::string_view decision, Side) const { return std::string(decision); }
  /// What the rules say of the aimed place, one line each.
  virtual std::vector<std::string> remarks(const Say&, const app::BoardModel&) const { return {}; }
  virtual std::string end(const Say& say, const app::ResultModel& result) const = 0;

  /// Legal places can be marked (K01, K02).
  virtual bool marks_places() const { return false; }
  /// The translucent piece under the pointer can be switched off (Z06).
  virtual bool ghost_is_optional() const { return false; }
};

const GameTexts& game_texts(std::string_view game);
/// All of them, in the order of the start screen.
const std::vector<const GameTexts*>& all_game_texts();

/// The texts, one function a game.
const GameTexts& reversi_texts();
const GameTexts& omok_texts();

}  // namespace dolbang::ui
