#include "place/copies.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "model/path_name.h"

namespace jitgate::place {
namespace {

using model::LogEvidence;
using model::Role;
using model::WorkerId;

// Two names of one worker's log: of equal role and index, and not of two nodes.
bool may_be_one(const WorkerId& a, const WorkerId& b) {
  return a.role == b.role && a.index == b.index && model::one_node(a, b);
}

// A worker's log by its path. Others (a copy called "latest.log") claim no worker.
bool named_worker(const LogEvidence& log) { return model::serves(log.coverage.worker.role); }

std::string contradiction(const LogEvidence& log, const model::ToldWorker& told) {
  const WorkerId& named = log.coverage.worker;
  const bool disaggregated = named.role == Role::prefill || named.role == Role::decode;
  const bool role = disaggregated && told.role != Role::unknown && told.role != named.role;
  const bool index = named.index >= 0 && told.index >= 0 && told.index != named.index;
  if (!role && !index) return {};
  return fmt::format("{} says in line {} that it is another worker's: {}", model::file_name(log.coverage.path),
                     told.line, told.text);
}

}  // namespace

std::vector<Standing> standings(const std::vector<LogEvidence>& logs, const std::vector<int>& bundle_of_log,
                                const std::vector<model::ToldWorker>& told) {
  std::vector<Standing> out(logs.size());
  std::map<std::string, const model::ToldWorker*> told_of;
  for (const model::ToldWorker& one : told) told_of[one.path] = &one;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const auto at = told_of.find(logs[i].coverage.path);
    if (named_worker(logs[i]) && at != told_of.end()) out[i].contradicts = contradiction(logs[i], *at->second);
  }
  // A worker registers itself once; of two names with one id, the second has borrowed the log of the first.
  std::map<std::pair<int, std::string>, std::size_t> registered;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const auto at = told_of.find(logs[i].coverage.path);
    if (!named_worker(logs[i]) || at == told_of.end() || at->second->instance.empty()) continue;
    const auto [first, fresh] = registered.try_emplace({bundle_of_log[i], at->second->instance}, i);
    const LogEvidence& other = logs[first->second];
    if (fresh || may_be_one(logs[i].coverage.worker, other.coverage.worker)) continue;
    if (logs[i].coverage.content_hash == other.coverage.content_hash || !out[i].contradicts.empty()) continue;
    const std::string& here = logs[i].coverage.path;
    const std::string& there = other.coverage.path;
    out[i].contradicts = fmt::format("{} registers as {}, as {} does", model::name_beside(here, there),
                                     at->second->instance, model::name_beside(there, here));
  }
  std::map<std::pair<int, std::string>, std::vector<std::size_t>> equal;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const model::LogCoverage& coverage = logs[i].coverage;
    if (!coverage.content_hash.empty() && coverage.bytes > 0)
      equal[{bundle_of_log[i], coverage.content_hash}].push_back(i);
  }
  for (const auto& [key, group] : equal) {
    std::size_t original = group.front();
    for (const std::size_t i : group) {
      const bool better = named_worker(logs[i]) && out[i].contradicts.empty();
      const bool good = named_worker(logs[original]) && out[original].contradicts.empty();
      if (better && !good) original = i;
    }
    for (const std::size_t i : group) {
      if (i == original) continue;
      out[i].copy_of = static_cast<std::int32_t>(original);
      out[i].other_worker = named_worker(logs[i]) && named_worker(logs[original]) &&
                            !may_be_one(logs[i].coverage.worker, logs[original].coverage.worker);
    }
  }
  return out;
}

}  // namespace jitgate::place
