#include "client-sdl/app/app.hpp"

#include <algorithm>
#include <utility>

#include "ai/engine.hpp"
#include "client-sdl/app/games/game_view.hpp"
#include "client-sdl/app/room_session.hpp"
#include "client-sdl/app/saved.hpp"
#include "core/limits.hpp"
#include "core/rng.hpp"
#include "games/catalogue.hpp"
#include "match/match.hpp"

namespace dolbang::app {

namespace {

constexpr std::string_view settings_file = "settings.json";
constexpr std::string_view seats_file = "seats.json";
constexpr std::size_t longest_url = 512;
constexpr std::string_view default_server = "http://localhost:7311";  ///< what ./run starts

using std::chrono::ceil;
using std::chrono::floor;
using std::chrono::seconds;

std::optional<proto::RoomOptions> options_of(const RoomChoices& choices) {
  proto::RoomOptions options;
  if (choices.main.count() > 0) {
    options.main_ms = Time(choices.main).count();
    options.increment_ms = Time(choices.increment).count();
    options.clock_runs_on = choices.clock_runs_on;
  }
  options.undo = choices.undo;
  if (choices.spectators == RoomChoices::Spectators::link) options.spectators = proto::Spectators::link;
  if (choices.spectators == RoomChoices::Spectators::nobody) options.spectators = proto::Spectators::nobody;
  return options == proto::RoomOptions{} ? std::nullopt : std::optional(options);
}

RoomChoices choices_of(const proto::RoomOptions& options) {
  RoomChoices choices;
  choices.main = floor<seconds>(Time(options.main_ms.value_or(0)));
  choices.increment = floor<seconds>(Time(options.increment_ms));
  choices.clock_runs_on = options.clock_runs_on;
  choices.undo = options.undo;
  if (options.spectators)
    choices.spectators = *options.spectators == proto::Spectators::link ? RoomChoices::Spectators::link
                                                                        : RoomChoices::Spectators::nobody;
  return choices;
}

std::optional<Wish> wish_of(const proto::SeatView& seat) {
  if (!seat.asks) return std::nullopt;
  return *seat.asks == proto::Question::undo ? Wish::undo : Wish::pause;
}
proto::Question question_of(Wish wish) { return wish == Wish::undo ? proto::Question::undo : proto::Question::pause; }

/// At most `bytes` of a UTF-8 text, not cut inside a character.
std::string shortened(std::string text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
  text.resize(bytes);
  return text;
}

}  // namespace

struct App::Impl {
  explicit Impl(const Services& given) : services(given), rng(given.seed) {
    load();
    if (settings.server.empty()) settings.server = default_server;
    rebuild();
  }

  // ----------------------------------------------------------------------------------------- saved things

  void load() {
    if (const auto text = services.storage.read(settings_file)) {
      if (auto read = parse_settings(*text)) {
        settings = std::move(*read);
      } else {
        services.storage.set_aside(settings_file);
        say("settings_corrupt", read.error().message);
      }
    }
    if (const auto text = services.storage.read(seats_file)) {
      if (auto read = SavedSeats::parse(*text)) {
        seats = std::move(*read);
      } else {
        services.storage.set_aside(seats_file);
        say("seats_corrupt", read.error().message);
      }
    }
  }

  void save_settings() {
    if (!services.storage.write(settings_file, settings_text(settings)))
      say("cannot_save", "The settings could not be saved.");
    dirty = true;
  }

  void save_seats() {
    if (!services.storage.write(seats_file, seats.text()))
      say("cannot_save", "Your seat in this room could not be saved: do not close the program before the game ends.");
  }

  void say(std::string code, std::string text) {
    toast = Toast{std::move(code), std::move(text)};
    toast_until = now + toast_time;
    dirty = true;
  }

  // ----------------------------------------------------------------------------------------- games

  const Match* match() const {
    if (mode == Mode::room) return session && session->match() ? &*session->match() : nullptr;
    return local ? &*local : nullptr;
  }

  /// What is chosen on the start screen, the user having black.
  GameSpec chosen() const {
    const auto found = settings.variants.find(settings.game);
    const Rules& rules = *find_game(settings.game);
    return {settings.game, found != settings.variants.end() ? found->second : std::string(rules.default_variant())};
  }

  /// The same with the user having this side: a handicap goes with the user (H04).
  GameSpec chosen_for(Side user) const {
    GameSpec spec = chosen();
    if (user == Side::white) spec.variant = find_game(spec.game)->with_colours_swapped(spec.variant);
    return spec;
  }

  /// The game on the board; none yet known of a room: what the user has chosen.
  GameSpec shown_game() const {
    const Match* m = screen == Screen::game ? match() : nullptr;
    return m ? m->spec() : chosen();
  }

