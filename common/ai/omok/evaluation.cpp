#include "ai/omok/evaluation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>

namespace dolbang::omok_ai {
namespace {

// By Pattern.
constexpr std::array<int, pattern_count> pattern_worth{0, 0, 1, 2, 4, 10, 13, 14, 22, 26, 26, 30, 60, 60};
constexpr std::array<int, pattern_count> pattern_order{0, 0, 2, 4, 8, 20, 26, 28, 60, 70, 60, 80, 400, 2000};
// By Threat: what the whole is worth beyond its parts.
constexpr std::array<int, threat_count> moving_bonus{0, 0, 0, 8, 10, 25, 90, 10, 30, 160, 250, 400};
constexpr std::array<int, threat_count> waiting_bonus{0, 0, 0, 4, 4, 12, 40, 4, 14, 60, 60, 80};
constexpr std::array<int, threat_count> order_bonus{0, 0, 0, 15, 10, 30, 150, 0, 40, 250, 600, 4000};

struct Features {
  std::array<std::int16_t, 1 << 16> of;
  Features() {
    of.fill(-1);
    // Sorted codes in rising order get the numbers.
    std::int16_t next = 0;
    for (unsigned code = 0; code < 1u << 16; ++code) {
      std::array<unsigned, 4> patterns{code & 15, (code >> 4) & 15, (code >> 8) & 15, code >> 12};
      if (*std::max_element(patterns.begin(), patterns.end()) >= pattern_count) continue;
      std::sort(patterns.begin(), patterns.end(), std::greater<>());
      const unsigned sorted = patterns[0] << 12 | patterns[1] << 8 | patterns[2] << 4 | patterns[3];
      of[code] = sorted == code ? next++ : std::int16_t{-1};
    }
    for (unsigned code = 0; code < 1u << 16; ++code) {
      std::array<unsigned, 4> patterns{code & 15, (code >> 4) & 15, (code >> 8) & 15, code >> 12};
      if (*std::max_element(patterns.begin(), patterns.end()) >= pattern_count) continue;
      std::sort(patterns.begin(), patterns.end(), std::greater<>());
      of[code] = of[patterns[0] << 12 | patterns[1] << 8 | patterns[2] << 4 | patterns[3]];
    }
  }
};

const Features& features() {
  static const auto all = std::make_unique<Features>();
  return *all;
}

std::array<std::array<std::uint8_t, points>, points> all_nearness() {
  std::array<std::array<std::uint8_t, points>, points> all;
  for (int a = 0; a < points; ++a)
    for (int b = 0; b < points; ++b) {
      const int columns = std::abs(omok::column_of(a) - omok::column_of(b));
      const int rows = std::abs(omok::row_of(a) - omok::row_of(b));
      const bool in_line = columns == 0 || rows == 0 || columns == rows;
      all[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] =
          static_cast<std::uint8_t>(2 * std::min(std::max(columns, rows), 7) + in_line);
    }
  return all;
}

const std::array<std::array<std::uint8_t, points>, points> nearness = all_nearness();

}  // namespace

std::size_t nearness_of(int last, int p) {
  return last < 0 ? 0 : nearness[static_cast<std::size_t>(last)][static_cast<std::size_t>(p)];
}

std::size_t feature_of(Code code) { return static_cast<std::size_t>(features().of[code]); }

PointFacts evaluate_by_hand(Rule rule, Side side, Code code, Threat threat) {
  PointFacts facts;
  facts.threat = threat;
  int worth = 0, order = 0, open_threes = 0;
  for (int d = 0; d < 4; ++d) {
    const int pattern = (code >> (4 * d)) & 15;
    if (pattern >= pattern_count) return {};
    worth += pattern_worth[static_cast<std::size_t>(pattern)];
    order += pattern_order[static_cast<std::size_t>(pattern)];
    const Pattern kind = static_cast<Pattern>(pattern);
    open_threes += kind == Pattern::open_three || kind == Pattern::gap_three;
  }
  facts.double_three = open_threes >= 2 && rule == Rule::renju && side == Side::black;
  if (threat == Threat::forbidden) return facts;
  const std::size_t t = static_cast<std::size_t>(threat);
  // Most double threes of black are forbidden.
  const bool weak = facts.double_three && threat != Threat::five;
  facts.moving = static_cast<std::int16_t>(weak ? 0 : worth + moving_bonus[t]);
  facts.waiting = static_cast<std::int16_t>(weak ? 0 : worth * 3 / 4 + waiting_bonus[t]);
  facts.order = static_cast<std::int16_t>(order + order_bonus[t]);
  const double likely = order_scale * std::log1p((order + order_bonus[t]) / 10.0);
  facts.own = static_cast<std::int16_t>(likely);
  facts.against = static_cast<std::int16_t>(likely * 3 / 4);
  return facts;
}

PointFacts evaluate_point(Rule rule, Side side, Code code, Threat threat) {
  PointFacts facts = evaluate_by_hand(rule, side, code, threat);
  const Weights weights = trained_weights(rule, side);
  for (int d = 0; d < 4; ++d)
    if (((code >> (4 * d)) & 15) >= pattern_count) return facts;
  if (weights.moving != nullptr) {
    facts.moving = weights.moving[feature_of(code)];
    facts.waiting = weights.waiting[feature_of(code)];
    facts.own = weights.own[feature_of(code)];
    facts.against = weights.against[feature_of(code)];
  }
  return facts;
}

}  // namespace dolbang::omok_ai
