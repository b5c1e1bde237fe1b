#include "notation/notation.hpp"

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
    {Format::renju, "renju", read_renju, write_renju},
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

/// Whether the line can be read as moves of the reader's game: legal ones.
bool is_game(Reader reader, std::string_view line) {
  bool good = false;
  const Sink sink = [&](Record record) -> Expected<void> {
    good = check(record).has_value();
    return {};
  };
  return reader(line, sink, {}) && good;
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
  const std::string_view line = first_line(without_mark(bytes)).substr(0, 4096);
  if (line.empty()) return std::nullopt;
  if (is_game(read_transcript, line)) return Format::transcript;
  if (is_game(read_renju, line)) return Format::renju;
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

Expected<std::string> write(Format format, const std::vector<Record>& records) {
  const FormatEntry* entry = entry_of(format);
  if (entry == nullptr) return fail("unknown_format", "There is no such format.");
  std::vector<Checked> games;
  for (std::size_t i = 0; i < records.size(); ++i) {
    Record record = records[i];
    auto match = check(record);
    if (auto good = normalise(record); !good || !match) {
      const Error& error = !match ? match.error() : good.error();
      return fail(error.code, "Game " + std::to_string(i + 1) + ": " + error.message);
    }
    games.push_back({std::move(record), *std::move(match)});
  }
  return entry->writer(games);
}

}  // namespace dolbang::notation
