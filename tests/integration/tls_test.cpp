// TLS in the server itself: a game by wss, certificates that change, and whoever does not shake hands.
#include <doctest/doctest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <csignal>
#include <fstream>

#include "core/limits.hpp"
#include "proto/codec.hpp"
#include "support/certificates.hpp"
#include "world.hpp"

using namespace dolbang;
using namespace dolbang::test;

namespace {

/// A server with a certificate of an authority that was made for it.
struct SecureWorld {
  explicit SecureWorld(ops::Config given = {}) : world(with_files(std::move(given))) {}

  Server server() const { return {world.port(), authority.file()}; }

  TempFolder folder;
  Authority authority{folder.path(), "authority"};
  CertificateFiles files = authority.issue("server", "IP:127.0.0.1");
  World world;

 private:
  ops::Config with_files(ops::Config config) const {
    config.tls_certificate = files.certificate;
    config.tls_key = files.key;
    return config;
  }
};

bool can_connect(const Server& server) {
  try {
    const Client client(server);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

/// What the server says to these bytes before it closes.
std::string answer_to(std::uint16_t port, std::string_view bytes) {
  namespace asio = boost::asio;
  asio::io_context io;
  asio::ip::tcp::socket socket(io);
  socket.connect({asio::ip::address_v4::loopback(), port});
  asio::write(socket, asio::buffer(bytes));
  std::string answer;
  boost::system::error_code end;
  asio::read(socket, asio::dynamic_buffer(answer), end);
  return answer;
}

}  // namespace

TEST_CASE("two clients play a whole game by wss and come back to it") {
  const SecureWorld secure;
  Table table(secure.server());
  CHECK(table.black.seat.url ==
        "https://127.0.0.1:" + std::to_string(secure.world.port()) + "/r/" + table.black.seat.room);
  Match match = *Match::start({"reversi", "8x8"});
  play_on(match, table, 20);
  table.white.come_back(secure.server());
  CHECK(table.white.state.moves == match.transcript());
  play_on(match, table);
  CHECK(match.is_over());
  CHECK(table.black.client.close());
}

TEST_CASE("the largest frame fits through TLS, whatever is left of its record") {
  const SecureWorld secure;
  Client client(secure.server(), false);
  std::string hello = proto::encode(proto::ClientMessage(proto::Hello{proto::version, "wide", {}}));
  hello.append(limits::frame_bytes - hello.size(), ' ');
  client.send_text(hello);
  client.expect<proto::Welcome>();
}

TEST_CASE("a client that trusts another authority does not connect") {
  const SecureWorld secure;
  const TempFolder folder;
  const Authority other(folder.path(), "other");
  CHECK_FALSE(can_connect({secure.world.port(), other.file()}));
  CHECK(can_connect(secure.server()));
}

TEST_CASE("new connections get a new certificate, a bad one changes nothing") {
  SecureWorld secure;
  Table table(secure.server());
  const Authority next(secure.folder.path(), "next");
  const Server by_next{secure.world.port(), next.file()};
  CHECK_FALSE(can_connect(by_next));

  next.issue("server", "IP:127.0.0.1");  // over the old files
  secure.world.server->read_certificate_again();
  CHECK(can_connect(by_next));
  CHECK_FALSE(can_connect(secure.server()));

  std::ofstream(secure.files.certificate) << "nonsense";
  secure.world.server->read_certificate_again();
  CHECK(can_connect(by_next));

  // Who was there does not notice.
  Match match = *Match::start({"reversi", "8x8"});
  play_on(match, table, 4);
  CHECK(match.ply() == 4);
}

TEST_CASE("SIGHUP makes the program read its certificate again, SIGTERM ends it still") {
  const TempFolder folder;
  const Authority first(folder.path(), "first"), next(folder.path(), "next");
  const auto files = first.issue("server", "IP:127.0.0.1");
  Process process(folder.path() / "data", {"--tls-cert", files.certificate, "--tls-key", files.key});
  CHECK(process.first_line().starts_with("https://"));
  REQUIRE(can_connect({process.port(), first.file()}));
  next.issue("server", "IP:127.0.0.1");
  process.signal(SIGHUP);
  const auto deadline = std::chrono::steady_clock::now() + 20s;
  bool changed = false;
  while (!changed && std::chrono::steady_clock::now() < deadline) changed = can_connect({process.port(), next.file()});
  CHECK(changed);
  process.signal(SIGTERM);
  CHECK(process.wait() == 0);
}

TEST_CASE("a certificate or key that is of no use is told at the start") {
  const TempFolder folder;
  const Authority authority(folder.path(), "authority");
  const auto files = authority.issue("server", "IP:127.0.0.1");
  const auto other = authority.issue("other", "IP:127.0.0.1");
  const auto start = [&](const std::string& certificate, const std::string& key) {
    return run_server(
        {"--port", "0", "--data", (folder.path() / "data").string(), "--tls-cert", certificate, "--tls-key", key});
  };
  const auto missing = start(folder.path() / "nothing.pem", files.key);
  CHECK(missing.code == 6);
  CHECK(missing.errors.find("nothing.pem") != std::string::npos);
  CHECK(missing.errors.find("--tls-cert") != std::string::npos);
  const auto no_key = start(files.certificate, files.certificate);
  CHECK(no_key.code == 6);
  CHECK(no_key.errors.find("--tls-key") != std::string::npos);
  const auto mixed = start(files.certificate, other.key);
  CHECK(mixed.code == 6);
  CHECK(mixed.errors.find("is not that of the certificate") != std::string::npos);
  CHECK(run_server({"--tls-cert", files.certificate}).code == 2);
  CHECK(run_server({"--tls-key", files.key}).code == 2);
}

TEST_CASE("who speaks http to a port of https is told so") {
  const SecureWorld secure;
  const Page page = http(secure.world.port(), "GET", "/");
  CHECK(page.status == 400);
  CHECK(page.body.find("https") != std::string::npos);
}

TEST_CASE("who does not shake hands to the end is let go in time") {
  ops::Config config;
  config.handshake_time = 100ms;
  const SecureWorld secure(config);
  CHECK(answer_to(secure.world.port(), "").empty());
  CHECK(answer_to(secure.world.port(), "\x16").empty());
  CHECK(answer_to(secure.world.port(), std::string("\x16\x03\x01\x02\x00\x01", 6)).empty());
  CHECK(can_connect(secure.server()));
}
