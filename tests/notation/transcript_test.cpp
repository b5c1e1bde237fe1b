#include <doctest/doctest.h>

#include "notation/notation.hpp"

using namespace dolbang;
using namespace dolbang::notation;

namespace {

std::string written(const std::vector<Record>& records, Format format) {
  const auto text = write(format, records);
  return text ? *text : text.error().code + ": " + text.error().message;
}

/// Reads and writes again.
std::string through(Format format, std::string_view text, const ReadOptions& options = {}) {
  const auto records = read(format, text, options);
  return records ? written(*records, format) : records.error().code + ": " + records.error().message;
}

}  // namespace

TEST_CASE("a transcript is read in either case, with blanks and numbers, and written plainly") {
  for (const char* text :
       {"f5d6c3d3c4", "F5D6C3D3C4", "f5 d6 c3 d3 c4\n", "1. f5 d6 2. c3 d3 3. c4", "1.F5 2.d6 3.c3 4.d3 5.c4",
        "\n# a comment\n\n1) f5d6\n3) c3d3\n5) c4\n", "1. f5 2. d6\r\n3. c3 4. d3\r\n5. c4\r\n", "f5,d6,c3,d3,c4"})
    CHECK(through(Format::transcript, text) == "f5d6c3d3c4\n");
}
