#pragma once
/// The concept of a game and its type erasure.
///
/// A game is a set of pure functions over a small, trivially copyable State. Everything above the
/// rules (match, server, notation, client model) sees only Position, a value that carries a State of
/// any game inline, without allocation. Code that must know the game (a view, an engine) asks with
/// `position.get_if<Reversi>()`.
///
/// A side that cannot move passes: then, and only then, the list of legal moves is exactly {pass}.
/// A finished position has no legal move.
#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/error.hpp"
#include "core/limits.hpp"
#include "core/side.hpp"

namespace dolbang {

/// A move, meaningful only together with its game. Codes are dense and small (a square's index).
struct Move {
  std::uint16_t code = 0xFFFF;

  static constexpr Move pass() { return Move{0xFFFF}; }
  constexpr bool is_pass() const { return code == 0xFFFF; }
  friend constexpr bool operator==(Move, Move) = default;
};

/// The legal moves of one position; never allocates.
class MoveList {
 public:
  void push(Move move) { moves_[size_++] = move; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move operator[](std::size_t i) const { return moves_[i]; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }
  bool contains(Move move) const { return std::find(begin(), end(), move) != end(); }

 private:
  std::array<Move, limits::legal_moves> moves_;
  std::size_t size_ = 0;
};

/// Why a game ended. The first group is found by the rules, the second by the match or the room.
enum class EndReason : std::uint8_t {
  board_full,  ///< no empty square left
  wiped_out,   ///< one colour has nothing left on the board
  no_moves,    ///< neither side can move, empties left
  resigned,
  five_in_row,      ///< five (or what counts as five) stones in a row
  all_forbidden,    ///< every empty point is forbidden to the side to move: a draw
  forbidden_point,  ///< a forbidden point was played where that loses
  timed_out,        ///< the loser had no time left
  abandoned,        ///< the loser stayed away, and the other claimed the game
};
std::string_view to_string(EndReason reason);
std::optional<EndReason> end_reason_from(std::string_view text);

struct Verdict {
  std::optional<Side> winner;  ///< none: a draw
  EndReason reason;
};

/// A count of discs (or points) on the board.
struct Score {
  std::array<int, 2> of{};  ///< by index(Side)
  int empties = 0;
  friend bool operator==(const Score&, const Score&) = default;
};

/// What to play: a game of the catalogue and one of its variants ("8x8", "6x6-black2"). Text, since it travels.
struct GameSpec {
  std::string game;
  std::string variant;
  friend bool operator==(const GameSpec&, const GameSpec&) = default;
};

template <class G>
concept Game = requires(const typename G::State& state, typename G::State& mutable_state, Move move, MoveList& list,
                        std::string_view text, const Score& score) {
  requires std::is_trivially_copyable_v<typename G::State>;
  requires sizeof(typename G::State) <= limits::position_bytes;
  { G::id } -> std::convertible_to<std::string_view>;
  { G::default_variant } -> std::convertible_to<std::string_view>;
  { G::variants() } -> std::same_as<std::vector<std::string>>;
  { G::start(text) } -> std::same_as<Expected<typename G::State>>;
  { G::variant(state) } -> std::same_as<std::string>;
  { G::to_move(state) } -> std::same_as<Side>;
  { G::legal_moves(state, list) } -> std::same_as<void>;
  { G::is_legal(state, move) } -> std::same_as<bool>;
  { G::play(mutable_state, move) } -> std::same_as<void>;
  { G::verdict(state) } -> std::same_as<std::optional<Verdict>>;
  { G::score(state) } -> std::same_as<std::optional<Score>>;
  { G::tournament_score(state) } -> std::same_as<std::optional<Score>>;
  { G::hash(state) } -> std::same_as<std::uint64_t>;
  { G::move_text(state, move) } -> std::same_as<std::string>;
  { G::parse_move(state, text) } -> std::same_as<Expected<Move>>;
  { G::board_text(state) } -> std::same_as<std::string>;
};

class Position;

/// The erased rules of one game. Instances are static and live as long as the program.
class Rules {
 public:
  virtual ~Rules() = default;
  virtual std::string_view id() const = 0;
  virtual std::string_view default_variant() const = 0;
  /// Every variant, the default one first.
  virtual std::vector<std::string> variants() const = 0;
  /// The start position of a variant; the empty text means the default. Error "unknown_variant".
  virtual Expected<Position> start(std::string_view variant) const = 0;
  /// The variant that gives each person what they had when they change colours: a handicap goes with its
  /// owner. Most variants are the same for both colours.
  virtual std::string with_colours_swapped(std::string_view variant) const = 0;

