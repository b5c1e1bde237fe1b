/// Random lives of a room. Every connection is shadowed by a replica that knows nothing but the messages
/// it got, as a client does; after every step each replica must equal the room. And a room restored from
/// its log must equal the one that lived.
#include <rapidcheck.h>

#include <algorithm>

#include "core/limits.hpp"
#include "core/rng.hpp"
#include "desk.hpp"

using namespace dolbang;
using namespace dolbang::test;
using proto::EventKind;
using proto::Phase;

namespace {

/// What a client makes of the messages.
class Replica {
 public:
  void receive(const proto::ServerMessage& message) {
    if (const auto* state = std::get_if<proto::State>(&message)) {
      state_ = *state;
      auto match = Match::replay({state->game, state->variant}, state->moves);
      RC_ASSERT(match.has_value());
      match_ = *std::move(match);
    } else if (const auto* event = std::get_if<proto::Event>(&message)) {
      apply(*event);
    } else if (const auto* presence = std::get_if<proto::Presence>(&message)) {
      state_.black.connected = presence->black;
      state_.white.connected = presence->white;
      state_.replace_in_ms = presence->replace_in_ms;
      state_.clock = presence->clock;
    }
  }

  const proto::State& state() const { return state_; }

 private:
  proto::SeatView& seat(Side side) { return side == Side::black ? state_.black : state_.white; }

  void apply(const proto::Event& event) {
    if (event.version <= state_.version) return;
    RC_ASSERT(event.version == state_.version + 1);
    RC_ASSERT(match_.has_value());
    state_.version = event.version;
    if (event.seq) state_.seq = std::max(state_.seq, *event.seq);
    if (event.clock) state_.clock = event.clock;
    const auto end_questions = [&] { state_.black.asks = state_.white.asks = std::nullopt; };
    if (event.result) {
      end_questions();
      state_.paused = false;
    }
    switch (event.kind) {
      case EventKind::joined:
        seat(*event.side).taken = true;
        seat(*event.side).name = event.name;
        state_.phase = Phase::playing;
        break;
      case EventKind::moved: {
        const auto move = match_->position().parse_move(event.move);
        RC_ASSERT(move.has_value());
        RC_ASSERT(event.ai == !seat(*event.side).ai.empty());
        const auto turn = match_->play(*event.side, *move);
        RC_ASSERT(turn.has_value());
        RC_ASSERT(turn->passed == event.passed);
        RC_ASSERT(event.you.has_value() == (turn->swapped && state_.you.has_value()));
        if (turn->swapped) std::swap(state_.black, state_.white);
        if (event.you) state_.you = event.you;
        end_questions();
        break;
      }
      case EventKind::claimed: RC_ASSERT(match_->lose(other(*event.side), EndReason::abandoned).has_value()); break;
      case EventKind::timed_out: RC_ASSERT(match_->lose(*event.side, EndReason::timed_out).has_value()); break;
      case EventKind::asked: seat(*event.side).asks = event.question; break;
      case EventKind::declined: end_questions(); break;
      case EventKind::undone: {
        const bool swapped = match_->sides_swapped();
        RC_ASSERT(match_->undo(match_->ply() - event.ply).has_value());
        if (match_->sides_swapped() != swapped) std::swap(state_.black, state_.white);
        if (event.you) state_.you = event.you;
        end_questions();
        break;
      }
      case EventKind::paused:
        end_questions();
        state_.paused = true;
        break;
      case EventKind::resumed: state_.paused = false; break;
      case EventKind::clock: break;
      case EventKind::unknown: RC_FAIL("an unknown kind of event"); break;
      case EventKind::resigned: RC_ASSERT(match_->resign(*event.side).has_value()); break;
      case EventKind::agreed: seat(*event.side).rematch = true; break;
      case EventKind::restarted:
        match_ = *Match::start({match_->spec().game, event.variant});
        state_.variant = event.variant;
        std::swap(state_.black, state_.white);
        for (proto::SeatView* s : {&state_.black, &state_.white}) s->rematch = s->reclaiming = false;
        state_.you = event.you;
        state_.game_number = event.game_number;
        state_.phase = Phase::playing;
        state_.result.reset();
        break;
      case EventKind::replaced:
        seat(*event.side).ai = event.level;
        end_questions();
        break;
      case EventKind::reclaiming: seat(*event.side).reclaiming = true; break;
      case EventKind::granted:
        seat(*event.side).ai.clear();
        seat(*event.side).reclaiming = false;
        break;
    }
    if (event.result) {
      state_.phase = Phase::over;
      state_.result = event.result;
    }
    state_.moves = match_->transcript();
    state_.ply = match_->ply();
    state_.to_move = match_->to_move();
    state_.hash = proto::hash_text(match_->position().hash());
    RC_ASSERT(event.ply == state_.ply);
    RC_ASSERT(event.to_move == state_.to_move);
    RC_ASSERT(event.hash == state_.hash);
    RC_ASSERT(event.game_number == state_.game_number);
    RC_ASSERT(event.result.has_value() == match_->is_over() || event.kind != EventKind::moved);
  }