  const GameView& rules_view() const { return game_view(match()->spec().game); }

  /// The user's side against the AI now: a swap of the opening changes it.
  Side ai_user() const { return local && local->sides_swapped() ? other(ai_first_side) : ai_first_side; }

  /// The user's side; none when the user plays both or none.
  std::optional<Side> user_side() const {
    if (mode == Mode::ai) return ai_user();
    if (mode == Mode::room && session && session->seated()) return session->you();
    return std::nullopt;
  }

  bool your_turn() const {
    const Match* m = match();
    if (!m || m->is_over()) return false;
    switch (mode) {
      case Mode::hotseat: return true;
      case Mode::ai: return m->to_move() == ai_user();
      case Mode::room:
        return session->phase() == proto::Phase::playing && session->seated() && !session->paused() &&
               m->to_move() == session->you();
    }
    return false;
  }

  /// I10: not while it is another's turn, an animation blocks or a move is on its way.
  bool may_place() const {
    if (!your_turn() || now < input_from) return false;
    return mode != Mode::room || (!session->busy() && session->link() == Link::online);
  }

  static Move move_to(Place place) { return Move{static_cast<std::uint16_t>(place)}; }

  bool on_board(Place place) const { return match() && rules_view().grid(match()->position()).contains(place); }

  bool is_legal(Place place) const {
    return on_board(place) && !match()->is_over() && match()->position().is_legal(move_to(place));
  }

  void stop_thinking() {
    services.engines.cancel();
    job.reset();
    answer.reset();
  }

  void leave_game() {
    stop_thinking();
    local.reset();
    session.reset();
    cursor.reset();
    hover.reset();
    preview.reset();
    hint.reset();
    banner_until.reset();
    input_from = rest_from = now;
    dirty = true;
  }

  void begin_local(Mode new_mode, const GameSpec& spec) {
    auto started = Match::start(spec);
    if (!started) return say(started.error().code, started.error().message);
    leave_game();
    mode = new_mode;
    screen = Screen::game;
    local = std::move(*started);
    recorded.reset();
    board_changed(Change::Kind::reset);
  }

  Side choose_side() {
    switch (settings.colour) {
      case ColourChoice::black: return Side::black;
      case ColourChoice::white: return Side::white;
      case ColourChoice::random: return rng.below(2) == 0 ? Side::black : Side::white;
      case ColourChoice::alternate: {
        const Side side = settings.alternate_next;
        settings.alternate_next = other(side);
        save_settings();
        return side;
      }
    }
    return Side::black;
  }

  void begin_ai(Level level, std::optional<Side> side) {
    const std::vector<Level> levels = levels_of(settings.game);
    if (std::find(levels.begin(), levels.end(), level) == levels.end()) return;
    ai_fixed_side = side;
    const Side user = side ? *side : choose_side();
    ai_level = level;
    if (settings.level != level) {
      settings.level = level;
      save_settings();
    }
    begin_local(Mode::ai, chosen_for(user));
    ai_first_side = user;
    ai_record_key = game_view(settings.game).record_key(chosen().variant, user);
    dirty = true;
  }

  /// After every change of the board but the first look at it.
  void board_changed(Change::Kind kind) {
    dirty = true;
    ++change.serial;
    change.kind = kind;
    const Match* m = match();
    if (kind == Change::Kind::move && m && m->ply() > 0) {
      const Turn& turn = m->turns().back();
      show_change(turn);
      if (turn.passed) banner_until = now + pass_banner_time;
    } else {
      banner_until.reset();
    }
    hint.reset();
    preview.reset();
    last_change = now;
  }

  /// The newest move of the match, as the scene moves it; a decision moves nothing.
  void show_change(const Turn& turn) {
    BoardModel board;
    rules_view().show(match()->position(), board);
    if (!board.grid.contains(turn.move.code)) {
      change.kind = Change::Kind::reset;
      return;
    }
    change.place = turn.move.code;
    change.side = board.black.contains(change.place) ? Side::black : Side::white;
    change.flipped = rules_view().flipped(*match());
  }

  void play_local(Move move) {
    const auto turn = local->play(local->to_move(), move);
    if (!turn) return;
    board_changed(Change::Kind::move);
    record_result();
  }

  void record_result() {
    if (mode != Mode::ai || !local->is_over() || recorded) return;
    recorded = local->result()->winner;
    record_count(*recorded, +1);
  }

  void record_count(std::optional<Side> winner, int by) {
    Record& record = settings.records[ai_record_key][static_cast<std::size_t>(ai_level)];
    int& count = !winner ? record.draws : *winner == ai_user() ? record.wins : record.losses;
    count = std::max(0, count + by);
    save_settings();
  }

