#pragma once
/// What became known of one room: what its players sent, what they were answered, and what anybody saw. And the
/// judgement: whether the store's log and a replay by the rules agree with all of it.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "game/game.hpp"
#include "match/match.hpp"
#include "proto/messages.hpp"
#include "server/store/store.hpp"

namespace dolbang::bench {

/// One version of the room, as everybody must have seen it.
struct Step {
  proto::EventKind kind = proto::EventKind::joined;
  std::optional<Side> side;
  std::string word;  ///< the move, or the level of the AI
  bool by_ai = false;
  int game = 1, ply = 0;
  Side to_move = Side::black;
  std::string hash;
  friend bool operator==(const Step&, const Step&) = default;
};
Step step_of(const proto::Event& event);

/// A whole state that somebody was shown.
struct Glimpse {
  std::uint64_t version = 0;
  int game = 1, ply = 0;
  std::string hash;
};

/// An intent of a seat, and the first answer to it.
struct Sent {
  proto::EventKind kind = proto::EventKind::moved;  ///< what it becomes when it is done
  std::string word;
  int game = 1, ply = 0;
  bool must_fail = false;  ///< a move that the rules forbid
  proto::ClientMessage message;
  std::optional<std::uint64_t> done;  ///< the version that it became
  std::string refused;                ///< the reason
};

struct History {
  std::string code;
  GameSpec spec;
  std::array<std::string, 2> secrets;
  std::array<bool, 2> entered{};
  std::array<std::vector<Sent>, 2> sent;     ///< by seat; seq counts from 1
  std::vector<std::optional<Step>> seen{1};  ///< by version
  std::vector<Glimpse> glimpses;
  std::uint64_t newest = 0;  ///< version that anybody has seen

  /// Errors in words; none: good.
  std::optional<std::string> see(std::uint64_t version, Step step);
  void see(const proto::State& state);
  std::optional<std::string> answer_done(std::size_t seat, std::uint64_t seq, std::uint64_t version);
  std::optional<std::string> answer_refused(std::size_t seat, std::uint64_t seq, const std::string& reason);
};

struct Judgement {
  std::vector<std::string> errors;
  std::size_t lost = 0, duplicated = 0, illegal = 0;
  std::size_t moves = 0, games = 0;
  proto::State end;  ///< as a visitor would see it
  std::string log;   ///< in words
};
/// `record` is the room in the store; none: it is not there.
Judgement judge(const History& history, const store::RoomRecord* record);

/// What was sent and seen, for people.
std::string describe(const History& history);

}  // namespace dolbang::bench
