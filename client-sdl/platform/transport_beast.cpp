#include "client-sdl/platform/transport_beast.hpp"

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <deque>
#include <mutex>
#include <thread>
#include <type_traits>

#include "core/limits.hpp"

namespace dolbang::platform {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using boost::system::error_code;
using Kind = app::TransportEvent::Kind;

namespace {

constexpr std::size_t inbox_frames = 64;

using Plain = beast::tcp_stream;
using Encrypted = asio::ssl::stream<beast::tcp_stream>;

/// The two queues between the main thread and the background thread, to which everything else belongs.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(asio::io_context& io, const std::function<void()>& wake) : io_(io), wake_(wake) {}
  virtual ~Connection() = default;

  void start() {
    asio::post(io_, [self = shared_from_this()] { self->open(); });
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

 protected:
  // On the background thread.
  virtual void open() = 0;
  virtual void read() = 0;
  virtual void write() = 0;
  virtual void shut() = 0;

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

  /// The next frame to be sent, if there is one.
  bool take(std::string& out) {
    const std::lock_guard lock(mutex_);
    if (outbox_.empty()) return false;
    out = std::move(outbox_.front());
    outbox_.pop_front();
    outbox_bytes_ -= out.size();
    return true;
  }

  asio::io_context& io_;

 private:
  std::function<void()> wake_;
  std::mutex mutex_;  // guards what follows
  std::deque<app::TransportEvent> inbox_;
  std::deque<std::string> outbox_;
  std::size_t outbox_bytes_ = 0;
  bool paused_ = false;
  bool closed_ = false;
};

/// What is wrong with the server's certificate, and what to do.
app::TransportEvent complaint(long verdict, const std::string& host) {
  switch (verdict) {
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
      return {Kind::closed,
              "The server's certificate is for another name than " + host + "; ask the host for the right address.",
              "certificate_name"};
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return {Kind::closed, "The certificate of " + host + " has expired; ask the host to renew it.",
              "certificate_expired"};
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return {Kind::closed, "The certificate of " + host + " is not valid yet; is the clock of this computer right?",
              "certificate_early"};
    default:
      return {Kind::closed,
              "The certificate of " + host + " is not trusted (" + X509_verify_cert_error_string(verdict) +
                  "). If the host has made it, start with --ca-file and the certificate of its authority.",
              "certificate_untrusted"};
  }
}

/// One connection, over Plain or Encrypted.
template <class Stream>
class Socket final : public Connection {
 public:
  template <class... Secrets>
  Socket(asio::io_context& io, app::Endpoint endpoint, const std::function<void()>& wake, Secrets&... secrets)
      : Connection(io, wake), resolver_(io), stream_(io, secrets...), endpoint_(std::move(endpoint)) {}

 private:
  std::shared_ptr<Socket> self() { return std::static_pointer_cast<Socket>(shared_from_this()); }

  void open() override {
    resolver_.async_resolve(endpoint_.host, std::to_string(endpoint_.port),
                            [self = self()](error_code error, const asio::ip::tcp::resolver::results_type& found) {
                              if (error)
                                return self->fail("There is no host named " + self->endpoint_.host + ".", "no_host");
                              self->connect(found);
                            });
  }

  void connect(const asio::ip::tcp::resolver::results_type& found) {
    auto& tcp = beast::get_lowest_layer(stream_);
    tcp.expires_after(limits::handshake_time);
    tcp.async_connect(found, [self = self()](error_code error, const asio::ip::tcp::endpoint&) {
      if (error)
        return self->fail("No server answers at " + app::to_url(self->endpoint_) + " (" + error.message() + ").",
                          "no_answer");
      error_code ignored;
      beast::get_lowest_layer(self->stream_).socket().set_option(asio::ip::tcp::no_delay(true), ignored);
      if constexpr (std::is_same_v<Stream, Encrypted>)
        self->encrypt();
      else
        self->shake_hands();
    });
  }

  /// The time for connecting goes on.
  void encrypt() {
    SSL* const tls = stream_.next_layer().native_handle();
    X509_VERIFY_PARAM* const wanted = SSL_get0_param(tls);
    error_code no_address;
    asio::ip::make_address(endpoint_.host, no_address);
    if (no_address) {
      SSL_set_tlsext_host_name(tls, endpoint_.host.c_str());
      X509_VERIFY_PARAM_set1_host(wanted, endpoint_.host.c_str(), endpoint_.host.size());
    } else {
      X509_VERIFY_PARAM_set1_ip_asc(wanted, endpoint_.host.c_str());
    }
    SSL_set_verify(tls, SSL_VERIFY_PEER, nullptr);
    stream_.next_layer().async_handshake(asio::ssl::stream_base::client, [self = self()](error_code error) {
      if (!error) return self->shake_hands();
      const std::string url = app::to_url(self->endpoint_);
      const long verdict = SSL_get_verify_result(self->stream_.next_layer().native_handle());
      if (verdict != X509_V_OK) return self->fail(complaint(verdict, self->endpoint_.host));
      self->fail("At " + url + " nobody speaks https (" + error.message() + ").", "not_https");
    });
  }

