#include "support/slow_renju.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace dolbang::test {

using namespace omok;

namespace {

constexpr std::array<std::array<int, 2>, 4> lines{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

/// The point `distance` steps along a line; none when it is off the board.
std::optional<int> along(int point, const std::array<int, 2>& step, int distance) {
  const int column = column_of(point) + step[0] * distance, row = row_of(point) + step[1] * distance;
  if (column < 0 || column >= board_size || row < 0 || row >= board_size) return std::nullopt;
  return point_at(column, row);
}

/// Black stones, white stones, and questions about what stands on a line through a point.
struct Board {
  PointSet black, white;

  bool is_black(std::optional<int> point) const { return point && black.contains(*point); }
  bool is_empty(std::optional<int> point) const { return point && !black.contains(*point) && !white.contains(*point); }
  /// The unbroken black row through a black point, in order along the line.
  std::vector<int> row(int point, const std::array<int, 2>& step) const {
    int low = 0, high = 0;
    while (is_black(along(point, step, low - 1))) --low;
    while (is_black(along(point, step, high + 1))) ++high;
    std::vector<int> stones;
    for (int i = low; i <= high; ++i) stones.push_back(*along(point, step, i));
    return stones;
  }
  bool five_with(int point) const {
    return std::any_of(lines.begin(), lines.end(), [&](const auto& step) { return row(point, step).size() == 5; });
  }
  Board with(int point) const {
    Board next = *this;
    next.black.insert(point);
    return next;
  }
};

/// The fours through a new stone on one line: the stones of each, and the points that complete it.
std::vector<Row> fours(const Board& board, int point, const std::array<int, 2>& step) {
  std::vector<Row> found;
  for (int distance = -4; distance <= 4; ++distance) {
    const auto completion = along(point, step, distance);
    if (!board.is_empty(completion)) continue;
    std::vector<int> five = board.with(*completion).row(*completion, step);
    if (five.size() != 5 || std::find(five.begin(), five.end(), point) == five.end()) continue;
    five.erase(std::find(five.begin(), five.end(), *completion));
    // A straight four has two completions and is one four.
    const auto same = std::find_if(found.begin(), found.end(), [&](const Row& row) { return row.stones == five; });
    if (same != found.end())
      same->completions.push_back(*completion);
    else
      found.push_back(Row{Row::Shape::four, five, {*completion}});
  }
  return found;
}

Forbidden judge(const Board& board, int point);

/// The three through a new stone on one line, if there is one, counting or voided.
std::optional<Row> three(const Board& board, int point, const std::array<int, 2>& step) {
  std::optional<Row> found;
  for (int distance = -3; distance <= 3; ++distance) {
    const auto completion = along(point, step, distance);
    if (!board.is_empty(completion)) continue;
    const Board next = board.with(*completion);
    std::vector<int> four = next.row(*completion, step);
    if (four.size() != 4 || std::find(four.begin(), four.end(), point) == four.end()) continue;
    const auto before = along(four.front(), step, -1), after = along(four.back(), step, 1);
    if (!next.is_empty(before) || !next.is_empty(after)) continue;
    if (next.with(*before).row(*before, step).size() != 5 || next.with(*after).row(*after, step).size() != 5) continue;
    four.erase(std::find(four.begin(), four.end(), *completion));
    if (!found) found = Row{Row::Shape::three, four, {}};
    const bool five = next.five_with(*completion);
    const Forbidden kind = five ? Forbidden::no : judge(board, *completion);
    if (!five && kind == Forbidden::no) {
      found->completions.push_back(*completion);
    } else if (found->void_point < 0) {
      found->voided = five ? Row::Void::makes_five : Row::Void::is_forbidden;
      found->void_point = *completion;
      found->void_kind = kind;
    }
  }
  if (found && !found->completions.empty()) found->voided = Row::Void::no;
  return found;
}

Explanation examine(const Board& before, int point) {
  const Board board = before.with(point);
  Explanation result;
  int counted_fours = 0, counted_threes = 0;
  bool overline = false;
  for (const auto& step : lines) {
    std::vector<int> row = board.row(point, step);
    if (row.size() >= 5) {
      const bool five = row.size() == 5;
      (five ? result.five : overline) = true;
      result.rows.push_back(Row{five ? Row::Shape::five : Row::Shape::overline, std::move(row), {}});
      continue;
    }
    auto of_line = fours(board, point, step);
    counted_fours += static_cast<int>(of_line.size());
    if (of_line.empty()) {
      if (auto found = three(board, point, step)) {
        if (found->voided == Row::Void::no) ++counted_threes;
        result.rows.push_back(std::move(*found));
      }
    }
    for (Row& four : of_line) result.rows.push_back(std::move(four));
  }
  if (!result.five) {
    if (overline)
      result.forbidden = Forbidden::overline;
    else if (counted_fours >= 2)
      result.forbidden = Forbidden::double_four;
    else if (counted_threes >= 2)
      result.forbidden = Forbidden::double_three;
  }
  return result;
}

Forbidden judge(const Board& board, int point) { return examine(board, point).forbidden; }

}  // namespace

Forbidden slow_forbidden(const PointSet& black, const PointSet& white, int point) {
  return judge(Board{black, white}, point);
}

Explanation slow_explain(const PointSet& black, const PointSet& white, int point) {
  const Board board{black, white};
  if (!board.is_empty(point)) {
    Explanation result;
    result.occupied = true;
    return result;
  }
  return examine(board, point);
}

}  // namespace dolbang::test
