#include "client-sdl/platform/transport_beast.hpp"

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <mutex>
#include <thread>

#include "core/limits.hpp"

namespace dolbang::platform {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using boost::system::error_code;
using Kind = app::TransportEvent::Kind;

namespace {

constexpr std::size_t inbox_frames = 64;

/// Everything but the queues belongs to the background thread.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(asio::io_context& io, app::Endpoint endpoint, const std::function<void()>& wake)
      : io_(io), resolver_(io), stream_(io), endpoint_(std::move(endpoint)), wake_(wake) {}

  void start() {
    asio::post(io_, [self = shared_from_this()] { self->resolve(); });
  }

  // From the main thread.
  bool send(std::string frame) {
    {
      const std::lock_guard lock(mutex_);
      if (closed_ || outbox_.size() >= limits::send_queue_frames ||
          outbox_bytes_ + frame.size() > limits::send_queue_bytes)
        return false;
      outbox_bytes_ += frame.size();
      outbox_.push_back(std::move(frame));
    }
    asio::post(io_, [self = shared_from_this()] { self->write(); });
    return true;
  }

  std::optional<app::TransportEvent> poll() {
    std::optional<app::TransportEvent> event;
    bool resume = false;
    {
      const std::lock_guard lock(mutex_);
      if (inbox_.empty()) return std::nullopt;
      event = std::move(inbox_.front());
      inbox_.pop_front();
      resume = paused_ && inbox_.size() <= inbox_frames / 2;
      if (resume) paused_ = false;
    }
    if (resume) asio::post(io_, [self = shared_from_this()] { self->read(); });
    return event;
  }

