#pragma once
/// The last position of a game as a picture for the room's page: inline SVG without style or script, each stone with
/// the number of the move that placed it, as clubs print games.
#include <string>
#include <string_view>

#include "match/match.hpp"

namespace dolbang::net {

/// Empty for a game whose board is not known here. `label` is what a screen reader says of it.
std::string diagram(const Match& match, std::string_view label);

}  // namespace dolbang::net
