#include "server/net/session.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <variant>

#include "core/limits.hpp"
#include "core/rng.hpp"
#include "proto/codec.hpp"
#include "server/net/directory.hpp"
#include "server/net/reject.hpp"
#include "server/net/room_actor.hpp"
#include "server/ops/config.hpp"
#include "server/ops/secret.hpp"
#include "server/ops/version.hpp"

namespace dolbang::net {

namespace {

using std::chrono::milliseconds;

constexpr int ticks_a_ping = 5;
constexpr int burst_seconds = 10;  // frames are averaged over this long

int ticks_in(milliseconds time, milliseconds tick) { return std::max<int>(1, static_cast<int>(time / tick)); }

std::string text_frame(const proto::ServerMessage& message) {
  return ws::frame(ws::Opcode::text, proto::encode(message));
}

}  // namespace

// ---------------------------------------------------------------- Sessions

Sessions::Sessions(const ops::Config& config)
    : tick_time_(std::max(milliseconds(5), std::min(config.ping_interval, config.hello_time) / ticks_a_ping)),
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
  for (auto& [session, call] : due) {
    const auto executor = session->socket_.get_executor();
    asio::post(executor, [held = std::move(session), when_due = call] { (held.get()->*when_due)(); });
  }
}

void Sessions::close_all(milliseconds after, milliseconds spread) {
  Rng rng(ops::random_seed());
  for (const auto& session : all()) {
    proto::Bye bye{"shutting_down", "The server is restarting; your game is kept.", std::nullopt};
    bye.reconnect_after_ms = after.count() + rng.below(static_cast<std::uint32_t>(spread.count()) + 1);
    session->close(bye);
  }
}

// ---------------------------------------------------------------- Session

Session::Session(Socket socket, Admission::Slot slot, std::string host, Sessions& sessions, Directory& directory)
    : socket_(std::move(socket)),
      sessions_(sessions),
      directory_(directory),
      slot_(std::move(slot)),
      host_(std::move(host)),
      reader_(limits::frame_bytes) {
  sessions_.add(*this);
}

Session::~Session() { sessions_.remove(*this); }

void Session::start(const std::string& upgrade_answer, std::string early) {
  error_code error;
  socket_.non_blocking(true, error);
  corked_ = true;
  queue(upgrade_answer);
  const bool going_on = early.empty() || received(early);
  corked_ = false;
  flush();
  if (going_on) read_on();
}

void Session::send(std::string frame) {
  asio::dispatch(socket_.get_executor(), [self = shared_from_this(), frame = std::move(frame)] {
    if (self->closing_ || self->lost_) return;
    self->queue(frame);
    if (!self->corked_) self->flush();
  });
}

void Session::close(const proto::Bye& bye) {
  asio::dispatch(socket_.get_executor(), [self = shared_from_this(), bye] {
    self->say_goodbye(bye, bye.reason == "shutting_down" ? ws::CloseCode::going_away : ws::CloseCode::policy);
  });
}

void Session::wait_readable() {
  reading_ = true;
  socket_.async_wait(Socket::wait_read, [self = shared_from_this()](error_code error) { self->on_readable(error); });
}

void Session::on_readable(error_code error) {
  reading_ = false;
  if (lost_) return;
  // On the stack and not per thread: handing a message on may run another session's handler in here.
  std::array<char, limits::frame_bytes> buffer;
  const std::size_t size = error ? 0 : socket_.read_some(asio::buffer(buffer), error);
  if (error == asio::error::would_block || error == asio::error::try_again) return wait_readable();
  if (error) return lost();
  if (!closing_) silent_ticks_.store(0, std::memory_order_relaxed);
  corked_ = true;
  const bool going_on = closing_ || received({buffer.data(), size});
  corked_ = false;
  flush();
  if (going_on) read_on();
}

/// Waits for more, unless the peer has to take its goodbye first.
void Session::read_on() {
  if (reading_ || lost_ || (closing_ && !out_.empty())) return;
  wait_readable();
}

