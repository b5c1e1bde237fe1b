#pragma once
/// What the client keeps on the device, as JSON text: the settings and the secrets of its seats.
///
/// Reading is strict where it matters (a text that is not ours at all is an error, so that it can be set aside) and
/// lenient where it does not (an unknown or odd field takes its default, so that an older or newer program's file
/// still works).
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client-sdl/app/model.hpp"
#include "core/error.hpp"

namespace dolbang::app {

std::string settings_text(const Settings& settings);
/// Error "corrupt".
Expected<Settings> parse_settings(std::string_view text);

/// A seat this device holds. The secret is all it takes to play there.
struct SavedSeat {
  std::string server;  ///< to_url(Endpoint)
  std::string room;
  std::string secret;
  friend bool operator==(const SavedSeat&, const SavedSeat&) = default;
};

/// The seats, newest last; the oldest are forgotten beyond `maximum`.
class SavedSeats {
 public:
  static constexpr std::size_t maximum = 64;

  /// Error "corrupt".
  static Expected<SavedSeats> parse(std::string_view text);
  std::string text() const;
  const SavedSeat* find(std::string_view server, std::string_view room) const;
  const SavedSeat* newest() const { return seats_.empty() ? nullptr : &seats_.back(); }
  void keep(SavedSeat seat);
  void forget(std::string_view server, std::string_view room);

 private:
  std::vector<SavedSeat> seats_;
};

}  // namespace dolbang::app
