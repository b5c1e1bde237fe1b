#include "client-sdl/ui/ui.hpp"

#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <tuple>

#include "client-sdl/ui/fonts.hpp"
#include "client-sdl/ui/games/game_texts.hpp"
#include "client-sdl/ui/theme.hpp"
#include "client-sdl/ui/widgets.hpp"
#include "core/limits.hpp"

namespace dolbang::ui {
namespace {

using i18n::Text;
using namespace std::chrono_literals;

constexpr std::size_t url_limit = 256;

constexpr Text level_names[] = {Text::level_novice, Text::level_easy, Text::level_casual, Text::level_medium,
                                Text::level_strong, Text::level_hard, Text::level_max};
/// The levels with big buttons (Z02); the others are behind "all levels".
constexpr Level main_levels[] = {Level::easy, Level::medium, Level::hard};

constexpr std::pair<std::string_view, Text> hint_texts[] = {
    {"occupied", Text::hint_occupied},         {"no_flips", Text::hint_no_flips},
    {"forbidden", Text::hint_forbidden},       {"centre_first", Text::hint_centre_first},
    {"decide_first", Text::hint_decide_first}, {"wait_ai", Text::hint_wait_ai},
    {"wait_friend", Text::hint_wait_friend},   {"watching", Text::hint_watching},
    {"offline", Text::hint_offline},           {"game_over", Text::hint_game_over},
    {"not_begun", Text::hint_not_begun},       {"paused", Text::hint_paused},
};

/// The clocks that can be chosen for a room: main time and what a move adds.
constexpr std::pair<std::chrono::seconds, std::chrono::seconds> room_clocks[] = {
    {0s, 0s}, {3min, 2s}, {5min, 5s}, {15min, 10s}, {30min, 20s}};
constexpr std::chrono::seconds hurry = 10s;  ///< from here on a clock is red

/// "5+3": minutes, and seconds a move.
std::string short_clock(std::chrono::seconds main, std::chrono::seconds increment) {
  return std::to_string(main / 1min) + "+" + std::to_string(increment.count());
}

/// "4:05", "1:04:05".
std::string clock_text(std::chrono::seconds time) {
  const auto two = [](std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
  const std::int64_t s = time.count(), minutes = s / 60;
  if (minutes < 60) return std::to_string(minutes) + ":" + two(s % 60);
  return std::to_string(minutes / 60) + ":" + two(minutes % 60) + ":" + two(s % 60);
}

constexpr std::pair<std::string_view, Text> trait_texts[] = {
    {"few_variations", Text::trait_few_variations},
    {"many_variations", Text::trait_many_variations},
    {"most_usual", Text::trait_most_usual},
    {"black_better", Text::trait_black_better},
};

}  // namespace

struct Ui::Impl {
  Fonts fonts;
  Widgets w{fonts};
  app::App* app = nullptr;
  i18n::Language language = i18n::Language::english;
  std::string server, name, join_url;
  bool filled = false;
  bool resign_asked = false;
  std::string tip;            ///< shown beside the pointer
  bool all_levels = false;    ///< the start screen shows every level
  bool room_choices = false;  ///< and what a room can be made with
  int tab = 0;

  // The column that is being laid out, in the panel.
  float x = 0, y = 0, width = 0;
  Rect panel;
  bool narrow = false;   ///< the panel is under the board
  bool flat = false;     ///< there is no board, only the table
  bool compact = false;  ///< the players share a row: the panel is under the board, or the table is tall
  // Heights as the last frame found them, so that the table can take what is left.
  float actions_height = 104;
  float below_table = 74;

  const app::ViewModel& view() const { return app->view(); }
  std::string t(Text text) const { return i18n::text(language, text); }
  template <class... V>
  std::string f(Text text, V&&... values) const {
    return i18n::format(language, text, {std::forward<V>(values)...});
  }
  using Pair = std::pair<std::string_view, std::string_view>;
  Say say() const { return {language}; }
  const GameTexts& game() const { return game_texts(view().game.game); }
  std::string side(Side s) const { return say().side(s); }
  std::string level(Level l) const { return t(level_names[static_cast<std::size_t>(l)]); }

  Rect row(float height, float gap = theme::gap) {
    const Rect rect{x, y, width, height};
    y += height + gap;
    return rect;
  }
  static std::vector<Rect> split(Rect rect, int parts, float gap = theme::gap) {
    std::vector<Rect> out;
    out.reserve(static_cast<std::size_t>(parts));
    const float each = (rect.width - gap * static_cast<float>(parts - 1)) / static_cast<float>(parts);
    for (int i = 0; i < parts; ++i)
      out.push_back({rect.x + (each + gap) * static_cast<float>(i), rect.y, each, rect.height});
    return out;
  }
  void heading(const std::string& text) {
    y += 6;
    w.fitted(fonts.strong, {x, y, width, 26}, theme::ink, text);
    y += 34;
  }
  void label(const std::string& text) {
    w.fitted(fonts.small, {x, y, width, 19}, theme::muted, text);
    y += 23;
  }
  void paragraph(const std::string& text, ImU32 colour = theme::muted) {
    y += w.wrapped(fonts.small, x, y, width, colour, text) + theme::gap;
  }
  bool wide_button(const std::string& id, const std::string& label, Look look = Look::plain, bool enabled = true) {
    return w.button(id, row(theme::button_height), label, look, enabled);
  }

  // ------------------------------------------------------------------------------------ frames

  static constexpr ImGuiWindowFlags bare = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                           ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                           ImGuiWindowFlags_NoFocusOnAppearing;

  /// A window of its own, so that the board around it stays reachable for the mouse.
  void overlay(const char* id, Rect rect, auto&& content, ImGuiWindowFlags more = 0) {
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::Begin(id, nullptr, bare | ImGuiWindowFlags_NoBackground | more);
    content();
    ImGui::End();
    ImGui::PopStyleVar(3);
  }

  Stage draw() {
    w.begin_frame();
    tip.clear();
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const bool in_game = view().screen == app::Screen::game;
    narrow = size.x < theme::narrow_window && (size.x < 640 || size.x < 1.25F * size.y);
    Stage stage;
    if (narrow) {
      // Board and panel under one another; what lies over the board elsewhere gets its own strips.
      const float top = in_game ? theme::strip : 0, bottom = in_game ? theme::strip : 0;
      const float height = flat ? 96 : std::floor(std::min(size.x, size.y * (in_game ? 0.48F : 0.3F)));
      stage = {{0, top, size.x, height}, 6};
      panel = {0, top + height + bottom, size.x, size.y - top - height - bottom};
      if (in_game) draw_over_board({0, 0, size.x, top + height + bottom}, 6);
    } else {
      const float width_of_panel = std::floor(std::clamp(size.x * 0.45F, 300.0F, theme::panel_width));
      stage = {{0, 0, size.x - width_of_panel, size.y}, size.y < 560 ? 56.0F : 64.0F};
      panel = {stage.width, 0, width_of_panel, size.y};
      if (in_game) draw_over_board(stage, 16);
    }
    if (flat) draw_absent_board(stage);
    compact = narrow || view().board.grid.rows > 10;
    draw_panel();
    draw_toast(stage);
    w.end_frame();
    return stage;
  }

