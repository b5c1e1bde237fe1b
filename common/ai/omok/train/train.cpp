// omok-train: makes the weights of the Omok engine from its own games.
//
//   omok-train play --rule freestyle|renju --games N --nodes N --seed N >> games.txt
//   omok-train fit < games.txt > weights.cpp
//
// `play` lets the engine play itself from random openings and writes a line for each game: the rule, the result for
// black (1, 0, 0.5), how many stones the opening had, the moves, and the searches' scores for the side to move. The
// same seed writes the same games. `fit` fits a logistic model of the result, mixed with the scores, over the features
// of evaluation.hpp, held near the values set by hand, and writes the source file of the weights.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "ai/omok/evaluation.hpp"
#include "ai/omok/search.hpp"
#include "core/rng.hpp"
#include "games/omok/omok.hpp"

namespace dolbang::omok_ai {
namespace {

struct Game {
  Rule rule = Rule::freestyle;
  double black = 0.5;
  std::size_t opening = 0;
  std::vector<int> moves;
  std::vector<int> scores;  ///< of moves[opening], moves[opening + 1] ...
};

/// A search's score means so sure a win: half of the odds' logarithm's scale, set by the hand-set values.
constexpr double score_scale = 350;

Limits limits_of(std::uint64_t nodes) {
  Limits limits;
  limits.nodes = nodes;
  limits.vcf_nodes = 5000;
  limits.leaf_vcf_nodes = 100;
  limits.opponent_vcf = true;
  return limits;
}

/// Three to eight stones near one another; none when the first look says that one side has won already.
std::optional<std::vector<int>> random_opening(Rule rule, Rng& rng, Search& search) {
  Board board(tables(rule));
  std::vector<int> moves;
  const int stones = 3 + static_cast<int>(rng.below(6));
  const int c = 4 + static_cast<int>(rng.below(7)), r = 4 + static_cast<int>(rng.below(7));
  while (static_cast<int>(moves.size()) < stones) {
    int p = omok::point_at(c, r);
    if (!moves.empty()) {
      const Bits near = board.near();
      int skip = static_cast<int>(rng.below(static_cast<std::uint32_t>(near.count())));
      near.for_each([&](int q) {
        if (skip-- == 0) p = q;
      });
      if (board.is_forbidden(board.to_move(), p)) continue;
    }
    board.play(p);
    moves.push_back(p);
  }
  search.clear();
  const Found found = search.run(board, limits_of(3000));
  if (found.best.empty() || std::abs(found.best[0].score) > 500) return std::nullopt;
  return moves;
}

void play(Rule rule, long games, std::uint64_t nodes, std::uint64_t seed) {
  Rng rng(seed);
  Search search(16);
  for (long n = 0; n < games;) {
    const auto opening = random_opening(rule, rng, search);
    if (!opening) continue;
    ++n;
    Board board(tables(rule));
    for (const int p : *opening) board.play(p);
    std::ostringstream moves, scores;
    for (const int p : *opening) moves << omok::point_text(p);
    const char* result = "0.5";
    search.clear();
    while (board.stones() < 160) {
      const Found found = search.run(board, limits_of(nodes));
      if (found.best.empty()) break;
      const RootMove& best = found.best[0];
      moves << omok::point_text(best.point);
      scores << ' ' << best.score;
      if (std::abs(best.score) > proven_score) {
        const Side winner = best.score > 0 ? board.to_move() : other(board.to_move());
        result = winner == Side::black ? "1" : "0";
        break;
      }
      board.play(best.point);
    }
    std::cout << (rule == Rule::renju ? "renju" : "freestyle") << ' ' << result << ' ' << opening->size() << ' '
              << moves.str() << scores.str() << std::endl;
  }
}

std::optional<Game> read_game(const std::string& line) {
  std::istringstream words(line);
  std::string rule, moves;
  Game game;
  if (!(words >> rule >> game.black >> game.opening >> moves)) return std::nullopt;
  game.rule = rule == "renju" ? Rule::renju : Rule::freestyle;
  for (std::size_t at = 0; at < moves.size();) {
    std::size_t end = at + 1;
    while (end < moves.size() && moves[end] >= '0' && moves[end] <= '9') ++end;
    const auto p = omok::parse_point(moves.substr(at, end - at));
    if (!p) return std::nullopt;
    game.moves.push_back(*p);
    at = end;
  }
  for (int score = 0; words >> score;) game.scores.push_back(score);
  if (game.opening + game.scores.size() != game.moves.size()) return std::nullopt;
  return game;
}

/// The weights of one colour under one rule that are being fitted, both of them.
struct Model {
  std::vector<float> weight[2], prior[2], gradient[2], mean[2], square[2];
  std::vector<int> seen[2];
  explicit Model(Rule rule, Side side) {
    const bool exact = rule == Rule::renju && side == Side::black;
    const PatternTable& table = exact ? exact_patterns() : free_patterns();
    for (int k = 0; k < 2; ++k) {
      weight[k].assign(feature_count, 0);
      gradient[k] = mean[k] = square[k] = weight[k];
      seen[k].assign(feature_count, 0);
    }
    for (std::size_t code = 0; code < 1u << 16; ++code) {
      bool good = true;
      for (int d = 0; d < 4; ++d) good = good && ((code >> (4 * d)) & 15) < pattern_count;
      if (!good) continue;
      const PointFacts facts = evaluate_by_hand(rule, side, static_cast<Code>(code), table.threats[code]);
      weight[0][feature_of(static_cast<Code>(code))] = facts.moving;
      weight[1][feature_of(static_cast<Code>(code))] = facts.waiting;
    }
    for (int k = 0; k < 2; ++k) prior[k] = weight[k];
  }
};

/// One position: features of the side to move and of the other, with how many points have them.
struct Sample {
  std::uint8_t model[2];
  float target;
  std::vector<std::pair<std::uint16_t, std::uint8_t>> counts[2];
};

class Fit {
 public:
  /// `mix`: how much of the target is the search's score and not the game's result, 0 to 1.
  explicit Fit(double mix) : mix_(mix) {
    models_.emplace_back(Rule::freestyle, Side::black);
    models_.emplace_back(Rule::renju, Side::black);
    models_.emplace_back(Rule::renju, Side::white);
  }

