// dolbang-chaos: thousands of random games through real sockets, while the server is killed and connections suffer.
//
// Every room has a creator, a guest and sometimes a visitor (player.hpp). They play until the storm is over: so many
// kills, or so many seconds. Then the sky clears, every game must come to its end, the server is killed once more, and
// each room is judged (history.hpp): what its clients saw, what they were promised, what the store holds and what a
// replay by the rules gives must agree; and a fresh server must show just that.
#include <poll.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "flags.hpp"
#include "history.hpp"
#include "line.hpp"
#include "player.hpp"
#include "process.hpp"
#include "proto/codec.hpp"
#include "server/store/store.hpp"

namespace dolbang::bench {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using std::chrono::milliseconds;

struct Options {
  std::string server;
  fs::path data;  ///< empty: a temporary folder
  std::size_t rooms = 100;
  std::size_t kills = 100;
  std::chrono::seconds seconds{0};  ///< 0: until the kills are done
  milliseconds every{800};          ///< of life between two kills, on average
  milliseconds think{60};
  std::uint64_t seed = 1;
  std::string durable = "on";
};

const std::vector<GameSpec>& games() {
  static const std::vector<GameSpec> all{
      {"reversi", "8x8"},        {"omok", "freestyle"},        {"reversi", "6x6"},           {"omok", "renju"},
      {"reversi", "8x8-black2"}, {"omok", "freestyle-swap2"},  {"omok", "renju-loses"},      {"reversi", "6x6-white1"},
      {"omok", "renju-swap2"},   {"omok", "freestyle-centre"}, {"omok", "renju-loses-swap2"}};
  return all;
}

/// The server, which is there most of the time.
class Victim {
 public:
  Victim(const Options& options, Stage& stage) : options_(options), stage_(stage) {}

  void start() {
    process_ = std::make_unique<Process>(std::vector<std::string>{options_.server,
                                                                  "--address",
                                                                  "127.0.0.1",
                                                                  "--port",
                                                                  std::to_string(stage_.port),
                                                                  "--data",
                                                                  options_.data.string(),
                                                                  "--log-level",
                                                                  "warning",
                                                                  "--absence-grace",
                                                                  "1",
                                                                  "--durable",
                                                                  options_.durable,
                                                                  "--connections-per-address",
                                                                  "100000",
                                                                  "--connections",
                                                                  "100000",
                                                                  "--rooms-per-minute",
                                                                  "1000000",
                                                                  "--frames-per-second",
                                                                  "10000"},
                                         Process::Start::do_not_wait);
    started_ = Clock::now();
    stage_.server_up = false;
  }
  /// Notices when it is up; gives up when it does not come up.
  void look() {
    if (stage_.server_up || !process_) return;
    const auto now = Clock::now();
    if (const std::uint16_t port = process_->port(); port != 0) {
      stage_.port = port;
      stage_.server_up = true;
      slowest_start_ = std::max(slowest_start_, std::chrono::duration_cast<milliseconds>(now - started_));
    } else if (now - started_ > 60s) {
      give_up("the server does not start again on port " + std::to_string(stage_.port));
    }
  }
  void kill() {
    ++kills_;
    if (!stage_.server_up) ++while_starting_;
    process_->kill_now();
    process_.reset();  // until the next start there is nothing that could come up or be killed
    stage_.server_up = false;
  }
  void wait_until_up() {
    for (; !stage_.server_up; look()) poll(nullptr, 0, 1);
  }

  std::size_t kills() const { return kills_; }
  std::size_t kills_while_starting() const { return while_starting_; }
  milliseconds slowest_start() const { return slowest_start_; }

 private:
  const Options& options_;
  Stage& stage_;
  std::unique_ptr<Process> process_;
  Time started_{};
  std::size_t kills_ = 0, while_starting_ = 0;
  milliseconds slowest_start_{0};
};

class Chaos {
 public:
  explicit Chaos(Options options)
      : options_(std::move(options)),
        stage_{0, {}, options_.think, true, false, Rng(options_.seed), {}},
        victim_(options_, stage_) {}

