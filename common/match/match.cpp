#include "match/match.hpp"

#include <utility>

#include "games/catalogue.hpp"

namespace dolbang {

std::string_view to_string(Refusal refusal) {
  switch (refusal) {
    case Refusal::game_over: return "game_over";
    case Refusal::not_your_turn: return "not_your_turn";
    case Refusal::illegal_move: return "illegal_move";
    case Refusal::nothing_to_undo: return "nothing_to_undo";
  }
  return "unknown";
}

std::vector<std::string_view> split_transcript(std::string_view transcript) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::vector<std::string_view> moves;
  for (std::size_t at = 0; at < transcript.size();) {
    std::size_t end = at;
    while (end < transcript.size() && is_letter(transcript[end])) ++end;
    while (end < transcript.size() && is_digit(transcript[end])) ++end;
    if (end == at) ++end;
    if (transcript[at] != ' ') moves.push_back(transcript.substr(at, end - at));
    at = end;
  }
  return moves;
}

Match::Match(GameSpec spec, const Position& start) : spec_(std::move(spec)), start_(start), position_(start) {}

Expected<Match> Match::start(const GameSpec& spec) {
  return start_position(spec).map([&](const Position& start) {
    GameSpec full = spec;
    full.variant = start.variant();
    return Match(std::move(full), start);
  });
}

Match Match::from(const Position& start) {
  Match match({std::string(start.rules().id()), start.variant()}, start);
  if (const auto verdict = start.verdict())
    match.result_ = Result{verdict->winner, verdict->reason, start.score(), start.tournament_score()};
  else if (start.is_legal(Move::pass())) {
    match.start_.play(Move::pass());
    match.position_ = match.start_;
  }
  return match;
}

Expected<Match> Match::replay(const GameSpec& spec, std::string_view transcript) {
  auto match = start(spec);
  if (!match) return match;
  for (const std::string_view text : split_transcript(transcript)) {
    const std::string ply = "Ply " + std::to_string(match->ply() + 1) + ": ";
    const auto move = match->position().parse_move(text);
    if (!move) return fail(move.error().code, ply + move.error().message);
    if (const auto turn = match->play(match->to_move(), *move); !turn)
      return fail(
          std::string(to_string(turn.error())),
          ply + std::string(text) + (turn.error() == Refusal::game_over ? " comes after the end." : " is not legal."));
  }
  return match;
}

std::string Match::transcript() const {
  std::string text;
  bool word = false;  // the last move was one: "swap" needs a blank on either side
  for (const Turn& turn : turns_) {
    const std::string move = start_.move_text(turn.move);
    const bool last_was_word = std::exchange(word, move.back() < '0' || move.back() > '9');
    if (!text.empty() && (word || last_was_word)) text += ' ';
    text += move;
  }
  return text;
}

bool Match::sides_swapped() const {
  bool swapped = false;
  for (const Turn& turn : turns_) swapped ^= turn.swapped;
  return swapped;
}

void Match::settle(Turn& turn) {
  if (const auto verdict = position_.verdict()) {
    result_ = Result{verdict->winner, verdict->reason, position_.score(), position_.tournament_score()};
    return;
  }
  if (position_.is_legal(Move::pass())) {
    turn.passed = position_.to_move();
    position_.play(Move::pass());
  }
}

tl::expected<Turn, Refusal> Match::play(Side side, Move move) {
  if (is_over()) return tl::unexpected(Refusal::game_over);
  if (side != to_move()) return tl::unexpected(Refusal::not_your_turn);
  if (move.is_pass() || !position_.is_legal(move)) return tl::unexpected(Refusal::illegal_move);
  Turn turn{move, side, std::nullopt, position_.swaps_sides(move)};
  position_.play(move);
  settle(turn);
  turns_.push_back(turn);
  return turn;
}

tl::expected<void, Refusal> Match::lose(Side side, EndReason reason) {
  if (is_over()) return tl::unexpected(Refusal::game_over);
  result_ = Result{other(side), reason, position_.score(), std::nullopt};
  return {};
}

tl::expected<void, Refusal> Match::undo(int count) {
  if (count < 1 || count > ply()) return tl::unexpected(Refusal::nothing_to_undo);
  std::vector<Turn> kept(turns_.begin(), turns_.end() - count);
  turns_.clear();
  result_.reset();
  position_ = start_;
  for (const Turn& turn : kept) {
    position_.play(turn.move);
    if (turn.passed) position_.play(Move::pass());
  }
  turns_ = std::move(kept);
  return {};
}

}  // namespace dolbang
