#pragma once
/// What an operator may set, by flags or by environment variables (a flag wins), and the exit codes.
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "core/limits.hpp"
#include "server/ops/log.hpp"

namespace dolbang::ops {

enum class ExitCode : int {
  ok = 0,
  failure = 1,        ///< something went wrong while running
  usage = 2,          ///< a flag or a variable makes no sense
  cannot_listen = 3,  ///< the port is taken, forbidden, or the address is not ours
  cannot_store = 4,   ///< the data folder or the store in it cannot be used
  file_exists = 5,    ///< a backup would overwrite a file, or cannot be made where it was asked for
  cannot_secure = 6,  ///< the certificate or its key cannot be used
};

/// The store's file in the data folder.
inline constexpr const char* store_file = "dolbang.sqlite";

struct Config {
  std::string address;        ///< empty: all addresses, IPv6 and IPv4
  std::uint16_t port = 7311;  ///< 0: any free port
  std::filesystem::path data = "dolbang-data";
  std::string public_url;                          ///< "https://play.example.org"; empty: from each request's Host
  std::filesystem::path tls_certificate, tls_key;  ///< PEM files; both or none
  std::vector<std::string> trusted_proxies;        ///< addresses and networks whose X-Forwarded-For is believed
  std::vector<std::string> allowed_origins;        ///< pages besides the server's own that may connect; "*": all
  int threads = 0;                                 ///< 0: one a core
  std::string log_level = "info";
  LogFormat log_format = LogFormat::text;
  std::string metrics_address;  ///< "127.0.0.1:9464"; empty: no metrics are served
  bool durable = true;          ///< off: moves are acknowledged before they are stored
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

/// `dolbang-server backup FILE`.
struct BackupCommand {
  std::filesystem::path data;
  std::filesystem::path file;
};

/// `dolbang-server admin close CODE`: a command for the server that runs on this data folder.
struct AdminCommand {
  std::filesystem::path data;
  std::string line;  ///< "close zrb8pc7xxb5c"
};

/// The program ends at once: --help, --version, or a wrong flag (the text says which).
struct EarlyExit {
  ExitCode code = ExitCode::ok;
  std::string text;
};

/// Reads the command line and the environment (DOLBANG_PORT ...).
std::variant<Config, BackupCommand, AdminCommand, EarlyExit> parse_command_line(int argc, const char* const* argv);

}  // namespace dolbang::ops
