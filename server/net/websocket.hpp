#pragma once
/// WebSocket framing for a server (RFC 6455), without I/O.
///
/// Why not Beast's stream: an idle connection must cost little memory and a relayed move little CPU.
/// Here an idle connection holds no buffer at all, frames are unmasked where they were received, and an
/// outgoing frame is one string that goes out with one system call. Beast still parses the HTTP.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace dolbang::net::ws {

enum class Opcode : std::uint8_t { continuation = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

/// Close codes of RFC 6455, 7.4.1, as far as a server sends them.
enum class CloseCode : std::uint16_t {
  normal = 1000,
  going_away = 1001,
  protocol = 1002,
  policy = 1008,
  too_big = 1009
};

/// Adds a whole unmasked frame to what is to be sent.
void append_frame(std::string& out, Opcode opcode, std::string_view payload);
std::string frame(Opcode opcode, std::string_view payload);
std::string close_frame(CloseCode code, std::string_view reason);

/// Takes received bytes and gives whole messages. Keeps only what has not become a message yet, at most
/// one frame and the message it continues.
class Reader {
 public:
  enum class Status : std::uint8_t { ok, protocol_error, too_big };

  /// Messages larger than this end in too_big, before they are held.
  explicit Reader(std::size_t message_bytes) : message_bytes_(message_bytes) {}

  /// Calls `on_message(Opcode, std::string_view) -> bool` for each whole message (text, binary, close,
  /// ping, pong); false stops, and the rest is kept for the next call. `bytes` is scratch afterwards.
  template <class OnMessage>
  Status receive(std::span<char> bytes, OnMessage&& on_message) {
    std::span<char> rest = bytes;
    if (!partial_.empty()) {
      partial_.append(bytes.data(), bytes.size());
      rest = partial_;
    }
    for (;;) {
      Frame next;
      const Step step = take(rest, next);
      if (step == Step::protocol_error) return Status::protocol_error;
      if (step == Step::too_big) return Status::too_big;
      if (step == Step::incomplete) break;
      if (step == Step::part) continue;
      const bool going_on = on_message(next.opcode, next.payload);
      if (next.ends_continued) message_.clear();
      if (!going_on) break;
    }
    keep(rest);
    return Status::ok;
  }

 private:
  enum class Step : std::uint8_t { incomplete, part, message, protocol_error, too_big };
  struct Frame {
    Opcode opcode = Opcode::text;
    std::string_view payload;
    bool ends_continued = false;  ///< payload is message_
  };

  /// Takes one frame off the front of `bytes`, unmasked in place.
  Step take(std::span<char>& bytes, Frame& out);
  void keep(std::span<const char> rest);

  std::string partial_;                      ///< the beginning of a frame
  std::string message_;                      ///< the fragments of a message so far
  Opcode continued_ = Opcode::continuation;  ///< the type of that message; continuation: none is open
  std::size_t message_bytes_;
};

}  // namespace dolbang::net::ws
