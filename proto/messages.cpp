#include "proto/messages.hpp"

#include <array>
#include <cstddef>

namespace dolbang::proto {
namespace {

// In the order of the enumerations.
constexpr std::array<std::string_view, 3> phases{"waiting", "playing", "over"};
constexpr std::array<std::string_view, 17> event_kinds{
    "joined",    "moved", "resigned", "agreed", "restarted", "replaced", "reclaiming", "granted", "claimed",
    "timed_out", "asked", "declined", "undone", "paused",    "resumed",  "clock",      "unknown"};
constexpr std::array<std::string_view, 2> spectators_names{"link", "nobody"};
constexpr std::array<std::string_view, 2> questions{"undo", "pause"};

template <class Enum, std::size_t n>
std::optional<Enum> from(const std::array<std::string_view, n>& names, std::string_view text) {
  for (std::size_t i = 0; i < n; ++i)
    if (names[i] == text) return static_cast<Enum>(i);
  return std::nullopt;
}

}  // namespace

std::string_view to_string(Phase phase) { return phases[static_cast<std::size_t>(phase)]; }
std::optional<Phase> phase_from(std::string_view text) { return from<Phase>(phases, text); }

std::string_view to_string(EventKind kind) { return event_kinds[static_cast<std::size_t>(kind)]; }
std::optional<EventKind> event_kind_from(std::string_view text) { return from<EventKind>(event_kinds, text); }

std::string_view to_string(Spectators spectators) { return spectators_names[static_cast<std::size_t>(spectators)]; }
std::optional<Spectators> spectators_from(std::string_view text) { return from<Spectators>(spectators_names, text); }

std::string_view to_string(Question question) { return questions[static_cast<std::size_t>(question)]; }
std::optional<Question> question_from(std::string_view text) { return from<Question>(questions, text); }

}  // namespace dolbang::proto