  void think() {
    if (mode != Mode::ai || !local || local->is_over() || local->to_move() == ai_user()) return;
    if (!job) {
      job = ++last_job;
      dirty = true;
      services.engines.start({*job, local->spec().game, ai_level, local->position(), rng.next()});
    }
    while (auto got = services.engines.poll())
      if (got->id == *job) answer = got->move;
    if (!answer || now < ai_may_place_at()) return;
    const Move move = *answer;
    job.reset();
    answer.reset();
    if (local->position().is_legal(move)) {
      play_local(move);
    } else {
      // An engine that errs must not end the game: say so and let it try again.
      say("engine_error", "The AI answered with an illegal move and thinks again.");
    }
  }

  Time ai_may_place_at() const { return std::max(rest_from, last_change) + ai_pause; }

  /// How many moves the undo button takes back now; 0: none.
  int undo_count() const {
    if (!local || mode == Mode::room || !settings.undo_allowed || local->ply() == 0) return 0;
    if (local->is_over() && local->result()->reason == EndReason::resigned) return 0;
    if (mode == Mode::hotseat) return 1;
    const auto& turns = local->turns();
    Side user = ai_user();
    for (std::size_t i = turns.size(); i > 0; --i) {
      if (turns[i - 1].swapped) user = other(user);  // before it
      if (turns[i - 1].side == user) return static_cast<int>(turns.size() - i + 1);
    }
    return 0;
  }

  void make(Move move) {
    if (mode == Mode::room) {
      session->play(move);
      dirty = true;
    } else {
      play_local(move);
    }
  }

  bool confirms(Pointer pointer) const {
    if (settings.confirm == Confirm::automatic) return pointer == Pointer::touch;
    return settings.confirm == Confirm::always;
  }

  void place(Place place, Pointer pointer) {
    last_pointer = pointer;
    const std::optional<std::string> why_not = refusal(place);
    if (!why_not) {
      if (!confirms(pointer) || preview == place) return make(move_to(place));
      preview = place;
      hint.reset();
      dirty = true;
      return;
    }
    if (why_not->empty()) return;
    hint = *why_not;
    hint_until = now + hint_time;
    dirty = true;
  }

  /// Why a press there places nothing: the code of a hint, empty where nothing needs to be said; none: it places.
  std::optional<std::string> refusal(Place place) const {
    const Match* m = match();
    if (!m || screen != Screen::game || !on_board(place)) return "";
    if (m->is_over()) return "game_over";
    if (mode == Mode::room) {
      if (session->phase() == proto::Phase::waiting) return "not_begun";
      if (!session->seated()) return "watching";
      if (session->link() != Link::online) return "offline";
      if (session->paused()) return "paused";
    }
    if (!your_turn()) return mode == Mode::ai ? "wait_ai" : "wait_friend";
    if (!is_legal(place)) return rules_view().refusal(m->position(), place);
    if (!may_place()) return "";  // a moment more: something moves or is on its way
    return std::nullopt;
  }

  void decide(std::string_view decision) {
    if (!may_place()) return;
    const auto move = match()->position().parse_move(decision);
    if (move && !on_board(move->code) && match()->position().is_legal(*move)) make(*move);
  }

  void undo() {
    const int count = undo_count();
    if (count == 0) return;
    stop_thinking();
    board_changed(Change::Kind::undo);
    show_change(local->turns().back());
    if (count > 1) change.kind = Change::Kind::reset;
    if (!local->undo(count)) return;
    if (recorded) {
      record_count(*recorded, -1);
      recorded.reset();
    }
    input_from = rest_from = now;
  }

  // ----------------------------------------------------------------------------------------- rooms

  void enter_room(const Endpoint& endpoint, RoomSession::Goal goal) {
    leave_game();
    mode = Mode::room;
    screen = Screen::game;
    settings_open = false;
    goal.name = settings.name;
    if (goal.code.empty()) {
      goal.colour = room_colour();
      goal.options = options_of(settings.room);
      goal.game = chosen_for(goal.colour.value_or(Side::black));
    }
    session = std::make_unique<RoomSession>(endpoint, std::move(goal), services.transports, Rng(rng.next()));
    board_changed(Change::Kind::reset);
  }

  /// The creator's side; none: black, as the server gives it (F06).
  std::optional<Side> room_colour() {
    switch (settings.room.colour) {
      case RoomChoices::Colour::black: return std::nullopt;
      case RoomChoices::Colour::white: return Side::white;
      case RoomChoices::Colour::random: return rng.below(2) == 0 ? Side::black : Side::white;
    }
    return std::nullopt;
  }

