#include "server/net/http_session.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/dispatch.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <charconv>
#include <sstream>

#include "core/limits.hpp"
#include "server/net/directory.hpp"
#include "server/net/page.hpp"
#include "server/net/proxies.hpp"
#include "server/net/record.hpp"
#include "server/net/session.hpp"
#include "server/net/transport.hpp"
#include "server/ops/config.hpp"
#include "server/ops/secret.hpp"
#include "server/ops/url.hpp"

namespace dolbang::net {

namespace {

namespace beast = boost::beast;
namespace http = beast::http;
using Request = http::request<http::empty_body>;
using Response = http::response<http::string_body>;

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

/// "/r/abc?x=y" -> "/r/abc".
std::string_view path_of(const Request& request) {
  const std::string_view target = view(request.target());
  return target.substr(0, target.find_first_of("?#"));
}

/// The value of a key in the query, "" when it is not there. The values known here need no decoding.
std::string_view query_of(const Request& request, std::string_view key) {
  std::string_view target = view(request.target());
  target.remove_prefix(std::min(target.find('?'), target.size()));
  while (!target.empty()) {
    target.remove_prefix(1);  // the ? or &
    const std::string_view pair = target.substr(0, target.find_first_of("&#"));
    target.remove_prefix(pair.size());
    if (pair.size() > key.size() && pair.starts_with(key) && pair[key.size()] == '=')
      return pair.substr(key.size() + 1);
    if (target.starts_with('#')) break;
  }
  return {};
}

bool same_word(std::string_view a, std::string_view b) {
  return beast::iequals({a.data(), a.size()}, {b.data(), b.size()});
}

constexpr const char* draining = "shutting down\n";
constexpr std::string_view record_suffix = "/record";

/// The base64 of 16 bytes.
bool is_websocket_key(std::string_view key) { return key.size() == 24 && key.ends_with("=="); }

/// All values of a header, as if they stood in one.
std::string all_of(const Request& request, beast::string_view name) {
  std::string all;
  for (auto [it, end] = request.equal_range(name); it != end; ++it) {
    if (!all.empty()) all += ',';
    all += view(it->value());
  }
  return all;
}

class HttpSession : public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(Socket socket, asio::ip::address remote, Admission::Slot slot, const Services& services)
      : socket_(std::move(socket)),
        transport_(socket_.native_handle()),
        timer_(socket_.get_executor()),
        remote_(std::move(remote)),
        slot_(std::move(slot)),
        services_(services) {
    parser_.header_limit(limits::http_header_bytes);
    parser_.body_limit(limits::http_body_bytes);
  }
  ~HttpSession() { close(); }

  void start() {
    timer_.expires_after(services_.config.handshake_time);
    timer_.async_wait([self = shared_from_this()](error_code error) {
      if (!error) self->close();
    });
    error_code error;
    socket_.native_non_blocking(true, error);
    if (services_.tls == nullptr) return read();
    wait(Socket::wait_read, [](HttpSession& self) {
      if (self.transport_.begins_with_tls())
        self.transport_.encrypt(self.services_.tls->accept(self.transport_.socket()));
      self.read();
    });
  }

 private:
  /// Goes on when the socket is ready for it.
  template <class Next>
  void wait(Socket::wait_type what, Next next) {
    socket_.async_wait(what,
                       [self = shared_from_this(), next](error_code error) { error ? self->close() : next(*self); });
  }
  template <class Next>
  void wait(Transport::Status status, Next next) {
    if (status == Transport::Status::closed) return close();
    wait(status == Transport::Status::wants_read ? Socket::wait_read : Socket::wait_write, next);
  }

  void read() {
    for (;;) {
      const auto into = buffer_.prepare(std::min(read_bytes, buffer_.max_size() - buffer_.size()));
      const auto [status, size] = transport_.read({static_cast<char*>(into.data()), into.size()});
      if (status != Transport::Status::ok) return wait(status, [](HttpSession& self) { self.read(); });
      buffer_.commit(size);
      error_code error;
      buffer_.consume(parser_.put(buffer_.data(), error));
      if (parser_.is_header_done()) return on_header();
      if (error != http::error::need_more || buffer_.size() == buffer_.max_size()) return close();
    }
  }

