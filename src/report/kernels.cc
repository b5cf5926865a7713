#include "report/kernels.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "report/names.h"

namespace jitgate::report {
namespace {

using Key = std::tuple<std::string, std::string, std::string, std::string>;  // compiler, rule, event type, target
struct Collected {
  Kernel kernel;
  std::vector<std::string> workers;
};

std::vector<Kernel> with_workers(std::map<Key, Collected>& all) {
  std::vector<Kernel> out;
  out.reserve(all.size());
  for (auto& [key, entry] : all) {
    entry.kernel.workers = folded(entry.workers);
    out.push_back(std::move(entry.kernel));
  }
  return out;
}

}  // namespace

std::vector<Kernel> event_kernels(const model::PointVerdict& point) {
  std::map<Key, Collected> all;
  for (const model::EventGroup& group : point.groups) {
    Collected& entry = all[{group.compiler, group.rule, group.event_type, group.target}];
    entry.kernel.compiler = group.compiler;
    entry.kernel.rule = group.rule;
    entry.kernel.event_type = group.event_type;
    entry.kernel.target = group.target;
    entry.kernel.in_window += group.in_window;
    entry.kernel.possible += group.possible;
    entry.workers.push_back(group.worker);
  }
  std::vector<Kernel> out = with_workers(all);
  std::stable_sort(out.begin(), out.end(), [](const Kernel& a, const Kernel& b) {
    return std::pair(a.in_window, a.possible) > std::pair(b.in_window, b.possible);
  });
  return out;
}

Masked masked_kernels(const std::vector<model::PointVerdict>& points) {
  std::map<Key, Collected> all;
  std::set<std::tuple<std::string, std::string, std::string, std::string>> distinct;
  std::vector<std::string> workers;
  for (const model::PointVerdict& point : points) {
    for (const model::MaskedKernel& masked : point.masked) {
      if (!distinct.emplace(masked.compiler, masked.target, masked.worker, model::name_of(masked.process)).second)
        continue;
      Collected& entry = all[{masked.compiler, "", "", masked.target}];
      entry.kernel.compiler = masked.compiler;
      entry.kernel.target = masked.target;
      entry.workers.push_back(masked.worker);
      workers.push_back(masked.worker);
    }
  }
  return {with_workers(all), folded(workers), distinct.size()};
}

std::string name_of(const Kernel& kernel) {
  return kernel.compiler + " " + (kernel.target.empty() ? "(no name)" : kernel.target);
}

std::vector<std::string> names_of(const std::vector<Kernel>& kernels) {
  const bool alike = std::all_of(kernels.begin(), kernels.end(), [&](const Kernel& kernel) {
    return kernel.compiler == kernels.front().compiler && !kernel.target.empty();
  });
  std::vector<std::string> out;
  for (const Kernel& kernel : kernels) out.push_back(alike ? kernel.target : name_of(kernel));
  return out;
}

}  // namespace jitgate::report
