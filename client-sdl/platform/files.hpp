#pragma once
/// Where the client keeps its few files: the settings in the user's configuration folder, the seats (secrets!) in the
/// state folder, both readable by the user alone. A file is replaced by rename, so a crash leaves the old or the new.
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "client-sdl/app/ports.hpp"
#include "core/error.hpp"

namespace dolbang::platform {

class FileStorage final : public app::Storage {
 public:
  /// `data` holds everything when given (--data); else the XDG folders do.
  explicit FileStorage(const std::string& data);

  std::optional<std::string> read(std::string_view name) override;
  bool write(std::string_view name, std::string_view text) override;
  void set_aside(std::string_view name) override;

 private:
  std::filesystem::path path_of(std::string_view name) const;

  std::filesystem::path config_;
  std::filesystem::path state_;
};

/// A whole file of at most `longest` bytes; none when it cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& path, std::size_t longest);

}  // namespace dolbang::platform
