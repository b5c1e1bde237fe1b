#include <memory>

#include "engine/declarations.hpp"
#include "engine/lines.hpp"
#include "games/catalogue.hpp"
#include "games/omok/omok.hpp"
#include "match/match.hpp"

namespace dolbang::engine {
namespace {

/// Discs or stones on the board. Omok has no score for its players, but its stones can be counted.
Score counted(const Position& position) {
  if (const auto score = position.score()) return *score;
  if (const auto state = position.get_if<Omok>()) {
    const int black = state->black.count(), white = state->white.count();
    return {{black, white}, omok::points - black - white};
  }
  return {};
}

Expected<std::string> replayed(const GameSpec& spec, std::string_view transcript) {
  auto match = Match::start(spec);
  if (!match) return tl::unexpected(match.error());
  for (const std::string_view text : split_transcript(transcript)) {
    const auto problem = [&](const std::string& reason) {
      return fail("bad_transcript", "error ply " + std::to_string(match->ply() + 1) + ": " + reason);
    };
    const auto move = match->position().parse_move(text);
    if (!move) return problem(move.error().message);
    if (const auto turn = match->play(match->to_move(), *move); !turn)
      return problem(std::string(text) +
                     (turn.error() == Refusal::game_over ? " comes after the end." : " is not legal."));
  }
  int passes = 0;
  for (const Turn& turn : match->turns()) passes += turn.passed.has_value();
  const Score score = counted(match->position());
  std::string answer = "ok";
  for (const int number : {match->ply(), passes, score.of[0], score.of[1], score.empties})
    answer += ' ' + std::to_string(number);
  return answer;
}

}  // namespace

Run declare_replay(CLI::App& app) {
  const auto game = std::make_shared<std::string>();
  app.add_option("GAME", *game, "What to play, as in reversi:6x6")->required();
  app.footer(
      "A transcript is moves only, as in f5d6c3 or \"h8 i9 swap g7\"; passes are not written. PLIES counts the moves, "
      "PASSES the\n"
      "forced passes, one after the last move among them; BLACK, WHITE and EMPTIES what is on the board then.");
  return [game](Streams& streams) {
    const GameSpec spec = game_spec(*game);
    if (const auto start = start_position(spec); !start) return usage_error(streams, start.error());
    return answer_lines(streams, [&](std::string_view line) { return replayed(spec, line); });
  };
}

}  // namespace dolbang::engine
