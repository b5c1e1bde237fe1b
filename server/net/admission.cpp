#include "server/net/admission.hpp"

namespace dolbang::net {

Admission::Slot Admission::admit(const std::string& address) {
  const std::scoped_lock lock(mutex_);
  if (connections_ >= limits_.connections) return {};
  Address& entry = addresses_[address];
  if (entry.connections >= limits_.connections_per_address) return {};
  if (!entry.text) entry.text = std::make_shared<const std::string>(address);
  ++entry.connections;
  ++connections_;
  return {*this, entry.text};
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

std::size_t Admission::connections() const {
  const std::scoped_lock lock(mutex_);
  return connections_;
}

}  // namespace dolbang::net
