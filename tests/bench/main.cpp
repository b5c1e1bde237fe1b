// dolbang-bench: measures dolbang-server against a raw epoll relay, in one run on one machine.
//
// README.md says what each number means. Programs are started afresh for each repetition and take turns,
// so that a slower minute of the machine hits all of them.
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "flags.hpp"
#include "load.hpp"
#include "process.hpp"

namespace dolbang::bench {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

struct Options {
  std::string server, relay;
  fs::path data = "bench-data";
  bool quick = false;
  std::string only;  ///< one part; empty: all
};

/// The sizes of everything; --quick only shows that it works.
struct Plan {
  int repetitions = 7;
  std::size_t rooms = 200;
  std::uint64_t moves = 60000;
  std::uint64_t warm_up = 10000;
  double pace = 10000;
  std::size_t many_rooms = 1000;
  std::uint64_t many_moves = 200000;
  double latency_pace = 1000;
  std::uint64_t latency_moves = 10000;
  std::size_t idle = 8000;
  std::size_t idle_rooms = 2000;

  static Plan quick() {
    Plan plan;
    plan.repetitions = 1;
    plan.rooms = plan.many_rooms = 20;
    plan.moves = plan.many_moves = 3000;
    plan.warm_up = 500;
    plan.pace = 3000;
    plan.latency_moves = 1000;
    plan.idle = 200;
    plan.idle_rooms = 50;
    return plan;
  }
};

struct Variant {
  std::string name;
  bool relay = false;
  bool durable = false;
  int threads = 1;  ///< of the server's network; 0: its default
};

const Variant raw_relay{"raw epoll relay", true};
const Variant not_durable{"server, not durable", false, false, 1};
const Variant durable{"server, durable", false, true, 1};
const Variant durable_threads{"server, durable, default threads", false, true, 0};

class Bench {
 public:
  Bench(Options options, Plan plan) : options_(std::move(options)), plan_(plan) {}

  void run() {
    learn_sizes();
    const auto wanted = [&](const char* part) { return options_.only.empty() || options_.only == part; };
    if (wanted("cpu")) cpu();
    if (wanted("throughput")) throughput();
    if (wanted("latency")) latency();
    if (wanted("memory")) memory();
    fs::remove_all(options_.data);
  }

 private:
  std::unique_ptr<Process> start(const Variant& variant) {
    if (variant.relay)
      return std::make_unique<Process>(
          std::vector<std::string>{options_.relay, std::to_string(in_), std::to_string(out_)});
    fs::remove_all(options_.data);
    fs::create_directories(options_.data);
    // All comes from one address, and faster than people are.
    return std::make_unique<Process>(std::vector<std::string>{options_.server,
                                                              "--address",
                                                              "127.0.0.1",
                                                              "--port",
                                                              "0",
                                                              "--data",
                                                              options_.data.string(),
                                                              "--threads",
                                                              std::to_string(variant.threads),
                                                              "--durable",
                                                              variant.durable ? "on" : "off",
                                                              "--log-level",
                                                              "warning",
                                                              "--connections",
                                                              "100000",
                                                              "--connections-per-address",
                                                              "100000",
                                                              "--rooms-per-minute",
                                                              "1000000",
                                                              "--frames-per-second",
                                                              "100000"});
  }

  Target target(const Variant& variant, Process& process) const {
    return variant.relay ? Target{process.port(), in_, out_} : Target{process.port()};
  }

  struct Run {
    double cpu_us = 0, system_share = 0, per_second = 0;
    Played played;
  };

  Run measure(const Variant& variant, std::size_t rooms, std::uint64_t moves, double pace) {
    const auto process = start(variant);
    Load load(target(variant, *process), ++seed_);
    load.add_rooms(rooms);
    load.play(plan_.warm_up);
    settle(*process);
    const Cpu before = process->cpu();
    Run run;
    run.played = load.play(moves, pace);
    settle(*process);
    const Cpu used = process->cpu() - before;
    const auto count = static_cast<double>(run.played.moves);
    run.cpu_us = std::chrono::duration<double, std::micro>(used.total).count() / count;
    run.system_share = static_cast<double>(used.system.count()) /
                       static_cast<double>(std::max<std::int64_t>(1, (used.user + used.system).count()));
    run.per_second = count / run.played.time.count();
    return run;
  }

  /// Waits until the program has done what it put off: without durability the store writes after the game.
  static void settle(const Process& process) {
    for (auto last = process.cpu().total;;) {
      std::this_thread::sleep_for(100ms);
      const auto now = process.cpu().total;
      if (now - last < 1ms) return;
      last = now;
    }
  }

  /// The relay's frames get the sizes of the real ones.
  void learn_sizes() {
    const Run run = measure(not_durable, plan_.rooms, plan_.warm_up, 0);
    in_ = static_cast<std::size_t>(std::lround(run.played.bytes_in));
    out_ = static_cast<std::size_t>(std::lround(run.played.bytes_out));
    std::printf("A move is a frame of %zu bytes and becomes two frames of %zu bytes.\n", in_, out_);
  }

