#include "client-sdl/platform/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace dolbang::platform {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t longest_file = 64 * 1024;

/// An XDG base folder: the variable when it is set to an absolute path, else a folder of the home folder.
fs::path xdg_folder(const char* variable, const char* in_home) {
  if (const char* set = std::getenv(variable); set && set[0] == '/') return fs::path(set) / "dolbang";
  const char* home = std::getenv("HOME");
  return fs::path(home && home[0] ? home : ".") / in_home / "dolbang";
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fsync(file) == 0;
}

}  // namespace

FileStorage::FileStorage(const std::string& data)
    : config_(data.empty() ? xdg_folder("XDG_CONFIG_HOME", ".config") : fs::path(data)),
      state_(data.empty() ? xdg_folder("XDG_STATE_HOME", ".local/state") : fs::path(data)) {}

fs::path FileStorage::path_of(std::string_view name) const {
  return (name == "settings.json" ? config_ : state_) / fs::path(name);
}

std::optional<std::string> FileStorage::read(std::string_view name) { return read_file(path_of(name), longest_file); }

bool FileStorage::write(std::string_view name, std::string_view text) {
  const fs::path path = path_of(name);
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) return false;
  std::string temporary = path.string() + ".XXXXXX";
  const int file = ::mkstemp(temporary.data());  // made with mode 0600
  if (file < 0) return false;
  const bool written = write_all(file, text);
  const bool closed = ::close(file) == 0;
  if (written && closed && ::rename(temporary.c_str(), path.c_str()) == 0) return true;
  ::unlink(temporary.c_str());
  return false;
}

void FileStorage::set_aside(std::string_view name) {
  const fs::path path = path_of(name);
  fs::path kept = path;
  kept += ".corrupt";
  std::error_code error;
  fs::rename(path, kept, error);
}

std::optional<std::string> read_file(const fs::path& path, std::size_t longest) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  if (error || size > longest) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace dolbang::platform
