#include "games/omok/renju.hpp"

#include <bit>
#include <cassert>

namespace dolbang::omok {
namespace {

// ------------------------------------------------------------------------------------------- one line

/// What a black stone on a bit of a line makes there. Masks are bits of the line.
struct Found {
  bool five = false;
  bool overline = false;
  int fours = 0;
  struct Four {
    std::uint32_t stones = 0, completions = 0;
  } four[2];
  std::uint32_t three = 0;      ///< the stones of the three, when there is one
  std::uint32_t straights = 0;  ///< where one more stone makes a straight four of it
};

/// The unbroken run of stones through a bit that is set.
std::uint32_t run_through(std::uint32_t stones, int at) {
  std::uint32_t run = 1u << at;
  for (int i = at + 1; (stones >> i) & 1; ++i) run |= 1u << i;
  for (int i = at - 1; i >= 0 && ((stones >> i) & 1); --i) run |= 1u << i;
  return run;
}

bool is_run_of(std::uint32_t stones, int at, int length) { return std::popcount(run_through(stones, at)) == length; }

/// `black` holds the new stone at bit `at`; five bits lie to either side of it.
Found find_rows(std::uint32_t black, std::uint32_t blocked, int at) {
  Found found;
  const auto empty = [&](int i) { return (((black | blocked) >> i) & 1) == 0; };
  const int length = std::popcount(run_through(black, at));
  found.five = length == 5;
  found.overline = length > 5;
  if (length >= 5) return found;

  for (int i = at - 4; i <= at + 4; ++i) {
    if (!empty(i)) continue;
    const std::uint32_t five = run_through(black | 1u << i, i);
    if (std::popcount(five) != 5 || ((five >> at) & 1) == 0) continue;
    const std::uint32_t stones = five & ~(1u << i);
    // A straight four has two completions and is one four.
    if (found.fours > 0 && found.four[found.fours - 1].stones == stones)
      found.four[found.fours - 1].completions |= 1u << i;
    else
      found.four[found.fours++] = {stones, 1u << i};
  }
  if (found.fours > 0) return found;

  for (int i = at - 3; i <= at + 3; ++i) {
    if (!empty(i)) continue;
    const std::uint32_t with = black | 1u << i, four = run_through(with, i);
    if (std::popcount(four) != 4 || ((four >> at) & 1) == 0) continue;
    const int before = std::countr_zero(four) - 1, after = before + 5;
    if (!empty(before) || !empty(after)) continue;
    if (!is_run_of(with | 1u << before, before, 5) || !is_run_of(with | 1u << after, after, 5)) continue;
    if (found.straights == 0) found.three = four & ~(1u << i);
    found.straights |= 1u << i;
  }
  return found;
}

/// A Found in as many bits as the verdict needs.
struct Shape {
  std::uint8_t straights = 0;  ///< bit i: three steps less i before the point; of a three only
  std::uint8_t fours : 2 = 0;
  bool five : 1 = false;
  bool overline : 1 = false;
};

/// The shapes of all neighbourhoods: four points to either side that are empty, black or blocked, and one further
/// out that is black or not.
class ShapeTable {
 public:
  ShapeTable() {
    for (std::uint32_t stones = 0; stones < 256; ++stones)
      for (std::uint32_t bit = 0, weight = 1; bit < 8; ++bit, weight *= 3)
        if ((stones >> bit) & 1) base_three_[stones] = static_cast<std::uint16_t>(base_three_[stones] + weight);
    for (std::uint32_t black = 0; black < 1024; ++black)
      for (std::uint32_t blocked = 0; blocked < 1024; ++blocked) {
        if ((black & blocked) != 0 || (blocked & 0x201) != 0) continue;
        const auto spread = [](std::uint32_t bits) { return (bits & 0x1F) | (bits & 0x3E0) << 1; };
        const Found found = find_rows(spread(black) | 1u << 5, spread(blocked), 5);
        Shape& shape = shapes_[index_of(spread(black), spread(blocked))];
        shape.straights = static_cast<std::uint8_t>(found.straights >> 2);
        shape.fours = static_cast<std::uint8_t>(found.fours) & 3;
        shape.five = found.five;
        shape.overline = found.overline;
      }
  }

  /// The eleven bits around a point, the point itself bit 5.
  const Shape& at(std::uint32_t black, std::uint32_t blocked) const { return shapes_[index_of(black, blocked)]; }

