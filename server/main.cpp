// dolbang-server: the process around net::Server. Flags in, signals in, exit code out.
#include <pthread.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <csignal>
#include <iostream>

#include "server/net/admin.hpp"
#include "server/net/server.hpp"
#include "server/ops/config.hpp"
#include "server/ops/log.hpp"
#include "server/store/backup.hpp"

namespace {

using dolbang::ops::ExitCode;

int code(ExitCode exit_code) { return static_cast<int>(exit_code); }

sigset_t awaited_signals(const dolbang::ops::Config& config) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  // A service is asked by it to read its certificate again; a terminal that closes takes a plain server with it.
  if (!config.tls_certificate.empty() || isatty(STDIN_FILENO) == 0) sigaddset(&set, SIGHUP);
  return set;
}

std::string url_to_open(const dolbang::ops::Config& config, std::uint16_t port) {
  if (!config.public_url.empty()) return config.public_url + "/";
  const bool everywhere = config.address.empty() || config.address == "0.0.0.0" || config.address == "::";
  std::string host = everywhere ? "localhost" : config.address;
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  return (config.tls_certificate.empty() ? "http://" : "https://") + host + ":" + std::to_string(port) + "/";
}

int fail_with(const dolbang::Error& error) {
  std::cerr << "dolbang-server: " << error.message << "\n";
  if (error.code == "cannot_listen") return code(ExitCode::cannot_listen);
  if (error.code == "cannot_store") return code(ExitCode::cannot_store);
  if (error.code == "cannot_secure") return code(ExitCode::cannot_secure);
  if (error.code == "bad_proxy") return code(ExitCode::usage);
  return code(error.code == "file_exists" ? ExitCode::file_exists : ExitCode::failure);
}

int back_up(const dolbang::ops::BackupCommand& command) {
  const auto report = dolbang::store::back_up(command.data / dolbang::ops::store_file, command.file);
  if (!report) return fail_with(report.error());
  std::cout << command.file.string() << " holds " << report->live_rooms << " rooms and " << report->ended_rooms
            << " that have ended, in " << report->events << " events and " << report->bytes
            << " bytes, and is whole. It is the store of a data folder under the name " << dolbang::ops::store_file
            << ".\n";
  return code(ExitCode::ok);
}

int administer(const dolbang::ops::AdminCommand& command) {
  const auto answer = dolbang::net::ask_admin(command.data, command.line);
  if (!answer) return fail_with(answer.error());
  std::cout << *answer;
  return code(ExitCode::ok);
}

}  // namespace

int main(int argc, char** argv) {
  auto parsed = dolbang::ops::parse_command_line(argc, argv);
  if (const auto* early = std::get_if<dolbang::ops::EarlyExit>(&parsed)) {
    (early->code == ExitCode::ok ? std::cout : std::cerr) << early->text;
    return code(early->code);
  }
  if (const auto* backup = std::get_if<dolbang::ops::BackupCommand>(&parsed)) return back_up(*backup);
  if (const auto* admin = std::get_if<dolbang::ops::AdminCommand>(&parsed)) return administer(*admin);
  const auto& config = std::get<dolbang::ops::Config>(parsed);
  dolbang::ops::start_log(config.log_format, config.log_level);

  // Blocked before any thread starts, so that only the wait below gets them.
  const sigset_t signals = awaited_signals(config);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);

  const dolbang::ops::SteadyClock clock;
  const auto server = dolbang::net::Server::start(config, clock);
  if (!server) return fail_with(server.error());
  std::cout << url_to_open(config, (*server)->port()) << std::endl;

  int signal = 0;
  while (sigwait(&signals, &signal) == 0 && signal == SIGHUP) (*server)->read_certificate_again();
  spdlog::info("finishing{}", dolbang::ops::field("signal", signal == SIGINT ? "SIGINT" : "SIGTERM"));
  // A second signal ends the process at once, the way the system does it.
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  (*server)->stop();
  return code(ExitCode::ok);
}
