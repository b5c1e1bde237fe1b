#pragma once
/// The measured program as a child process: started on chosen processors, asked for its own CPU time and
/// memory, ended with SIGTERM.
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace dolbang::bench {

/// Stops the bench with a message: a bench that goes on after an error prints wrong numbers.
[[noreturn]] void give_up(const std::string& why);

struct Cpu {
  std::chrono::nanoseconds total{};
  /// How much of it was spent in the kernel, in clock ticks of 10 ms.
  std::chrono::milliseconds user{}, system{};
  friend Cpu operator-(const Cpu& a, const Cpu& b) { return {a.total - b.total, a.user - b.user, a.system - b.system}; }
};

/// With two processors or more the load has the last one, the measured program the others.
void pin_self_to_last_processor();

class Process {
 public:
  /// Starts the program and waits for the URL it prints, which ends in its port.
  explicit Process(const std::vector<std::string>& arguments);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  std::uint16_t port() const { return port_; }
  /// The process's utime + stime, with the nanoseconds that /proc/PID/stat rounds away.
  Cpu cpu() const;
  /// RssAnon: heap and stacks, without the program's file pages and the kernel's socket buffers.
  std::uint64_t private_bytes() const;

 private:
  pid_t pid_ = -1;
  std::uint16_t port_ = 0;
};

}  // namespace dolbang::bench
