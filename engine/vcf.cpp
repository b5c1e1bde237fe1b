// Wins by continuous fours: the command vcf.
#include <chrono>
#include <functional>
#include <memory>

#include "ai/omok/vcf.hpp"
#include "engine/declarations.hpp"
#include "engine/lines.hpp"
#include "games/omok/omok.hpp"

namespace dolbang::engine {
namespace {

struct Args {
  std::string rule = "renju";
  int ms = 1000;
};

Expected<std::string> win_of(std::string_view line, const Args& args, omok_ai::Vcf& vcf) {
  const omok::Rule rule = args.rule == "renju" ? omok::Rule::renju : omok::Rule::freestyle;
  const auto state = omok::parse_board(line, {rule, false, omok::Opening::free});
  if (!state) return tl::unexpected(state.error());
  if (state->over) return "-";
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(args.ms);
  const std::function<bool()> late = [end] { return std::chrono::steady_clock::now() >= end; };
  vcf.set_stop(&late);
  const auto outcome = vcf.solve(omok_ai::Board::from(*state), ~std::uint64_t{0} >> 1);
  vcf.set_stop(nullptr);
  if (outcome != omok_ai::Vcf::Outcome::win) return "-";
  std::string text;
  for (const int p : vcf.line()) text += omok::point_text(p);
  return text;
}

}  // namespace

Run declare_vcf(CLI::App& app) {
  const auto args = std::make_shared<Args>();
  app.add_option("--rule", args->rule, "freestyle or renju")
      ->check(CLI::IsMember({"freestyle", "renju"}))
      ->capture_default_str();
  app.add_option("--ms", args->ms, "Time for each board, in milliseconds")
      ->check(CLI::Range(1, 3600 * 1000))
      ->capture_default_str();
  app.footer(
      "Reads lines \"BOARD b|w\" with the side to move. The answer is the attacker's fours and the answers to them in "
      "turn, "
      "up to the\n"
      "five or the four that cannot be answered, or - where there is no such win or it was not found in time.");
  return [args](Streams& streams) {
    omok_ai::Vcf vcf(20);
    return answer_lines(streams, [&](std::string_view line) { return win_of(line, *args, vcf); });
  };
}

}  // namespace dolbang::engine
