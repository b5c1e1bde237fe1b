#include "server/net/server.hpp"

#include <malloc.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <thread>
#include <vector>

#include "core/limits.hpp"
#include "server/bots/engine_pool.hpp"
#include "server/net/admin.hpp"
#include "server/net/admission.hpp"
#include "server/net/directory.hpp"
#include "server/net/listener.hpp"
#include "server/net/monitor.hpp"
#include "server/net/proxies.hpp"
#include "server/net/session.hpp"
#include "server/net/timers.hpp"
#include "server/net/tls.hpp"
#include "server/ops/log.hpp"
#include "server/ops/metrics.hpp"
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
  return store::open_sqlite(config.data / ops::store_file, config.durable);
}

}  // namespace

struct Server::Impl {
  Impl(const ops::Config& given, std::unique_ptr<store::Store> opened, milliseconds service_time,
       const ops::Clock& time)
      : config(given),
        admission({given.connections, given.connections_per_address, given.rooms_created_per_minute}, metrics),
        sessions(given, metrics),
        io(1),
        loops(threads_of(given)),
        store(std::move(opened)),
        clock(service_time, time),
        timers(io, [this] { return clock.now(); }),
        engines(std::max(1, threads_of(given) / 2)),
        directory({io, loops, config, clock, *store, timers, engines, metrics}, admission),
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
    give_back_memory();
    heartbeat_timer.expires_after(heartbeat_time);
    heartbeat_timer.async_wait([this](error_code error) {
      if (!error) heartbeat();
    });
  }

  /// glibc keeps what a busy hour needed for ever, unless it is asked; on a small machine others need it. To look for
  /// free memory takes the longer the more there is, so it waits until a part of all has gone.
  void give_back_memory() {
    const std::uint64_t gone = metrics.connections.value() + metrics.rooms_ended.value();
    if (gone - gone_before <= (sessions.size() + directory.size()) / 16) return;
    gone_before = gone;
    malloc_trim(0);
  }

  Expected<void> ban_as_stored() {
    const auto bans = store->bans();
    if (!bans) return tl::unexpected(bans.error());
    for (const std::string& text : *bans) {
      const auto network = Network::parse(text);
      if (!network || !admission.ban(*network, true)) spdlog::error("ban left out{}", ops::field("network", text));
    }
    return {};
  }

  /// What Prometheus reads.
  std::string exposition() const;

  void run() {
    ready = true;
    listener->start();
    admin->start();
    if (monitor) monitor->start();
    asio::post(strand, [this] {
      tick();
      heartbeat();
    });
    threads.emplace_back([this] { io.run(); });
    for (const auto& loop : loops.all()) threads.emplace_back([&loop = *loop] { loop.run(); });
  }

  const ops::Config config;
  Proxies proxies;
  std::unique_ptr<Tls> tls;  ///< none: plain
  // In this order: what is left for a loop may hold a connection of io, and every connection leaves the first three.
  ops::Metrics metrics;
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
  std::uint64_t gone_before = 0;    ///< the strand's
  std::atomic<bool> ready = false;  ///< not before everything is there, and no more from the drain on
  std::shared_ptr<Listener> listener;
  std::shared_ptr<Admin> admin;
  std::shared_ptr<Monitor> monitor;  ///< none without --metrics-address
  std::vector<std::thread> threads;
};

