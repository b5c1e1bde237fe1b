/// Random games of every variant through every format that can hold them.
#include <rapidcheck.h>

#include <cmath>

#include "core/rng.hpp"
#include "games/catalogue.hpp"
#include "helpers.hpp"
#include "notation/source.hpp"

using namespace dolbang;
using namespace dolbang::notation;
using namespace dolbang::notation::test;

namespace {

Match random_match(const GameSpec& spec, std::uint64_t seed, int plies) {
  Match match = *Match::start(spec);
  Rng rng(seed);
  while (!match.is_over() && match.ply() < plies) {
    const MoveList moves = match.position().legal_moves();
    REQUIRE(match.play(match.to_move(), moves[rng.below(static_cast<std::uint32_t>(moves.size()))]));
  }
  return match;
}

std::string random_text(Rng& rng, std::string_view alphabet) {
  std::string text;
  for (std::uint32_t n = rng.below(12); n > 0; --n)
    text += alphabet[rng.below(static_cast<std::uint32_t>(alphabet.size()))];
  return clean(text, 100);
}

/// Whether FORMATS.md says that the format holds this game.
bool holds(Format format, const Record& record) {
  const bool reversi = record.spec.game == "reversi";
  const bool swap2 = record.spec.variant.find("swap2") != std::string::npos;
  switch (format) {
    case Format::sgf: return true;
    case Format::ggf: return reversi;
    case Format::transcript: return reversi && !record.moves.empty();
    case Format::wthor: return reversi && record.spec.variant == "8x8";
    case Format::renju: return !reversi && !record.moves.empty();
    case Format::psq:
    case Format::rif: return !reversi && !swap2;
    case Format::obf: return reversi && record.moves.empty();
  }
  return false;
}

// Many variants, many formats: of each variant this many games.
#ifdef NDEBUG
constexpr int games_of_variant = 30;
#else
constexpr int games_of_variant = 5;
#endif

}  // namespace

TEST_CASE("R27 H07 O01 Z11 Z12 random games of every variant come back from every format that can hold them") {
  std::vector<GameSpec> specs;
  for (const Rules* rules : all_games())
    for (const std::string& variant : rules->variants()) specs.push_back({std::string(rules->id()), variant});
  for (const GameSpec& spec : specs) {
    CAPTURE(spec.game);
    CAPTURE(spec.variant);
    int runs = 0;
    const bool good = rc::check([&](std::uint64_t seed) {
      if (++runs > games_of_variant) return;
      const Match match = random_match(spec, seed, static_cast<int>(seed % 70));
      Record record = record_of(match);
      Rng rng(seed);
      record.players[0].name = random_text(rng, "ab c<>&\"'\\;()");
      record.players[1].name = random_text(rng, "xyz]|[:,#/*");
      for (RecordMove& move : record.moves) {
        if (rng.below(2) != 0) move.time = std::chrono::milliseconds(rng.below(1'000'000));
        if (rng.below(2) != 0) move.evaluation = static_cast<double>(rng.below(12800)) / 100 - 64;
        move.comment = random_text(rng, "ab]\\[;()");
      }
      for (const Format format : all_formats()) {
        const auto text = write(format, {record});
        RC_ASSERT(text.has_value() == holds(format, record));
        if (!text) {
          RC_ASSERT(text.error().code == "cannot_hold");
          continue;
        }
        const auto again = read(format, *text);
        RC_ASSERT(again.has_value());
        RC_ASSERT(again->size() == 1u);
        const Record& second = again->front();
        RC_ASSERT(second.spec == record.spec);
        RC_ASSERT(played(second) == match.transcript());
        // An empty file or a lone position says little about what it is.
        if (!record.moves.empty()) RC_ASSERT(detect(*text) == format);
        if (format != Format::sgf && format != Format::ggf) continue;
        for (std::size_t i = 0; i < record.moves.size(); ++i) {
          RC_ASSERT(second.moves[i].side == record.moves[i].side);
          RC_ASSERT(second.moves[i].time == record.moves[i].time);
          RC_ASSERT(second.moves[i].evaluation.has_value() == record.moves[i].evaluation.has_value());
          if (record.moves[i].evaluation)
            RC_ASSERT(std::abs(*second.moves[i].evaluation - *record.moves[i].evaluation) < 0.006);
          if (format == Format::sgf) RC_ASSERT(second.moves[i].comment == record.moves[i].comment);
        }
        if (format != Format::sgf) continue;
        RC_ASSERT(second.players[0].name == record.players[0].name);
        RC_ASSERT(second.players[1].name == record.players[1].name);
        RC_ASSERT(second.result.has_value() == record.result.has_value());
        if (record.result) RC_ASSERT(second.result->winner == record.result->winner);
      }
    });
    CHECK(good);
  }
}

TEST_CASE("games that begin in the middle come back from GGF and SGF") {
  int runs = 0;
  CHECK(rc::check([&](std::uint64_t seed) {
    if (++runs > games_of_variant) return;
    for (const GameSpec& spec : {GameSpec{"reversi", "8x8"}, GameSpec{"reversi", "6x6"}, GameSpec{"omok", "renju"}}) {
      const Match before = random_match(spec, seed, 1 + static_cast<int>(seed % 40));
      if (before.is_over()) continue;
      Match match = Match::from(before.position());
      Rng rng(seed + 1);
      for (int i = 0; i < 10 && !match.is_over(); ++i) {
        const MoveList moves = match.position().legal_moves();
        RC_ASSERT(match.play(match.to_move(), moves[rng.below(static_cast<std::uint32_t>(moves.size()))]).has_value());
      }
      const Record record = record_of(match);
      for (const Format format : {Format::ggf, Format::sgf}) {
        const auto text = write(format, {record});
        if (!text) {
          RC_ASSERT(format == Format::ggf && spec.game == "omok");
          continue;
        }
        const auto again = read(format, *text);
        RC_ASSERT(again.has_value());
        RC_ASSERT(again->size() == 1u);
        RC_ASSERT(again->front().start.has_value());
        const auto replay = check(again->front());
        RC_ASSERT(replay.has_value());
        RC_ASSERT(replay->position().board_text() == match.position().board_text());
        RC_ASSERT(replay->transcript() == match.transcript());
      }
    }
  }));
}

TEST_CASE("no bytes at all make a reader fail otherwise than with a message") {
  for (const Format format : all_formats())
    CHECK(rc::check([&](const std::string& bytes) {
      const auto records = read(format, bytes);
      if (!records) RC_ASSERT(!records.error().message.empty());
      (void)detect(bytes);
    }));
}
