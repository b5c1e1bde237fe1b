#include <array>
#include <utility>

#include "slow_rules.hpp"
#include "support/slow_renju.hpp"

namespace dolbang::test {
namespace {

constexpr int size = 15;
using Point = std::pair<int, int>;  // column, row; both from 0
constexpr std::array<Point, 4> ways{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

struct Board {
  std::array<std::array<char, size>, size> cell{};  // [row][column]: 'X', 'O', '-'

  Board() {
    for (auto& row : cell) row.fill('-');
  }
  /// '#' outside.
  char at(Point point) const {
    const auto [column, row] = point;
    if (column < 0 || column >= size || row < 0 || row >= size) return '#';
    return cell[row][column];
  }
  Board with(Point point, char colour) const {
    Board next = *this;
    next.cell[point.second][point.first] = colour;
    return next;
  }
};

Point along(Point from, Point way, int steps) {
  return {from.first + steps * way.first, from.second + steps * way.second};
}

/// How many stones of one colour are in the unbroken row through a stone.
int row_length(const Board& board, Point stone, Point way) {
  int length = 1;
  for (const int sign : {1, -1})
    for (int i = 1; board.at(along(stone, way, sign * i)) == board.at(stone); ++i) ++length;
  return length;
}

bool makes_row(const Board& board, Point stone, bool exactly_five) {
  for (const Point& way : ways) {
    const int length = row_length(board, stone, way);
    if (exactly_five ? length == 5 : length >= 5) return true;
  }
  return false;
}

bool is_forbidden(const Board& board, Point point) {
  omok::PointSet black, white;
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column)
      if (const char cell = board.cell[row][column]; cell != '-')
        (cell == 'X' ? black : white).insert(omok::point_at(column, row));
  return slow_forbidden(black, white, omok::point_at(point.first, point.second)) != omok::Forbidden::no;
}

class Omok final : public SlowRules {
 public:
  explicit Omok(const std::string& variant)
      : renju_(variant.find("renju") == 0),
        loses_(variant.find("-loses") != std::string::npos),
        centre_(variant.find("-centre") != std::string::npos),
        opening_(variant.find("-swap2") != std::string::npos ? "three" : "") {}

  std::unique_ptr<SlowRules> clone() const override { return std::make_unique<Omok>(*this); }

  std::vector<std::string> moves() const override {
    if (verdict_) return {};
    if (opening_ == "choice") return {"stay", "swap", "more"};
    if (opening_ == "last choice") return {"stay", "swap"};
    if (centre_ && stones_ == 0) return {"H8"};
    std::vector<std::string> list;
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column)
        if (board_.cell[row][column] == '-' && (loses_ || !kept_off({column, row})))
          list.push_back(static_cast<char>('A' + column) + std::to_string(row + 1));
    return list;
  }

  void play(const std::string& move) override {
    if (move == "more") {
      opening_ = "two";
      return;
    }
    if (move == "stay" || move == "swap") {  // whoever has white then places a white stone
      opening_ = "";
      to_move_ = Side::white;
      return;
    }
    const Point point{move[0] - 'A', std::stoi(move.substr(1)) - 1};
    const bool loses = kept_off(point);
    const char colour = stones_ % 2 == 0 ? 'X' : 'O';
    board_ = board_.with(point, colour);
    ++stones_;
    const Side mover = colour == 'X' ? Side::black : Side::white;
    if (makes_row(board_, point, renju_ && colour == 'X'))
      verdict_ = Verdict{mover, EndReason::five_in_row};
    else if (loses)
      verdict_ = Verdict{other(mover), EndReason::forbidden_point};
    else if (stones_ == size * size)
      verdict_ = Verdict{std::nullopt, EndReason::board_full};

    if (opening_ == "three" && stones_ == 3) {
      opening_ = "choice";
      to_move_ = Side::white;
    } else if (opening_ == "two" && stones_ == 5) {
      opening_ = "last choice";
      to_move_ = Side::black;
    } else if (opening_.empty()) {
      to_move_ = other(mover);
      if (!verdict_ && to_move_ == Side::black && all_kept_off())
        verdict_ = Verdict{std::nullopt, EndReason::all_forbidden};
    }
  }

  Side to_move() const override { return to_move_; }
  std::optional<Verdict> verdict() const override { return verdict_; }

  std::string board_text() const override {
    std::string text;
    for (int row = size - 1; row >= 0; --row) {
      for (int column = 0; column < size;) {
        int empty = 0;
        while (column < size && board_.cell[row][column] == '-') ++empty, ++column;
        if (empty > 0) text += std::to_string(empty);
        if (column < size) text += board_.cell[row][column++];
      }
      text += row > 0 ? '/' : ' ';
    }
    return text + (to_move_ == Side::black ? 'b' : 'w');
  }

 private:
  bool kept_off(Point point) const { return renju_ && stones_ % 2 == 0 && is_forbidden(board_, point); }
  bool all_kept_off() const {
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column)
        if (board_.cell[row][column] == '-' && !kept_off({column, row})) return false;
    return true;
  }

  Board board_;
  bool renju_, loses_, centre_;
  std::string opening_;  // where Swap2 stands; empty: over, or there is none
  int stones_ = 0;
  Side to_move_ = Side::black;
  std::optional<Verdict> verdict_;
};

}  // namespace

std::unique_ptr<SlowRules> slow_omok(const std::string& variant) { return std::make_unique<Omok>(variant); }

}  // namespace dolbang::test
