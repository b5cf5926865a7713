#include "screen/references.h"

#include <algorithm>
#include <tuple>

#include "screen/screen.h"

namespace jitgate::screen {

void References::Lowest::note(const Row& row) {
  if (set && std::tuple(-conc, day, order) >= std::tuple(-row.conc, row.day, row.order)) return;
  *this = {row.conc, *row.ttft.median, row.day, row.order, true};
}

void References::note(const Row& row) {
  if (!row.ttft.median || *row.ttft.median <= 0) return;
  Configuration& configuration = configurations_[row.siblings];
  configuration.over_all.note(row);
  if (const auto held = held_.find({row.siblings, row.run}); held != held_.end()) {
    held->second.note(row);
    return;
  }
  auto& runs = configuration.runs;
  auto found = std::find_if(runs.begin(), runs.end(), [&](const auto& one) { return one.first == row.run; });
  if (found == runs.end()) {
    if (runs.size() == kLatestRuns) runs.erase(runs.begin());
    found = runs.insert(runs.end(), {row.run, {}});
  }
  found->second.note(row);
}

void References::hold(const Row& row) {
  const auto [held, fresh] = held_.try_emplace({row.siblings, row.run});
  if (!fresh) return;
  auto& runs = configurations_[row.siblings].runs;
  const auto found = std::find_if(runs.begin(), runs.end(), [&](const auto& one) { return one.first == row.run; });
  if (found == runs.end()) return;
  held->second = found->second;
  runs.erase(found);
}

std::optional<double> References::of(const Row& row) const {
  const auto lower = [&](const Lowest& lowest) { return lowest.set && lowest.conc < row.conc; };
  if (const auto held = held_.find({row.siblings, row.run}); held != held_.end() && lower(held->second))
    return held->second.median;
  if (const auto any = configurations_.find(row.siblings); any != configurations_.end() && lower(any->second.over_all))
    return any->second.over_all.median;
  return {};
}

std::size_t References::size() const {
  std::size_t all = held_.size();
  for (const auto& [name, configuration] : configurations_) all += 1 + configuration.runs.size();
  return all;
}

}  // namespace jitgate::screen
