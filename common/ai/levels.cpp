#include "ai/levels.hpp"

namespace dolbang {
namespace {
constexpr std::array<std::string_view, 7> ids{"novice", "easy", "casual", "medium", "strong", "hard", "max"};

using namespace std::chrono_literals;

constexpr std::array<LevelContract, 7> reversi_ladder{{
    {.level = Level::novice, .depth = 0},
    {.level = Level::easy, .depth = 0},
    {.level = Level::casual, .depth = 2},
    {.level = Level::medium, .depth = 4, .solve_empties = 10, .perfect_empties = 10},
    {.level = Level::strong, .time = 500ms, .solve_empties = 14, .perfect_empties = 14},
    {.level = Level::hard, .time = 1500ms, .solve_empties = 20, .perfect_empties = 14},
    {.level = Level::max, .time = 5000ms, .solve_empties = 24, .perfect_empties = 18, .all_threads = true},
}};

constexpr std::array<LevelContract, 7> omok_ladder{{
    {.level = Level::novice, .depth = 0},
    {.level = Level::easy, .depth = 0},
    {.level = Level::casual, .depth = 2},
    {.level = Level::medium, .depth = 4, .vcf = true},
    {.level = Level::strong, .time = 500ms, .vcf = true, .vcf_defence = true},
    {.level = Level::hard, .time = 1500ms, .vcf = true, .vcf_defence = true},
    {.level = Level::max, .time = 5000ms, .vcf = true, .vcf_defence = true, .vct = true, .all_threads = true},
}};

}  // namespace

std::string_view to_string(Level level) { return ids[static_cast<std::size_t>(level)]; }

std::optional<Level> level_from(std::string_view text) {
  for (const Level level : all_levels)
    if (to_string(level) == text) return level;
  return std::nullopt;
}

std::optional<LevelContract> contract_of(std::string_view game, Level level) {
  if (game == "reversi") return reversi_ladder[static_cast<std::size_t>(level)];
  if (game == "omok") return omok_ladder[static_cast<std::size_t>(level)];
  return std::nullopt;
}

std::string to_text(const LevelContract& contract) {
  const auto yes_no = [](bool yes) { return std::string(yes ? "yes" : "no"); };
  std::string text(to_string(contract.level));
  text += " depth=" + (contract.depth ? std::to_string(*contract.depth) : "-");
  text += " ms=" + (contract.time ? std::to_string(contract.time->count()) : "-");
  text += " solve=" + std::to_string(contract.solve_empties);
  text += " perfect=" + std::to_string(contract.perfect_empties);
  text += " vcf=" + yes_no(contract.vcf) + " vcf-defence=" + yes_no(contract.vcf_defence);
  text += " vct=" + yes_no(contract.vct);
  text += std::string(" threads=") + (contract.all_threads ? "all" : "1");
  return text;
}

}  // namespace dolbang
