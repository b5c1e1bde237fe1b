// omok-train: makes the weights of the Omok engine from its own games.
//
//   omok-train play --rule freestyle|renju --games N --nodes N --seed N >> games.txt
//   omok-train fit [--values FILE] < games.txt > weights.cpp
//
// `play` lets the engine play itself from random openings and writes a line for each game: the rule, the result for
// black (1, 0, 0.5), how many stones the opening had, the moves, and the searches' scores for the side to move. The
// same seed writes the same games. `fit` fits a logistic model of the result, mixed with the scores, and a softmax
// of the moves played over the features of evaluation.hpp, both held near the values set by hand, and writes the source
// file of the weights. With --values the games of that file teach the values, those of the input the order of moves
// only.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
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

/// A table of weights that is being fitted, by Adam (Kingma, Ba: Adam: A Method for Stochastic Optimization, 2015),
/// with a pull to what is set by hand.
class Table {
 public:
  explicit Table(std::size_t size = feature_count)
      : weight(size, 0), prior(size, 0), gradient(size, 0), mean_(size, 0), square_(size, 0), seen(size, 0) {}
  void start_from_prior() { weight = prior; }
  void clear_gradient() { std::fill(gradient.begin(), gradient.end(), 0.0f); }
  /// `samples`: of how many the gradient is the sum; `steps`: how many steps were made with this one.
  void step(double rate, std::size_t samples, int steps, double pull) {
    for (std::size_t f = 0; f < weight.size(); ++f) {
      if (seen[f] < 30) continue;
      const double g = gradient[f] / static_cast<double>(samples) + pull * (weight[f] - prior[f]);
      mean_[f] = static_cast<float>(0.9 * mean_[f] + 0.1 * g);
      square_[f] = static_cast<float>(0.999 * square_[f] + 0.001 * g * g);
      const double m = mean_[f] / (1 - std::pow(0.9, steps)), v = square_[f] / (1 - std::pow(0.999, steps));
      weight[f] -= static_cast<float>(rate * m / (std::sqrt(v) + 1e-8));
    }
  }

  std::vector<float> weight, prior, gradient;

 private:
  std::vector<float> mean_, square_;

 public:
  std::vector<int> seen;
};

/// Which weights apply: freestyle knows no colours.
std::size_t model_of(Rule rule, Side side) { return rule == Rule::freestyle ? 0 : 1 + index(side); }

/// The weights of one colour under one rule.
struct Model {
  Table moving, waiting, own, against;
  Model(Rule rule, Side side) {
    const bool exact = rule == Rule::renju && side == Side::black;
    const PatternTable& table = exact ? exact_patterns() : free_patterns();
    for (std::size_t code = 0; code < 1u << 16; ++code) {
      bool good = true;
      for (int d = 0; d < 4; ++d) good = good && ((code >> (4 * d)) & 15) < pattern_count;
      if (!good) continue;
      const PointFacts facts = evaluate_by_hand(rule, side, static_cast<Code>(code), table.threats[code]);
      const std::size_t f = feature_of(static_cast<Code>(code));
      moving.prior[f] = facts.moving;
      waiting.prior[f] = facts.waiting;
      own.prior[f] = facts.own;
      against.prior[f] = facts.against;
    }
    for (Table* t : {&moving, &waiting, &own, &against}) t->start_from_prior();
  }
};

/// Mixes the samples, always in the same way. The tenth that descend() keeps aside is thus not of games of its own.
template <class Sample>
void shuffle(std::vector<Sample>& samples) {
  Rng rng(1);
  for (std::size_t i = samples.size(); i > 1; --i)
    std::swap(samples[i - 1], samples[rng.below(static_cast<std::uint32_t>(i))]);
}

constexpr std::size_t batch = 1024;

/// Calls `step` for the batches of all samples but the tenth that is kept aside, `report` after each epoch. The rate
/// falls to a hundredth: Adam moves a weight that is rarely seen as far as any other, so at a rate that stays high
/// those wander the farther the more games there are.
template <class Step, class Report>
void descend(std::size_t samples, int epochs, double rate, Step step, Report report) {
  const std::size_t held = samples / 10;
  const double slower = std::pow(0.01, 1.0 / std::max(1, epochs - 1));
  for (int epoch = 0; epoch < epochs; ++epoch, rate *= slower) {
    for (std::size_t begin = held; begin < samples; begin += batch) step(begin, std::min(begin + batch, samples), rate);
    report(epoch + 1, held);
  }
}

