// dolbang: the desktop client. Puts the parts together; each is described in its own header.
#include <SDL.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>

#include "client-sdl/app/app.hpp"
#include "client-sdl/platform/engine_thread.hpp"
#include "client-sdl/platform/files.hpp"
#include "client-sdl/platform/options.hpp"
#include "client-sdl/platform/shell.hpp"
#include "client-sdl/platform/transport_beast.hpp"
#include "client-sdl/platform/wake.hpp"
#include "client-sdl/platform/window.hpp"

namespace {

using namespace dolbang;

int refuse(const Error& error) {
  std::fprintf(stderr, "dolbang: %s\n", error.message.c_str());
  return EXIT_FAILURE;
}

std::uint64_t random_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

int play(const platform::Options& options) {
  const auto video = platform::Video::start();
  if (!video) return refuse(video.error());
  const auto window = platform::Window::open(options.window.first, options.window.second, options.flat);
  if (!window) return refuse(window.error());

  platform::Wake wake;
  const auto wake_loop = [&wake] { wake(); };
  platform::FileStorage storage(options.data);
  platform::EngineThread engines(wake_loop);
  platform::BeastTransports transports(wake_loop, options.ca_file);
  app::App app({engines, transports, storage, random_seed()});
  if (!options.server.empty()) app.set_server(options.server);
  platform::Shell shell(app, **window, wake, {options.reduce_motion, options.language, options.screenshot});
  if (!options.url.empty()) app.join_room(options.url);
  return shell.run();
}

}  // namespace

int main(int argc, char** argv) {
  const auto parsed = platform::parse_options(argc, argv);
  if (parsed.exit_code) return *parsed.exit_code;
  try {
    return play(parsed.options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "dolbang: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
