#pragma once
/// Wakes the main loop from other threads, through SDL's event queue; many wakes before the loop looks are one event.
#include <SDL.h>

#include <atomic>
#include <functional>

namespace dolbang::platform {

class Wake {
 public:
  Wake() : type_(SDL_RegisterEvents(1)) {}
  Wake(const Wake&) = delete;
  Wake& operator=(const Wake&) = delete;

  void operator()() {
    if (pending_.exchange(true)) return;
    SDL_Event event{};
    event.type = type_;
    if (SDL_PushEvent(&event) < 0) pending_ = false;
  }
  /// The loop saw an event: true when it was a wake. Call before looking at what woke it.
  bool took(const SDL_Event& event) {
    if (event.type != type_) return false;
    pending_ = false;
    return true;
  }

 private:
  Uint32 type_;
  std::atomic<bool> pending_{false};
};

}  // namespace dolbang::platform