  void run_session() {
    if (!session) return;
    session->frame(now, now < rest_from);
    while (const auto news = session->take_news()) {
      dirty = true;
      const std::string server = to_url(session->server());
      switch (news->kind) {
        case RoomNews::Kind::entered:
          seats.keep({server, session->code(), session->secret()});
          save_seats();
          break;
        case RoomNews::Kind::seat_lost:
          seats.forget(server, session->code());
          save_seats();
          say(news->code, news->text);
          break;
        case RoomNews::Kind::moved: board_changed(Change::Kind::move); break;
        case RoomNews::Kind::reset: board_changed(Change::Kind::reset); break;
        case RoomNews::Kind::notice: say(news->code, news->text); break;
      }
    }
  }

  // ----------------------------------------------------------------------------------------- the view

  /// Everything of the room that a person sees changing, the whole seconds of its clocks included.
  void rebuild() {
    const std::uint64_t revision = view.revision + 1;
    ViewModel v;
    v.revision = revision;
    v.screen = screen;
    v.settings_open = settings_open;
    v.mode = mode;
    v.game = shown_game();
    v.levels = levels_of(v.game.game);
    const bool has_medium = std::find(v.levels.begin(), v.levels.end(), Level::medium) != v.levels.end();
    if (!v.levels.empty()) v.second_level = has_medium ? Level::medium : v.levels.back();
    if (const SavedSeat* seat = seats.newest()) v.recent_room = seat->server + "/r/" + seat->room;
    v.change = change;
    v.view_serial = view_serial;
    v.toast = toast;
    v.hint = hint;
    v.you = user_side();
    v.your_turn = your_turn();
    v.confirms = confirms(last_pointer);
    v.thinking = job.has_value();
    if (mode == Mode::room && session) v.room = room_model();
    show_match(v);
    show_players(v);
    show_standing(v);
    show_allowed(v);
    view = std::move(v);
  }

  void show_match(ViewModel& v) const {
    const Match* m = screen == Screen::game ? match() : nullptr;
    if (!m) {
      // Behind the start screen, and until a room is known, stands a board that is ready.
      if (const auto ready = Match::start(v.game)) game_view(v.game.game).show(ready->position(), v.board);
      v.board.legal = v.board.marked = v.board.forbidden = {};
      v.board.decisions.clear();
      return;
    }
    v.begun = mode != Mode::room || session->phase() != proto::Phase::waiting;
    v.ply = m->ply();
    BoardModel& board = v.board;
    rules_view().show(m->position(), board);
    if (!v.begun || m->is_over()) {
      board.legal = {};
      board.decisions.clear();
    }
    // K14: marks are for who is to move.
    if (!v.begun || !v.your_turn) board.marked = board.forbidden = {};
    if (settings.markers == Markers::none) board.marked = {};
    if (mode == Mode::room)
      if (const auto pending = session->pending_move(); pending && board.grid.contains(pending->code))
        board.pending = pending->code;
    board.cursor = cursor;
    if (may_place()) {
      board.preview = preview;
      board.aimed = preview ? preview : hover && on_board(*hover) ? hover : cursor;
      board.hover = preview ? preview : hover && is_legal(*hover) ? hover : std::nullopt;
      if (board.aimed) rules_view().aim(m->position(), *board.aimed, board);
    }
    v.record = rules_view().record(*m);
    v.transcript = m->transcript();
    v.opening = rules_view().opening(*m);
    if (!m->turns().empty()) show_last(v, *m);
    show_pass(v, *m);
    if (const auto& result = m->result()) {
      v.result = ResultModel{result->winner, result->reason, result->score, result->tournament_score, std::nullopt};
      const auto side = mode == Mode::room ? session->you() : user_side();
      if (side && result->winner) v.result->you_won = *result->winner == *side;
    }
  }

  void show_last(ViewModel& v, const Match& m) const {
    const Turn& turn = m.turns().back();
    const RecordedMove& recorded_move = v.record.back();
    LastMove last;
    last.text = recorded_move.text;
    last.side = recorded_move.side;
    if (recorded_move.is_place) v.board.last_place = last.place = turn.move.code;
    last.flips = rules_view().flipped(m).count();
    const Side user = turn.swapped ? other(ai_user()) : ai_user();
    last.by_ai = mode == Mode::ai ? turn.side != user : mode == Mode::room && session->last_move_by_ai();
    v.board.last = std::move(last);
  }

  /// The pass text stays until the side that passed moves again (P04).
  void show_pass(ViewModel& v, const Match& m) const {
    if (m.is_over()) return;
    const auto& turns = m.turns();
    for (std::size_t i = turns.size(); i > 0; --i) {
      const Turn& turn = turns[i - 1];
      if (turn.passed) {
        for (std::size_t later = i; later < turns.size(); ++later)
          if (turns[later].side == *turn.passed) return;
        v.pass = PassModel{*turn.passed, banner_until.has_value()};
        return;
      }
    }
  }

