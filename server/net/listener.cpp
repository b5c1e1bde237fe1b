#include "server/net/listener.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/ip/v6_only.hpp>

#include "server/net/http_session.hpp"
#include "server/net/proxies.hpp"
#include "server/ops/config.hpp"
#include "server/ops/log.hpp"

namespace dolbang::net {

namespace {

constexpr int backlog = 1024;

std::string advice(const error_code& error, std::uint16_t port, std::string_view flag) {
  namespace errors = boost::system::errc;
  if (error == errors::address_in_use)
    return "Another program uses it: stop that one, or choose another port with " + std::string(flag) +
           " (0 takes any free one).";
  if (error == errors::permission_denied)
    return "Ports below 1024 need special rights: choose a higher one with " + std::string(flag) + ", such as " +
           std::to_string(port == 80 ? 8080 : 8443) + ".";
  if (error == errors::address_not_available)
    return flag == "--port"
               ? "This machine does not have that address: leave --address away to listen on all it has."
               : "This machine does not have that address: write one that it has with " + std::string(flag) + ".";
  return flag == "--port" ? "Check --address and --port." : "Check " + std::string(flag) + ".";
}

}  // namespace

Expected<Acceptor> open_acceptor(asio::io_context& io, const tcp::endpoint& endpoint, std::string_view flag) {
  Acceptor acceptor(asio::make_strand(io));
  error_code error;
  const auto step = [&](auto&& action) {
    if (!error) action();
  };
  step([&] { acceptor.open(endpoint.protocol(), error); });
  step([&] { acceptor.set_option(tcp::acceptor::reuse_address(true), error); });
  step([&] {
    // One socket for both families.
    if (endpoint.protocol() == tcp::v6()) acceptor.set_option(asio::ip::v6_only(false), error);
  });
  step([&] { acceptor.bind(endpoint, error); });
  step([&] { acceptor.listen(backlog, error); });
  if (error) {
    const std::string where = endpoint.address().is_unspecified() ? "" : " of " + endpoint.address().to_string();
    return fail("cannot_listen", "cannot listen on port " + std::to_string(endpoint.port()) + where + ": " +
                                     error.message() + ". " + advice(error, endpoint.port(), flag));
  }
  return acceptor;
}

namespace {

bool has_ipv6(asio::io_context& io) {
  Acceptor probe(asio::make_strand(io));
  error_code error;
  probe.open(tcp::v6(), error);
  if (!error) probe.bind(tcp::endpoint(asio::ip::address_v6::any(), 0), error);
  return !error;
}

Expected<tcp::endpoint> endpoint_of(asio::io_context& io, const ops::Config& config) {
  if (config.address.empty()) return tcp::endpoint(has_ipv6(io) ? tcp::v6() : tcp::v4(), config.port);
  error_code error;
  const auto address = asio::ip::make_address(config.address, error);
  if (error)
    return fail("cannot_listen", "--address " + config.address +
                                     " is not an IP address: write it as 0.0.0.0, 127.0.0.1 or ::1, not as a name.");
  return tcp::endpoint(address, config.port);
}

}  // namespace

Expected<std::shared_ptr<Listener>> Listener::open(asio::io_context& io, const Services& services) {
  const auto endpoint = endpoint_of(io, services.config);
  if (!endpoint) return tl::unexpected(endpoint.error());
  auto acceptor = open_acceptor(io, *endpoint, "--port");
  if (!acceptor) return tl::unexpected(acceptor.error());
  error_code ignored;
  const auto port = acceptor->local_endpoint(ignored).port();
  return std::shared_ptr<Listener>(new Listener(io, services, *std::move(acceptor), port));
}

Listener::Listener(asio::io_context& io, const Services& services, Acceptor acceptor, std::uint16_t port)
    : services_(services), door_(io, std::move(acceptor)), port_(port) {}

void Listener::start() {
  door_.open(shared_from_this(), [this](Socket socket) { let_in(std::move(socket)); });
}

void Listener::stop() { door_.shut(shared_from_this()); }

void Listener::let_in(Socket socket) {
  error_code ignored;
  const auto remote = socket.remote_endpoint(ignored);
  socket.set_option(tcp::no_delay(true), ignored);
  const auto address = unmapped(remote.address());
  // Behind a proxy there are many people; who they are is known when their request has come.
  if (auto slot = services_.admission.admit(address.to_string(), !services_.proxies.trusts(address)))
    start_http(std::move(socket), address, std::move(slot), services_);
  else
    spdlog::debug("turned away{}", ops::field("address", address.to_string()));
}

}  // namespace dolbang::net
