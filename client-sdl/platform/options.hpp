#pragma once
/// The command line of `dolbang`, checked as far as it can be without a window.
#include <optional>
#include <string>
#include <utility>

#include "client-sdl/app/model.hpp"

namespace dolbang::platform {

struct Options {
  std::string url;      ///< a room to open; empty: the start screen
  std::string server;   ///< empty: the saved one
  std::string ca_file;  ///< certificates to trust besides the system's; empty: none
  std::optional<app::Language> language;
  std::pair<int, int> window{1280, 800};
  bool reduce_motion = false;
  bool flat = false;       ///< no 3D board
  std::string data;        ///< folder of settings and seats; empty: the XDG folders
  std::string screenshot;  ///< write the first settled frame here and end
};

/// Reads the command line; or says, with the exit code, that the program has nothing more to do (after --help, after
/// an error, which is already told on stderr).
struct Parsed {
  Options options;
  std::optional<int> exit_code;
};
Parsed parse_options(int argc, char** argv);

}  // namespace dolbang::platform
