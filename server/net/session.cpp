#include "server/net/session.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <variant>

#include "core/limits.hpp"
#include "core/rng.hpp"
#include "proto/codec.hpp"
#include "server/net/directory.hpp"
#include "server/net/reject.hpp"
#include "server/net/room_actor.hpp"
#include "server/ops/config.hpp"
#include "server/ops/log.hpp"
#include "server/ops/metrics.hpp"
#include "server/ops/secret.hpp"
#include "server/ops/version.hpp"

namespace dolbang::net {

namespace {

using std::chrono::milliseconds;

constexpr int ticks_a_ping = 5;
constexpr int burst_seconds = 10;  // frames are averaged over this long

int ticks_in(milliseconds time, milliseconds tick) { return std::max<int>(1, static_cast<int>(time / tick)); }

}  // namespace

// ---------------------------------------------------------------- Sessions

Sessions::Sessions(const ops::Config& config, ops::Metrics& metrics)
    : metrics_(metrics),
      tick_time_(std::max(milliseconds(5), std::min(config.ping_interval, config.hello_time) / ticks_a_ping)),
      hello_ticks_(ticks_in(config.hello_time, tick_time_)),
      ping_ticks_(ticks_in(config.ping_interval, tick_time_)),
      idle_ticks_(ticks_in(config.idle_time, tick_time_)),
      frames_per_tick_(std::max<int>(
          1, static_cast<int>(static_cast<long long>(config.frames_per_second) * tick_time_.count() / 1000))),
      frames_burst_(static_cast<int>(config.frames_per_second) * burst_seconds) {}

void Sessions::add(Session& session) {
  const std::scoped_lock lock(mutex_);
  session.position_ = list_.size();
  list_.push_back(&session);
}

void Sessions::remove(Session& session) {
  const std::scoped_lock lock(mutex_);
  Session* const last = list_.back();
  list_[session.position_] = last;
  last->position_ = session.position_;
  list_.pop_back();
  if (list_.empty()) empty_.notify_all();
}

void Sessions::wait_empty(milliseconds patience) {
  std::unique_lock lock(mutex_);
  empty_.wait_for(lock, patience, [this] { return list_.empty(); });
}

void Sessions::abandon() {
  for (const auto& session : all()) session->self_.reset();
}

std::vector<std::shared_ptr<Session>> Sessions::all() const {
  std::vector<std::shared_ptr<Session>> alive;
  const std::scoped_lock lock(mutex_);
  alive.reserve(list_.size());
  for (Session* session : list_)
    if (auto held = session->weak_from_this().lock()) alive.push_back(std::move(held));
  return alive;
}

void Sessions::tick() {
  // Whoever is due is gathered under the lock and told after it: the last reference to a session may
  // fall here, and its destructor takes the lock.
  using Due = void (Session::*)();
  std::vector<std::pair<std::shared_ptr<Session>, Due>> due;
  {
    const std::scoped_lock lock(mutex_);
    for (Session* session : list_) {
      const int frames = session->frames_.load(std::memory_order_relaxed);
      if (frames > 0) session->frames_.fetch_sub(std::min(frames, frames_per_tick_), std::memory_order_relaxed);
      const int silent = session->silent_ticks_.fetch_add(1, std::memory_order_relaxed) + 1;
      ++session->age_ticks_;
      Due call = nullptr;
      if (silent > idle_ticks_)
        call = &Session::on_silent;
      else if (session->age_ticks_ > hello_ticks_ && !session->hello_done_.load(std::memory_order_relaxed))
        call = &Session::on_hello_late;
      else if (silent % ping_ticks_ == 0)
        call = &Session::on_ping_due;
      if (call == nullptr) continue;
      if (auto held = session->weak_from_this().lock()) due.emplace_back(std::move(held), call);
    }
  }
  for (const auto& [session, call] : due) session->run([when_due = call](Session& self) { (self.*when_due)(); });
}

void Sessions::close_all(milliseconds after, milliseconds spread) {
  Rng rng(ops::random_seed());
  for (const auto& session : all()) {
    proto::Bye bye{"shutting_down", "The server is restarting; your game is kept.", std::nullopt};
    bye.reconnect_after_ms = after.count() + rng.below(static_cast<std::uint32_t>(spread.count()) + 1);
    session->close(bye);
  }
}

void Sessions::close_all_of(const Network& network, const proto::Bye& bye) {
  for (const auto& session : all()) {
    boost::system::error_code error;
    const auto address = boost::asio::ip::make_address(session->slot_.address(), error);
    if (!error && network.contains(address)) session->close(bye);
  }
}

std::size_t Sessions::size() const {
  const std::scoped_lock lock(mutex_);
  return list_.size();
}

// ---------------------------------------------------------------- Session

Session::Session(Transport transport, Loop& loop, Admission::Slot slot, Way way, Sessions& sessions,
                 Directory& directory)
    : Peer(slot.number()),
      transport_(std::move(transport)),
      loop_(&loop),
      sessions_(sessions),
      directory_(directory),
      slot_(std::move(slot)),
      way_(std::move(way)),
      reader_(limits::frame_bytes) {
  sessions_.add(*this);
}

Session::~Session() {
  count_waiting(0);
  sessions_.remove(*this);
}

/// Runs a task on this session's loop, which may be another one by the time it gets there.
template <class Task>
void Session::run(Task task) {
  Loop& loop = *loop_.load(std::memory_order_acquire);
  if (loop.is_here()) return task(*this);
  loop.post([self = shared_from_this(), task = std::move(task)] { self->run(task); });
}

void Session::start(std::string upgrade_answer, std::string early) {
  self_ = shared_from_this();
  run([answer = std::move(upgrade_answer), early = std::move(early)](Session& self) {
    if (self.lost_) return;
    self.out_ = answer;
    self.loop().watch(self.transport_.socket(), self, self.watched_);
    std::string bytes = early;
    if (self.settle(bytes)) self.read();
  });
}

void Session::send(std::string_view text) {
  Loop* const here = loop_.load(std::memory_order_acquire);
  const bool in_transit = in_transit_.load(std::memory_order_acquire) > 0;
  if (here->is_here() && !in_transit) return send_here(text);
  // What was sent before may still be on its way by a loop that the session has left: go behind it, the same way.
  if (!in_transit) via_ = here;
  in_transit_.fetch_add(1, std::memory_order_acq_rel);
  via_.load()->post([self = shared_from_this(), text = std::string(text)] {
    self->run([text](Session& session) {
      session.send_here(text);
      session.in_transit_.fetch_sub(1, std::memory_order_acq_rel);
    });
  });
}

void Session::send_here(std::string_view text) {
  if (closing_ || lost_) return;
  queue(ws::Opcode::text, text);
  if (!corked_) flush();
}

void Session::close(const proto::Bye& bye) {
  run([bye](Session& self) {
    self.say_goodbye(bye, bye.reason == "shutting_down" ? ws::CloseCode::going_away : ws::CloseCode::policy);
  });
}

void Session::on_socket(bool readable, bool writable) {
  if (writable) {
    blocked_ = false;
    flush();
  }
  if (readable) read();
}

void Session::read() {
  if (lost_) return;
  std::array<char, limits::frame_bytes> buffer;
  do {
    const auto [status, size] = transport_.read(buffer);
    if (status == Transport::Status::wants_read) return;
    // Who makes TLS write while reading (a change of keys), and takes nothing, is let go.
    if (status != Transport::Status::ok) return lost();
    if (closing_) continue;
    silent_ticks_.store(0, std::memory_order_relaxed);
    if (!settle({buffer.data(), size})) return;
  } while (transport_.has_more());
}

/// Works off what has come in, and leaves the session where it has to wait for more. False: it is lost, or another
/// thread's now.
bool Session::settle(std::span<char> bytes) {
  corked_ = true;
  received(bytes);
  corked_ = false;
  flush();
  if (is_in_its_place()) {
    watch();
    return !lost_;
  }
  move();
  return false;
}

bool Session::is_in_its_place() const { return !room_ || lost_ || &room_->loop() == &loop(); }

void Session::move() {
  loop().forget(transport_.socket());
  watched_ = {};
  Loop& next = room_->loop();
  // From here on it is the other thread's.
  const auto self = shared_from_this();
  loop_.store(&next, std::memory_order_release);
  next.post([self] {
    if (self->lost_) return;
    self->loop().watch(self->transport_.socket(), *self, self->watched_);
    if (self->closing_ || self->settle({})) self->read();
  });
}

/// Waits for what there is to wait for: room for what is to be sent, and whatever comes in, unless the peer has to take
/// its goodbye first.
void Session::watch() {
  const Loop::Interest wanted{!closing_ || out_.empty(), blocked_};
  if (lost_ || wanted == watched_) return;
  watched_ = wanted;
  loop().change(transport_.socket(), *this, wanted);
}

void Session::received(std::span<char> bytes) {
  const auto status = reader_.receive(
      bytes, [this](ws::Opcode opcode, std::string_view payload) { return on_message(opcode, payload); });
  if (status == ws::Reader::Status::too_big)
    say_goodbye({"too_big", "A frame may have at most " + std::to_string(limits::frame_bytes) + " bytes.", {}},
                ws::CloseCode::too_big);
  else if (status == ws::Reader::Status::protocol_error)
    say_goodbye({"bad_frame", "That is not WebSocket (RFC 6455).", {}}, ws::CloseCode::protocol);
}

bool Session::on_message(ws::Opcode opcode, std::string_view payload) {
  if (closing_ || lost_) return false;
  if (frames_.fetch_add(1, std::memory_order_relaxed) >= sessions_.frames_burst_) {
    say_goodbye({"too_many_frames", "Send fewer frames a second.", {}}, ws::CloseCode::policy);
    return false;
  }
  switch (opcode) {
    case ws::Opcode::text: on_text(payload); break;
    case ws::Opcode::binary: refuse("bad_frame", "Send JSON in text frames; binary frames mean nothing here."); break;
    case ws::Opcode::ping: queue(ws::Opcode::pong, payload); break;
    case ws::Opcode::close:
      // The peer's own code goes back to it, or none if it gave none (RFC 6455, 5.5.1).
      finish(ws::frame(ws::Opcode::close, payload.substr(0, payload.size() >= 2 ? 2 : 0)));
      break;
    default: break;  // a pong has done its work by being heard
  }
  return !closing_ && !lost_ && is_in_its_place();
}

void Session::on_text(std::string_view payload) {
  auto message = proto::parse_client(payload);
  if (!message) {
    if (!said_hello_)
      return say_goodbye({"hello_expected", "The first frame must be hello: " + message.error().message, {}},
                         ws::CloseCode::policy);
    return refuse(message.error().code, message.error().message, message.error().seq.value_or(0));
  }
  on_client_message(*std::move(message));
}

void Session::on_client_message(proto::ClientMessage&& message) {
  if (const auto* hello = std::get_if<proto::Hello>(&message)) {
    if (said_hello_) return refuse("hello_again", "Hello was said already.");
    if (hello->version != proto::version)
      return say_goodbye({"unsupported_version",
                          "This server speaks version " + std::to_string(proto::version) +
                              " of the protocol; use a client of the same version.",
                          {}},
                         ws::CloseCode::policy);
    said_hello_ = true;
    const auto& named = hello->capabilities;
    knows_options_ = std::find(named.begin(), named.end(), proto::options_capability) != named.end();
    hello_done_.store(true, std::memory_order_relaxed);
    spdlog::debug("hello{}{}", ops::field("address", slot_.address()), ops::field("client", hello->client));
    proto::Welcome welcome;
    welcome.server = ops::server_name;
    welcome.capabilities = {std::string(proto::options_capability)};
    welcome.frame_bytes = static_cast<int>(limits::frame_bytes);
    welcome.absence_grace_ms = static_cast<int>(directory_.absence_grace().count());
    return queue(ws::Opcode::text, proto::encode(welcome));
  }
  if (!said_hello_) return say_goodbye({"hello_expected", "The first frame must be hello.", {}}, ws::CloseCode::policy);
  if (const auto* wish = std::get_if<proto::Create>(&message)) return create(*wish);
  if (auto* wish = std::get_if<proto::Open>(&message)) return open(std::move(*wish));
  if (!room_) return refuse("no_room", "Create a room or open one first.", seq_of(message));
  room_->receive(shared_from_this(), std::move(message));
}

void Session::create(const proto::Create& wish) {
  if (!directory_.may_create(slot_.address()))
    return refuse("too_many_rooms", "Too many rooms were created from your address; wait a minute.");
  auto room = directory_.create(wish, shared_from_this());
  if (!room) return refuse(room.error().code, room.error().message);
  enter(*std::move(room));
}

void Session::open(proto::Open&& wish) {
  auto room = directory_.find(wish.room);
  if (!room && directory_.ended(wish.room))
    return refuse("room_ended", "This room has ended: nobody was here for a long time. Make a new one.");
  if (!room) return refuse("unknown_room", "There is no such room; the link may be incomplete.");
  enter(std::move(room));
  room_->receive(shared_from_this(), std::move(wish));
}

void Session::enter(std::shared_ptr<RoomActor> room) {
  if (room_ && room_ != room) room_->leave(id());
  room_ = std::move(room);
}

void Session::refuse(std::string reason, std::string message, std::uint64_t seq) {
  sessions_.metrics_.rejects.add(reason);
  queue(ws::Opcode::text, reject_text(seq, std::move(reason), std::move(message)));
  if (!corked_) flush();
}

void Session::queue(ws::Opcode opcode, std::string_view payload) {
  if (lost_) return;
  const auto full = [&] {
    return out_frames_ >= limits::send_queue_frames || out_.size() + payload.size() > limits::send_queue_bytes;
  };
  if (full()) flush();  // what is only corked is not slow
  if (lost_) return;
  if (full()) {
    SPDLOG_INFO("disconnected, reads too slowly{}", ops::field("address", slot_.address()));
    return say_goodbye({"too_slow", "The connection takes frames too slowly; come back and open the room again.", 1000},
                       ws::CloseCode::policy);
  }
  ws::append_frame(out_, opcode, payload);
  ++out_frames_;
}

void Session::flush() {
  if (out_.empty() || blocked_ || lost_) return;
  const auto [status, size] = transport_.write(out_);
  if (status == Transport::Status::closed || status == Transport::Status::wants_read) return lost();
  blocked_ = size < out_.size();
  if (!blocked_) {
    out_frames_ = 0;
    out_.clear();
    if (out_.capacity() > 1024) out_ = std::string();  // an idle connection holds no large buffer
    if (closing_) transport_.end_writing();
  } else if (size > 0) {
    // Frames are counted by their share of the bytes that stay.
    out_frames_ = out_frames_ * (out_.size() - size) / out_.size();
    out_.erase(0, size);
  }
  count_waiting(out_.size());
  if (!corked_) watch();
}

/// Only what stays after a write is counted, so that a reader who keeps up costs nothing here.
void Session::count_waiting(std::size_t bytes) {
  if (bytes == told_bytes_) return;
  sessions_.metrics_.send_queue_bytes.add(static_cast<std::int64_t>(bytes) - static_cast<std::int64_t>(told_bytes_));
  told_bytes_ = bytes;
}

void Session::say_goodbye(const proto::Bye& bye, ws::CloseCode code) {
  if (!closing_ && !lost_) sessions_.metrics_.goodbyes.add(bye.reason);
  finish(ws::frame(ws::Opcode::text, proto::encode(bye)) + ws::close_frame(code, bye.reason));
}

/// Sends the last frames, then nothing; the peer closes, or the next ticks do.
void Session::finish(std::string_view last_frames) {
  if (closing_ || lost_) return;
  closing_ = true;
  leave_room();
  out_ += last_frames;
  if (!corked_) flush();
  silent_ticks_.store(sessions_.idle_ticks_ - 2, std::memory_order_relaxed);
}

void Session::lost() {
  if (lost_) return;
  lost_ = true;
  leave_room();
  loop().forget(transport_.socket());
  transport_.close();
  // Not at once: the loop's round may still come to this session.
  loop().post([self = std::move(self_)] {});
}

void Session::leave_room() {
  if (const auto room = std::exchange(room_, nullptr)) room->leave(id());
}

void Session::on_ping_due() {
  if (closing_ || lost_) return;
  queue(ws::Opcode::ping, "");
  flush();
}

void Session::on_hello_late() { say_goodbye({"hello_expected", "No hello came in time.", {}}, ws::CloseCode::policy); }

void Session::on_silent() { lost(); }

}  // namespace dolbang::net
