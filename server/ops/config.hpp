#pragma once
/// What an operator may set, by flags or by environment variables (a flag wins), and the exit codes.
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>

#include "core/limits.hpp"

namespace dolbang::ops {

enum class ExitCode : int {
  ok = 0,
  failure = 1,        ///< something went wrong while running
  usage = 2,          ///< a flag or a variable makes no sense
  cannot_listen = 3,  ///< the port is taken, forbidden, or the address is not ours
  cannot_store = 4,   ///< the data folder or the store in it cannot be used
};

struct Config {
  std::string address;        ///< empty: all addresses, IPv6 and IPv4
  std::uint16_t port = 7311;  ///< 0: any free port
  std::filesystem::path data = "dolbang-data";
  std::string public_url;  ///< "https://play.example.org"; empty: from each request's Host
  int threads = 0;         ///< 0: one a core
  std::string log_level = "info";
  bool durable = true;  ///< off: moves are acknowledged before they are stored
  std::chrono::milliseconds absence_grace = limits::absence_grace;
  std::chrono::milliseconds room_idle = limits::room_idle_time;
  std::size_t connections = limits::connections;
  std::size_t connections_per_address = limits::connections_per_address;
  std::size_t rooms_created_per_minute = limits::rooms_created_per_minute;
  std::size_t frames_per_second = limits::frames_per_second;

  // Not flags: what a test makes shorter.
  std::chrono::milliseconds handshake_time = limits::handshake_time;
  std::chrono::milliseconds hello_time = limits::hello_time;
  std::chrono::milliseconds ping_interval = limits::ping_interval;
  std::chrono::milliseconds idle_time = limits::idle_time;
};

/// The program ends at once: --help, --version, or a wrong flag (the text says which).
struct EarlyExit {
  ExitCode code = ExitCode::ok;
  std::string text;
};

/// Reads the command line and the environment (DOLBANG_PORT ...).
std::variant<Config, EarlyExit> parse_command_line(int argc, const char* const* argv);

}  // namespace dolbang::ops