  void draw_absent_board(const Rect& stage) {
    overlay(
        "##absent", stage,
        [&] {
          const float room = std::min(420.0F, stage.width - 32);
          w.wrapped(fonts.normal, stage.x + (stage.width - room) / 2, stage.y + stage.height / 2 - 24, room,
                    theme::muted, t(Text::no_board));
        },
        ImGuiWindowFlags_NoInputs);
  }

  void draw_panel() {
    ImGui::SetNextWindowPos({panel.x, panel.y});
    ImGui::SetNextWindowSize({panel.width, panel.height});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme::panel);
    ImGui::PushStyleColor(ImGuiCol_ScrollbarBg, theme::panel);
    ImGui::PushStyleColor(ImGuiCol_ScrollbarGrab, theme::line);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::PushStyleVar(ImGuiStyleVar_ScrollbarSize, 8);
    ImGui::Begin("##panel", nullptr, bare & ~ImGuiWindowFlags_NoScrollbar);
    ImGui::PushFont(fonts.normal);
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const float pad = panel.width < 380 ? 12 : theme::padding;
    x = panel.x + pad;
    y = origin.y + (narrow ? 12 : pad);
    width = panel.width - 2 * pad;
    if (view().screen == app::Screen::start)
      draw_start();
    else
      draw_game();
    // The window scrolls over all that was laid out.
    ImGui::SetCursorScreenPos({x, y + pad - theme::gap - 1});
    ImGui::Dummy({1, 1});
    ImGui::PopFont();
    ImGui::End();
    ImGui::PopStyleVar(5);
    ImGui::PopStyleColor(3);
  }

  void draw_toast(const Rect& stage) {
    const auto& toast = view().toast;
    if (!toast) return;
    const std::string message = toast_text(*toast);
    if (message.empty()) return;  // the panel says it already
    const float room = std::min(520.0F, stage.width - 32);
    const ImVec2 size = fonts.normal->CalcTextSizeA(fonts.normal->FontSize, 1e9F, room - 32, message.c_str());
    const Rect rect{stage.x + (stage.width - room) / 2, stage.y + 68, room, size.y + 24};
    // It takes no clicks: it may lie over squares, and a move must never be swallowed by a message.
    overlay(
        "##toast", rect,
        [&] {
          w.list.push_back({"toast", rect, message, false});
          w.box(rect, theme::rgb(0x2A2E35, 235), theme::rounding, theme::accent);
          w.wrapped(fonts.normal, rect.x + 16, rect.y + 12, room - 32, theme::ink, message);
        },
        ImGuiWindowFlags_NoInputs);
  }

  std::string toast_text(const app::Toast& toast) const {
    static constexpr std::pair<std::string_view, Text> known[] = {
        {"bad_url", Text::toast_bad_url},
        {"bad_address", Text::toast_bad_url},
        {"unknown_room", Text::toast_unknown_room},
        {"illegal_move", Text::toast_illegal_move},
        {"seat_taken", Text::toast_seat_taken},
        {"replaced_by_newer_connection", Text::toast_other_window},
        {"cannot_save", Text::toast_not_saved},
        {"copied", Text::copied},
        {"declined", Text::toast_declined},
        {"private", Text::toast_private},
        {"old_server", Text::toast_old_server},
        {"no_host", Text::toast_no_host},
        {"no_answer", Text::toast_no_answer},
        {"not_https", Text::toast_not_https},
        {"not_dolbang", Text::toast_not_dolbang},
        {"certificate_name", Text::toast_certificate_name},
        {"certificate_expired", Text::toast_certificate_expired},
        {"certificate_early", Text::toast_certificate_early},
        {"certificate_untrusted", Text::toast_certificate_untrusted},
    };
    for (const auto& [code, text] : known)
      if (code == toast.code) return t(text);
    return toast.text;
  }

  // ------------------------------------------------------------------------------- start screen

  void draw_start() {
    const app::Settings& settings = app->settings();
    if (!filled) {
      server = settings.server;
      name = settings.name;
      filled = true;
    }
    draw_title();
    draw_game_choice();

    // Who chooses what a room shall have is busy with that, and it takes the place.
    if (!view().levels.empty() && !room_choices) {
      heading(t(Text::play_ai));
      draw_levels();
      const Rect line = row(theme::small_height);
      const int colour = choice_row("colour", line, t(Text::your_stones),
                                    {t(Text::black), t(Text::white), t(Text::alternate), t(Text::random)},
                                    static_cast<int>(settings.colour));
      if (colour >= 0) app->set_colour(static_cast<app::ColourChoice>(colour));
      const std::string second = f(Text::start_second, Pair{"level", level(view().second_level)});
      if (w.button("button.second", row(40), second)) app->start_ai(view().second_level, Side::white);
    }

    if (!room_choices && w.button("button.hotseat", row(40), t(Text::play_here))) app->start_hotseat();

    heading(t(Text::play_friend));
    if (view().recent_room && w.button("button.return", row(40), t(Text::return_room), Look::primary))
      app->join_room(*view().recent_room);
    field("input.name", t(Text::your_name), name, limits::name_bytes);
    fonts.need(name);
    field("input.server", t(Text::server), server, url_limit);
    draw_room_choices();
    if (w.button("button.create", row(40), t(Text::create_room))) {
      app->set_name(name);
      app->set_server(server);
      app->create_room(server);
    }
    Rect line = row(theme::small_height);
    const float side_button = 76;
    Rect field = line;
    field.width -= 2 * (side_button + theme::gap);
    const bool entered = w.input("input.url", field, join_url, t(Text::join_url).c_str(), url_limit);
    const Rect paste{field.x + field.width + theme::gap, line.y, side_button, line.height};
    if (w.button("button.paste", paste, t(Text::paste)))
      if (const char* clip = ImGui::GetClipboardText()) join_url = std::string(clip).substr(0, url_limit);
    const Rect open{paste.x + side_button + theme::gap, line.y, side_button, line.height};
    const bool pressed = w.button("button.open", open, t(Text::open), Look::plain, !join_url.empty());
    if (pressed || (entered && !join_url.empty())) {
      app->set_name(name);
      app->join_room(join_url);
    }
  }