  static double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
  }
  static double least(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }
  static double most(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

  void cpu() {
    const std::vector<Variant> variants{raw_relay, not_durable, durable};
    for (const double pace : {0.0, plan_.pace}) {
      if (pace == 0)
        std::printf("\nCPU of a relayed move, %zu rooms, as fast as it goes (%d alternating runs of %llu moves)\n",
                    plan_.rooms, plan_.repetitions, static_cast<unsigned long long>(plan_.moves));
      else
        std::printf("\nCPU of a relayed move, %zu rooms, %.0f moves/s for all alike\n", plan_.rooms, pace);
      std::printf("  %-28s %10s %10s %8s %8s %12s\n", "", "min us", "median us", "ratio", "kernel", "moves/s");
      std::vector<std::vector<double>> us(variants.size()), rate(variants.size()), kernel(variants.size());
      for (int i = 0; i < plan_.repetitions; ++i)
        for (std::size_t v = 0; v < variants.size(); ++v) {
          const Run run = measure(variants[v], plan_.rooms, plan_.moves, pace);
          us[v].push_back(run.cpu_us);
          rate[v].push_back(run.per_second);
          kernel[v].push_back(run.system_share);
        }
      for (std::size_t v = 0; v < variants.size(); ++v)
        std::printf("  %-28s %10.2f %10.2f %7.2fx %7.0f%% %12.0f\n", variants[v].name.c_str(), least(us[v]),
                    median(us[v]), median(us[v]) / median(us[0]), 100 * median(kernel[v]), median(rate[v]));
    }
  }

  void throughput() {
    std::printf("\nMoves a second, %zu rooms, as fast as it goes\n", plan_.many_rooms);
    std::printf("  %-34s %10s %10s %10s %12s\n", "", "min", "median", "max", "CPU us/move");
    for (const Variant& variant : {durable, durable_threads, raw_relay}) {
      std::vector<double> rate, us;
      for (int i = 0; i < std::max(1, plan_.repetitions / 2); ++i) {
        const Run run = measure(variant, plan_.many_rooms, plan_.many_moves, 0);
        rate.push_back(run.per_second);
        us.push_back(run.cpu_us);
      }
      std::printf("  %-34s %10.0f %10.0f %10.0f %12.2f\n", variant.name.c_str(), least(rate), median(rate), most(rate),
                  median(us));
    }
  }

  void latency() {
    std::printf("\nFrom sending a move to its acknowledgement, %.0f moves/s in %zu rooms\n", plan_.latency_pace,
                plan_.rooms);
    std::printf("  %-34s %10s %10s %10s %10s\n", "", "p50 ms", "p99 ms", "p99.9 ms", "max ms");
    for (const Variant& variant : {durable_threads, raw_relay}) {
      Run run = measure(variant, plan_.rooms, plan_.latency_moves, plan_.latency_pace);
      auto& all = run.played.latencies;
      std::sort(all.begin(), all.end());
      const auto at = [&](double share) {
        const auto index = static_cast<std::size_t>(share * static_cast<double>(all.size() - 1));
        return std::chrono::duration<double, std::milli>(all[index]).count();
      };
      std::printf("  %-34s %10.3f %10.3f %10.3f %10.3f\n", variant.name.c_str(), at(0.5), at(0.99), at(0.999), at(1));
    }
  }

  void memory() {
    std::printf("\nPrivate memory of the server (RssAnon; the kernel's socket buffers apart)\n");
    const auto report = [&](const char* what, std::size_t warm, std::size_t count,
                            const std::function<void(Load&, std::size_t)>& add) {
      const auto process = start(durable_threads);
      Load load(target(durable_threads, *process), ++seed_);
      add(load, warm);
      settle(*process);
      const auto before = process->private_bytes();
      add(load, count);
      settle(*process);
      const auto grown = static_cast<double>(process->private_bytes()) - static_cast<double>(before);
      std::printf("  %-50s %8.2f KiB each (%zu of them)\n", what, grown / 1024 / static_cast<double>(count), count);
    };
    report("idle connection that has said hello", plan_.idle / 8, plan_.idle,
           [](Load& load, std::size_t n) { load.add_idle(n); });
    report("room with two seated connections, nothing played", plan_.idle_rooms / 8, plan_.idle_rooms,
           [](Load& load, std::size_t n) { load.add_rooms(n); });
    report("the same after about 30 moves", plan_.idle_rooms / 8, plan_.idle_rooms, [](Load& load, std::size_t n) {
      load.add_rooms(n);
      load.play(30 * n);
    });
  }

  Options options_;
  Plan plan_;
  std::uint64_t seed_ = 0;
  std::size_t in_ = 0, out_ = 0;
};

Options parse(int argc, char** argv) {
  Options options;
  CLI::App app("The server against a raw epoll relay");
  app.add_option("--server", options.server, "The program")->required();
  app.add_option("--relay", options.relay, "dolbang-bench-relay")->required();
  app.add_option("--data", options.data,
                 "Folder for the store, on the disk whose speed is to be measured; it is emptied");
  app.add_flag("--quick", options.quick, "A few moves: shows that the bench works");
  app.add_option("--only", options.only)->check(CLI::IsMember({"cpu", "throughput", "latency", "memory"}));
  parse_or_exit(app, argc, argv);
  return options;
}

void raise_descriptor_limit() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace
}  // namespace dolbang::bench

int main(int argc, char** argv) {
  using namespace dolbang::bench;
  const Options options = parse(argc, argv);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  raise_descriptor_limit();
  pin_self_to_last_processor();
  Bench(options, options.quick ? Plan::quick() : Plan{}).run();
}
