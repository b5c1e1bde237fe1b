#pragma once
/// The field's file formats for game records: detection, reading, writing. FORMATS.md says what each can hold
/// and how what it has no word for is written.
///
/// Reading works record by record over a text that the caller holds: memory beyond it is one record (and the
/// names of a database), whatever the input. Errors have the code "bad_record" and say where ("line 3, column 14: ...",
/// for binary files "byte 52: ..."), what was expected and what was found; "unknown_format" when nothing fits;
/// "unsupported" for a game that is not played here (10x10, anti-reversi); "too_large". A record that is written
/// correctly but against the rules is no reading error: check() says so.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/record.hpp"

namespace dolbang::notation {

enum class Format : std::uint8_t {
  transcript,  ///< Reversi: a game a line, "f5d6c3d3c4"
  ggf,         ///< Generic Game Format of the GGS server: Reversi with times and evaluations
  sgf,         ///< Smart Game Format, GM[2] Reversi and GM[4] gomoku and renju
  psq,         ///< Piskvork: one game of gomoku or renju
  renju,       ///< gomoku and renju as text: a game a line, "h8 i9 g7"
  rif,         ///< the RenjuNet database, XML
  wthor,       ///< the base of French Othello federation, .wtb, binary
  obf,         ///< Reversi positions, one a line, with the values of moves
};

const std::vector<Format>& all_formats();
/// "transcript", "ggf", "sgf", "psq", "renju", "rif", "wthor", "obf".
std::string_view to_string(Format format);
std::optional<Format> format_from(std::string_view name);

/// What the bytes look like, by content alone. A guess of the right reader, not a promise that it succeeds.
std::optional<Format> detect(std::string_view bytes);

struct ReadOptions {
  /// What is played where the file does not say. By default found by trying: Reversi 8x8, then 6x6; for Renju
  /// formats "renju", for others of that family "freestyle".
  std::optional<GameSpec> game;
};

/// Takes one record; its error ends the reading and is passed on.
using Sink = std::function<Expected<void>(Record)>;

/// Reads record by record. Those before an error have been given to the sink.
Expected<void> read_each(Format format, std::string_view bytes, const Sink& sink, const ReadOptions& options = {});

/// Reads all records of at most limits::record_file_bytes bytes.
Expected<std::vector<Record>> read(Format format, std::string_view bytes, const ReadOptions& options = {});
/// The same, of the format that detect() finds.
Expected<std::vector<Record>> read(std::string_view bytes, const ReadOptions& options = {});

/// Writes games as one file. Error "cannot_hold" when moves, start or rules do not fit the format: a game is
/// never written so that it would be read as another. Names, comments and the like are left out where a
/// format has no place for them. Errors of check() for a record against the rules.
Expected<std::string> write(Format format, const std::vector<Record>& records);

}  // namespace dolbang::notation
