#pragma once
/// Log events as the store keeps them: one JSON object, documented in server/store/README.md. A newer
/// server reads what an older one wrote; unknown fields are ignored.
#include <cstdint>
#include <string>
#include <string_view>

#include "server/room/room.hpp"

namespace dolbang::room {

/// The version travels beside the text, not in it.
std::string encode_event(const LogEvent& event);
/// Errors: "bad_event".
Expected<LogEvent> decode_event(std::uint64_t version, std::string_view text);

}  // namespace dolbang::room
