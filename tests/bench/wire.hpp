#pragma once
/// The client's end of WebSocket (RFC 6455) as far as this protocol needs it, without I/O. It shares nothing with the
/// server's framing, so that the two check one another.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dolbang::bench {

enum class Frame : std::uint8_t { text = 1, close = 8, ping = 9, pong = 10 };

/// The request that turns a connection into a WebSocket.
std::string upgrade_request(std::uint16_t port, const std::string& path = "/ws");
/// The size of the answer's head when it is whole and right; 0: more has to come. Gives up on any other answer.
std::size_t upgrade_answer(std::string_view bytes);

/// A whole frame for the server; `mask` is the key it is hidden with.
std::string masked_frame(Frame kind, std::string_view payload, std::uint32_t mask);

struct Received {
  Frame kind = Frame::text;
  std::string_view payload;
  std::size_t size = 0;  ///< of the frame, header included
};
/// The frame at the front of what came from the server; none: it is not whole yet. Gives up on what the server never
/// sends: fragments, binary frames, frames that are masked or larger than 64 KiB.
std::optional<Received> front_frame(std::string_view bytes);

}  // namespace dolbang::bench
