// What a reader must be told beside findings: what could not be read, and what the policy has accepted for a while.
// Both would otherwise vanish from a report whose points are fine.
#pragma once

#include <string>
#include <vector>

#include "model/verdict.h"

namespace jitgate::report {

// One sentence a log that is damaged, incomplete or has unreadable lines, and a container that gave no log.
struct Gap {
  std::string path;  // empty where the sentence names it
  std::string what;
};
std::vector<Gap> gaps(const model::Verdict& verdict);
// "3 events of triton mask_*_kernel accepted until 2027-03-31 (perf: https://…)"; expired entries begin "EXPIRED".
std::vector<std::string> known_entries(const model::Verdict& verdict);

}  // namespace jitgate::report
