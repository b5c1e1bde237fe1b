#pragma once
/// JSON text frames <-> messages. One frame is one object with the message's type in "t"; the other
/// keys are the struct's field names. A field that holds nothing (an empty text or list, false, no
/// value) is left out; a field nobody knows is skipped.
///
/// Both directions are generated from one list of fields a message (codec.cpp), so they cannot differ.
/// No input makes these functions throw or read out of bounds; the cost is bounded by the frame limits.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "proto/messages.hpp"

namespace dolbang::proto {

/// The largest whole number that every JSON library holds exactly (JavaScript's numbers are doubles).
inline constexpr std::uint64_t largest_number = (std::uint64_t{1} << 53) - 1;

/// Why a frame was refused. Codes: "bad_json", "bad_frame" (the message names the field), "unknown_type".
struct ParseError : Error {
  /// The refused frame's "seq", where one could be read: the rejection can name the intent it answers.
  std::optional<std::uint64_t> seq;
};

/// Reads a frame from a client; refuses what is too long, too deep, not UTF-8, of a wrong type or out of range.
tl::expected<ClientMessage, ParseError> parse_client(std::string_view frame);
/// Reads a frame from a server, with the same care: a client trusts no server.
tl::expected<ServerMessage, ParseError> parse_server(std::string_view frame);

std::string encode(const ClientMessage& message);
std::string encode(const ServerMessage& message);

/// An event for several readers, encoded once; each gets what is the reader's own with it.
class EventText {
 public:
  /// `you` and `seq` of the event are left empty.
  explicit EventText(const Event& event);
  /// Valid until the next call.
  std::string_view for_reader(std::optional<Side> you, std::optional<std::uint64_t> seq);

 private:
  std::string common_, own_;
};

/// "00c0ffee00c0ffee": a hash as the protocol writes it.
std::string hash_text(std::uint64_t hash);

}  // namespace dolbang::proto
