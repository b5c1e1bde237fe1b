#pragma once
/// The readers and writers of the single formats, for notation.cpp to call. Each reader gives normalised
/// records where the rules allow it, and else the record as it is written.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/notation.hpp"

namespace dolbang::notation {

Expected<void> read_transcript(std::string_view text, const Sink& sink, const ReadOptions& options);
Expected<void> read_renju(std::string_view text, const Sink& sink, const ReadOptions& options);
Expected<void> read_ggf(std::string_view text, const Sink& sink, const ReadOptions& options);
Expected<void> read_sgf(std::string_view text, const Sink& sink, const ReadOptions& options);
Expected<void> read_psq(std::string_view text, const Sink& sink, const ReadOptions& options);
Expected<void> read_rif(std::string_view text, const Sink& sink, const ReadOptions& options);
Expected<void> read_wthor(std::string_view bytes, const Sink& sink, const ReadOptions& options);
Expected<void> read_obf(std::string_view text, const Sink& sink, const ReadOptions& options);

/// A record that is about to be written: replayed and without passes.
struct Checked {
  Record record;
  Match match;
};

/// Replays once for both. Errors as check().
Expected<Checked> checked(const Record& record);

Expected<std::string> write_transcript(const std::vector<Checked>& games);
Expected<std::string> write_renju(const std::vector<Checked>& games);
Expected<std::string> write_ggf(const std::vector<Checked>& games);
Expected<std::string> write_sgf(const std::vector<Checked>& games);
Expected<std::string> write_psq(const std::vector<Checked>& games);
Expected<std::string> write_rif(const std::vector<Checked>& games);
Expected<std::string> write_wthor(const std::vector<Checked>& games);
Expected<std::string> write_obf(const std::vector<Checked>& games);

/// Whether the bytes are as long as their header says, and the header is one of WTHOR's.
bool is_wthor(std::string_view bytes);
/// Whether a line begins with a board and the side to move.
bool is_obf_line(std::string_view line);

/// "cannot_hold": "Game 3: ..."
tl::unexpected<Error> cannot_hold(std::size_t game, std::string_view why);

/// Notes what a reader leaves out, each thing once and not too many of them.
void note_dropped(Record& record, std::string_view what);

/// The disc difference to write: as recorded, else as on the board of a finished game.
std::optional<double> margin_of(const Checked& game);

}  // namespace dolbang::notation
