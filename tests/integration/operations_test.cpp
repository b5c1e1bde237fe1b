// What an operator sees and does: readiness, metrics, the log, backups, and the commands of `dolbang-server admin`.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <atomic>
#include <boost/json.hpp>
#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include "proto/codec.hpp"
#include "server/net/admin.hpp"
#include "server/ops/secret.hpp"
#include "world.hpp"

using namespace dolbang;
using namespace dolbang::test;
using proto::EventKind;

namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// A server that also answers its operator's monitoring.
struct Monitored : World {
  Monitored() : World(config_with_metrics()) {}
  static ops::Config config_with_metrics() {
    ops::Config config;
    config.metrics_address = "127.0.0.1:0";
    return config;
  }
  /// The value of a line of /metrics, by its name with labels; -1 when it is not there.
  double metric(const std::string& name) const {
    const Page page = http(server->metrics_port(), "GET", "/metrics");
    REQUIRE(page.status == 200);
    const auto at = page.body.find("\n" + name + " ");
    return at == std::string::npos ? -1 : std::stod(page.body.substr(at + name.size() + 2));
  }
  /// It has this value, or soon will: some things are counted after the client has heard of them.
  void expect_metric(const std::string& name, double value) const {
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    double seen = metric(name);
    while (seen != value && std::chrono::steady_clock::now() < deadline) seen = metric(name);
    CHECK_MESSAGE(seen == value, name);
  }
};

std::string admin(const World& world, const std::string& command) {
  const auto answer = net::ask_admin(world.folder.path(), command);
  return answer ? *answer : "error: " + answer.error().message;
}

