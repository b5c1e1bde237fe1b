#include "server/net/server.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <thread>
#include <vector>

#include "core/limits.hpp"
#include "server/bots/engine_pool.hpp"
#include "server/net/admission.hpp"
#include "server/net/directory.hpp"
#include "server/net/listener.hpp"
#include "server/net/session.hpp"
#include "server/net/timers.hpp"
#include "server/ops/version.hpp"
#include "server/store/store.hpp"

namespace dolbang::net {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds heartbeat_time{5000};  // at most this much service time is lost in a power cut
constexpr milliseconds reconnect_after{1000};
constexpr milliseconds reconnect_spread{2000};

int threads_of(const ops::Config& config) {
  return config.threads > 0 ? config.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

Expected<std::unique_ptr<store::Store>> open_store(const ops::Config& config) {
  std::error_code error;
  std::filesystem::create_directories(config.data, error);
  if (error)
    return fail("cannot_store", "cannot make the data folder " + config.data.string() + ": " + error.message() +
                                    ". Choose a writable folder with --data.");
  return store::open_sqlite(config.data / "dolbang.sqlite", config.durable);
}

}  // namespace

struct Server::Impl {
  Impl(const ops::Config& given, std::unique_ptr<store::Store> opened, milliseconds service_time,
       const ops::Clock& time)
      : config(given),
        admission({given.connections, given.connections_per_address, given.rooms_created_per_minute}),
        sessions(given),
        io(1),
        loops(threads_of(given)),
        store(std::move(opened)),
        clock(service_time, time),
        timers(io, [this] { return clock.now(); }),
        engines(std::max(1, threads_of(given) / 2)),
        directory({io, loops, config, clock, *store, timers, engines}, admission),
        strand(asio::make_strand(io)),
        tick_timer(strand),
        heartbeat_timer(strand) {}

  void tick() {
    tick_timer.expires_after(sessions.tick_time());
    tick_timer.async_wait([this](error_code error) {
      if (error) return;
      sessions.tick();
      tick();
    });
  }

  void heartbeat() {
    store->save_service_time(clock.now());
    heartbeat_timer.expires_after(heartbeat_time);
    heartbeat_timer.async_wait([this](error_code error) {
      if (!error) heartbeat();
    });
  }

  void run() {
    listener->start();
    asio::post(strand, [this] {
      tick();
      heartbeat();
    });
    threads.emplace_back([this] { io.run(); });
    for (const auto& loop : loops.all()) threads.emplace_back([&loop = *loop] { loop.run(); });
  }

  const ops::Config config;
  // In this order: what is left for a loop may hold a connection of io, and every connection leaves the first two.
  Admission admission;
  Sessions sessions;
  asio::io_context io;  ///< accepts, answers HTTP, keeps the timers
  Loops loops;
  std::unique_ptr<store::Store> store;
  ops::ServiceClock clock;
  Timers timers;
  bots::EnginePool engines;
  Directory directory;
  Strand strand;  ///< of the two timers
  Timer tick_timer;
  Timer heartbeat_timer;
  std::shared_ptr<Listener> listener;
  std::vector<std::thread> threads;
};

Expected<std::unique_ptr<Server>> Server::start(const ops::Config& config, const ops::Clock& clock) {
  auto store = open_store(config);
  if (!store) return tl::unexpected(store.error());
  const auto service_time = (*store)->service_time();
  if (!service_time) return tl::unexpected(service_time.error());
  auto impl = std::make_unique<Impl>(config, *std::move(store), *service_time, clock);

  auto listener =
      Listener::open(impl->io, {impl->config, impl->admission, impl->sessions, impl->directory, impl->loops});
  if (!listener) return tl::unexpected(listener.error());
  impl->listener = *std::move(listener);
  if (const auto restored = impl->directory.restore(); !restored) return tl::unexpected(restored.error());
  impl->run();
  spdlog::info("{} listens on port {} with {} threads", ops::server_name, impl->listener->port(),
               impl->loops.all().size());
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Server::~Server() { stop(); }

std::uint16_t Server::port() const { return impl_->listener->port(); }

void Server::clock_moved() { impl_->timers.moved(); }

void Server::stop() {
  if (impl_->threads.empty()) return;
  impl_->listener->stop();
  // What clients are still owed comes before their goodbye.
  impl_->store->flush(limits::drain_time / 4);
  impl_->sessions.close_all(reconnect_after, reconnect_spread);
  impl_->sessions.wait_empty(limits::drain_time / 4);
  impl_->timers.stop();
  impl_->store->save_service_time(impl_->clock.now());
  if (!impl_->store->flush(limits::drain_time / 4)) spdlog::error("the store did not finish writing in time");
  impl_->io.stop();
  for (const auto& loop : impl_->loops.all()) loop->stop();
  for (std::thread& thread : impl_->threads) thread.join();
  impl_->threads.clear();
  impl_->sessions.abandon();
  impl_->directory.clear();
  spdlog::info("finished");
}

}  // namespace dolbang::net
