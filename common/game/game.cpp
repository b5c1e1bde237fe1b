#include "game/game.hpp"

#include <utility>

namespace dolbang {
namespace {
constexpr std::array<std::pair<EndReason, std::string_view>, 9> reasons{{
    {EndReason::board_full, "board_full"},
    {EndReason::wiped_out, "wiped_out"},
    {EndReason::no_moves, "no_moves"},
    {EndReason::resigned, "resigned"},
    {EndReason::five_in_row, "five_in_row"},
    {EndReason::all_forbidden, "all_forbidden"},
    {EndReason::forbidden_point, "forbidden_point"},
    {EndReason::timed_out, "timed_out"},
    {EndReason::abandoned, "abandoned"},
}};
}  // namespace

std::string_view to_string(EndReason reason) {
  for (const auto& [value, text] : reasons)
    if (value == reason) return text;
  return "unknown";
}

std::optional<EndReason> end_reason_from(std::string_view text) {
  for (const auto& [value, name] : reasons)
    if (name == text) return value;
  return std::nullopt;
}

}  // namespace dolbang
