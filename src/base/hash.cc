#include "base/hash.h"

#include <openssl/evp.h>

#include <array>
#include <fstream>

namespace jitgate::base {

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  explicit State(const EVP_MD* kind = EVP_sha256()) { EVP_DigestInit_ex(context, kind, nullptr); }
  void add(std::string_view bytes) { EVP_DigestUpdate(context, bytes.data(), bytes.size()); }
  std::string bytes();  // ends it
  std::string hex() { return hex_text(bytes()); }
  ~State() { EVP_MD_CTX_free(context); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
};

Sha256::Sha256() : state_(std::make_unique<State>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;

void Sha256::add(std::string_view bytes) { state_->add(bytes); }
std::string Sha256::hex() { return state_->hex(); }

std::string Sha256::State::bytes() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  EVP_DigestFinal_ex(context, digest.data(), &length);
  return {reinterpret_cast<const char*>(digest.data()), length};
}

std::string hex_text(std::string_view bytes) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += kHex[byte >> 4U];
    out += kHex[byte & 15U];
  }
  return out;
}

std::string sha256_hex(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hex();
}

std::string sha256_base64(std::string_view bytes) {
  Sha256::State hash;
  hash.add(bytes);
  const std::string digest = hash.bytes();
  std::array<unsigned char, 4 * ((EVP_MAX_MD_SIZE + 2) / 3) + 1> text{};
  const int length = EVP_EncodeBlock(text.data(), reinterpret_cast<const unsigned char*>(digest.data()),
                                     static_cast<int>(digest.size()));
  return {reinterpret_cast<const char*>(text.data()), static_cast<std::size_t>(length)};
}

std::string file_digest(const std::string& path, Digest kind) {
  std::ifstream file(path, std::ios::binary);
  Sha256::State hash(kind == Digest::sha1 ? EVP_sha1() : EVP_sha256());
  std::string block(std::size_t{1} << 20, '\0');
  while (file.read(block.data(), static_cast<std::streamsize>(block.size())) || file.gcount() > 0)
    hash.add(std::string_view(block).substr(0, static_cast<std::size_t>(file.gcount())));
  return file.eof() && !file.bad() ? hash.hex() : std::string();
}

}  // namespace jitgate::base