  proto::State state_;
  std::optional<Match> match_;
};

std::string text_of(proto::State state) {
  // Countdowns run between messages, and a refusal of one's own moves seq on without an event.
  state.replace_in_ms.reset();
  if (state.clock) state.clock->black_ms = state.clock->white_ms = 0;
  state.seq = 0;
  return proto::encode(proto::ServerMessage(std::move(state)));
}

/// A life: the desk, the connections and their replicas.
class Life {
 public:
  Life(const GameSpec& spec, const std::optional<proto::RoomOptions>& options)
      : desk_(Side::black, spec, options), links_{{creator, 0, {}}} {
    settle();
  }

  void step(std::uint32_t dice) {
    Rng rng(dice);
    const std::size_t log_before = desk_.log().size();
    // Weights: lives in which people mostly come, play and agree get further than even chances would.
    const std::uint32_t what = rng.below(40);
    if (what < 4)
      come(rng);
    else if (what < 6)
      go(rng);
    else if (what < 8)
      join();
    else if (what < 10)
      desk_.pass(ServiceTime(rng.below(300'000)));
    else if (what < 11)
      restart();
    else if (what < 12)
      intend(rng, proto::Resign{0, desk_.ply()});
    else if (what < 14)
      intend(rng, proto::Rematch{});
    else if (what < 16)
      intend(rng, proto::Replace{0, rng.below(4) ? "easy" : "nobody"});
    else if (what < 18)
      reclaim(rng);
    else if (what < 20)
      intend(rng, proto::Grant{});
    else if (what < 22)
      engine(rng);
    else if (what < 23)
      intend(rng, proto::Play{0, static_cast<int>(rng.below(60)), "d3"});
    else if (what < 25)
      repeat(rng);
    else if (what < 29)
      play_on(rng, 1);
    else if (what < 32)
      play_on(rng, 20);
    else if (what < 35)
      ask(rng);
    else if (what < 38)
      reply(rng);
    else if (what < 39)
      intend(rng, proto::Resume{});
    else
      intend(rng, proto::Claim{});
    settle();
    check(log_before);
  }

  const Desk& desk() const { return desk_; }
  std::size_t games() const {
    return count([](const auto& e) { return e.kind == room::LogKind::restarted; });
  }
  std::size_t swaps() const {
    return count([](const auto& e) { return e.kind == room::LogKind::moved && e.text == "swap"; });
  }
  std::size_t happened(room::LogKind kind) const {
    return count([kind](const auto& e) { return e.kind == kind; });
  }

 private:
  template <class Predicate>
  std::size_t count(Predicate predicate) const {
    return static_cast<std::size_t>(std::count_if(desk_.log().begin(), desk_.log().end(), predicate));
  }

  struct Link {
    ConnectionId id;
    std::optional<std::size_t> seat;
    Replica replica;
  };
  struct Sent {
    proto::ClientMessage intent;
    bool done;
    std::uint64_t version;
    std::string reason;
  };

  void come(Rng& rng) {
    const ConnectionId id = ++last_id_;
    const std::uint32_t who = rng.below(3);
    if (who == 2 || (who == 1 && !joined())) {
      desk_.open(id);
      links_.push_back({id, std::nullopt, {}});
    } else {
      // The newer takes over from the older; half of the time it knows what the older one knew.
      const auto older = std::find_if(links_.begin(), links_.end(), [&](const Link& l) { return l.seat == who; });
      Link link{id, who, {}};
      std::optional<std::uint64_t> since;
      if (older != links_.end() && rng.below(2) == 0) {
        link.replica = older->replica;
        since = older->replica.state().version;
      }
      if (older != links_.end()) links_.erase(older);
      desk_.come_back(who, id, since);
      links_.push_back(std::move(link));
    }
  }
  void go(Rng& rng) {
    if (links_.empty()) return;
    const auto it = links_.begin() + rng.below(static_cast<std::uint32_t>(links_.size()));
    desk_.drop(it->id);
    links_.erase(it);
  }
  void join() {
    const auto it = std::find_if(links_.begin(), links_.end(), [](const Link& l) { return !l.seat; });
    if (it == links_.end()) return;
    const bool free = !joined();
    desk_.join(it->id, "Ben");
    if (free) it->seat = 1;
  }
  void restart() {
    desk_.restart();
    links_.clear();
    // What was refused is not in the log; only what was done has its answer for ever.
    for (auto& sent : sent_)
      sent.erase(std::remove_if(sent.begin(), sent.end(), [](const Sent& s) { return !s.done; }), sent.end());
  }

  Link* someone_seated(Rng& rng) {
    std::vector<Link*> seated;
    for (Link& link : links_)
      if (link.seat) seated.push_back(&link);
    return seated.empty() ? nullptr : seated[rng.below(static_cast<std::uint32_t>(seated.size()))];
  }
  void intend(Rng& rng, proto::ClientMessage intent) {
    if (Link* link = someone_seated(rng)) submit(*link, std::move(intent));
  }
  void submit(const Link& link, proto::ClientMessage intent) {
    const std::uint64_t seq = ++seq_[*link.seat];
    std::visit(
        [&](auto& m) {
          if constexpr (requires { m.seq; }) m.seq = seq;
        },
        intent);
    desk_.send(link.id, intent);
    sent_[*link.seat].push_back(answer(link.id, seq, std::move(intent)));
  }
  /// The one answer that a seq must have had among the messages of this step.
  Sent answer(ConnectionId id, std::uint64_t seq, proto::ClientMessage intent) {
    std::optional<Sent> found;
    for (const auto& message : desk_.inbox(id)) {
      std::optional<Sent> this_one;
      if (const auto* event = std::get_if<proto::Event>(&message); event && event->seq == seq)
        this_one = Sent{intent, true, event->version, {}};
      if (const auto* ack = std::get_if<proto::Ack>(&message); ack && ack->seq == seq)
        this_one = Sent{intent, true, ack->version, {}};
      if (const auto* reject = std::get_if<proto::Reject>(&message); reject && reject->seq == seq)
        this_one = Sent{intent, false, 0, reject->reason};
      if (!this_one) continue;
      RC_ASSERT(!found);
      found = std::move(this_one);
    }
    RC_ASSERT(found.has_value());
    return *std::move(found);
  }
  /// Says something a second time: the same answer, and nothing happens.
  void repeat(Rng& rng) {
    const Link* link = someone_seated(rng);
    if (!link || sent_[*link->seat].empty()) return;
    const auto& sent = sent_[*link->seat];
    const std::size_t back = rng.below(static_cast<std::uint32_t>(std::min(sent.size(), limits::answers_kept)));
    const Sent original = sent[sent.size() - 1 - back];
    const std::size_t before = desk_.log().size();
    desk_.send(link->id, original.intent);
    const std::uint64_t seq = std::visit(
        [](const auto& m) -> std::uint64_t {
          if constexpr (requires { m.seq; })
            return m.seq;
          else
            return 0;
        },
        original.intent);
    const Sent again = answer(link->id, seq, original.intent);
    RC_ASSERT(again.done == original.done);
    RC_ASSERT(again.version == original.version);
    RC_ASSERT(again.reason == original.reason);
    RC_ASSERT(desk_.log().size() == before);
  }

  /// Whoever was replaced asks for the seat, if here; else somebody does who was not. Half of the time it is given at
  /// once.
  void reclaim(Rng& rng) {
    const auto link_of = [&](bool replaced) {
      const auto state = desk_.room().snapshot(desk_.now());
      return std::find_if(links_.begin(), links_.end(), [&](const Link& l) {
        return l.seat && (side_of(*l.seat) == Side::black ? state.black : state.white).ai.empty() != replaced;
      });
    };
    const auto state = desk_.room().snapshot(desk_.now());
    if (!state.black.ai.empty() || !state.white.ai.empty())
      for (int i = 0; i < 3 && link_of(true) == links_.end(); ++i) {
        come(rng);
        settle();
      }
    const auto replaced = link_of(true);
    if (replaced == links_.end()) return intend(rng, proto::Reclaim{});
    submit(*replaced, proto::Reclaim{});
    settle();
    const auto present = link_of(false);
    if (present != links_.end() && rng.below(2) == 0) submit(*present, proto::Grant{});
  }
  /// Somebody asks; mostly there is an answer at once.
  void ask(Rng& rng) {
    intend(rng, proto::Ask{0, desk_.ply(), rng.below(4) > 0 ? proto::Question::undo : proto::Question::pause});
    settle();
    if (rng.below(4) > 0) reply(rng);
  }
  /// Whoever is asked answers, if here; else somebody answers what nobody has asked.
  void reply(Rng& rng) {
    const proto::Answer answer{0, rng.below(4) > 0};
    const auto state = desk_.room().snapshot(desk_.now());
    for (const Link& link : links_) {
      if (!link.seat) continue;
      const auto& other = side_of(*link.seat) == Side::black ? state.white : state.black;
      if (other.asks) return submit(link, answer);
    }
    intend(rng, answer);
  }

  void play_on(Rng& rng, int most) {
    for (int i = 0; i < most && desk_.room().phase() == Phase::playing; ++i) {
      const Match& match = desk_.room().match();
      const MoveList moves = match.position().legal_moves();
      // Crowded together, so that games on a large board end, too.
      const Move move = moves[rng.below(std::min(static_cast<std::uint32_t>(moves.size()), 12u))];
      const auto mover = std::find_if(links_.begin(), links_.end(),
                                      [&](const Link& l) { return l.seat && side_of(*l.seat) == match.to_move(); });
      if (desk_.asked() && desk_.asked()->version == desk_.room().version())
        desk_.engine_moves(move);
      else if (mover != links_.end())
        submit(*mover, proto::Play{0, match.ply(), match.position().move_text(move)});
      else
        return;
      settle();
    }
  }
  void engine(Rng& rng) {
    if (!desk_.asked()) return;
    // Sometimes an answer to a question of before.
    desk_.engine_moves(desk_.asked()->version - rng.below(2), desk_.asked()->position.legal_moves()[0]);
  }

  bool joined() { return desk_.room().phase() != Phase::waiting; }
  /// Ann is in seat 0.
  Side side_of(std::size_t seat) {
    return (desk_.room().name_of(Side::black) == "Ann") == (seat == 0) ? Side::black : Side::white;
  }

  /// Hands the messages of the last command to the replicas.
  void settle() {
    for (Link& link : links_)
      for (const auto& message : desk_.inbox(link.id)) link.replica.receive(message);
    desk_.clear();
  }

  void check(std::size_t log_before) {
    RC_ASSERT(desk_.log().size() >= log_before);
    RC_ASSERT(desk_.room().version() == desk_.log().size());
    RC_ASSERT(desk_.room().connections() == links_.size());

    for (const Link& link : links_) {
      proto::State expected = desk_.room().snapshot(desk_.now());
      if (link.seat) expected.you = side_of(*link.seat);
      RC_ASSERT(text_of(link.replica.state()) == text_of(expected));
    }

    // The AI is asked exactly when it is to move.
    const auto snapshot = desk_.room().snapshot(desk_.now());
    const auto& mover = snapshot.to_move == Side::black ? snapshot.black : snapshot.white;
    const bool thinking = desk_.asked() && desk_.asked()->version == desk_.room().version();
    RC_ASSERT(thinking == (snapshot.phase == Phase::playing && !mover.ai.empty()));
    RC_ASSERT(snapshot.black.ai.empty() || snapshot.white.ai.empty());

    // A room that was down and has its connections again is the same room.
    room::Room again = desk_.restored();
    for (const Link& link : links_) {
      room::Effects ignored;
      const proto::Open open{"room", link.seat ? "secret" : "", {}};
      again.open(link.id, open, link.seat ? credentials[*link.seat].hash : "", desk_.now(), ignored);
    }
    // It may have written down that the clock stood still.
    RC_ASSERT(again.version() >= desk_.room().version());
    if (snapshot.clock && !snapshot.options->clock_runs_on) {
      // But for the moments that nobody wrote down.
      const auto near = [](std::int64_t a, std::int64_t b) { return std::max(a, b) - std::min(a, b) < 1000; };
      const proto::ClockView restored = *again.snapshot(desk_.now()).clock;
      RC_ASSERT(near(restored.black_ms, snapshot.clock->black_ms));
      RC_ASSERT(near(restored.white_ms, snapshot.clock->white_ms));
    }
    proto::State after = again.snapshot(desk_.now());
    after.version = snapshot.version;
    // A second restart knows no longer that the first has cut somebody off, for whom a clock waits that else runs on
    // (nor does the comparison above).
    if (after.clock && after.options->clock_runs_on) after.clock->running = snapshot.clock->running;
    RC_ASSERT(text_of(after) == text_of(snapshot));
  }

  Desk desk_;
  std::vector<Link> links_;
  ConnectionId last_id_ = 100;
  std::array<std::uint64_t, 2> seq_{};
  std::array<std::vector<Sent>, 2> sent_;
};

struct Tally {
  std::size_t events = 0, games = 0, swaps = 0, replacements = 0, grants = 0, undone = 0, pauses = 0, flags = 0,
              claims = 0, stops = 0;
};

/// A hundred lives, longer with `length`; 5 is enough for several games of Reversi each. A failing life is made
/// shorter, not its dice smaller.
Tally live(const std::vector<GameSpec>& specs, double length,
           const std::optional<proto::RoomOptions>& options = std::nullopt) {
  Tally tally;
  const bool good = rc::check([&] {
    const auto spec = *rc::gen::noShrink(rc::gen::elementOf(specs));
    const auto dice = *rc::gen::scale(length, rc::gen::container<std::vector<std::uint32_t>>(
                                                  rc::gen::noShrink(rc::gen::inRange<std::uint32_t>(0, 1u << 30))));
    Life life(spec, options);
    for (const std::uint32_t die : dice) life.step(die);
    tally.events += life.desk().log().size();
    tally.games += life.games();
    tally.swaps += life.swaps();
    tally.replacements += life.happened(room::LogKind::replaced);
    tally.grants += life.happened(room::LogKind::granted);
    tally.undone += life.happened(room::LogKind::undone);
    tally.pauses += life.happened(room::LogKind::paused);
    tally.flags += life.happened(room::LogKind::timed_out);
    tally.claims += life.happened(room::LogKind::claimed);
    tally.stops += life.happened(room::LogKind::clock);
  });
  CHECK(good);
  MESSAGE(tally.events << " events, " << tally.games << " rematches, " << tally.swaps << " swaps, "
                       << tally.replacements << " replacements, " << tally.grants << " grants");
  return tally;
}

}  // namespace

TEST_CASE("whatever happens, every client has the room's state, and so has a restored room") {
  const Tally tally = live({{"reversi", "8x8"}, {"reversi", "8x8"}, {"reversi", "6x6-white1"}}, 5.0);
  // The lives were worth looking at.
  CHECK(tally.events > 500);
  CHECK(tally.games > 5);
  CHECK(tally.replacements > 0);
  CHECK(tally.grants > 0);
}

TEST_CASE("Z12 the same where players change sides in the middle of a game") {
  const Tally tally = live({{"omok", "freestyle-swap2"}, {"omok", "renju-loses-swap2"}, {"omok", "renju-centre"}}, 3.0);
  CHECK(tally.events > 500);
  CHECK(tally.games > 5);
  CHECK(tally.swaps > 0);
}

TEST_CASE("the same in rooms with a clock and undo, in which the clock waits for who is away, or does not") {
  std::size_t stops = 0;
  for (const bool runs_on : {false, true}) {
    const Tally tally = live({{"reversi", "6x6"}, {"omok", "freestyle-swap2"}}, 7.0,
                             proto::RoomOptions{200'000, 2'000, runs_on, true, std::nullopt});
    MESSAGE(tally.undone << " undone, " << tally.pauses << " pauses, " << tally.flags << " flags, " << tally.claims
                         << " claims, " << tally.stops << " stops");
    CHECK(tally.events > 500);
    CHECK(tally.undone > 0);
    CHECK(tally.pauses > 0);
    CHECK(tally.flags > 0);
    CHECK(tally.claims > 0);
    stops += tally.stops;
  }
  CHECK(stops > 0);  // rarer where the clock runs on
}
