#include "server/ops/url.hpp"

#include <algorithm>

namespace dolbang::ops {

namespace {

constexpr std::size_t host_bytes = 253 + 6;  // the longest DNS name and a port

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_alnum(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_name_char(char c) { return is_alnum(c) || c == '.' || c == '-' || c == '_'; }
bool is_v6_char(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == ':' || c == '.';
}

bool is_port(std::string_view text) {
  return !text.empty() && text.size() <= 5 && std::all_of(text.begin(), text.end(), is_digit);
}

bool same_name(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

std::string_view without_scheme(std::string_view base) {
  const auto at = base.find("://");
  return at == std::string_view::npos ? base : base.substr(at + 3);
}

}  // namespace

bool is_host(std::string_view text) {
  if (text.empty() || text.size() > host_bytes) return false;
  std::string_view port;
  if (text.front() == '[') {
    const auto close = text.find(']');
    if (close == std::string_view::npos || close < 3) return false;
    const auto address = text.substr(1, close - 1);
    if (!std::all_of(address.begin(), address.end(), is_v6_char)) return false;
    port = text.substr(close + 1);
  } else {
    const auto colon = text.find(':');
    const auto name = text.substr(0, colon);
    if (name.empty() || !is_alnum(name.front()) || !std::all_of(name.begin(), name.end(), is_name_char)) return false;
    port = colon == std::string_view::npos ? std::string_view() : text.substr(colon);
  }
  return port.empty() || (port.front() == ':' && is_port(port.substr(1)));
}

Expected<std::string> normal_public_url(std::string_view text) {
  const bool http = text.starts_with("http://");
  if (!http && !text.starts_with("https://"))
    return fail("bad_url", "write it with its scheme, such as http://play.example.org");
  if (text.ends_with('/')) text.remove_suffix(1);
  if (!is_host(without_scheme(text)))
    return fail("bad_url", "give only scheme, host and port, such as http://play.example.org:8080");
  return std::string(text);
}

std::string base_url(std::string_view public_url, bool secure, std::string_view host) {
  if (!public_url.empty()) return std::string(public_url);
  if (!is_host(host)) return {};
  return (secure ? "https://" : "http://") + std::string(host);
}

bool is_own_origin(std::string_view origin, std::string_view public_url, std::string_view host,
                   const std::vector<std::string>& allowed) {
  // By name alone: behind a proxy only the browser knows whether it is https.
  const std::string_view own = public_url.empty() ? host : without_scheme(public_url);
  if (origin.find("://") != std::string_view::npos && !own.empty() && same_name(without_scheme(origin), own))
    return true;
  return std::any_of(allowed.begin(), allowed.end(),
                     [&](const std::string& one) { return one == "*" || same_name(one, origin); });
}

std::string room_url(std::string_view base, std::string_view code) {
  return std::string(base) + "/r/" + std::string(code);
}

std::string desktop_url(std::string_view base, std::string_view code) {
  return (base.starts_with("https://") ? "dolbangs://" : "dolbang://") + std::string(without_scheme(base)) + "/r/" +
         std::string(code);
}

}  // namespace dolbang::ops
