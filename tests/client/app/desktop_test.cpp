// What stands behind the app's interfaces on the desktop: files, the engine thread, the mouse, a socket.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <bit>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <thread>

#include "client-sdl/platform/board_input.hpp"
#include "client-sdl/platform/engine_thread.hpp"
#include "client-sdl/platform/files.hpp"
#include "client-sdl/platform/transport_beast.hpp"
#include "games/reversi/reversi.hpp"
#include "match/match.hpp"
#include "support/certificates.hpp"

using namespace dolbang;
using namespace dolbang::platform;

namespace {

/// A folder of its own that goes away with the test.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "dolbang-test-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()));
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Something that other threads announce; waiting for it has a deadline.
class Bell {
 public:
  void ring() {
    const std::lock_guard lock(mutex_);
    ++rings_;
    rung_.notify_all();
  }
  template <class Condition>
  bool wait(Condition condition) {
    std::unique_lock lock(mutex_);
    return rung_.wait_for(lock, std::chrono::seconds(20), condition);
  }

 private:
  std::mutex mutex_;
  std::condition_variable rung_;
  int rings_ = 0;
};

/// Takes one connection: greets it by TLS and WebSocket and sends one frame back, or, without a certificate, hangs up.
class OneGuest {
 public:
  explicit OneGuest(std::optional<test::CertificateFiles> files) : files_(std::move(files)) {
    thread_ = std::thread([this] { serve(); });
  }
  ~OneGuest() { thread_.join(); }
  app::Endpoint endpoint() const { return {true, "127.0.0.1", acceptor_.local_endpoint().port()}; }

 private:
  void serve() {
    namespace asio = boost::asio;
    namespace beast = boost::beast;
    auto socket = acceptor_.accept();
    if (!files_) return;
    asio::ssl::context context(asio::ssl::context::tls_server);
    context.use_certificate_chain_file(files_->certificate.string());
    context.use_private_key_file(files_->key.string(), asio::ssl::context::pem);
    beast::websocket::stream<asio::ssl::stream<asio::ip::tcp::socket>> stream(std::move(socket), context);
    boost::system::error_code error;
    stream.next_layer().handshake(asio::ssl::stream_base::server, error);
    if (!error) stream.accept(error);
    beast::flat_buffer buffer;
    if (!error) stream.read(buffer, error);
    if (error) return;
    stream.text(true);
    stream.write(buffer.data(), error);
  }

  boost::asio::io_context io_;
  boost::asio::ip::tcp::acceptor acceptor_{io_, {boost::asio::ip::address_v4::loopback(), 0}};
  std::optional<test::CertificateFiles> files_;
  std::thread thread_;
};

}  // namespace

TEST_CASE("S01 files are written whole, for the user's eyes only, and read back") {
  const Folder folder;
  FileStorage storage((folder.path() / "new" / "folder").string());
  CHECK_FALSE(storage.read("seats.json"));
  REQUIRE(storage.write("seats.json", "one"));
  REQUIRE(storage.write("seats.json", "two"));
  CHECK(storage.read("seats.json") == "two");
  struct stat status{};
  REQUIRE(::stat((folder.path() / "new" / "folder" / "seats.json").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  int files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path() / "new" / "folder"))
    ++files;
  CHECK(files == 1);  // no temporary file is left
  storage.set_aside("seats.json");
  CHECK_FALSE(storage.read("seats.json"));
  CHECK(read_file(folder.path() / "new" / "folder" / "seats.json.corrupt", 100) == "two");
}

TEST_CASE("S01 a folder that cannot be made is a refusal, not a crash") {
  const Folder folder;
  FileStorage blocker(folder.path().string());
  REQUIRE(blocker.write("file", "x"));
  FileStorage storage((folder.path() / "file" / "folder").string());
  CHECK_FALSE(storage.write("seats.json", "one"));
  CHECK_FALSE(storage.read("seats.json"));
}

TEST_CASE("L04 the engine thread lets the strongest level finish a game, move by move") {
  Bell bell;
  EngineThread engines([&] { bell.ring(); });
  Match match = *Match::start({"reversi", "8x8"});
  const auto empties = [&] { return std::popcount(match.position().get_if<Reversi>()->empties()); };
  while (!match.is_over() && empties() > 10) REQUIRE(match.play(match.to_move(), match.position().legal_moves()[0]));
  for (std::uint64_t id = 1; !match.is_over(); ++id) {
    engines.start({id, "reversi", Level::max, match.position(), 5});
    std::optional<app::EngineAnswer> answer;
    REQUIRE(bell.wait([&] { return (answer = engines.poll()).has_value(); }));
    CHECK(answer->id == id);
    REQUIRE(match.play(match.to_move(), answer->move));
  }
  engines.cancel();
}

TEST_CASE("L04 L05 U08 the engine thread answers the newest job and drops what was cancelled") {
  Bell bell;
  EngineThread engines([&] { bell.ring(); });
  const Position start = Match::start({"reversi", "8x8"})->position();
  engines.start({1, "reversi", Level::easy, start, 5});
  engines.start({2, "reversi", Level::easy, start, 5});
  std::optional<app::EngineAnswer> answer;
  REQUIRE(bell.wait([&] { return (answer = engines.poll()).has_value(); }));
  CHECK(answer->id == 2);
  CHECK(start.is_legal(answer->move));
  engines.start({3, "reversi", Level::easy, start, 5});
  engines.cancel();
  engines.start({4, "reversi", Level::easy, start, 5});
  REQUIRE(bell.wait([&] { return (answer = engines.poll()).has_value(); }));
  CHECK(answer->id == 4);
}