/// False when no more will be read; the goodbye is then on its way.
bool Session::received(std::span<char> bytes) {
  const auto status = reader_.receive(
      bytes, [this](ws::Opcode opcode, std::string_view payload) { return on_message(opcode, payload); });
  if (status == ws::Reader::Status::too_big)
    say_goodbye({"too_big", "A frame may have at most " + std::to_string(limits::frame_bytes) + " bytes.", {}},
                ws::CloseCode::too_big);
  else if (status == ws::Reader::Status::protocol_error)
    say_goodbye({"bad_frame", "That is not WebSocket (RFC 6455).", {}}, ws::CloseCode::protocol);
  return !lost_;
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
    case ws::Opcode::ping: queue(ws::frame(ws::Opcode::pong, payload)); break;
    case ws::Opcode::close:
      // The peer's own code goes back to it, or none if it gave none (RFC 6455, 5.5.1).
      finish(ws::frame(ws::Opcode::close, payload.substr(0, payload.size() >= 2 ? 2 : 0)));
      break;
    default: break;  // a pong has done its work by being heard
  }
  return !closing_ && !lost_;
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
    hello_done_.store(true, std::memory_order_relaxed);
    SPDLOG_DEBUG("hello from {} ({})", slot_.address(), hello->client);
    proto::Welcome welcome;
    welcome.server = ops::server_name;
    welcome.frame_bytes = static_cast<int>(limits::frame_bytes);
    welcome.absence_grace_ms = static_cast<int>(directory_.absence_grace().count());
    return queue(text_frame(welcome));
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
  if (room_ && room_ != *room) room_->leave(id());
  room_ = *std::move(room);
}

void Session::open(proto::Open&& wish) {
  auto room = directory_.find(wish.room);
  if (!room && directory_.ended(wish.room))
    return refuse("room_ended", "This room has ended: nobody was here for a long time. Make a new one.");
  if (!room) return refuse("unknown_room", "There is no such room; the link may be incomplete.");
  if (room_ && room_ != room) room_->leave(id());
  room_ = std::move(room);
  room_->receive(shared_from_this(), std::move(wish));
}

void Session::refuse(std::string reason, std::string message, std::uint64_t seq) {
  queue(reject_frame(seq, std::move(reason), std::move(message)));
  if (!corked_) flush();
}

void Session::queue(std::string_view frame) {
  if (lost_) return;
  const auto full = [&] {
    return out_frames_ >= limits::send_queue_frames || out_.size() + frame.size() > limits::send_queue_bytes;
  };
  if (full()) flush();  // what is only corked is not slow
  if (lost_) return;
  if (full() && !closing_) {
    SPDLOG_INFO("{} reads too slowly and is disconnected", slot_.address());
    return say_goodbye({"too_slow", "The connection takes frames too slowly; come back and open the room again.", 1000},
                       ws::CloseCode::policy);
  }
  out_ += frame;
  ++out_frames_;
}

void Session::flush() {
  if (out_.empty() || writing_ || lost_) return;
  error_code error;
  const std::size_t size = socket_.write_some(asio::buffer(out_), error);
  if (error && error != asio::error::would_block && error != asio::error::try_again) return lost();
  // Frames are counted by their share of the bytes that stay.
  if (size > 0) out_frames_ = out_frames_ * (out_.size() - size) / out_.size();
  out_.erase(0, size);
  if (out_.empty()) {
    if (out_.capacity() > 1024) out_ = std::string();  // an idle connection holds no large buffer
    if (closing_) {
      socket_.shutdown(Socket::shutdown_send, error);
      if (!corked_) read_on();
    }
    return;
  }
  writing_ = true;
  socket_.async_wait(Socket::wait_write, [self = shared_from_this()](error_code wait_error) {
    self->writing_ = false;
    if (wait_error) return self->lost();
    self->flush();
  });
}

void Session::say_goodbye(const proto::Bye& bye, ws::CloseCode code) {
  finish(text_frame(bye) + ws::close_frame(code, bye.reason));
}

/// Sends the last frames, then nothing; the peer closes, or the next ticks do.
void Session::finish(std::string_view last_frames) {
  if (closing_ || lost_) return;
  closing_ = true;
  leave_room();
  queue(last_frames);
  if (!corked_) flush();
  silent_ticks_.store(sessions_.idle_ticks_ - 2, std::memory_order_relaxed);
}

void Session::lost() {
  if (lost_) return;
  lost_ = true;
  leave_room();
  error_code ignored;
  socket_.close(ignored);  // ends the waits that keep this alive
}

void Session::leave_room() {
  if (const auto room = std::exchange(room_, nullptr)) room->leave(id());
}

void Session::on_ping_due() {
  if (closing_ || lost_) return;
  queue(ws::frame(ws::Opcode::ping, ""));
  flush();
}

void Session::on_hello_late() { say_goodbye({"hello_expected", "No hello came in time.", {}}, ws::CloseCode::policy); }

void Session::on_silent() { lost(); }

}  // namespace dolbang::net
