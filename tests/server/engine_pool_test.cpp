#include "server/bots/engine_pool.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <future>

#include "core/limits.hpp"
#include "games/reversi/reversi.hpp"

using namespace dolbang;
using namespace std::chrono_literals;

namespace {

const Position start = *rules_of<Reversi>().start("8x8");

/// A job of room 1 at a level of Reversi.
bots::Job job(std::function<void(Move)> done, std::uint64_t room = 1, Level level = Level::easy) {
  return {room, "reversi", level, start, 1, std::make_shared<std::atomic<bool>>(false), std::move(done)};
}

/// Engines that do not think, and note what they were asked. Outlives the pool.
struct Stable {
  std::mutex mutex;
  std::vector<std::chrono::milliseconds> times;  ///< each search was given
  int nice = 0;                                  ///< of the thread that searched last
  int made = 0;
  std::promise<void> all_gone;
  int alive = 0;
  std::atomic<std::int64_t> clock_ns = 0;  ///< a search takes one second of it

  class Engine final : public dolbang::Engine {
   public:
    explicit Engine(Stable& stable) : stable_(stable) {}
    ~Engine() override {
      const std::scoped_lock lock(stable_.mutex);
      if (--stable_.alive == 0) stable_.all_gone.set_value();
    }
    SearchResult search(const Position& position, const SearchRequest& request) override {
      const std::scoped_lock lock(stable_.mutex);
      stable_.times.push_back(request.time.value());
      stable_.nice = getpriority(PRIO_PROCESS, static_cast<id_t>(gettid()));
      stable_.clock_ns += 1'000'000'000;
      SearchResult result;
      result.best = position.legal_moves()[0];
      return result;
    }

   private:
    Stable& stable_;
  };

  bots::Surroundings surroundings(std::chrono::milliseconds keep_time = 1h) {
    return {[this] { return std::chrono::nanoseconds(clock_ns.load()); },
            [this](std::string_view, Level) {
              const std::scoped_lock lock(mutex);
              ++made;
              ++alive;
              return std::make_unique<Engine>(*this);
            },
            keep_time};
  }
};

/// Holds the only thread of a pool in the callback of a job until it is let go.
class Holder {
 public:
  void hold(bots::EnginePool& pool, Level level = Level::easy) {
    REQUIRE(pool.submit(job(
        [this](Move) {
          begun_.set_value();
          released_.wait();
        },
        0, level)));
    begun_.get_future().wait();
  }
  void let_go() { go_on_.set_value(); }

 private:
  std::promise<void> begun_, go_on_;
  std::shared_future<void> released_ = go_on_.get_future().share();
};

void wait_for(std::future<void> future) { REQUIRE(future.wait_for(60s) == std::future_status::ready); }

}  // namespace

TEST_CASE("L06 the pool answers with a legal move") {
  std::promise<Move> answer;  // before the pool, whose threads use it
  bots::EnginePool pool(2);
  REQUIRE(pool.submit(job([&](Move move) { answer.set_value(move); })));
  auto future = answer.get_future();
  REQUIRE(future.wait_for(60s) == std::future_status::ready);
  CHECK(start.is_legal(future.get()));
}

TEST_CASE("L05 a job that nobody waits for any more is not answered") {
  bool answered = false;
  std::promise<void> after;
  bots::EnginePool pool(1);
  bots::Job stopped = job([&](Move) { answered = true; });
  stopped.stop->store(true);
  REQUIRE(pool.submit(std::move(stopped)));
  REQUIRE(pool.submit(job([&](Move) { after.set_value(); }, 2)));  // one thread: in order
  wait_for(after.get_future());
  CHECK_FALSE(answered);
}

TEST_CASE("the pool's queue is bounded, and that of each room") {
  Stable stable;
  Holder holder;
  bots::EnginePool pool(1, stable.surroundings());
  holder.hold(pool);
  std::vector<bots::StopFlag> stops;
  std::size_t taken = 0;
  for (;; ++taken) {
    bots::Job next = job([](Move) {});
    stops.push_back(next.stop);
    if (!pool.submit(std::move(next))) break;
  }
  CHECK(taken == limits::engine_jobs_per_room);
  stops[0]->store(true);  // no longer wanted: there is room again
  CHECK(pool.submit(job([](Move) {})));
  for (std::uint64_t room = 2; taken <= limits::engine_queue && pool.submit(job([](Move) {}, room)); ++room) ++taken;
  CHECK(taken == limits::engine_queue);
  CHECK(pool.stats().waiting == limits::engine_queue);
  CHECK(pool.stats().refused == 2);
  holder.let_go();
}

