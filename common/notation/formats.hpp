#pragma once
/// The readers and writers of the single formats, for notation.cpp to call. Each reader gives normalised
/// records where the rules allow it, and else the record as it is written.
#include "notation/notation.hpp"

namespace dolbang::notation {

Expected<void> read_transcript(std::string_view text, const Sink& sink, const ReadOptions& options);
Expected<void> read_renju(std::string_view text, const Sink& sink, const ReadOptions& options);

/// A record that is about to be written: replayed and without passes.
struct Checked {
  Record record;
  Match match;
};

Expected<std::string> write_transcript(const std::vector<Checked>& games);
Expected<std::string> write_renju(const std::vector<Checked>& games);

/// "cannot_hold": "Game 3: ..."
tl::unexpected<Error> cannot_hold(std::size_t game, std::string_view why);

}  // namespace dolbang::notation
