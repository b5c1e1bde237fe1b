#pragma once
/// The measured program as a child process: started on chosen processors, asked for its own CPU time and
/// memory, ended with SIGTERM, or killed.
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

/// With two processors or more the load has the last one, the programs started from now on the others.
void pin_self_to_last_processor();

class Process {
 public:
  enum class Start : std::uint8_t { wait, do_not_wait };
  /// Starts the program and waits for the URL it prints, which ends in its port, unless told otherwise.
  explicit Process(const std::vector<std::string>& arguments, Start start = Start::wait);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  /// 0 while the program has not printed it. Does not wait.
  std::uint16_t port();
  /// SIGKILL; returns when the process is no more.
  void kill_now();
  /// The process's utime + stime, with the nanoseconds that /proc/PID/stat rounds away.
  Cpu cpu() const;
  /// RssAnon: heap and stacks, without the program's file pages and the kernel's socket buffers.
  std::uint64_t private_bytes() const;

 private:
  void read_port();

  pid_t pid_ = -1;
  int output_ = -1;
  std::string line_;
  std::uint16_t port_ = 0;
};

}  // namespace dolbang::bench
