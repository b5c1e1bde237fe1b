#include "load.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>

#include "process.hpp"
#include "proto/codec.hpp"
#include "wire.hpp"

namespace dolbang::bench {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t rooms_at_a_time = 64;  // while they are opened: below every backlog
constexpr auto patience = 20s;               // without any answer: the bench gives up

/// The text after `"key":"`, up to the quote. The frames of a game are only searched, not parsed: the
/// codec would cost the load more than the server spends on them.
std::string_view field(std::string_view json, std::string_view quoted_key) {
  const auto at = json.find(quoted_key);
  if (at == std::string_view::npos) return {};
  json.remove_prefix(at + quoted_key.size());
  return json.substr(0, json.find('"'));
}

const reversi::State& start() {
  static const reversi::State state = *Reversi::start(Reversi::default_variant);
  return state;
}

int random_square(const reversi::State& state, Rng& rng) {
  auto squares = reversi::legal_squares(state.own(), state.opponent());
  for (auto skip = rng.below(static_cast<std::uint32_t>(std::popcount(squares))); skip > 0; --skip)
    squares &= squares - 1;
  return std::countr_zero(squares);
}

}  // namespace

Load::Load(Target target, std::uint64_t seed) : target_(target), rng_(seed), poll_(epoll_create1(EPOLL_CLOEXEC)) {}

Load::~Load() {
  for (const Connection& c : connections_) close(c.fd);
  close(poll_);
}

// ---------------------------------------------------------------- opening

void Load::add_rooms(std::size_t count) {
  connections_.reserve(connections_.size() + 2 * count);  // handlers hold references
  rooms_.reserve(rooms_.size() + count);
  while (count > 0) {
    const std::size_t now = std::min(count, rooms_at_a_time);
    count -= now;
    for (std::size_t i = 0; i < now; ++i) {
      Room room;
      room.first = connections_.size();
      room.state = start();
      connections_.emplace_back().creator = true;
      connections_.emplace_back();
      connections_[room.first].room = connections_[room.first + 1].room = rooms_.size();
      rooms_.push_back(std::move(room));
      setting_up_ += 2;
      connect(rooms_.back().first);
    }
    while (setting_up_ > 0) turn(patience);
  }
}

void Load::add_idle(std::size_t count) {
  connections_.reserve(connections_.size() + count);
  while (count > 0) {
    const std::size_t now = std::min(count, rooms_at_a_time);
    count -= now;
    for (std::size_t i = 0; i < now; ++i) {
      connections_.emplace_back().idle = true;
      ++setting_up_;
      connect(connections_.size() - 1);
    }
    while (setting_up_ > 0) turn(patience);
  }
}