  void show_players(ViewModel& v) const {
    const Match* m = match();
    for (const Side side : {Side::black, Side::white}) {
      PlayerModel& player = v.players[index(side)];
      if (const auto score = m ? m->position().score() : std::nullopt) player.discs = score->of[index(side)];
      player.active = m && v.begun && !m->is_over() && m->to_move() == side;
      switch (mode) {
        case Mode::hotseat:
          player.kind = PlayerKind::here;
          player.number = (side == Side::black) == !(local && local->sides_swapped()) ? 1 : 2;
          break;
        case Mode::ai:
          player.kind = side == ai_user() ? PlayerKind::you : PlayerKind::ai;
          if (side != ai_user()) player.level = ai_level;
          break;
        case Mode::room: {
          if (!m) break;
          const proto::SeatView& seat = session->seat(side);
          player.name = seat.name;
          player.connected = seat.connected;
          player.reclaiming = seat.reclaiming;
          if (session->has_clock()) {
            player.clock = ceil<seconds>(session->time_left(side, now));
            player.clock_runs = session->clock_running() == side;
          }
          if (!seat.taken) {
            player.kind = PlayerKind::nobody;
          } else if (!seat.ai.empty()) {
            player.kind = PlayerKind::ai;
            player.level = level_from(seat.ai);
          } else {
            player.kind = session->you() == side ? PlayerKind::you : PlayerKind::remote;
          }
          break;
        }
      }
    }
  }

  void show_standing(ViewModel& v) const {
    if (mode != Mode::ai || screen != Screen::game || !local) return;
    const GameSpec spec = chosen();
    const auto of = [&](const std::string& key) {
      const auto found = settings.records.find(key);
      return found != settings.records.end() ? found->second[static_cast<std::size_t>(ai_level)] : Record{};
    };
    const auto add = [](Record& total, const Record& more) {
      total.wins += more.wins;
      total.losses += more.losses;
      total.draws += more.draws;
    };
    const GameView& game = game_view(spec.game);
    const std::string black = game.record_key(spec.variant, Side::black),
                      white = game.record_key(spec.variant, Side::white);
    StandingModel standing;
    add(standing.total, of(black));
    if (black != white) {
      standing.of = {of(black), of(white)};
      add(standing.total, of(white));
      add(standing.total, of(spec.game + " " + spec.variant));  // counted before the colours were told apart
    }
    v.standing = standing;
  }

  bool opponent_absent() const {
    if (!session->seated() || session->phase() != proto::Phase::playing) return false;
    const proto::SeatView& seat = session->seat(other(*session->you()));
    return seat.taken && seat.ai.empty() && !seat.connected;
  }

  bool can_join() const {
    return session->is_open() && session->phase() == proto::Phase::waiting && !session->you() &&
           !session->watch_only() && !session->joining();
  }

  RoomModel room_model() const {
    RoomModel room;
    room.link = session->link();
    if (room.link != Link::online) room.link_for = floor<seconds>(now - session->link_since());
    if (const auto at = session->retry_at()) room.retry_in = ceil<seconds>(std::max(Time{0}, *at - now));
    room.code = session->code();
    room.url = session->url();
    room.waiting = session->is_open() && session->phase() == proto::Phase::waiting && session->you().has_value();
    room.joining = session->joining();
    room.join_offered = can_join() || room.joining;
    room.watching = session->is_open() && !session->seated() &&
                    (session->watch_only() || session->phase() != proto::Phase::waiting);
    room.opponent_absent = opponent_absent();
    if (const auto at = session->replace_at(); at && room.opponent_absent)
      room.replace_in = ceil<seconds>(std::max(Time{0}, *at - now));
    if (const auto side = session->you(); side && session->phase() == proto::Phase::over) {
      room.rematch_asked = session->seat(*side).rematch;
      room.rematch_offered = session->seat(other(*side)).rematch;
    }
    room.game_number = session->game_number();
    room.busy = session->busy();
    room.options = choices_of(session->options());
    room.watch_url = session->watch_url();
    room.paused = session->paused();
    if (const auto side = session->you()) {
      room.asked = wish_of(session->seat(*side));
      if (session->seated()) room.asked_of_you = wish_of(session->seat(other(*side)));
    }
    return room;
  }

