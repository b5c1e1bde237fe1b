#include "server/net/diagram.hpp"

#include <vector>

#include "games/omok/omok.hpp"
#include "games/reversi/reversi.hpp"
#include "server/net/page.hpp"

namespace dolbang::net {

namespace {

constexpr int cell = 20;

/// A square board: what lies where, by column and row from the upper left.
struct Board {
  int size = 0;
  bool on_lines = false;           ///< stones lie where lines cross, not in squares
  bool first_row_at_top = false;   ///< row 1
  std::vector<std::size_t> stars;  ///< marked points, by index
  std::vector<std::optional<Side>> stones;
  std::vector<int> numbers;  ///< of the move that placed it; 0: lay there from the start

  std::size_t at(int column, int row) const { return static_cast<std::size_t>(row * size + column); }
};

std::optional<Board> board_of(const Match& match) {
  Board board;
  if (const auto state = match.position().get_if<Reversi>()) {
    board.size = state->size();
    board.first_row_at_top = true;
    for (int row = 0; row < board.size; ++row)
      for (int column = 0; column < board.size; ++column)
        board.stones.push_back(state->at(reversi::square_at(column, row)));
    board.numbers.resize(board.stones.size());
    for (std::size_t i = 0; i < match.turns().size(); ++i) {
      const int square = match.turns()[i].move.code;
      board.numbers[board.at(reversi::column_of(square), reversi::row_of(square))] = static_cast<int>(i) + 1;
    }
    return board;
  }
  if (const auto state = match.position().get_if<Omok>()) {
    board.size = omok::board_size;
    board.on_lines = true;
    for (int row = board.size - 1; row >= 0; --row)
      for (int column = 0; column < board.size; ++column)
        board.stones.push_back(state->at(omok::point_at(column, row)));
    board.numbers.resize(board.stones.size());
    int stone = 0;  // decisions of an opening have no number
    for (const Turn& turn : match.turns()) {
      if (turn.move.code >= omok::points) continue;
      const int row = board.size - 1 - omok::row_of(turn.move.code);
      board.numbers[board.at(omok::column_of(turn.move.code), row)] = ++stone;
    }
    for (const auto& [column, row] : {std::pair(3, 3), {11, 3}, {7, 7}, {3, 11}, {11, 11}})
      board.stars.push_back(board.at(column, row));
    return board;
  }
  return std::nullopt;
}

std::string quoted(std::string_view name, int value) {
  return " " + std::string(name) + "=\"" + std::to_string(value) + "\"";
}

std::string text_at(int x, int y, std::string_view fill, std::string_view text) {
  return "<text" + quoted("x", x) + quoted("y", y + 3) + " fill=\"" + std::string(fill) + "\">" + std::string(text) +
         "</text>";
}

/// Where the middle of the n-th column or row is; before them is a margin for its name.
constexpr int middle(int n) { return cell + n * cell + cell / 2; }

std::string lines(const Board& board) {
  const int from = board.on_lines ? middle(0) : cell;
  const int to = board.on_lines ? middle(board.size - 1) : cell + board.size * cell;
  std::string path;
  for (int at = from; at <= to; at += cell)
    path += "M" + std::to_string(from) + " " + std::to_string(at) + "H" + std::to_string(to) + "M" +
            std::to_string(at) + " " + std::to_string(from) + "V" + std::to_string(to);
  return "<path d=\"" + path + "\" stroke=\"#0009\" fill=\"none\"/>";
}

}  // namespace

std::string diagram(const Match& match, std::string_view label) {
  const auto board = board_of(match);
  if (!board) return {};
  const int width = (board->size + 2) * cell;
  std::string out = "<svg class=\"diagram\" role=\"img\" aria-label=\"" + escape_html(label) + "\" viewBox=\"0 0 " +
                    std::to_string(width) + " " + std::to_string(width) +
                    "\" font-size=\"9\" text-anchor=\"middle\" font-family=\"system-ui,sans-serif\">";
  out += "<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"" +
         std::string(board->on_lines ? "#d9b26a" : "#267a52") + "\"/>";
  out += lines(*board);
  const std::string_view names = board->on_lines ? "#3b2a10" : "#e8f2ec";
  for (int n = 0; n < board->size; ++n) {
    const char column = static_cast<char>((board->on_lines ? 'A' : 'a') + n);
    out += text_at(middle(n), board->first_row_at_top ? cell / 2 : width - cell / 2, names, std::string(1, column));
    const int row = board->first_row_at_top ? n + 1 : board->size - n;
    out += text_at(cell / 2, middle(n), names, std::to_string(row));
  }
  for (const std::size_t star : board->stars)
    out += "<circle" + quoted("cx", middle(static_cast<int>(star) % board->size)) +
           quoted("cy", middle(static_cast<int>(star) / board->size)) + " r=\"2\"/>";
  int last = 0;
  for (const int number : board->numbers) last = std::max(last, number);
  for (int row = 0; row < board->size; ++row) {
    for (int column = 0; column < board->size; ++column) {
      const auto& stone = board->stones[board->at(column, row)];
      if (!stone) continue;
      const int number = board->numbers[board->at(column, row)];
      const bool black = *stone == Side::black;
      out += "<circle" + quoted("cx", middle(column)) + quoted("cy", middle(row)) + " r=\"9\" fill=\"" +
             (black ? "#1e1f22" : "#f1eee8") + "\"" + (number == last && last > 0 ? " stroke=\"#e8453c\"" : "") + "/>";
      if (number > 0) out += text_at(middle(column), middle(row), black ? "#fff" : "#111", std::to_string(number));
    }
  }
  return out + "</svg>\n";
}

}  // namespace dolbang::net
