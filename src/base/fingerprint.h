// Tells whether two streams hold the same bytes: XXH3 of 128 bits, by libxxhash. Every byte of every log goes through
// it, and SHA-256 would take longer than all else that is done with them. It shows accidents (a log that was collected
// twice), not malice; what must not be forged is hashed by hash.h.
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct XXH3_state_s;  // xxhash.h

namespace jitgate::base {

class Fingerprint {
 public:
  Fingerprint();
  ~Fingerprint();
  Fingerprint(Fingerprint&&) noexcept;
  void add(std::string_view bytes);
  // Of all bytes so far, 32 lower-case hex digits.
  [[nodiscard]] std::string hex() const;

 private:
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;
};

}  // namespace jitgate::base
