#pragma once
/// Short ways to read and write records in tests.
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "notation/notation.hpp"

namespace dolbang::notation::test {

/// The records of a text; fails the test when it cannot be read.
inline std::vector<Record> records_of(Format format, std::string_view text, const ReadOptions& options = {}) {
  auto records = read(format, text, options);
  if (!records) FAIL(records.error().message);
  return *std::move(records);
}

inline Record record_of_text(Format format, std::string_view text, const ReadOptions& options = {}) {
  auto records = records_of(format, text, options);
  REQUIRE(records.size() == 1);
  return std::move(records.front());
}

inline std::string written(Format format, const std::vector<Record>& records) {
  const auto text = write(format, records);
  return text ? *text : text.error().code + ": " + text.error().message;
}

/// Reads and writes again; on an error its code and message.
inline std::string through(Format format, std::string_view text, const ReadOptions& options = {}) {
  const auto records = read(format, text, options);
  return records ? written(format, *records) : records.error().code + ": " + records.error().message;
}

/// The error of reading, "code: message".
inline std::string error_of(Format format, std::string_view text) {
  const auto records = read(format, text);
  return records ? "no error" : records.error().code + ": " + records.error().message;
}

/// The moves as a transcript, or why the record is wrong.
inline std::string played(const Record& record) {
  const auto match = check(record);
  return match ? match->transcript() : match.error().code + ": " + match.error().message;
}

inline Record replayed(const GameSpec& spec, std::string_view transcript) {
  const auto match = Match::replay(spec, transcript);
  if (!match) FAIL(match.error().message);
  return record_of(*match);
}

}  // namespace dolbang::notation::test
