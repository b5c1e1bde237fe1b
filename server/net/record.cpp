#include "server/net/record.hpp"

#include <array>

#include "match/match.hpp"
#include "notation/notation.hpp"

namespace dolbang::net {

namespace {

using notation::Record;
using notation::RecordResult;

constexpr std::string_view plain = "text/plain; charset=utf-8";

std::string line(std::string_view key, std::string_view value) {
  return value.empty() ? std::string() : "# " + std::string(key) + ": " + std::string(value) + "\n";
}

std::string result_text(const RecordResult& result) {
  std::string text = result.winner ? std::string(to_string(*result.winner)) + " wins" : "a draw";
  if (result.how == RecordResult::How::resigned) text += " (the other resigned)";
  if (result.how == RecordResult::How::timed_out) text += " on time";
  return text;
}

/// "2 (easy), 4 (easy)".
std::string ai_moves(const Record& record) {
  std::string text;
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    const std::string& comment = record.moves[i].comment;
    if (comment.empty()) continue;
    text += (text.empty() ? "" : ", ") + std::to_string(i + 1) + " " + comment;
  }
  return text;
}

/// The moves in a line, below lines for people that programs skip.
Expected<std::string> write_txt(const Record& record) {
  const bool reversi = record.spec.game == "reversi";
  auto moves = notation::write(reversi ? notation::Format::transcript : notation::Format::renju, {record});
  if (!moves) return moves;
  std::string text = line("black", record.players[0].name) + line("white", record.players[1].name);
  text += line("date", record.date);
  if (record.result) text += line("result", result_text(*record.result));
  text += line("moves by the computer", ai_moves(record));
  return text + *moves;
}

template <notation::Format format>
Expected<std::string> write_as(const Record& record) {
  return notation::write(format, {record});
}

struct Writer {
  std::string_view format;
  std::string_view content_type;
  Expected<std::string> (*write)(const Record&);
};
constexpr std::array writers{
    Writer{"sgf", "application/x-go-sgf", &write_as<notation::Format::sgf>},
    Writer{"ggf", plain, &write_as<notation::Format::ggf>},
    Writer{"psq", plain, &write_as<notation::Format::psq>},
    Writer{"txt", plain, &write_txt},
};

std::string listed(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

}  // namespace

const std::vector<std::string_view>& record_formats() {
  static const std::vector<std::string_view> formats = [] {
    std::vector<std::string_view> all;
    all.reserve(writers.size());
    for (const Writer& writer : writers) all.push_back(writer.format);
    return all;
  }();
  return formats;
}

Expected<RecordFile> record_file(const Record& record, std::string_view room, int number, std::string_view format) {
  for (const Writer& writer : writers) {
    if (writer.format != format) continue;
    auto text = writer.write(record);
    if (!text)
      return fail("cannot_hold", std::string(format) + " cannot hold this game: " + text.error().message +
                                     " It can be had as " + listed(formats_for(record)) + ".");
    return RecordFile{
        std::string(writer.content_type),
        "dolbang-" + std::string(room) + "-" + std::to_string(number) + "." + std::string(format),
        *std::move(text),
    };
  }
  return fail("unknown_format", "Add ?format= and one of " + listed(record_formats()) + ".");
}

std::vector<std::string_view> formats_for(const Record& record) {
  std::vector<std::string_view> formats;
  for (const Writer& writer : writers)
    if (writer.write(record)) formats.push_back(writer.format);
  return formats;
}

std::optional<Record> record_of(const proto::State& state) {
  auto match = Match::replay({state.game, state.variant}, state.moves);
  if (!match) return std::nullopt;
  if (state.result && state.result->winner && !match->is_over())
    (void)match->lose(other(*state.result->winner),
                      end_reason_from(state.result->reason).value_or(EndReason::resigned));
  Record record = notation::record_of(*match);
  record.players[0].name = state.black.name;
  record.players[1].name = state.white.name;
  return record;
}

// SGF: it holds both games whole, and an operator can read it without this program.
Expected<std::string> to_stored(const Record& record) { return notation::write(notation::Format::sgf, {record}); }

std::optional<Record> from_stored(std::string_view text) {
  auto records = notation::read(notation::Format::sgf, text);
  if (!records || records->size() != 1) return std::nullopt;
  return std::move(records->front());
}

}  // namespace dolbang::net