  void add(const Game& game) {
    Board board(tables(game.rule));
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      if (i >= game.opening) {
        const int score = game.scores[i - game.opening];
        const Side me = board.to_move(), they = other(me);
        const bool quiet = board.fives(me).empty() && board.fives(they).empty() && board.open_fours(me).empty();
        if (quiet && std::abs(score) < proven_score) {
          Sample sample;
          const double result = me == Side::black ? game.black : 1 - game.black;
          sample.target = static_cast<float>((1 - mix_) * result + mix_ * chance(score));
          for (int k = 0; k < 2; ++k) {
            const Side side = k == 0 ? me : they;
            sample.model[k] = static_cast<std::uint8_t>(game.rule == Rule::freestyle ? 0 : 1 + index(side));
            std::map<std::uint16_t, std::uint8_t> counts;
            for (int p = 0; p < points; ++p) ++counts[static_cast<std::uint16_t>(feature_of(board.code(side, p)))];
            sample.counts[k].assign(counts.begin(), counts.end());
            for (const auto& [feature, count] : counts) ++models_[sample.model[k]].seen[k][feature];
          }
          samples_.push_back(std::move(sample));
        }
      }
      board.play(game.moves[i]);
    }
  }

  void run(int epochs) {
    std::fprintf(stderr, "%zu positions\n", samples_.size());
    if (samples_.empty()) return;
    // Every tenth position is kept aside.
    Rng rng(1);
    for (std::size_t i = samples_.size(); i > 1; --i)
      std::swap(samples_[i - 1], samples_[rng.below(static_cast<std::uint32_t>(i))]);
    const std::size_t held = samples_.size() / 10;
    std::fprintf(stderr, "before: loss %.5f, held %.5f\n", loss(held, samples_.size()), loss(0, held));
    double rate = 1.0;
    for (int epoch = 0; epoch < epochs; ++epoch, rate *= 0.8) {
      for (std::size_t begin = held; begin < samples_.size(); begin += batch)
        step(begin, std::min(begin + batch, samples_.size()), rate);
      std::fprintf(stderr, "epoch %d: loss %.5f, held %.5f\n", epoch + 1, loss(held, samples_.size()), loss(0, held));
    }
  }

  void write(std::ostream& out) const {
    out << "// Written by omok-train fit; see train/README.md.\n"
           "#include \"ai/omok/evaluation.hpp\"\n\nnamespace dolbang::omok_ai {\nnamespace {\n\n// clang-format off\n";
    const char* names[3] = {"freestyle", "renju_black", "renju_white"};
    std::string answers[3];
    for (std::size_t m = 0; m < models_.size(); ++m) {
      answers[m] = "{}";
      if (!has_samples(m)) continue;
      answers[m] = std::string("{") + names[m] + "_moving, " + names[m] + "_waiting}";
      for (int k = 0; k < 2; ++k) {
        out << "constexpr std::int16_t " << names[m] << (k == 0 ? "_moving" : "_waiting") << "[feature_count] = {";
        for (std::size_t i = 0; i < feature_count; ++i)
          out << (i % 24 == 0 ? "\n" : "") << std::lround(models_[m].weight[k][i]) << ',';
        out << "\n};\n";
      }
    }
    out << "// clang-format on\n\n}  // namespace\n\nWeights trained_weights(Rule rule, [[maybe_unused]] Side side) {\n"
        << "  if (rule == Rule::freestyle) return " << answers[0] << ";\n"
        << (answers[1] == answers[2]
                ? "  return " + answers[1]
                : "  return side == Side::black ? Weights" + answers[1] + " : Weights" + answers[2])
        << ";\n}\n\n}  // namespace dolbang::omok_ai\n";
  }