  void run() {
    std::printf("seed %llu, store in %s\n", static_cast<unsigned long long>(options_.seed), options_.data.c_str());
    victim_.start();
    victim_.wait_until_up();
    stage_.now = Clock::now();
    storm();
    calm();
    victim_.kill();
    judge_all();
    ask_fresh_server();
    report();
  }

 private:
  struct Table {
    History* history = nullptr;
    std::vector<std::unique_ptr<Player>> players;
  };

  void open_table() {
    History& history = histories_.emplace_back();
    history.spec = games()[histories_.size() % games().size()];
    for (std::string& secret : history.secrets)
      while (secret.size() < 32) secret += "0123456789abcdef"[stage_.rng.below(16)];
    const int count = 1 + static_cast<int>(stage_.rng.below(3));
    Table& table = tables_.emplace_back();
    table.history = &history;
    table.players.push_back(std::make_unique<Player>(stage_, history, Player::Role::creator, count));
    table.players.push_back(std::make_unique<Player>(stage_, history, Player::Role::guest, count));
    if (stage_.rng.below(3) == 0)
      table.players.push_back(std::make_unique<Player>(stage_, history, Player::Role::visitor, count));
  }

  /// One turn of the world.
  void turn() {
    struct Heard {
      Player* player;
      Line* line;
      bool main;
    };
    stage_.now = Clock::now();
    victim_.look();
    std::vector<pollfd> polled;
    std::vector<Heard> heard;
    for (Table& table : tables_)
      for (auto& player : table.players) {
        player->act();
        player->each_line([&](Line& line, bool main) {
          const short interest = line.interest(stage_.now);
          if (interest == 0) return;
          polled.push_back({line.descriptor(), interest, 0});
          heard.push_back({player.get(), &line, main});
        });
      }
    if (poll(polled.data(), polled.size(), 2) <= 0) return;
    stage_.now = Clock::now();
    for (std::size_t i = 0; i < polled.size(); ++i)
      if (polled[i].revents != 0) heard[i].player->work(*heard[i].line, heard[i].main, polled[i].revents);
  }

  milliseconds a_while() {
    return milliseconds(stage_.rng.below(2 * static_cast<std::uint32_t>(options_.every.count())));
  }

  void storm() {
    const Time end = options_.seconds.count() > 0 ? stage_.now + options_.seconds : Time::max();
    Time next_kill = Time::max();  // set when the server is up
    Time next_start = Time::max();
    Time next_word = stage_.now + 10s;
    while (victim_.kills() < options_.kills && stage_.now < end) {
      while (tables_.size() < options_.rooms) open_table();
      turn();
      if (next_kill == Time::max() && stage_.server_up) next_kill = stage_.now + a_while();
      std::erase_if(tables_, [](Table& table) {
        const bool done = std::all_of(table.players.begin(), table.players.end(),
                                      [](const auto& player) { return player->has_finished(); });
        if (done)
          for (auto& player : table.players) player->leave();
        return done;
      });
      if (stage_.now >= next_start) {
        victim_.start();
        next_start = Time::max();
        // Sometimes the next kill does not wait until the server is up.
        next_kill = stage_.rng.below(8) == 0 ? stage_.now + milliseconds(stage_.rng.below(100)) : Time::max();
      } else if (stage_.now >= next_kill) {
        victim_.kill();
        next_kill = Time::max();
        next_start = stage_.now + milliseconds(stage_.rng.below(40));
      }
      if (stage_.now >= next_word) {
        next_word = stage_.now + 10s;
        std::printf("%zu kills, %zu rooms, %zu intents acknowledged\n", victim_.kills(), histories_.size(),
                    stage_.tally.acknowledged);
      }
    }
    if (next_start != Time::max()) victim_.start();
  }

