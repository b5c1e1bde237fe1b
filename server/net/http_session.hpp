#pragma once
#include "server/net/admission.hpp"
#include "server/net/listener.hpp"
#include "server/net/types.hpp"

namespace dolbang::net {

/// Reads one request from a fresh connection, within the handshake time (that of TLS included), and answers it: a
/// page, or the upgrade, after which the socket belongs to a Session. The page's connection is then closed.
void start_http(Socket socket, asio::ip::address remote, Admission::Slot slot, const Services& services);

}  // namespace dolbang::net
