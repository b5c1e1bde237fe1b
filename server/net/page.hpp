#pragma once
/// The pages for a person whose browser opened a link, as pure text: they hold everything they need,
/// ask nothing of another host, and looking at one changes nothing (F04).
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "notation/record.hpp"
#include "proto/messages.hpp"

namespace dolbang::net {

enum class Language : std::uint8_t { english, korean, japanese };

/// The best of the three languages for an Accept-Language header; English when it names none of them.
Language language_from(std::string_view accept_language);

/// What a stranger with the link may know of a room.
struct RoomSummary {
  std::string code;
  std::string game;
  std::string variant;
  proto::Phase phase = proto::Phase::waiting;
  std::string black;  ///< names as the players gave them; may be empty
  std::string white;
  bool ended = false;
  int game_number = 1;
  std::optional<notation::Record> record;  ///< of that game, when it is over or the room has ended
  /// What this code is good for: the room's, the spectators', or the room's where they play alone.
  enum class Visitor : std::uint8_t { guest, spectator, shut_out };
  Visitor visitor = Visitor::guest;
};

std::string room_page(const RoomSummary& room, std::string_view base_url, Language language);
std::string landing_page(std::string_view base_url, Language language);
std::string not_found_page(Language language);

/// The value of Content-Security-Policy: nothing but the pages' own style and script.
const std::string& content_security_policy();

/// Text made safe inside HTML and inside quoted attributes.
std::string escape_html(std::string_view text);

}  // namespace dolbang::net