  void calm() {
    stage_.storm = false;
    const Time deadline = Clock::now() + 120s;
    for (;;) {
      const bool done = std::all_of(tables_.begin(), tables_.end(), [](const Table& table) {
        return std::all_of(table.players.begin(), table.players.end(),
                           [](const auto& player) { return player->has_finished(); });
      });
      if (done) break;
      if (Clock::now() > deadline) stuck();
      turn();
    }
    tables_.clear();
  }

  [[noreturn]] void stuck() {
    for (const Table& table : tables_)
      for (const auto& player : table.players)
        if (!player->has_finished())
          give_up("FAILED: a game did not come to its end: " + player->where() + "\n" + describe(*table.history));
    std::abort();
  }

  void judge_all() {
    const auto store = store::open_sqlite(options_.data / "dolbang.sqlite", true);
    if (!store) give_up(store.error().message);
    std::unordered_map<std::string, store::RoomRecord> records;
    const auto live = (*store)->live_rooms();
    if (!live) give_up(live.error().message);
    for (const store::LiveRoom& room : *live) {
      auto record = (*store)->load(room);
      if (!record) give_up(record.error().message);
      records.emplace(room.room, *std::move(record));
    }
    for (const History& history : histories_) {
      const auto record = records.find(history.code);
      Judgement judgement = judge(history, record == records.end() ? nullptr : &record->second);
      moves_ += judgement.moves;
      games_ += judgement.games;
      lost_ += judgement.lost;
      duplicated_ += judgement.duplicated;
      illegal_ += judgement.illegal;
      for (const std::string& error : judgement.errors) complain(history, error, judgement.log);
      ends_.push_back(std::move(judgement.end));
      records.erase(history.code);
    }
    // Rooms whose creator never heard of them are left; nobody else may have heard of them.
    unheard_ = records.size();
  }

  /// A server that knows only the store shows each seat what the judgement found.
  void ask_fresh_server() {
    victim_.start();
    victim_.wait_until_up();
    Line line(stage_.port);
    std::vector<proto::ServerMessage> inbox;
    const auto ask = [&](const proto::ClientMessage& message, auto&& done) {
      inbox.clear();
      line.send(proto::encode(message), 7, Time{});
      const Time deadline = Clock::now() + 20s;
      while (!done()) {
        if (!line.is_open() || Clock::now() > deadline) give_up("FAILED: the restarted server does not answer");
        pollfd polled{line.descriptor(), line.interest(Clock::now()), 0};
        poll(&polled, 1, 100);
        line.work(Clock::now(), polled.revents, [&](std::string_view text) {
          if (auto heard = proto::parse_server(text)) inbox.push_back(*std::move(heard));
        });
      }
    };
    const auto has = [&]<class T>(T*) {
      return std::any_of(inbox.begin(), inbox.end(), [](const auto& m) { return std::holds_alternative<T>(m); });
    };
    ask(proto::Hello{}, [&] { return has(static_cast<proto::Welcome*>(nullptr)); });
    auto end = ends_.begin();
    for (const History& history : histories_) {
      const proto::State& expected = *end++;
      for (std::size_t seat = 0; seat < 2; ++seat) {
        if (!history.entered[seat]) continue;
        ask(proto::Open{history.code, history.secrets[seat], std::nullopt},
            [&] { return has(static_cast<proto::State*>(nullptr)) || has(static_cast<proto::Reject*>(nullptr)); });
        // What the seat before has caused may still come in between.
        const proto::State* state = nullptr;
        for (const auto& message : inbox)
          if (const auto* found = std::get_if<proto::State>(&message)) state = found;
        // Whoever asks for the seat back and comes alone has it at once: the first to be asked about may cause that.
        const bool may_be_granted = seat == 1 && (expected.black.reclaiming || expected.white.reclaiming);
        const std::uint64_t later = state && may_be_granted ? state->version - expected.version : 0;
        if (state == nullptr || !state->you || later > 1 || state->version != expected.version + later ||
            state->hash != expected.hash || state->moves != expected.moves ||
            state->game_number != expected.game_number)
          complain(history, "the restarted server shows seat " + std::to_string(seat) + " another room", "");
      }
    }
  }

