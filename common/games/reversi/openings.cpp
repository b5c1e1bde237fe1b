#include "games/reversi/openings.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>
#include <utility>

namespace dolbang::reversi {
namespace {

using Trait = OpeningTrait;

std::vector<Opening> list() {
  return {
      {"perpendicular", "Perpendicular", "세로 따기", "縦取り", "f5d6"},
      {"diagonal", "Diagonal", "대각선 따기", "斜め取り", "f5f6"},
      {"parallel", "Parallel", "나란히 따기", "並び取り", "f5f4"},

      // Perpendicular: the Rabbit and what comes of it.
      {"rabbit", "Rabbit", "토끼", "兎", "f5d6c5f4e3", Trait::few_variations},
      {"mimura", "Mimura", "미무라류", "三村流", "f5d6c5f4e3d3"},
      {"shaman", "Shaman", "샤먼", "シャーマン", "f5d6c5f4e3c6f3"},
      {"inoue", "Inoue", "이노우에류", "井上流", "f5d6c5f4e3c6e6"},
      {"iago", "Iago", "눈토끼", "雪うさぎ", "f5d6c5f4e3c6e6f6"},
      {"rose", "Rose", "로즈", "ローズ", "f5d6c5f4e3c6d3f6e6d7"},
      {"sharp_rose", "Sharp Rose", "샤프 로즈", "シャープローズ", "f5d6c5f4e3c6d3f6e6d7g3"},
      {"flat_rose", "Flat Rose", "플랫 로즈", "フラットローズ", "f5d6c5f4e3c6d3f6e6d7g4"},
      {"greenberg", "Greenberg", "데즈카 시스템", "手塚システム", "f5d6c5f4e3c6d3f6e6d7e7"},
      {"horse", "Horse", "말", "馬", "f5d6c5f4d3"},

      // Perpendicular: the Tiger.
      {"tiger", "Tiger", "호랑이", "虎", "f5d6c3d3c4", Trait::many_variations},
      {"leaders_tiger", "Leader's Tiger", "리더스 타이거", "リーダーズタイガー", "f5d6c3d3c4f4e6"},
      {"brightwell", "Brightwell", "브라이트웰", "ブライトウェル", "f5d6c3d3c4f4e3"},
      {"stephenson", "Stephenson", "스티븐슨", "スティーブンソン", "f5d6c3d3c4f4f6"},
      {"compoth", "Comp'Oth", "콤포스", "コンポス", "f5d6c3d3c4f4f6f3"},
      {"no_kung", "No-Kung", "노쿵", "ノーカン", "f5d6c3d3c4f4f6g5"},
      {"rose_bill", "Rose-Bill", "로즈빌", "ローズビル", "f5d6c3d3c4f4c5b3c2"},

      // Perpendicular: black on c4.
      {"cat", "Cat", "고양이", "猫", "f5d6c4d3c5"},
      {"italian", "Italian", "양", "羊", "f5d6c4d3e6"},
      {"no_cat", "No-Cat", "노캣", "ノーキャット", "f5d6c4g5"},
      {"swallow", "Swallow", "제비", "燕", "f5d6c4g5c6"},

      // Diagonal.
      {"cow", "Cow", "소", "牛", "f5f6e6f4e3", Trait::most_usual},
      {"bat", "Cow Bat", "박쥐", "コウモリ", "f5f6e6f4e3c5g5"},
      {"tank", "Tank", "전차", "戦車", "f5f6e6f4e3c5c6"},
      {"aircraft", "Aircraft", "비행기", "飛行機", "f5f6e6f4e3c5c4e7g4"},
      {"sailboat", "Sailboat", "요트", "ヨット", "f5f6e6f4e3c5c4e7b5e2"},
      {"fast_ship", "Fast Ship", "쾌속선", "快速船", "f5f6e6f4e3c5c4e7c6e2"},
      {"heath", "Heath", "뛰쳐나온 소", "飛び出し牛", "f5f6e6f4g5"},
      {"raccoon_dog", "Raccoon Dog", "너구리", "狸", "f5f6e6f4g4"},
      {"rocket", "Rocket", "로켓", "ロケット", "f5f6e6f4g3"},
      {"snake", "Snake", "뱀", "蛇", "f5f6e6f4g6"},
      {"lysons", "Lysons", "코브라", "コブラ", "f5f6e6f4g6c6"},
      {"x_square", "X-square", "폭주 소", "暴走牛", "f5f6e6f4g7"},
      {"buffalo", "Buffalo", "버펄로", "バッファロー", "f5f6e6f4c3"},
      {"hokuriku_buffalo", "Hokuriku Buffalo", "호쿠리쿠 버펄로", "北陸バッファロー", "f5f6e6f4c3c4"},
      {"maruoka_buffalo", "Maruoka Buffalo", "마루오카 버펄로", "丸岡バッファロー", "f5f6e6f4c3d7"},
      {"tanida_buffalo", "Tanida Buffalo", "다니다 버펄로", "谷田バッファロー", "f5f6e6f4c3d6f3"},

      // Parallel.
      {"rat", "Rat", "쥐", "鼠", "f5f4e3f6d3", Trait::black_better},
  };
}

/// What of a position an opening is known by. Two that differ in a symmetry of the start are the same.
using Key = std::tuple<Bitboard, Bitboard, Side>;

/// The board with columns and rows exchanged: a reflection in the diagonal a1-h8.
Bitboard transposed(Bitboard b) {
  Bitboard result = 0;
  for (; b != 0; b &= b - 1) {
    const int square = std::countr_zero(b);
    result |= bit(square_at(row_of(square), column_of(square)));
  }
  return result;
}

Bitboard half_turned(Bitboard b) {
  Bitboard result = 0;
  for (; b != 0; b &= b - 1) result |= bit(63 - std::countr_zero(b));
  return result;
}

Key key_of(const State& state) {
  Key least{state.black, state.white, state.to_move};
  const auto consider = [&](Bitboard black, Bitboard white) {
    least = std::min(least, Key{black, white, state.to_move});
  };
  consider(half_turned(state.black), half_turned(state.white));
  const Bitboard black = transposed(state.black), white = transposed(state.white);
  consider(black, white);
  consider(half_turned(black), half_turned(white));
  return least;
}

void play_with_pass(State& state, Move move) {
  Reversi::play(state, move);
  if (Reversi::is_legal(state, Move::pass())) Reversi::play(state, Move::pass());
}

/// Every opening by its position.
std::map<Key, const Opening*> by_position() {
  std::map<Key, const Opening*> all;
  for (const Opening& opening : openings()) {
    State state = *Reversi::start("8x8");
    for (std::size_t i = 0; i < opening.line.size(); i += 2)
      play_with_pass(state, Move{static_cast<std::uint16_t>(*parse_square(opening.line.substr(i, 2)))});
    all.emplace(key_of(state), &opening);
  }
  return all;
}

}  // namespace

const std::vector<Opening>& openings() {
  static const std::vector<Opening> all = [] {
    auto unsorted = list();
    std::sort(unsorted.begin(), unsorted.end(), [](const Opening& a, const Opening& b) {
      return std::pair(a.line.size(), a.line) < std::pair(b.line.size(), b.line);
    });
    return unsorted;
  }();
  return all;
}

std::optional<OpeningRef> opening_of(const State& start, const std::vector<Move>& moves) {
  static const auto named = by_position();
  if (start.size() != 8 || start.corners != 0) return std::nullopt;
  const std::size_t deepest = openings().back().line.size() / 2;
  std::optional<OpeningRef> found;
  State state = start;
  for (std::size_t ply = 0; ply < std::min(moves.size(), deepest); ++ply) {
    play_with_pass(state, moves[ply]);
    if (const auto hit = named.find(key_of(state)); hit != named.end())
      found = OpeningRef{hit->second, static_cast<int>(ply) + 1};
  }
  return found;
}

}  // namespace dolbang::reversi
