#pragma once
/// Line in, line out: what the commands that read standard input have in common.
#include <functional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "engine/commands.hpp"
#include "game/game.hpp"

namespace dolbang::engine {

/// Answers one line, given without its end; an error is answered "error: " and its message, or its message alone
/// when that begins with "error".
using Answer = std::function<Expected<std::string>(std::string_view line)>;

/// Answers every line of the input by one line, flushed, up to the end of the input. A line may end in CR LF; the last
/// one need not end at all. One longer than limits::engine_line_bytes is skipped and answered by an error. Returns
/// exit_bad_line when any answer was an error.
int answer_lines(Streams& streams, const Answer& answer);

/// One line of output whatever the text is: bytes that are not printable ASCII become '?'.
std::string printable(std::string_view text);

/// "reversi", "reversi:6x6". Whether there is such a game is for who starts it to say.
GameSpec game_spec(std::string_view text);

/// Writes the error's message, for people, and returns exit_usage.
int usage_error(Streams& streams, const Error& error);

}  // namespace dolbang::engine
