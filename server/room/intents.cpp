/// What the players wish: refused with a reason, or decided as an event. Reads only, up to intend().
#include <algorithm>
#include <cassert>
#include <type_traits>
#include <utility>

#include "ai/engine.hpp"
#include "core/limits.hpp"
#include "server/room/log_event.hpp"
#include "server/room/room.hpp"

namespace dolbang::room {
namespace {

std::uint64_t seq_of(const proto::ClientMessage& message) {
  return std::visit(
      [](const auto& m) -> std::uint64_t {
        if constexpr (requires { m.seq; })
          return m.seq;
        else
          return 0;
      },
      message);
}

}  // namespace

void Room::intend(ConnectionId connection, const proto::ClientMessage& intent, ServiceTime now, Effects& out) {
  const std::uint64_t seq = seq_of(intent);
  Link* link = find(connection);
  if (!link || !link->seat)
    return refuse(connection, seq, {"not_a_seat", "You watch this room; only a seat can do that."}, out);
  const SeatIndex index = *link->seat;
  Seat& seat = seats_[index];

  if (seq <= seat.last_seq) {
    const auto it =
        std::find_if(seat.answers.begin(), seat.answers.end(), [&](const Answer& a) { return a.seq == seq; });
    if (it == seat.answers.end())
      refuse(
          connection, seq,
          {"old_sequence", "That seq is no longer remembered; continue after " + std::to_string(seat.last_seq) + "."},
          out);
    else if (it->refused)
      refuse(connection, seq, *it->refused, out);
    else
      out.push_back(Send{connection, proto::Ack{seq, it->version}});
    return;
  }

  check_time(now, out);
  Decision decision = std::visit(
      [&](const auto& m) -> Decision {
        if constexpr (requires { decide(index, m, now); })
          return decide(index, m, now);
        else if constexpr (requires { decide(index, m); })
          return decide(index, m);
        else
          return assert(false), tl::unexpected(Refused{"bad_frame", "This message is no intent."});
      },
      intent);
  if (!decision) {
    seat.last_seq = seq;
    refuse(connection, seq, decision.error(), out);
    return remember(seat, {seq, 0, std::make_unique<Refused>(std::move(decision.error()))});
  }
  commit(*std::move(decision), now, out);
}

std::optional<Room::Refused> Room::not_playing(SeatIndex seat) const {
  if (phase() == proto::Phase::waiting) return Refused{"not_started", "The game starts when the second player joins."};
  if (phase() == proto::Phase::over) return Refused{"game_over", "This game is over; ask for a rematch."};
  if (seats_[seat].ai) return Refused{"replaced", "The AI plays your seat; ask for it with reclaim."};
  return std::nullopt;
}

std::optional<Room::Refused> Room::not_playing(SeatIndex seat, int ply) const {
  if (auto refused = not_playing(seat)) return refused;
  if (ply != match_.ply())
    return Refused{"stale_ply", "You expected ply " + std::to_string(ply) + ", the game is at " +
                                    std::to_string(match_.ply()) + "."};
  return std::nullopt;
}

Room::Decision Room::decide(SeatIndex seat, const proto::Play& play) const {
  if (auto refused = not_playing(seat, play.ply)) return tl::unexpected(*std::move(refused));
  if (paused_) return tl::unexpected(Refused{"paused", "The game is paused; end that with resume."});
  if (match_.to_move() != side_of(seat))
    return tl::unexpected(Refused{"not_your_turn", "It is the other side's turn."});
  const auto move = match_.position().parse_move(play.move);
  if (!move) return tl::unexpected(Refused{move.error().code, move.error().message});
  if (move->is_pass() || !match_.position().is_legal(*move))
    return tl::unexpected(Refused{"illegal_move", play.move + " is not a legal move here."});
  return make_event(LogKind::moved, seat, play.seq, match_.position().move_text(*move));
}

Room::Decision Room::decide(SeatIndex seat, const proto::Resign& resign) const {
  if (auto refused = not_playing(seat, resign.ply)) return tl::unexpected(*std::move(refused));
  return make_event(LogKind::resigned, seat, resign.seq);
}

Room::Decision Room::decide(SeatIndex seat, const proto::Rematch& rematch) const {
  if (phase() != proto::Phase::over)
    return tl::unexpected(Refused{"not_over", "A rematch can be agreed when the game is over."});
  if (seats_[seat].ai) return tl::unexpected(Refused{"replaced", "The AI plays your seat; ask for it with reclaim."});
  if (seats_[seat].agreed)
    return tl::unexpected(Refused{"already_agreed", "You have agreed already; the other has not."});
  return make_event(LogKind::agreed, seat, rematch.seq);
}

/// Why this seat has to go on with its opponent; none: the opponent has been away for longer than the grace.
std::optional<Room::Refused> Room::not_left_alone(SeatIndex seat, ServiceTime now) const {
  if (auto refused = not_playing(seat)) return refused;
  const Seat& opponent = seats_[other_seat(seat)];
  if (opponent.ai) return Refused{"already_replaced", "The AI plays for your opponent already."};
  if (paused_) return Refused{"paused", "The game is paused; end that with resume."};
  if (!opponent.absent_since) return Refused{"not_absent", "Your opponent is here."};
  if (long_gone(opponent, now)) return std::nullopt;
  const auto left = *opponent.absent_since + settings_.absence_grace - now;
  return Refused{"too_early", "Your opponent may still come back; ask again in " +
                                  std::to_string((left.count() + 999) / 1000) + " seconds."};
}

Room::Decision Room::decide(SeatIndex seat, const proto::Claim& claim, ServiceTime now) const {
  if (auto refused = not_left_alone(seat, now)) return tl::unexpected(*std::move(refused));
  return make_event(LogKind::claimed, seat, claim.seq);
}

Room::Decision Room::decide(SeatIndex seat, const proto::Replace& replace, ServiceTime now) const {
  if (auto refused = not_left_alone(seat, now)) return tl::unexpected(*std::move(refused));
  const auto level = level_from(replace.level);
  const auto levels = levels_of(match_.spec().game);
  if (!level || std::find(levels.begin(), levels.end(), *level) == levels.end()) {
    std::string known;
    for (const Level l : levels) known += (known.empty() ? "" : ", ") + std::string(to_string(l));
    return tl::unexpected(Refused{"unknown_level", known.empty() ? "This server has no AI for this game."
                                                                 : "There is no level \"" + replace.level +
                                                                       "\" in this game; use one of: " + known + "."});
  }
  return make_event(LogKind::replaced, other_seat(seat), replace.seq, replace.level);
}

Room::Decision Room::decide(SeatIndex seat, const proto::Reclaim& reclaim) const {
  if (!seats_[seat].ai) return tl::unexpected(Refused{"not_replaced", "The seat is yours; no AI plays it."});
  if (seats_[seat].reclaiming)
    return tl::unexpected(Refused{"already_asked", "You have asked already; the other player decides."});
  return make_event(LogKind::reclaiming, seat, reclaim.seq);
}

Room::Decision Room::decide(SeatIndex seat, const proto::Grant& grant) const {
  const SeatIndex opponent = other_seat(seat);
  if (!seats_[opponent].ai || !seats_[opponent].reclaiming)
    return tl::unexpected(Refused{"nobody_asks", "Nobody asks for the seat back."});
  return make_event(LogKind::granted, opponent, grant.seq);
}

int Room::undo_count(SeatIndex seat) const {
  const auto& turns = match_.turns();
  Side side = side_of(seat);
  for (std::size_t i = turns.size(); i > 0; --i) {
    if (turns[i - 1].swapped) side = other(side);  // before it
    if (turns[i - 1].side == side) return static_cast<int>(turns.size() - i + 1);
  }
  return 0;
}

Room::Decision Room::decide(SeatIndex seat, const proto::Ask& ask) const {
  if (auto refused = not_playing(seat, ask.ply)) return tl::unexpected(*std::move(refused));
  if (paused_) return tl::unexpected(Refused{"paused", "The game is paused; end that with resume."});
  if (seats_[other_seat(seat)].ai) return tl::unexpected(Refused{"already_replaced", "An AI cannot be asked."});
  if (seats_[0].asks || seats_[1].asks)
    return tl::unexpected(Refused{"question_open", "Another question waits for its answer."});
  if (seats_[seat].asked_at[static_cast<std::size_t>(ask.question)] == match_.ply())
    return tl::unexpected(Refused{"already_asked", "You have asked this in this position; ask again after a move."});
  if (ask.question == proto::Question::undo) {
    if (!options_.undo) return tl::unexpected(Refused{"no_undo", "In this room a move once made stands."});
    if (undo_count(seat) == 0) return tl::unexpected(Refused{"nothing_to_undo", "You have made no move yet."});
  }
  return make_event(LogKind::asked, seat, ask.seq, std::string(to_string(ask.question)));
}

Room::Decision Room::decide(SeatIndex seat, const proto::Answer& answer) const {
  const auto question = seats_[other_seat(seat)].asks;
  if (!question) return tl::unexpected(Refused{"nobody_asks", "There is nothing to answer."});
  if (!answer.agree) return make_event(LogKind::declined, seat, answer.seq);
  return make_event(*question == proto::Question::undo ? LogKind::undone : LogKind::paused, other_seat(seat),
                    answer.seq);
}

Room::Decision Room::decide(SeatIndex seat, const proto::Resume& resume) const {
  if (!paused_) return tl::unexpected(Refused{"not_paused", "The game is not paused."});
  return make_event(LogKind::resumed, seat, resume.seq);
}

void Room::engine_moved(std::uint64_t version, Move move, ServiceTime now, Effects& out) {
  const SeatIndex seat = seat_of(match_.to_move());
  if (version != version_ || phase() != proto::Phase::playing || !seats_[seat].ai) return;
  // An engine that breaks the rules is a bug, but not one that the players should be stuck with (L06).
  if (move.is_pass() || !match_.position().is_legal(move)) move = match_.position().legal_moves()[0];
  LogEvent event = make_event(LogKind::moved, seat, 0, match_.position().move_text(move));
  event.by_ai = true;
  commit(std::move(event), now, out);
}

}  // namespace dolbang::room
