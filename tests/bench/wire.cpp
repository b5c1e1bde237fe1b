#include "wire.hpp"

#include <array>
#include <cstring>

#include "process.hpp"

namespace dolbang::bench {
namespace {

// The example of RFC 6455, 1.3: no secret is needed, and the answer is known.
constexpr std::string_view websocket_key = "dGhlIHNhbXBsZSBub25jZQ==";
constexpr std::string_view websocket_accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

}  // namespace

std::string upgrade_request(std::uint16_t port, const std::string& path) {
  return "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
         "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " +
         std::string(websocket_key) + "\r\n\r\n";
}

std::size_t upgrade_answer(std::string_view bytes) {
  const auto end = bytes.find("\r\n\r\n");
  if (end == std::string_view::npos) return 0;
  if (!bytes.starts_with("HTTP/1.1 101 ") || bytes.substr(0, end).find(websocket_accept) == std::string_view::npos)
    give_up("the server does not upgrade: " + std::string(bytes));
  return end + 4;
}

std::string masked_frame(Frame kind, std::string_view payload, std::uint32_t mask) {
  std::string out;
  out.reserve(payload.size() + 8);
  out += static_cast<char>(0x80 | static_cast<std::uint8_t>(kind));
  if (payload.size() < 126) {
    out += static_cast<char>(0x80 | payload.size());
  } else {
    out += static_cast<char>(0x80 | 126);
    out += static_cast<char>(payload.size() >> 8);
    out += static_cast<char>(payload.size() & 0xFF);
  }
  std::array<char, 4> key;
  std::memcpy(key.data(), &mask, key.size());
  out.append(key.data(), key.size());
  for (std::size_t i = 0; i < payload.size(); ++i) out += static_cast<char>(payload[i] ^ key[i & 3]);
  return out;
}

std::optional<Received> front_frame(std::string_view bytes) {
  if (bytes.size() < 2) return std::nullopt;
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
  std::size_t header = 2;
  std::size_t size = byte(1);
  if (size == 126) {
    if (bytes.size() < 4) return std::nullopt;
    size = static_cast<std::size_t>(byte(2) << 8 | byte(3));
    header = 4;
  } else if (size > 126) {
    give_up("the server sent a frame that is masked, or larger than any of this protocol");
  }
  if (bytes.size() < header + size) return std::nullopt;
  switch (byte(0)) {
    case 0x81:
    case 0x88:
    case 0x89:
    case 0x8A: break;
    default: give_up("the server sent a frame of a kind that it never sends");
  }
  return Received{static_cast<Frame>(byte(0) & 0x0F), bytes.substr(header, size), header + size};
}

}  // namespace dolbang::bench
