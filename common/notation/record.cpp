#include "notation/record.hpp"

#include <cmath>

#include "games/catalogue.hpp"
#include "notation/formats.hpp"

namespace dolbang::notation {
namespace {

struct Replay {
  Match match;
  std::vector<RecordMove> moves;  ///< without passes, everybody's side known
};

std::string other_has_move(Side side) {
  return std::string(to_string(other(side))) + " passes and " + std::string(to_string(side)) + " moves again.";
}

Expected<Replay> replay(const Record& record) {
  auto match = record.start ? Expected<Match>(Match::from(*record.start)) : Match::start(record.spec);
  if (!match) return tl::unexpected(match.error());
  Replay result{*std::move(match), {}};
  Match& game = result.match;
  // The pass that the match has made by itself and that the record may still write down.
  std::optional<Side> passed;
  if (record.start && record.start->to_move() != game.to_move()) passed = record.start->to_move();
  for (const RecordMove& move : record.moves) {
    const std::string ply = "Ply " + std::to_string(game.ply() + 1) + ": ";
    if (move.move.is_pass()) {
      if (game.is_over()) continue;  // some write both sides' last passes
      if (!passed)
        return fail("bad_record", ply + "a pass, but " + std::string(to_string(game.to_move())) + " can move.");
      if (move.side && *move.side != *passed)
        return fail("bad_record", ply + "a pass of " + std::string(to_string(*move.side)) + ", but " +
                                      std::string(to_string(*passed)) + " has to pass.");
      passed.reset();
      continue;
    }
    const std::string text = game.position().move_text(move.move);
    if (game.is_over()) return fail("illegal_move", ply + text + " comes after the end.");
    const Side side = game.to_move();
    if (move.side && *move.side != side)
      return fail("bad_record", ply + text + " is written as " + std::string(to_string(*move.side)) + "'s, but " +
                                    (passed ? other_has_move(side) : std::string(to_string(side)) + " is to move."));
    const auto turn = game.play(side, move.move);
    if (!turn) return fail(std::string(to_string(turn.error())), ply + text + " is not legal.");
    passed = turn->passed;
    result.moves.push_back(move);
    result.moves.back().side = side;
  }
  if (record.result && record.result->how == RecordResult::How::resigned && record.result->winner && !game.is_over())
    (void)game.resign(other(*record.result->winner));
  return result;
}

}  // namespace

Expected<Match> check(const Record& record) {
  return replay(record).map([](Replay&& result) { return std::move(result.match); });
}

Expected<void> normalise(Record& record) {
  auto result = replay(record);
  if (!result) return tl::unexpected(result.error());
  record.moves = std::move(result->moves);
  if (!record.start) record.spec.variant = result->match.spec().variant;
  return {};
}

Expected<Checked> checked(const Record& record) {
  auto result = replay(record);
  if (!result) return tl::unexpected(result.error());
  Checked game{record, std::move(result->match)};
  game.record.moves = std::move(result->moves);
  if (!record.start) game.record.spec.variant = game.match.spec().variant;
  return game;
}

Record record_of(const Match& match) {
  Record record;
  set_start(record, match.first_position());
  record.spec = match.spec();
  for (const Turn& turn : match.turns()) record.moves.push_back({turn.move, turn.side, {}, {}, {}});
  if (const auto& result = match.result()) {
    record.result.emplace();
    record.result->winner = result->winner;
    if (result->reason == EndReason::resigned) {
      record.result->how = RecordResult::How::resigned;
    } else if (result->reason == EndReason::timed_out || result->reason == EndReason::abandoned) {
      record.result->how = RecordResult::How::timed_out;  // no format knows more about who did not go on
    } else if (result->tournament_score) {
      const auto& of = result->tournament_score->of;
      record.result->margin = of[0] - of[1];
    }
  }
  return record;
}

void set_start(Record& record, const Position& position) {
  const auto same = [&](const Position& start) {
    return start.hash() == position.hash() && start.board_text() == position.board_text();
  };
  const Rules& rules = position.rules();
  record.spec = {std::string(rules.id()), position.variant()};
  record.start.reset();
  if (const auto start = rules.start(record.spec.variant); start && same(*start)) return;
  for (const std::string& variant : rules.variants()) {
    const auto start = rules.start(variant);
    if (start && same(*start)) {
      record.spec.variant = variant;
      return;
    }
  }
  record.start = position;
}

}  // namespace dolbang::notation
