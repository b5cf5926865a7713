#include "model/rulings.h"

#include <algorithm>

#include "base/text.h"

namespace jitgate::model {
namespace {

std::string part_of(const PointKey& key, const std::string& point_id, const std::string& name) {
  const auto number = [](const std::optional<std::int64_t>& n) { return n ? std::to_string(*n) : std::string(); };
  if (name == "id") return point_id;
  if (name == "model") return key.model;
  if (name == "hardware") return key.hardware;
  if (name == "framework") return key.framework;
  if (name == "precision") return key.precision;
  if (name == "spec_method") return key.spec_method;
  if (name == "parallelism") return key.parallelism;
  if (name == "offload_mode") return key.offload_mode;
  if (name == "recipe") return key.recipe;
  if (name == "isl") return number(key.isl);
  if (name == "osl") return number(key.osl);
  if (name == "conc") return number(key.conc);
  return {};
}

}  // namespace

bool matches(const Match& match, const PointKey& key, const std::string& point_id) {
  return std::all_of(match.begin(), match.end(), [&](const auto& entry) {
    return base::glob_match(base::lower(entry.second), base::lower(part_of(key, point_id, entry.first)));
  });
}

Rulings rulings_for(const Policy& policy, const PointKey& key, const std::string& point_id) {
  Rulings rulings = policy.base;
  for (const Override& one : policy.overrides) {
    if (!matches(one.match, key, point_id)) continue;
    for (const auto& [name, value] : one.settings) apply_setting(rulings, name, value);
    if (!one.windows.empty()) rulings.windows = one.windows;
    if (!one.workers.empty()) rulings.workers = one.workers;
  }
  if (policy.strict) {
    rulings.suspect = std::max(rulings.suspect, Status::invalid);
    rulings.unproven = std::max(rulings.unproven, Status::invalid);
  }
  return rulings;
}

}  // namespace jitgate::model