 private:
  std::size_t index_of(std::uint32_t black, std::uint32_t blocked) const {
    const auto near_by = [](std::uint32_t bits) { return (bits >> 1 & 0x0F) | (bits >> 2 & 0xF0); };
    const std::size_t far_off = (black & 1) | (black >> 9 & 2);
    return (base_three_[near_by(black)] + 2u * base_three_[near_by(blocked)]) * 4 + far_off;
  }

  std::array<std::uint16_t, 256> base_three_{};
  std::array<Shape, 6561 * 4> shapes_{};
};

const ShapeTable& shape_table() {
  static const ShapeTable table;
  return table;
}

// -------------------------------------------------------------------------------- points and their lines

constexpr int margin = 5;

/// Where a point lies in a direction: rows, columns, rising and falling diagonals.
struct Place {
  std::uint8_t line, bit;
};

constexpr auto places = [] {
  std::array<std::array<Place, 4>, points> all{};
  for (int point = 0; point < points; ++point) {
    const int column = column_of(point), row = row_of(point);
    const auto place = [](int line, int at) {
      return Place{static_cast<std::uint8_t>(line), static_cast<std::uint8_t>(at + margin)};
    };
    all[point] = {place(row, column), place(column, row), place(column - row + board_size - 1, column),
                  place(column + row, column)};
  }
  return all;
}();

/// From a point to the next one along a direction, towards the higher bit.
constexpr std::array<int, 4> steps{1, board_size, board_size + 1, 1 - board_size};

constexpr auto off_board = [] {
  std::array<std::array<std::uint32_t, 2 * board_size - 1>, 4> lines{};
  for (auto& direction : lines)
    for (std::uint32_t& line : direction) line = ~0u;
  for (const auto& place : places)
    for (std::size_t d = 0; d < 4; ++d) lines[d][place[d].line] &= ~(1u << place[d].bit);
  return lines;
}();

template <class Visit>
void for_each_point(const PointSet& set, Visit visit) {
  for (std::size_t i = 0; i < set.words().size(); ++i)
    for (std::uint64_t rest = set.words()[i]; rest != 0; rest &= rest - 1)
      visit(static_cast<int>(64 * i) + std::countr_zero(rest));
}

}  // namespace

// --------------------------------------------------------------------------------------------- LineBoard

LineBoard::LineBoard(const PointSet& black, const PointSet& white) : blocked_(off_board) {
  for_each_point(black, [&](int point) { place(Side::black, point); });
  for_each_point(white, [&](int point) { place(Side::white, point); });
}

void LineBoard::place(Side side, int point) {
  assert(is_empty(point));
  Lines& stones = side == Side::black ? black_ : blocked_;
  for (std::size_t d = 0; d < directions; ++d) stones[d][places[point][d].line] |= 1u << places[point][d].bit;
}

void LineBoard::remove(Side side, int point) {
  Lines& stones = side == Side::black ? black_ : blocked_;
  for (std::size_t d = 0; d < directions; ++d) stones[d][places[point][d].line] &= ~(1u << places[point][d].bit);
}

bool LineBoard::is_empty(int point) const {
  const Place place = places[point][0];
  return (((black_[0][place.line] | blocked_[0][place.line]) >> place.bit) & 1) == 0;
}

namespace {

template <class Lines>
Shape shape_at(const ShapeTable& table, const Lines& black, const Lines& blocked, int point, std::size_t direction) {
  const Place place = places[point][direction];
  const int shift = place.bit - margin;
  return table.at(black[direction][place.line] >> shift, blocked[direction][place.line] >> shift);
}

}  // namespace

bool LineBoard::makes_five(int point) const {
  const ShapeTable& table = shape_table();
  for (std::size_t d = 0; d < directions; ++d)
    if (shape_at(table, black_, blocked_, point, d).five) return true;
  return false;
}

/// Whether black may make a straight four here, as far as the definition of a three asks.
bool LineBoard::straight_four_counts(int point) { return !makes_five(point) && forbidden(point) == Forbidden::no; }

Forbidden LineBoard::forbidden(int point) {
  const ShapeTable& table = shape_table();
  std::array<std::uint8_t, directions> straights;
  int fours = 0, threes = 0;
  bool five = false, overline = false;
  for (std::size_t d = 0; d < directions; ++d) {
    const Shape shape = shape_at(table, black_, blocked_, point, d);
    straights[d] = shape.straights;
    five |= shape.five;
    overline |= shape.overline;
    fours += shape.fours;
    threes += shape.straights != 0;
  }
  if (five) return Forbidden::no;
  if (overline) return Forbidden::overline;
  if (fours >= 2) return Forbidden::double_four;
  if (threes < 2) return Forbidden::no;

  // Enough lines look like threes: find two that are.
  place(Side::black, point);
  int counted = 0;
  for (std::size_t d = 0; d < directions && counted < 2 && counted + threes >= 2; ++d) {
    if (straights[d] == 0) continue;
    --threes;
    for (unsigned rest = straights[d]; rest != 0; rest &= rest - 1)
      if (straight_four_counts(point + steps[d] * (std::countr_zero(rest) - 3))) {
        ++counted;
        break;
      }
  }
  remove(Side::black, point);
  return counted >= 2 ? Forbidden::double_three : Forbidden::no;
}

PointSet LineBoard::forbidden_points() {
  PointSet found;
  for (int point = 0; point < points; ++point)
    if (is_empty(point) && forbidden(point) != Forbidden::no) found.insert(point);
  return found;
}

bool LineBoard::black_can_move() {
  for (int point = 0; point < points; ++point)
    if (is_empty(point) && forbidden(point) == Forbidden::no) return true;
  return false;
}

// ------------------------------------------------------------------------------------------- explanations

/// Reads the rows of a point off the lines themselves, by the code that the table was made with.
class Explainer {
 public:
  explicit Explainer(LineBoard& board) : board_(board) {}

