#include "client-sdl/app/address.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/limits.hpp"

namespace dolbang::app {

namespace {

constexpr std::size_t longest_address = 512;
constexpr std::size_t longest_host = 253;
constexpr std::uint16_t default_port = 7311;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// What chat programs and terminals put around a URL.
std::string_view trim(std::string_view text) {
  constexpr std::string_view around = " \t\r\n\"'<>";
  const auto first = text.find_first_not_of(around);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(around) - first + 1);
}

bool is_code(std::string_view text) {
  return !text.empty() && text.size() <= limits::room_code_bytes &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c) || is_letter(c) || c == '-'; });
}

bool is_host(std::string_view text) {
  return !text.empty() && text.size() <= longest_host && text.front() != '-' && text.front() != '.' &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return is_digit(c) || is_letter(c) || c == '-' || c == '.' || c == '_'; });
}

bool is_ipv6(std::string_view text) {
  return text.size() >= 2 && text.size() <= 45 && text.find(':') != std::string_view::npos &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'f') || c == ':' || c == '.';
         });
}

std::optional<std::uint16_t> port_from(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size() || port == 0) return std::nullopt;
  return port;
}

struct Parts {
  Endpoint server;
  std::string_view path;
};

/// Splits an address into server and path; none when it is no address. What follows ? or # is not for us.
std::optional<Parts> split(std::string_view text) {
  if (text.size() > longest_address) return std::nullopt;
  Parts parts;
  std::uint16_t port = 80;
  if (const auto at = text.find("://"); at != std::string_view::npos) {
    std::string scheme(text.substr(0, at));
    std::transform(scheme.begin(), scheme.end(), scheme.begin(), lower);
    if (scheme == "https" || scheme == "dolbangs") {
      parts.server.tls = true;
      port = 443;
    } else if (scheme != "http" && scheme != "dolbang") {
      return std::nullopt;
    }
    text.remove_prefix(at + 3);
  } else {
    port = default_port;  // typed by hand: what ./run starts
  }
  text = text.substr(0, text.find_first_of("?#"));
  const auto slash = text.find('/');
  std::string_view authority = text.substr(0, slash);
  parts.path = slash == std::string_view::npos ? std::string_view{} : text.substr(slash);

  std::string_view host;
  if (!authority.empty() && authority.front() == '[') {
    const auto close = authority.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    host = authority.substr(1, close - 1);
    authority.remove_prefix(close + 1);
    if (!is_ipv6(host)) return std::nullopt;
  } else {
    host = authority.substr(0, authority.find(':'));
    authority.remove_prefix(host.size());
    if (!is_host(host)) return std::nullopt;
  }
  if (!authority.empty()) {
    const auto given = authority.front() == ':' ? port_from(authority.substr(1)) : std::nullopt;
    if (!given) return std::nullopt;
    port = *given;
  }
  parts.server.host.resize(host.size());
  std::transform(host.begin(), host.end(), parts.server.host.begin(), lower);
  parts.server.port = port;
  return parts;
}

}  // namespace

Expected<Endpoint> parse_server(std::string_view text) {
  const auto parts = split(trim(text));
  if (!parts || (!parts->path.empty() && parts->path != "/"))
    return fail("bad_server", "This is no server address. It looks like http://host:7311.");
  return parts->server;
}

Expected<RoomAddress> parse_room(std::string_view text, std::string_view server) {
  text = trim(text);
  if (is_code(text) && !server.empty()) {
    if (const auto endpoint = parse_server(server)) return RoomAddress{*endpoint, std::string(text)};
  }
  if (const auto parts = split(text)) {
    std::string_view path = parts->path;
    if (path.substr(0, 3) == "/r/") {
      path.remove_prefix(3);
      if (!path.empty() && path.back() == '/') path.remove_suffix(1);
      if (is_code(path)) return RoomAddress{parts->server, std::string(path)};
    }
  }
  return fail("bad_room_url", "This is no room address. It looks like http://host:7311/r/CODE.");
}

std::string to_url(const Endpoint& endpoint) {
  const bool ipv6 = endpoint.host.find(':') != std::string::npos;
  std::string url = endpoint.tls ? "https://" : "http://";
  url += ipv6 ? "[" + endpoint.host + "]" : endpoint.host;
  if (endpoint.port != (endpoint.tls ? 443 : 80)) url += ":" + std::to_string(endpoint.port);
  return url;
}

std::string to_url(const RoomAddress& address) { return to_url(address.server) + "/r/" + address.code; }

}  // namespace dolbang::app