  void complain(const History& history, const std::string& error, const std::string& log) {
    ++errors_;
    if (errors_ > 20) return;
    std::fprintf(stderr, "FAILED: %s\n%s%s\n", error.c_str(), describe(history).c_str(), log.c_str());
  }

  void report() {
    const Tally& t = stage_.tally;
    std::printf("%zu kills (%zu of them while it started; slowest start %lld ms)\n", victim_.kills(),
                victim_.kills_while_starting(), static_cast<long long>(victim_.slowest_start().count()));
    std::printf(
        "%zu rooms, %zu games, %zu moves in the store; %zu intents acknowledged, %zu refused (%zu meant to be);"
        " %zu events and %zu states seen\n",
        histories_.size(), games_, moves_, t.acknowledged, t.refused, t.illegal_tries, t.events, t.states);
    std::printf(
        "%zu connections: %zu cut, %zu cut in a frame, %zu taken over, %zu away, %zu deaf; "
        "%zu frames late, %zu doubled, %zu out of order, %zu old ones repeated; %zu calls for the AI\n",
        t.connections, t.cuts, t.cut_frames, t.takeovers, t.away, t.deaf, t.late_frames, t.doubled, t.swapped_frames,
        t.repeated, t.replaced);
    std::printf("%zu lost, %zu duplicated, %zu illegal, %zu errors in all\n", lost_, duplicated_, illegal_, errors_);
    if (unheard_ > 0) std::printf("%zu rooms in the store of which nobody was told\n", unheard_);
    if (errors_ == 0) return;
    std::fprintf(stderr, "dolbang-chaos: FAILED; the store is kept in %s\n", options_.data.c_str());
    std::exit(1);
  }

  const Options options_;
  Stage stage_;
  Victim victim_;
  std::list<History> histories_;
  std::list<Table> tables_;
  std::vector<proto::State> ends_;  ///< of histories_, in their order
  std::size_t moves_ = 0, games_ = 0, lost_ = 0, duplicated_ = 0, illegal_ = 0, errors_ = 0, unheard_ = 0;
};

Options parse(int argc, char** argv) {
  Options options;
  CLI::App app("Random games while the server is killed and connections suffer; nothing acknowledged may be lost");
  app.add_option("--server", options.server, "The program")->required();
  app.add_option("--rooms", options.rooms, "At a time")->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--kills", options.kills, "Then it is judged")->capture_default_str();
  add_duration(app, "--seconds", options.seconds, "At most so long; without it until the kills are done");
  add_duration(app, "--every", options.every, "Milliseconds of life between two kills, on average");
  add_duration(app, "--think", options.think, "Milliseconds before a move, on average");
  app.add_option("--seed", options.seed)->capture_default_str();
  app.add_option("--data", options.data,
                 "Folder for the store; it is emptied. Without it a temporary one, kept when something is wrong");
  app.add_option("--durable", options.durable, "off: the server promises too much, which must be found out")
      ->check(CLI::IsMember({"on", "off"}));
  parse_or_exit(app, argc, argv);
  return options;
}

}  // namespace
}  // namespace dolbang::bench

int main(int argc, char** argv) {
  using namespace dolbang::bench;
  Options options = parse(argc, argv);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const bool temporary = options.data.empty();
  if (temporary) {
    std::string pattern = (fs::temp_directory_path() / "dolbang-chaos-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) give_up("cannot make a temporary folder");
    options.data = pattern;
  }
  fs::remove_all(options.data);
  fs::create_directories(options.data);
  Chaos(options).run();
  if (temporary) fs::remove_all(options.data);
}
