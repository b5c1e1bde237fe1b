#pragma once
/// A game that is over, as the files that a room's address offers. Pure text.
#include <string>
#include <string_view>
#include <vector>

#include "notation/record.hpp"
#include "proto/messages.hpp"

namespace dolbang::net {

/// The formats of `?format=`: "sgf", "ggf", "psq", "txt".
const std::vector<std::string_view>& record_formats();

struct RecordFile {
  std::string content_type;
  std::string name;  ///< "dolbang-zrb8pc7xxb5c-1.sgf"
  std::string text;
};

/// Writes game `number` of a room. Where a format has comments they tell the AI's moves; txt tells names, date, result
/// and the AI's moves in lines that begin with "#". Errors: "unknown_format", "cannot_hold"; the message says which
/// formats would do.
Expected<RecordFile> record_file(const notation::Record& record, std::string_view room, int number,
                                 std::string_view format);

/// The formats that can hold this game.
std::vector<std::string_view> formats_for(const notation::Record& record);

/// The game that a room's last state shows, without what only the room knew (which moves were the AI's). None when the
/// state does not fit the rules.
std::optional<notation::Record> record_of(const proto::State& state);

/// How a game is kept in the store, and back; none when the text is not such a record.
Expected<std::string> to_stored(const notation::Record& record);
std::optional<notation::Record> from_stored(std::string_view text);

}  // namespace dolbang::net
