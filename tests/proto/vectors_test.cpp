/// The codec against proto/vectors: what a stranger's implementation can be checked with as well.
#include <doctest/doctest.h>

#include <boost/json.hpp>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>

#include "games/catalogue.hpp"
#include "match/match.hpp"
#include "proto/codec.hpp"

using namespace dolbang;
namespace json = boost::json;

namespace {

json::value vectors(const std::string& name) {
  std::ifstream file(DOLBANG_VECTORS "/" + name, std::ios::binary);
  REQUIRE_MESSAGE(file, "cannot read " << name);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return json::parse(text);
}

std::string text_of(const json::value& value) { return value.as_string().c_str(); }

/// The texts of the vectors may hold NUL only as an escape, so c_str() above loses nothing.
template <class Parse>
void check_direction(const std::string& file, Parse parse) {
  const json::value all = vectors(file);
  for (const json::value& vector : all.at("valid").as_array()) {
    CAPTURE(text_of(vector.at("name")));
    const auto message = parse(json::serialize(vector.at("frame")));
    if (!message) FAIL_CHECK(message.error().message);
    if (message) CHECK(json::parse(proto::encode(*message)) == vector.at("frame"));
  }
  for (const json::value& vector : all.at("tolerated").as_array()) {
    CAPTURE(text_of(vector.at("name")));
    const auto message = parse(text_of(vector.at("text")));
    if (!message) FAIL_CHECK(message.error().message);
    if (message) CHECK(json::parse(proto::encode(*message)) == vector.at("means"));
  }
  for (const json::value& vector : all.at("invalid").as_array()) {
    CAPTURE(text_of(vector.at("name")));
    const auto message = parse(text_of(vector.at("text")));
    REQUIRE(!message);
    CHECK(message.error().code == text_of(vector.at("code")));
    CAPTURE(message.error().message);
    if (const json::value* field = vector.as_object().if_contains("field"))
      CHECK(message.error().message.find("\"" + text_of(*field) + "\"") != std::string::npos);
    if (const json::value* seq = vector.as_object().if_contains("seq"))
      CHECK(message.error().seq == seq->to_number<std::uint64_t>());
  }
}

}  // namespace

TEST_CASE("the codec agrees with the client's vectors") { check_direction("client.json", proto::parse_client); }
TEST_CASE("the codec agrees with the server's vectors") { check_direction("server.json", proto::parse_server); }

TEST_CASE("the position hash agrees with the vectors") {
  const json::value all = vectors("hash.json");
  for (const Rules* rules : all_games()) {
    const std::string game(rules->id());
    for (const json::value& vector : all.at(game).as_array()) {
      const json::value* variant = vector.as_object().if_contains("variant");
      const auto match = Match::replay({game, variant ? text_of(*variant) : ""}, text_of(vector.at("moves")));
      REQUIRE(match);
      CHECK(proto::hash_text(match->position().hash()) == text_of(vector.at("hash")));
      CHECK(to_string(match->to_move()) == text_of(vector.at("to_move")));
    }
  }
}
