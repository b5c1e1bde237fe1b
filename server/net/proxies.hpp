#pragma once
/// The proxies in front of this server whose word about a client is believed.
#include <boost/asio/ip/address.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "server/net/network.hpp"

namespace dolbang::net {

class Proxies {
 public:
  using Address = boost::asio::ip::address;

  /// Addresses and networks. Error: "bad_proxy", naming the entry.
  static Expected<Proxies> parse(const std::vector<std::string>& entries);

  bool trusts(const Address& address) const;
  /// The client behind a trusted proxy, by its X-Forwarded-For: the last address there that is not a trusted proxy
  /// itself, since a client can write what it likes before it. The proxy, when the header says nothing of use.
  Address client_of(const Address& proxy, std::string_view forwarded_for) const;

 private:
  std::vector<Network> networks_;
};

/// The address itself where it is an IPv4 one in IPv6 clothes.
boost::asio::ip::address unmapped(const boost::asio::ip::address& address);

}  // namespace dolbang::net
