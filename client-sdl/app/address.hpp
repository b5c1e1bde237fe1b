#pragma once
/// The addresses people paste: servers and rooms. Anything may be pasted; nothing but a well-formed address gets
/// through, and every refusal says what an address looks like.
#include <cstdint>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace dolbang::app {

struct Endpoint {
  bool tls = false;
  std::string host;  ///< a name, an IPv4 address, or an IPv6 address without brackets
  std::uint16_t port = 0;
  friend bool operator==(const Endpoint&, const Endpoint&) = default;
};

struct RoomAddress {
  Endpoint server;
  std::string code;
  friend bool operator==(const RoomAddress&, const RoomAddress&) = default;
};

/// "http://host:port", "https://host", "dolbang://host:port" (http) or "dolbangs://host" (https), a path is refused but
/// "/". The scheme may be left out (http). Error "bad_server".
Expected<Endpoint> parse_server(std::string_view text);

/// "http://host:port/r/CODE", and the other schemes alike. A bare CODE is a room of `server`, when that is given.
/// Error "bad_room_url".
Expected<RoomAddress> parse_room(std::string_view text, std::string_view server = {});

/// "http://host:port", the port left out when it is the scheme's own.
std::string to_url(const Endpoint& endpoint);
std::string to_url(const RoomAddress& address);

}  // namespace dolbang::app
