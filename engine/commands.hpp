#pragma once
/// The table of what dolbang-engine can do.
///
/// A command declares its arguments on the subcommand it is given and returns what runs it once they are read. Streams
/// are arguments, so that a test runs a command without a process.
#include <CLI/CLI.hpp>

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace dolbang::engine {

struct Streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
};

/// Exit codes of the program.
inline constexpr int exit_ok = 0;
inline constexpr int exit_bad_line = 1;  ///< at least one line could not be answered, or work failed
inline constexpr int exit_usage = 2;

/// Runs a command whose arguments have been read; returns the exit code.
using Run = std::function<int(Streams&)>;

/// `dolbang-engine NAME ...`
struct Command {
  std::string name;
  std::string summary;
  Run (*declare)(CLI::App& app);
};
const std::vector<Command>& commands();

/// `dolbang-engine --protocol NAME`: a conversation with another program over standard input and output.
struct Protocol {
  std::string name;
  std::string summary;
  int (*run)(Streams& streams);
};
const std::vector<Protocol>& protocols();

/// The whole program but for the process's own streams.
int run_program(int argc, const char* const* argv, Streams& streams);

}  // namespace dolbang::engine