  /// What a new room can have; out of sight until it is asked for, so that a room takes two presses.
  void draw_room_choices() {
    const Rect line = row(narrow ? 36.0F : 28.0F);
    app::RoomChoices choices = app->settings().room;
    std::string more = t(room_choices ? Text::fewer_options : Text::more_options);
    if (!room_choices && choices.main > 0s) more += " · " + short_clock(choices.main, choices.increment);
    if (w.link("button.room_choices", line, more)) room_choices = !room_choices;
    if (!room_choices) return;
    const int colour = choice_row("room.colour", row(theme::small_height, 6), t(Text::your_stones),
                                  {t(Text::black), t(Text::white), t(Text::random)}, static_cast<int>(choices.colour));
    if (colour >= 0) choices.colour = static_cast<app::RoomChoices::Colour>(colour);
    std::vector<std::string> clocks;
    int clock = -1;
    for (const auto& [time, increment] : room_clocks) {
      if (time == choices.main && increment == choices.increment) clock = static_cast<int>(clocks.size());
      clocks.push_back(time == 0s ? t(Text::clock_none) : short_clock(time, increment));
    }
    clock = choice_row("room.clock", row(theme::small_height, 6), t(Text::clock), clocks, clock);
    if (clock >= 0) std::tie(choices.main, choices.increment) = room_clocks[clock];
    const int spectators =
        choice_row("room.spectators", row(theme::small_height, 6), t(Text::spectators),
                   {t(Text::spectators_everyone), t(Text::spectators_link), t(Text::spectators_nobody)},
                   static_cast<int>(choices.spectators));
    if (spectators >= 0) choices.spectators = static_cast<app::RoomChoices::Spectators>(spectators);
    if (w.toggle("room.undo", row(theme::small_height, 6), t(Text::allow_undo_room), choices.undo))
      choices.undo = !choices.undo;
    if (choices.main > 0s &&
        w.toggle("room.runs_on", row(theme::small_height, 6), t(Text::clock_runs_on), choices.clock_runs_on))
      choices.clock_runs_on = !choices.clock_runs_on;
    app->set_room_choices(choices);
  }

  /// The program's name, and the languages beside it, where someone finds them who cannot read the rest.
  void draw_title() {
    const float languages = 198;
    w.fitted(fonts.title, {x, y, width - languages - 8, 40}, theme::ink, t(Text::app_name));
    language_buttons({x + width - languages, y + 2, languages, theme::small_height});
    y += 46;
  }

  /// Which game, and what of it can be chosen (G13, M08, M18, H01).
  void draw_game_choice() {
    std::vector<std::string> names;
    int chosen = 0;
    for (const GameTexts* texts : all_game_texts()) {
      if (texts->game() == view().game.game) chosen = static_cast<int>(names.size());
      names.push_back(t(texts->name()));
    }
    const int pressed = w.segmented("game", row(theme::button_height), names, chosen);
    if (pressed >= 0) app->set_game(all_game_texts()[static_cast<std::size_t>(pressed)]->game());
    const std::string variant = view().game.variant;
    for (const Choice& choice : game().choices(say(), variant)) {
      const int value =
          choice_row(choice.id, row(theme::small_height, 6), t(choice.label), choice.values, choice.chosen);
      if (value >= 0) app->set_variant(game().with(variant, choice.id, value));
    }
  }

  /// A short label and one of several values in one row.
  int choice_row(const std::string& id, Rect line, const std::string& text, const std::vector<std::string>& values,
                 int chosen) {
    const float indent = width < 340 ? 84 : 96;
    w.fitted(fonts.small, {line.x, line.y, indent - 8, line.height}, theme::muted, text);
    return w.segmented(id, {line.x + indent, line.y, line.width - indent, line.height}, values, chosen);
  }

  /// Easy, medium and hard start at once; the others show when asked for (Z02, M04).
  void draw_levels() {
    const auto& levels = view().levels;
    std::vector<Level> main, more;
    for (const Level l : levels) {
      const bool is_main = std::find(std::begin(main_levels), std::end(main_levels), l) != std::end(main_levels);
      (is_main ? main : more).push_back(l);
    }
    if (main.empty()) std::swap(main, more);
    level_row(main, row(theme::button_height), Look::primary);
    if (main.size() == 1) paragraph(t(game().level_help(main[0])) + " " + t(Text::play_ai_help));
    if (more.empty()) return;
    if (all_levels) level_row(more, row(40), Look::plain);
    const Rect line = row(narrow ? 36.0F : 28.0F);
    if (w.link("button.levels", line, t(all_levels ? Text::fewer_levels : Text::all_levels))) all_levels = !all_levels;
  }

  void level_row(const std::vector<Level>& levels, Rect line, Look look) {
    const auto parts = split(line, static_cast<int>(levels.size()));
    for (std::size_t i = 0; i < levels.size(); ++i) {
      if (w.button("button.ai." + std::string(to_string(levels[i])), parts[i], level(levels[i]), look))
        app->start_ai(levels[i]);
      if (w.hot()) tooltip(t(game().level_help(levels[i])));
    }
  }

  /// A short label and a field in one row.
  void field(const char* id, const std::string& text, std::string& value, std::size_t limit) {
    const Rect line = row(theme::small_height);
    const float indent = 84;
    w.fitted(fonts.small, {line.x, line.y, indent - 8, line.height}, theme::muted, text);
    w.input(id, {line.x + indent, line.y, line.width - indent, line.height}, value, "", limit);
  }

