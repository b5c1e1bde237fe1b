#pragma once
/// Somebody at a room: the creator, the guest or a visitor. Plays random legal moves as a client would, through
/// connections that suffer; checks at once what can be checked at once, and writes the rest into the room's History.
///
/// A player has one intent on its way at a time and sends it again, same seq, until it is answered, over however many
/// connections. What it sees it checks against the rules, event by event.
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "history.hpp"
#include "line.hpp"
#include "match/match.hpp"
#include "proto/messages.hpp"

namespace dolbang::bench {

/// What happened in all, for the report.
struct Tally {
  std::size_t acknowledged = 0, refused = 0, events = 0, states = 0;
  std::size_t connections = 0, cuts = 0, cut_frames = 0, late_frames = 0, deaf = 0, doubled = 0, repeated = 0;
  std::size_t swapped_frames = 0, takeovers = 0, away = 0, illegal_tries = 0, replaced = 0;
};

/// What all players have in common.
struct Stage {
  std::uint16_t port = 0;
  Time now{};
  std::chrono::milliseconds think{30};  ///< between moves, on average
  bool storm = true;                    ///< misfortunes happen
  bool server_up = true;                ///< as far as is known
  Rng rng;
  Tally tally;
};

class Player {
 public:
  enum class Role : std::uint8_t { creator, guest, visitor };
  /// `games`: how many are played before the player has had enough. Stage and history outlive the player.
  Player(Stage& stage, History& history, Role role, int games);

  /// Does what is due.
  void act();
  /// Its connections, for poll(): the main one and those it has given up on.
  template <class Take>
  void each_line(Take&& take) {
    if (line_ && line_->is_open()) take(*line_, true);
    for (auto& ghost : ghosts_)
      if (ghost->is_open()) take(*ghost, false);
  }
  void work(Line& line, bool main, short happened);
  /// Has played enough, is answered, and knows all that anybody knows.
  bool has_finished() const;
  void leave();
  std::string where() const;

 private:
  enum class Where : std::uint8_t { away, greeting, entering, looking, joining, seated };
  struct View {
    std::uint64_t version = 0;
    int game = 1;
    Match match;
    proto::Phase phase = proto::Phase::waiting;
    std::optional<Side> you;
    std::array<bool, 2> ai{}, reclaiming{}, agreed{};  ///< by side
  };

  [[noreturn]] void fail(const std::string& what) const;
  void check(const std::optional<std::string>& error) const {
    if (error) fail(*error);
  }
  bool one_in(std::uint32_t n) { return stage_.rng.below(n) == 0; }
  Time soon(std::chrono::milliseconds average);
  Time departure();

  void connect();
  void enter();
  void lose_line(std::chrono::milliseconds until_next);
  void send(const proto::ClientMessage& message);
  void intend(Sent intent);
  void send_outstanding();
  void deed();
  void play_or_try();
  void misfortune();

  void on_text(std::string_view text, bool main);
  void on_state(const proto::State& state, bool main);
  void on_event(const proto::Event& event, bool main);
  void apply(const proto::Event& event);
  void on_reject(const proto::Reject& reject, bool main);
  void on_answer(std::uint64_t seq);
  void seated();

  std::size_t seat() const { return role_ == Role::creator ? 0 : 1; }
  std::vector<Sent>& sent() { return history_.sent[seat()]; }
  const std::vector<Sent>& sent() const { return history_.sent[seat()]; }

  Stage& stage_;
  History& history_;
  Role role_;
  int games_;
  std::unique_ptr<Line> line_;
  std::vector<std::unique_ptr<Line>> ghosts_;
  Where where_ = Where::away;
  Time next_deed_{}, next_misfortune_{}, late_until_{}, answered_by_{};
  std::optional<View> view_;
  std::uint64_t known_at_open_ = 0;
  std::optional<std::uint64_t> outstanding_;  ///< seq
  std::optional<bool> may_replace_;           ///< what presence said
};

}  // namespace dolbang::bench
