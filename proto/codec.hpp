#pragma once
/// JSON text frames <-> messages. One frame is one object with the message's type in "t".
#include <string>
#include <string_view>

#include "proto/messages.hpp"

namespace dolbang::proto {

/// Reads a frame from a client; refuses what is too long, too deep, not UTF-8, of a wrong type or out
/// of range. Errors: "bad_json", "bad_frame" (names the field), "unknown_type".
Expected<ClientMessage> parse_client(std::string_view frame);
/// Reads a frame from a server, with the same care: a client trusts no server.
Expected<ServerMessage> parse_server(std::string_view frame);

std::string encode(const ClientMessage& message);
std::string encode(const ServerMessage& message);

/// "00c0ffee00c0ffee": a hash as the protocol writes it.
std::string hash_text(std::uint64_t hash);

}  // namespace dolbang::proto
