// dolbang-server: the process around net::Server. Flags in, signals in, exit code out.
#include <pthread.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <csignal>
#include <iostream>

#include "server/net/server.hpp"
#include "server/ops/config.hpp"

namespace {

using dolbang::ops::ExitCode;

int code(ExitCode exit_code) { return static_cast<int>(exit_code); }

sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  return set;
}

std::string url_to_open(const dolbang::ops::Config& config, std::uint16_t port) {
  if (!config.public_url.empty()) return config.public_url + "/";
  const bool everywhere = config.address.empty() || config.address == "0.0.0.0" || config.address == "::";
  std::string host = everywhere ? "localhost" : config.address;
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  return "http://" + host + ":" + std::to_string(port) + "/";
}

}  // namespace

int main(int argc, char** argv) {
  auto parsed = dolbang::ops::parse_command_line(argc, argv);
  if (const auto* early = std::get_if<dolbang::ops::EarlyExit>(&parsed)) {
    (early->code == ExitCode::ok ? std::cout : std::cerr) << early->text;
    return code(early->code);
  }
  const auto& config = std::get<dolbang::ops::Config>(parsed);
  spdlog::set_default_logger(spdlog::stderr_color_mt("dolbang"));
  spdlog::set_level(spdlog::level::from_str(config.log_level));
  spdlog::set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %^%l%$ %v");

  // Blocked before any thread starts, so that only the wait below gets them.
  const sigset_t signals = ending_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);

  const dolbang::ops::SteadyClock clock;
  const auto server = dolbang::net::Server::start(config, clock);
  if (!server) {
    std::cerr << "dolbang-server: " << server.error().message << "\n";
    if (server.error().code == "cannot_listen") return code(ExitCode::cannot_listen);
    return code(server.error().code == "cannot_store" ? ExitCode::cannot_store : ExitCode::failure);
  }
  std::cout << url_to_open(config, (*server)->port()) << std::endl;

  int signal = 0;
  sigwait(&signals, &signal);
  spdlog::info("{}: finishing", signal == SIGINT ? "interrupted" : "asked to stop");
  // A second signal ends the process at once, the way the system does it.
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  (*server)->stop();
  return code(ExitCode::ok);
}
