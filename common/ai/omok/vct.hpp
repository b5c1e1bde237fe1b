#pragma once
/// Victory by continuous threats: the attacker makes fours and open threes only, the defender tries everything that can
/// stop what is threatened. Deeper than the alpha-beta search sees where a whole attack is forced.
///
/// An open three threatens a straight four. What can stop it: the points where the attacker makes a four now (a
/// straight four's points, and the far ends where the row can be closed), for black also those that a four makes
/// forbidden, and the defender's own fours. An attacker whose threat the defender answers by a win of its own by
/// fours has not won. Depth is raised one threat at a time, so that the first win found is about the shortest.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "ai/omok/board.hpp"
#include "ai/omok/vcf.hpp"

namespace dolbang::omok_ai {

class Vct {
 public:
  /// `vcf` is asked at each position of the attacker and outlives this.
  explicit Vct(Vcf& vcf, int hash_bits = 16);

  /// The attacker's first move of a win for the side to move with at most `depth` threats before a win by fours,
  /// looking at no more than `nodes` positions; -1: none found.
  int solve(const Board& board, int depth, std::uint64_t nodes);
  /// Positions looked at, all calls together; the Vcf counts its own.
  std::uint64_t nodes() const { return nodes_; }
  void clear() { std::fill(failures_.begin(), failures_.end(), std::uint64_t{0}); }
  /// solve() gives up soon after `stop` answers true.
  void set_stop(const std::function<bool()>* stop) { stop_ = stop; }

 private:
  bool attack(std::size_t ply, int depth);
  bool defend(std::size_t ply, int depth);
  bool out_of_nodes();

  Vcf& vcf_;
  std::vector<std::uint64_t> failures_;
  std::uint64_t mask_;
  std::vector<Board> boards_;
  std::uint64_t nodes_ = 0, limit_ = 0;
  int first_ = -1;
  bool gave_up_ = false;
  const std::function<bool()>* stop_ = nullptr;
};

}  // namespace dolbang::omok_ai
