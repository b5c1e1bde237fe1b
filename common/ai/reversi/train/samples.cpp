#include "ai/reversi/train/samples.hpp"

namespace dolbang::reversi_ai {
namespace {

constexpr std::size_t sample_bytes = 17;

std::uint64_t get(const char* bytes) {
  std::uint64_t value = 0;
  for (int i = 7; i >= 0; --i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

void put(char* bytes, std::uint64_t value) {
  for (int i = 0; i < 8; ++i, value >>= 8) bytes[i] = static_cast<char>(value & 0xFF);
}

}  // namespace

Expected<std::string> read_file(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return fail("cannot_read", "Cannot read \"" + path + "\".");
  std::string bytes;
  char part[65536];
  for (std::size_t got = 0; (got = std::fread(part, 1, sizeof part, file)) > 0;) bytes.append(part, got);
  std::fclose(file);
  return bytes;
}

Expected<void> write_file(const std::string& path, const std::string& bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  const bool written = file != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if (file == nullptr || std::fclose(file) != 0 || !written)
    return fail("cannot_write", "Cannot write \"" + path + "\".");
  return {};
}

Expected<std::vector<Sample>> read_samples(const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes) return tl::unexpected(bytes.error());
  std::vector<Sample> samples;
  samples.reserve(bytes->size() / sample_bytes);
  for (std::size_t at = 0; at + sample_bytes <= bytes->size(); at += sample_bytes) {
    const char* record = bytes->data() + at;
    samples.push_back({{get(record), get(record + 8)}, static_cast<std::int8_t>(record[16])});
  }
  return samples;
}

Expected<SampleWriter> SampleWriter::open(const std::string& path) {
  SampleWriter writer;
  writer.file_.reset(std::fopen(path.c_str(), "ab"));
  if (!writer.file_) return fail("cannot_write", "Cannot write \"" + path + "\".");
  return writer;
}

void SampleWriter::add(const Sample& sample) {
  char record[sample_bytes];
  put(record, sample.board.own);
  put(record + 8, sample.board.opponent);
  record[16] = static_cast<char>(sample.score);
  std::fwrite(record, 1, sizeof record, file_.get());
}

}  // namespace dolbang::reversi_ai
