#include <doctest/doctest.h>

#include <boost/asio/io_context.hpp>
#include <vector>

#include "server/net/admission.hpp"
#include "server/net/timers.hpp"

using namespace dolbang::net;
using namespace std::chrono_literals;

TEST_CASE("connections are limited in all and per address, and places come back") {
  dolbang::ops::Metrics metrics;
  Admission admission({3, 2, 1}, metrics);
  auto a1 = admission.admit("a");
  auto a2 = admission.admit("a");
  CHECK(a1);
  CHECK(a2);
  CHECK_FALSE(admission.admit("a"));
  auto b1 = admission.admit("b");
  CHECK(b1);
  CHECK_FALSE(admission.admit("c"));
  CHECK(admission.connections() == 3);
  {
    const auto gone = std::move(a1);
  }
  CHECK(admission.connections() == 2);
  CHECK(admission.admit("a"));
}

TEST_CASE("rooms created are limited per address and minute") {
  dolbang::ops::Metrics metrics;
  Admission admission({10, 10, 2}, metrics);
  CHECK(admission.may_create_room("a", 0ms));
  CHECK(admission.may_create_room("a", 59s));
  CHECK_FALSE(admission.may_create_room("a", 59s));
  CHECK(admission.may_create_room("b", 59s));
  CHECK(admission.may_create_room("a", 60s));
}

TEST_CASE("alarms ring in order, once, by the given clock") {
  boost::asio::io_context io;
  std::chrono::milliseconds now{0};
  Timers timers(io, [&] { return now; });
  std::vector<int> rung;
  const int a = 0, b = 0, c = 0;
  timers.set(&a, 200s, [&] { rung.push_back(1); });
  timers.set(&b, 100s, [&] { rung.push_back(2); });
  timers.set(&c, 150s, [&] { rung.push_back(3); });
  timers.set(&a, 120s, [&] { rung.push_back(4); });  // in place of the first
  timers.cancel(&c);
  now = 99s;
  timers.moved();
  CHECK(rung.empty());
  now = 1000s;
  timers.moved();
  timers.moved();
  CHECK(rung == std::vector{2, 4});
}
