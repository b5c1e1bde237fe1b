#pragma once
/// One TCP connection to the server, with the misfortunes that the driver wishes on it: frames that leave late, a frame
/// of which only the beginning leaves, ears shut for a while, an end without a word. Never blocks.
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

namespace dolbang::bench {

using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;

class Line {
 public:
  /// Begins to connect and to upgrade.
  explicit Line(std::uint16_t port, const std::string& path = "/ws");
  ~Line() { cut(); }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  bool is_open() const { return fd_ >= 0; }
  bool is_upgraded() const { return upgraded_; }
  /// Sends a text frame at `due`, not before what was sent earlier.
  void send(std::string_view text, std::uint32_t mask, Time due);
  /// Sends so much of a text frame and cuts the connection.
  void send_beginning(std::string_view text, std::uint32_t mask, std::size_t bytes, Time due);
  /// Nothing is read before this time.
  void deafen(Time until) { deaf_until_ = until; }
  void cut();

  int descriptor() const { return fd_; }
  /// What poll() is to wait for.
  short interest(Time now) const;
  /// Does what can be done. `on_text` gets each text frame and may cut or destroy nothing but this line's connection.
  void work(Time now, short happened, const std::function<void(std::string_view)>& on_text);

 private:
  struct Parcel {
    Time due;
    std::string bytes;
    bool last = false;
  };
  void write(Time now);
  void read(const std::function<void(std::string_view)>& on_text);

  int fd_ = -1;
  bool upgraded_ = false;
  Time deaf_until_{};
  std::string in_;
  std::deque<Parcel> out_;
};

}  // namespace dolbang::bench
