// Metrics, log fields and networks, without a server.
#include <doctest/doctest.h>

#include <thread>
#include <vector>

#include "server/net/admission.hpp"
#include "server/net/network.hpp"
#include "server/ops/log.hpp"
#include "server/ops/metrics.hpp"

using namespace dolbang;
using namespace std::chrono_literals;

namespace {
bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }
}  // namespace

TEST_CASE("metrics: durations fall into the bucket whose bound they do not exceed") {
  ops::Durations durations;
  for (const std::chrono::nanoseconds time : {-5ns, 0ns, 100'000ns, 100'001ns, 999'999'999ns, 11'000'000'000ns})
    durations.add(time);
  ops::Exposition out;
  out.histogram("x", "Some help.", durations);
  const std::string text = out.take();
  CHECK(has(text, "# HELP x Some help.\n# TYPE x histogram\n"));
  CHECK(has(text, "x_bucket{le=\"0.0001\"} 3\n"));
  CHECK(has(text, "x_bucket{le=\"0.00025\"} 4\n"));
  CHECK(has(text, "x_bucket{le=\"0.25\"} 4\n"));
  CHECK(has(text, "x_bucket{le=\"1\"} 5\n"));
  CHECK(has(text, "x_bucket{le=\"10\"} 5\n"));
  CHECK(has(text, "x_bucket{le=\"+Inf\"} 6\n"));
  CHECK(has(text, "x_count 6\n"));
}

TEST_CASE("metrics: words are counted apart from any thread, and no more of them than the limit") {
  ops::WordCounter words;
  std::vector<std::thread> crowd;
  for (int t = 0; t < 4; ++t)
    crowd.emplace_back([&] {
      for (int i = 0; i < 1000; ++i) words.add("word" + std::to_string(i % 10));
    });
  for (auto& thread : crowd) thread.join();
  std::size_t distinct = 0;
  words.read([&](std::string_view, std::uint64_t count) {
    CHECK(count == 400);
    ++distinct;
  });
  CHECK(distinct == 10);
  for (std::size_t i = 0; i < 2 * limits::metric_words; ++i) words.add("more" + std::to_string(i));
  distinct = 0;
  std::uint64_t others = 0;
  words.read([&](std::string_view word, std::uint64_t count) {
    ++distinct;
    if (word == "other") others = count;
  });
  CHECK(distinct == limits::metric_words + 1);
  CHECK(others == limits::metric_words + 10);
}

TEST_CASE("log: a stranger's text cannot begin a line or a field of its own") {
  const std::string field = ops::field("name", std::string("a\nb\x1f"
                                                           "c",
                                                           5));
  CHECK(field == "\x1fname=a?b?c");
}

TEST_CASE("a network is read, has one spelling, and holds its addresses") {
  const auto parse = [](std::string_view text) {
    const auto network = net::Network::parse(text);
    return network ? network->text() : network.error().code;
  };
  CHECK(parse("192.0.2.7") == "192.0.2.7");
  CHECK(parse("192.0.2.7/32") == "192.0.2.7");
  CHECK(parse("192.0.2.7/24") == "192.0.2.0/24");
  CHECK(parse("0.0.0.0/0") == "0.0.0.0/0");
  CHECK(parse("::ffff:192.0.2.7") == "192.0.2.7");  // the same machine
  CHECK(parse("2001:DB8:0::1") == "2001:db8::1");
  CHECK(parse("2001:db8:1:2:3::/63") == "2001:db8:1:2::/63");
  CHECK(parse("::/0") == "::/0");
  for (const char* bad :
       {"", "/", "1.2.3", "1.2.3.4/", "1.2.3.4/33", "1.2.3.4/-1", "::1/129", "::1/1x", "host", "fe80::1%1"})
    CHECK_MESSAGE(parse(bad) == "bad_network", bad);

  const auto contains = [](std::string_view network, const char* address) {
    return net::Network::parse(network)->contains(boost::asio::ip::make_address(address));
  };
  CHECK(contains("192.0.2.0/23", "192.0.3.255"));
  CHECK(contains("192.0.2.0/23", "::ffff:192.0.3.255"));
  CHECK_FALSE(contains("192.0.2.0/23", "192.0.4.0"));
  CHECK(contains("2001:db8::/64", "2001:db8::ffff:1"));
  CHECK_FALSE(contains("2001:db8::/64", "2001:db8:0:1::1"));
  CHECK(contains("0.0.0.0/0", "8.8.8.8"));
  CHECK_FALSE(contains("0.0.0.0/0", "2001:db8::1"));
}

TEST_CASE("admission: who is banned does not come in, and there is a limit to bans") {
  ops::Metrics metrics;
  net::Admission admission({2, 1, 10}, metrics);
  const auto network = *net::Network::parse("2001:db8::/32");
  REQUIRE(admission.ban(network, true));
  CHECK_FALSE(admission.admit("2001:db8::7"));
  auto slot = admission.admit("2001:db9::7");
  CHECK(slot);
  CHECK_FALSE(admission.admit("2001:db9::7"));
  CHECK(admission.ban(network, true));  // twice is once
  CHECK(admission.bans() == std::vector<std::string>{"2001:db8::/32"});
  REQUIRE(admission.ban(network, false));
  CHECK_FALSE(admission.ban(network, false));
  auto other = admission.admit("2001:db8::7");
  CHECK(other);
  CHECK_FALSE(admission.admit("192.0.2.1"));
  std::string reasons;
  metrics.turned_away.read([&](std::string_view reason, std::uint64_t count) {
    reasons += std::string(reason) + std::to_string(count) + " ";
  });
  CHECK(reasons == "banned1 address_full1 full1 ");

  std::uint32_t n = 0;
  const auto next = [&] { return *net::Network::parse(boost::asio::ip::make_address_v4(++n).to_string()); };
  while (n < limits::bans) REQUIRE(admission.ban(next(), true));
  CHECK_FALSE(admission.ban(next(), true));
}