  void show_allowed(ViewModel& v) const {
    if (screen != Screen::game) return;
    Allowed& allowed = v.allowed;
    const Match* m = match();
    allowed.place = may_place();
    if (mode != Mode::room) {
      allowed.undo = undo_count() > 0;
      allowed.resign = m && !m->is_over() && m->ply() > 0;
      allowed.play_again = m != nullptr;
      return;
    }
    const bool online = session->link() == Link::online;
    allowed.reconnect = session->link() == Link::offline || session->retry_at().has_value();
    allowed.join = online && can_join();
    if (!m || !session->you()) return;
    const bool free = online && !session->busy();
    const bool playing = session->phase() == proto::Phase::playing;
    const Side you = *session->you();
    allowed.resign = free && playing && session->seated();
    allowed.rematch =
        free && session->phase() == proto::Phase::over && session->seated() && !session->seat(you).rematch;
    allowed.replace = free && playing && v.room->opponent_absent && v.room->replace_in == seconds{0};
    allowed.ask_undo = free && session->may_ask(proto::Question::undo);
    allowed.ask_pause = free && session->may_ask(proto::Question::pause);
    allowed.answer = free && v.room->asked_of_you.has_value();
    allowed.resume = free && playing && session->paused() && session->seated();
    allowed.reclaim = free && playing && !session->seated() && !session->seat(you).reclaiming;
    allowed.grant = free && playing && session->seated() && session->seat(other(you)).reclaiming;
  }

  // ----------------------------------------------------------------------------------------- time

  void frame(Time at) {
    now = at;
    if (toast && now >= toast_until) {
      toast.reset();
      dirty = true;
    }
    if (banner_until && now >= *banner_until) {
      banner_until.reset();
      dirty = true;
    }
    if (hint && now >= hint_until) {
      hint.reset();
      dirty = true;
    }
    run_session();
    think();
    if (session) {
      // The clocks and the link are not news: look whether what is shown of them differs.
      const RoomModel model = room_model();
      const auto& shown = view.room;
      if (!shown || model.link != shown->link || model.link_for != shown->link_for ||
          model.retry_in != shown->retry_in || model.replace_in != shown->replace_in || model.busy != shown->busy ||
          model.opponent_absent != shown->opponent_absent || model.asked != shown->asked ||
          model.asked_of_you != shown->asked_of_you || model.paused != shown->paused || presence_differs())
        dirty = true;
    }
    if (may_place() != view.allowed.place) dirty = true;
    refresh();
  }

  bool presence_differs() const {
    if (!session->is_open()) return false;
    for (const Side side : {Side::black, Side::white}) {
      const PlayerModel& player = view.players[index(side)];
      const proto::SeatView& seat = session->seat(side);
      if (player.connected != seat.connected || player.reclaiming != seat.reclaiming || player.name != seat.name)
        return true;
      if (session->has_clock() && (player.clock != ceil<seconds>(session->time_left(side, now)) ||
                                   player.clock_runs != (session->clock_running() == side)))
        return true;
    }
    if (const auto side = session->you(); side && view.room)
      return session->phase() == proto::Phase::over &&
             (view.room->rematch_asked != session->seat(*side).rematch ||
              view.room->rematch_offered != session->seat(other(*side)).rematch);
    return false;
  }

  void refresh() {
    if (!dirty) return;
    dirty = false;
    rebuild();
  }

  std::optional<Time> next_deadline() const {
    std::optional<Time> next;
    const auto at_latest = [&](std::optional<Time> at) {
      if (at && (!next || *at < *next)) next = at;
    };
    if (toast) at_latest(toast_until);
    if (hint) at_latest(hint_until);
    at_latest(banner_until);
    if (answer) at_latest(ai_may_place_at());
    if (now < input_from) at_latest(input_from);
    if (session) {
      if (now < rest_from) at_latest(rest_from);
      at_latest(session->next_deadline());
      // A clock on the screen moves once a second.
      if (session->link() == Link::connecting || session->link() == Link::reconnecting)
        at_latest(session->link_since() + floor<seconds>(now - session->link_since()) + seconds{1});
      if (const auto side = session->clock_running(); side && session->time_left(*side, now) > Time{0})
        at_latest(next_second(now + session->time_left(*side, now)));
      if (const auto at = session->retry_at()) at_latest(next_second(*at));
      if (const auto at = session->replace_at(); at && opponent_absent() && *at > now) at_latest(next_second(*at));
    }
    return next;
  }

  /// When the whole seconds left until `at` change.
  Time next_second(Time at) const {
    const Time left = at - now;
    if (left <= Time{0}) return now;
    return at - seconds{ceil<seconds>(left).count() - 1};
  }

  Services services;
  Rng rng;
  Settings settings;
  SavedSeats seats;
  ViewModel view;
  bool dirty = true;
  Time now{0};

  Screen screen = Screen::start;
  bool settings_open = false;
  Mode mode = Mode::ai;
  bool quit = false;

