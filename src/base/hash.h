// SHA-256 by libcrypto, whole and piecewise; files also by what others tell of them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace jitgate::base {

enum class Digest { sha256, sha1 };

class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  void add(std::string_view bytes);
  std::string hex();  // ends it

 private:
  friend std::string file_digest(const std::string& path, Digest kind);
  friend std::string sha256_base64(std::string_view bytes);
  struct State;
  std::unique_ptr<State> state_;
};

std::string sha256_hex(std::string_view bytes);
// As a content security policy names a script: base64 with its padding (RFC 4648 §4).
std::string sha256_base64(std::string_view bytes);

// Two lower-case digits a byte.
std::string hex_text(std::string_view bytes);

// Of a file of any size, lower-case hex; empty where it cannot be read to its end. SHA-1 is for servers that tell no
// better: it shows damage, not malice.
std::string file_digest(const std::string& path, Digest kind = Digest::sha256);

}  // namespace jitgate::base
