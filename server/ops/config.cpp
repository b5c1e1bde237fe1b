#include "server/ops/config.hpp"

#include <CLI/CLI.hpp>
#include <sstream>

#include "server/ops/url.hpp"
#include "server/ops/version.hpp"

namespace dolbang::ops {

namespace {

constexpr const char* footer =
    R"(Each flag may be given as an environment variable instead, DOLBANG_PORT for --port and so on.
Exit codes: 0 ended as asked, 1 failed while running, 2 wrong usage, 3 cannot listen on the address
and port, 4 cannot use the data folder, 5 would overwrite a file or cannot make it (backup),
6 cannot use the certificate or its key.)";

/// The command that `admin` was given, if it was; the texts are filled in by CLI11.
struct AdminOptions {
  explicit AdminOptions(CLI::App& app)
      : admin(app.add_subcommand("admin", "Looks after the server that runs on the data folder")) {
    admin->fallthrough()->require_subcommand(1);
    add("list", "Lists its rooms: code, game, phase, who is there, who watches, moves, age");
    add("close", "Ends a room for good; the people in it are told", "CODE");
    add("ban", "Sends an address or a network away and keeps it out", "ADDRESS");
    add("unban", "Lets it in again", "ADDRESS");
    add("bans", "Lists what is banned");
  }
  std::string line() const {
    const std::string name = admin->get_subcommands().front()->get_name();
    return what.empty() ? name : name + " " + what;
  }

  CLI::App* const admin;
  std::string what;

 private:
  void add(const std::string& name, const std::string& text, const std::string& argument = {}) {
    CLI::App* const command = admin->add_subcommand(name, text)->fallthrough();
    if (!argument.empty()) command->add_option(argument, what)->required();
  }
};

}  // namespace

std::variant<Config, BackupCommand, AdminCommand, EarlyExit> parse_command_line(int argc, const char* const* argv) {
  Config config;
  CLI::App app("Dolbang's room server: friends play by URL. HTTP and WebSocket on one port.", "dolbang-server");
  app.footer(footer);
  app.set_version_flag("--version", std::string(server_name));
  std::string durable = "on";
  std::string log_format = "text";
  double idle_days = std::chrono::duration<double, std::ratio<86400>>(config.room_idle).count();
  double grace = std::chrono::duration<double>(config.absence_grace).count();
  app.add_option("--port", config.port, "TCP port; 0 takes any free one and prints it")
      ->envname("DOLBANG_PORT")
      ->capture_default_str();
  app.add_option("--address,--listen", config.address, "Address to listen on; without it all, IPv6 and IPv4")
      ->envname("DOLBANG_ADDRESS");
  app.add_option("--data", config.data, "Folder of the store; made when missing")
      ->envname("DOLBANG_DATA")
      ->capture_default_str();
  app.add_option("--public-url", config.public_url,
                 "The address people reach this server by, such as http://play.example.org; without it the "
                 "name in each request is used")
      ->envname("DOLBANG_PUBLIC_URL");
  auto* const certificate =
      app.add_option("--tls-cert", config.tls_certificate,
                     "Speak https: the certificate with its chain (PEM); SIGHUP reads it and the key again")
          ->envname("DOLBANG_TLS_CERT");
  auto* const key =
      app.add_option("--tls-key", config.tls_key, "The private key of --tls-cert (PEM)")->envname("DOLBANG_TLS_KEY");
  certificate->needs(key);
  key->needs(certificate);
  app.add_option("--trusted-proxy", config.trusted_proxies,
                 "Address or network (10.0.0.0/8) of a proxy whose X-Forwarded-For and -Proto are believed; may be "
                 "repeated")
      ->envname("DOLBANG_TRUSTED_PROXY")
      ->delimiter(',');
  app.add_option("--allow-origin", config.allowed_origins,
                 "Web page origin that may connect besides the server's own, such as https://example.org; * is any; "
                 "may be repeated")
      ->envname("DOLBANG_ALLOW_ORIGIN")
      ->delimiter(',');
  app.add_option("--threads", config.threads, "Network threads; 0 is one a core")
      ->envname("DOLBANG_THREADS")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
  app.add_option("--log-level", config.log_level, "trace, debug, info, warning, error or off")
      ->envname("DOLBANG_LOG_LEVEL")
      ->check(CLI::IsMember({"trace", "debug", "info", "warning", "error", "off"}))
      ->capture_default_str();
  app.add_option("--log-format", log_format, "text: a sentence and key=value fields; json: an object a line")
      ->envname("DOLBANG_LOG_FORMAT")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  app.add_option("--metrics-address", config.metrics_address,
                 "Address and port, such as 127.0.0.1:9464, for Prometheus at /metrics, and /readyz; without it "
                 "no metrics are served")
      ->envname("DOLBANG_METRICS_ADDRESS");
  app.add_option("--durable", durable, "on: a move is seen only after it is on the disk; off: for measuring")
      ->envname("DOLBANG_DURABLE")
      ->check(CLI::IsMember({"on", "off"}))
      ->capture_default_str();
  app.add_option("--absence-grace", grace, "Seconds of absence after which the AI may take the seat")
      ->envname("DOLBANG_ABSENCE_GRACE")
      ->check(CLI::Range(0.0, 86400.0))
      ->capture_default_str();
  app.add_option("--room-idle", idle_days,
                 "Days without anybody after which a room ends; while the server is down they "
                 "do not count")
      ->envname("DOLBANG_ROOM_IDLE")
      ->check(CLI::Range(0.0001, 36500.0))
      ->capture_default_str();
  app.add_option("--connections", config.connections, "Most connections at a time")
      ->envname("DOLBANG_CONNECTIONS")
      ->check(CLI::Range(1, 10000000))
      ->capture_default_str();
  app.add_option("--connections-per-address", config.connections_per_address, "Most connections of one address")
      ->envname("DOLBANG_CONNECTIONS_PER_ADDRESS")
      ->check(CLI::Range(1, 10000000))
      ->capture_default_str();
  app.add_option("--rooms-per-minute", config.rooms_created_per_minute, "Most rooms one address may create a minute")
      ->envname("DOLBANG_ROOMS_PER_MINUTE")
      ->check(CLI::Range(1, 10000000))
      ->capture_default_str();
  app.add_option("--frames-per-second", config.frames_per_second,
                 "Most frames a connection may send a second, over ten seconds")
      ->envname("DOLBANG_FRAMES_PER_SECOND")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();

  app.require_subcommand(0, 1);
  BackupCommand backup;
  const CLI::App* const backing_up =
      app.add_subcommand("backup", "Copies the store into a new file, also while its server runs")->fallthrough();
  app.get_subcommand("backup")->add_option("FILE", backup.file, "The copy; must not be there yet")->required();
  AdminOptions admin(app);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    const int code = app.exit(error, out, out);
    return EarlyExit{code == 0 ? ExitCode::ok : ExitCode::usage, out.str()};
  }
  if (!config.public_url.empty()) {
    auto url = normal_public_url(config.public_url);
    if (!url) return EarlyExit{ExitCode::usage, "--public-url: " + url.error().message + "\n"};
    config.public_url = *std::move(url);
  }
  if (*backing_up) return BackupCommand{config.data, backup.file};
  if (*admin.admin) return AdminCommand{config.data, admin.line()};
  config.durable = durable == "on";
  config.log_format = log_format == "json" ? LogFormat::json : LogFormat::text;
  config.absence_grace = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::duration<double>(grace));
  config.room_idle = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::duration<double, std::ratio<86400>>(idle_days));
  return config;
}

}  // namespace dolbang::ops