 protected:
  friend class Position;
  virtual Side to_move(const void* state) const = 0;
  virtual void legal_moves(const void* state, MoveList& out) const = 0;
  virtual bool is_legal(const void* state, Move move) const = 0;
  virtual void play(void* state, Move move) const = 0;
  virtual std::optional<Verdict> verdict(const void* state) const = 0;
  virtual std::optional<Score> score(const void* state) const = 0;
  virtual std::optional<Score> tournament_score(const void* state) const = 0;
  virtual std::uint64_t hash(const void* state) const = 0;
  virtual std::string move_text(const void* state, Move move) const = 0;
  virtual Expected<Move> parse_move(const void* state, std::string_view text) const = 0;
  virtual std::string board_text(const void* state) const = 0;
  virtual std::string variant(const void* state) const = 0;
  virtual bool swaps_sides(const void* state, Move move) const = 0;
};

template <Game G>
const Rules& rules_of();

/// A position of any game: a regular value of fixed size.
class Position {
 public:
  template <Game G>
  static Position of(const typename G::State& state) {
    Position position(rules_of<G>());
    std::memcpy(position.state_.data(), &state, sizeof state);
    return position;
  }

  const Rules& rules() const { return *rules_; }
  Side to_move() const { return rules_->to_move(state_.data()); }
  MoveList legal_moves() const {
    MoveList list;
    rules_->legal_moves(state_.data(), list);
    return list;
  }
  bool is_legal(Move move) const { return rules_->is_legal(state_.data(), move); }
  /// Plays a legal move; an illegal one is a bug of the caller and asserts.
  void play(Move move) { rules_->play(state_.data(), move); }
  std::optional<Verdict> verdict() const { return rules_->verdict(state_.data()); }
  /// The count on the board, for games that have one.
  std::optional<Score> score() const { return rules_->score(state_.data()); }
  /// The count that tournaments write down (Reversi: empties go to the winner); only when over.
  std::optional<Score> tournament_score() const { return rules_->tournament_score(state_.data()); }
  /// Equal positions (board and side to move) have equal hashes, on every platform and version.
  std::uint64_t hash() const { return rules_->hash(state_.data()); }
  std::string move_text(Move move) const { return rules_->move_text(state_.data(), move); }
  /// Reads a move's notation. Errors: "bad_notation". The move need not be legal.
  Expected<Move> parse_move(std::string_view text) const { return rules_->parse_move(state_.data(), text); }
  /// The board and the side to move as one line of text, for people and logs.
  std::string board_text() const { return rules_->board_text(state_.data()); }
  /// The variant that is played, in its one canonical spelling.
  std::string variant() const { return rules_->variant(state_.data()); }
  /// Playing this move makes the two players change sides (a swap of the opening): who was black is white
  /// from then on. The side of the position after the move is already the new one.
  bool swaps_sides(Move move) const { return rules_->swaps_sides(state_.data(), move); }

  template <Game G>
  std::optional<typename G::State> get_if() const {
    if (rules_ != &rules_of<G>()) return std::nullopt;
    typename G::State state;
    std::memcpy(&state, state_.data(), sizeof state);
    return state;
  }

 private:
  explicit Position(const Rules& rules) : rules_(&rules) {}

  const Rules* rules_;
  alignas(8) std::array<std::byte, limits::position_bytes> state_{};
};

namespace detail {

template <Game G>
class RulesOf final : public Rules {
  using State = typename G::State;
  static const State& in(const void* p) { return *static_cast<const State*>(p); }

 public:
  std::string_view id() const override { return G::id; }
  std::string_view default_variant() const override { return G::default_variant; }
  std::vector<std::string> variants() const override { return G::variants(); }
  std::string with_colours_swapped(std::string_view variant) const override {
    if constexpr (requires { G::with_colours_swapped(variant); })
      return G::with_colours_swapped(variant);
    else
      return std::string(variant);
  }
  Expected<Position> start(std::string_view variant) const override {
    return G::start(variant.empty() ? G::default_variant : variant).map([](const State& s) {
      return Position::of<G>(s);
    });
  }

 protected:
  Side to_move(const void* s) const override { return G::to_move(in(s)); }
  void legal_moves(const void* s, MoveList& out) const override { G::legal_moves(in(s), out); }
  bool is_legal(const void* s, Move m) const override { return G::is_legal(in(s), m); }
  void play(void* s, Move m) const override { G::play(*static_cast<State*>(s), m); }
  std::optional<Verdict> verdict(const void* s) const override { return G::verdict(in(s)); }
  std::optional<Score> score(const void* s) const override { return G::score(in(s)); }
  std::optional<Score> tournament_score(const void* s) const override { return G::tournament_score(in(s)); }
  std::uint64_t hash(const void* s) const override { return G::hash(in(s)); }
  std::string move_text(const void* s, Move m) const override { return G::move_text(in(s), m); }
  Expected<Move> parse_move(const void* s, std::string_view t) const override { return G::parse_move(in(s), t); }
  std::string board_text(const void* s) const override { return G::board_text(in(s)); }
  std::string variant(const void* s) const override { return G::variant(in(s)); }
  bool swaps_sides(const void* s, Move m) const override {
    if constexpr (requires { G::swaps_sides(in(s), m); })
      return G::swaps_sides(in(s), m);
    else
      return false;
  }
};

}  // namespace detail

template <Game G>
const Rules& rules_of() {
  static const detail::RulesOf<G> instance;
  return instance;
}

}  // namespace dolbang
