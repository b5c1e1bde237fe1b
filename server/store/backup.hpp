#pragma once
/// A copy of a store while its server runs: one snapshot, as if the power had failed at that moment, which is what the
/// store is built to survive. The server is not slowed by it but for the disk's sake; its log may grow meanwhile.
#include <cstdint>
#include <filesystem>

#include "core/error.hpp"

namespace dolbang::store {

struct BackupReport {
  std::uint64_t live_rooms = 0;
  std::uint64_t ended_rooms = 0;
  std::uint64_t events = 0;
  std::uint64_t bytes = 0;
};

/// Copies the store `file` to `copy`, makes sure that it is on the disk, and reads the whole copy through SQLite's
/// integrity check. Errors, none of which leaves a copy behind: "cannot_store" (`file` is not there or no store of
/// ours), "file_exists" (`copy` is there already, or cannot be made), "bad_copy" (it could not be written to its end,
/// or is damaged).
Expected<BackupReport> back_up(const std::filesystem::path& file, const std::filesystem::path& copy);

}  // namespace dolbang::store
