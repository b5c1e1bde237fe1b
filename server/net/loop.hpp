#pragma once
/// One network thread: waits for the sockets of its sessions, and runs what others leave for it.
///
/// A session belongs to one loop and so does a room, and only that loop's thread touches them. A session moves to
/// the loop of its room, so that a move goes from socket to room to sockets by plain calls, without a lock.
///
/// Why not Asio: there each wait for a socket costs a system call and two locks, and those were a third of what a
/// relayed move cost. Asio still accepts, speaks HTTP and keeps the timers.
#include <atomic>
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace dolbang::net {

class Loop {
 public:
  /// Whoever owns a socket. It may go only in a posted task, since the round that is going on may still call it.
  class Watcher {
   public:
    /// `readable` also when the peer is gone; reading tells.
    virtual void on_socket(bool readable, bool writable) = 0;

   protected:
    ~Watcher() = default;
  };
  struct Interest {
    bool read = false, write = false;
    friend bool operator==(Interest, Interest) = default;
  };

  /// Throws std::system_error when the process has no file descriptor left.
  Loop();
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  /// The loop's thread is the one that is in here; until stop().
  void run();

  // From any thread.
  void stop();
  bool is_here() const { return current_ == this; }
  void post(std::function<void()> task);
  /// At once when this is the loop's thread, else posts it.
  template <std::invocable Task>
  void dispatch(Task&& task) {
    if (is_here())
      task();
    else
      post(std::forward<Task>(task));
  }

  // From the loop's thread.
  /// Tells `watcher` whenever the socket is ready, for as long as it is. Once a socket.
  void watch(int socket, Watcher& watcher, Interest interest);
  void change(int socket, Watcher& watcher, Interest interest);
  void forget(int socket);

 private:
  friend class Loops;
  void run_tasks();
  void control(int operation, int socket, Watcher* watcher, Interest interest) const;

  static inline thread_local Loop* current_ = nullptr;
  int poll_, wake_;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  std::vector<std::function<void()>> tasks_;
};

/// All loops; a new session or room gets one in turn.
class Loops {
 public:
  explicit Loops(int count);
  Loop& next() { return *loops_[turn_.fetch_add(1, std::memory_order_relaxed) % loops_.size()]; }
  /// The loop whose thread this is, else the next.
  Loop& here_or_next() { return Loop::current_ != nullptr ? *Loop::current_ : next(); }
  const std::vector<std::unique_ptr<Loop>>& all() const { return loops_; }

 private:
  std::vector<std::unique_ptr<Loop>> loops_;
  std::atomic<std::size_t> turn_ = 0;
};

}  // namespace dolbang::net