  Explanation explain(int point) {
    Explanation result;
    result.forbidden = board_.forbidden(point);
    result.five = board_.makes_five(point);
    board_.place(Side::black, point);
    for (std::size_t d = 0; d < LineBoard::directions; ++d) add_rows(result.rows, point, d);
    board_.remove(Side::black, point);
    return result;
  }

 private:
  void add_rows(std::vector<Row>& rows, int point, std::size_t d) {
    const Place place = places[point][d];
    const std::uint32_t black = board_.black_[d][place.line];
    const auto points_of = [&](std::uint32_t mask) {
      std::vector<int> list;
      for (; mask != 0; mask &= mask - 1) list.push_back(point + steps[d] * (std::countr_zero(mask) - place.bit));
      return list;
    };
    const Found found = find_rows(black, board_.blocked_[d][place.line], place.bit);
    if (found.five || found.overline)
      rows.push_back(
          Row{found.five ? Row::Shape::five : Row::Shape::overline, points_of(run_through(black, place.bit)), {}});
    for (int i = 0; i < found.fours; ++i)
      rows.push_back(Row{Row::Shape::four, points_of(found.four[i].stones), points_of(found.four[i].completions)});
    if (found.three == 0) return;

    Row three{Row::Shape::three, points_of(found.three), {}};
    Row::Void reason = Row::Void::no;
    for (const int completion : points_of(found.straights)) {
      const bool five = board_.makes_five(completion);
      const Forbidden kind = board_.forbidden(completion);
      if (!five && kind == Forbidden::no) {
        three.completions.push_back(completion);
      } else if (reason == Row::Void::no) {
        reason = five ? Row::Void::makes_five : Row::Void::is_forbidden;
        three.void_point = completion;
        three.void_kind = kind;
      }
    }
    if (three.completions.empty()) three.voided = reason;
    rows.push_back(std::move(three));
  }

  LineBoard& board_;
};

// ------------------------------------------------------------------------------------------ free functions

std::string_view to_string(Forbidden forbidden) {
  switch (forbidden) {
    case Forbidden::no: return "legal";
    case Forbidden::double_three: return "33";
    case Forbidden::double_four: return "44";
    case Forbidden::overline: return "overline";
  }
  return "legal";
}

Forbidden forbidden(const PointSet& black, const PointSet& white, int point) {
  return LineBoard(black, white).forbidden(point);
}

PointSet forbidden_points(const PointSet& black, const PointSet& white) {
  return LineBoard(black, white).forbidden_points();
}

bool black_can_move(const PointSet& black, const PointSet& white) { return LineBoard(black, white).black_can_move(); }

Explanation explain(const PointSet& black, const PointSet& white, int point) {
  LineBoard board(black, white);
  if (!board.is_empty(point)) {
    Explanation result;
    result.occupied = true;
    return result;
  }
  return Explainer(board).explain(point);
}

}  // namespace dolbang::omok
