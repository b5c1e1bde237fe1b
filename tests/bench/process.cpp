#include "process.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>
#include <utility>

namespace dolbang::bench {

void give_up(const std::string& why) {
  std::fprintf(stderr, "%s: %s\n", program_invocation_short_name, why.c_str());
  std::exit(1);  // children end with us (PR_SET_PDEATHSIG)
}

namespace {

int processors() { return static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)); }

void pin(pid_t pid, int first, int last) {
  if (processors() < 2) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int i = first; i <= last; ++i) CPU_SET(static_cast<std::size_t>(i), &set);
  sched_setaffinity(pid, sizeof set, &set);
}

bool pinned = false;

}  // namespace

void pin_self_to_last_processor() {
  pin(0, processors() - 1, processors() - 1);
  pinned = true;
}

Process::Process(const std::vector<std::string>& arguments, Start start) {
  int out[2];
  if (pipe2(out, O_CLOEXEC) != 0) give_up("no pipe");
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  pid_ = fork();
  if (pid_ < 0) give_up("cannot start a process");
  if (pid_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (pinned) pin(0, 0, processors() - 2);
    dup2(out[1], STDOUT_FILENO);
    execv(argv[0], argv.data());
    std::perror(argv[0]);
    _exit(127);
  }
  close(out[1]);
  output_ = out[0];
  if (start == Start::do_not_wait) {
    fcntl(output_, F_SETFL, O_NONBLOCK);
    return;
  }
  read_port();
  if (port_ == 0) give_up(arguments[0] + " did not start");
}

Process::~Process() {
  if (pid_ > 0) {
    kill(pid_, SIGTERM);
    waitpid(pid_, nullptr, 0);
  }
  close(output_);
}

void Process::read_port() {
  char c = 0;
  while (port_ == 0 && read(output_, &c, 1) == 1) {
    line_ += c;
    const auto colon = line_.rfind(':');
    if (c == '\n' && colon != std::string::npos)
      port_ = static_cast<std::uint16_t>(std::atoi(line_.c_str() + colon + 1));
  }
}

std::uint16_t Process::port() {
  if (port_ == 0) read_port();
  return port_;
}

void Process::kill_now() {
  // To kill(2), -1 is every process there is.
  if (pid_ <= 0) give_up("a process that is no more was to be killed");
  kill(pid_, SIGKILL);
  waitpid(std::exchange(pid_, -1), nullptr, 0);
}

Cpu Process::cpu() const {
  Cpu cpu;
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(pid_, &clock) != 0 || clock_gettime(clock, &time) != 0)
    give_up("the measured program is gone");
  cpu.total = std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);

  std::ifstream stat("/proc/" + std::to_string(pid_) + "/stat");
  std::string text((std::istreambuf_iterator<char>(stat)), {});
  std::istringstream fields(text.substr(text.rfind(')') + 1));
  std::string skipped;
  for (int i = 0; i < 11; ++i) fields >> skipped;  // up to the field before utime
  long user = 0, system = 0;
  fields >> user >> system;
  const long tick = 1000 / sysconf(_SC_CLK_TCK);
  cpu.user = std::chrono::milliseconds(user * tick);
  cpu.system = std::chrono::milliseconds(system * tick);
  return cpu;
}

std::uint64_t Process::private_bytes() const {
  std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
  std::string key;
  std::uint64_t kib = 0;
  while (status >> key) {
    if (key == "RssAnon:" && status >> kib) return kib * 1024;
  }
  give_up("no RssAnon in /proc");
}

}  // namespace dolbang::bench
