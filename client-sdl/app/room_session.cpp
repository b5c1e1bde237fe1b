#include "client-sdl/app/room_session.hpp"

#include <algorithm>
#include <random>
#include <utility>

#include "core/limits.hpp"
#include "proto/codec.hpp"

namespace dolbang::app {

namespace {

constexpr std::string_view client_name = "dolbang-sdl/0.1";
constexpr std::size_t most_pending = 4;
constexpr std::size_t most_news = 32;
constexpr Time first_retry{400};
constexpr Time longest_retry{20'000};
constexpr Time connect_time = limits::handshake_time + limits::hello_time;

/// Goodbyes after which the same connection would be refused or taken away again.
bool is_final(std::string_view reason) {
  for (const std::string_view final :
       {"replaced_by_newer_connection", "bad_frame", "unsupported_version", "room_closed", "banned", "private"})
    if (reason == final) return true;
  return false;
}

/// 128 bits that nobody else can guess. The one randomness here that is not an argument: what can be repeated is no
/// secret.
std::string random_secret() {
  constexpr std::string_view digits = "0123456789abcdef";
  std::random_device random;
  std::string text;
  while (text.size() < limits::secret_text_bytes) text += digits[random() & 15u];
  return text;
}

/// Refusals of a secret, as opposed to refusals of the room.
bool is_about_secret(std::string_view reason) { return reason == "bad_secret"; }

}  // namespace

RoomSession::RoomSession(Endpoint server, Goal goal, TransportFactory& transports, Rng rng)
    : server_(std::move(server)),
      goal_(std::move(goal)),
      transports_(transports),
      rng_(rng),
      new_secret_(random_secret()) {
  if (!goal_.code.empty()) url_ = to_url(RoomAddress{server_, goal_.code});
}

void RoomSession::frame(Time now, bool hold) {
  now_ = now;
  if (!started_) {
    started_ = true;
    link_since_ = now;
    connect();
  }
  if (retry_at_ && now >= *retry_at_) connect();
  while (transport_ && !hold) {
    auto event = transport_->poll();
    if (!event) break;
    switch (event->kind) {
      case TransportEvent::Kind::opened:
        send(proto::Hello{proto::version, std::string(client_name), {std::string(proto::options_capability)}});
        break;
      case TransportEvent::Kind::text: receive(event->text); break;
      case TransportEvent::Kind::closed: disconnected(event->code, event->text); break;
    }
    // One move at a time, so that each can be seen.
    if (!news_.empty() && news_.back().kind == RoomNews::Kind::moved) break;
  }
  if (transport_ && online_before_ && now >= *online_before_) disconnected("no_answer", "The server does not answer.");
}

std::optional<Time> RoomSession::next_deadline() const {
  std::optional<Time> next = retry_at_;
  if (transport_ && online_before_ && (!next || *online_before_ < *next)) next = online_before_;
  return next;
}

std::optional<RoomNews> RoomSession::take_news() {
  if (news_.empty()) return std::nullopt;
  RoomNews news = std::move(news_.front());
  news_.pop_front();
  return news;
}

void RoomSession::tell(RoomNews::Kind kind, std::string code, std::string text) {
  if (news_.size() == most_news) news_.pop_front();
  news_.push_back({kind, std::move(code), std::move(text)});
}

// ------------------------------------------------------------------------------------------- the connection

void RoomSession::set_link(Link link) {
  if (link == link_) return;
  link_ = link;
  link_since_ = now_;
}

void RoomSession::connect() {
  retry_at_.reset();
  welcomed_ = false;
  resyncing_ = false;
  online_before_ = now_ + connect_time;
  transport_ = transports_.connect(server_);
}

void RoomSession::disconnected(std::string_view code, std::string_view why, std::optional<Time> not_before) {
  transport_.reset();
  online_before_.reset();
  if (link_ == Link::online) set_link(Link::reconnecting);
  if (failures_ == 1 && link_ == Link::connecting)
    tell(RoomNews::Kind::notice, code.empty() ? "cannot_connect" : std::string(code), std::string(why));
  const Time delay = std::min(longest_retry, first_retry * (1 << std::min(failures_, 6)));
  const auto jitter = Time(rng_.below(static_cast<std::uint32_t>(delay.count() / 2 + 1)));
  retry_at_ = now_ + delay / 2 + jitter;
  if (not_before && *retry_at_ < *not_before) retry_at_ = *not_before + jitter;
  ++failures_;
}

void RoomSession::give_up(std::string code, std::string text) {
  transport_.reset();
  online_before_.reset();
  retry_at_.reset();
  joining_ = false;
  pending_.clear();
  set_link(Link::offline);
  tell(RoomNews::Kind::notice, std::move(code), std::move(text));
}

void RoomSession::reconnect() {
  if (link_ == Link::online || transport_) return;
  failures_ = 0;
  set_link(is_open() ? Link::reconnecting : Link::connecting);
  connect();
}

void RoomSession::send(const proto::ClientMessage& message) {
  // A frame that cannot be queued is lost with its connection; what matters is in pending_ and goes out again.
  if (transport_ && !transport_->send(proto::encode(message))) disconnected({}, "The connection is stuck.");
}

void RoomSession::online() {
  failures_ = 0;
  online_before_.reset();
  set_link(Link::online);
}

void RoomSession::open_room(bool from_scratch) {
  proto::Open open{goal_.code, goal_.secret, {}};
  if (match_ && !from_scratch) open.since = version_;
  resyncing_ = !open.since;
  send(open);
}

// ------------------------------------------------------------------------------------------- intents

template <class Intent>
bool RoomSession::submit(Intent intent) {
  if (pending_.size() >= most_pending || !match_) return false;
  intent.seq = next_seq_++;
  pending_.push_back({intent.seq, intent});
  if (link_ == Link::online) send(pending_.back().message);
  return true;
}

bool RoomSession::join() {
  if (link_ != Link::online || you_ || joining_ || phase_ != proto::Phase::waiting) return false;
  joining_ = true;
  send(proto::Join{goal_.name, new_secret_});
  return true;
}

bool RoomSession::play(Move move) {
  if (!seated() || phase_ != proto::Phase::playing || paused_ || !pending_.empty()) return false;
  if (match_->to_move() != *you_ || move.is_pass() || !match_->position().is_legal(move)) return false;
  return submit(proto::Play{0, match_->ply(), match_->position().move_text(move)});
}

bool RoomSession::resign() {
  if (!seated() || phase_ != proto::Phase::playing) return false;
  return submit(proto::Resign{0, match_->ply()});
}

bool RoomSession::rematch() {
  if (!seated() || phase_ != proto::Phase::over || seat(*you_).rematch || !pending_.empty()) return false;
  return submit(proto::Rematch{});
}

bool RoomSession::replace(Level level) {
  if (!seated() || phase_ != proto::Phase::playing || !pending_.empty()) return false;
  return submit(proto::Replace{0, std::string(to_string(level))});
}

bool RoomSession::reclaim() {
  if (!you_ || seated() || seat(*you_).reclaiming || !pending_.empty()) return false;
  return submit(proto::Reclaim{});
}

bool RoomSession::grant() {
  if (!seated() || !seat(other(*you_)).reclaiming || !pending_.empty()) return false;
  return submit(proto::Grant{});
}

bool RoomSession::claim() {
  if (!seated() || phase_ != proto::Phase::playing || !pending_.empty()) return false;
  return submit(proto::Claim{});
}

bool RoomSession::may_ask(proto::Question question) const {
  if (!seated() || phase_ != proto::Phase::playing || paused_ || !seat(other(*you_)).ai.empty()) return false;
  if (seats_[0].asks || seats_[1].asks) return false;
  if (question == proto::Question::pause) return true;
  if (!options_.undo) return false;
  // Something of ours must be there to be taken back.
  const auto& turns = match_->turns();
  Side side = *you_;
  for (auto turn = turns.rbegin(); turn != turns.rend(); ++turn) {
    if (turn->swapped) side = other(side);  // before it
    if (turn->side == side) return true;
  }
  return false;
}

bool RoomSession::ask(proto::Question question) {
  if (!may_ask(question) || !pending_.empty()) return false;
  return submit(proto::Ask{0, match_->ply(), question});
}

bool RoomSession::answer(bool agree) {
  if (!seated() || !seat(other(*you_)).asks || !pending_.empty()) return false;
  return submit(proto::Answer{0, agree});
}

bool RoomSession::resume() {
  if (!seated() || !paused_ || !pending_.empty()) return false;
  return submit(proto::Resume{});
}

std::optional<Move> RoomSession::pending_move() const {
  for (const Pending& pending : pending_)
    if (const auto* play = std::get_if<proto::Play>(&pending.message); play && match_ && play->ply == match_->ply())
      if (const auto move = match_->position().parse_move(play->move)) return *move;
  return std::nullopt;
}

void RoomSession::settled(std::uint64_t seq) {
  pending_.erase(std::remove_if(pending_.begin(), pending_.end(), [&](const Pending& p) { return p.seq == seq; }),
                 pending_.end());
}

// ------------------------------------------------------------------------------------------- messages

void RoomSession::receive(std::string_view frame) {
  auto message = proto::parse_server(frame);
  if (!message) {
    // A newer server may say things we do not know; anything else means that we do not understand each other.
    if (message.error().code != "unknown_type") give_up("bad_server_frame", message.error().message);
    return;
  }
  std::visit([this](const auto& m) { on(m); }, *message);
}

void RoomSession::on(const proto::Welcome& message) {
  if (message.version != proto::version) {
    give_up("unsupported_version", "The server speaks version " + std::to_string(message.version) +
                                       " of the protocol, this program version " + std::to_string(proto::version) +
                                       ".");
    return;
  }
  if (welcomed_) return;
  welcomed_ = true;
  if (goal_.code.empty()) {
    const bool knows_options = std::find(message.capabilities.begin(), message.capabilities.end(),
                                         proto::options_capability) != message.capabilities.end();
    if (goal_.options && !knows_options)
      tell(RoomNews::Kind::notice, "old_server", "This server does not know the room's options yet.");
    send(proto::Create{goal_.game.game, goal_.game.variant, goal_.name, goal_.colour, new_secret_,
                       knows_options ? goal_.options : std::nullopt});
    return;
  }
  open_room(false);
  for (const Pending& pending : pending_) send(pending.message);
}

void RoomSession::on(const proto::Entered& message) {
  if (!goal_.code.empty() && message.room != goal_.code) return;
  goal_.code = message.room;
  goal_.secret = message.secret;
  you_ = message.side;
  joining_ = false;
  // The way this device reached the server is the way it will come back; the URL to send may be another, public one.
  url_ = message.url.empty() ? to_url(RoomAddress{server_, goal_.code}) : message.url;
  tell(RoomNews::Kind::entered);
}

void RoomSession::on(const proto::State& message) {
  if (message.room != goal_.code) return;
  auto match = Match::replay({message.game, message.variant}, message.moves);
  if (match && message.result && !match->is_over() && message.result->winner)
    (void)match->lose(other(*message.result->winner),
                      end_reason_from(message.result->reason).value_or(EndReason::resigned));
  const bool same = match && match->ply() == message.ply &&
                    proto::hash_text(match->position().hash()) == message.hash &&
                    match->is_over() == (message.phase == proto::Phase::over);
  if (!same) {
    give_up("incompatible_server", match ? "The server's position differs from its moves." : match.error().message);
    return;
  }
  resyncing_ = false;
  match_ = std::move(*match);
  version_ = message.version;
  phase_ = message.phase;
  you_ = message.you;
  seats_ = {message.black, message.white};
  game_number_ = message.game_number;
  if (!message.url.empty()) url_ = message.url;
  next_seq_ = std::max(next_seq_, message.seq + 1);
  last_move_by_ai_ = false;
  set_replace_in(message.replace_in_ms);
  options_ = message.options.value_or(proto::RoomOptions{});
  set_clock(message.clock);
  paused_ = message.paused;
  watch_url_ = message.watch_url;
  watch_only_ = message.watch_only;
  online();
  if (joining_ && !you_) send(proto::Join{goal_.name, new_secret_});  // perhaps again
  tell(RoomNews::Kind::reset);
}

void RoomSession::on(const proto::Ack& message) {
  online();
  settled(message.seq);
}

void RoomSession::on(const proto::Reject& message) {
  if (message.seq != 0) {
    settled(message.seq);
    tell(RoomNews::Kind::notice, message.reason, message.message);
    return;
  }
  if (joining_) {
    joining_ = false;
    tell(RoomNews::Kind::notice, message.reason, message.message);
    return;
  }
  if (match_ && link_ == Link::online) {
    tell(RoomNews::Kind::notice, message.reason, message.message);
    return;
  }
  if (!goal_.secret.empty() && is_about_secret(message.reason)) {
    goal_.secret.clear();
    you_.reset();
    pending_.clear();
    tell(RoomNews::Kind::seat_lost, message.reason, message.message);
    open_room(true);
    return;
  }
  give_up(message.reason, message.message);
}

void RoomSession::on(const proto::Event& message) {
  if (message.room != goal_.code || !match_ || resyncing_) return;
  online();
  if (message.seq && you_) settled(*message.seq);
  if (message.version <= version_) return;
  if (message.version != version_ + 1 || !apply(message)) {
    open_room(true);
    return;
  }
  version_ = message.version;
}

/// Carries one event out on the replica; false when the replica turns out to differ from the room.
bool RoomSession::apply(const proto::Event& event) {
  proto::SeatView* of_side = event.side ? &seats_[index(*event.side)] : nullptr;
  switch (event.kind) {
    case proto::EventKind::joined:
      if (!of_side) return false;
      of_side->taken = true;
      of_side->connected = true;
      of_side->name = event.name;
      phase_ = proto::Phase::playing;
      if (you_ && event.side != you_) tell(RoomNews::Kind::notice, "joined", event.name);
      break;
    case proto::EventKind::moved: {
      if (!event.side) return false;
      const auto move = match_->position().parse_move(event.move);
      if (!move) return false;
      const auto turn = match_->play(*event.side, *move);
      if (!turn || turn->passed != event.passed || match_->is_over() != event.result.has_value()) return false;
      if (turn->swapped) {
        std::swap(seats_[0], seats_[1]);
        if (you_) you_ = event.you.value_or(other(*you_));
      }
      last_move_by_ai_ = event.ai;
      end_questions();
      if (match_->is_over()) phase_ = proto::Phase::over;
      tell(RoomNews::Kind::moved);
      break;
    }
    case proto::EventKind::claimed:
      if (!event.side || !match_->lose(other(*event.side), EndReason::abandoned)) return false;
      phase_ = proto::Phase::over;
      break;
    case proto::EventKind::timed_out:
      if (!event.side || !match_->lose(*event.side, EndReason::timed_out)) return false;
      phase_ = proto::Phase::over;
      break;
    case proto::EventKind::asked:
      if (!of_side || !event.question) return false;
      of_side->asks = event.question;
      break;
    case proto::EventKind::declined:
      end_questions();
      if (event.side != you_) tell(RoomNews::Kind::notice, "declined");
      break;
    case proto::EventKind::undone: {
      const bool swapped = match_->sides_swapped();
      if (!match_->undo(match_->ply() - event.ply)) return false;
      if (match_->sides_swapped() != swapped) {
        std::swap(seats_[0], seats_[1]);
        if (you_) you_ = event.you.value_or(other(*you_));
      }
      end_questions();
      last_move_by_ai_ = false;
      tell(RoomNews::Kind::reset);
      break;
    }
    case proto::EventKind::paused:
      end_questions();
      paused_ = true;
      break;
    case proto::EventKind::resumed: paused_ = false; break;
    case proto::EventKind::clock: break;
    case proto::EventKind::unknown: return false;
    case proto::EventKind::resigned:
      if (!event.side || !match_->resign(*event.side)) return false;
      phase_ = proto::Phase::over;
      if (event.side != you_) tell(RoomNews::Kind::notice, "friend_resigned");
      break;
    case proto::EventKind::agreed:
      if (!of_side) return false;
      of_side->rematch = true;
      break;
    case proto::EventKind::restarted: {
      GameSpec spec = match_->spec();
      if (!event.variant.empty()) spec.variant = event.variant;  // a handicap has gone with its owner
      auto match = Match::start(spec);
      if (!match) return false;
      match_ = std::move(*match);
      std::swap(seats_[0], seats_[1]);
      for (proto::SeatView& seat : seats_) seat.rematch = seat.reclaiming = false;
      you_ = event.you ? event.you : you_ ? std::optional(other(*you_)) : std::nullopt;
      game_number_ = event.game_number;
      phase_ = proto::Phase::playing;
      last_move_by_ai_ = false;
      tell(RoomNews::Kind::reset);
      break;
    }
    case proto::EventKind::replaced:
      if (!of_side) return false;
      of_side->ai = event.level;
      end_questions();
      of_side->reclaiming = false;
      replace_at_.reset();
      tell(RoomNews::Kind::notice, event.side == you_ ? "you_were_replaced" : "friend_replaced");
      break;
    case proto::EventKind::reclaiming:
      if (!of_side) return false;
      of_side->reclaiming = true;
      break;
    case proto::EventKind::granted:
      if (!of_side) return false;
      of_side->ai.clear();
      of_side->reclaiming = false;
      tell(RoomNews::Kind::notice, "seat_granted");
      break;
  }
  if (event.clock) set_clock(event.clock);
  if (event.result) {
    end_questions();
    paused_ = false;
  }
  return match_->ply() == event.ply && proto::hash_text(match_->position().hash()) == event.hash;
}

void RoomSession::on(const proto::Presence& message) {
  if (message.room != goal_.code || !match_) return;
  if (!resyncing_) online();
  seats_[index(Side::black)].connected = message.black;
  seats_[index(Side::white)].connected = message.white;
  set_replace_in(message.replace_in_ms);
  set_clock(message.clock);
}

void RoomSession::on(const proto::Bye& message) {
  if (is_final(message.reason)) {
    give_up(message.reason, message.message);
    return;
  }
  std::optional<Time> not_before;
  if (message.reconnect_after_ms)
    not_before = now_ + Time(std::clamp<std::int64_t>(*message.reconnect_after_ms, 0, 600'000));
  tell(RoomNews::Kind::notice, message.reason, message.message);
  disconnected({}, message.message, not_before);
}

void RoomSession::set_clock(const std::optional<proto::ClockView>& clock) {
  clock_ = clock;
  clock_at_ = now_;
}

Time RoomSession::time_left(Side side, Time now) const {
  if (!clock_) return Time{0};
  const Time left(side == Side::black ? clock_->black_ms : clock_->white_ms);
  return clock_->running == side ? std::max(Time{0}, left - (now - clock_at_)) : left;
}

void RoomSession::end_questions() {
  for (proto::SeatView& seat : seats_) seat.asks.reset();
}

void RoomSession::set_replace_in(std::optional<std::int64_t> ms) {
  replace_at_.reset();
  if (ms) replace_at_ = now_ + Time(std::clamp<std::int64_t>(*ms, 0, 3'600'000));
}

}  // namespace dolbang::app
