#include "support/slow_reversi.hpp"

#include "slow_rules.hpp"

namespace dolbang::test {
namespace {

/// "6x6-white3": the size, whose corners, how many.
SlowReversi start_of(const std::string& variant) {
  const int size = variant[0] - '0';
  if (variant.size() == 3) return SlowReversi(size);
  return SlowReversi(size, variant.back() - '0', variant[4] == 'b' ? 'X' : 'O');
}

class Reversi final : public SlowRules {
 public:
  explicit Reversi(const std::string& variant) : board_(start_of(variant)) {}

  std::unique_ptr<SlowRules> clone() const override { return std::make_unique<Reversi>(*this); }
  std::vector<std::string> moves() const override {
    auto own = board_.moves(board_.mover);
    if (own.empty() && !board_.is_over()) own.push_back("pass");
    return own;
  }
  void play(const std::string& move) override { board_.play(move); }
  Side to_move() const override { return board_.mover == 'X' ? Side::black : Side::white; }
  std::optional<Verdict> verdict() const override {
    if (!board_.is_over()) return std::nullopt;
    const int black = board_.count('X'), white = board_.count('O');
    Verdict verdict{std::nullopt, EndReason::no_moves};
    if (black > white) verdict.winner = Side::black;
    if (white > black) verdict.winner = Side::white;
    if (board_.count('-') == 0)
      verdict.reason = EndReason::board_full;
    else if (black == 0 || white == 0)
      verdict.reason = EndReason::wiped_out;
    return verdict;
  }
  std::string board_text() const override { return board_.text(); }

 private:
  SlowReversi board_;
};

}  // namespace

std::unique_ptr<SlowRules> slow_reversi(const std::string& variant) { return std::make_unique<Reversi>(variant); }

}  // namespace dolbang::test
