#include "notation/notation.hpp"

#include <algorithm>

#include "notation/formats.hpp"
#include "notation/source.hpp"

namespace dolbang::notation {
namespace {

using Reader = Expected<void> (*)(std::string_view, const Sink&, const ReadOptions&);
using Writer = Expected<std::string> (*)(const std::vector<Checked>&);

struct FormatEntry {
  Format format;
  std::string_view name;
  Reader reader;
  Writer writer;
};

constexpr FormatEntry entries[] = {
    {Format::transcript, "transcript", read_transcript, write_transcript},
    {Format::ggf, "ggf", read_ggf, write_ggf},
    {Format::sgf, "sgf", read_sgf, write_sgf},
    {Format::psq, "psq", read_psq, write_psq},
    {Format::renju, "renju", read_renju, write_renju},
    {Format::rif, "rif", read_rif, write_rif},
    {Format::wthor, "wthor", read_wthor, write_wthor},
    {Format::obf, "obf", read_obf, write_obf},
};

const FormatEntry* entry_of(Format format) {
  for (const FormatEntry& entry : entries)
    if (entry.format == format) return &entry;
  return nullptr;
}

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string_view without_mark(std::string_view bytes) {
  if (bytes.substr(0, byte_order_mark.size()) == byte_order_mark) bytes.remove_prefix(byte_order_mark.size());
  return bytes;
}

/// The beginning of the first line that is neither empty nor a comment.
std::string_view first_line(std::string_view text) {
  Source source(text);
  while (!source.at_end()) {
    const std::string_view line = trim(source.take_line());
    if (!line.empty() && line[0] != '#' && line[0] != '%') return line;
  }
  return {};
}

enum class Fit : std::uint8_t { none, readable, begun, legal };

/// How well the line can be read as moves of the reader's games: legal to the end, or for the first four plies.
Fit fit_of(Reader reader, std::string_view line) {
  Fit fit = Fit::none;
  const Sink sink = [&](Record record) -> Expected<void> {
    fit = check(record) ? Fit::legal : Fit::readable;
    if (fit == Fit::legal || record.moves.size() < 5) return {};
    record.moves.resize(4);
    if (check(record)) fit = Fit::begun;
    return {};
  };
  return reader(line, sink, {}) ? fit : Fit::none;
}

}  // namespace

const std::vector<Format>& all_formats() {
  static const std::vector<Format> formats = [] {
    std::vector<Format> list;
    for (const FormatEntry& entry : entries) list.push_back(entry.format);
    return list;
  }();
  return formats;
}

std::string_view to_string(Format format) {
  const FormatEntry* entry = entry_of(format);
  return entry == nullptr ? "unknown" : entry->name;
}

std::optional<Format> format_from(std::string_view name) {
  for (const FormatEntry& entry : entries)
    if (entry.name == name) return entry.format;
  return std::nullopt;
}

std::optional<Format> detect(std::string_view bytes) {
  if (is_wthor(bytes)) return Format::wthor;
  const std::string_view text = without_mark(bytes);
  const std::string_view begin = trim(text.substr(0, 4096));
  if (begin.substr(0, 1) == "<") return Format::rif;
  if (lower(begin.substr(0, 9)) == "piskvorky") return Format::psq;
  // A tree in brackets; GGF may have the number of games before it.
  const std::size_t bracket = std::min(begin.find_first_not_of("0123456789 \t\r\n"), begin.size());
  if (begin.substr(bracket, 1) == "(") {
    const std::string head = lower(begin.substr(bracket, 1024));
    const bool ggf = head.find("gm[othello]") != std::string::npos || head.find("gm[reversi]") != std::string::npos ||
                     head.find("bo[") != std::string::npos;
    return ggf ? Format::ggf : Format::sgf;
  }
  const std::string_view line = first_line(text).substr(0, 4096);
  if (line.empty()) return std::nullopt;
  if (is_obf_line(line)) return Format::obf;
  if (begin.find("# game: omok") != std::string_view::npos) return Format::renju;
  if (begin.find("# game: reversi") != std::string_view::npos) return Format::transcript;
  const Fit reversi = fit_of(read_transcript, line), renju = fit_of(read_renju, line);
  if (reversi >= Fit::begun) return Format::transcript;
  if (renju >= Fit::begun) return Format::renju;
  if (reversi != Fit::none) return Format::transcript;
  if (renju != Fit::none) return Format::renju;
  return std::nullopt;
}

Expected<void> read_each(Format format, std::string_view bytes, const Sink& sink, const ReadOptions& options) {
  const FormatEntry* entry = entry_of(format);
  if (entry == nullptr) return fail("unknown_format", "There is no such format.");
  return entry->reader(without_mark(bytes), sink, options);
}

Expected<std::vector<Record>> read(Format format, std::string_view bytes, const ReadOptions& options) {
  if (bytes.size() > limits::record_file_bytes)
    return fail("too_large", "A file of at most " + std::to_string(limits::record_file_bytes >> 20) +
                                 " MiB can be read as a whole; split it.");
  std::vector<Record> records;
  const auto done = read_each(
      format, bytes,
      [&](Record record) -> Expected<void> {
        records.push_back(std::move(record));
        return {};
      },
      options);
  if (!done) return tl::unexpected(done.error());
  return records;
}

Expected<std::vector<Record>> read(std::string_view bytes, const ReadOptions& options) {
  if (const auto format = detect(bytes)) return read(*format, bytes, options);
  std::string known;
  for (const FormatEntry& entry : entries) known += (known.empty() ? "" : ", ") + std::string(entry.name);
  return fail("unknown_format", "This is no game record of a known format; known are " + known + ".");
}

tl::unexpected<Error> cannot_hold(std::size_t game, std::string_view why) {
  return fail("cannot_hold", "Game " + std::to_string(game + 1) + ": " + std::string(why));
}

void note_dropped(Record& record, std::string_view what) {
  constexpr std::size_t most = 32;
  if (record.dropped.size() >= most) return;
  std::string text = clean(what, limits::record_name_bytes);
  if (std::find(record.dropped.begin(), record.dropped.end(), text) == record.dropped.end())
    record.dropped.push_back(std::move(text));
}

std::optional<double> margin_of(const Checked& game) {
  if (game.record.result && game.record.result->margin) return game.record.result->margin;
  const auto& result = game.match.result();
  if (!result || !result->tournament_score) return std::nullopt;
  return result->tournament_score->of[0] - result->tournament_score->of[1];
}

Expected<std::string> write(Format format, const std::vector<Record>& records) {
  const FormatEntry* entry = entry_of(format);
  if (entry == nullptr) return fail("unknown_format", "There is no such format.");
  std::vector<Checked> games;
  for (std::size_t i = 0; i < records.size(); ++i) {
    auto game = checked(records[i]);
    if (!game) return fail(game.error().code, "Game " + std::to_string(i + 1) + ": " + game.error().message);
    games.push_back(*std::move(game));
  }
  return entry->writer(games);
}

}  // namespace dolbang::notation
