/// WTHOR, the base of tournament games of the French Othello federation. Little endian:
///
///   header, 16 bytes: century, year, month, day of the file; int32 number of games; int16 records of other kinds;
///     int16 year of the games; board size (0 or 8: 8); 1: solitaires; depth of the theoretical scores; reserve
///   game, 68 bytes: int16 tournament, black, white (numbers in the base's lists of names); black discs, empties to
///     the winner; black discs with best play from `depth` empties; 60 moves as 10 * row + column from 1, 0: none
///
/// Passes are not stored. Names are in files of their own: a player is "#123" here.
#include <algorithm>

#include "games/reversi/reversi.hpp"
#include "notation/formats.hpp"
#include "notation/source.hpp"

namespace dolbang::notation {
namespace {

constexpr std::size_t header_bytes = 16;
constexpr std::size_t game_bytes = 68;
constexpr std::size_t moves_of_game = 60;
constexpr std::string_view event_prefix = "WTHOR tournament #";

unsigned byte_at(std::string_view bytes, std::size_t at) { return static_cast<unsigned char>(bytes[at]); }
unsigned word_at(std::string_view bytes, std::size_t at) { return byte_at(bytes, at) | byte_at(bytes, at + 1) << 8; }
std::uint32_t long_at(std::string_view bytes, std::size_t at) {
  return word_at(bytes, at) | std::uint32_t{word_at(bytes, at + 2)} << 16;
}

tl::unexpected<Error> error_at(std::size_t at, const std::string& sentence, std::string_view code = "bad_record") {
  return fail(std::string(code), "byte " + std::to_string(at) + ": " + sentence);
}

/// Centuries 19 to 21, a real month and day, 8x8 (or the size left 0), games or solitaires.
bool is_header(std::string_view bytes) {
  const unsigned century = byte_at(bytes, 0), month = byte_at(bytes, 2), day = byte_at(bytes, 3);
  return century >= 19 && century <= 21 && byte_at(bytes, 1) < 100 && month >= 1 && month <= 12 && day >= 1 &&
         day <= 31;
}

Expected<Record> game_at(std::string_view bytes, std::size_t at, unsigned year, unsigned depth) {
  Record record;
  record.spec = {"reversi", "8x8"};
  record.event = std::string(event_prefix) + std::to_string(word_at(bytes, at));
  record.players[0].name = "#" + std::to_string(word_at(bytes, at + 2));
  record.players[1].name = "#" + std::to_string(word_at(bytes, at + 4));
  if (year > 0) record.date = std::to_string(year);
  const unsigned black = byte_at(bytes, at + 6), theory = byte_at(bytes, at + 7);
  if (black > 64) return error_at(at + 6, "expected black's discs, 0 to 64, found " + std::to_string(black));
  record.result.emplace();
  record.result->margin = 2 * static_cast<int>(black) - 64;
  if (black != 32) record.result->winner = black > 32 ? Side::black : Side::white;
  if (depth > 0)
    record.comment = "best play from " + std::to_string(depth) + " empties: black " + std::to_string(theory);
  for (std::size_t i = 0; i < moves_of_game; ++i) {
    const std::size_t move_at = at + 8 + i;
    const unsigned code = byte_at(bytes, move_at);
    if (code == 0) {
      if (std::any_of(bytes.begin() + static_cast<std::ptrdiff_t>(move_at),
                      bytes.begin() + static_cast<std::ptrdiff_t>(at + game_bytes), [](char c) { return c != 0; }))
        return error_at(move_at, "expected a move, as moves follow, found 0");
      break;
    }
    const unsigned row = code / 10, column = code % 10;
    if (row < 1 || row > 8 || column < 1 || column > 8)
      return error_at(move_at, "expected a move as 10 * row + column, 11 to 88, found " + std::to_string(code));
    const int square = reversi::square_at(static_cast<int>(column) - 1, static_cast<int>(row) - 1);
    record.moves.push_back({Move{static_cast<std::uint16_t>(square)}, {}, {}, {}, {}});
  }
  (void)normalise(record);
  return record;
}

/// The number after the prefix; 0 ("unknown") for other texts.
unsigned number_of(std::string_view text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix) return 0;
  const auto number = parse_number(text.substr(prefix.size()));
  return number && *number <= 0xFFFF ? *number : 0;
}

void put_word(std::string& bytes, std::uint32_t word) {
  bytes += static_cast<char>(word & 0xFF);
  bytes += static_cast<char>(word >> 8 & 0xFF);
}

}  // namespace

