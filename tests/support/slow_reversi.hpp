#pragma once
/// Reversi once more, slow and obviously right: squares in an array, one direction and one step at a time, straight
/// from the rules. It shares no line with the library that it is held against.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace dolbang::test {

struct SlowReversi {
  int size = 8;
  std::array<std::array<char, 8>, 8> square{};  // [row][column]: 'X', 'O' or '-'
  char mover = 'X';

  /// Corners are given in the order of Z13: upper left, lower right, upper right, lower left.
  explicit SlowReversi(int board_size = 8, int corners = 0, char corners_of = 'X') : size(board_size) {
    for (auto& row : square) row.fill('-');
    const int low = size / 2 - 1, high = size / 2;
    square[low][low] = square[high][high] = 'O';
    square[low][high] = square[high][low] = 'X';
    const int last = size - 1;
    const std::array<std::pair<int, int>, 4> given{{{0, 0}, {last, last}, {0, last}, {last, 0}}};
    for (int i = 0; i < corners; ++i) square[given[i].first][given[i].second] = corners_of;
  }

  static char enemy_of(char colour) { return colour == 'X' ? 'O' : 'X'; }
  bool on_board(int row, int column) const { return row >= 0 && row < size && column >= 0 && column < size; }

  std::vector<std::pair<int, int>> flips(char colour, int row, int column) const {
    std::vector<std::pair<int, int>> all;
    if (square[row][column] != '-') return all;
    for (int down = -1; down <= 1; ++down) {
      for (int right = -1; right <= 1; ++right) {
        if (down == 0 && right == 0) continue;
        std::vector<std::pair<int, int>> line;
        int r = row + down, c = column + right;
        while (on_board(r, c) && square[r][c] == enemy_of(colour)) {
          line.emplace_back(r, c);
          r += down;
          c += right;
        }
        if (on_board(r, c) && square[r][c] == colour) all.insert(all.end(), line.begin(), line.end());
      }
    }
    return all;
  }

  std::vector<std::string> moves(char colour) const {
    std::vector<std::string> list;
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column)
        if (!flips(colour, row, column).empty())
          list.push_back({static_cast<char>('a' + column), static_cast<char>('1' + row)});
    return list;
  }

  bool is_over() const { return moves('X').empty() && moves('O').empty(); }

  void pass() { mover = enemy_of(mover); }

  void play(const std::string& move) {
    if (move != "pass") {
      const int row = move[1] - '1', column = move[0] - 'a';
      for (const auto& [r, c] : flips(mover, row, column)) square[r][c] = mover;
      square[row][column] = mover;
    }
    mover = enemy_of(mover);
  }

  std::string text() const {
    std::string all;
    for (int row = 0; row < size; ++row) all.append(square[row].begin(), square[row].begin() + size);
    return all + ' ' + mover;
  }
  int count(char colour) const {
    const std::string all = text();
    return static_cast<int>(std::count(all.begin(), all.begin() + size * size, colour));
  }
};

}  // namespace dolbang::test