std::string Server::Impl::exposition() const {
  using std::chrono::duration;
  const auto seconds = [](std::chrono::nanoseconds time) { return duration<double>(time).count(); };
  const auto count = [](std::size_t n) { return static_cast<double>(n); };
  const auto store_stats = store->stats();
  const auto engine_stats = engines.stats();
  ops::Exposition out;
  out.gauge("dolbang_build_info", "1; the label names the server and its version.", "server", {{ops::server_name, 1}});
  out.gauge("dolbang_ready", "1 while the server takes new players, 0 while it drains.", ready ? 1 : 0);
  out.gauge("dolbang_connections", "Open connections, pages being sent included.", count(admission.connections()));
  out.gauge("dolbang_sessions", "Open WebSocket sessions.", count(sessions.size()));
  out.counter("dolbang_connections_total", "Accepted connections.", metrics.connections.value());
  out.words("dolbang_connections_refused_total", "Connections that were not let in.", "reason", metrics.turned_away);
  out.words("dolbang_goodbyes_total", "Sessions that the server ended.", "reason", metrics.goodbyes);
  out.words("dolbang_rejects_total", "Refused messages.", "reason", metrics.rejects);
  out.gauge("dolbang_rooms", "Rooms that have not ended.", count(directory.size()));
  out.counter("dolbang_rooms_created_total", "Rooms created.", metrics.rooms_created.value());
  out.counter("dolbang_rooms_ended_total", "Rooms that have ended.", metrics.rooms_ended.value());
  out.counter("dolbang_moves_total", "Moves made.", "by",
              {{"player", metrics.moves.value()}, {"ai", metrics.engine_moves.value()}});
  out.histogram("dolbang_move_seconds", "From a player's move being read to its acknowledgement being sent.",
                metrics.move_latency);
  out.gauge("dolbang_queue", "What waits: writes for the store, searches for a thread.", "queue",
            {{"store", count(store_stats.waiting)}, {"engine", count(engine_stats.waiting)}});
  out.gauge("dolbang_queue_bytes", "Bytes that wait for slow readers.", "queue",
            {{"send", static_cast<double>(metrics.send_queue_bytes.value())}});
  out.summary("dolbang_store_batch_size", "Writes a transaction.", store_stats.commits,
              static_cast<double>(store_stats.writes));
  out.summary("dolbang_store_commit_seconds", "Time of a transaction, the disk included.", store_stats.commits,
              seconds(store_stats.commit_time));
  out.gauge("dolbang_engine_threads_busy", "Searches that run now.", count(engine_stats.running));
  out.summary("dolbang_engine_seconds", "Time of a search.", engine_stats.searches, seconds(engine_stats.time));
  out.counter("dolbang_engine_refused_total", "Searches that found a full queue and were asked for again later.",
              engine_stats.refused);
  ops::describe_process(out);
  return out.take();
}

Expected<std::unique_ptr<Server>> Server::start(const ops::Config& config, const ops::Clock& clock) {
  auto store = open_store(config);
  if (!store) return tl::unexpected(store.error());
  const auto service_time = (*store)->service_time();
  if (!service_time) return tl::unexpected(service_time.error());
  auto impl = std::make_unique<Impl>(config, *std::move(store), *service_time, clock);

  auto proxies = Proxies::parse(config.trusted_proxies);
  if (!proxies) return tl::unexpected(proxies.error());
  impl->proxies = *std::move(proxies);
  if (!config.tls_certificate.empty()) {
    auto tls = Tls::load(config.tls_certificate, config.tls_key);
    if (!tls) return tl::unexpected(tls.error());
    impl->tls = *std::move(tls);
  }
  auto listener = Listener::open(impl->io, {impl->config, impl->admission, impl->sessions, impl->directory, impl->loops,
                                            impl->ready, impl->proxies, impl->tls.get()});
  if (!listener) return tl::unexpected(listener.error());
  impl->listener = *std::move(listener);
  if (!config.metrics_address.empty()) {
    auto monitor = Monitor::open(
        impl->io, config.metrics_address,
        {[own = impl.get()] { return own->exposition(); }, [own = impl.get()] { return own->ready.load(); }});
    if (!monitor) return tl::unexpected(monitor.error());
    impl->monitor = *std::move(monitor);
  }
  auto admin = Admin::open(impl->io, config.data, {impl->directory, impl->admission, impl->sessions, *impl->store});
  if (!admin) return tl::unexpected(admin.error());
  impl->admin = *std::move(admin);
  if (const auto banned = impl->ban_as_stored(); !banned) return tl::unexpected(banned.error());
  if (const auto restored = impl->directory.restore(); !restored) return tl::unexpected(restored.error());
  impl->run();
  spdlog::info("listening{}{}{}{}", ops::field("server", ops::server_name), ops::field("port", impl->listener->port()),
               impl->monitor ? ops::field("metrics_port", impl->monitor->port()) : "",
               ops::field("threads", impl->loops.all().size()));
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Server::~Server() { stop(); }

std::uint16_t Server::port() const { return impl_->listener->port(); }

std::uint16_t Server::metrics_port() const { return impl_->monitor ? impl_->monitor->port() : 0; }

void Server::clock_moved() { impl_->timers.moved(); }

void Server::read_certificate_again() {
  if (!impl_->tls) return spdlog::info("there is no certificate to read again");
  if (const auto read = impl_->tls->reload())
    spdlog::info("certificate read again");
  else
    spdlog::error("the old certificate stays in use{}", ops::field("why", read.error().message));
}

void Server::stop() {
  if (impl_->threads.empty()) return;
  // Who asks for a page, or whether the server is ready, is answered to the end; new players are not let in.
  impl_->ready = false;
  impl_->admin->stop();
  // What clients are still owed comes before their goodbye.
  impl_->store->flush(limits::drain_time / 4);
  impl_->sessions.close_all(reconnect_after, reconnect_spread);
  impl_->sessions.wait_empty(limits::drain_time / 4);
  impl_->listener->stop();
  if (impl_->monitor) impl_->monitor->stop();
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
