/// A libFuzzer target for the WebSocket reader. Whatever the bytes, however they are cut: the same messages and the
/// same end, and none larger than allowed. And what a client frames, in as many fragments as it likes, arrives as it
/// was.
#include <algorithm>
#include <utility>
#include <vector>

#include "bytes.hpp"
#include "server/net/websocket.hpp"

using namespace dolbang;
using namespace dolbang::fuzz;
namespace ws = dolbang::net::ws;

namespace {

constexpr std::size_t control_bytes = 125;

struct Outcome {
  std::vector<std::pair<ws::Opcode, std::string>> messages;
  ws::Reader::Status status = ws::Reader::Status::ok;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// Feeds the bytes in pieces; `piece` says how long the next one is.
template <class Piece>
Outcome feed(std::string_view bytes, std::size_t limit, Piece&& piece) {
  ws::Reader reader(limit);
  Outcome out;
  while (!bytes.empty() && out.status == ws::Reader::Status::ok) {
    std::string part(bytes.substr(0, std::max<std::size_t>(1, piece())));
    bytes.remove_prefix(part.size());
    out.status = reader.receive(part, [&](ws::Opcode opcode, std::string_view payload) {
      const bool data = opcode == ws::Opcode::text || opcode == ws::Opcode::binary;
      want(payload.size() <= (data ? limit : control_bytes), "a message larger than the limit");
      out.messages.emplace_back(opcode, payload);
      return true;
    });
  }
  return out;
}

std::string masked(std::uint8_t first, std::string_view payload, std::uint8_t key) {
  std::string out(1, static_cast<char>(first));
  if (payload.size() <= control_bytes) {
    out += static_cast<char>(0x80 | payload.size());
  } else {
    out += static_cast<char>(0x80 | 126);
    out += static_cast<char>(payload.size() >> 8);
    out += static_cast<char>(payload.size() & 0xFF);
  }
  for (int i = 0; i < 4; ++i) out += static_cast<char>(key + i);
  for (std::size_t i = 0; i < payload.size(); ++i)
    out += static_cast<char>(payload[i] ^ static_cast<char>(key + i % 4));
  return out;
}

void any_bytes(Bytes in) {
  const std::size_t limit = 1 + 4 * in.below(64);
  const std::uint32_t pieces = in.next();
  const std::string_view bytes = in.rest();
  const Outcome whole = feed(bytes, limit, [&] { return bytes.size(); });
  want(whole == feed(bytes, limit, [] { return std::size_t{1}; }), "byte by byte it reads differently");
  std::uint32_t state = pieces;
  want(whole == feed(bytes, limit, [&] { return (state = state * 1103515245 + 12345) >> 24; }),
       "in pieces it reads differently");
}

void framed_messages(Bytes in) {
  constexpr std::size_t limit = 400;
  std::string bytes;
  Outcome sent;
  for (int count = 0; count < 8 && !in.empty(); ++count) {
    const bool text = in.below(2) == 0;
    std::string message(in.next() + in.below(146), static_cast<char>(in.next()));
    const std::uint32_t fragments = 1 + in.below(4);
    std::string_view rest = message;
    for (std::uint32_t i = 1; i <= fragments; ++i) {
      const std::size_t size = i == fragments ? rest.size() : std::min<std::size_t>(rest.size(), in.next());
      const auto first = static_cast<std::uint8_t>((i == fragments ? 0x80 : 0) | (i > 1 ? 0 : text ? 1 : 2));
      bytes += masked(first, rest.substr(0, size), in.next());
      rest.remove_prefix(size);
      if (i == fragments || in.below(4) != 0) continue;
      const std::string ping(in.below(126), 'p');  // allowed between fragments
      bytes += masked(0x89, ping, in.next());
      sent.messages.emplace_back(ws::Opcode::ping, ping);
    }
    sent.messages.emplace_back(text ? ws::Opcode::text : ws::Opcode::binary, std::move(message));
  }
  const std::size_t piece = in.next();
  want(sent == feed(bytes, limit, [&] { return piece; }), "what was framed did not arrive as it was");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes in(data, size);
  if (in.below(3) == 0)
    framed_messages(in);
  else
    any_bytes(in);
  return 0;
}
