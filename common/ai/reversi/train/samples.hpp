#pragma once
/// What the evaluation learns from: positions with the score that a search found.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "ai/reversi/board.hpp"
#include "core/error.hpp"

namespace dolbang::reversi_ai {

struct Sample {
  Board board;
  std::int8_t score = 0;  ///< discs, for the side to move
};

/// Whole files. Errors "cannot_read", "cannot_write".
Expected<std::string> read_file(const std::string& path);
Expected<void> write_file(const std::string& path, const std::string& bytes);

/// 17 bytes a sample: own and opponent, low byte first, then the score.
Expected<std::vector<Sample>> read_samples(const std::string& path);

class SampleWriter {
 public:
  /// Appends to a file. Error "cannot_write".
  static Expected<SampleWriter> open(const std::string& path);
  void add(const Sample& sample);

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Closer> file_;
};

}  // namespace dolbang::reversi_ai
