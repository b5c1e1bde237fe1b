#include "world.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "core/rng.hpp"
#include "proto/codec.hpp"

namespace dolbang::test {

TempFolder::TempFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "dolbang-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
  path_ = pattern;
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void World::start() {
  spdlog::set_level(spdlog::level::off);
  config.address = "127.0.0.1";
  config.port = 0;
  config.threads = 2;
  config.data = folder.path();
  auto started = net::Server::start(config, clock);
  if (!started) throw std::runtime_error(started.error().message);
  server = *std::move(started);
}

namespace {

struct Child {
  pid_t pid = -1;
  int output = -1, errors = -1;
};

Child spawn(const std::vector<std::string>& arguments, bool keep_errors, const std::filesystem::path& log = {}) {
  std::array<int, 2> out{}, err{};
  if (pipe2(out.data(), O_CLOEXEC) != 0 || pipe2(err.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  std::vector<std::string> words{DOLBANG_SERVER_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(out[1], STDOUT_FILENO);
    if (keep_errors) dup2(err[1], STDERR_FILENO);
    if (!log.empty()) dup2(open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    execv(argv[0], argv.data());
    _exit(127);
  }
  close(out[1]);
  close(err[1]);
  return {pid, out[0], err[0]};
}

std::string read_all(int fd) {
  std::string text;
  std::array<char, 4096> buffer;
  for (ssize_t size; (size = read(fd, buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(size));
  close(fd);
  return text;
}

int wait_for(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace

Process::Process(const std::filesystem::path& data, std::vector<std::string> more, const std::filesystem::path& log) {
  std::vector<std::string> arguments{"--port", "0", "--address", "127.0.0.1", "--data", data.string()};
  if (log.empty()) arguments.insert(arguments.end(), {"--log-level", "off"});
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Child child = spawn(arguments, false, log);
  pid_ = child.pid;
  for (char c; read(child.output, &c, 1) == 1 && c != '\n';) first_line_ += c;
  close(child.output);
  close(child.errors);
  const auto colon = first_line_.rfind(':');
  if (colon == std::string::npos) throw std::runtime_error("the server did not start");
  port_ = static_cast<std::uint16_t>(std::stoi(first_line_.substr(colon + 1)));
}

Process::~Process() {
  if (pid_ < 0) return;
  signal(SIGKILL);
  wait();
}

void Process::signal(int number) const {
  // To kill(2), -1 is every process there is.
  if (pid_ <= 0) throw std::logic_error("a signal for a process that has been waited for");
  kill(pid_, number);
}

int Process::wait() { return wait_for(std::exchange(pid_, -1)); }

Run run_server(const std::vector<std::string>& arguments) {
  const Child child = spawn(arguments, true);
  Run run;
  run.output = read_all(child.output);
  run.errors = read_all(child.errors);
  run.code = wait_for(child.pid);
  return run;
}

Player Player::create(const Server& server, std::string name, const GameSpec& spec) {
  Player player{Client(server), {}, {}};
  player.client.send(proto::Create{spec.game, spec.variant, std::move(name), std::nullopt, {}});
  player.seat = player.client.expect<proto::Entered>();
  player.state = player.client.expect<proto::State>();
  return player;
}

Player Player::join(const Server& server, const std::string& room, std::string name) {
  Player player{Client(server), {}, {}};
  player.client.send(proto::Open{room, "", std::nullopt});
  player.client.expect<proto::State>();
  player.client.send(proto::Join{std::move(name), {}});
  player.seat = player.client.expect<proto::Entered>();
  player.state = player.client.expect<proto::State>();
  return player;
}

void Player::come_back(const Server& server, std::optional<std::uint64_t> since) {
  client = Client(server);
  client.send(proto::Open{seat.room, seat.secret, since});
  if (since) return;
  state = client.expect<proto::State>();
  seq = state.seq;
}

proto::Event Player::event(proto::EventKind kind) {
  return client.expect<proto::Event>([kind](const proto::Event& event) { return event.kind == kind; });
}

Table::Table(const Server& server, const GameSpec& spec)
    : black(Player::create(server, "Ann", spec)), white(Player::join(server, black.seat.room)) {
  black.event(proto::EventKind::joined);
}

std::string some_move(const Match& match) {
  const MoveList moves = match.position().legal_moves();
  Rng rng(match.position().hash());
  return match.position().move_text(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
}

void play_on(Match& match, Table& table, int moves) {
  for (int i = 0; i < moves && !match.is_over(); ++i) {
    Player& mover = table.to_move(match);
    const std::string move = some_move(match);
    const Side side = match.to_move();
    mover.play(move, match.ply());
    const auto turn = match.play(side, *match.position().parse_move(move));
    REQUIRE(turn);
    for (Player* player : {&table.black, &table.white}) {
      const auto event = player->event(proto::EventKind::moved);
      CHECK(event.move == move);
      CHECK(event.side == side);
      CHECK(event.ply == match.ply());
      CHECK(event.hash == proto::hash_text(match.position().hash()));
      CHECK(event.passed == turn->passed);  // F17
      CHECK(event.result.has_value() == match.is_over());
      CHECK(event.seq == (player == &mover ? std::optional(mover.seq) : std::nullopt));
      CHECK(event.you ==
            (!turn->swapped ? std::nullopt : std::optional(player == &table.black ? Side::white : Side::black)));
    }
    if (turn->swapped) std::swap(table.black, table.white);
  }
}

}  // namespace dolbang::test