 private:
  static constexpr std::size_t batch = 1024;

  bool has_samples(std::size_t m) const {
    return std::any_of(samples_.begin(), samples_.end(),
                       [&](const Sample& s) { return s.model[0] == m || s.model[1] == m; });
  }
  double value(const Sample& sample) const {
    double sum = 0;
    for (int k = 0; k < 2; ++k) {
      double side = 0;
      for (const auto& [feature, count] : sample.counts[k])
        side += double{models_[sample.model[k]].weight[k][feature]} * count;
      sum += k == 0 ? side : -side;
    }
    return sum;
  }
  static double chance(double value) { return 1 / (1 + std::exp(-value / score_scale)); }
  double loss(std::size_t begin, std::size_t end) const {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const double p = std::clamp(chance(value(samples_[i])), 1e-6, 1 - 1e-6), t = samples_[i].target;
      sum -= t * std::log(p) + (1 - t) * std::log(1 - p);
    }
    return sum / static_cast<double>(std::max<std::size_t>(1, end - begin));
  }
  /// One step of Adam (Kingma, Ba: Adam: A Method for Stochastic Optimization, 2015), with a pull to what is set by
  /// hand.
  void step(std::size_t begin, std::size_t end, double rate) {
    for (Model& model : models_)
      for (auto& gradient : model.gradient) std::fill(gradient.begin(), gradient.end(), 0.0f);
    for (std::size_t i = begin; i < end; ++i) {
      const Sample& sample = samples_[i];
      const double error = chance(value(sample)) - sample.target;
      for (int k = 0; k < 2; ++k)
        for (const auto& [feature, count] : sample.counts[k])
          models_[sample.model[k]].gradient[k][feature] += static_cast<float>((k == 0 ? error : -error) * count);
    }
    const double n = static_cast<double>(end - begin);
    ++steps_;
    for (Model& model : models_)
      for (int k = 0; k < 2; ++k)
        for (std::size_t f = 0; f < feature_count; ++f) {
          if (model.seen[k][f] < 30) continue;
          const double pull = 1e-6 * (model.weight[k][f] - model.prior[k][f]);
          const double g = model.gradient[k][f] / n + pull;
          float& mean = model.mean[k][f];
          float& square = model.square[k][f];
          mean = static_cast<float>(0.9 * mean + 0.1 * g);
          square = static_cast<float>(0.999 * square + 0.001 * g * g);
          const double m = mean / (1 - std::pow(0.9, steps_)), v = square / (1 - std::pow(0.999, steps_));
          model.weight[k][f] -= static_cast<float>(rate * m / (std::sqrt(v) + 1e-6));
        }
  }

  std::vector<Model> models_;
  std::vector<Sample> samples_;
  double mix_;
  int steps_ = 0;
};

int usage() {
  std::fprintf(stderr,
               "usage: omok-train play --rule freestyle|renju --games N --nodes N --seed N >> games.txt\n"
               "       omok-train fit [--epochs N] [--mix 0..1] < games.txt > weights.cpp\n");
  return 2;
}

}  // namespace

int train(int argc, char** argv) {
  std::map<std::string, std::string> options{{"--rule", "freestyle"}, {"--games", "1000"}, {"--nodes", "1500"},
                                             {"--seed", "1"},         {"--epochs", "16"},  {"--mix", "0"}};
  if (argc < 2 || argc % 2 != 0) return usage();
  for (int i = 2; i + 1 < argc; i += 2) {
    if (options.find(argv[i]) == options.end()) return usage();
    options[argv[i]] = argv[i + 1];
  }
  if (std::strcmp(argv[1], "play") == 0) {
    play(options["--rule"] == "renju" ? Rule::renju : Rule::freestyle, std::atol(options["--games"].c_str()),
         std::strtoull(options["--nodes"].c_str(), nullptr, 10), std::strtoull(options["--seed"].c_str(), nullptr, 10));
    return 0;
  }
  if (std::strcmp(argv[1], "fit") != 0) return usage();
  Fit fit(std::atof(options["--mix"].c_str()));
  for (std::string line; std::getline(std::cin, line);)
    if (const auto game = read_game(line))
      fit.add(*game);
    else
      std::fprintf(stderr, "not a game: %s\n", line.substr(0, 60).c_str());
  fit.run(std::atoi(options["--epochs"].c_str()));
  fit.write(std::cout);
  return 0;
}

}  // namespace dolbang::omok_ai

int main(int argc, char** argv) { return dolbang::omok_ai::train(argc, argv); }
