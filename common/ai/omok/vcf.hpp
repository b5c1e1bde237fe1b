#pragma once
/// Victory by continuous fours: a depth-first search in which every move of the attacker makes a four, so that
/// the defender has one answer each time.
///
/// Wins are exact: a win is only ever claimed for a line whose every move is legal and whose every answer is
/// forced, with Renju's rules on both sides: black's fours are not forbidden points, white wins where black's
/// only answer is forbidden, and an answer that makes a four has to be answered in turn. The hash table holds
/// positions that are known to have none, and for those that were given up how many nodes were too few, so that asking
/// again costs nothing; a collision could lose a win and never invent one.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "ai/omok/board.hpp"

namespace dolbang::omok_ai {

class Vcf {
 public:
  enum class Outcome : std::uint8_t {
    none,     ///< proved: there is no win by fours
    unknown,  ///< the nodes ran out
    win,
  };

  /// `hash_bits`: the table has 2^hash_bits entries of 8 bytes.
  explicit Vcf(int hash_bits = 16);

  /// Whether the side to move wins by fours, looking at no more than `nodes` positions.
  Outcome solve(const Board& board, std::uint64_t nodes);
  /// After a win: the attacker's moves and the answers in turn, beginning and ending with the attacker's. The last
  /// move makes five, or a four that cannot be answered, or two fours, or a straight one.
  const std::vector<std::int16_t>& line() const { return line_; }
  /// After a win: the empty points of the first position where a stone of the other may stop this line. Those of
  /// the line itself, where its last four is answered, and what an answer that black may not give depends on.
  const Bits& stops() const { return stops_; }
  /// Positions looked at, all calls together.
  std::uint64_t nodes() const { return nodes_; }
  /// Forgets earlier searches.
  void clear() { std::fill(known_.begin(), known_.end(), std::uint64_t{0}); }
  /// solve() gives up soon after `stop` answers true.
  void set_stop(const std::function<bool()>* stop) { stop_ = stop; }

 private:
  bool attack(std::size_t depth);
  bool out_of_nodes();
  /// What the table says of a position: 0 nothing, `refuted`, or the logarithm of the nodes that were too few, plus
  /// one.
  std::uint8_t known(std::uint64_t hash) const {
    const std::uint64_t entry = known_[hash & mask_];
    return ((entry ^ hash) >> 8) == 0 ? static_cast<std::uint8_t>(entry) : std::uint8_t{0};
  }
  void know(std::uint64_t hash, std::uint8_t what) { known_[hash & mask_] = (hash & ~std::uint64_t{0xFF}) | what; }

  static constexpr std::uint8_t refuted = 0xFF;
  std::vector<std::uint64_t> known_;
  std::uint64_t mask_;
  std::vector<Board> boards_;  ///< one for each four of the line that is looked at
  std::vector<std::int16_t> line_;
  Bits stops_;
  std::uint64_t nodes_ = 0, limit_ = 0;
  bool gave_up_ = false;
  const std::function<bool()>* stop_ = nullptr;
};

}  // namespace dolbang::omok_ai
