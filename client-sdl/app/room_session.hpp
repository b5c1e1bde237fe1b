#pragma once
/// One room on a server, as this device knows it: the connection, the seat, the replica of the game.
///
/// A pure state machine over a polled Transport. The server is the only authority: an intent changes nothing here until
/// the server's event comes. What keeps it honest:
///  - every event must be the next version and must lead to the position whose hash it names; if not, the room is
///    opened again from scratch (resync);
///  - an intent stays in `pending_` until it is answered and is sent again, with the same seq, after a reconnect: the
///    server knows a repetition by its seq;
///  - so does the wish for a seat, which brings the secret that the seat shall have: sent again, it leads to the same
///    seat;
///  - a lost connection is tried again for ever, slower each time, with jitter so that a restarted server is not
///    stormed; only a refusal that would repeat itself ends in Link::offline.
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client-sdl/app/model.hpp"
#include "client-sdl/app/ports.hpp"
#include "core/rng.hpp"
#include "match/match.hpp"
#include "proto/messages.hpp"

namespace dolbang::app {

/// What happened in the room since it was last asked.
struct RoomNews {
  enum class Kind : std::uint8_t {
    entered,    ///< the seat is ours: code(), secret() and url() are known
    seat_lost,  ///< the secret was refused: the seat is not ours (any more)
    moved,      ///< the newest turn of match()
    reset,      ///< another position without a movement from the one before
    notice,     ///< something to tell the user: code, text
  };
  Kind kind;
  std::string code;
  std::string text;
};

class RoomSession {
 public:
  /// What to do on the server: an empty code makes a room.
  struct Goal {
    std::string code;
    std::string secret;  ///< of a seat held before; empty: visitor
    std::string name;    ///< shown to the friend
    GameSpec game;       ///< of a new room, as are these
    std::optional<Side> colour;
    std::optional<proto::RoomOptions> options;
  };

  RoomSession(Endpoint server, Goal goal, TransportFactory& transports, Rng rng);

  /// Takes in what came, unless `hold` (an animation plays: the news waits in the transport), and moves time on.
  void frame(Time now, bool hold = false);
  std::optional<Time> next_deadline() const;
  std::optional<RoomNews> take_news();

  // Intents. Each does nothing and returns false when it makes no sense now.
  bool join();
  bool play(Move move);
  bool resign();
  bool rematch();
  bool replace(Level level);
  bool reclaim();
  bool grant();
  bool claim();
  bool ask(proto::Question question);
  bool answer(bool agree);
  bool resume();
  /// Tries again at once; also after offline.
  void reconnect();

  // What is known.
  const Endpoint& server() const { return server_; }
  const std::string& code() const { return goal_.code; }
  const std::string& secret() const { return goal_.secret; }
  const std::string& url() const { return url_; }
  Link link() const { return link_; }
  Time link_since() const { return link_since_; }
  std::optional<Time> retry_at() const { return retry_at_; }
  /// The room's state is known (perhaps not the newest, while the link is down).
  bool is_open() const { return match_.has_value(); }
  const std::optional<Match>& match() const { return match_; }
  proto::Phase phase() const { return phase_; }
  std::optional<Side> you() const { return you_; }
  /// This device may act for its seat: it holds one and the AI does not play it.
  bool seated() const { return you_ && seat(*you_).ai.empty(); }
  const proto::SeatView& seat(Side side) const { return seats_[index(side)]; }
  int game_number() const { return game_number_; }
  /// From when on the absent opponent may be replaced.
  std::optional<Time> replace_at() const { return replace_at_; }
  const proto::RoomOptions& options() const { return options_; }
  bool has_clock() const { return clock_.has_value(); }
  /// What a side has left at a moment, in a room with a clock.
  Time time_left(Side side, Time now) const;
  /// Whose time runs down; none: nobody's.
  std::optional<Side> clock_running() const { return clock_ ? clock_->running : std::nullopt; }
  bool paused() const { return paused_; }
  const std::string& watch_url() const { return watch_url_; }
  /// Came by the spectators' link.
  bool watch_only() const { return watch_only_; }
  /// What the seat of a side may ask for now, as far as the room goes; the server knows what was asked already.
  bool may_ask(proto::Question question) const;
  bool joining() const { return joining_; }
  bool busy() const { return joining_ || !pending_.empty(); }
  std::optional<Move> pending_move() const;
  bool last_move_by_ai() const { return last_move_by_ai_; }

 private:
  struct Pending {
    std::uint64_t seq;
    proto::ClientMessage message;
  };

  void connect();
  void disconnected(std::string_view code, std::string_view why, std::optional<Time> not_before = {});
  void give_up(std::string code, std::string text);
  void set_link(Link link);
  void send(const proto::ClientMessage& message);
  template <class Intent>
  bool submit(Intent intent);
  void open_room(bool from_scratch);
  void settled(std::uint64_t seq);
  void tell(RoomNews::Kind kind, std::string code = {}, std::string text = {});

  void receive(std::string_view frame);
  void on(const proto::Welcome& message);
  void on(const proto::Entered& message);
  void on(const proto::State& message);
  void on(const proto::Ack& message);
  void on(const proto::Reject& message);
  void on(const proto::Event& message);
  void on(const proto::Presence& message);
  void on(const proto::Bye& message);
  bool apply(const proto::Event& event);
  void online();
  void set_replace_in(std::optional<std::int64_t> ms);
  void set_clock(const std::optional<proto::ClockView>& clock);
  void end_questions();

  Endpoint server_;
  Goal goal_;
  TransportFactory& transports_;
  Rng rng_;
  std::unique_ptr<Transport> transport_;

  Time now_{0};
  Link link_ = Link::connecting;
  Time link_since_{0};
  bool started_ = false;
  bool welcomed_ = false;
  int failures_ = 0;                   ///< since the last time online
  std::optional<Time> retry_at_;       ///< no connection: when to try
  std::optional<Time> online_before_;  ///< a connection that has not come online by then is dropped

  std::string url_;
  std::optional<Match> match_;
  std::uint64_t version_ = 0;
  bool resyncing_ = false;  ///< events mean nothing until the next State
  proto::Phase phase_ = proto::Phase::waiting;
  std::optional<Side> you_;
  std::array<proto::SeatView, 2> seats_;
  int game_number_ = 1;
  std::optional<Time> replace_at_;
  proto::RoomOptions options_;
  std::optional<proto::ClockView> clock_;
  Time clock_at_{0};  ///< when clock_ was right
  bool paused_ = false;
  std::string watch_url_;
  bool watch_only_ = false;
  bool joining_ = false;    ///< also while the connection is lost: Join goes out again
  std::string new_secret_;  ///< for the seat that we ask for
  bool last_move_by_ai_ = false;
  std::uint64_t next_seq_ = 1;
  std::vector<Pending> pending_;
  std::deque<RoomNews> news_;
};

}  // namespace dolbang::app