  void abandon() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;  // nobody polls any more: no events, no wakes
    }
    asio::post(io_, [self = shared_from_this()] { self->shut(); });
  }

 private:
  void resolve() {
    if (endpoint_.tls) return fail("This program cannot open https rooms yet; ask the host for an http address.");
    resolver_.async_resolve(
        endpoint_.host, std::to_string(endpoint_.port),
        [self = shared_from_this()](error_code error, const asio::ip::tcp::resolver::results_type& found) {
          if (error) return self->fail("There is no host named " + self->endpoint_.host + ".");
          self->connect(found);
        });
  }

  void connect(const asio::ip::tcp::resolver::results_type& found) {
    auto& tcp = beast::get_lowest_layer(stream_);
    tcp.expires_after(limits::handshake_time);
    tcp.async_connect(found, [self = shared_from_this()](error_code error, const asio::ip::tcp::endpoint&) {
      if (error)
        return self->fail("No server answers at " + app::to_url(self->endpoint_) + " (" + error.message() + ").");
      self->shake_hands();
    });
  }

  void shake_hands() {
    auto& tcp = beast::get_lowest_layer(stream_);
    tcp.expires_never();  // the WebSocket layer keeps time from here
    error_code ignored;
    tcp.socket().set_option(asio::ip::tcp::no_delay(true), ignored);
    websocket::stream_base::timeout timeout{};
    timeout.handshake_timeout = limits::handshake_time;
    timeout.idle_timeout = limits::idle_time;
    timeout.keep_alive_pings = true;  // at half of the idle time: under the usual 60 s of a proxy
    stream_.set_option(timeout);
    stream_.read_message_max(limits::server_frame_bytes);
    std::string host = endpoint_.host.find(':') == std::string::npos ? endpoint_.host : "[" + endpoint_.host + "]";
    host += ":" + std::to_string(endpoint_.port);
    stream_.async_handshake(host, "/ws", [self = shared_from_this()](error_code error) {
      if (error) return self->fail("At " + app::to_url(self->endpoint_) + " answers no Dolbang server.");
      self->open_ = true;
      self->tell({Kind::opened, {}});
      self->read();
      self->write();
    });
  }

  void read() {
    if (!open_ || reading_) return;
    reading_ = true;
    stream_.async_read(buffer_, [self = shared_from_this()](error_code error, std::size_t) {
      self->reading_ = false;
      if (error) return self->fail("The connection was lost (" + error.message() + ").");
      std::string text = beast::buffers_to_string(self->buffer_.data());
      self->buffer_.consume(self->buffer_.size());
      if (!self->stream_.got_text()) return self->fail("The server sent no text.");
      if (self->tell({Kind::text, std::move(text)})) self->read();
    });
  }

  void write() {
    if (!open_ || writing_) return;
    {
      const std::lock_guard lock(mutex_);
      if (outbox_.empty()) return;
      out_ = std::move(outbox_.front());
      outbox_.pop_front();
      outbox_bytes_ -= out_.size();
    }
    writing_ = true;
    stream_.text(true);
    stream_.async_write(asio::buffer(out_), [self = shared_from_this()](error_code error, std::size_t) {
      self->writing_ = false;
      if (error) return self->fail("The connection was lost (" + error.message() + ").");
      self->write();
    });
  }

  /// Queues an event; false when the inbox is full and the reading has to pause.
  bool tell(app::TransportEvent event) {
    bool more = true;
    {
      const std::lock_guard lock(mutex_);
      if (closed_) return false;
      if (event.kind == Kind::closed) closed_ = true;
      inbox_.push_back(std::move(event));
      if (inbox_.size() >= inbox_frames) {
        paused_ = true;
        more = false;
      }
    }
    wake_();
    return more;
  }

  void fail(std::string why) {
    if (failed_) return;
    failed_ = true;
    open_ = false;
    tell({Kind::closed, std::move(why)});
    error_code ignored;
    beast::get_lowest_layer(stream_).socket().close(ignored);
  }

  void shut() {
    if (failed_) return;
    resolver_.cancel();
    if (!open_) return fail({});
    // A close frame tells the server at once; its answer is not waited for longer than the handshake time.
    open_ = false;
    stream_.async_close(websocket::close_code::going_away, [self = shared_from_this()](error_code) { self->fail({}); });
  }

  asio::io_context& io_;
  asio::ip::tcp::resolver resolver_;
  websocket::stream<beast::tcp_stream> stream_;
  app::Endpoint endpoint_;
  std::function<void()> wake_;
  beast::flat_buffer buffer_;
  std::string out_;
  bool open_ = false;
  bool reading_ = false;
  bool writing_ = false;
  bool failed_ = false;

  std::mutex mutex_;  // guards what follows
  std::deque<app::TransportEvent> inbox_;
  std::deque<std::string> outbox_;
  std::size_t outbox_bytes_ = 0;
  bool paused_ = false;
  bool closed_ = false;
};

class BeastTransport final : public app::Transport {
 public:
  explicit BeastTransport(std::shared_ptr<Connection> connection) : connection_(std::move(connection)) {}
  ~BeastTransport() override { connection_->abandon(); }
  bool send(std::string frame) override { return connection_->send(std::move(frame)); }
  std::optional<app::TransportEvent> poll() override { return connection_->poll(); }

 private:
  std::shared_ptr<Connection> connection_;
};

}  // namespace

struct BeastTransports::Impl {
  explicit Impl(std::function<void()> given) : wake(std::move(given)), thread([this] { io.run(); }) {}

  std::function<void()> wake;
  asio::io_context io{1};
  asio::executor_work_guard<asio::io_context::executor_type> work = asio::make_work_guard(io);
  std::thread thread;
};

BeastTransports::BeastTransports(std::function<void()> wake) : impl_(std::make_unique<Impl>(std::move(wake))) {}

BeastTransports::~BeastTransports() {
  // Leaving the program waits for nobody: open sockets are simply closed.
  impl_->io.stop();
  impl_->thread.join();
}

std::unique_ptr<app::Transport> BeastTransports::connect(const app::Endpoint& endpoint) {
  auto connection = std::make_shared<Connection>(impl_->io, endpoint, impl_->wake);
  connection->start();
  return std::make_unique<BeastTransport>(std::move(connection));
}

}  // namespace dolbang::platform
