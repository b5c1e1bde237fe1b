#include <doctest/doctest.h>

#include <cstdlib>
#include <set>
#include <vector>

#include "server/ops/config.hpp"
#include "server/ops/secret.hpp"
#include "server/ops/url.hpp"

using namespace dolbang::ops;

namespace {
auto parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "dolbang-server");
  return parse_command_line(static_cast<int>(arguments.size()), arguments.data());
}
}  // namespace

TEST_CASE("flags reach the configuration") {
  const auto parsed =
      parse({"--port", "0", "--address", "127.0.0.1", "--data", "d", "--public-url", "https://x.example/", "--threads",
             "3", "--log-level", "debug", "--durable", "off", "--absence-grace", "1.5", "--room-idle", "0.5"});
  const auto* config = std::get_if<Config>(&parsed);
  REQUIRE(config);
  CHECK(config->port == 0);
  CHECK(config->address == "127.0.0.1");
  CHECK(config->data == "d");
  CHECK(config->public_url == "https://x.example");
  CHECK(config->threads == 3);
  CHECK(config->log_level == "debug");
  CHECK_FALSE(config->durable);
  CHECK(config->absence_grace == std::chrono::milliseconds(1500));
  CHECK(config->room_idle == std::chrono::hours(12));
}

TEST_CASE("a flag wins over the environment") {
  setenv("DOLBANG_PORT", "1234", 1);
  auto parsed = parse({});
  CHECK(std::get<Config>(parsed).port == 1234);
  parsed = parse({"--port", "4321"});
  CHECK(std::get<Config>(parsed).port == 4321);
  unsetenv("DOLBANG_PORT");
}

TEST_CASE("F09 the absence counts two minutes unless told otherwise") {
  const auto parsed = parse({});
  CHECK(std::get<Config>(parsed).absence_grace == std::chrono::minutes(2));
}

TEST_CASE("wrong usage says what is wrong and exits with 2") {
  for (const auto& arguments : std::vector<std::vector<const char*>>{{"--port", "70000"},
                                                                     {"--port", "x"},
                                                                     {"--nonsense"},
                                                                     {"--durable", "maybe"},
                                                                     {"--public-url", "play.example.org"},
                                                                     {"--public-url", "http://a/b"},
                                                                     {"--log-level", "loud"}}) {
    const auto parsed = parse(arguments);
    const auto* exit = std::get_if<EarlyExit>(&parsed);
    REQUIRE(exit);
    CHECK(exit->code == ExitCode::usage);
    CHECK(exit->text.find(arguments.front()) != std::string::npos);
  }
}

TEST_CASE("backup and admin are commands with the server's data folder, before or behind them") {
  auto parsed = parse({"backup", "copy.sqlite", "--data", "d"});
  CHECK(std::get<BackupCommand>(parsed).file == "copy.sqlite");
  CHECK(std::get<BackupCommand>(parsed).data == "d");
  parsed = parse({"--data", "d", "admin", "ban", "192.0.2.0/24"});
  CHECK(std::get<AdminCommand>(parsed).line == "ban 192.0.2.0/24");
  CHECK(std::get<AdminCommand>(parsed).data == "d");
  parsed = parse({"admin", "list", "--data", "d"});
  CHECK(std::get<AdminCommand>(parsed).line == "list");
  for (const auto& arguments : std::vector<std::vector<const char*>>{
           {"backup"}, {"admin"}, {"admin", "close"}, {"admin", "dance"}, {"dance"}, {"admin", "list", "more"}}) {
    parsed = parse(arguments);
    REQUIRE(std::holds_alternative<EarlyExit>(parsed));
    CHECK(std::get<EarlyExit>(parsed).code == ExitCode::usage);
  }
}

TEST_CASE("help and version exit with 0") {
  const auto help = parse({"--help"});
  CHECK(std::get<EarlyExit>(help).code == ExitCode::ok);
  CHECK(std::get<EarlyExit>(help).text.find("Exit codes") != std::string::npos);
  const auto version = parse({"--version"});
  CHECK(std::get<EarlyExit>(version).text.find("dolbang-server/") == 0);
}

TEST_CASE("room codes and secrets are long, plain and never the same") {
  std::set<std::string> codes, secrets;
  for (int i = 0; i < 1000; ++i) {
    const std::string code = random_room_code();
    CHECK(is_room_code(code));
    CHECK(code.find_first_of("01loiLOI") == std::string::npos);
    codes.insert(code);
    const std::string secret = random_secret();
    CHECK(secret.size() == 32);
    CHECK(secret.find_first_not_of("0123456789abcdef") == std::string::npos);
    secrets.insert(secret);
  }
  CHECK(codes.size() == 1000);
  CHECK(secrets.size() == 1000);
  CHECK_FALSE(is_room_code(""));
  CHECK_FALSE(is_room_code("../../etc/pw"));
}

TEST_CASE("digests are the published ones") {
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_base64("") == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
}

TEST_CASE("a secret makes one room code, and another secret another") {
  const std::string secret = random_secret();
  CHECK(is_room_code(room_code_of(secret)));
  CHECK(room_code_of(secret) == room_code_of(secret));
  std::set<std::string> codes;
  for (int i = 0; i < 1000; ++i) codes.insert(room_code_of(random_secret()));
  CHECK(codes.size() == 1000);
}
