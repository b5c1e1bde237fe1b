// Game records from one format into another: the command convert.
#include <algorithm>
#include <array>
#include <istream>
#include <memory>
#include <ostream>

#include "core/limits.hpp"
#include "engine/declarations.hpp"
#include "engine/lines.hpp"
#include "games/catalogue.hpp"
#include "notation/notation.hpp"

namespace dolbang::engine {
namespace {

using notation::Format;

struct Args {
  std::string from, to, game;
  bool as_file = false;
};

/// Formats in which a game is a line, so that lines can be answered one by one.
bool is_by_line(Format format) {
  constexpr std::array formats{Format::transcript, Format::renju, Format::ggf, Format::obf};
  return std::find(formats.begin(), formats.end(), format) != formats.end();
}

std::string names() {
  std::string all;
  for (const Format format : notation::all_formats()) all += (all.empty() ? "" : ", ") + std::string(to_string(format));
  return all;
}

/// One game without the number that write() puts before what it says of many.
Expected<std::string> written(Format format, const notation::Record& record) {
  auto text = notation::write(format, {record});
  constexpr std::string_view first = "Game 1: ";
  if (!text && text.error().message.starts_with(first)) text.error().message.erase(0, first.size());
  return text;
}

Expected<std::string> converted_line(Format from, Format to, const notation::ReadOptions& options,
                                     std::string_view line) {
  auto records = notation::read(from, line, options);
  if (!records) {
    constexpr std::string_view first = "line 1, ";
    std::string& message = records.error().message;
    if (message.starts_with(first)) message.erase(0, first.size());
    return tl::unexpected(records.error());
  }
  if (records->size() != 1)
    return fail("bad_line", "A line must hold one game, this one holds " + std::to_string(records->size()) + ".");
  auto text = written(to, records->front());
  if (!text) return text;
  while (!text->empty() && text->back() == '\n') text->pop_back();
  if (text->find('\n') != std::string::npos)
    return fail("bad_line", "This game takes more than one line in that format; convert it with --file.");
  return text;
}

/// All of the input, or an error when it is longer than a file may be.
Expected<std::string> whole_input(std::istream& in) {
  std::string bytes;
  std::array<char, 16 * 1024> part{};
  while (in.read(part.data(), part.size()), in.gcount() > 0) {
    bytes.append(part.data(), static_cast<std::size_t>(in.gcount()));
    if (bytes.size() > limits::record_file_bytes)
      return fail("too_large", "A file of at most " + std::to_string(limits::record_file_bytes >> 20) +
                                   " MiB can be converted; split it.");
  }
  return bytes;
}

int convert_file(std::optional<Format> from, Format to, const notation::ReadOptions& options, Streams& streams) {
  int code = exit_ok;
  const auto complain = [&](const std::string& message) {
    streams.err << "dolbang-engine: " << printable(message) << std::endl;
    code = exit_bad_line;
  };
  const auto bytes = whole_input(streams.in);
  if (!bytes) {
    complain(bytes.error().message);
    return code;
  }
  if (!from) from = notation::detect(*bytes);
  if (!from) {
    complain("This is no game record of a known format; known are " + names() + ".");
    return code;
  }
  // What the format cannot hold is told and left out, so that one bad game does not cost the others.
  std::vector<notation::Record> good;
  std::size_t number = 0;
  const auto done = notation::read_each(
      *from, *bytes,
      [&](notation::Record record) -> Expected<void> {
        ++number;
        if (const auto text = written(to, record))
          good.push_back(std::move(record));
        else
          complain("Game " + std::to_string(number) + ": " + text.error().message);
        return {};
      },
      options);
  if (!done) complain(done.error().message);
  if (good.empty()) return code;
  const auto text = notation::write(to, good);
  if (text)
    streams.out << *text << std::flush;
  else
    complain(text.error().message);
  return code;
}

int run(const Args& args, Streams& streams) {
  const auto from = notation::format_from(args.from), to = notation::format_from(args.to);
  if ((!from && args.from != "auto") || !to) {
    const std::string& wrong = to ? args.from : args.to;
    return usage_error(streams, {"unknown_format", "There is no format \"" + wrong + "\"; known are " + names() + "."});
  }
  notation::ReadOptions options;
  if (!args.game.empty()) {
    const auto start = start_position(game_spec(args.game));
    if (!start) return usage_error(streams, start.error());
    options.game = GameSpec{std::string(start->rules().id()), start->variant()};
  }
  if (args.as_file || !from || !is_by_line(*from) || !is_by_line(*to)) return convert_file(from, *to, options, streams);
  return answer_lines(streams, [&](std::string_view line) { return converted_line(*from, *to, options, line); });
}

}  // namespace

Run declare_convert(CLI::App& app) {
  const auto args = std::make_shared<Args>();
  app.add_option("FROM", args->from, "The format that is read, or auto to find it by content")->required();
  app.add_option("TO", args->to, "The format that is written")->required();
  app.add_option("--game", args->game, "What is played, as in reversi:6x6, where the record does not say");
  app.add_flag("--file", args->as_file, "Takes the input as one file, also where both formats have a game a line");
  app.footer(
      "Formats: " + names() +
      ".\nBetween transcript, renju, ggf and obf each line is answered by one line. Every other conversion reads the\n"
      "whole input as one file and writes one file; games that cannot be converted are told on standard error.");
  return [args](Streams& streams) { return run(*args, streams); };
}

}  // namespace dolbang::engine
