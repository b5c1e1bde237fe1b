#include "client.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <sstream>
#include <variant>

#include "core/limits.hpp"
#include "proto/codec.hpp"

namespace dolbang::test {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using Error = boost::system::error_code;

namespace {

using Plain = beast::websocket::stream<tcp::socket>;
using Encrypted = beast::websocket::stream<asio::ssl::stream<tcp::socket>>;

}  // namespace

struct Client::Impl {
  asio::io_context io;
  asio::ssl::context trust{asio::ssl::context::tls_client};
  std::variant<Plain, Encrypted> stream{std::in_place_type<Plain>, io};
  beast::flat_buffer buffer;
  bool reading = false;
  bool closed = false;
  std::optional<std::string> text;
  std::string sending;  // outlives a write that was not taken in time

  /// Calls `use` with the stream, of whichever kind it is.
  template <class Use>
  decltype(auto) with_stream(Use&& use) {
    return std::visit(use, stream);
  }
  tcp::socket& socket() {
    return with_stream([](auto& s) -> tcp::socket& { return beast::get_lowest_layer(s); });
  }

  void read() {
    if (reading || closed || text) return;
    reading = true;
    with_stream([this](auto& s) {
      s.async_read(buffer, [this](Error error, std::size_t) {
        reading = false;
        if (error) {
          closed = true;
          return;
        }
        text = beast::buffers_to_string(buffer.data());
        buffer.consume(buffer.size());
      });
    });
  }

  template <class Done>
  void run_until(Done&& done, std::chrono::milliseconds within) {
    const auto deadline = std::chrono::steady_clock::now() + within;
    while (!done() && std::chrono::steady_clock::now() < deadline) {
      io.restart();
      if (io.run_one_until(deadline) == 0) return;
    }
  }
};

Client::Client(const Server& server, bool hello, Buffers buffers) : impl_(std::make_unique<Impl>()) {
  if (!server.ca_file.empty()) {
    impl_->trust.load_verify_file(server.ca_file.string());
    impl_->trust.set_verify_mode(asio::ssl::verify_peer);
    impl_->trust.set_verify_callback(asio::ssl::host_name_verification("127.0.0.1"));
    impl_->stream.emplace<Encrypted>(impl_->io, impl_->trust);
  }
  tcp::socket& socket = impl_->socket();
  socket.open(tcp::v4());
  if (buffers == Buffers::small) {
    // Before connecting: the window is agreed on then.
    socket.set_option(tcp::socket::send_buffer_size(16 * 1024));
    socket.set_option(tcp::socket::receive_buffer_size(16 * 1024));
  }
  socket.connect({asio::ip::address_v4::loopback(), server.port});
  socket.set_option(tcp::no_delay(true));
  if (auto* const encrypted = std::get_if<Encrypted>(&impl_->stream))
    encrypted->next_layer().handshake(asio::ssl::stream_base::client);
  impl_->with_stream([&](auto& s) {
    s.read_message_max(limits::server_frame_bytes);
    s.set_option(beast::websocket::stream_base::decorator([&](beast::websocket::request_type& request) {
      for (const auto& [name, value] : server.headers) request.set(name, value);
    }));
    s.handshake("127.0.0.1:" + std::to_string(server.port), "/ws");
  });
  if (!hello) return;
  send(proto::Hello{proto::version, "dolbang-test/0.1", {std::string(proto::options_capability)}});
  expect<proto::Welcome>();
}

Client::~Client() = default;
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;

void Client::send(const proto::ClientMessage& message) { send_text(proto::encode(message)); }

bool Client::send_within(const proto::ClientMessage& message, std::chrono::milliseconds within) {
  impl_->sending = proto::encode(message);
  const auto state = std::make_shared<std::pair<bool, bool>>();
  impl_->with_stream([&](auto& s) {
    s.text(true);
    s.async_write(asio::buffer(impl_->sending), [state](Error error, std::size_t) { *state = {true, !error}; });
  });
  impl_->run_until([&] { return state->first; }, within);
  return state->second;
}

void Client::send_text(std::string_view text) {
  Error ignored;  // a server that has closed is noticed by reading
  impl_->with_stream([&](auto& s) {
    s.text(true);
    s.write(asio::buffer(text), ignored);
  });
}

void Client::send_binary(std::string_view bytes) {
  Error ignored;
  impl_->with_stream([&](auto& s) {
    s.binary(true);
    s.write(asio::buffer(bytes), ignored);
  });
}

void Client::send_raw(std::string_view bytes) {
  Error ignored;
  asio::write(impl_->socket(), asio::buffer(bytes), ignored);
}

std::optional<proto::ServerMessage> Client::receive(std::chrono::milliseconds within) {
  impl_->read();
  impl_->run_until([this] { return impl_->text || impl_->closed; }, within);
  if (!impl_->text) return std::nullopt;
  const std::string text = *std::exchange(impl_->text, std::nullopt);
  auto message = proto::parse_server(text);
  if (!message) throw std::runtime_error("the server sent nonsense: " + message.error().message + ": " + text);
  return *std::move(message);
}

bool Client::closed() const { return impl_->closed; }

bool Client::wait_closed() {
  while (receive()) {
  }
  return closed();
}

void Client::drop() {
  Error ignored;
  impl_->socket().close(ignored);
}

bool Client::close() {
  bool answered = false;
  impl_->with_stream([&](auto& s) {
    s.async_close(beast::websocket::close_code::normal, [&](Error error) {
      answered = !error;
      impl_->closed = true;
    });
  });
  impl_->run_until([this] { return impl_->closed; }, 20s);
  return answered;
}

Page http(std::uint16_t port, std::string_view method, std::string_view target, std::string_view more_headers,
          std::string_view host) {
  asio::io_context io;
  tcp::socket socket(io);
  socket.connect({asio::ip::address_v4::loopback(), port});
  const std::string request = std::string(method) + " " + std::string(target) +
                              " HTTP/1.1\r\nHost: " + std::string(host) + "\r\n" + std::string(more_headers) + "\r\n";
  asio::write(socket, asio::buffer(request));
  std::string answer;
  Error error;
  asio::read(socket, asio::dynamic_buffer(answer), error);  // to the end: the server closes
  Page page;
  const auto end = answer.find("\r\n\r\n");
  if (end == std::string::npos) return page;
  page.body = answer.substr(end + 4);
  page.status = std::stoi(answer.substr(answer.find(' ') + 1));
  std::istringstream lines(answer.substr(answer.find("\r\n") + 2, end));
  for (std::string line; std::getline(lines, line) && line != "\r";) {
    const auto colon = std::min(line.find(':'), line.size());
    for (std::size_t i = 0; i < colon; ++i)
      line[i] = static_cast<char>(std::tolower(static_cast<unsigned char>(line[i])));
    page.head += line + "\n";
  }
  return page;
}

}  // namespace dolbang::test
