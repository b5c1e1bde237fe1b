#include "player.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "process.hpp"
#include "proto/codec.hpp"

namespace dolbang::bench {
namespace {

using namespace std::chrono_literals;
using proto::EventKind;
using proto::Phase;

constexpr auto patience = 30s;  // without the answer to anything while the connection stands

/// Refusals that honest play earns when somebody else was faster, or the answer was forgotten.
bool is_expected(std::string_view reason) {
  for (const std::string_view known :
       {"stale_ply", "game_over", "not_over", "replaced", "already_agreed", "not_absent", "too_early",
        "already_replaced", "not_replaced", "already_asked", "nobody_asks", "old_sequence"})
    if (reason == known) return true;
  return false;
}

proto::ClientMessage with_seq(proto::ClientMessage message, std::uint64_t seq) {
  std::visit(
      [&](auto& m) {
        if constexpr (requires { m.seq; }) m.seq = seq;
      },
      message);
  return message;
}

}  // namespace

Player::Player(Stage& stage, History& history, Role role, int games)
    : stage_(stage), history_(history), role_(role), games_(games) {
  next_deed_ = soon(20ms);
  next_misfortune_ = soon(2s);
}

void Player::fail(const std::string& what) const {
  give_up("FAILED: " + what + "\n" + where() + "\n" + describe(history_));
}

std::string Player::where() const {
  std::string text = role_ == Role::creator ? "creator" : role_ == Role::guest ? "guest" : "visitor";
  text += ", stage " + std::to_string(static_cast<int>(where_));
  if (view_) text += ", sees version " + std::to_string(view_->version) + " " + view_->match.transcript();
  if (outstanding_) text += ", waits for the answer to " + std::to_string(*outstanding_);
  return text;
}

Time Player::soon(std::chrono::milliseconds average) {
  return stage_.now + std::chrono::milliseconds(stage_.rng.below(static_cast<std::uint32_t>(2 * average.count() + 1)));
}

/// When the next frame leaves: at once, or late.
Time Player::departure() {
  if (stage_.now >= late_until_) return stage_.now;
  ++stage_.tally.late_frames;
  return soon(80ms);
}

// ------------------------------------------------------------------------------------- connections

void Player::connect() {
  line_ = std::make_unique<Line>(stage_.port);
  ++stage_.tally.connections;
  answered_by_ = stage_.now + patience;
  where_ = Where::greeting;
  send(proto::Hello{proto::version, "dolbang-chaos", {}});
}

void Player::enter() {
  known_at_open_ = history_.newest;
  may_replace_.reset();
  if (role_ != Role::visitor && history_.entered[seat()]) {
    where_ = Where::entering;
    const bool tell_missed = view_ && view_->you && one_in(2);
    if (!tell_missed) view_.reset();
    return send(proto::Open{history_.code, history_.secrets[seat()],
                            tell_missed ? std::optional(view_->version) : std::nullopt});
  }
  view_.reset();
  if (role_ == Role::creator) {
    where_ = Where::entering;
    return send(proto::Create{history_.spec.game, history_.spec.variant, "Creator", std::nullopt, history_.secrets[0]});
  }
  where_ = Where::looking;
  send(proto::Open{history_.code, "", std::nullopt});
}

void Player::lose_line(std::chrono::milliseconds until_next) {
  line_.reset();
  where_ = Where::away;
  next_deed_ = soon(until_next);
}

void Player::leave() {
  line_.reset();
  ghosts_.clear();
}

void Player::send(const proto::ClientMessage& message) {
  line_->send(proto::encode(message), static_cast<std::uint32_t>(stage_.rng.next()), departure());
}

void Player::work(Line& line, bool main, short happened) {
  line.work(stage_.now, happened, [&](std::string_view text) { on_text(text, main); });
}

void Player::act() {
  std::erase_if(ghosts_, [](const auto& ghost) { return !ghost->is_open(); });
  if (line_ && !line_->is_open()) lose_line(60ms);
  if (where_ == Where::away) {
    // A guest needs the link; while the server is down trying is for those who do not know.
    if (stage_.now >= next_deed_ && (role_ == Role::creator || history_.entered[0])) connect();
    return;
  }
  if (stage_.now >= answered_by_) {
    if (where_ != Where::seated || outstanding_) fail("no answer within 30 seconds");
  }
  if (stage_.storm && stage_.now >= next_misfortune_) {
    next_misfortune_ = soon(2s);
    misfortune();
    if (!line_) return;
  }
  if (where_ == Where::seated && !outstanding_ && stage_.now >= next_deed_) deed();
}

void Player::misfortune() {
  Tally& tally = stage_.tally;
  switch (stage_.rng.below(8)) {
    case 0:
    case 1: ++tally.cuts; return lose_line(40ms);
    case 2: {  // in the middle of a frame
      ++tally.cut_frames;
      const std::string frame = proto::encode(proto::ClientMessage(proto::Open{history_.code, "", std::nullopt}));
      line_->send_beginning(frame, 77, 1 + stage_.rng.below(static_cast<std::uint32_t>(frame.size())), departure());
      return;
    }
    case 3:
    case 4:  // a second connection; the older lives on as a ghost until the server ends it
      if (where_ != Where::seated || role_ == Role::visitor) return;
      ++tally.takeovers;
      ghosts_.push_back(std::move(line_));
      // What it still sends comes too late or just in time.
      if (outstanding_) ghosts_.back()->send(proto::encode(sent()[*outstanding_ - 1].message), 78, stage_.now + 3ms);
      return connect();
    case 5: ++tally.deaf; return line_->deafen(soon(200ms));
    case 6: late_until_ = soon(400ms); return;
    default: ++tally.away; return lose_line(1500ms);
  }
}

// ------------------------------------------------------------------------------------------- deeds

void Player::intend(Sent intent) {
  const std::uint64_t seq = sent().size() + 1;
  intent.message = with_seq(std::move(intent.message), seq);
  if (intent.must_fail) ++stage_.tally.illegal_tries;
  sent().push_back(std::move(intent));
  outstanding_ = seq;
  answered_by_ = stage_.now + patience;
  send_outstanding();
}

void Player::send_outstanding() {
  const Sent& intent = sent()[*outstanding_ - 1];
  send(intent.message);
  if (!stage_.storm) return;
  if (one_in(20)) {
    ++stage_.tally.doubled;
    send(intent.message);
  }
  if (one_in(25)) {  // an old one once more
    const std::uint32_t which = stage_.rng.below(static_cast<std::uint32_t>(sent().size()));
    if (sent()[which].done) {
      ++stage_.tally.repeated;
      send(sent()[which].message);
    }
  }
}

/// What a person would do now.
void Player::deed() {
  next_deed_ = soon(stage_.think);
  if (role_ == Role::visitor || !view_ || !view_->you) return;
  const Side me = *view_->you;
  const Side them = other(me);
  Sent intent;
  intent.game = view_->game;
  intent.ply = view_->match.ply();
  if (view_->phase == Phase::waiting) return;
  if (view_->ai[index(me)]) {
    if (view_->reclaiming[index(me)]) return;
    intent.kind = EventKind::reclaiming;
    intent.message = proto::Reclaim{};
    return intend(std::move(intent));
  }
  if (view_->ai[index(them)] && view_->reclaiming[index(them)]) {
    intent.kind = EventKind::granted;
    intent.message = proto::Grant{};
    return intend(std::move(intent));
  }
  if (view_->phase == Phase::over) {
    if (view_->game >= games_ || view_->agreed[index(me)] || !stage_.storm) return;
    intent.kind = EventKind::agreed;
    intent.message = proto::Rematch{};
    return intend(std::move(intent));
  }
  if (may_replace_.value_or(false) && !view_->ai[index(them)] && one_in(2)) {
    intent.kind = EventKind::replaced;
    intent.word = "easy";
    intent.message = proto::Replace{0, intent.word};
    ++stage_.tally.replaced;
    return intend(std::move(intent));
  }
  play_or_try();
}

void Player::play_or_try() {
  const Position& position = view_->match.position();
  const bool my_turn = position.to_move() == *view_->you;
  const MoveList moves = position.legal_moves();
  const Move move = moves[stage_.rng.below(static_cast<std::uint32_t>(moves.size()))];
  Sent intent;
  intent.game = view_->game;
  intent.ply = view_->match.ply();
  intent.word = position.move_text(move);
  if (stage_.storm && one_in(my_turn ? 60 : 100)) {
    // Against the rules: out of turn, on a stone that lies there already, or nowhere.
    intent.must_fail = true;
    if (my_turn) {
      const auto& turns = view_->match.turns();
      intent.word = turns.empty() || one_in(3) ? "z99" : position.move_text(turns.back().move);
      if (const auto again = position.parse_move(intent.word); again && position.is_legal(*again)) return;
    }
  } else if (!my_turn) {
    return;
  }
  if (my_turn && !intent.must_fail && one_in(150)) {
    intent.kind = EventKind::resigned;
    intent.word.clear();
    intent.message = proto::Resign{0, intent.ply};
    return intend(std::move(intent));
  }
  intent.message = proto::Play{0, intent.ply, intent.word};
  if (stage_.storm && my_turn && !intent.must_fail && one_in(80)) {
    // Two frames change places: a hopeless one with the next seq overtakes the move.
    ++stage_.tally.swapped_frames;
    Sent first = intent;
    first.message = with_seq(std::move(first.message), sent().size() + 1);
    Sent hopeless = intent;
    hopeless.must_fail = true;
    hopeless.word = "z99";
    hopeless.message = proto::Play{sent().size() + 2, intent.ply, "z99"};
    send(hopeless.message);
    sent().push_back(std::move(first));
    sent().push_back(std::move(hopeless));
    outstanding_ = sent().size() - 1;
    answered_by_ = stage_.now + patience;
    return send_outstanding();
  }
  intend(std::move(intent));
}

bool Player::has_finished() const {
  if (role_ == Role::visitor) return true;
  if (where_ != Where::seated || outstanding_ || !view_ || view_->phase != Phase::over) return false;
  if (view_->version < history_.newest) return false;
  return view_->game >= games_ || !stage_.storm;
}

// ----------------------------------------------------------------------------------------- hearing

void Player::on_text(std::string_view text, bool main) {
  const auto message = proto::parse_server(text);
  if (!message) fail("the server sent what is not the protocol: " + message.error().message + ": " + std::string(text));
  answered_by_ = main && !outstanding_ ? stage_.now + patience : answered_by_;
  if (std::holds_alternative<proto::Welcome>(*message)) {
    if (main && where_ == Where::greeting) enter();
  } else if (const auto* entered = std::get_if<proto::Entered>(&*message)) {
    if (role_ == Role::visitor || entered->secret != history_.secrets[seat()]) fail("seated with another secret");
    if (!history_.code.empty() && history_.code != entered->room) fail("seated in another room");
    history_.code = entered->room;
    history_.entered[seat()] = true;
  } else if (const auto* state = std::get_if<proto::State>(&*message)) {
    on_state(*state, main);
  } else if (const auto* event = std::get_if<proto::Event>(&*message)) {
    on_event(*event, main);
  } else if (const auto* ack = std::get_if<proto::Ack>(&*message)) {
    check(history_.answer_done(seat(), ack->seq, ack->version));
    on_answer(ack->seq);
  } else if (const auto* reject = std::get_if<proto::Reject>(&*message)) {
    on_reject(*reject, main);
  } else if (const auto* presence = std::get_if<proto::Presence>(&*message)) {
    if (!main) return;
    may_replace_ = presence->replace_in_ms == 0;
    if (where_ == Where::entering && view_) seated();
  } else if (const auto* bye = std::get_if<proto::Bye>(&*message)) {
    if (bye->reason == "replaced_by_newer_connection" ? main : bye->reason != "too_slow")
      fail("goodbye: " + bye->reason + " " + bye->message);
    if (main) line_->cut();  // act() comes back
  }
}

void Player::on_state(const proto::State& state, bool main) {
  ++stage_.tally.states;
  auto match = Match::replay({state.game, state.variant}, state.moves);
  if (!match) fail("a state that no game leads to: " + state.moves);
  if (proto::hash_text(match->position().hash()) != state.hash || match->ply() != state.ply)
    fail("a state whose hash is another position's: " + state.moves);
  history_.see(state);
  if (!main) return;
  if (state.version < known_at_open_)
    fail("the room was at version " + std::to_string(known_at_open_) + " and is at " + std::to_string(state.version));
  if (view_ && state.version < view_->version) fail("a state older than what was seen on the same connection");
  // A resignation is not in the moves.
  if (state.phase == Phase::over && !match->is_over() && state.result && state.result->winner)
    (void)match->resign(other(*state.result->winner));
  View view{state.version, state.game_number, *std::move(match), state.phase, state.you, {}, {}, {}};
  for (const Side side : {Side::black, Side::white}) {
    const proto::SeatView& seen = side == Side::black ? state.black : state.white;
    view.ai[index(side)] = !seen.ai.empty();
    view.reclaiming[index(side)] = seen.reclaiming;
    view.agreed[index(side)] = seen.rematch;
  }
  view_ = std::move(view);
  if (state.you && where_ != Where::seated) {
    seated();
  } else if (where_ == Where::looking) {
    if (role_ == Role::guest) {
      where_ = Where::joining;
      send(proto::Join{"Guest", history_.secrets[1]});
    } else {
      where_ = Where::seated;
    }
  }
}

/// In the room, and up to date: what was not answered is sent again.
void Player::seated() {
  if (view_->version < known_at_open_)
    fail("the room was at version " + std::to_string(known_at_open_) + " and told up to " +
         std::to_string(view_->version));
  where_ = Where::seated;
  answered_by_ = stage_.now + patience;
  if (!outstanding_) return;
  const Sent& intent = sent()[*outstanding_ - 1];
  // `ply` does not say which game it means: an intent for a game that is over is given up, as a client would.
  if (intent.game != view_->game)
    outstanding_.reset();
  else
    send_outstanding();
}

void Player::on_event(const proto::Event& event, bool main) {
  ++stage_.tally.events;
  check(history_.see(event.version, step_of(event)));
  if (main && view_) apply(event);
  if (event.seq) {
    check(history_.answer_done(seat(), *event.seq, event.version));
    on_answer(*event.seq);
  }
}

void Player::apply(const proto::Event& event) {
  View& view = *view_;
  if (event.version <= view.version) return;
  if (event.version != view.version + 1)
    fail("from version " + std::to_string(view.version) + " to " + std::to_string(event.version));
  view.version = event.version;
  const auto swap_sides = [&] {
    for (auto* pair : {&view.ai, &view.reclaiming, &view.agreed}) std::swap((*pair)[0], (*pair)[1]);
  };
  const std::size_t side = event.side ? index(*event.side) : 0;
  switch (event.kind) {
    case EventKind::joined: view.phase = Phase::playing; break;
    case EventKind::moved: {
      const auto move = view.match.position().parse_move(event.move);
      if (!move) fail("an unreadable move: " + event.move);
      const auto turn = view.match.play(*event.side, *move);
      if (!turn) fail("an illegal move: " + event.move);
      if (turn->swapped) swap_sides();
      break;
    }
    case EventKind::resigned: (void)view.match.resign(*event.side); break;
    case EventKind::agreed: view.agreed[side] = true; break;
    case EventKind::restarted:
      view.match = *Match::start({history_.spec.game, event.variant});
      view.game = event.game_number;
      view.phase = Phase::playing;
      swap_sides();
      view.agreed = view.reclaiming = {};
      break;
    case EventKind::replaced: view.ai[side] = true; break;
    case EventKind::reclaiming: view.reclaiming[side] = true; break;
    case EventKind::granted: view.ai[side] = view.reclaiming[side] = false; break;
    default: fail("an event that nobody asked for");
  }
  if (event.you && view.you) view.you = event.you;
  if (event.result) view.phase = Phase::over;
  if (event.game_number != view.game || event.ply != view.match.ply() || event.to_move != view.match.to_move() ||
      event.hash != proto::hash_text(view.match.position().hash()))
    fail("an event that leads to another position: version " + std::to_string(event.version));
  if (event.kind == EventKind::moved && event.result.has_value() != view.match.is_over())
    fail("the end of the game was not told, or told too early");
}

void Player::on_reject(const proto::Reject& reject, bool main) {
  // A ghost has left the room.
  if (!main && (reject.reason == "no_room" || reject.reason == "not_a_seat")) return;
  if (reject.reason == "overloaded") {
    if (main) line_->cut();  // act() comes back
    return;
  }
  if (reject.seq == 0) fail("refused: " + reject.reason + " " + reject.message);
  check(history_.answer_refused(seat(), reject.seq, reject.reason));
  ++stage_.tally.refused;
  if (!sent()[reject.seq - 1].must_fail && !is_expected(reject.reason))
    fail("an honest intent was refused: seq " + std::to_string(reject.seq) + ", " + reject.reason);
  if (outstanding_ == reject.seq) outstanding_.reset();
}

void Player::on_answer(std::uint64_t seq) {
  if (outstanding_ != seq) return;
  outstanding_.reset();
  ++stage_.tally.acknowledged;
}

}  // namespace dolbang::bench
