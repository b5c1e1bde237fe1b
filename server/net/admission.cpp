#include "server/net/admission.hpp"

#include <algorithm>

#include "core/limits.hpp"

namespace dolbang::net {

Admission::Slot Admission::admit(const std::string& address, bool limited) {
  const std::scoped_lock lock(mutex_);
  const auto turn_away = [this](std::string_view reason) -> Slot {
    metrics_.turned_away.add(reason);
    return {};
  };
  if (is_banned(address)) return turn_away("banned");
  if (connections_ >= limits_.connections) return turn_away("full");
  Address& entry = addresses_[address];
  if (limited && entry.connections >= limits_.connections_per_address) return turn_away("address_full");
  if (!entry.text) entry.text = std::make_shared<const std::string>(address);
  ++entry.connections;
  ++connections_;
  metrics_.connections.add();
  return {*this, entry.text, ++last_number_};
}

void Admission::release(const std::string& address) {
  const std::scoped_lock lock(mutex_);
  --connections_;
  const auto found = addresses_.find(address);
  if (--found->second.connections == 0) addresses_.erase(found);
}

bool Admission::may_create_room(const std::string& address, std::chrono::milliseconds now) {
  const std::scoped_lock lock(mutex_);
  const auto minute = std::chrono::duration_cast<std::chrono::minutes>(now);
  if (minute != created_minute_) {
    created_.clear();
    created_minute_ = minute;
  }
  return ++created_[address] <= limits_.rooms_created_per_minute;
}

bool Admission::is_banned(const std::string& address) const {
  if (bans_.empty()) return false;
  boost::system::error_code error;
  const auto parsed = boost::asio::ip::make_address(address, error);
  return !error && std::any_of(bans_.begin(), bans_.end(), [&](const Network& ban) { return ban.contains(parsed); });
}

Expected<void> Admission::ban(const Network& network, bool banned) {
  const std::scoped_lock lock(mutex_);
  const auto found = std::find(bans_.begin(), bans_.end(), network);
  if (!banned) {
    if (found == bans_.end()) return fail("not_banned", network.text() + " is not banned.");
    bans_.erase(found);
    return {};
  }
  if (found != bans_.end()) return {};
  if (bans_.size() >= limits::bans)
    return fail("too_many_bans", "More than " + std::to_string(limits::bans) +
                                     " bans are not kept: ban networks in the place of addresses, or use a firewall.");
  bans_.push_back(network);
  return {};
}

std::vector<std::string> Admission::bans() const {
  std::vector<std::string> texts;
  {
    const std::scoped_lock lock(mutex_);
    for (const Network& ban : bans_) texts.push_back(ban.text());
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::size_t Admission::connections() const {
  const std::scoped_lock lock(mutex_);
  return connections_;
}

}  // namespace dolbang::net
