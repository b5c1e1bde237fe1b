#include "server/net/websocket.hpp"

#include <array>
#include <cstring>

namespace dolbang::net::ws {

namespace {

constexpr std::size_t control_bytes = 125;
constexpr std::size_t longest_header = 10;
constexpr std::size_t small_payload = 125;  // above it the length takes 2 more bytes

bool is_control(Opcode opcode) { return static_cast<std::uint8_t>(opcode) >= 8; }

bool is_known(std::uint8_t opcode) { return opcode <= 2 || (opcode >= 8 && opcode <= 10); }

void unmask(char* data, std::size_t size, const char* key) {
  std::uint32_t key32 = 0;
  std::memcpy(&key32, key, sizeof key32);
  const std::uint64_t key64 = static_cast<std::uint64_t>(key32) << 32 | key32;
  std::size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, data + i, sizeof word);
    word ^= key64;
    std::memcpy(data + i, &word, sizeof word);
  }
  for (; i < size; ++i) data[i] = static_cast<char>(data[i] ^ key[i & 3]);
}

}  // namespace

void append_frame(std::string& out, Opcode opcode, std::string_view payload) {
  out.reserve(out.size() + longest_header + payload.size());
  out += static_cast<char>(0x80 | static_cast<std::uint8_t>(opcode));
  if (payload.size() <= small_payload) {
    out += static_cast<char>(payload.size());
  } else {
    const bool wide = payload.size() > 0xFFFF;
    out += static_cast<char>(wide ? 127 : 126);
    for (int shift = wide ? 56 : 8; shift >= 0; shift -= 8)
      out += static_cast<char>(static_cast<std::uint64_t>(payload.size()) >> shift & 0xFF);
  }
  out += payload;
}

std::string frame(Opcode opcode, std::string_view payload) {
  std::string out;
  append_frame(out, opcode, payload);
  return out;
}

std::string close_frame(CloseCode code, std::string_view reason) {
  std::string payload;
  const auto number = static_cast<std::uint16_t>(code);
  payload += static_cast<char>(number >> 8);
  payload += static_cast<char>(number & 0xFF);
  payload += reason.substr(0, control_bytes - payload.size());
  return frame(Opcode::close, payload);
}

Reader::Step Reader::take(std::span<char>& bytes, Frame& out) {
  if (bytes.size() < 2) return Step::incomplete;
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
  const bool last = byte(0) & 0x80;
  const std::uint8_t code = byte(0) & 0x0F;
  // No extension is negotiated, so reserved bits are an error; so is a client that does not mask.
  if ((byte(0) & 0x70) != 0 || !is_known(code) || (byte(1) & 0x80) == 0) return Step::protocol_error;
  const auto opcode = static_cast<Opcode>(code);

  std::size_t header = 2;
  std::uint64_t size = byte(1) & 0x7F;
  if (is_control(opcode) && (!last || size > control_bytes)) return Step::protocol_error;
  if (size >= 126) {
    const std::size_t wide = size == 126 ? 2 : 8;
    if (bytes.size() < header + wide) return Step::incomplete;
    size = 0;
    for (std::size_t i = 0; i < wide; ++i) size = size << 8 | byte(header + i);
    header += wide;
  }
  if (!is_control(opcode)) {
    const bool continues = opcode == Opcode::continuation;
    if (continues != (continued_ != Opcode::continuation)) return Step::protocol_error;
    if (size > message_bytes_ - message_.size()) return Step::too_big;
  }
  if (bytes.size() < header + 4 || bytes.size() - header - 4 < size) return Step::incomplete;

  char* const payload = bytes.data() + header + 4;
  const auto length = static_cast<std::size_t>(size);
  unmask(payload, length, bytes.data() + header);
  bytes = bytes.subspan(header + 4 + length);
  out = Frame{opcode, std::string_view(payload, length), false};
  if (is_control(opcode) || (last && opcode != Opcode::continuation)) return Step::message;

  if (opcode != Opcode::continuation) continued_ = opcode;
  message_.append(payload, length);
  if (!last) return Step::part;
  out = Frame{continued_, message_, true};
  continued_ = Opcode::continuation;
  return Step::message;
}

void Reader::keep(std::span<const char> rest) {
  if (rest.empty()) {
    // An idle connection holds no memory for its next frame.
    if (partial_.capacity() > sizeof(std::string)) partial_ = std::string();
    if (message_.empty() && message_.capacity() > sizeof(std::string)) message_ = std::string();
    partial_.clear();
    return;
  }
  if (!partial_.empty()) {
    partial_.erase(0, partial_.size() - rest.size());  // rest is the end of partial_
  } else {
    partial_.assign(rest.data(), rest.size());
  }
}

}  // namespace dolbang::net::ws
