#include "server/net/websocket.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <vector>

#include "server/ops/secret.hpp"

namespace ws = dolbang::net::ws;
using Status = ws::Reader::Status;

namespace {

/// A client's frame: masked.
std::string masked(std::uint8_t first, std::string_view payload) {
  std::string out(1, static_cast<char>(first));
  if (payload.size() <= 125) {
    out += static_cast<char>(0x80 | payload.size());
  } else {
    out += static_cast<char>(0x80 | 126);
    out += static_cast<char>(payload.size() >> 8);
    out += static_cast<char>(payload.size() & 0xFF);
  }
  const std::string key = "\x12\x34\x56\x78";
  out += key;
  for (std::size_t i = 0; i < payload.size(); ++i) out += static_cast<char>(payload[i] ^ key[i % 4]);
  return out;
}

struct Received {
  std::vector<std::pair<ws::Opcode, std::string>> messages;
  Status status = Status::ok;
};

/// Feeds `bytes` in pieces of `piece` bytes.
Received feed(std::string bytes, std::size_t piece = SIZE_MAX, std::size_t limit = 4096) {
  ws::Reader reader(limit);
  Received out;
  for (std::size_t at = 0; at < bytes.size() && out.status == Status::ok;) {
    const std::size_t size = std::min(piece, bytes.size() - at);
    std::string part = bytes.substr(at, size);
    out.status = reader.receive(part, [&](ws::Opcode opcode, std::string_view payload) {
      out.messages.emplace_back(opcode, payload);
      return true;
    });
    at += size;
  }
  return out;
}

}  // namespace

TEST_CASE("the accept key is RFC 6455's example") {
  CHECK(dolbang::ops::websocket_accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

TEST_CASE("outgoing frames have the shortest length field") {
  CHECK(ws::frame(ws::Opcode::text, "hi") == std::string("\x81\x02hi"));
  CHECK(ws::frame(ws::Opcode::text, std::string(126, 'x')).substr(0, 4) == std::string("\x81\x7E\x00\x7E", 4));
  CHECK(ws::frame(ws::Opcode::text, std::string(65536, 'x')).substr(0, 10) ==
        std::string("\x81\x7F\x00\x00\x00\x00\x00\x01\x00\x00", 10));
  CHECK(ws::close_frame(ws::CloseCode::too_big, "x") == std::string("\x88\x03\x03\xF1x"));
}

TEST_CASE("messages arrive whole however the bytes are cut") {
  const std::string big(1000, 'z');
  const std::string bytes = masked(0x81, "one") + masked(0x01, "tw") + masked(0x89, "ping") + masked(0x00, "o,") +
                            masked(0x80, "three") + masked(0x82, big);
  for (const std::size_t piece :
       {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{7}, std::size_t{64}, SIZE_MAX}) {
    const auto got = feed(bytes, piece);
    REQUIRE(got.status == Status::ok);
    REQUIRE(got.messages.size() == 4);
    CHECK(got.messages[0] == std::pair(ws::Opcode::text, std::string("one")));
    CHECK(got.messages[1] == std::pair(ws::Opcode::ping, std::string("ping")));
    CHECK(got.messages[2] == std::pair(ws::Opcode::text, std::string("two,three")));
    CHECK(got.messages[3] == std::pair(ws::Opcode::binary, big));
  }
}

TEST_CASE("a reader that is stopped keeps the rest for later") {
  const std::string bytes = masked(0x81, "one") + masked(0x01, "tw") + masked(0x80, "o") + masked(0x81, "three");
  for (const std::size_t piece : {std::size_t{1}, std::size_t{9}, SIZE_MAX}) {
    ws::Reader reader(4096);
    std::vector<std::string> got;
    const auto one = [&](ws::Opcode, std::string_view payload) {
      got.emplace_back(payload);
      return false;
    };
    for (std::size_t at = 0; at < bytes.size(); at += std::min(piece, bytes.size() - at)) {
      std::string part = bytes.substr(at, piece);
      CHECK(reader.receive(part, one) == Status::ok);
    }
    while (got.size() < 3) {
      const auto before = got.size();
      CHECK(reader.receive({}, one) == Status::ok);
      REQUIRE(got.size() == before + 1);
    }
    CHECK(got == std::vector<std::string>{"one", "two", "three"});
    CHECK(reader.receive({}, one) == Status::ok);
    CHECK(got.size() == 3);
  }
}

TEST_CASE("what RFC 6455 forbids is refused") {
  CHECK(feed(std::string("\x81\x02hi", 4)).status == Status::protocol_error);           // not masked
  CHECK(feed(masked(0xC1, "x")).status == Status::protocol_error);                      // reserved bit
  CHECK(feed(masked(0x83, "x")).status == Status::protocol_error);                      // unknown type
  CHECK(feed(masked(0x09, "x")).status == Status::protocol_error);                      // a ping in parts
  CHECK(feed(masked(0x89, std::string(126, 'x'))).status == Status::protocol_error);    // a long ping
  CHECK(feed(masked(0x80, "x")).status == Status::protocol_error);                      // continues nothing
  CHECK(feed(masked(0x01, "x") + masked(0x81, "y")).status == Status::protocol_error);  // a new one inside another
}

TEST_CASE("a message over the limit is refused before it is held") {
  CHECK(feed(masked(0x81, std::string(100, 'x')), SIZE_MAX, 100).status == Status::ok);
  CHECK(feed(masked(0x81, std::string(101, 'x')), SIZE_MAX, 100).status == Status::too_big);
  CHECK(feed(masked(0x01, std::string(60, 'x')) + masked(0x80, std::string(41, 'x')), SIZE_MAX, 100).status ==
        Status::too_big);
  // A length of 2^63 is refused by its header alone.
  CHECK(feed(std::string("\x81\xFF\x80\x00\x00\x00\x00\x00\x00\x00", 10)).status == Status::too_big);
}

TEST_CASE("no bytes make the reader misbehave") {
  rc::check("random bytes", [](const std::vector<char>& bytes) {
    const auto got = feed(std::string(bytes.begin(), bytes.end()), 5, 64);
    for (const auto& [opcode, payload] : got.messages) RC_ASSERT(payload.size() <= 125u);
  });
}
