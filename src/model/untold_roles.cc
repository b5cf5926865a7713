#include "model/untold_roles.h"

#include <algorithm>

namespace jitgate::model {

std::set<std::string> untold_roles(const Placed& placed, const Point& point) {
  if (point.expected.empty()) return {};
  std::set<std::string> roles;
  bool disaggregated = false;
  for (const WorkerSeen& worker : placed.workers) {
    if (worker.bundle != point.bundle) continue;
    roles.insert(to_string(worker.id.role));
    disaggregated = disaggregated || worker.id.role == Role::prefill || worker.id.role == Role::decode;
  }
  for (const auto& [role, number] : point.expected) roles.insert(role);
  // A result may count one unified engine as both.
  if (roles.count("agg") > 0 && !disaggregated) return {};
  if (roles.count("prefill") + roles.count("decode") > 0) roles.insert({"prefill", "decode"});
  for (const auto& [role, number] : point.expected) roles.erase(role);
  return roles;
}

}  // namespace jitgate::model