bool is_wthor(std::string_view bytes) {
  return bytes.size() >= header_bytes && is_header(bytes) &&
         bytes.size() - header_bytes == std::uint64_t{long_at(bytes, 4)} * game_bytes;
}

Expected<void> read_wthor(std::string_view bytes, const Sink& sink, const ReadOptions&) {
  if (bytes.size() < header_bytes) return error_at(bytes.size(), "expected a header of 16 bytes, found the end");
  if (!is_header(bytes)) return error_at(0, "expected the date of a WTHOR file: century, year, month, day");
  if (const unsigned size = byte_at(bytes, 12); size != 0 && size != 8)
    return error_at(12, "a board of size " + std::to_string(size) + "; only 8 can be read", "unsupported");
  const std::uint32_t games = long_at(bytes, 4);
  const std::size_t there = (bytes.size() - header_bytes) / game_bytes;
  if (there < games)
    return error_at(header_bytes + there * game_bytes,
                    "expected " + std::to_string(games) + " games of 68 bytes, found " + std::to_string(there));
  const std::size_t end = header_bytes + games * game_bytes;
  if (end != bytes.size()) return error_at(end, "expected the end after " + std::to_string(games) + " games");
  for (std::size_t at = header_bytes; at < end; at += game_bytes) {
    auto record = game_at(bytes, at, word_at(bytes, 10), byte_at(bytes, 14));
    if (!record) return tl::unexpected(record.error());
    if (auto done = sink(*std::move(record)); !done) return done;
  }
  return {};
}

Expected<std::string> write_wthor(const std::vector<Checked>& games) {
  std::string body;
  std::optional<unsigned> year;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const Record& record = games[i].record;
    if (games[i].match.spec() != GameSpec{"reversi", "8x8"} || record.start)
      return cannot_hold(i, "WTHOR holds 8x8 Reversi from the usual start only; write ggf or sgf.");
    const unsigned of_game = parse_number(std::string_view(record.date).substr(0, 4)).value_or(0);
    if (year && *year != of_game) return cannot_hold(i, "a WTHOR file holds the games of one year; split them.");
    year = of_game;
    const auto margin = margin_of(games[i]);
    const auto black = margin ? std::clamp((*margin + 64) / 2, 0.0, 64.0) : 32.0;
    put_word(body, number_of(record.event, event_prefix));
    put_word(body, number_of(record.players[0].name, "#"));
    put_word(body, number_of(record.players[1].name, "#"));
    body += static_cast<char>(black);
    body += static_cast<char>(black);
    for (std::size_t move = 0; move < moves_of_game; ++move) {
      const int square = move < record.moves.size() ? record.moves[move].move.code : -1;
      body += static_cast<char>(square < 0 ? 0 : 10 * (reversi::row_of(square) + 1) + reversi::column_of(square) + 1);
    }
  }
  // The date of the file: there is no clock here, so the first day of the games' year.
  const unsigned of_file = year.value_or(0) >= 1900 && *year < 2200 ? *year : 2000;
  std::string bytes{static_cast<char>(of_file / 100), static_cast<char>(of_file % 100), 1, 1};
  put_word(bytes, static_cast<std::uint32_t>(games.size()) & 0xFFFF);
  put_word(bytes, static_cast<std::uint32_t>(games.size()) >> 16);
  put_word(bytes, 0);
  put_word(bytes, year.value_or(0));
  bytes += {8, 0, 0, 0};
  return bytes + body;
}

}  // namespace dolbang::notation