void Load::connect(std::size_t index) {
  Connection& c = connections_[index];
  c.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(target_.port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (c.fd < 0 || ::connect(c.fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    give_up(std::string("cannot connect: ") + std::strerror(errno));
  const int on = 1;
  setsockopt(c.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  watch(c, EPOLL_CTL_ADD);
  if (target_.is_relay()) {
    std::string frame(target_.relay_in, 'x');
    const std::uint64_t room = c.room;
    std::memcpy(frame.data(), &room, sizeof room);
    return send(c, frame);
  }
  send(c, upgrade_request(target_.port));
}

void Load::upgraded(Connection& c) {
  c.stage = Stage::greeting;
  send_text(c, proto::encode(proto::ClientMessage(proto::Hello{proto::version, "dolbang-bench", {}})));
}

/// Until it has its seat a connection's frames are parsed.
void Load::on_setup(Connection& c, std::string_view payload) {
  const auto message = proto::parse_server(payload);
  if (!message) give_up("the server sent what is not the protocol: " + message.error().message);
  if (const auto* reject = std::get_if<proto::Reject>(&*message)) give_up("refused: " + reject->message);
  if (const auto* bye = std::get_if<proto::Bye>(&*message)) give_up("goodbye: " + bye->message);
  if (std::holds_alternative<proto::Welcome>(*message)) {
    c.stage = Stage::entering;
    if (c.idle) {
      --setting_up_;
    } else if (c.creator) {
      send_text(c, proto::encode(proto::ClientMessage(proto::Create{"reversi", "", "Black", Side::black, {}})));
    } else {
      send_text(c, proto::encode(proto::ClientMessage(proto::Open{rooms_[c.room].code, "", std::nullopt})));
    }
  } else if (const auto* entered = std::get_if<proto::Entered>(&*message)) {
    c.stage = Stage::seated;
    --setting_up_;
    if (!c.creator) return;
    rooms_[c.room].code = entered->room;
    connect(rooms_[c.room].first + 1);
  } else if (std::holds_alternative<proto::State>(*message) && !c.creator) {
    send_text(c, proto::encode(proto::ClientMessage(proto::Join{"White", {}})));
  }
}

// ---------------------------------------------------------------- playing

Played Load::play(std::uint64_t moves, double per_second) {
  played_ = {};
  played_.latencies.reserve(moves);
  bytes_in_ = bytes_out_ = events_ = 0;
  playing_ = true;
  paced_ = per_second > 0;
  to_send_ = moves;
  ready_.clear();
  const auto begin = Clock::now();
  for (Connection& c : connections_) go_on(c);
  while (to_send_ > 0 || unseen_ > 0) {
    std::chrono::microseconds wait = patience;
    if (paced_ && to_send_ > 0) {
      const auto sent = [&] { return static_cast<double>(moves - to_send_); };
      const std::chrono::duration<double> past = Clock::now() - begin;
      while (to_send_ > 0 && !ready_.empty() && sent() < past.count() * per_second) {
        Connection& c = connections_[ready_.front()];
        ready_.pop_front();
        make_move(c);
      }
      const double next = (sent() + 1) / per_second - past.count();
      wait = std::chrono::microseconds(std::clamp<long>(static_cast<long>(next * 1e6), 0, 1000));
    }
    turn(wait);
    if (paced_ &&
        Clock::now() - begin > patience + std::chrono::duration<double>(2 * static_cast<double>(moves) / per_second))
      give_up("the pace cannot be kept");
  }
  playing_ = false;
  played_.moves = moves;
  played_.time = Clock::now() - begin;
  played_.bytes_in = static_cast<double>(bytes_in_) / static_cast<double>(moves);
  played_.bytes_out = static_cast<double>(bytes_out_) / static_cast<double>(events_);
  return std::move(played_);
}

/// Moves when it is this connection's turn and it has seen all; asks for a rematch when the game is over.
void Load::go_on(Connection& c) {
  if (!playing_ || to_send_ == 0 || c.idle) return;
  Room& room = rooms_[c.room];
  if (c.game != room.game || c.seen != room.made) return;
  if (room.over) {
    if (!c.asked) agree(c);
  } else if (room.state.to_move == side_of(c, room)) {
    if (paced_)
      ready_.push_back(static_cast<std::size_t>(&c - connections_.data()));
    else
      make_move(c);
  }
}

void Load::make_move(Connection& c) {
  Room& room = rooms_[c.room];
  const int square = random_square(room.state, rng_);
  const int ply = room.made++;
  room.squares[static_cast<std::size_t>(ply)] = static_cast<std::uint8_t>(square);
  Reversi::play(room.state, Move{static_cast<std::uint16_t>(square)});
  room.over = Reversi::verdict(room.state).has_value();
  if (!room.over && reversi::legal_squares(room.state.own(), room.state.opponent()) == 0)
    Reversi::play(room.state, Move::pass());
  --to_send_;
  unseen_ += 2;
  c.awaits_answer = true;
  c.sent_at = Clock::now();
  if (target_.is_relay()) return send_relay(c, 'm', square);
  proto::Play play;
  play.seq = ++c.seq;
  play.ply = ply;
  play.move = reversi::square_text(square);
  send_text(c, proto::encode(proto::ClientMessage(std::move(play))));
}

void Load::agree(Connection& c) {
  c.asked = true;
  if (target_.is_relay()) return send_relay(c, 'a', 0);
  send_text(c, proto::encode(proto::ClientMessage(proto::Rematch{++c.seq})));
}

void Load::on_event(Connection& c, std::string_view payload) {
  if (!payload.starts_with(R"({"t":"event")")) {
    if (payload.starts_with(R"({"t":"reject")") || payload.starts_with(R"({"t":"bye")"))
      give_up("refused: " + std::string(payload));
    return;
  }
  const std::string_view kind = field(payload, R"("kind":")");
  if (kind == "moved") {
    if (c.awaits_answer != (payload.find(R"("seq":)") != std::string_view::npos))
      give_up("a move was answered that was not made, or not answered");
    if (field(payload, R"("move":")") != reversi::square_text(expected(c)))
      give_up("another move came back: " + std::string(payload));
    moved(c);
  } else if (kind == "restarted") {
    restarted(c);
  }
}

void Load::on_relay(Connection& c, std::string_view frame) {
  if (c.stage != Stage::seated) {
    c.stage = Stage::seated;
    --setting_up_;
    if (c.creator) connect(rooms_[c.room].first + 1);
  } else if (frame[0] == 'm') {
    if (frame[1] != static_cast<char>(expected(c))) give_up("another move came back");
    moved(c);
  } else if (frame[0] == 'a' && ++c.agreed == 2) {
    c.agreed = 0;
    restarted(c);
  }
}

void Load::moved(Connection& c) {
  --unseen_;
  ++c.seen;
  if (c.awaits_answer) {
    c.awaits_answer = false;
    played_.latencies.push_back(Clock::now() - c.sent_at);
  }
  go_on(c);
}

void Load::restarted(Connection& c) {
  Room& room = rooms_[c.room];
  ++c.game;
  c.seen = 0;
  c.asked = false;
  if (room.game != c.game) {
    room.game = c.game;
    room.state = start();
    room.made = 0;
    room.over = false;
  }
  go_on(c);
}

// ---------------------------------------------------------------- bytes

void Load::turn(std::chrono::microseconds wait) {
  std::array<epoll_event, 256> events;
  timespec timeout{};
  timeout.tv_sec = wait / 1s;
  timeout.tv_nsec = std::chrono::nanoseconds(wait % 1s).count();
  const int count = epoll_pwait2(poll_, events.data(), static_cast<int>(events.size()), &timeout, nullptr);
  if (count == 0 && wait >= patience) give_up("no answer for 20 seconds");
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = events[static_cast<std::size_t>(i)];
    Connection& c = connections_[event.data.u64];
    if (event.events & EPOLLOUT) flush(c);
    if (event.events & ~static_cast<std::uint32_t>(EPOLLOUT)) receive(c);
  }
}

void Load::receive(Connection& c) {
  std::array<char, 16 * 1024> buffer;
  const ssize_t size = recv(c.fd, buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (size <= 0) give_up("a connection was closed by the other end");
  std::string_view bytes(buffer.data(), static_cast<std::size_t>(size));
  std::string held;
  if (!c.partial.empty()) {
    held = std::move(c.partial) + std::string(bytes);
    c.partial.clear();
    bytes = held;
  }
  while (const std::size_t taken = take_frame(c, bytes)) bytes.remove_prefix(taken);
  c.partial = bytes;
}

/// Takes one frame off the front; 0: it is not whole yet.
std::size_t Load::take_frame(Connection& c, std::string_view bytes) {
  if (target_.is_relay()) {
    if (bytes.size() < target_.relay_out) return 0;
    on_relay(c, bytes.substr(0, target_.relay_out));
    return target_.relay_out;
  }
  if (c.stage == Stage::upgrading) {
    const std::size_t head = upgrade_answer(bytes);
    if (head > 0) upgraded(c);
    return head;
  }
  const auto frame = front_frame(bytes);
  if (!frame) return 0;
  if (frame->kind == Frame::ping) {
    send(c, masked_frame(Frame::pong, frame->payload, 0));
    return frame->size;
  }
  if (frame->kind != Frame::text) give_up("the server closed a connection");
  if (c.stage != Stage::seated) {
    on_setup(c, frame->payload);
  } else {
    if (playing_) {
      bytes_out_ += frame->size;
      ++events_;
    }
    on_event(c, frame->payload);
  }
  return frame->size;
}

void Load::send_text(Connection& c, std::string_view text) {
  const std::string frame = masked_frame(Frame::text, text, static_cast<std::uint32_t>(rng_.next()));
  if (playing_) bytes_in_ += frame.size();
  send(c, frame);
}

void Load::send_relay(Connection& c, char kind, int square) {
  std::string frame(target_.relay_in, 'x');
  frame[0] = kind;
  frame[1] = static_cast<char>(square);
  send(c, frame);
}

void Load::send(Connection& c, std::string_view bytes) {
  if (c.waiting.empty()) {
    const ssize_t size = ::send(c.fd, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (size == static_cast<ssize_t>(bytes.size())) return;
    if (size < 0 && errno != EAGAIN) give_up(std::string("cannot send: ") + std::strerror(errno));
    bytes.remove_prefix(size < 0 ? 0 : static_cast<std::size_t>(size));
  }
  const bool was_empty = c.waiting.empty();
  c.waiting += bytes;
  if (was_empty) watch(c, EPOLL_CTL_MOD);
}

void Load::flush(Connection& c) {
  std::string waiting = std::move(c.waiting);
  c.waiting.clear();
  if (!waiting.empty()) send(c, waiting);
  if (c.waiting.empty()) watch(c, EPOLL_CTL_MOD);
}

void Load::watch(const Connection& c, int operation) {
  epoll_event event{};
  event.events = EPOLLIN;
  if (!c.waiting.empty()) event.events |= EPOLLOUT;
  event.data.u64 = static_cast<std::uint64_t>(&c - connections_.data());
  epoll_ctl(poll_, operation, c.fd, &event);
}

}  // namespace dolbang::bench
