#pragma once
/// Who may come in: the number of connections in all and per address, rooms created per minute and
/// address, and whom the operator has banned. Shared by all threads; a connection holds its Slot as long as it lives.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "server/net/network.hpp"
#include "server/ops/metrics.hpp"

namespace dolbang::net {

class Admission {
 public:
  struct Limits {
    std::size_t connections;
    std::size_t connections_per_address;
    std::size_t rooms_created_per_minute;
  };

  Admission(Limits limits, ops::Metrics& metrics) : limits_(limits), metrics_(metrics) {}

  /// One admitted connection; gives its place back when it goes.
  class Slot {
   public:
    Slot() = default;
    Slot(Slot&& from) noexcept
        : owner_(std::exchange(from.owner_, nullptr)), address_(std::move(from.address_)), number_(from.number_) {}
    Slot& operator=(Slot&& from) noexcept {
      std::swap(owner_, from.owner_);
      std::swap(address_, from.address_);
      std::swap(number_, from.number_);
      return *this;
    }
    ~Slot() {
      if (owner_) owner_->release(*address_);
    }
    explicit operator bool() const { return owner_ != nullptr; }
    const std::string& address() const { return *address_; }
    /// Connections are numbered 1, 2, 3 ... in the order in which they came in.
    std::uint64_t number() const { return number_; }

   private:
    friend class Admission;
    Slot(Admission& owner, std::shared_ptr<const std::string> address, std::uint64_t number)
        : owner_(&owner), address_(std::move(address)), number_(number) {}
    Admission* owner_ = nullptr;
    std::shared_ptr<const std::string> address_;  ///< shared by all connections of the address
    std::uint64_t number_ = 0;
  };

  /// A slot, or an empty one when a limit is reached or the address is banned. The limit of the address counts only if
  /// it is `limited`.
  Slot admit(const std::string& address, bool limited = true);

  /// Counts one created room of an address; false when it has created enough in this minute.
  bool may_create_room(const std::string& address, std::chrono::milliseconds now);

  std::size_t connections() const;

  /// From now on, and as long as the process lives. Errors: "too_many_bans", "not_banned".
  Expected<void> ban(const Network& network, bool banned);
  /// Each ban's text, in their order.
  std::vector<std::string> bans() const;

 private:
  struct Address {
    std::shared_ptr<const std::string> text;
    std::size_t connections = 0;
  };

  void release(const std::string& address);
  bool is_banned(const std::string& address) const;

  const Limits limits_;
  ops::Metrics& metrics_;
  mutable std::mutex mutex_;
  std::size_t connections_ = 0;
  std::uint64_t last_number_ = 0;
  std::unordered_map<std::string, Address> addresses_;
  /// Rooms created in the current minute; cleared when the next begins, so it holds no more addresses
  /// than created a room in one minute.
  std::unordered_map<std::string, std::size_t> created_;
  std::chrono::minutes created_minute_{-1};
  std::vector<Network> bans_;  ///< at most limits::bans, few in a normal life
};

}  // namespace dolbang::net
