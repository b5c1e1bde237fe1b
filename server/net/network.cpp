#include "server/net/network.hpp"

#include <algorithm>
#include <charconv>

namespace dolbang::net {

namespace asio = boost::asio;
using asio::ip::address;

namespace {

constexpr int mapped_bits = 96;  // before the four bytes of a mapped IPv4 address

/// The byte with its first `bits` bits kept.
unsigned char kept(unsigned char byte, int bits) {
  if (bits >= 8) return byte;
  return bits <= 0 ? 0 : static_cast<unsigned char>(byte & (0xFF << (8 - bits)));
}

}  // namespace

Network::Bytes Network::bytes_of(const address& address) {
  if (address.is_v6()) return address.to_v6().to_bytes();
  return asio::ip::make_address_v6(asio::ip::v4_mapped, address.to_v4()).to_bytes();
}

Expected<Network> Network::parse(std::string_view text) {
  const auto bad = [&](const std::string& why) {
    return fail("bad_network", "\"" + std::string(text.substr(0, 64)) + "\" is no address: " + why +
                                   ". Write it as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/64.");
  };
  const std::size_t slash = std::min(text.find('/'), text.size());
  boost::system::error_code error;
  const address found = asio::ip::make_address(std::string(text.substr(0, slash)), error);
  if (error) return bad(error.message());
  if (found.is_v6() && found.to_v6().scope_id() != 0) return bad("leave the interface (%...) away");
  Network network;
  network.bytes_ = bytes_of(found);
  if (slash < text.size()) {
    const std::string_view digits = text.substr(slash + 1);
    const int most = found.is_v4() ? 32 : 128;
    int bits = 0;
    const auto [end, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
    if (wrong != std::errc() || end != digits.data() + digits.size() || bits < 0 || bits > most)
      return bad("the number behind the slash is from 0 to " + std::to_string(most));
    network.bits_ = found.is_v4() ? mapped_bits + bits : bits;
  }
  for (int i = 0; i < 16; ++i)
    network.bytes_[static_cast<std::size_t>(i)] =
        kept(network.bytes_[static_cast<std::size_t>(i)], network.bits_ - 8 * i);
  return network;
}

bool Network::contains(const address& address) const {
  const Bytes bytes = bytes_of(address);
  for (int i = 0; i < 16; ++i)
    if (kept(bytes[static_cast<std::size_t>(i)], bits_ - 8 * i) != bytes_[static_cast<std::size_t>(i)]) return false;
  return true;
}

std::string Network::text() const {
  const asio::ip::address_v6 v6(bytes_);
  const bool v4 = v6.is_v4_mapped() && bits_ >= mapped_bits;
  std::string text = v4 ? asio::ip::make_address_v4(asio::ip::v4_mapped, v6).to_string() : v6.to_string();
  if (bits_ < 128) text += "/" + std::to_string(v4 ? bits_ - mapped_bits : bits_);
  return text;
}

}  // namespace dolbang::net
