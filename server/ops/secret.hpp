#pragma once
/// Random codes and seat secrets, and the only form in which a secret is stored: its SHA-256.
/// Secrets are never logged; a function that takes one takes it as text straight off the wire.
#include <cstdint>
#include <string>
#include <string_view>

namespace dolbang::ops {

/// A new room code: 12 characters of an alphabet without look-alikes (no 0 o 1 l i), about 59 bits.
std::string random_room_code();

/// The code of the room that is made with this secret: the same each time, and telling nothing of the secret.
std::string room_code_of(std::string_view secret);

/// Whether a text could be a room code at all; anything else is not worth a look-up.
bool is_room_code(std::string_view text);

/// A new seat secret: 128 bits as 32 hex digits.
std::string random_secret();

/// A seed for engines and jitter; from the same source, since it costs nothing.
std::uint64_t random_seed();

/// SHA-256 as 64 hex digits.
std::string sha256_hex(std::string_view text);

/// SHA-256 as base64, the form that a Content-Security-Policy wants.
std::string sha256_base64(std::string_view text);

/// The Sec-WebSocket-Accept value for a client's Sec-WebSocket-Key (RFC 6455, 4.2.2).
std::string websocket_accept(std::string_view key);

}  // namespace dolbang::ops
