// Pasted addresses.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "client-sdl/app/address.hpp"

using namespace dolbang::app;

TEST_CASE("F04 room URLs of every scheme are read") {
  const RoomAddress room{{false, "host.example", 7311}, "abcdefgh2345"};
  for (const auto* text : {"http://host.example:7311/r/abcdefgh2345", "dolbang://host.example:7311/r/abcdefgh2345",
                           "HTTP://Host.Example:7311/r/abcdefgh2345/", "host.example/r/abcdefgh2345",
                           "  <http://host.example:7311/r/abcdefgh2345?from=chat#x>\n"}) {
    CAPTURE(text);
    const auto read = parse_room(text);
    REQUIRE(read);
    CHECK(*read == room);
  }
  CHECK(parse_room("https://host/r/ab")->server == Endpoint{true, "host", 443});
  CHECK(parse_room("http://host/r/ab")->server.port == 80);
  CHECK(parse_room("dolbang://host/r/ab")->server.port == 80);  // the same server as http://host
  CHECK(parse_room("dolbangs://host/r/ab")->server == *parse_server("https://host"));
  CHECK(parse_room("http://[::1]:8080/r/ab")->server == Endpoint{false, "::1", 8080});
}

TEST_CASE("F04 a bare code is a room of the known server") {
  CHECK(parse_room("abcdefgh2345", "http://host:1")->code == "abcdefgh2345");
  CHECK(parse_room("abcdefgh2345", "http://host:1")->server.port == 1);
  CHECK_FALSE(parse_room("abcdefgh2345"));
}

TEST_CASE("F04 rubbish is refused with a message that says what to paste") {
  for (const std::string& text : {std::string(),
                                  std::string("   "),
                                  std::string("hello there"),
                                  std::string("ftp://host/r/ab"),
                                  std::string("http://"),
                                  std::string("http:///r/ab"),
                                  std::string("http://host/"),
                                  std::string("http://host/r/"),
                                  std::string("http://host/r/../etc"),
                                  std::string("http://host/r/a b"),
                                  std::string("http://host:0/r/ab"),
                                  std::string("http://host:65536/r/ab"),
                                  std::string("http://host:-1/r/ab"),
                                  std::string("http://host:1x/r/ab"),
                                  std::string("http://user@host/r/ab"),
                                  std::string("http://[::1/r/ab"),
                                  std::string("http://[x]/r/ab"),
                                  std::string("http://host/r/aaaaaaaaaaaaaaaaa"),
                                  std::string("http://h\0st/r/ab", 16),
                                  std::string("http://-host/r/ab"),
                                  "http://host/r/" + std::string(100'000, 'a'),
                                  std::string(100'000, ':')}) {
    CAPTURE(text.substr(0, 60));
    const auto read = parse_room(text, "http://host:1");
    REQUIRE_FALSE(read);
    CHECK(read.error().code == "bad_room_url");
    CHECK(read.error().message.find("/r/CODE") != std::string::npos);
  }
}

TEST_CASE("F01 server addresses") {
  CHECK(*parse_server("http://host:7311") == Endpoint{false, "host", 7311});
  CHECK(*parse_server("host") == Endpoint{false, "host", 7311});
  CHECK(*parse_server("https://host/") == Endpoint{true, "host", 443});
  CHECK_FALSE(parse_server("http://host/r/ab"));
  CHECK_FALSE(parse_server(""));
  CHECK_FALSE(parse_server("http://ho st"));
}

TEST_CASE("F01 what is written is read back") {
  for (const Endpoint& endpoint :
       {Endpoint{false, "host", 80}, Endpoint{false, "host", 443}, Endpoint{true, "host", 443},
        Endpoint{true, "::1", 80}, Endpoint{false, "10.0.0.1", 7311}}) {
    CAPTURE(to_url(endpoint));
    CHECK(*parse_server(to_url(endpoint)) == endpoint);
    CHECK(*parse_room(to_url(RoomAddress{endpoint, "ab2"})) == RoomAddress{endpoint, "ab2"});
  }
}

TEST_CASE("F04 any text can be pasted") {
  CHECK(rc::check("parsing ends with an answer, and an accepted address can be written and read again",
                  [](const std::string& text) {
                    for (const std::string& tried : {text, "http://" + text, "http://host/r/" + text}) {
                      if (const auto room = parse_room(tried, "http://host:1"))
                        RC_ASSERT(*parse_room(to_url(*room)) == *room);
                      if (const auto server = parse_server(tried)) RC_ASSERT(*parse_server(to_url(*server)) == *server);
                    }
                  }));
}
