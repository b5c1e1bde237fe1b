// The program itself: kill -9 and restart, the drain, and what it says when it cannot start.
#include <doctest/doctest.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "proto/codec.hpp"
#include "world.hpp"

using namespace dolbang;
using namespace dolbang::test;

TEST_CASE("kill -9 in the middle of a game loses no move that anyone has seen") {
  GameSpec spec{"reversi", "8x8"};
  SUBCASE("Reversi") {}
  SUBCASE("Z13 Reversi with a handicap on the small board") { spec.variant = "6x6-black2"; }
  SUBCASE("Z12 Renju that begins with Swap2") { spec = {"omok", "renju-swap2"}; }
  TempFolder folder;
  Match match = *Match::start(spec);
  auto process = std::make_unique<Process>(folder.path());
  Table table(process->port(), spec);
  for (int round = 0; round < 3; ++round) {
    play_on(match, table, 5);
    process->signal(SIGKILL);
    CHECK(process->wait() == -SIGKILL);
    CHECK(table.black.client.wait_closed());

    process = std::make_unique<Process>(folder.path());
    for (Player* player : {&table.black, &table.white}) {
      const auto seq = player->seq;
      player->come_back(process->port());
      CHECK(player->state.moves == match.transcript());
      CHECK(player->state.variant == spec.variant);
      CHECK(player->state.you == (player == &table.black ? Side::black : Side::white));
      CHECK(player->state.hash == proto::hash_text(match.position().hash()));
      CHECK(player->state.seq == seq);
    }
  }
  play_on(match, table);
  CHECK(match.is_over());
}

TEST_CASE("a move that was sent but not answered is there after the restart, or can be sent again") {
  TempFolder folder;
  auto process = std::make_unique<Process>(folder.path());
  Table table(process->port());
  table.black.play("f5", 0);
  process->signal(SIGKILL);
  process->wait();
  process = std::make_unique<Process>(folder.path());
  const auto seq = table.black.seq;
  table.black.come_back(process->port());
  CHECK((table.black.state.moves == "f5" || table.black.state.moves.empty()));
  // Either way the client repeats what got no answer, and ends with exactly one move.
  table.black.client.send(proto::Play{seq, 0, "f5"});
  table.black.come_back(process->port());
  CHECK(table.black.state.moves == "f5");
}

TEST_CASE("SIGTERM tells the clients when to come back and exits with 0") {
  TempFolder folder;
  Process process(folder.path());
  Table table(process.port());
  process.signal(SIGTERM);
  for (Player* player : {&table.black, &table.white}) {
    const auto bye = player->client.expect<proto::Bye>();
    CHECK(bye.reason == "shutting_down");
    CHECK(bye.reconnect_after_ms.value_or(0) >= 1000);
    CHECK(player->client.wait_closed());
  }
  CHECK(process.wait() == 0);

  Process next(folder.path());
  table.black.come_back(next.port());
  CHECK(table.black.state.phase == proto::Phase::playing);
}

TEST_CASE("the first line of the output is the URL to open") {
  TempFolder folder;
  Process process(folder.path());
  CHECK(process.first_line() == "http://127.0.0.1:" + std::to_string(process.port()) + "/");
  process.signal(SIGINT);
  CHECK(process.wait() == 0);
}

TEST_CASE("a server that cannot start says why and what to do") {
  TempFolder folder;
  Process process(folder.path() / "first");
  const Run taken = run_server({"--port", std::to_string(process.port()), "--address", "127.0.0.1", "--data",
                                (folder.path() / "second").string(), "--log-level", "off"});
  CHECK(taken.code == 3);
  CHECK(taken.errors.find("--port") != std::string::npos);

  std::ofstream(folder.path() / "file") << "not a folder";
  const Run no_folder = run_server({"--port", "0", "--data", (folder.path() / "file").string(), "--log-level", "off"});
  CHECK(no_folder.code == 4);
  CHECK(no_folder.errors.find("--data") != std::string::npos);

  const Run not_ours =
      run_server({"--port", "0", "--address", "192.0.2.1", "--data", folder.path().string(), "--log-level", "off"});
  CHECK(not_ours.code == 3);
  CHECK(not_ours.errors.find("--address") != std::string::npos);
  CHECK(run_server({"--port", "many"}).code == 2);
  CHECK(run_server({"--version"}).code == 0);
}