/// What a position is worth: a logistic model of the result over what either side would make on the points.
class ValueFit {
 public:
  /// `mix`: how much of the target is the search's score and not the game's result, 0 to 1.
  ValueFit(std::vector<Model>& models, double mix) : models_(models), mix_(mix) {}

  void add(const Game& game, const Board& board, int score) {
    if (std::abs(score) >= proven_score) return;
    const Side me = board.to_move();
    const double result = me == Side::black ? game.black : 1 - game.black;
    Sample sample;
    sample.target = static_cast<float>((1 - mix_) * result + mix_ * chance(score));
    for (int k = 0; k < 2; ++k) {
      const Side side = k == 0 ? me : other(me);
      sample.model[k] = static_cast<std::uint8_t>(model_of(game.rule, side));
      std::map<std::uint16_t, std::uint8_t> counts;
      for (int p = 0; p < points; ++p) ++counts[static_cast<std::uint16_t>(feature_of(board.code(side, p)))];
      sample.counts[k].assign(counts.begin(), counts.end());
      for (const auto& [feature, count] : counts) ++table(sample, k).seen[feature];
    }
    samples_.push_back(std::move(sample));
  }

  void run(int epochs) {
    std::fprintf(stderr, "values: %zu positions\n", samples_.size());
    if (samples_.empty()) return;
    shuffle(samples_);
    int steps = 0;
    const auto report = [&](int epoch, std::size_t held) {
      std::fprintf(stderr, "epoch %d: loss %.5f, held %.5f\n", epoch, loss(held, samples_.size()), loss(0, held));
    };
    report(0, samples_.size() / 10);
    descend(
        samples_.size(), epochs, 1.0,
        [&](std::size_t begin, std::size_t end, double rate) {
          for (Model& model : models_)
            for (Table* t : {&model.moving, &model.waiting}) t->clear_gradient();
          for (std::size_t i = begin; i < end; ++i) {
            const Sample& sample = samples_[i];
            const double error = chance(value(sample)) - sample.target;
            for (int k = 0; k < 2; ++k)
              for (const auto& [feature, count] : sample.counts[k])
                table(sample, k).gradient[feature] += static_cast<float>((k == 0 ? error : -error) * count);
          }
          ++steps;
          for (Model& model : models_)
            for (Table* t : {&model.moving, &model.waiting}) t->step(rate, end - begin, steps, 1e-6);
        },
        report);
  }

 private:
  /// Features of the side to move and of the other, with how many points have them.
  struct Sample {
    std::array<std::uint8_t, 2> model;
    float target;
    std::array<std::vector<std::pair<std::uint16_t, std::uint8_t>>, 2> counts;
  };

