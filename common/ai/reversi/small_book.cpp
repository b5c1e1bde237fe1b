#include "ai/reversi/small_book.hpp"

#include <bit>
#include <cassert>
#include <set>
#include <string>
#include <vector>

namespace dolbang::embedded {
std::string_view reversi_small_book();  // made by cmake/embed.cmake
}

namespace dolbang::reversi_ai {
namespace {

constexpr int squares = small_geometry.squares;

/// A square under one of the eight symmetries of the smaller board.
int turned(int square, int symmetry) {
  int column = square & 7;
  int row = square >> 3;
  if (symmetry & 1) column = 5 - column;
  if (symmetry & 2) row = 5 - row;
  if (symmetry & 4) std::swap(column, row);
  return row * 8 + column;
}

Bitboard turned(Bitboard discs, int symmetry) {
  Bitboard result = 0;
  for (; discs != 0; discs &= discs - 1) result |= bit(turned(std::countr_zero(discs), symmetry));
  return result;
}

/// The image that stands for a position and all its images, and the symmetry that leads there.
std::pair<Board, int> representative(const Board& board) {
  std::pair<Board, int> best{board, 0};
  for (int symmetry = 1; symmetry < 8; ++symmetry) {
    const Board image{turned(board.own, symmetry), turned(board.opponent, symmetry)};
    if (std::pair(image.own, image.opponent) < std::pair(best.first.own, best.first.opponent)) best = {image, symmetry};
  }
  return best;
}

Bitboard moves_of(const Board& board) {
  return reversi::legal_squares(board.own, board.opponent) & reversi::small_board;
}

Board after(const Board& board, int square) {
  const Bitboard flipped = reversi::flips(board.own, board.opponent, square);
  return {board.opponent ^ flipped, board.own ^ flipped ^ bit(square)};
}

/// The walk: first come, first asked.
class Walk {
 public:
  explicit Walk(int until) : until_(until) {
    const Board start = board_of(*Reversi::start("6x6"));
    meet(start);
    reply(start);
  }

  bool over() const { return next_ == waiting_.size(); }
  const Board& position() const { return waiting_[next_]; }
  bool legal(int square) const { return square >= 0 && square < 64 && (moves_of(position()) & bit(square)) != 0; }
  void answer(int square) {
    const Board board = after(waiting_[next_++], square);
    reply(board);
  }

 private:
  /// The player is to move.
  void meet(const Board& board) {
    if (squares - std::popcount(board.own | board.opponent) <= until_) return;
    const Board stored = representative(board).first;
    if (seen_.emplace(stored.own, stored.opponent).second) waiting_.push_back(stored);
  }
  /// The other side is to move: whatever it does is met.
  void reply(const Board& board) {
    const Bitboard replies = moves_of(board);
    const Board passed{board.opponent, board.own};
    if (replies == 0 && moves_of(passed) != 0) meet(passed);
    for (Bitboard rest = replies; rest != 0; rest &= rest - 1) {
      const Board next = after(board, std::countr_zero(rest));
      if (moves_of(next) != 0)
        meet(next);
      else if (moves_of({next.opponent, next.own}) != 0)
        reply({next.opponent, next.own});
    }
  }

  int until_;
  std::vector<Board> waiting_;
  std::set<std::pair<Bitboard, Bitboard>> seen_;
  std::size_t next_ = 0;
};

}  // namespace

void walk_small_board(int until, const std::function<std::optional<BookMove>(const Board&)>& ask) {
  for (Walk walk(until); !walk.over();) {
    const auto move = ask(walk.position());
    if (!move) return;
    walk.answer(move->square);
  }
}

std::string SmallBook::bytes() const {
  std::string bytes(1, static_cast<char>(until_));
  walk_small_board(until_, [&](const Board& board) {
    const auto move = find(board);
    if (move) {
      bytes += static_cast<char>(move->square);
      bytes += static_cast<char>(move->score + squares);
    }
    return move;
  });
  return bytes;
}

Expected<SmallBook> SmallBook::read(std::string_view bytes) {
  const auto bad = [] { return fail("bad_book", "This is no book of this version; make it with reversi-train book."); };
  if (bytes.size() % 2 != 1 || bytes[0] < 1 || bytes[0] > squares) return bad();
  SmallBook book(bytes[0]);
  Walk walk(book.until_);
  for (std::size_t at = 1; at < bytes.size(); at += 2) {
    const BookMove move{static_cast<unsigned char>(bytes[at]), static_cast<unsigned char>(bytes[at + 1]) - squares};
    if (walk.over() || !walk.legal(move.square) || move.score > squares) return bad();
    book.add(walk.position(), move);
    walk.answer(move.square);
  }
  return book;
}

const SmallBook& SmallBook::own() {
  static const SmallBook book = [] {
    const auto read_book = read(embedded::reversi_small_book());
    assert(read_book);
    return *read_book;
  }();
  return book;
}

std::optional<BookMove> SmallBook::find(const Board& board) const {
  const auto [stored, symmetry] = representative(board);
  const auto found = moves_.find({stored.own, stored.opponent});
  if (found == moves_.end()) return std::nullopt;
  for (int square = 0; square < 64; ++square)
    if ((reversi::small_board & bit(square)) && turned(square, symmetry) == found->second.square)
      return BookMove{square, found->second.score};
  return std::nullopt;
}

}  // namespace dolbang::reversi_ai
