// The packed form of the weights: an adaptive binary range coder (after G. N. N. Martin, Range encoding, 1979; the
// carry handled as in LZMA's), each weight told apart by the weight of the same pattern in the stage before it.
// Weights that mirror one another are written once.
#include <algorithm>
#include <cassert>
#include <cstdlib>

#include "ai/reversi/evaluation.hpp"

namespace dolbang::embedded {
std::string_view reversi_weights();  // made by cmake/embed.cmake
}

namespace dolbang::reversi_ai {
namespace {

constexpr std::string_view magic = "DBRW1\n";
constexpr int probability_bits = 12;
constexpr int adaptation = 5;

struct Model {
  std::uint16_t zero = 1 << (probability_bits - 1);
  void update(bool one) {
    if (one)
      zero = static_cast<std::uint16_t>(zero - (zero >> adaptation));
    else
      zero = static_cast<std::uint16_t>(zero + (((1 << probability_bits) - zero) >> adaptation));
  }
};

class Encoder {
 public:
  explicit Encoder(std::string& out) : out_(out) {}

  void put(bool one, Model& model) {
    const std::uint32_t bound = (range_ >> probability_bits) * model.zero;
    if (one) {
      low_ += bound;
      range_ -= bound;
    } else {
      range_ = bound;
    }
    model.update(one);
    while (range_ < (1U << 24)) {
      range_ <<= 8;
      shift();
    }
  }
  void finish() {
    for (int i = 0; i < 5; ++i) shift();
  }

 private:
  void shift() {
    if (low_ < 0xFF000000u || low_ >= (std::uint64_t{1} << 32)) {
      const auto carry = static_cast<std::uint8_t>(low_ >> 32);
      if (started_) out_ += static_cast<char>(static_cast<std::uint8_t>(cache_ + carry));
      for (; pending_ > 0; --pending_) out_ += static_cast<char>(static_cast<std::uint8_t>(0xFF + carry));
      cache_ = static_cast<std::uint8_t>(low_ >> 24);
      started_ = true;
    } else {
      ++pending_;
    }
    low_ = (low_ & 0x00FFFFFFu) << 8;
  }

  std::string& out_;
  std::uint64_t low_ = 0;
  std::uint32_t range_ = 0xFFFFFFFFu;
  std::uint8_t cache_ = 0;
  std::uint64_t pending_ = 0;
  bool started_ = false;
};

class Decoder {
 public:
  explicit Decoder(std::string_view in) : in_(in) {
    for (int i = 0; i < 4; ++i) code_ = code_ << 8 | next();
  }

  bool get(Model& model) {
    const std::uint32_t bound = (range_ >> probability_bits) * model.zero;
    const bool one = code_ >= bound;
    if (one) {
      code_ -= bound;
      range_ -= bound;
    } else {
      range_ = bound;
    }
    model.update(one);
    while (range_ < (1U << 24)) {
      range_ <<= 8;
      code_ = code_ << 8 | next();
    }
    return one;
  }
  bool overran() const { return at_ > in_.size() + 8; }

 private:
  std::uint8_t next() {
    const std::uint8_t byte = at_ < in_.size() ? static_cast<std::uint8_t>(in_[at_]) : 0;
    ++at_;
    return byte;
  }