std::string read_file(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("/readyz is ready while the server serves, and says so when it drains") {
  Monitored world;
  CHECK(http(world.port(), "GET", "/readyz").status == 200);
  CHECK(http(world.server->metrics_port(), "GET", "/readyz").status == 200);
  // A client that does not read its goodbye keeps the drain going for a while.
  Client client(world.port());
  std::thread stopping([&] { world.server->stop(); });
  Page page;
  do page = http(world.server->metrics_port(), "GET", "/readyz");
  while (page.status == 200);
  CHECK(page.status == 503);
  CHECK(has(page.body, "shutting down"));
  CHECK(http(world.port(), "GET", "/readyz").status == 503);
  CHECK(http(world.port(), "GET", "/healthz").status == 200);
  CHECK_THROWS(Client(world.port()));  // no new players
  CHECK(client.expect<proto::Bye>().reconnect_after_ms.value_or(0) >= 1000);
  client.close();
  stopping.join();
}

TEST_CASE("/metrics counts what happens, on an address of its own") {
  Monitored world;
  CHECK(http(world.port(), "GET", "/metrics").status == 404);
  CHECK(http(world.server->metrics_port(), "GET", "/r/abc").status == 404);
  CHECK(http(world.server->metrics_port(), "POST", "/metrics").status == 405);
  world.expect_metric("dolbang_rooms", 0);
  Table table(world.port());
  Match match = *Match::start({"reversi", "8x8"});
  play_on(match, table, 4);
  table.black.play("a1", match.ply());
  CHECK(table.black.client.expect<proto::Reject>().reason == "illegal_move");

  world.expect_metric("dolbang_rooms", 1);
  world.expect_metric("dolbang_rooms_created_total", 1);
  world.expect_metric("dolbang_sessions", 2);
  world.expect_metric("dolbang_moves_total{by=\"player\"}", 4);
  world.expect_metric("dolbang_moves_total{by=\"ai\"}", 0);
  world.expect_metric("dolbang_move_seconds_count", 4);
  world.expect_metric("dolbang_move_seconds_bucket{le=\"+Inf\"}", 4);
  world.expect_metric("dolbang_rejects_total{reason=\"illegal_move\"}", 1);
  world.expect_metric("dolbang_queue{queue=\"store\"}", 0);
  world.expect_metric("dolbang_queue{queue=\"engine\"}", 0);
  world.expect_metric("dolbang_queue_bytes{queue=\"send\"}", 0);
  CHECK(world.metric("dolbang_move_seconds_sum") > 0);
  CHECK(world.metric("dolbang_store_batch_size_count") > 0);
  CHECK(world.metric("dolbang_store_batch_size_sum") >= world.metric("dolbang_store_batch_size_count"));
  CHECK(world.metric("dolbang_store_commit_seconds_sum") > 0);
  CHECK(world.metric("process_resident_memory_bytes") > 1e6);
  CHECK(world.metric("process_open_fds") > 3);

  // The AI's work is counted, too.
  table.black.client.drop();
  table.white.client.expect<proto::Presence>([](const auto& presence) { return !presence.black; });
  world.pass_time(limits::absence_grace);
  table.white.client.expect<proto::Presence>([](const auto& presence) { return presence.replace_in_ms == 0; });
  table.white.client.send(proto::Replace{++table.white.seq, "easy"});
  table.white.event(EventKind::moved);
  world.expect_metric("dolbang_moves_total{by=\"ai\"}", 1);
  world.expect_metric("dolbang_engine_seconds_count", 1);
}

TEST_CASE("an address for metrics that cannot be used is refused at the start, saying how to write it") {
  TempFolder folder;
  for (const char* where : {"9464", "localhost:9464", "127.0.0.1", "127.0.0.1:x", "192.0.2.1:9464"}) {
    const Run run =
        run_server({"--port", "0", "--data", folder.path().string(), "--log-level", "off", "--metrics-address", where});
    CHECK_MESSAGE(run.code == 3, where);
    CHECK(has(run.errors, "--metrics-address"));
  }
}

TEST_CASE("the log is one line an event, as text or JSON, and never holds a secret") {
  TempFolder folder;
  std::vector<std::string> secrets;
  const auto play_a_little = [&](const std::string& format) {
    const auto log = folder.path() / (format + ".log");
    Process process(folder.path() / "data", {"--log-format", format, "--log-level", "trace"}, log);
    Table table(process.port());
    Match match = *Match::start({"reversi", "8x8"});
    play_on(match, table, 4);
    table.black.client.send(proto::Open{table.black.seat.room, "0123456789abcdef0123456789abcdef", std::nullopt});
    table.black.client.expect<proto::Reject>();
    table.white.client.send_text("{\"t\":\"open\",\"room\":\"\",\"secret\":\"" + table.white.seat.secret);
    table.white.client.expect<proto::Reject>();
    http(process.port(), "GET", "/r/" + table.white.seat.secret);
    table.black.come_back(process.port());
    for (const Player* player : {&table.black, &table.white}) {
      secrets.push_back(player->seat.secret);
      secrets.push_back(ops::sha256_hex(player->seat.secret));
    }
    process.signal(SIGTERM);
    CHECK(process.wait() == 0);
    return read_file(log);
  };
  const std::string text = play_a_little("text"), json = play_a_little("json");
  for (const std::string& secret : secrets) {
    CHECK_FALSE(has(text, secret));
    CHECK_FALSE(has(json, secret));
  }
  CHECK(has(text, " info listening server=dolbang-server/"));
  CHECK(has(text,
            " debug hello address=127.0.0.1 client="));  // what --log-level adds is there, so the above says something
  CHECK(lines_of(text).size() >= 3);
  REQUIRE(lines_of(json).size() >= 4);
  bool restored = false;
  for (const std::string& line : lines_of(json)) {
    boost::system::error_code error;
    const auto value = boost::json::parse(line, error);
    REQUIRE_MESSAGE(!error, line);
    for (const char* key : {"time", "level", "message"}) CHECK(value.as_object().contains(key));
    if (value.at("message") == "rooms go on") restored = value.at("rooms") == "1";
  }
  CHECK(restored);
}

TEST_CASE("a backup during play holds every move that was acknowledged before it, and a server goes on from it") {
  TempFolder folder;
  const auto data = folder.path() / "data", copy = folder.path() / "copy";
  std::filesystem::create_directory(copy);
  const auto file = (copy / "dolbang.sqlite").string();
  Process process(data);
  constexpr std::size_t tables = 8;
  std::array<std::atomic<int>, tables> acknowledged{};
  std::vector<std::string> codes(tables), secrets(tables);
  std::atomic<bool> enough = false;
  std::vector<std::thread> crowd;
  std::atomic<int> seated = 0;
  for (std::size_t i = 0; i < tables; ++i)
    crowd.emplace_back([&, i] {
      Table table(process.port(), {"omok", "freestyle"});
      codes[i] = table.black.seat.room;
      secrets[i] = table.black.seat.secret;
      ++seated;
      Match match = *Match::start({"omok", "freestyle"});
      while (!enough && !match.is_over()) {
        play_on(match, table, 1);
        acknowledged[i] = match.ply();
      }
    });
  while (seated < static_cast<int>(tables) || acknowledged[0] < 3) std::this_thread::yield();
  std::array<int, tables> before{};
  for (std::size_t i = 0; i < tables; ++i) before[i] = acknowledged[i];
  const Run run = run_server({"--data", data.string(), "backup", file});
  enough = true;
  for (auto& thread : crowd) thread.join();
  CHECK_MESSAGE(run.code == 0, run.errors);
  CHECK(has(run.output, "8 rooms"));

  const Run again = run_server({"backup", file, "--data", data.string()});
  CHECK(again.code == 5);
  CHECK(has(again.errors, "Nothing is overwritten"));
  CHECK(run_server({"backup", (copy / "other").string(), "--data", (folder.path() / "nowhere").string()}).code == 4);
  CHECK(run_server({"backup"}).code == 2);

  Process restored(copy);
  for (std::size_t i = 0; i < tables; ++i) {
    Client client(restored.port());
    client.send(proto::Open{codes[i], secrets[i], std::nullopt});
    const auto state = client.expect<proto::State>();
    CHECK(state.ply >= before[i]);
    CHECK(Match::replay({state.game, state.variant}, state.moves)->ply() == state.ply);
  }
}

TEST_CASE("admin list tells the rooms, who is there, and how far they are") {
  World world;
  CHECK(lines_of(admin(world, "list")).size() == 1);
  Table table(world.port(), {"omok", "renju"});
  table.black.play("H8", 0);
  for (Player* player : {&table.black, &table.white}) player->event(EventKind::moved);
  Player waiting = Player::create(world.port(), "Cleo");
  waiting.client.drop();
  Client watcher(world.port());
  watcher.send(proto::Open{waiting.seat.room, "", std::nullopt});
  watcher.expect<proto::Presence>([](const auto& presence) { return !presence.black; });
  world.pass_time(3h + 5min);
  const std::string text = admin(world, "list");
  CHECK(lines_of(text).size() == 3);
  CHECK(has(text, table.black.seat.room + "\tomok renju\tplaying\tblack+white\t0\t1\t3h\n"));
  CHECK(has(text, waiting.seat.room + "\treversi 8x8\twaiting\t-\t1\t0\t3h\n"));
  table.black.client.drop();
  table.white.client.drop();
  world.stop();
  world.start();
  CHECK(has(admin(world, "list"), table.black.seat.room + "\t?\tasleep\t-\t0\t?\t?\n"));
  // Awake, its age counts from its creation, whatever became of the server since.
  http(world.port(), "GET", "/r/" + table.black.seat.room);
  CHECK(has(admin(world, "list"), table.black.seat.room + "\tomok renju\tplaying\t-\t0\t1\t3h\n"));
}

TEST_CASE("admin close ends a room for good and tells the people in it why") {
  World world;
  Table table(world.port());
  Match match = *Match::start({"reversi", "8x8"});
  play_on(match, table, 3);
  CHECK(admin(world, "close nosuchroom22") == "error: there is no room nosuchroom22.");
  CHECK(admin(world, "close " + table.black.seat.room) == "");
  for (Player* player : {&table.black, &table.white}) {
    const auto bye = player->client.expect<proto::Bye>();
    CHECK(bye.reason == "room_closed");
    CHECK_FALSE(bye.reconnect_after_ms);
    CHECK(player->client.wait_closed());
  }
  for (int life = 0; life < 2; ++life) {
    Client client(world.port());
    client.send(proto::Open{table.black.seat.room, table.black.seat.secret, std::nullopt});
    CHECK(client.expect<proto::Reject>().reason == "room_ended");
    const Page page = http(world.port(), "GET", "/r/" + table.black.seat.room);
    CHECK(has(page.body, "The room has ended"));
    CHECK(has(page.body, "record?format=sgf"));  // the game it cut short is kept
    client.drop();
    world.stop();
    world.start();
  }
  CHECK(lines_of(admin(world, "list")).size() == 1);
}

TEST_CASE("admin ban sends an address away and keeps it out until unban, also over a restart") {
  World world;
  Client client(world.port());
  CHECK(admin(world, "ban 192.0.2.1") == "");
  CHECK(admin(world, "ban 127.0.0.0/8") == "");
  CHECK(client.expect<proto::Bye>().reason == "banned");
  CHECK(client.wait_closed());
  for (int life = 0; life < 2; ++life) {
    CHECK_THROWS(Client(world.port()));
    CHECK(lines_of(admin(world, "bans")) == std::vector<std::string>{"127.0.0.0/8", "192.0.2.1"});
    world.stop();
    world.start();
  }
  CHECK(admin(world, "unban 127.0.0.0/8") == "");
  CHECK_NOTHROW(Client(world.port()));
  CHECK(has(admin(world, "unban 10.0.0.1"), "error: "));
  for (const char* nonsense : {"ban", "ban example.org", "ban 1.2.3.4/33", "ban fe80::1%eth0", "dance", ""})
    CHECK_MESSAGE(has(admin(world, nonsense), "error: "), nonsense);
  CHECK(admin(world, "bans") == "192.0.2.1\n");
}

TEST_CASE("the admin socket is for its owner only, and the program speaks to it") {
  TempFolder folder;
  const auto data = folder.path() / std::string(120, 'd');  // longer than the name of a Unix socket may be
  CHECK(run_server({"admin", "list", "--data", data.string()}).code == 1);
  Process process(data);
  struct stat status{};
  REQUIRE(stat((data / "admin.sock").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  Player ann = Player::create(process.port());
  const Run list = run_server({"admin", "list", "--data", data.string()});
  CHECK(list.code == 0);
  CHECK(has(list.output, ann.seat.room));
  CHECK(run_server({"--data", data.string(), "admin", "close", ann.seat.room}).code == 0);
  CHECK(ann.client.expect<proto::Bye>().reason == "room_closed");
  const Run again = run_server({"--data", data.string(), "admin", "close", "nosuchroom22"});
  CHECK(again.code == 1);
  CHECK(has(again.errors, "there is no room"));
  CHECK(run_server({"--data", data.string(), "admin", "ban", "203.0.113.0/24"}).code == 0);
  CHECK(run_server({"--data", data.string(), "admin", "bans"}).output == "203.0.113.0/24\n");
  CHECK(run_server({"--data", data.string(), "admin", "unban", "203.0.113.0/24"}).code == 0);
  CHECK(run_server({"--data", data.string(), "admin", "dance"}).code == 2);
  process.signal(SIGKILL);
  process.wait();
  CHECK(run_server({"admin", "list", "--data", data.string()}).code == 1);
  Process next(data);  // takes the dead one's socket away
  CHECK(run_server({"admin", "list", "--data", data.string()}).code == 0);
}
