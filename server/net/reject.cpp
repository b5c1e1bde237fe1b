#include "server/net/reject.hpp"

#include <variant>

#include "proto/codec.hpp"

namespace dolbang::net {

std::string reject_text(std::uint64_t seq, std::string reason, std::string message) {
  proto::Reject reject;
  reject.seq = seq;
  reject.reason = std::move(reason);
  reject.message = std::move(message);
  return proto::encode(proto::ServerMessage(std::move(reject)));
}

std::uint64_t seq_of(const proto::ClientMessage& message) {
  return std::visit(
      [](const auto& m) -> std::uint64_t {
        if constexpr (requires { m.seq; }) return m.seq;
        return 0;
      },
      message);
}

}  // namespace dolbang::net
