#include "server/net/loop.hpp"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace dolbang::net {

namespace {

constexpr std::size_t events_a_round = 128;

int checked(int descriptor) {
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), "cannot make a network thread");
  return descriptor;
}

}  // namespace

Loop::Loop() : poll_(checked(epoll_create1(EPOLL_CLOEXEC))), wake_(checked(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))) {
  control(EPOLL_CTL_ADD, wake_, nullptr, {true, false});
}

Loop::~Loop() {
  close(wake_);
  close(poll_);
}

void Loop::run() {
  current_ = this;
  std::array<epoll_event, events_a_round> events;
  for (;;) {
    run_tasks();
    if (stopped_) break;
    const int count = epoll_wait(poll_, events.data(), static_cast<int>(events.size()), -1);
    for (int i = 0; i < count; ++i) {
      const epoll_event& event = events[static_cast<std::size_t>(i)];
      if (auto* const watcher = static_cast<Watcher*>(event.data.ptr)) {
        watcher->on_socket((event.events & ~static_cast<std::uint32_t>(EPOLLOUT)) != 0, (event.events & EPOLLOUT) != 0);
      } else {
        std::uint64_t count_of_wakes = 0;
        (void)!read(wake_, &count_of_wakes, sizeof count_of_wakes);
      }
    }
  }
  current_ = nullptr;
}

void Loop::stop() {
  post([this] { stopped_ = true; });
}

void Loop::post(std::function<void()> task) {
  bool first = false;
  {
    const std::scoped_lock lock(mutex_);
    first = tasks_.empty();
    tasks_.push_back(std::move(task));
  }
  // The loop's own thread looks before it waits, and who came first has woken it.
  if (!first || is_here()) return;
  const std::uint64_t one = 1;
  (void)!write(wake_, &one, sizeof one);
}

/// Until none is left, those that the tasks themselves post included.
void Loop::run_tasks() {
  std::vector<std::function<void()>> due;
  for (;;) {
    {
      const std::scoped_lock lock(mutex_);
      if (tasks_.empty()) return;
      due.swap(tasks_);
    }
    for (const auto& task : due) task();
    due.clear();
  }
}

void Loop::watch(int socket, Watcher& watcher, Interest interest) {
  control(EPOLL_CTL_ADD, socket, &watcher, interest);
}

void Loop::change(int socket, Watcher& watcher, Interest interest) {
  control(EPOLL_CTL_MOD, socket, &watcher, interest);
}

void Loop::forget(int socket) { control(EPOLL_CTL_DEL, socket, nullptr, {}); }

void Loop::control(int operation, int socket, Watcher* watcher, Interest interest) const {
  epoll_event event{};
  event.events = (interest.read ? EPOLLIN : 0u) | (interest.write ? EPOLLOUT : 0u);
  event.data.ptr = watcher;
  epoll_ctl(poll_, operation, socket, &event);
}

Loops::Loops(int count) {
  for (int i = 0; i < count; ++i) loops_.push_back(std::make_unique<Loop>());
}

}  // namespace dolbang::net
