#pragma once
/// Proven answers to the first plies of the smaller board from its usual start.
///
/// That game is small enough to be solved, but not in the five seconds of a move: the start takes minutes. So the
/// answers of the first plies are kept: for every position that a perfect player of either colour can meet, whatever
/// the other side does, its move and the proven score, down to the number of empties that the file names. Positions
/// that are images of one another are one.
///
/// The file holds no positions. Writer and reader take the same walk through the game, which the answers so far
/// determine, and the file is just the answers in the order of that walk; `reversi-train book` makes it.
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "ai/reversi/board.hpp"
#include "core/error.hpp"

namespace dolbang::reversi_ai {

struct BookMove {
  int square;
  int score;  ///< discs, for the side to move
};

/// Calls `ask` for each position with more than `until` empties that a perfect player can meet, in the order of the
/// file and turned as it is stored; stops early when it answers nothing.
void walk_small_board(int until, const std::function<std::optional<BookMove>(const Board&)>& ask);

class SmallBook {
 public:
  /// Reads what bytes() gave; a book that was not finished is read as far as it goes. Error "bad_book".
  static Expected<SmallBook> read(std::string_view bytes);
  /// The book that comes with the program; read once.
  static const SmallBook& own();

  explicit SmallBook(int until) : until_(until) {}
  std::string bytes() const;

  /// The perfect move of a position of the smaller board, however it is turned.
  std::optional<BookMove> find(const Board& board) const;
  /// `stored` is a position as the walk gives it.
  void add(const Board& stored, BookMove move) { moves_.emplace(std::pair(stored.own, stored.opponent), move); }

  /// Where so many squares are empty the book ends.
  int until() const { return until_; }
  std::size_t size() const { return moves_.size(); }

 private:
  int until_;
  std::map<std::pair<Bitboard, Bitboard>, BookMove> moves_;
};

}  // namespace dolbang::reversi_ai
