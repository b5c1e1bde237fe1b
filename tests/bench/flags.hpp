#pragma once
/// The command lines of the measuring programs.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace dolbang::bench {

/// Reads the flags, or ends the program: 0 after --help, 2 after a mistake, which is told.
inline void parse_or_exit(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::exit(app.exit(error) == 0 ? 0 : 2);
  }
}

/// A flag whose value is a whole number of the duration's unit.
template <class Duration>
CLI::Option* add_duration(CLI::App& app, const std::string& flag, Duration& into, const std::string& text) {
  return app.add_option_function<std::uint32_t>(flag, [&into](std::uint32_t count) { into = Duration(count); }, text);
}

}  // namespace dolbang::bench
