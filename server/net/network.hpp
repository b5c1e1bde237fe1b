#pragma once
/// An IP address or a network of them, as an operator writes it: "192.0.2.7", "192.0.2.0/24", "2001:db8::/64".
#include <boost/asio/ip/address.hpp>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace dolbang::net {

class Network {
 public:
  /// Errors: "bad_network", saying what is wrong.
  static Expected<Network> parse(std::string_view text);

  bool contains(const boost::asio::ip::address& address) const;
  /// The one spelling of it: bits beyond the prefix are zero, and a single address has no prefix.
  std::string text() const;
  friend bool operator==(const Network&, const Network&) = default;

 private:
  using Bytes = boost::asio::ip::address_v6::bytes_type;
  static Bytes bytes_of(const boost::asio::ip::address& address);

  Bytes bytes_{};  ///< IPv4 as it is mapped into IPv6
  int bits_ = 128;
};

}  // namespace dolbang::net
