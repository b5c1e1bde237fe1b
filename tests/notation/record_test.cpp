#include "notation/record.hpp"

#include <doctest/doctest.h>

#include "notation/notation.hpp"

using namespace dolbang;
using namespace dolbang::notation;

TEST_CASE("a match becomes a record and a match again") {
  auto match = *Match::replay({"omok", "renju-swap2"}, "H8I9G7 swap H9");
  REQUIRE(match.resign(Side::white));
  const Record record = record_of(match);
  CHECK(record.moves.size() == 5);
  CHECK(record.result->how == RecordResult::How::resigned);
  const auto again = check(record);
  REQUIRE(again);
  CHECK(again->transcript() == match.transcript());
  CHECK(again->result()->winner == Side::black);
}
