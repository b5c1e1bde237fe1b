#include "history.hpp"

#include <algorithm>
#include <set>

#include "proto/codec.hpp"
#include "server/room/event_codec.hpp"
#include "server/room/room.hpp"

namespace dolbang::bench {
namespace {

std::string text_of(const Step& step) {
  return std::string(to_string(step.kind)) + " " + (step.side ? std::string(to_string(*step.side)) : "") + " " +
         step.word + (step.by_ai ? " (AI)" : "") + ", game " + std::to_string(step.game) + " ply " +
         std::to_string(step.ply) + " " + step.hash;
}

/// The replay of a log by the rules alone: room::Room takes no part in it.
class Replay {
 public:
  explicit Replay(const room::LogEvent& created) : creator_(created.colour), match_(*Match::start(created.spec)) {}

  /// What this event shows to everybody; the error says why it cannot be.
  tl::expected<Step, std::string> follow(const room::LogEvent& event) {
    using room::LogKind;
    Step step;
    step.side = side_of(event.seat);
    switch (event.kind) {
      case LogKind::joined: step.kind = proto::EventKind::joined; break;
      case LogKind::moved: {
        const auto move = match_.position().parse_move(event.text);
        if (!move) return tl::unexpected("an unreadable move: " + event.text);
        const auto turn = match_.play(*step.side, *move);
        if (!turn) return tl::unexpected("an illegal move: " + event.text);
        if (turn->swapped) creator_ = other(creator_);
        step.kind = proto::EventKind::moved;
        step.word = event.text;
        step.by_ai = event.by_ai;
        break;
      }
      case LogKind::resigned:
        if (!match_.resign(*step.side)) return tl::unexpected(std::string("a resignation after the end"));
        step.kind = proto::EventKind::resigned;
        break;
      case LogKind::agreed: step.kind = proto::EventKind::agreed; break;
      case LogKind::restarted: {
        if (!match_.is_over()) return tl::unexpected(std::string("a rematch before the end"));
        GameSpec spec = match_.spec();
        if (!match_.sides_swapped()) spec.variant = match_.position().rules().with_colours_swapped(spec.variant);
        match_ = *Match::start(spec);
        creator_ = other(creator_);
        ++game_;
        step.kind = proto::EventKind::restarted;
        step.side.reset();
        break;
      }
      case LogKind::replaced:
        step.kind = proto::EventKind::replaced;
        step.word = event.text;
        break;
      case LogKind::reclaiming: step.kind = proto::EventKind::reclaiming; break;
      case LogKind::granted: step.kind = proto::EventKind::granted; break;
      default: return tl::unexpected(std::string("an event that nobody asked for"));
    }
    step.game = game_;
    step.ply = match_.ply();
    step.to_move = match_.to_move();
    step.hash = hash();
    return step;
  }

  const Match& match() const { return match_; }
  int game() const { return game_; }
  std::string hash() const { return proto::hash_text(match_.position().hash()); }

 private:
  Side side_of(room::SeatIndex seat) const { return seat == 0 ? creator_ : other(creator_); }

