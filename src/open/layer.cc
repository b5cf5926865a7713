// Damage is kept for each stream below a container, so its list is bounded: a hostile archive must not make it grow.
#include "open/layer.h"

#include <utility>

namespace jitgate::open {

void Layer::add(model::DamageKind kind, std::string what) {
  constexpr std::size_t kListed = 16;
  for (const model::Damage& known : damage) {
    if (known.kind == kind && known.what == what) return;
  }
  if (damage.size() > kListed) return;
  if (damage.size() == kListed) what = "has more damage than is listed here";
  damage.push_back({kind, path, std::move(what)});
}

void Layer::note(model::Checksum outcome) {
  if (checksum == model::Checksum::failed || outcome == model::Checksum::none) return;
  checksum = outcome;
}

}  // namespace jitgate::open