TEST_CASE("I04 I08 a press and release is a click; a drag of more than 6 points turns the board and is none") {
  BoardMouse mouse;
  mouse.press({100, 100});
  CHECK_FALSE(mouse.move({104, 103}));
  CHECK(mouse.release());
  mouse.press({100, 100});
  REQUIRE(mouse.move({107, 100}));
  const auto by = mouse.move({110, 102});
  REQUIRE(by);
  CHECK(by->x == 3);
  CHECK(by->y == 2);
  mouse.move({100, 100});  // back to where it began: still a drag
  CHECK_FALSE(mouse.release());
  CHECK_FALSE(mouse.release());
  CHECK_FALSE(mouse.move({200, 200}));
}

TEST_CASE(
    "I16 V04 two fingers zoom about their middle and move the view; from the second finger on there is no click") {
  BoardPinch pinch;
  CHECK_FALSE(pinch.press(7, {100, 100}));
  CHECK_FALSE(pinch.pinching());
  CHECK_FALSE(pinch.move(7, {102, 100}));  // one finger is the mouse's
  CHECK(pinch.press(9, {202, 100}));
  CHECK(pinch.pinching());
  CHECK_FALSE(pinch.press(11, {300, 300}));  // a third one changes nothing
  CHECK_FALSE(pinch.move(11, {400, 300}));
  const auto step = pinch.move(9, {302, 100});
  REQUIRE(step);
  CHECK(step->factor == doctest::Approx(2));
  CHECK(step->centre.x == doctest::Approx(202));
  CHECK(step->by.x == doctest::Approx(50));
  CHECK(step->by.y == doctest::Approx(0));
  pinch.release(7);
  CHECK(pinch.pinching());  // the finger that is left turns nothing and places nothing
  CHECK_FALSE(pinch.move(9, {310, 100}));
  CHECK_FALSE(pinch.press(7, {100, 100}));  // and the same two may go on
  CHECK(pinch.move(7, {110, 100}));
  pinch.release(9);
  pinch.release(7);
  CHECK_FALSE(pinch.pinching());
}

TEST_CASE("a server that is not there is told as closed, with the reason") {
  Bell bell;
  BeastTransports transports([&] { bell.ring(); });
  for (const app::Endpoint& endpoint : {app::Endpoint{false, "127.0.0.1", 1}, app::Endpoint{true, "127.0.0.1", 1}}) {
    const auto transport = transports.connect(endpoint);
    std::optional<app::TransportEvent> event;
    REQUIRE(bell.wait([&] { return (event = transport->poll()).has_value(); }));
    CHECK(event->kind == app::TransportEvent::Kind::closed);
    CHECK_FALSE(event->text.empty());
    CHECK(event->code == "no_answer");
    CHECK_FALSE(transport->send("{}"));
  }
}

TEST_CASE("a room by https: what is said goes through and comes back") {
  const Folder folder;
  const test::Authority authority(folder.path(), "authority");
  const OneGuest server(authority.issue("server", "IP:127.0.0.1"));
  Bell bell;
  BeastTransports transports([&] { bell.ring(); }, authority.file());
  const auto transport = transports.connect(server.endpoint());
  std::optional<app::TransportEvent> event;
  REQUIRE(bell.wait([&] { return (event = transport->poll()).has_value(); }));
  REQUIRE_MESSAGE(event->kind == app::TransportEvent::Kind::opened, event->text);
  CHECK(transport->send("hello"));
  REQUIRE(bell.wait([&] { return (event = transport->poll()).has_value(); }));
  CHECK(event->kind == app::TransportEvent::Kind::text);
  CHECK(event->text == "hello");
}

TEST_CASE("a certificate that cannot be relied on is refused, saying why") {
  const Folder folder;
  const test::Authority authority(folder.path(), "authority");
  std::string ca_file = authority.file(), why, code;
  std::optional<test::CertificateFiles> files;
  SUBCASE("of an authority that nobody knows") {
    files = authority.issue("server", "IP:127.0.0.1");
    ca_file.clear();
    why = "--ca-file";
    code = "certificate_untrusted";
  }
  SUBCASE("for another address") {
    files = authority.issue("server", "IP:127.0.0.2");
    why = "another name";
    code = "certificate_name";
  }
  SUBCASE("for a name") {
    files = authority.issue("server", "DNS:example.org");
    why = "another name";
    code = "certificate_name";
  }
  SUBCASE("expired") {
    files = authority.issue("server", "IP:127.0.0.1", std::chrono::hours(-1));
    why = "has expired";
    code = "certificate_expired";
  }
  SUBCASE("there is none") {
    why = "nobody speaks https";
    code = "not_https";
  }
  const OneGuest server(files);
  Bell bell;
  BeastTransports transports([&] { bell.ring(); }, ca_file);
  const auto transport = transports.connect(server.endpoint());
  std::optional<app::TransportEvent> event;
  REQUIRE(bell.wait([&] { return (event = transport->poll()).has_value(); }));
  CHECK(event->kind == app::TransportEvent::Kind::closed);
  CHECK_MESSAGE(event->text.find(why) != std::string::npos, event->text);
  CHECK(event->code == code);
}

TEST_CASE("a --ca-file that holds no certificate is told at once") {
  const Folder folder;
  const auto file = folder.path() / "empty.pem";
  std::ofstream(file) << "nothing";
  CHECK_THROWS_WITH_AS(BeastTransports([] {}, file.string()), doctest::Contains("--ca-file"), std::runtime_error);
}