  Table& table(const Sample& sample, int k) const {
    Model& model = models_[sample.model[k]];
    return k == 0 ? model.moving : model.waiting;
  }
  double value(const Sample& sample) const {
    double sum = 0;
    for (int k = 0; k < 2; ++k) {
      double side = 0;
      for (const auto& [feature, count] : sample.counts[k]) side += double{table(sample, k).weight[feature]} * count;
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

  std::vector<Model>& models_;
  std::vector<Sample> samples_;
  double mix_;
};

/// Which move is played: a softmax over the points near stones, of what either side would make there and how near
/// the last stone it is.
class OrderFit {
 public:
  OrderFit(std::vector<Model>& models, std::vector<Table>& nearness) : models_(models), nearness_(nearness) {}

  void add(Rule rule, const Board& board, int move) {
    const Side me = board.to_move(), they = other(me);
    Sample sample;
    sample.rule = static_cast<std::uint8_t>(rule == Rule::renju);
    sample.models = {static_cast<std::uint8_t>(model_of(rule, me)), static_cast<std::uint8_t>(model_of(rule, they))};
    bool found = false;
    board.near().for_each([&](int p) {
      if (board.is_forbidden(me, p)) return;
      if (p == move) {
        found = true;
        sample.played = static_cast<std::uint16_t>(sample.choices.size());
      }
      sample.choices.push_back({static_cast<std::uint16_t>(feature_of(board.code(me, p))),
                                static_cast<std::uint16_t>(feature_of(board.code(they, p))),
                                static_cast<std::uint16_t>(nearness_of(board.last(), p))});
    });
    if (!found || sample.choices.size() < 2) return;
    for (const Choice& c : sample.choices) {
      ++models_[sample.models[0]].own.seen[c.own];
      ++models_[sample.models[1]].against.seen[c.against];
      ++nearness_[sample.rule].seen[c.near];
    }
    samples_.push_back(std::move(sample));
  }

  void run(int epochs) {
    std::fprintf(stderr, "order: %zu positions\n", samples_.size());
    if (samples_.empty()) return;
    shuffle(samples_);
    int steps = 0;
    const auto report = [&](int epoch, std::size_t held) {
      std::fprintf(stderr, "epoch %d: loss %.5f, held %.5f, first %.3f, in five %.3f\n", epoch,
                   loss(held, samples_.size()), loss(0, held), within(1, held), within(5, held));
    };
    report(0, samples_.size() / 10);
    descend(
        samples_.size(), epochs, 3.0,
        [&](std::size_t begin, std::size_t end, double rate) {
          const auto all = [&](auto visit) {
            for (Model& model : models_) {
              visit(model.own);
              visit(model.against);
            }
            for (Table& t : nearness_) visit(t);
          };
          all([](Table& t) { t.clear_gradient(); });
          for (std::size_t i = begin; i < end; ++i) {
            const Sample& sample = samples_[i];
            const std::vector<double> p = chances(sample);
            for (std::size_t c = 0; c < p.size(); ++c) {
              const auto error = static_cast<float>((p[c] - (c == sample.played)) / order_scale);
              models_[sample.models[0]].own.gradient[sample.choices[c].own] += error;
              models_[sample.models[1]].against.gradient[sample.choices[c].against] += error;
              nearness_[sample.rule].gradient[sample.choices[c].near] += error;
            }
          }
          ++steps;
          all([&](Table& t) { t.step(rate, end - begin, steps, 1e-8); });
        },
        report);
  }

 private:
  struct Choice {
    std::uint16_t own, against, near;
  };
  struct Sample {
    std::array<std::uint8_t, 2> models;  ///< of who moves, and of the other
    std::uint8_t rule;
    std::uint16_t played = 0;
    std::vector<Choice> choices;
  };

  double score(const Sample& sample, const Choice& c) const {
    return (models_[sample.models[0]].own.weight[c.own] + models_[sample.models[1]].against.weight[c.against] +
            nearness_[sample.rule].weight[c.near]) /
           order_scale;
  }
  std::vector<double> chances(const Sample& sample) const {
    std::vector<double> p;
    p.reserve(sample.choices.size());
    for (const Choice& c : sample.choices) p.push_back(score(sample, c));
    const double top = *std::max_element(p.begin(), p.end());
    double sum = 0;
    for (double& x : p) sum += x = std::exp(x - top);
    for (double& x : p) x /= sum;
    return p;
  }
  double loss(std::size_t begin, std::size_t end) const {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum -= std::log(chances(samples_[i])[samples_[i].played] + 1e-9);
    return sum / static_cast<double>(std::max<std::size_t>(1, end - begin));
  }
  /// How often the move played is among the first `count` of the samples kept aside.
  double within(int count, std::size_t held) const {
    int good = 0;
    for (std::size_t i = 0; i < held; ++i) {
      const Sample& sample = samples_[i];
      const double played = score(sample, sample.choices[sample.played]);
      good += std::count_if(sample.choices.begin(), sample.choices.end(),
                            [&](const Choice& c) { return score(sample, c) > played; }) < count;
    }
    return good / static_cast<double>(std::max<std::size_t>(1, held));
  }

  std::vector<Model>& models_;
  std::vector<Table>& nearness_;
  std::vector<Sample> samples_;
};

class Fit {
 public:
  explicit Fit(double mix) : values_(models_, mix), order_(models_, nearness_) {
    models_.emplace_back(Rule::freestyle, Side::black);
    models_.emplace_back(Rule::renju, Side::black);
    models_.emplace_back(Rule::renju, Side::white);
    nearness_.assign(2, Table(nearness_count));
  }

  void add(const Game& game, bool to_values, bool to_order) {
    Board board(tables(game.rule));
    has_rule_[game.rule == Rule::renju] = true;
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      const Side me = board.to_move();
      if (i >= game.opening && board.fives(me).empty() && board.fives(other(me)).empty() &&
          board.open_fours(me).empty()) {
        if (to_values) values_.add(game, board, game.scores[i - game.opening]);
        // A lost side's moves teach nothing.
        if (to_order && game.scores[i - game.opening] > -proven_score) order_.add(game.rule, board, game.moves[i]);
      }
      board.play(game.moves[i]);
    }
  }

  void run(int epochs) {
    values_.run(epochs);
    order_.run(epochs);
  }

  void write(std::ostream& out) const {
    out << "// Written by omok-train fit; see train/README.md.\n"
           "#include \"ai/omok/evaluation.hpp\"\n\nnamespace dolbang::omok_ai {\nnamespace {\n\n// clang-format off\n";
    const auto array = [&](const std::string& name, const Table& table) {
      out << "constexpr std::int16_t " << name << '[' << table.weight.size() << "] = {";
      for (std::size_t i = 0; i < table.weight.size(); ++i)
        out << (i % 24 == 0 ? "\n" : "") << std::clamp(std::lround(table.weight[i]), -9999L, 9999L) << ',';
      out << "\n};\n";
    };
    const char* names[3] = {"freestyle", "renju_black", "renju_white"};
    std::string answers[3];
    for (std::size_t m = 0; m < models_.size(); ++m) {
      const std::string name = names[m];
      if (!has_rule_[m > 0]) continue;
      array(name + "_moving", models_[m].moving);
      array(name + "_waiting", models_[m].waiting);
      array(name + "_own", models_[m].own);
      array(name + "_against", models_[m].against);
      for (const char* table : {"_moving, ", "_waiting, ", "_own, ", "_against"}) answers[m].append(name).append(table);
    }
    array("freestyle_nearness", nearness_[0]);
    array("renju_nearness", nearness_[1]);
    out << "// clang-format on\n\n}  // namespace\n\nWeights trained_weights(Rule rule, Side side) {\n"
        << "  if (rule == Rule::freestyle) return {" << answers[0] << "};\n  if (side == Side::black) return {"
        << answers[1] << "};\n  return {" << answers[2] << "};\n}\n\n"
        << "const std::int16_t* trained_nearness(Rule rule) {\n"
        << "  return rule == Rule::renju ? renju_nearness : freestyle_nearness;\n}\n\n}  // namespace "
           "dolbang::omok_ai\n";
  }

 private:
  std::vector<Model> models_;
  std::vector<Table> nearness_;
  bool has_rule_[2] = {false, false};
  ValueFit values_;
  OrderFit order_;
};

int usage() {
  std::fprintf(stderr,
               "usage: omok-train play --rule freestyle|renju --games N --nodes N --seed N >> games.txt\n"
               "       omok-train fit [--epochs N] [--mix 0..1] [--values FILE] < games.txt > weights.cpp\n");
  return 2;
}

}  // namespace

int train(int argc, char** argv) {
  std::map<std::string, std::string> options{{"--rule", "freestyle"}, {"--games", "1000"}, {"--nodes", "1500"},
                                             {"--seed", "1"},         {"--epochs", "16"},  {"--mix", "0"},
                                             {"--values", ""}};
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
  const auto read_games = [&](std::istream& in, bool to_values, bool to_order) {
    for (std::string line; std::getline(in, line);)
      if (const auto game = read_game(line))
        fit.add(*game, to_values, to_order);
      else
        std::fprintf(stderr, "not a game: %s\n", line.substr(0, 60).c_str());
  };
  const std::string values = options["--values"];
  if (!values.empty()) {
    std::ifstream file(values);
    if (!file) {
      std::fprintf(stderr, "omok-train: cannot read \"%s\".\n", values.c_str());
      return 1;
    }
    read_games(file, true, false);
  }
  read_games(std::cin, values.empty(), true);
  fit.run(std::atoi(options["--epochs"].c_str()));
  fit.write(std::cout);
  return 0;
}

}  // namespace dolbang::omok_ai

int main(int argc, char** argv) { return dolbang::omok_ai::train(argc, argv); }
