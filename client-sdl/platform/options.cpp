#include "client-sdl/platform/options.hpp"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>

#include "client-sdl/app/address.hpp"

namespace dolbang::platform {

namespace {

constexpr int usage_error = 2;
constexpr std::pair<int, int> smallest_window{360, 480};
constexpr int largest_side = 16384;

std::optional<std::pair<int, int>> window_from(const std::string& text) {
  const auto x = text.find('x');
  if (x == std::string::npos || text.size() > 11) return std::nullopt;
  int width = 0;
  int height = 0;
  if (!CLI::detail::lexical_cast(text.substr(0, x), width) || !CLI::detail::lexical_cast(text.substr(x + 1), height))
    return std::nullopt;
  if (width < smallest_window.first || height < smallest_window.second || width > largest_side || height > largest_side)
    return std::nullopt;
  return std::pair{width, height};
}

}  // namespace

Parsed parse_options(int argc, char** argv) {
  Parsed parsed;
  Options& options = parsed.options;
  std::string language;
  std::string window;

  CLI::App cli("Dolbang: play Reversi or Omok against the AI, with someone beside you, or with a friend by URL.",
               "dolbang");
  cli.set_version_flag("--version", "dolbang " DOLBANG_VERSION);
  cli.add_option("URL", options.url,
                 "A room to open: http://host:7311/r/CODE or https; dolbang:// and dolbangs:// mean the same");
  cli.add_option("--server", options.server, "Where new rooms are made: http://host:7311");
  cli.add_option("--ca-file", options.ca_file,
                 "Certificates (PEM) to trust besides the system's, for https servers with one of their own")
      ->check(CLI::ExistingFile);
  cli.add_option("--lang", language, "Language: en, ko or ja (default: the system's)")
      ->check(CLI::IsMember({"en", "ko", "ja"}));
  cli.add_option("--window", window, "Size of the window, at least 360x480 (default 1280x800)");
  cli.add_flag("--reduce-motion", options.reduce_motion, "Discs flip at once, without movement");
  cli.add_flag("--flat", options.flat, "Without the 3D board, as on a display without OpenGL 3.3: play by the table");
  cli.add_option("--data", options.data, "Folder of the settings and seats (default: the XDG folders)");
  cli.add_option("--screenshot", options.screenshot, "Write a picture of the window (PNG) to this file and end");
  cli.footer("DOLBANG_TRACE=FILE appends one JSON line to FILE whenever what is shown changes.");

  try {
    cli.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    parsed.exit_code = cli.exit(error) == 0 ? EXIT_SUCCESS : usage_error;
    return parsed;
  }

  const auto refuse = [&](const std::string& why) {
    std::cerr << "dolbang: " << why << "\nRun dolbang --help for more information.\n";
    parsed.exit_code = usage_error;
  };
  if (!window.empty()) {
    if (const auto size = window_from(window)) {
      options.window = *size;
    } else {
      refuse("--window wants WIDTHxHEIGHT, at least 360x480, not '" + window + "'.");
    }
  }
  if (!options.server.empty()) {
    if (const auto server = app::parse_server(options.server); !server)
      refuse("--server '" + options.server + "': " + server.error().message);
  }
  if (!options.url.empty()) {
    if (const auto room = app::parse_room(options.url, options.server); !room)
      refuse("'" + options.url + "': " + room.error().message);
  }
  if (language == "en") options.language = app::Language::english;
  if (language == "ko") options.language = app::Language::korean;
  if (language == "ja") options.language = app::Language::japanese;
  return parsed;
}

}  // namespace dolbang::platform
