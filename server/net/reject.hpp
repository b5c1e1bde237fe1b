#pragma once
/// Refusals that come from the process around a room, not from the room itself.
#include <cstdint>
#include <string>

#include "proto/messages.hpp"

namespace dolbang::net {

/// The message that refuses the message with this seq (0: it has none).
std::string reject_text(std::uint64_t seq, std::string reason, std::string message);

/// The seq of an intent; 0 for a message that has none.
std::uint64_t seq_of(const proto::ClientMessage& message);

}  // namespace dolbang::net
