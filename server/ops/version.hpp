#pragma once
#include <string_view>

namespace dolbang::ops {

/// What the server calls itself, in Welcome and for --version.
inline constexpr std::string_view server_name = "dolbang-server/" DOLBANG_VERSION;

}  // namespace dolbang::ops
