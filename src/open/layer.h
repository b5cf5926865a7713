// What is known of one path while it is being read: its damage and how its checksums came out. All layers of one path
// share it (a member of a zip that is a gzip that is a tar), because whoever reads the result knows only paths.
#pragma once

#include <string>
#include <vector>

#include "model/coverage.h"

namespace jitgate::open {

struct Layer {
  explicit Layer(std::string where) : path(std::move(where)) {}

  std::string path;
  bool container = false;  // something was unpacked here, so container_end is due
  model::Checksum checksum = model::Checksum::none;
  std::vector<model::Damage> damage;

  // Adds damage of this path; the same damage twice is told once, and past 16 only that there is more.
  void add(model::DamageKind kind, std::string what);
  // One checksum more: a failed one outweighs all, a verified one says more than none.
  void note(model::Checksum outcome);
};

}  // namespace jitgate::open
