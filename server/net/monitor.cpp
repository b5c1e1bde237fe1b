#include "server/net/monitor.hpp"

#include <boost/asio/dispatch.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <charconv>

#include "core/limits.hpp"
#include "server/net/listener.hpp"

namespace dolbang::net {

namespace {

namespace beast = boost::beast;
namespace http = beast::http;

/// "[::1]:9464" -> its parts.
Expected<tcp::endpoint> endpoint_from(std::string_view where) {
  const std::size_t colon = where.rfind(':');
  std::string_view host = where.substr(0, std::min(colon, where.size()));
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  std::uint16_t port = 0;
  const std::string_view digits = colon == std::string_view::npos ? std::string_view() : where.substr(colon + 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  error_code bad;
  const auto address = asio::ip::make_address(std::string(host), bad);
  if (bad || digits.empty() || error != std::errc() || end != digits.data() + digits.size())
    return fail("cannot_listen", "--metrics-address " + std::string(where) +
                                     " is not an IP address and a port: write it as 127.0.0.1:9464 or [::1]:9464.");
  return tcp::endpoint(address, port);
}

}  // namespace

/// One request and its answer.
class Monitor::Exchange : public std::enable_shared_from_this<Exchange> {
 public:
  Exchange(Socket socket, std::shared_ptr<Monitor> monitor)
      : socket_(std::move(socket)), timer_(socket_.get_executor()), monitor_(std::move(monitor)) {
    parser_.header_limit(limits::http_header_bytes);
    ++monitor_->connections_;
  }
  ~Exchange() { --monitor_->connections_; }

  void start() {
    timer_.expires_after(limits::handshake_time);
    timer_.async_wait([self = shared_from_this()](error_code error) {
      if (!error) self->close();
    });
    http::async_read_header(socket_, buffer_, parser_, [self = shared_from_this()](error_code error, std::size_t) {
      error ? self->close() : self->answer();
    });
  }

 private:
  void answer() {
    const auto& request = parser_.get();
    const beast::string_view target = request.target();
    const auto say = [this](http::status status, std::string text) {
      response_.result(status);
      response_.body() = std::move(text);
    };
    if (request.method() != http::verb::get) {
      say(http::status::method_not_allowed, "Only GET is answered here.\n");
    } else if (target == "/metrics") {
      say(http::status::ok, monitor_->sources_.metrics());
      response_.set(http::field::content_type, "text/plain; version=0.0.4; charset=utf-8");
    } else if (target == "/healthz") {
      say(http::status::ok, "ok\n");
    } else if (target == "/readyz") {
      const bool ready = monitor_->sources_.ready();
      say(ready ? http::status::ok : http::status::service_unavailable, ready ? "ready\n" : "shutting down\n");
    } else {
      say(http::status::not_found, "There are /metrics, /healthz and /readyz.\n");
    }
    if (response_[http::field::content_type].empty())
      response_.set(http::field::content_type, "text/plain; charset=utf-8");
    response_.keep_alive(false);
    response_.prepare_payload();
    http::async_write(socket_, response_, [self = shared_from_this()](error_code, std::size_t) {
      error_code ignored;
      self->socket_.shutdown(Socket::shutdown_send, ignored);
      self->close();
    });
  }

  void close() {
    timer_.cancel();
    error_code ignored;
    socket_.close(ignored);
  }

  Socket socket_;
  Timer timer_;
  std::shared_ptr<Monitor> monitor_;
  beast::flat_buffer buffer_{limits::http_header_bytes};
  http::request_parser<http::empty_body> parser_;
  http::response<http::string_body> response_;
};

Expected<std::shared_ptr<Monitor>> Monitor::open(asio::io_context& io, const std::string& where, Sources sources) {
  const auto endpoint = endpoint_from(where);
  if (!endpoint) return tl::unexpected(endpoint.error());
  auto acceptor = open_acceptor(io, *endpoint, "--metrics-address");
  if (!acceptor) return tl::unexpected(acceptor.error());
  error_code ignored;
  const auto port = acceptor->local_endpoint(ignored).port();
  return std::shared_ptr<Monitor>(new Monitor(io, *std::move(acceptor), port, std::move(sources)));
}

void Monitor::start() {
  door_.open(shared_from_this(), [this](Socket socket) { let_in(std::move(socket)); });
}

void Monitor::stop() { door_.shut(shared_from_this()); }

void Monitor::let_in(Socket socket) {
  if (connections_ >= limits::monitor_connections) return;
  const auto executor = socket.get_executor();
  auto exchange = std::make_shared<Exchange>(std::move(socket), shared_from_this());
  asio::dispatch(executor, [exchange] { exchange->start(); });
}

}  // namespace dolbang::net
