#include "server/bots/engine_pool.hpp"

#include <doctest/doctest.h>

#include <future>

#include "core/limits.hpp"
#include "games/reversi/reversi.hpp"

using namespace dolbang;
using namespace std::chrono_literals;

namespace {
bots::Job job(std::function<void(Move)> done) {
  return {
      "reversi",      Level::easy, *rules_of<Reversi>().start("8x8"), 1, 1s, std::make_shared<std::atomic<bool>>(false),
      std::move(done)};
}
}  // namespace

TEST_CASE("L06 the pool answers with a legal move") {
  std::promise<Move> answer;  // before the pool, whose threads use it
  bots::EnginePool pool(2);
  REQUIRE(pool.submit(job([&](Move move) { answer.set_value(move); })));
  auto future = answer.get_future();
  REQUIRE(future.wait_for(20s) == std::future_status::ready);
  CHECK(rules_of<Reversi>().start("8x8")->is_legal(future.get()));
}

TEST_CASE("L05 a job that nobody waits for any more is not answered") {
  bool answered = false;
  std::promise<void> after;
  bots::EnginePool pool(1);
  bots::Job stopped = job([&](Move) { answered = true; });
  stopped.stop->store(true);
  REQUIRE(pool.submit(std::move(stopped)));
  REQUIRE(pool.submit(job([&](Move) { after.set_value(); })));  // one thread: in order
  REQUIRE(after.get_future().wait_for(20s) == std::future_status::ready);
  CHECK_FALSE(answered);
}

TEST_CASE("the pool's queue is bounded") {
  std::promise<void> begun, go_on;
  auto released = go_on.get_future();
  bots::EnginePool pool(1);
  REQUIRE(pool.submit(job([&](Move) {
    begun.set_value();
    released.wait();
  })));
  begun.get_future().wait();  // the only thread is now busy
  std::size_t taken = 0;
  while (taken <= limits::engine_queue && pool.submit(job([](Move) {}))) ++taken;
  CHECK(taken == limits::engine_queue);
  go_on.set_value();
}