  Side creator_;
  Match match_;
  int game_ = 1;
};

/// Whose intent an event was: replaced and granted are about one seat and asked for by the other.
std::size_t asker_of(const room::LogEvent& event) {
  const bool by_the_other = event.kind == room::LogKind::replaced || event.kind == room::LogKind::granted;
  return by_the_other ? 1U - event.seat : event.seat;
}

}  // namespace

Step step_of(const proto::Event& event) {
  return {event.kind,    event.side,        event.move.empty() ? event.level : event.move,
          event.ai,      event.game_number, event.ply,
          event.to_move, event.hash};
}

std::optional<std::string> History::see(std::uint64_t version, Step step) {
  if (seen.size() <= version) seen.resize(version + 1);
  newest = std::max(newest, version);
  std::optional<Step>& known = seen[version];
  if (known && *known != step)
    return "version " + std::to_string(version) + " was seen as two things: " + text_of(*known) + " and " +
           text_of(step);
  known = std::move(step);
  return std::nullopt;
}

void History::see(const proto::State& state) {
  newest = std::max(newest, state.version);
  const Glimpse glimpse{state.version, state.game_number, state.ply, state.hash};
  if (glimpses.empty() || glimpses.back().version != state.version || glimpses.back().hash != state.hash)
    glimpses.push_back(glimpse);
}

std::optional<std::string> History::answer_done(std::size_t seat, std::uint64_t seq, std::uint64_t version) {
  if (seq == 0 || seq > sent[seat].size()) return "an answer to what was never sent, seq " + std::to_string(seq);
  Sent& intent = sent[seat][seq - 1];
  const std::string which = "seq " + std::to_string(seq) + " of seat " + std::to_string(seat);
  if (intent.must_fail) return which + " was done against the rules: " + intent.word;
  if (!intent.refused.empty()) return which + " was refused (" + intent.refused + ") and done";
  if (intent.done && *intent.done != version)
    return which + " was done twice, at " + std::to_string(*intent.done) + " and " + std::to_string(version);
  intent.done = version;
  newest = std::max(newest, version);
  return std::nullopt;
}

std::optional<std::string> History::answer_refused(std::size_t seat, std::uint64_t seq, const std::string& reason) {
  if (seq == 0 || seq > sent[seat].size()) return "a refusal of what was never sent, seq " + std::to_string(seq);
  Sent& intent = sent[seat][seq - 1];
  if (reason == "old_sequence") return std::nullopt;  // its answer is not remembered, whatever it was
  if (intent.done) return "seq " + std::to_string(seq) + " was done and refused (" + reason + ")";
  if (intent.refused.empty()) intent.refused = reason;
  return std::nullopt;
}

Judgement judge(const History& history, const store::RoomRecord* record) {
  Judgement out;
  const auto wrong = [&](std::size_t* count, std::string what) {
    if (count != nullptr) ++*count;
    out.errors.push_back(std::move(what));
  };
  if (record == nullptr) {
    if (history.entered[0] || history.newest > 0) wrong(&out.lost, "the room is not in the store");
    return out;
  }

  std::vector<room::LogEvent> log;
  for (const store::EventRow& row : record->events) {
    auto event = room::decode_event(row.version, row.payload);
    if (!event || row.version != log.size() + 1) {
      wrong(nullptr, "row " + std::to_string(log.size() + 1) + " of the store cannot be read: " + row.payload);
      return out;
    }
    out.log += std::to_string(row.version) + " " + row.payload + "\n";
    log.push_back(*std::move(event));
  }
  if (log.empty() || log[0].kind != room::LogKind::created || !Match::start(log[0].spec)) {
    wrong(nullptr, "the store's log does not begin with the room's creation");
    return out;
  }

  // The log obeys the rules, and everything in it was asked for, once.
  Replay replay(log[0]);
  std::vector<Step> steps(1);
  steps.push_back({proto::EventKind::joined, {}, {}, false, 1, 0, replay.match().to_move(), replay.hash()});
  std::array<std::set<std::uint64_t>, 2> done;
  bool joined = false;
  for (std::size_t i = 1; i < log.size(); ++i) {
    const room::LogEvent& event = log[i];
    const int ply_before = replay.match().ply();
    auto step = replay.follow(event);
    if (!step) {
      wrong(&out.illegal, "version " + std::to_string(event.version) + " is " + step.error());
      return out;
    }
    steps.push_back(*step);
    joined = joined || step->kind == proto::EventKind::joined;
    if (step->kind == proto::EventKind::moved) ++out.moves;
    const std::size_t asker = asker_of(event);
    const std::string which = "version " + std::to_string(event.version);
    if (event.seq == 0) {
      if ((step->kind == proto::EventKind::moved && !event.by_ai) || step->kind == proto::EventKind::resigned)
        wrong(&out.illegal, which + " was asked for by nobody");
      continue;
    }
    if (!done[asker].insert(event.seq).second)
      wrong(&out.duplicated, which + " does seq " + std::to_string(event.seq) + " again");
    if (event.seq > history.sent[asker].size()) {
      wrong(&out.illegal, which + " was never sent");
      continue;
    }
    const Sent& intent = history.sent[asker][event.seq - 1];
    const bool about_the_game = intent.kind == proto::EventKind::moved || intent.kind == proto::EventKind::resigned;
    if (intent.kind != step->kind || intent.word != step->word || (about_the_game && intent.ply != ply_before) ||
        intent.must_fail)
      wrong(&out.illegal, which + " is not what was sent with its seq: " + text_of(*step));
  }
  out.games = static_cast<std::size_t>(replay.game());
  for (std::size_t version = 0; version < history.seen.size(); ++version)
    if (const auto& seen = history.seen[version]) {
      if (version >= steps.size())
        wrong(&out.lost, "version " + std::to_string(version) + " was seen and is not in the store: " + text_of(*seen));
      else if (steps[version] != *seen)
        wrong(&out.lost, "version " + std::to_string(version) + " was seen as " + text_of(*seen) +
                             " and is in the store as " + text_of(steps[version]));
    }
  for (const Glimpse& glimpse : history.glimpses) {
    const bool there = glimpse.version > 0 && glimpse.version < steps.size();
    const Step* const step = there ? &steps[glimpse.version] : nullptr;
    if (step == nullptr || step->game != glimpse.game || step->ply != glimpse.ply || step->hash != glimpse.hash)
      wrong(&out.lost,
            "the state of version " + std::to_string(glimpse.version) + " that was shown is not in the store");
  }
  for (std::size_t seat = 0; seat < 2; ++seat)
    for (std::size_t i = 0; i < history.sent[seat].size(); ++i)
      if (const auto version = history.sent[seat][i].done)
        if (*version >= steps.size() || log[*version - 1].seq != i + 1 || asker_of(log[*version - 1]) != seat)
          wrong(&out.lost, "seq " + std::to_string(i + 1) + " of seat " + std::to_string(seat) +
                               " was acknowledged as version " + std::to_string(*version) + " and is not there");
  if (history.entered[1] && !joined) wrong(&out.lost, "the guest was seated and is not in the store");

  // And the server's own way from the log to a room ends at the same place.
  const auto room = room::Room::restore(record->room, {}, log, record->absent_since, {});
  if (!room) {
    wrong(nullptr, "the server could not restore the room: " + room.error().message);
    return out;
  }
  out.end = room->snapshot({});
  if (out.end.version != log.size() || out.end.hash != replay.hash() || out.end.moves != replay.match().transcript() ||
      out.end.game_number != replay.game())
    wrong(nullptr, "the restored room is not what a replay of its log gives");
  return out;
}

std::string describe(const History& history) {
  std::string text = "room " + history.code + ", " + history.spec.game + " " + history.spec.variant + "\n";
  for (std::size_t seat = 0; seat < 2; ++seat)
    for (std::size_t i = 0; i < history.sent[seat].size(); ++i) {
      const Sent& intent = history.sent[seat][i];
      text += "seat " + std::to_string(seat) + " sent " + proto::encode(intent.message);
      if (intent.done) text += ": done, version " + std::to_string(*intent.done);
      if (!intent.refused.empty()) text += ": refused, " + intent.refused;
      text += intent.must_fail ? " (meant to fail)\n" : "\n";
    }
  for (std::size_t version = 0; version < history.seen.size(); ++version)
    if (history.seen[version]) text += "seen " + std::to_string(version) + " " + text_of(*history.seen[version]) + "\n";
  for (const Glimpse& glimpse : history.glimpses)
    text += "shown the state of version " + std::to_string(glimpse.version) + ", game " + std::to_string(glimpse.game) +
            " ply " + std::to_string(glimpse.ply) + " " + glimpse.hash + "\n";
  return text;
}

}  // namespace dolbang::bench