  void on_header() {
    const Request& request = parser_.get();
    if (services_.tls != nullptr && !transport_.is_encrypted())
      return answer(plain(http::status::bad_request, "This port speaks https: write the address with https://.\n"));
    if (services_.proxies.trusts(remote_) && !take_the_proxys_word(request))
      return answer(plain(http::status::too_many_requests, "Too many connections come from your address.\n"));
    if (path_of(request) == "/ws") return upgrade(request);
    if (std::string_view path = path_of(request); path.starts_with("/r/") && is_read(request)) {
      path.remove_prefix(3);
      if (path.ends_with(record_suffix)) path.remove_suffix(record_suffix.size());
      if (const auto room = services_.directory.find(path)) {
        // The room answers on its own loop.
        return room->summarize(std::string(path), [self = shared_from_this()](RoomSummary summary) {
          asio::dispatch(self->socket_.get_executor(),
                         [self, summary = std::move(summary)] { self->answer(self->respond_about(summary)); });
        });
      }
      if (const auto state = services_.directory.ended(path)) {
        const auto filed = services_.directory.filed(state->room, state->game_number);
        return answer(respond_about({state->room, state->game, state->variant, state->phase, state->black.name,
                                     state->white.name, true, state->game_number, filed ? filed : record_of(*state)}));
      }
    }
    answer(respond(nullptr));
  }

  Response respond_about(const RoomSummary& room) const {
    return path_of(parser_.get()).ends_with(record_suffix) ? respond_record(room) : respond(&room);
  }

  Response respond_record(const RoomSummary& room) const {
    const Request& request = parser_.get();
    const int newest = room.record ? room.game_number : room.game_number - 1;
    if (newest == 0) return plain(http::status::not_found, "No game of this room is over yet.\n");
    int number = newest;
    if (const std::string_view wish = query_of(request, "game"); !wish.empty()) {
      const auto [end, error] = std::from_chars(wish.data(), wish.data() + wish.size(), number);
      if (error != std::errc() || end != wish.data() + wish.size() || number < 1 || number > newest)
        return plain(http::status::not_found,
                     "This room has finished the games 1 to " + std::to_string(newest) + ".\n");
    }
    auto record = services_.directory.filed(room.code, number);
    if (!record && number == room.game_number) record = room.record;
    if (!record)
      return plain(http::status::not_found,
                   "Game " + std::to_string(number) + " was played before this server kept the records of games.\n");
    auto file = record_file(*record, room.code, number, query_of(request, "format"));
    if (!file) {
      const bool unknown = file.error().code == "unknown_format";
      return plain(unknown ? http::status::bad_request : http::status::unprocessable_entity,
                   file.error().message + "\n");
    }
    Response out = response(http::status::ok, file->content_type, std::move(file->text));
    // Text opens in the browser; the others are for a program.
    out.set(http::field::content_disposition,
            std::string(file->name.ends_with(".txt") ? "inline" : "attachment") + "; filename=\"" + file->name + "\"");
    return out;
  }

  /// From here on the connection is that of whom the proxy speaks for; false: one too many.
  bool take_the_proxys_word(const Request& request) {
    secure_ = same_word(view(request["X-Forwarded-Proto"]), "https");
    const auto client = services_.proxies.client_of(remote_, all_of(request, "X-Forwarded-For"));
    if (client == remote_) return true;
    slot_ = services_.admission.admit(client.to_string());
    return static_cast<bool>(slot_);
  }

  bool is_secure() const { return secure_ || transport_.is_encrypted(); }

  void upgrade(const Request& request) {
    const std::string_view origin = view(request[http::field::origin]);
    const std::string_view host = view(request[http::field::host]);
    // Only browsers send it: a page of somebody else must not play with what the browser can reach.
    if (!origin.empty() &&
        !ops::is_own_origin(origin, services_.config.public_url, host, services_.config.allowed_origins))
      return answer(plain(http::status::forbidden,
                          "Pages of another site may not connect; --allow-origin would let this one.\n"));
    const std::string_view key = view(request[http::field::sec_websocket_key]);
    const bool asks = request.method() == http::verb::get && request.version() == 11 &&
                      http::token_list(request[http::field::connection]).exists("upgrade") &&
                      same_word(view(request[http::field::upgrade]), "websocket") && is_websocket_key(key);
    if (!asks)
      return answer(plain(http::status::upgrade_required, "This address speaks WebSocket (see PROTOCOL.md).\n"));
    if (request[http::field::sec_websocket_version] != "13") {
      Response response = plain(http::status::upgrade_required, "This server speaks version 13 of WebSocket.\n");
      response.set(http::field::sec_websocket_version, "13");
      return answer(response);
    }
    if (!services_.ready) {
      Response response = plain(http::status::service_unavailable, draining);
      response.set(http::field::retry_after, "2");
      return answer(response);
    }
    std::string accept =
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Accept: " +
        ops::websocket_accept(key) + "\r\n\r\n";
    timer_.cancel();
    const auto received = buffer_.data();
    std::string early(static_cast<const char*>(received.data()), received.size());
    Way way{is_secure(), std::string(ops::is_host(host) ? host : "")};
    give_socket_to_transport();
    std::make_shared<Session>(std::move(transport_), services_.loops.next(), std::move(slot_), std::move(way),
                              services_.sessions, services_.directory)
        ->start(std::move(accept), std::move(early));
  }

