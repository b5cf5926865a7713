#include "target.h"

#include <cstdio>
#include <cstdlib>

namespace jitgate::fuzz {

const std::vector<Target>& targets() {
  static const std::vector<Target> all = {
      {"archives", archives}, {"answers", answers}, {"documents", documents}, {"escapers", escapers}, {"heads", heads},
      {"lines", lines},       {"rules", rules},     {"saved", saved},         {"yaml", yaml},
  };
  return all;
}

const Target* target_named(std::string_view name) {
  for (const Target& one : targets()) {
    if (name == one.name) return &one;
  }
  return nullptr;
}

void require(bool holds, std::string_view claim) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %.*s\n", static_cast<int>(claim.size()), claim.data());
  std::abort();
}

std::uint32_t seed_of(std::string_view text) {
  std::uint32_t hash = 2166136261;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
  return hash;
}

}  // namespace jitgate::fuzz
