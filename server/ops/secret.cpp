#include "server/ops/secret.hpp"

#include <openssl/evp.h>
#include <openssl/rand.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <span>

#include "core/limits.hpp"

namespace dolbang::ops {

namespace {

constexpr std::string_view code_alphabet = "23456789abcdefghjkmnpqrstuvwxyz";  // 31 characters
constexpr std::size_t code_length = 12;
static_assert(code_length <= limits::room_code_bytes);

void fill_random(std::span<unsigned char> out) {
  if (RAND_bytes(out.data(), static_cast<int>(out.size())) == 1) return;
  // Going on with guessable secrets would be worse than not going on.
  std::fputs("dolbang-server: the system gives no random numbers; stopping\n", stderr);
  std::abort();
}

std::string hex(std::span<const unsigned char> bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const unsigned char byte : bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

struct Digest {
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned size = 0;
  std::span<const unsigned char> view() const { return {bytes.data(), size}; }
};

Digest digest(std::string_view text, const EVP_MD* algorithm) {
  Digest result;
  if (EVP_Digest(text.data(), text.size(), result.bytes.data(), &result.size, algorithm, nullptr) != 1) std::abort();
  return result;
}

std::string base64(std::span<const unsigned char> bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // EVP_EncodeBlock writes a final zero
  const int size =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), bytes.data(), static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(size));
  return text;
}

/// Letters of a room code from random bytes, up to its length.
void add_letters(std::string& code, std::span<const unsigned char> bytes) {
  for (const unsigned char byte : bytes) {
    const std::size_t letter = byte & 31u;  // 32 values; the one without a letter is left out
    if (letter < code_alphabet.size() && code.size() < code_length) code += code_alphabet[letter];
  }
}

}  // namespace

std::string random_room_code() {
  std::string code;
  while (code.size() < code_length) {
    std::array<unsigned char, 32> bytes{};
    fill_random(bytes);
    add_letters(code, bytes);
  }
  return code;
}

std::string room_code_of(std::string_view secret) {
  std::string code;
  for (std::string text = "room of " + std::string(secret); code.size() < code_length; text = sha256_hex(text))
    add_letters(code, digest(text, EVP_sha256()).view());
  return code;
}

bool is_room_code(std::string_view text) {
  return text.size() == code_length && text.find_first_not_of(code_alphabet) == std::string_view::npos;
}

std::string random_secret() {
  std::array<unsigned char, limits::secret_bytes> bytes{};
  fill_random(bytes);
  return hex(bytes);
}

std::uint64_t random_seed() {
  std::array<unsigned char, 8> bytes{};
  fill_random(bytes);
  std::uint64_t seed = 0;
  for (const unsigned char byte : bytes) seed = seed << 8 | byte;
  return seed;
}

std::string sha256_hex(std::string_view text) { return hex(digest(text, EVP_sha256()).view()); }

std::string sha256_base64(std::string_view text) { return base64(digest(text, EVP_sha256()).view()); }

std::string websocket_accept(std::string_view key) {
  std::string text(key);
  text += "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  return base64(digest(text, EVP_sha1()).view());
}

}  // namespace dolbang::ops