  std::optional<Match> local;
  std::unique_ptr<RoomSession> session;
  Side ai_first_side = Side::black;   ///< the user's against the AI, before any swap
  std::string ai_record_key;          ///< of this game in the settings
  std::optional<Side> ai_fixed_side;  ///< asked for by the quick button; kept by "play again"
  Level ai_level = Level::easy;
  std::optional<std::optional<Side>> recorded;  ///< the winner already counted for this game

  std::uint64_t last_job = 0;
  std::optional<std::uint64_t> job;
  std::optional<Move> answer;

  Change change;
  Time last_change{0};
  Time input_from{0};
  Time rest_from{0};
  std::optional<Time> banner_until;
  std::optional<Place> hover;
  std::optional<Place> preview;
  Pointer last_pointer = Pointer::mouse;
  std::optional<Place> cursor;
  std::uint64_t view_serial = 0;
  std::optional<Toast> toast;
  Time toast_until{0};
  std::optional<std::string> hint;
  Time hint_until{0};
  std::optional<std::string> clipboard;
};

App::App(const Services& services) : impl_(std::make_unique<Impl>(services)) {}
App::~App() { impl_->stop_thinking(); }

void App::frame(Time now) { impl_->frame(now); }
std::optional<Time> App::next_deadline() const { return impl_->next_deadline(); }
const ViewModel& App::view() const {
  impl_->refresh();
  return impl_->view;
}
const Settings& App::settings() const { return impl_->settings; }
std::optional<std::string> App::take_clipboard() { return std::exchange(impl_->clipboard, std::nullopt); }
bool App::quit_wanted() const { return impl_->quit; }

void App::set_animation(Time input_from, Time rest_from) {
  impl_->input_from = input_from;
  impl_->rest_from = rest_from;
  impl_->dirty = true;
}

void App::start_ai(Level level, std::optional<Side> side) { impl_->begin_ai(level, side); }
void App::start_hotseat() { impl_->begin_local(Mode::hotseat, impl_->chosen()); }

void App::set_game(std::string_view game) {
  if (!find_game(game) || game == impl_->settings.game) return;
  impl_->settings.game = game;
  impl_->save_settings();
}

void App::set_variant(std::string_view variant) {
  const GameSpec spec{impl_->settings.game, std::string(variant)};
  if (!start_position(spec)) return;
  impl_->settings.variants[spec.game] = spec.variant;
  impl_->save_settings();
}

GameSpec App::chosen() const { return impl_->chosen(); }

void App::create_room(std::string_view server_url) {
  const auto endpoint = parse_server(server_url);
  if (!endpoint) return impl_->say(endpoint.error().code, endpoint.error().message);
  set_server(std::string(server_url));
  impl_->enter_room(*endpoint, {});
}

void App::join_room(std::string_view room_url) {
  const auto address = parse_room(room_url, impl_->settings.server);
  if (!address) return impl_->say(address.error().code, address.error().message);
  RoomSession::Goal goal;
  goal.code = address->code;
  if (const SavedSeat* seat = impl_->seats.find(to_url(address->server), address->code)) goal.secret = seat->secret;
  impl_->enter_room(address->server, std::move(goal));
}

void App::click_place(Place place, Pointer pointer) { impl_->place(place, pointer); }

void App::confirm_move() {
  if (const auto place = impl_->preview; place && !impl_->refusal(*place)) impl_->make(Impl::move_to(*place));
}

void App::hover_place(std::optional<Place> place) {
  if (place == impl_->hover) return;
  impl_->hover = place;
  impl_->dirty = true;
}

void App::decide(std::string_view decision) { impl_->decide(decision); }

void App::move_cursor(int columns, int rows) {
  if (impl_->screen != Screen::game || !impl_->match()) return;
  const BoardModel& board = view().board;
  const Grid& grid = board.grid;
  auto& cursor = impl_->cursor;
  if (!cursor) {
    cursor = board.last_place.value_or(grid.at((grid.columns - 1) / 2, (grid.rows - 1) / 2));
  } else {
    cursor = grid.at(std::clamp(grid.column_of(*cursor) + columns, 0, grid.columns - 1),
                     std::clamp(grid.seen_row_of(*cursor) + rows, 0, grid.rows - 1));
  }
  impl_->dirty = true;
}

void App::press_cursor() {
  if (impl_->cursor) impl_->place(*impl_->cursor, Pointer::mouse);
}

void App::undo() { impl_->undo(); }

void App::resign() {
  Impl& app = *impl_;
  if (app.mode == Mode::room) {
    if (app.session) app.session->resign();
  } else if (app.local && !app.local->is_over() && app.local->ply() > 0) {
    app.stop_thinking();
    // Two players on one device: the side to move concedes.
    (void)app.local->resign(app.mode == Mode::ai ? app.ai_user() : app.local->to_move());
    app.record_result();
  }
  app.dirty = true;
}

void App::play_again() {
  Impl& app = *impl_;
  if (!app.local) return;
  if (app.mode == Mode::ai) {
    app.begin_ai(app.ai_level, app.ai_fixed_side);
  } else {
    app.begin_local(app.mode, app.local->spec());
  }
}

void App::choose_mode() {
  impl_->leave_game();
  impl_->screen = Screen::start;
  impl_->board_changed(Change::Kind::reset);
}

void App::confirm_join() {
  if (impl_->session) impl_->session->join();
  impl_->dirty = true;
}
void App::rematch() {
  if (impl_->session) impl_->session->rematch();
  impl_->dirty = true;
}
void App::replace_by_ai(Level level) {
  if (impl_->session && impl_->view.allowed.replace) impl_->session->replace(level);
  impl_->dirty = true;
}
void App::claim_win() {
  if (impl_->session && impl_->view.allowed.replace) impl_->session->claim();
  impl_->dirty = true;
}
void App::ask(Wish wish) {
  if (impl_->session) impl_->session->ask(question_of(wish));
  impl_->dirty = true;
}
void App::answer(bool agree) {
  if (impl_->session) impl_->session->answer(agree);
  impl_->dirty = true;
}
void App::resume_game() {
  if (impl_->session) impl_->session->resume();
  impl_->dirty = true;
}
void App::reclaim_seat() {
  if (impl_->session) impl_->session->reclaim();
  impl_->dirty = true;
}
void App::grant_seat() {
  if (impl_->session) impl_->session->grant();
  impl_->dirty = true;
}
void App::reconnect() {
  if (impl_->session) impl_->session->reconnect();
  impl_->dirty = true;
}
void App::copy_url() {
  if (!impl_->session || impl_->session->url().empty()) return;
  impl_->clipboard = impl_->session->url();
  impl_->say("copied", "Copied.");
}

void App::copy_watch_url() {
  if (!impl_->session || impl_->session->watch_url().empty()) return;
  impl_->clipboard = impl_->session->watch_url();
  impl_->say("copied", "Copied.");
}

void App::open_settings(bool open) {
  impl_->settings_open = open;
  impl_->dirty = true;
}
void App::set_language(Language language) {
  impl_->settings.language = language;
  impl_->save_settings();
}
void App::set_markers(Markers markers) {
  impl_->settings.markers = markers;
  if (markers != Markers::none) impl_->settings.shown_markers = markers;
  impl_->save_settings();
}
void App::toggle_markers() {
  const Settings& settings = impl_->settings;
  set_markers(settings.markers == Markers::none ? settings.shown_markers : Markers::none);
}
void App::set_colour(ColourChoice colour) {
  impl_->settings.colour = colour;
  impl_->save_settings();
}
void App::set_level(Level level) {
  impl_->settings.level = level;
  impl_->save_settings();
}
void App::set_undo_allowed(bool allowed) {
  impl_->settings.undo_allowed = allowed;
  impl_->save_settings();
}
void App::set_confirm(Confirm confirm) {
  impl_->settings.confirm = confirm;
  impl_->preview.reset();
  impl_->save_settings();
}
void App::set_ghost(bool shown) {
  impl_->settings.ghost = shown;
  impl_->save_settings();
}
void App::set_sound(bool on) {
  impl_->settings.sound = on;
  impl_->save_settings();
}
void App::set_reduce_motion(bool reduce) {
  impl_->settings.reduce_motion = reduce;
  impl_->save_settings();
}
void App::set_view(ViewPreset view) {
  ++impl_->view_serial;
  impl_->settings.view = view;
  impl_->save_settings();
}
void App::set_room_choices(const RoomChoices& choices) {
  if (choices == impl_->settings.room) return;
  impl_->settings.room = choices;
  impl_->save_settings();
}
void App::set_server(std::string url) {
  url = shortened(std::move(url), longest_url);
  if (url == impl_->settings.server) return;
  impl_->settings.server = std::move(url);
  impl_->save_settings();
}
void App::set_name(std::string name) {
  name = shortened(std::move(name), limits::name_bytes);
  if (name == impl_->settings.name) return;
  impl_->settings.name = std::move(name);
  impl_->save_settings();
}
void App::dismiss_toast() {
  impl_->toast.reset();
  impl_->dirty = true;
}
void App::back() {
  if (impl_->preview) {
    impl_->preview.reset();
    impl_->dirty = true;
    return;
  }
  if (impl_->settings_open) return open_settings(false);
  if (impl_->screen == Screen::game) choose_mode();
}
void App::quit() { impl_->quit = true; }

}  // namespace dolbang::app
