// SHA-256 by libcrypto, whole and piecewise.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace jitgate::base {

class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  void add(std::string_view bytes);
  std::string hex();  // ends it

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string sha256_hex(std::string_view bytes);

}  // namespace jitgate::base