  void tooltip(const std::string& text) {
    tip = text;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10, 8});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 8);
    ImGui::PushStyleColor(ImGuiCol_PopupBg, theme::card_hover);
    ImGui::PushStyleColor(ImGuiCol_Border, theme::line);
    ImGui::PushFont(fonts.small);
    ImGui::SetTooltip("%s", text.c_str());
    ImGui::PopFont();
    ImGui::PopStyleColor(2);
    ImGui::PopStyleVar(2);
  }

  void language_choice() {
    label(t(Text::language));
    language_buttons(row(theme::small_height));
  }

  void language_buttons(Rect rect) {
    const int pressed = w.segmented("language", rect, {"English", "한국어", "日本語"}, static_cast<int>(language));
    if (pressed >= 0) app->set_language(static_cast<app::Language>(pressed + 1));  // after `automatic`
  }

  // -------------------------------------------------------------------------- over the board

  void draw_over_board(const Rect& stage, float margin) {
    const float top = stage.y + margin;
    overlay("##back", {stage.x + margin, top, 40, 40}, [&] {
      const Rect rect{stage.x + margin, top, 40, 40};
      if (w.button("button.back", rect, "", Look::quiet)) app->choose_mode();
      ImDrawList& paint = *ImGui::GetWindowDrawList();
      const ImVec2 arrow[] = {{rect.x + 23, rect.y + 12}, {rect.x + 15, rect.y + 20}, {rect.x + 23, rect.y + 28}};
      paint.AddPolyline(arrow, 3, theme::ink, 0, 2);
    });
    const float choice_width = stage.width < 480 ? 178 : 200;
    const Rect choice{stage.x + stage.width - margin - choice_width, top, choice_width, 40};
    overlay("##view", choice, [&] {
      ImGui::PushFont(fonts.normal);
      const int pressed = w.segmented("view", choice, {t(Text::view_oblique), t(Text::view_top)},
                                      static_cast<int>(app->settings().view));
      if (pressed >= 0) app->set_view(static_cast<app::ViewPreset>(pressed));
      ImGui::PopFont();
    });
    const Rect title_room{stage.x + margin + 52, top, choice.x - (stage.x + margin + 52) - 8, 40};
    overlay("##title", title_room, [&] {
      // Where there is little room the mode says more than the game.
      std::vector<std::string> parts = title_parts();
      const auto joined = [&] {
        std::string title;
        for (const std::string& part : parts) title += (title.empty() ? "" : " · ") + part;
        return title;
      };
      while (parts.size() > 1 && size_of(fonts.normal, joined()).x > title_room.width) parts.erase(parts.begin());
      const std::string title = joined();
      w.note("title", title_room, title);
      w.fitted(fonts.normal, title_room, theme::ink, title);
    });

    draw_foot({stage.x + margin, stage.y + stage.height - margin - 40, stage.width - 2 * margin, 40});
  }

  std::vector<std::string> title_parts() const {
    const app::ViewModel& v = view();
    std::vector<std::string> parts{t(game().name())};
    if (auto variant = game().variant_name(say(), v.game.variant); !variant.empty())
      parts.push_back(std::move(variant));
    if (v.mode == app::Mode::room) parts.push_back(t(Text::mode_room));
    if (v.mode == app::Mode::hotseat) parts.push_back(t(Text::mode_hotseat));
    if (v.mode == app::Mode::ai)
      for (const auto& player : v.players)
        if (player.level) parts.push_back(f(Text::ai_player, Pair{"level", level(*player.level)}));
    return parts;
  }

  /// At the lower left of the board: the counts (K10, Z03), and beside them the pass banner (P01), or why a press did
  /// nothing, or what the rules say of the place under the pointer.
  void draw_foot(Rect foot) {
    const app::ViewModel& v = view();
    const auto black = v.players[0].discs, white = v.players[1].discs;
    if (black && white) {
      const Rect pill{foot.x, foot.y, 148, foot.height};
      overlay("##score", pill, [&] {
        w.box(pill, theme::overlay, 20);
        const std::string left = std::to_string(*black), right = std::to_string(*white);
        w.disc(pill.x + 22, pill.y + 20, 11, Side::black);
        w.text(fonts.strong, pill.x + 40, pill.y + 7, theme::ink, left);
        w.text(fonts.strong, pill.x + 71, pill.y + 6, theme::muted, ":");
        w.text(fonts.strong, pill.x + pill.width - 40 - size_of(fonts.strong, right).x, pill.y + 7, theme::ink, right);
        w.disc(pill.x + pill.width - 22, pill.y + 20, 11, Side::white);
      });
      foot.x += pill.width + 12;
      foot.width -= pill.width + 12;
    }
    if (v.pass && v.pass->banner) {
      std::string text = f(Text::pass_banner, Pair{"side", side(v.pass->side)});
      // The reason stands under the table as well.
      if (size_of(fonts.normal, text).x + 36 > foot.width) text = f(Text::pass_short, Pair{"side", side(v.pass->side)});
      const Rect banner{foot.x, foot.y, std::min(size_of(fonts.normal, text).x + 36, foot.width), foot.height};
      overlay("##pass", banner, [&] {
        w.note("banner.pass", banner, text);
        w.box(banner, theme::accent, 14);
        w.centred(fonts.normal, banner, theme::ink_on_accent, text);
      });
      return;
    }
    std::vector<std::string> lines = game().remarks(say(), v.board);
    if (lines.empty() && v.hint) lines.push_back(hint_text(*v.hint));
    if (lines.empty()) return;
    // Several lines grow upwards, over the table's edge. It takes no clicks: it may lie over places.
    const float wrap = std::min(foot.width, 560.0F) - 32;
    std::string text = lines[0];
    for (std::size_t i = 1; i < lines.size(); ++i) text += "\n" + lines[i];
    ImFont* font = narrow ? fonts.small : fonts.normal;
    const ImVec2 size = font->CalcTextSizeA(font->FontSize, 1e9F, wrap, text.c_str());
    const float height = std::max(foot.height, size.y + 12);
    const Rect note{foot.x, foot.y + foot.height - height, size.x + 32, height};
    overlay(
        "##remark", note,
        [&] {
          w.note("remark", note, text);
          w.box(note, theme::overlay, 14, theme::line);
          w.wrapped(font, note.x + 16, note.y + (height - size.y) / 2, wrap, theme::ink, text);
        },
        ImGuiWindowFlags_NoInputs);
  }

  std::string hint_text(std::string_view code) const {
    for (const auto& [known, text] : hint_texts)
      if (known == code) return t(text);
    return {};
  }

  // ---------------------------------------------------------------------------------- game panel

  void draw_game() {
    const app::ViewModel& v = view();
    if (!v.allowed.resign) resign_asked = false;
    if (v.room) draw_link(*v.room);
    const bool before = v.room && !v.begun;
    if (before) {
      draw_lobby(*v.room);
    } else {
      // Under the board the two players share a row, so that the table comes into sight.
      const auto cards = split(row(56), compact ? 2 : 1);
      draw_player(Side::black, cards[0]);
      draw_player(Side::white, compact ? cards[1] : row(56));
      draw_status();
      draw_decisions();
      if (v.room) {
        draw_questions(*v.room);
        draw_absence(*v.room);
      }
      if (v.result) draw_result(*v.result);
      if (narrow) draw_actions();
      draw_tabs();
    }
    if (before || !narrow) {
      // The actions stand at the foot of the panel, or follow the rest where that is too long.
      y = std::max(y, panel.y + panel.height - (panel.width < 380 ? 12 : theme::padding) - actions_height + theme::gap);
      const float top = y;
      draw_actions();
      actions_height = y - top;
    }
  }

  void draw_player(Side s, Rect card) {
    const app::PlayerModel& player = view().players[index(s)];
    w.box(card, theme::card, theme::rounding, player.active ? theme::accent : 0, 1.5F);
    const float disc = compact ? 11 : 15;
    const float indent = compact ? 42 : 58;
    w.disc(card.x + indent / 2 + 1, card.y + 28, disc, s);
    fonts.need(player.name);
    std::string who = player.name;
    switch (player.kind) {
      case app::PlayerKind::nobody: who = t(Text::empty_seat); break;
      case app::PlayerKind::you: who = who.empty() ? t(Text::you) : who + " (" + t(Text::you) + ")"; break;
      case app::PlayerKind::here: who = f(Text::player_here, Pair{"number", std::to_string(player.number)}); break;
      case app::PlayerKind::ai:
        who = (who.empty() ? "" : who + " · ") +
              f(Text::ai_player, Pair{"level", level(player.level.value_or(Level::easy))});
        break;
      case app::PlayerKind::remote:
        if (who.empty()) who = t(Text::friend_name);
        break;
    }
    std::string second = f(s == Side::black ? Text::side_first : Text::side_second, Pair{"side", side(s)});
    if (compact) second = side(s);
    const std::string clock = player.clock ? clock_text(*player.clock) : "";
    if (player.clock) second = compact ? clock : side(s);  // its disc tells the side, too
    ImU32 dot = 0;
    if (player.kind == app::PlayerKind::remote) {
      dot = player.connected ? theme::ok : theme::danger;
      // On a narrow card the dot tells it alone; a lost connection is told below in words.
      if (!compact) second += " · " + t(player.connected ? Text::connected : Text::away);
    }
    const std::string count = player.discs ? std::to_string(*player.discs) : "";
    ImFont* digits = compact ? fonts.strong : fonts.title;
    const float count_width = size_of(digits, count).x;
    const float end = card.width - (compact ? 12.0F : 18.0F);
    if (player.discs)
      w.text(digits, card.x + end - count_width, card.y + (56 - digits->FontSize) / 2, theme::ink, count);
    float room = end - indent - (player.discs ? count_width + 8 : 0);
    if (player.clock && !compact) {
      const float clock_width = size_of(fonts.strong, clock).x;
      room -= clock_width + 14;
      const ImU32 colour = !player.clock_runs ? theme::muted : *player.clock <= hurry ? theme::danger : theme::accent;
      w.text(fonts.strong, card.x + indent + room + 8, card.y + (56 - fonts.strong->FontSize) / 2, colour, clock);
    }
    ImFont* font = size_of(fonts.normal, who).x > room ? fonts.small : fonts.normal;
    w.fitted(font, {card.x + indent, card.y + 6, room, 24}, theme::ink, who);
    const float dot_room = dot != 0 ? 14 : 0;
    const float written =
        w.fitted(fonts.small, {card.x + indent, card.y + 30, room - dot_room, 20}, theme::muted, second);
    if (dot != 0) ImGui::GetWindowDrawList()->AddCircleFilled({card.x + indent + written + 10, card.y + 41}, 4, dot);
    w.note("card." + std::string(to_string(s)), card,
           who + ", " + second + (count.empty() ? "" : ", " + count) + (clock.empty() ? "" : ", " + clock));
  }

  void draw_status() {
    const app::ViewModel& v = view();
    if (v.result) return;
    const Side mover = v.board.to_move;
    std::string status = f(Text::turn_of, Pair{"side", side(mover)});
    if (v.thinking)
      status = t(Text::ai_thinks);
    else if (v.your_turn && v.mode != app::Mode::hotseat)
      status = t(Text::your_turn);
    else if (v.room && v.players[index(mover)].kind == app::PlayerKind::remote && v.you)
      status = t(Text::friend_thinks);
    if (v.room && v.room->paused) status = t(Text::paused);
    if (v.room && v.room->watching) status = t(Text::watching) + " · " + status;
    w.note("status", {x, y, width, 30}, status);
    if (v.confirms && narrow) {
      // Here a finger finds it: a row of its own, which is kept so that nothing below moves under the finger.
      draw_confirm(row(theme::confirm_height));
    } else if (v.board.preview) {
      draw_confirm({x, y - 1, width, 32});
      y += 36;
      return;
    }
    const float chip = draw_opening(size_of(fonts.strong, status).x);
    w.fitted(fonts.strong, {x, y, width - chip, 30}, theme::ink, status);
    y += 36;
    if (const std::string task = game().task(say(), v); !task.empty()) {
      y -= 4;
      w.note("task", {x, y, width, 1}, task);
      paragraph(task, theme::ink);
    }
  }

  /// Places the move that is shown (Z15).
  void draw_confirm(Rect rect) {
    const app::BoardModel& board = view().board;
    if (board.preview && w.button("button.confirm", rect, game().confirm(say(), board), Look::primary))
      app->confirm_move();
  }

  /// The opening's name at the right of the status line (K13), as far as it has room; the width that it took.
  float draw_opening(float status_width) {
    const auto& opening = view().opening;
    if (!opening) return 0;
    const std::string known_as = language == i18n::Language::korean     ? opening->korean
                                 : language == i18n::Language::japanese ? opening->japanese
                                                                        : opening->english;
    fonts.need(known_as);
    std::string text = f(Text::opening_name, Pair{"name", known_as});
    const float room = width - status_width - 12;
    if (size_of(fonts.small, text).x + 24 > room) text = known_as;
    const float wanted = size_of(fonts.small, text).x + 24;
    if (wanted > room) return 0;
    const Rect chip{x + width - wanted, y + 1, wanted, 28};
    w.note("opening", chip, text);
    w.box(chip, theme::legal_cell, 14);
    w.fitted(fonts.small, {chip.x + 12, chip.y, wanted - 24, chip.height}, theme::ink, text);
    for (const auto& [trait, help] : trait_texts)
      if (trait == opening->trait && ImGui::IsMouseHoveringRect({chip.x, chip.y}, {chip.x + wanted, chip.y + 28}))
        tooltip(t(help));
    return wanted + 12;
  }

  /// The choices of an opening, for whose they are.
  void draw_decisions() {
    const app::ViewModel& v = view();
    const auto& decisions = v.board.decisions;
    if (decisions.empty() || !v.your_turn) return;
    // The two colours side by side, what is left under them.
    for (std::size_t i = 0; i < decisions.size(); i += 2) {
      const std::size_t count = std::min<std::size_t>(2, decisions.size() - i);
      const auto parts = split(row(40, 6), static_cast<int>(count));
      for (std::size_t k = 0; k < count; ++k) {
        const std::string& decision = decisions[i + k];
        const std::string text = game().decision(say(), decision, v.board.to_move);
        if (w.button("button.decide." + decision, parts[k], text, Look::primary, v.allowed.place)) {
          app->decide(decision);
          return;
        }
      }
    }
    y += 2;
  }

  void draw_result(const app::ResultModel& result) {
    const float top = y;
    y += 10;
    const float inset = 14;
    x += inset;
    width -= 2 * inset;
    ImDrawList& paint = *ImGui::GetWindowDrawList();
    paint.ChannelsSplit(2);
    paint.ChannelsSetCurrent(1);
    std::string headline = t(Text::draw);
    if (result.you_won)
      headline = t(*result.you_won ? Text::you_win : Text::you_lose);
    else if (result.winner)
      headline = f(Text::side_wins, Pair{"side", side(*result.winner)});
    w.fitted(fonts.strong, {x, y, width, 26}, theme::accent, headline);
    y += 32;
    if (result.reason == EndReason::resigned && result.winner)
      paragraph(f(Text::end_resigned, Pair{"side", side(other(*result.winner))}), theme::ink);
    else if (result.reason == EndReason::timed_out && result.winner)
      paragraph(f(Text::end_timed_out, Pair{"side", side(other(*result.winner))}), theme::ink);
    else if (result.reason == EndReason::abandoned && result.winner)
      paragraph(f(Text::end_abandoned, Pair{"side", side(other(*result.winner))}), theme::ink);
    else
      paragraph(game().end(say(), result));
    if (result.score) {
      const std::string black = std::to_string(result.score->of[0]), white = std::to_string(result.score->of[1]),
                        empty = std::to_string(result.score->empties);
      paragraph(f(result.score->empties > 0 ? Text::score_empties : Text::score, Pair{"black", black},
                  Pair{"white", white}, Pair{"empty", empty}),
                theme::ink);
    }
    // Worth a line only where it differs from the board's count.
    if (result.tournament && result.score && result.score->empties > 0)
      paragraph(f(Text::tournament, Pair{"black", std::to_string(result.tournament->of[0])},
                  Pair{"white", std::to_string(result.tournament->of[1])}));
    x -= inset;
    width += 2 * inset;
    const Rect box{x, top, width, y - top};
    paint.ChannelsSetCurrent(0);
    w.box(box, theme::card, theme::rounding, theme::accent);
    paint.ChannelsMerge();
    w.note("result", box, headline);
    y += theme::gap;
    // What comes next stands with the result, where it cannot be below the window's edge.
    const app::Allowed& allowed = view().allowed;
    if (allowed.rematch && wide_button("button.rematch", t(Text::rematch), Look::primary)) app->rematch();
    if (allowed.play_again && wide_button("button.again", t(Text::play_again), Look::primary)) app->play_again();
  }

  void draw_tabs() {
    const Rect bar = row(36, 6);
    const std::string labels[] = {t(Text::tab_table), t(Text::tab_record), t(Text::tab_settings)};
    const auto parts = split(bar, 3, 0);
    constexpr int settings_tab = 2;  // which the app knows about, so that Esc can close it
    const int open = view().settings_open ? settings_tab : tab;
    for (int i = 0; i < 3; ++i) {
      const Rect& part = parts[static_cast<std::size_t>(i)];
      if (w.area("tab." + std::to_string(i), part, true, labels[i])) {
        app->open_settings(i == settings_tab);
        if (i != settings_tab) tab = i;
      }
      w.centred(fonts.normal, part, i == open || w.hot() ? theme::ink : theme::muted, labels[i]);
      w.box({part.x, part.y + 33, part.width, i == open ? 3.0F : 1.0F}, i == open ? theme::accent : theme::line, 1);
      w.focus_ring(part, 6);
    }
    switch (open) {
      case 0: draw_table(); break;
      case 1: draw_record(); break;
      default: draw_settings(); break;
    }
  }

  void draw_table() {
    const app::BoardModel& board = view().board;
    const app::Grid& grid = board.grid;
    // A board of points is drawn without gaps, as its lines would run.
    const float gutter = grid.on_lines ? 15.0F : 26.0F, space = grid.on_lines ? 0.0F : 4.0F, letters = 22;
    const float most = grid.on_lines ? 26.0F : 38.0F;
    const float least = grid.on_lines ? theme::smallest_point : theme::smallest_cell;
    const auto columns = static_cast<float>(grid.columns), rows = static_cast<float>(grid.rows);
    // As large as width and, beside the board, height allow.
    float cell = std::min(most, (width - gutter - (columns - 1) * space) / columns);
    if (!narrow) {
      const float pad = panel.width < 380 ? 12 : theme::padding;
      const float left = panel.y + panel.height - pad - actions_height - below_table - y - letters - 6;
      cell = std::min(cell, std::max(least, std::floor(left / rows - space)));
    }
    const float left = x + (width - gutter - columns * cell - (columns - 1) * space) / 2 + gutter;
    for (int column = 0; column < grid.columns; ++column) {
      const std::string letter = grid.column_name(column);
      const float middle = left + static_cast<float>(column) * (cell + space) + cell / 2;
      w.text(fonts.small, middle - size_of(fonts.small, letter).x / 2, y, theme::muted, letter);
    }
    y += letters;
    for (int r = 0; r < grid.rows; ++r) {
      const float at = y + static_cast<float>(r) * (cell + space);
      const std::string number = grid.row_name(r);
      const ImVec2 size = size_of(fonts.small, number);
      w.text(fonts.small, left - (grid.on_lines ? 2.0F : 10.0F) - size.x, at + (cell - size.y) / 2, theme::muted,
             number);
      for (int column = 0; column < grid.columns; ++column)
        draw_cell(board, grid.at(column, r), {left + static_cast<float>(column) * (cell + space), at, cell, cell});
    }
    y += rows * (cell + space) + 6;
    const float top = y;
    draw_last_move(board);
    below_table = y - top;
  }

  /// The moves so far, as many to a row as fit.
  void draw_record() {
    const auto& moves = view().record;
    y += 4;
    if (moves.empty()) paragraph(t(Text::no_move_yet));
    const int columns = width < 300 ? 4 : 6;
    const float step = width / static_cast<float>(columns), height = 26;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const app::RecordedMove& move = moves[i];
      const auto at = static_cast<int>(i);
      const Rect rect{x + step * static_cast<float>(at % columns), y, step - 4, height};
      const std::string text = game().record_move(say(), move);
      const bool newest = i + 1 == moves.size();
      if (newest) w.box(rect, theme::card_hover, 6);
      w.disc(rect.x + 11, rect.y + height / 2, 5.5F, move.side);
      w.text(fonts.small, rect.x + 22, rect.y + 3, newest ? theme::ink : theme::muted,
             text + (move.passed ? " –" : ""));
      if (at % columns == columns - 1 || newest) y += height + 2;
    }
    y += 8;
    if (!moves.empty()) {
      if (std::any_of(moves.begin(), moves.end(), [](const auto& move) { return move.passed; }))
        paragraph(t(Text::record_pass_sign));
      if (w.button("button.copy_record", row(theme::small_height), t(Text::copy_record)))
        ImGui::SetClipboardText(view().transcript.c_str());
    }
  }

  void draw_cell(const app::BoardModel& board, app::Place place, Rect rect) {
    const bool legal = board.legal.contains(place) && view().allowed.place;
    const std::string where = board.grid.name(place);
    const bool black = board.black.contains(place), white = board.white.contains(place);
    const std::string label = game().cell(say(), board, place, legal);
    if (w.area("cell." + where, rect, legal, label)) app->click_place(place);
    const bool hot = w.hot();
    if (hot) tooltip(label);
    // The dots setting speaks for the table too: without marks only the pointer tells (K02).
    const bool marked = legal && board.marked.contains(place);
    const ImU32 fill = marked ? (hot ? theme::legal_cell_hover : theme::legal_cell)
                       : hot  ? theme::card_hover
                              : theme::empty_cell;
    const Rect field = board.grid.on_lines ? Rect{rect.x + 0.5F, rect.y + 0.5F, rect.width - 1, rect.height - 1} : rect;
    w.box(field, fill, board.grid.on_lines ? 2.0F : 6.0F, marked ? theme::legal_edge : 0);
    if (marked)
      w.centred(fonts.small, rect, theme::ink, std::to_string(board.flip_counts[static_cast<std::size_t>(place)]));
    const float cx = rect.x + rect.width / 2, cy = rect.y + rect.height / 2;
    const float radius = rect.width * (board.grid.on_lines ? 0.42F : 0.33F);
    ImDrawList& paint = *ImGui::GetWindowDrawList();
    if (black || white) w.disc(cx, cy, radius, black ? Side::black : Side::white);
    if (board.winning.contains(place)) paint.AddCircle({cx, cy}, radius + 0.5F, theme::last_move, 24, 2.5F);
    if (board.forbidden.contains(place)) {
      const float arm = rect.width * 0.2F;
      paint.AddLine({cx - arm, cy - arm}, {cx + arm, cy + arm}, theme::danger, 2);
      paint.AddLine({cx - arm, cy + arm}, {cx + arm, cy - arm}, theme::danger, 2);
    }
    if (board.last_place == place) paint.AddCircle({cx, cy}, rect.width * 0.14F, theme::last_move, 24, 2.5F);
    if (board.preview == place) paint.AddCircle({cx, cy}, radius, theme::accent, 24, 2.5F);
    if (board.cursor == place)
      paint.AddRect({rect.x - 1, rect.y - 1}, {rect.x + rect.width + 1, rect.y + rect.height + 1}, theme::ink, 7, 0, 2);
    w.focus_ring(rect, 6);
  }

  void draw_last_move(const app::BoardModel& board) {
    const float indent = w.text(fonts.small, x, y + 2, theme::muted, t(Text::last_move)) + 14;
    const std::string text =
        board.last ? game().last_move(say(), *board.last) + (board.last->by_ai && view().room ? " · AI" : "")
                   : t(Text::no_move_yet);
    w.fitted(fonts.normal, {x + indent, y - 2, width - indent, 26}, theme::ink, text);
    y += 30;
    if (view().pass) paragraph(f(Text::pass_text, Pair{"side", side(view().pass->side)}), theme::accent);
    if (view().result || !game().marks_places()) return;  // nowhere to mark
    if (w.toggle("toggle.marks", row(theme::small_height), t(Text::mark_moves),
                 app->settings().markers != app::Markers::none))
      app->toggle_markers();
  }

  void draw_settings() {
    const app::Settings& settings = app->settings();
    y += 4;
    if (game().marks_places()) {
      label(t(Text::markers));
      const int markers = w.segmented("markers", row(theme::small_height),
                                      {t(Text::markers_dots), t(Text::markers_counts), t(Text::markers_none)},
                                      static_cast<int>(settings.markers));
      if (markers >= 0) app->set_markers(static_cast<app::Markers>(markers));
    }
    if (game().ghost_is_optional() &&
        w.toggle("toggle.ghost", row(theme::small_height), t(Text::show_ghost), settings.ghost))
      app->set_ghost(!settings.ghost);
    label(t(Text::confirm_moves));
    const int confirm = w.segmented("confirm", row(theme::small_height),
                                    {t(Text::confirm_auto), t(Text::confirm_always), t(Text::confirm_never)},
                                    static_cast<int>(settings.confirm));
    if (confirm >= 0) app->set_confirm(static_cast<app::Confirm>(confirm));
    if (w.toggle("toggle.motion", row(theme::small_height), t(Text::reduce_motion), settings.reduce_motion))
      app->set_reduce_motion(!settings.reduce_motion);
    if (view().mode != app::Mode::room &&
        w.toggle("toggle.undo", row(theme::small_height), t(Text::allow_undo), settings.undo_allowed))
      app->set_undo_allowed(!settings.undo_allowed);
    language_choice();
    if (view().room && !view().room->watch_url.empty() &&
        w.button("button.copy_watch", row(theme::small_height), t(Text::copy_watch_url)))
      app->copy_watch_url();
    if (!view().standing) return;
    const app::StandingModel& standing = *view().standing;
    for (const auto& player : view().players)
      if (player.level) {
        std::string kind = game().variant_name(say(), view().game.variant);  // H07
        if (!kind.empty()) kind += " · ";
        paragraph(kind + f(Text::ai_player, Pair{"level", level(*player.level)}) + ": " + record_text(standing.total),
                  theme::ink);
        if (standing.of)
          for (const Side s : {Side::black, Side::white})
            paragraph(f(Text::record_as, Pair{"side", side(s)}, Pair{"record", record_text((*standing.of)[index(s)])}));
        paragraph(t(game().level_help(*player.level)));
      }
  }

  std::string record_text(const app::Record& record) const {
    return f(Text::record, Pair{"wins", std::to_string(record.wins)}, Pair{"losses", std::to_string(record.losses)},
             Pair{"draws", std::to_string(record.draws)});
  }

  // ------------------------------------------------------------------------------------- rooms

  void draw_link(const app::RoomModel& room) {
    std::string text = t(Text::link_online);
    ImU32 colour = theme::ok;
    switch (room.link) {
      case app::Link::online: break;
      case app::Link::connecting:
        text = t(Text::link_connecting);
        colour = theme::info;
        break;
      case app::Link::reconnecting:
        text = f(Text::link_reconnecting, Pair{"seconds", std::to_string(room.retry_in ? room.retry_in->count() : 0)});
        colour = theme::accent;
        break;
      case app::Link::offline:
        text = t(Text::link_offline);
        colour = theme::danger;
        break;
    }
    ImGui::GetWindowDrawList()->AddCircleFilled({x + 6, y + 10}, 5, colour);
    const float used = w.wrapped(fonts.small, x + 20, y, width - 20, theme::muted, text);
    w.note("link", {x, y, width, used}, text);
    y += used + theme::gap;
    if (view().allowed.reconnect && wide_button("button.reconnect", t(Text::reconnect), Look::primary))
      app->reconnect();
  }

  void draw_lobby(const app::RoomModel& room) {
    if (room.join_offered || room.joining) {
      std::string who;
      for (const auto& player : view().players)
        if (!player.name.empty()) who = player.name;
      fonts.need(who);
      heading(who.empty() ? t(Text::join_question_anonymous) : f(Text::join_question, Pair{"name", who}));
      draw_room_options(room.options);
      if (room.joining)
        paragraph(t(Text::joining));
      else if (wide_button("button.join", t(Text::join), Look::primary, view().allowed.join))
        app->confirm_join();
      return;
    }
    if (!room.waiting) return;  // the room is still being made or opened; the link's line says how it goes
    heading(t(Text::waiting));
    paragraph(t(Text::room_url));
    const Rect box = row(theme::button_height);
    w.note("text.url", box, room.url);
    w.box(box, theme::field, theme::rounding, theme::line);
    w.centred(fonts.normal, box, theme::ink, room.url);
    if (wide_button("button.copy", t(Text::copy_url), Look::primary)) app->copy_url();
    if (!room.watch_url.empty()) {
      y += 8;
      paragraph(t(Text::watch_url));
      const Rect watch = row(theme::button_height);
      w.note("text.watch_url", watch, room.watch_url);
      w.box(watch, theme::field, theme::rounding, theme::line);
      w.centred(fonts.normal, watch, theme::ink, room.watch_url);
      if (wide_button("button.copy_watch", t(Text::copy_watch_url))) app->copy_watch_url();
    }
    draw_room_options(room.options);
  }

  /// What was chosen for this room, as far as it is not the usual.
  void draw_room_options(const app::RoomChoices& options) {
    if (options.main > 0s) {
      const std::string minutes =
          options.main % 1min == 0s ? std::to_string(options.main / 1min) : clock_text(options.main);
      paragraph(
          f(Text::room_clock, Pair{"minutes", minutes}, Pair{"seconds", std::to_string(options.increment.count())}));
      if (options.clock_runs_on) paragraph(t(Text::clock_runs_on));
    }
    if (options.undo) paragraph(t(Text::allow_undo_room));
  }

  /// What one player asks the other, and the pause.
  void draw_questions(const app::RoomModel& room) {
    const app::ViewModel& v = view();
    if (room.asked_of_you) {
      paragraph(t(*room.asked_of_you == app::Wish::undo ? Text::asks_undo : Text::asks_pause), theme::ink);
      const auto parts = split(row(theme::button_height), 2);
      if (w.button("button.agree", parts[0], t(Text::agree), Look::primary, v.allowed.answer)) app->answer(true);
      if (w.button("button.decline", parts[1], t(Text::decline), Look::plain, v.allowed.answer)) app->answer(false);
    }
    if (room.asked) paragraph(t(*room.asked == app::Wish::undo ? Text::asked_undo : Text::asked_pause));
    if (room.paused && v.you &&
        w.button("button.resume", row(theme::button_height), t(Text::resume), Look::primary, v.allowed.resume))
      app->resume_game();
  }

  void draw_absence(const app::RoomModel& room) {
    const app::ViewModel& v = view();
    if (v.allowed.reclaim) {
      paragraph(t(Text::reclaim_text), theme::ink);
      if (wide_button("button.reclaim", t(Text::reclaim), Look::primary)) app->reclaim_seat();
    }
    if (v.allowed.grant) {
      paragraph(t(Text::grant_text), theme::ink);
      if (wide_button("button.grant", t(Text::grant), Look::primary)) app->grant_seat();
    }
    if (v.allowed.replace) {
      paragraph(t(Text::opponent_away), theme::ink);
      paragraph(t(Text::replace_now), theme::ink);
      std::vector<Level> offered;
      for (const Level l : v.levels)
        if (std::find(std::begin(main_levels), std::end(main_levels), l) != std::end(main_levels)) offered.push_back(l);
      if (offered.empty()) offered = v.levels;
      const auto parts = split(row(theme::button_height), static_cast<int>(offered.size()));
      for (std::size_t i = 0; i < offered.size(); ++i)
        if (w.button("button.replace." + std::string(to_string(offered[i])), parts[i], level(offered[i]),
                     Look::primary))
          app->replace_by_ai(offered[i]);
      // The other two things to do: claim the win, or nothing.
      const Rect line = row(narrow ? 36.0F : 28.0F, 0);
      const float left = 0.4F * line.width;
      if (w.link("button.claim", {line.x, line.y, left - theme::gap, line.height}, t(Text::claim))) app->claim_win();
      w.fitted(fonts.small, {line.x + left, line.y, line.width - left, line.height}, theme::muted,
               t(Text::replace_wait));
    } else if (room.opponent_absent && room.replace_in) {
      paragraph(t(Text::opponent_away) + " " + f(Text::replace_in, Pair{"time", clock_text(*room.replace_in)}),
                theme::accent);
    }
    if (room.rematch_offered) paragraph(t(Text::rematch_offered), theme::ink);
    if (room.rematch_asked) paragraph(t(Text::rematch_asked));
  }

  // ----------------------------------------------------------------------------------- actions

  void draw_actions() {
    const app::ViewModel& v = view();
    y += 4;
    if (resign_asked) {
      paragraph(t(Text::resign_sure), theme::ink);
      const auto parts = split(row(theme::button_height), 2, 24);
      if (w.button("button.resign.no", parts[0], t(Text::no_play_on))) resign_asked = false;
      if (w.button("button.resign.yes", parts[1], t(Text::yes_resign), Look::danger)) {
        resign_asked = false;
        app->resign();
      }
      return;
    }
    // Undo is not offered in a room (U09), unless its creator chose that it may be asked for (Z01).
    const bool with_undo = v.mode != app::Mode::room && app->settings().undo_allowed;
    const bool with_resign = !v.result && (v.mode != app::Mode::room || v.you);
    const bool with_again = !v.result && v.allowed.play_again;
    const auto undo = [&](Rect rect) {
      if (w.button("button.undo", rect, t(Text::undo), Look::plain, v.allowed.undo)) app->undo();
    };
    const auto resign = [&](Rect rect) {
      if (w.button("button.resign", rect, t(Text::resign), Look::danger, v.allowed.resign)) resign_asked = true;
    };
    const auto again = [&](Rect rect) {
      if (w.button("button.again", rect, t(Text::play_again))) app->play_again();
    };
    const auto mode = [&](Rect rect) {
      if (w.button("button.mode", rect, t(Text::choose_mode))) app->choose_mode();
    };
    const auto ask_undo = [&](Rect rect) {
      if (w.button("button.ask_undo", rect, t(Text::ask_undo), Look::plain, v.allowed.ask_undo))
        app->ask(app::Wish::undo);
    };
    const auto ask_pause = [&](Rect rect) {
      if (w.button("button.ask_pause", rect, t(Text::ask_pause), Look::plain, v.allowed.ask_pause))
        app->ask(app::Wish::pause);
    };
    std::vector<std::function<void(Rect)>> buttons;
    if (with_undo && v.begun) buttons.emplace_back(undo);
    // One question at a time, and none in a pause.
    if (v.room && v.begun && !v.result && v.you && !v.room->asked && !v.room->asked_of_you && !v.room->paused) {
      if (v.room->options.undo) buttons.emplace_back(ask_undo);
      // Without a clock a pause changes little: there it is left to other clients.
      if (v.room->options.main > 0s) buttons.emplace_back(ask_pause);
    }
    if (with_resign && v.begun) buttons.emplace_back(resign);
    if (with_again) buttons.emplace_back(again);
    // Two to a row, the way out at the end.
    if (buttons.size() == 1) {
      buttons.insert(buttons.begin(), mode);
    } else {
      buttons.emplace_back(mode);
    }
    for (std::size_t i = 0; i < buttons.size(); i += 2) {
      const bool pair = i + 1 < buttons.size();
      const auto parts = split(row(theme::button_height), pair ? 2 : 1);
      buttons[i](parts[0]);
      if (pair) buttons[i + 1](parts[1]);
    }
  }
};

Ui::Ui() : impl_(std::make_unique<Impl>()) {}
Ui::~Ui() = default;

bool Ui::prepare(i18n::Language language) { return impl_->fonts.prepare(language); }

Stage Ui::draw(app::App& app, i18n::Language language) {
  impl_->app = &app;
  impl_->language = language;
  return impl_->draw();
}

void Ui::set_flat(bool flat) { impl_->flat = flat; }

bool Ui::key(Key key) { return impl_->w.key(key); }
const std::string& Ui::focus() const { return impl_->w.focus(); }

const std::vector<Widget>& Ui::widgets() const { return impl_->w.list; }
const std::vector<Written>& Ui::texts() const { return impl_->w.texts; }
const std::string& Ui::tooltip() const { return impl_->tip; }

}  // namespace dolbang::ui