  static bool is_read(const Request& request) {
    return request.method() == http::verb::get || request.method() == http::verb::head;
  }

  Response respond(const RoomSummary* room) const {
    const Request& request = parser_.get();
    if (!is_read(request)) {
      Response response = plain(http::status::method_not_allowed, "Only GET and HEAD are answered here.\n");
      response.set(http::field::allow, "GET, HEAD");
      return response;
    }
    const std::string_view path = path_of(request);
    if (path == "/healthz") return plain(http::status::ok, "ok\n");
    if (path == "/readyz")
      return services_.ready ? plain(http::status::ok, "ready\n") : plain(http::status::service_unavailable, draining);

    const Language language = language_from(view(request[http::field::accept_language]));
    const std::string base = ops::base_url(services_.config.public_url, is_secure(), view(request[http::field::host]));
    if (base.empty()) return plain(http::status::bad_request, "The request has no usable Host.\n");
    if (path == "/") return html(http::status::ok, landing_page(base, language));
    if (room) return html(http::status::ok, room_page(*room, base, language));
    return html(http::status::not_found, not_found_page(language));
  }

  static Response plain(http::status status, std::string text) {
    return response(status, "text/plain; charset=utf-8", std::move(text));
  }

  static Response html(http::status status, std::string text) {
    Response out = response(status, "text/html; charset=utf-8", std::move(text));
    out.set("Content-Security-Policy", content_security_policy());
    out.set(http::field::vary, "Accept-Language");
    return out;
  }

  static Response response(http::status status, beast::string_view type, std::string text) {
    Response out{status, 11};
    out.set(http::field::content_type, type);
    out.set(http::field::cache_control, "no-store");
    out.set("X-Content-Type-Options", "nosniff");
    out.set("Referrer-Policy", "no-referrer");
    out.keep_alive(false);
    out.body() = std::move(text);
    out.prepare_payload();
    return out;
  }

  void answer(const Response& response) {
    std::ostringstream text;
    if (parser_.get().method() == http::verb::head)
      text << response.base();
    else
      text << response;
    out_ = text.str();
    write();
  }

  void write() {
    while (written_ < out_.size()) {
      const auto [status, size] = transport_.write(std::string_view(out_).substr(written_));
      if (status != Transport::Status::ok) return wait(status, [](HttpSession& self) { self.write(); });
      written_ += size;
    }
    transport_.end_writing();
    close();
  }

  /// Asio waits with the socket and the transport owns it; one of them has to close it.
  void give_socket_to_transport() {
    error_code ignored;
    if (socket_.is_open()) socket_.release(ignored);
  }

  void close() {
    timer_.cancel();
    give_socket_to_transport();
    transport_.close();
  }

  static constexpr std::size_t read_bytes = 2048;

  Socket socket_;
  Transport transport_;
  Timer timer_;
  const asio::ip::address remote_;
  bool secure_ = false;  ///< by the word of a proxy
  Admission::Slot slot_;
  Services services_;
  beast::flat_buffer buffer_{limits::http_header_bytes + limits::http_body_bytes};
  http::request_parser<http::empty_body> parser_;
  std::string out_;
  std::size_t written_ = 0;
};

}  // namespace

void start_http(Socket socket, asio::ip::address remote, Admission::Slot slot, const Services& services) {
  auto executor = socket.get_executor();
  auto session = std::make_shared<HttpSession>(std::move(socket), std::move(remote), std::move(slot), services);
  asio::dispatch(executor, [session = std::move(session)] { session->start(); });
}

}  // namespace dolbang::net
