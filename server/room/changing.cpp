/// The one place where a room changes for good, live and restored alike.
#include <algorithm>
#include <utility>

#include "ai/engine.hpp"
#include "core/limits.hpp"
#include "server/room/log_event.hpp"
#include "server/room/room.hpp"

namespace dolbang::room {

proto::Phase Room::phase() const {
  if (!seats_[1].taken) return proto::Phase::waiting;
  return match_.is_over() ? proto::Phase::over : proto::Phase::playing;
}

void Room::remember(Seat& seat, Answer answer) {
  if (seat.answers.size() >= limits::answers_kept) seat.answers.erase(seat.answers.begin());
  seat.answers.push_back(std::move(answer));
}

/// Why the room cannot be where this event happens; null: it can. A log that says otherwise is damaged.
const char* Room::cannot_follow(const LogEvent& event) const {
  const Seat& seat = seats_[event.seat];
  const bool playing = phase() == proto::Phase::playing;
  switch (event.kind) {
    case LogKind::created: return version_ == 0 && event.seat == 0 ? nullptr : "the room exists already.";
    case LogKind::joined: return event.seat == 1 && !seat.taken ? nullptr : "the seat is taken.";
    case LogKind::moved:
      if (event.by_ai != seat.ai.has_value()) return "somebody else plays this seat.";
      [[fallthrough]];
    case LogKind::resigned:
    case LogKind::claimed:
    case LogKind::timed_out:
    case LogKind::asked:
    case LogKind::replaced: return playing ? nullptr : "no game is being played.";
    case LogKind::agreed:
    case LogKind::restarted: return phase() == proto::Phase::over ? nullptr : "the game is not over.";
    case LogKind::reclaiming:
    case LogKind::granted: return seat.ai ? nullptr : "no AI plays this seat.";
    case LogKind::declined: return seats_[other_seat(event.seat)].asks ? nullptr : "there was no question.";
    case LogKind::undone: return playing && seat.asks == proto::Question::undo ? nullptr : "nobody has asked for that.";
    case LogKind::paused:
      return playing && seat.asks == proto::Question::pause ? nullptr : "nobody has asked for that.";
    case LogKind::resumed: return paused_ ? nullptr : "the game was not paused.";
    case LogKind::clock: return clock_ ? nullptr : "this room has no clock.";
  }
  return "unknown event.";
}

/// What the kind of event does to the room.
std::optional<Error> Room::change(const LogEvent& event, Entry& entry) {
  Seat& seat = seats_[event.seat];
  const auto end_questions = [&] {
    for (Seat& s : seats_) s.asks.reset();
  };
  const auto end_game = [&](SeatIndex loser, EndReason reason) {
    end_questions();
    paused_ = false;
    (void)match_.lose(side_of(loser), reason);
  };
  switch (event.kind) {
    case LogKind::created:
      creator_side_ = event.colour;
      engine_seed_ = event.engine_seed;
      created_at_ = event.at;
      options_ = event.options;
      watch_code_ = event.watch_code;
      if (options_.main_ms)
        clock_ = std::make_unique<GameClock>(ServiceTime(*options_.main_ms), ServiceTime(options_.increment_ms));
      [[fallthrough]];
    case LogKind::joined:
      seat.taken = true;
      seat.name = event.text;
      seat.secret_hash = event.secret_hash;
      break;
    case LogKind::moved: {
      const auto move = match_.position().parse_move(event.text);
      if (!move) return Error{"bad_log", move.error().message};
      const auto turn = match_.play(side_of(event.seat), *move);
      if (!turn) return Error{"bad_log", event.text + " is not legal."};
      if (turn->swapped) creator_side_ = other(creator_side_);
      if (event.by_ai) ai_moves_.push_back({match_.ply(), *seat.ai});
      end_questions();
      entry.side = turn->side;
      entry.move = *move;
      entry.passed = turn->passed;
      entry.swapped = turn->swapped;
      break;
    }
    case LogKind::resigned: end_game(event.seat, EndReason::resigned); break;
    case LogKind::claimed: end_game(other_seat(event.seat), EndReason::abandoned); break;
    case LogKind::timed_out: end_game(event.seat, EndReason::timed_out); break;
    case LogKind::agreed: seat.agreed = true; break;
    case LogKind::restarted: {
      GameSpec spec = match_.spec();
      // Who has changed sides in this game gets back to the side that the variant was chosen for.
      if (!match_.sides_swapped()) spec.variant = match_.position().rules().with_colours_swapped(spec.variant);
      auto next = Match::start(spec);
      if (!next) return next.error();
      match_ = *std::move(next);
      creator_side_ = other(creator_side_);
      ++game_number_;
      ai_moves_.clear();
      for (Seat& s : seats_) {
        s.agreed = s.reclaiming = false;
        s.asked_at = {-1, -1};
      }
      entry.swapped = true;
      break;
    }
    case LogKind::replaced: {
      const auto level = level_from(event.text);
      if (!level) return Error{"bad_log", "there is no level " + event.text + "."};
      seat.ai = level;
      seat.reclaiming = false;
      end_questions();
      entry.level = *level;
      break;
    }
    case LogKind::reclaiming: seat.reclaiming = true; break;
    case LogKind::granted:
      seat.ai.reset();
      seat.reclaiming = false;
      break;
    case LogKind::asked: {
      const auto question = proto::question_from(event.text);
      if (!question) return Error{"bad_log", "there is no question " + event.text + "."};
      seat.asks = question;
      seat.asked_at[static_cast<std::size_t>(*question)] = match_.ply();
      entry.question = *question;
      break;
    }
    case LogKind::declined: end_questions(); break;
    case LogKind::undone: {
      const bool swapped = match_.sides_swapped();
      if (!match_.undo(undo_count(event.seat))) return Error{"bad_log", "there is nothing to take back."};
      entry.swapped = match_.sides_swapped() != swapped;
      if (entry.swapped) creator_side_ = other(creator_side_);
      std::erase_if(ai_moves_, [&](const AiMove& move) { return move.ply > match_.ply(); });
      end_questions();
      for (Seat& s : seats_) s.asked_at = {-1, -1};
      break;
    }
    case LogKind::paused:
      end_questions();
      paused_ = true;
      break;
    case LogKind::resumed: paused_ = false; break;
    case LogKind::clock: break;
  }
  return std::nullopt;
}

std::optional<Error> Room::evolve(const LogEvent& event) {
  if (event.version != version_ + 1) return Error{"bad_log", "expected version " + std::to_string(version_ + 1) + "."};
  if (event.seat > 1) return Error{"bad_log", "no such seat."};
  if (const char* why = cannot_follow(event)) return Error{"bad_log", why};
  const bool was_over = match_.is_over();
  Entry entry;
  entry.kind = event.kind;
  entry.seat = event.seat;
  entry.side = side_of(event.seat);
  entry.by_ai = event.by_ai;
  entry.seq = event.seq;
  if (auto error = change(event, entry)) return error;
  version_ = event.version;
  if (clock_ && event.clock) clock_->set(*event.clock, clock_turn());
  entry.ended = match_.is_over() && !was_over;
  entry.creator_side = creator_side_;
  entry.to_move = match_.to_move();
  entry.ply = match_.ply();
  entry.hash = match_.position().hash();
  // What starts a room or a game is no part of it: whoever missed it needs the whole state.
  if (event.kind == LogKind::created || event.kind == LogKind::restarted) entries_.clear();
  if (entries_.size() > limits::events_retold) entries_.erase(entries_.begin());
  entries_.push_back(entry);
  if (event.seq != 0) {
    Seat& asker = seats_[asker_of(event.kind, event.seat)];
    asker.last_seq = std::max(asker.last_seq, event.seq);
    remember(asker, {event.seq, event.version, nullptr});
  }
  return std::nullopt;
}

void Room::commit(LogEvent event, ServiceTime now, Effects& out) {
  event.version = version_ + 1;
  const LogKind kind = event.kind;
  if (clock_)
    event.clock = kind == LogKind::restarted               ? clock_->full(now)
                  : kind == LogKind::moved && !event.by_ai ? clock_->after_move(event.seat, now)
                                                           : clock_->read(now);
  if (evolve(event)) return;  // decide() has ruled this out; a log that cannot be replayed must not be written
  settle_clock(now);          // whoever has the seat back may be away again
  if (entries_.back().ended) out.push_back(FileGame{game_number_, record()});
  out.push_back(Store{std::move(event)});
  tell(entries_.back(), now, out);
  after(kind, now, out);
}

/// What follows from an event by itself.
void Room::after(LogKind kind, ServiceTime now, Effects& out) {
  switch (kind) {
    case LogKind::agreed:
      // An AI agrees at once.
      if (std::all_of(seats_.begin(), seats_.end(), [](const Seat& s) { return s.agreed || s.ai; }))
        commit(make_event(LogKind::restarted, 0, 0), now, out);
      break;
    case LogKind::restarted: arm(out); [[fallthrough]];
    case LogKind::moved:
    case LogKind::undone:
      if (clock_) arm(out, now);
      [[fallthrough]];
    case LogKind::replaced: ask_engine(out); break;
    case LogKind::granted:
      out.push_back(StopEngine{});
      arm(out);  // whoever asked may be gone again
      break;
    case LogKind::resigned: out.push_back(StopEngine{}); break;
    case LogKind::reclaiming:
      grant_if_alone(now, out);
      ask_engine(out);  // the search that runs answers an older version
      arm(out, now);
      break;
    case LogKind::resumed:
      // Nobody has been missed in a pause.
      for (const SeatIndex seat : {SeatIndex{0}, SeatIndex{1}}) {
        if (!seats_[seat].absent_since) continue;
        settle_clock(now);
        seats_[seat].absent_since = now;
        settle_clock(now);
        out.push_back(SaveAbsence{seat, now});
      }
      tell_presence(now, out);
      arm(out, now);
      break;
    case LogKind::paused: tell_presence(now, out); break;
    case LogKind::created:
    case LogKind::joined:
    case LogKind::claimed:
    case LogKind::timed_out:
    case LogKind::asked:
    case LogKind::declined:
    case LogKind::clock: break;
  }
}

void Room::ask_engine(Effects& out) const {
  if (phase() != proto::Phase::playing) return;
  const Seat& seat = seats_[seat_of(match_.to_move())];
  if (seat.ai) out.push_back(AskEngine{version_, match_.position(), *seat.ai, engine_seed_ + version_});
}

}  // namespace dolbang::room