  std::string_view in_;
  std::size_t at_ = 0;
  std::uint32_t range_ = 0xFFFFFFFFu;
  std::uint32_t code_ = 0;
};

/// The models of a difference, by context: zero or not, sign, size in unary by powers of two, bits below.
struct Models {
  static constexpr int contexts = 16;
  Model zero[contexts], sign[contexts], length[contexts][16], low[16][16];
};

int context_of(int before, int before_that) {
  const int size = std::abs(before);
  const int moved = std::abs(before - before_that);
  const int a = size == 0 ? 0 : size < 8 ? 1 : size < 24 ? 2 : 3;
  const int b = moved == 0 ? 0 : moved < 3 ? 1 : moved < 10 ? 2 : 3;
  return a * 4 + b;
}

template <class Coder>
void encode(Coder& coder, Models& models, int context, int value) {
  coder.put(value != 0, models.zero[context]);
  if (value == 0) return;
  coder.put(value < 0, models.sign[context]);
  const int size = std::abs(value);
  int bits = 0;
  while (size >> (bits + 1) != 0) ++bits;
  for (int i = 0; i < bits; ++i) coder.put(true, models.length[context][i]);
  coder.put(false, models.length[context][bits]);
  for (int i = bits - 1; i >= 0; --i) coder.put((size >> i & 1) != 0, models.low[bits][i]);
}

int decode(Decoder& coder, Models& models, int context) {
  if (!coder.get(models.zero[context])) return 0;
  const bool negative = coder.get(models.sign[context]);
  int bits = 0;
  while (bits < 14 && coder.get(models.length[context][bits])) ++bits;
  int size = 1;
  for (int i = bits - 1; i >= 0; --i) size = size << 1 | (coder.get(models.low[bits][i]) ? 1 : 0);
  return negative ? -size : size;
}

/// Calls f(model set, position, mirrored position) for every weight of a stage that is written.
template <class F>
void for_each_written(F&& f) {
  for (int kind = 0; kind < kind_count; ++kind) {
    const KindPlace place = kind_places[static_cast<std::size_t>(kind)];
    for (int at = place.start; at < place.start + place.size; ++at) {
      const int other = place.zero + mirrored(kind, at - place.zero);
      if (other >= at) f(kind, at, other);
    }
  }
  for (int at = pattern_weights; at < stage_weights; ++at) f(kind_count, at, at);
}

}  // namespace

std::string Weights::pack() const {
  std::string out(magic);
  Encoder encoder(out);
  std::vector<Models> models(kind_count + 1);
  // From the last stage to the first, as training goes.
  for (int s = stage_count - 1; s >= 0; --s) {
    for_each_written([&](int kind, int at, int) {
      const int before = s + 1 < stage_count ? stage(s + 1)[at] : 0;
      const int before_that = s + 2 < stage_count ? stage(s + 2)[at] : 0;
      encode(encoder, models[static_cast<std::size_t>(kind)], context_of(before, before_that), stage(s)[at] - before);
    });
  }
  encoder.finish();
  return out;
}

Expected<std::shared_ptr<const Weights>> Weights::unpack(std::string_view bytes) {
  const auto bad = [] {
    return fail("bad_weights", "These are not weights of this version; make them with reversi-train.");
  };
  if (bytes.substr(0, magic.size()) != magic) return bad();
  Decoder decoder(bytes.substr(magic.size()));
  std::vector<Models> models(kind_count + 1);
  std::vector<std::int16_t> weights(static_cast<std::size_t>(stage_count) * stage_weights);
  for (int s = stage_count - 1; s >= 0 && !decoder.overran(); --s) {
    std::int16_t* now = weights.data() + static_cast<std::size_t>(s) * stage_weights;
    for_each_written([&](int kind, int at, int other) {
      const int before = s + 1 < stage_count ? now[stage_weights + at] : 0;
      const int before_that = s + 2 < stage_count ? now[2 * stage_weights + at] : 0;
      const int value =
          before + decode(decoder, models[static_cast<std::size_t>(kind)], context_of(before, before_that));
      now[at] = now[other] = static_cast<std::int16_t>(std::clamp(value, -2047, 2047));
    });
  }
  if (decoder.overran()) return bad();
  return std::make_shared<const Weights>(std::move(weights));
}

const std::shared_ptr<const Weights>& Weights::own() {
  static const std::shared_ptr<const Weights> weights = [] {
    const auto unpacked = unpack(embedded::reversi_weights());
    assert(unpacked);
    return *unpacked;
  }();
  return weights;
}

}  // namespace dolbang::reversi_ai
