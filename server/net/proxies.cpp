#include "server/net/proxies.hpp"

#include <algorithm>

namespace dolbang::net {

namespace ip = boost::asio::ip;
using boost::system::error_code;

namespace {

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

ip::address unmapped(const ip::address& address) {
  if (address.is_v6() && address.to_v6().is_v4_mapped()) return ip::make_address_v4(ip::v4_mapped, address.to_v6());
  return address;
}

Expected<Proxies> Proxies::parse(const std::vector<std::string>& entries) {
  Proxies proxies;
  for (const std::string& entry : entries) {
    auto network = Network::parse(entry);
    if (!network) return fail("bad_proxy", "--trusted-proxy: " + network.error().message);
    proxies.networks_.push_back(*network);
  }
  return proxies;
}

bool Proxies::trusts(const Address& address) const {
  return std::any_of(networks_.begin(), networks_.end(),
                     [&](const Network& network) { return network.contains(address); });
}

Proxies::Address Proxies::client_of(const Address& proxy, std::string_view forwarded_for) const {
  Address client = unmapped(proxy);
  while (trusts(client) && !forwarded_for.empty()) {
    const auto comma = forwarded_for.rfind(',');
    const auto last = trim(forwarded_for.substr(comma == std::string_view::npos ? 0 : comma + 1));
    forwarded_for = forwarded_for.substr(0, comma == std::string_view::npos ? 0 : comma);
    error_code error;
    const auto address = ip::make_address(std::string(last), error);
    if (error) break;
    client = unmapped(address);
  }
  return client;
}

}  // namespace dolbang::net
