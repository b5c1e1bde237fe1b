#pragma once
/// The few URLs this server builds. A Host header comes from strangers and ends up in pages and in the
/// URL a friend is sent, so it is checked before use.
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace dolbang::ops {

/// Whether a text is `name`, `name:port`, `1.2.3.4:port` or `[v6]:port` and nothing else.
bool is_host(std::string_view text);

/// Checks --public-url: http or https, a host, no path but an optional final slash (removed).
Expected<std::string> normal_public_url(std::string_view text);

/// The base URL for a request: the configured one, else from its Host header, else empty. `secure`: it came by https.
std::string base_url(std::string_view public_url, bool secure, std::string_view host);

/// Whether a browser's page may use this server: pages of the server itself (its public URL, or the Host the page was
/// asked for), and of the origins that are allowed besides ("*": all).
bool is_own_origin(std::string_view origin, std::string_view public_url, std::string_view host,
                   const std::vector<std::string>& allowed);

/// "http://host/r/CODE".
std::string room_url(std::string_view base, std::string_view code);

/// The same for the desktop client: "dolbang://host/r/CODE", or with dolbangs:// for https.
std::string desktop_url(std::string_view base, std::string_view code);

}  // namespace dolbang::ops