TEST_CASE("rooms take turns: who asks often waits behind who asks once") {
  Stable stable;
  Holder holder;
  std::vector<std::uint64_t> order;  // by the only thread
  std::promise<void> last;
  bots::EnginePool pool(1, stable.surroundings());
  holder.hold(pool);
  for (const std::uint64_t room : {1u, 1u, 1u, 2u, 3u, 2u})
    REQUIRE(pool.submit(job(
        [&, room](Move) {
          order.push_back(room);
          if (order.size() == 6) last.set_value();
        },
        room)));
  holder.let_go();
  wait_for(last.get_future());
  CHECK(order == std::vector<std::uint64_t>{1, 2, 3, 1, 2, 1});
}

TEST_CASE("L01 a search gets what its level promises, and less the more others wait") {
  const auto time = [](Level level, std::size_t threads, std::size_t waiting) {
    return bots::time_for("reversi", level, threads, waiting);
  };
  CHECK(time(Level::strong, 2, 0) == 500ms);
  CHECK(time(Level::hard, 2, 0) == 1500ms);
  CHECK(time(Level::max, 2, 0) == 5s);
  CHECK(time(Level::max, 2, 2) == 2500ms);
  CHECK(time(Level::max, 2, 8) == 1s);
  CHECK(time(Level::max, 1, limits::engine_queue) == limits::engine_shortest_time);
  // A full queue of the slowest is worked off in less than two minutes by one thread.
  CHECK(time(Level::max, 1, limits::engine_queue) * limits::engine_queue < 2min);

  Stable stable;
  Holder holder;
  std::promise<void> last;
  bots::EnginePool pool(1, stable.surroundings());
  holder.hold(pool, Level::max);
  int done = 0;
  for (std::uint64_t room = 1; room <= 4; ++room)
    REQUIRE(pool.submit(job(
        [&](Move) {
          if (++done == 4) last.set_value();
        },
        room, Level::max)));
  holder.let_go();
  wait_for(last.get_future());
  CHECK(stable.times == std::vector<std::chrono::milliseconds>{5000ms, 1250ms, 1666ms, 2500ms, 5000ms});
}

TEST_CASE("engines are kept with their tables, a few a thread, and given back when there is nothing to do") {
  Stable stable;
  auto gone = stable.all_gone.get_future();
  const auto run = [](bots::EnginePool& pool, Level level) {
    std::promise<void> done;
    REQUIRE(pool.submit(job([&](Move) { done.set_value(); }, 1, level)));
    wait_for(done.get_future());
  };
  SUBCASE("as long as there is work") {
    bots::EnginePool pool(1, stable.surroundings());
    for (int i = 0; i < 3; ++i) run(pool, Level::max);
    CHECK(stable.made == 1);
    run(pool, Level::hard);
    run(pool, Level::max);
    CHECK(stable.made == 2);
    run(pool, Level::strong);  // a third: hard, which was used before max, goes
    run(pool, Level::max);
    CHECK(stable.made == 3);
    CHECK(stable.alive == static_cast<int>(limits::engines_per_thread));
    run(pool, Level::hard);
    CHECK(stable.made == 4);
  }
  SUBCASE("and then no more") {
    bots::EnginePool pool(1, stable.surroundings(0ms));
    run(pool, Level::max);
    wait_for(std::move(gone));  // while the pool is there
  }
}

TEST_CASE("engines think at low priority, and their time is counted") {
  Stable stable;
  const int mine = getpriority(PRIO_PROCESS, static_cast<id_t>(gettid()));
  {
    std::promise<void> done, after;
    bots::EnginePool pool(1, stable.surroundings());
    REQUIRE(pool.submit(job([&](Move) { done.set_value(); })));
    wait_for(done.get_future());
    REQUIRE(pool.submit(job([&](Move) { after.set_value(); })));  // the first is counted by now
    wait_for(after.get_future());
    CHECK(pool.stats().searches >= 1);
    CHECK(pool.stats().time >= 1s);
  }
  CHECK(stable.nice == std::min(mine + 10, 19));
}
