#include "base/fingerprint.h"

#include <xxhash.h>

#include <new>

#include "base/hash.h"

namespace jitgate::base {

void Fingerprint::Free::operator()(XXH3_state_s* state) const { XXH3_freeState(state); }

Fingerprint::Fingerprint() : state_(XXH3_createState()) {
  if (state_ == nullptr) throw std::bad_alloc();
  XXH3_128bits_reset(state_.get());
}
Fingerprint::~Fingerprint() = default;
Fingerprint::Fingerprint(Fingerprint&&) noexcept = default;

void Fingerprint::add(std::string_view bytes) { XXH3_128bits_update(state_.get(), bytes.data(), bytes.size()); }

std::string Fingerprint::hex() const {
  XXH128_canonical_t bytes;
  XXH128_canonicalFromHash(&bytes, XXH3_128bits_digest(state_.get()));
  return hex_text({reinterpret_cast<const char*>(bytes.digest), sizeof bytes.digest});
}

}  // namespace jitgate::base
