#include "tests/client/ui/states.hpp"

#include <stdexcept>

#include "client-sdl/app/saved.hpp"
#include "tests/client/app/games.hpp"

namespace dolbang::ui_test {
namespace {

using app::Desk;
using std::chrono::seconds;

constexpr auto url = "http://192.168.100.200:7311/r/abcdefgh2345";
constexpr auto code = "abcdefgh2345";
constexpr auto secret = "00112233445566778899aabbccddeeff";
constexpr auto opening = "f5d6c3d3c4f4f6f3e6e7d7g6";
/// Black to move; H8 is a double three.
constexpr auto double_three = "g9a1i9o15g7a15i7o1";
/// Black to move in a fight in the centre, with forbidden points.
constexpr auto renju_middle = "i8i11h9i6j8g9h10f7i9f9l8g11g8i10i7l6g10m5j10f8j9k8k7k9";
/// Black to move; F6 makes two threes of which one does not count.
constexpr auto void_three = "g7a15h6o15i6a11g5o11g3a1i3o1";
/// Black wins on the middle row.
constexpr auto five = "h8i9g8g9f8i7e8e9d8";

std::unique_ptr<Desk> fresh() {
  auto desk = std::make_unique<Desk>();
  desk->app->set_server("http://192.168.100.200:7311");
  desk->frame();
  return desk;
}

/// The start screen with a game and a variant chosen.
std::unique_ptr<Desk> chosen(std::string_view game, std::string_view variant) {
  auto desk = fresh();
  desk->app->set_game(game);
  desk->app->set_variant(variant);
  desk->frame();
  return desk;
}

std::unique_ptr<Desk> hotseat(std::string_view moves, std::string_view game = "reversi",
                              std::string_view variant = "8x8") {
  auto desk = chosen(game, variant);
  desk->app->start_hotseat();
  desk->frame();
  desk->play(moves);
  return desk;
}

std::unique_ptr<Desk> against_ai(std::string_view moves, Side you = Side::black) {
  auto desk = fresh();
  desk->app->start_ai(Level::easy, you);
  desk->frame();
  desk->play_ai(moves);
  desk->frame();
  return desk;
}

// ------------------------------------------------------------------------------------------- rooms

/// What the server says of the room; you are black.
proto::State room(std::string moves, bool friend_here = true, const GameSpec& game = {"reversi", "8x8"}) {
  const auto match = Match::replay(game, moves);
  proto::State state;
  state.room = code;
  state.version = 20;
  state.game = game.game;
  state.variant = game.variant;
  state.phase = match->is_over() ? proto::Phase::over : proto::Phase::playing;
  state.you = Side::black;
  state.black = {true, "Zoë", true, "", false, false};
  state.white = {true, "민수", friend_here, "", false, false};
  state.moves = std::move(moves);
  state.ply = match->ply();
  state.to_move = match->to_move();
  state.hash = proto::hash_text(match->position().hash());
  if (const auto& result = match->result())
    state.result = proto::ResultView{result->winner, std::string(to_string(result->reason))};
  state.url = url;
  return state;
}

std::unique_ptr<Desk> connecting(app::FakeStorage kept = {}) {
  auto desk = std::make_unique<Desk>(std::move(kept));
  desk->app->join_room(url);
  desk->frame();
  return desk;
}

void welcome(Desk& desk) {
  desk.line().open();
  desk.frame();
  desk.line().say(proto::Welcome{proto::version, "test", {}, 4096, 120000});
  desk.frame();
}

/// Comes back to a seat of black's that was held before.
std::unique_ptr<Desk> seated(const proto::State& state) {
  app::FakeStorage kept;
  app::SavedSeats seats;
  seats.keep({"http://192.168.100.200:7311", code, secret});
  kept.files["seats.json"] = seats.text();
  auto desk = connecting(std::move(kept));
  welcome(*desk);
  desk->line().say(state);
  desk->frame();
  return desk;
}

std::unique_ptr<Desk> waiting() {
  proto::State state = room("");
  state.phase = proto::Phase::waiting;
  state.white = {};
  return seated(state);
}

std::unique_ptr<Desk> visitor() {
  auto desk = connecting();
  welcome(*desk);
  proto::State state = room("");
  state.phase = proto::Phase::waiting;
  state.you.reset();
  state.white = {};
  desk->line().say(state);
  desk->frame();
  return desk;
}

/// A room with all that can be chosen, in the middle of a game.
proto::State with_options(std::string moves = opening) {
  proto::State state = room(std::move(moves));
  state.options = proto::RoomOptions{300'000, 5'000, true, true, proto::Spectators::link};
  state.clock = proto::ClockView{245'000, 3'605'000, Side::black};
  state.watch_url = "http://192.168.100.200:7311/r/w7m2pd9sxc4t";
  return state;
}

std::unique_ptr<Desk> absent(std::int64_t replace_in_ms) {
  proto::State state = room(opening, false);
  state.replace_in_ms = replace_in_ms;
  return seated(state);
}

}  // namespace

const std::vector<ShownState>& states() {
  static const std::vector<ShownState> all{
      {"start", fresh},
      {"start-return",
       [] {
         auto desk = waiting();
         desk->app->choose_mode();
         desk->frame();
         return desk;
       }},
      {"start-bad-url",
       [] {
         auto desk = fresh();
         desk->app->join_room("ftp://nonsense");
         desk->frame();
         return desk;
       }},
      {"hotseat-opening", [] { return hotseat("f5d6c5f4e3"); }},
      {"start-handicap", [] { return chosen("reversi", "6x6-black2"); }},
      {"start-omok", [] { return chosen("omok", "freestyle"); }},
      {"start-renju", [] { return chosen("omok", "renju-loses-swap2"); }},
      {"ai-first-move", [] { return against_ai(""); }},
      {"ai-hover",
       [] {
         auto desk = against_ai(opening);
         desk->app->hover_place(desk->at("g4"));
         desk->frame();
         return desk;
       }},
      {"ai-thinks", [] { return against_ai("f5d6c3d3c4f4f6f3e6e7d7"); }},
      {"ai-white", [] { return against_ai("f5", Side::white); }},
      {"ai-settings",
       [] {
         auto desk = against_ai(opening);
         desk->app->open_settings(true);
         desk->frame();
         return desk;
       }},
      {"ai-won", [] { return against_ai(app::games::wipe_out); }},
      {"hotseat", [] { return hotseat(opening); }},
      {"hotseat-pass", [] { return hotseat(app::games::white_passes); }},
      {"hotseat-cursor",
       [] {
         auto desk = hotseat(opening);
         desk->app->move_cursor(1, 0);
         desk->app->move_cursor(1, 0);
         desk->frame();
         return desk;
       }},
      {"hotseat-empties", [] { return hotseat(app::games::one_empty); }},
      {"hotseat-resigned",
       [] {
         auto desk = hotseat(opening);
         desk->app->resign();
         desk->frame();
         return desk;
       }},
      {"hotseat-6x6", [] { return hotseat("c2", "reversi", "6x6-white2"); }},
      {"hotseat-hint",
       [] {
         auto desk = hotseat(opening);
         desk->click("a1");
         return desk;
       }},
      {"omok-start", [] { return hotseat("", "omok", "freestyle"); }},
      {"omok-play", [] { return hotseat(renju_middle, "omok", "renju"); }},
      {"omok-forbidden",
       [] {
         auto desk = hotseat(double_three, "omok", "renju");
         desk->app->hover_place(desk->at("H8"));
         desk->frame();
         return desk;
       }},
      {"omok-three-void",
       [] {
         auto desk = hotseat(void_three, "omok", "renju");
         desk->app->hover_place(desk->at("F6"));
         desk->frame();
         return desk;
       }},
      {"omok-won", [] { return hotseat(five, "omok", "renju"); }},
      {"omok-forbidden-lost", [] { return hotseat(double_three + std::string("h8"), "omok", "renju-loses"); }},
      {"omok-swap2-place", [] { return hotseat("h8i9", "omok", "renju-swap2"); }},
      {"omok-swap2-choice", [] { return hotseat("h8i9g7", "omok", "renju-swap2"); }},
      {"omok-swap2-last", [] { return hotseat("h8i9g7 more k10k11", "omok", "freestyle-swap2"); }},
      {"omok-record",
       [] {
         auto desk = hotseat("h8i9g7 swap k10k11", "omok", "freestyle-swap2");
         return desk;
       }},
      {"hotseat-preview",
       [] {
         auto desk = hotseat(opening);
         app::Place place = 0;
         while (!desk->view().board.legal.contains(place)) ++place;
         desk->app->click_place(place, app::Pointer::touch);
         desk->frame();
         return desk;
       }},
      {"omok-settings",
       [] {
         auto desk = hotseat(renju_middle, "omok", "renju");
         desk->app->open_settings(true);
         desk->frame();
         return desk;
       }},
      {"omok-room",
       [] {
         auto desk = seated(room(renju_middle, true, {"omok", "renju"}));
         desk->app->hover_place(desk->at("J7"));
         desk->frame();
         return desk;
       }},
      {"omok-room-choice",
       [] {
         proto::State state = room("h8i9g7", true, {"omok", "renju-swap2"});
         std::swap(state.black, state.white);
         state.you = Side::white;
         return seated(state);
       }},
      {"omok-room-wait", [] { return seated(room("h8i9g7", true, {"omok", "renju-swap2"})); }},
      {"omok-room-over", [] { return seated(room(five, true, {"omok", "renju"})); }},
      {"room-connecting", [] { return connecting(); }},
      {"room-waiting", waiting},
      {"room-join", visitor},
      {"room-play", [] { return seated(room(opening)); }},
      {"room-long-name",
       [] {
         proto::State state = room(opening);
         state.white.name = "뷁가나다라마바사아자차카타파 さくらサクラ桜";
         return seated(state);
       }},
      {"room-friends-turn", [] { return seated(room("f5d6c3d3c4f4f6f3e6e7d7")); }},
      {"room-pass", [] { return seated(room(app::games::white_passes)); }},
      {"room-waiting-options",
       [] {
         proto::State state = with_options("");
         state.phase = proto::Phase::waiting;
         state.clock->running.reset();
         state.white = {};
         return seated(state);
       }},
      {"room-join-options",
       [] {
         auto desk = connecting();
         welcome(*desk);
         proto::State state = with_options("");
         state.phase = proto::Phase::waiting;
         state.you.reset();
         state.watch_url.clear();
         state.white = {};
         desk->line().say(state);
         desk->frame();
         return desk;
       }},
      {"room-watch-only",
       [] {
         auto desk = connecting();
         welcome(*desk);
         proto::State state = room("");
         state.phase = proto::Phase::waiting;
         state.you.reset();
         state.watch_only = true;
         state.white = {};
         desk->line().say(state);
         desk->frame();
         return desk;
       }},
      {"room-clock", [] { return seated(with_options()); }},
      {"room-hurry",
       [] {
         proto::State state = with_options();
         state.clock->black_ms = 7'500;
         return seated(state);
       }},
      {"room-asked",
       [] {
         proto::State state = with_options();
         state.white.asks = proto::Question::undo;
         return seated(state);
       }},
      {"room-asking",
       [] {
         proto::State state = with_options();
         state.black.asks = proto::Question::pause;
         return seated(state);
       }},
      {"room-paused",
       [] {
         proto::State state = with_options();
         state.clock->running.reset();
         state.paused = true;
         return seated(state);
       }},
      {"room-timed-out",
       [] {
         proto::State state = with_options();
         state.clock = proto::ClockView{0, 3'605'000, std::nullopt};
         state.phase = proto::Phase::over;
         state.result = proto::ResultView{Side::white, "timed_out"};
         return seated(state);
       }},
      {"room-abandoned",
       [] {
         proto::State state = room(opening, false);
         state.phase = proto::Phase::over;
         state.result = proto::ResultView{Side::black, "abandoned"};
         return seated(state);
       }},
      {"room-absent", [] { return absent(83'000); }},
      {"room-offer", [] { return absent(0); }},
      {"room-replaced",
       [] {
         proto::State state = room(opening);
         state.white.ai = "easy";
         return seated(state);
       }},
      {"room-reclaim",
       [] {
         proto::State state = room(opening);
         state.black.ai = "easy";
         return seated(state);
       }},
      {"room-grant",
       [] {
         proto::State state = room(opening);
         state.white.ai = "easy";
         state.white.reclaiming = true;
         return seated(state);
       }},
      {"room-over", [] { return seated(room(app::games::one_empty)); }},
      {"room-rematch-offered",
       [] {
         proto::State state = room(app::games::one_empty);
         state.white.rematch = true;
         return seated(state);
       }},
      {"room-rematch-asked",
       [] {
         proto::State state = room(app::games::one_empty);
         state.black.rematch = true;
         return seated(state);
       }},
      {"room-watching",
       [] {
         auto desk = connecting();
         welcome(*desk);
         proto::State state = room(opening);
         state.you.reset();
         desk->line().say(state);
         desk->frame();
         return desk;
       }},
      {"room-certificate",
       [] {
         auto desk = fresh();
         desk->app->join_room("https://play.example.org/r/w7m2pd9sxc4t");
         for (int attempt = 0; attempt < 2; ++attempt) {
           desk->frame();
           desk->line().close("The certificate is not trusted.", "certificate_untrusted");
           desk->frame();
           desk->pass(*desk->app->next_deadline() - desk->now);
         }
         return desk;
       }},
      {"room-reconnecting",
       [] {
         auto desk = seated(room(opening));
         desk->line().close();
         desk->frame();
         return desk;
       }},
  };
  return all;
}

std::unique_ptr<Desk> state(std::string_view name) {
  for (const ShownState& shown : states())
    if (shown.name == name) return shown.make();
  throw std::invalid_argument("no such state: " + std::string(name));
}

}  // namespace dolbang::ui_test