  void shake_hands() {
    beast::get_lowest_layer(stream_).expires_never();  // the WebSocket layer keeps time from here
    websocket::stream_base::timeout timeout{};
    timeout.handshake_timeout = limits::handshake_time;
    timeout.idle_timeout = limits::idle_time;
    timeout.keep_alive_pings = true;  // at half of the idle time: under the usual 60 s of a proxy
    stream_.set_option(timeout);
    stream_.read_message_max(limits::server_frame_bytes);
    std::string host = endpoint_.host.find(':') == std::string::npos ? endpoint_.host : "[" + endpoint_.host + "]";
    host += ":" + std::to_string(endpoint_.port);
    stream_.async_handshake(host, "/ws", [self = self()](error_code error) {
      if (error) return self->fail("At " + app::to_url(self->endpoint_) + " answers no Dolbang server.", "not_dolbang");
      self->open_ = true;
      self->tell({Kind::opened, {}, {}});
      self->read();
      self->write();
    });
  }

  void read() override {
    if (!open_ || reading_) return;
    reading_ = true;
    stream_.async_read(buffer_, [self = self()](error_code error, std::size_t) {
      self->reading_ = false;
      if (error) return self->fail("The connection was lost (" + error.message() + ").");
      std::string text = beast::buffers_to_string(self->buffer_.data());
      self->buffer_.consume(self->buffer_.size());
      if (!self->stream_.got_text()) return self->fail("The server sent no text.");
      if (self->tell({Kind::text, std::move(text), {}})) self->read();
    });
  }

  void write() override {
    if (!open_ || writing_ || !take(out_)) return;
    writing_ = true;
    stream_.text(true);
    stream_.async_write(asio::buffer(out_), [self = self()](error_code error, std::size_t) {
      self->writing_ = false;
      if (error) return self->fail("The connection was lost (" + error.message() + ").");
      self->write();
    });
  }

  void fail(std::string why, std::string code = {}) { fail({Kind::closed, std::move(why), std::move(code)}); }
  void fail(app::TransportEvent why) {
    if (failed_) return;
    failed_ = true;
    open_ = false;
    tell(std::move(why));
    error_code ignored;
    beast::get_lowest_layer(stream_).socket().close(ignored);
  }

  void shut() override {
    if (failed_) return;
    resolver_.cancel();
    if (!open_) return fail("");
    // A close frame tells the server at once; its answer is not waited for longer than the handshake time.
    open_ = false;
    stream_.async_close(websocket::close_code::going_away, [self = self()](error_code) { self->fail(""); });
  }

  asio::ip::tcp::resolver resolver_;
  websocket::stream<Stream> stream_;
  app::Endpoint endpoint_;
  beast::flat_buffer buffer_;
  std::string out_;
  bool open_ = false;
  bool reading_ = false;
  bool writing_ = false;
  bool failed_ = false;
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
  Impl(std::function<void()> given, const std::string& ca_file) : wake(std::move(given)) {
    // Without the system's certificates those of the file do, and the other way round.
    error_code ignored;
    trust.set_default_verify_paths(ignored);
    SSL_CTX_set_min_proto_version(trust.native_handle(), TLS1_2_VERSION);
    if (!ca_file.empty()) trust.load_verify_file(ca_file);
    thread = std::thread([this] { io.run(); });
  }

  std::function<void()> wake;
  asio::ssl::context trust{asio::ssl::context::tls_client};
  asio::io_context io{1};
  asio::executor_work_guard<asio::io_context::executor_type> work = asio::make_work_guard(io);
  std::thread thread;
};

BeastTransports::BeastTransports(std::function<void()> wake, const std::string& ca_file) {
  try {
    impl_ = std::make_unique<Impl>(std::move(wake), ca_file);
  } catch (const boost::system::system_error& error) {
    throw std::runtime_error("--ca-file " + ca_file + " holds no certificates in PEM form (" + error.code().message() +
                             ").");
  }
}

BeastTransports::~BeastTransports() {
  // Leaving the program waits for nobody: open sockets are simply closed.
  impl_->io.stop();
  impl_->thread.join();
}

std::unique_ptr<app::Transport> BeastTransports::connect(const app::Endpoint& endpoint) {
  std::shared_ptr<Connection> connection;
  if (endpoint.tls)
    connection = std::make_shared<Socket<Encrypted>>(impl_->io, endpoint, impl_->wake, impl_->trust);
  else
    connection = std::make_shared<Socket<Plain>>(impl_->io, endpoint, impl_->wake);
  connection->start();
  return std::make_unique<BeastTransport>(std::move(connection));
}

}  // namespace dolbang::platform
