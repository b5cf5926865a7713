#include "fetch/selection.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/text.h"

namespace jitgate::fetch {
namespace {

// Longest first: "bmk_agentic_X" is of X, and not of "agentic_X".
const std::vector<std::string>& prefixes() {
  static const std::vector<std::string> all = {"multinode_server_logs_",
                                               "eval_server_logs_",
                                               "server_logs_",
                                               "bmk_agentic_",
                                               "agentic_",
                                               "power_audit_",
                                               "bmk_"};
  return all;
}

bool wanted(const std::string& name, const std::vector<std::string>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&name](const std::string& pattern) { return base::glob_match(pattern, name); });
}

auto age(const Artifact& one) {
  return std::tuple(one.created_at.value_or(base::kEarliest), one.attempt.value_or(0), one.id);
}

bool is_later(const Artifact& one, std::int64_t attempt) { return attempt > 0 && one.attempt_from > attempt; }
bool may_be_later(const Artifact& one, std::int64_t attempt) { return attempt > 0 && one.attempt_to > attempt; }

// Whether `other`, of the same job, may have come of a later attempt than `one`, where that is not known.
bool may_follow(const Artifact& other, const Artifact& one) {
  if (one.attempt && other.attempt) return false;
  const bool in_time = !one.created_at || !other.created_at || *other.created_at >= *one.created_at;
  return in_time && other.attempt_to > one.attempt_from;
}

}  // namespace

// Not those of evaluations, whose logs have no measured window, nor `results_bmk`, whose rows are those of all bmk_*
// without any log beside them.
const std::vector<std::string>& usual_artifacts() {
  static const std::vector<std::string> all = {"bmk_*", "server_logs_*", "multinode_server_logs_*", "agentic_*",
                                               "power_audit_*"};
  return all;
}

std::string job_of_name(const std::string& name) {
  for (const std::string& prefix : prefixes()) {
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  }
  return name;
}

std::vector<Chosen> choose(const std::vector<Artifact>& artifacts, const std::vector<std::string>& patterns,
                           std::int64_t attempt) {
  // Of all artifacts, wanted or not: that a job ran again is told by whatever it left.
  std::map<std::string, const Artifact*> of_job, of_name;
  std::map<std::string, std::vector<const Artifact*>> all_of_job;
  for (const Artifact& one : artifacts) {
    if (may_be_later(one, attempt)) continue;
    all_of_job[job_of_name(one.name)].push_back(&one);
    const auto keep = [&one](std::map<std::string, const Artifact*>& newest, const std::string& key) {
      const Artifact*& held = newest[key];
      if (held == nullptr || age(*held) < age(one)) held = &one;
    };
    keep(of_job, job_of_name(one.name));
    keep(of_name, one.name);
  }
  std::vector<Chosen> out;
  for (const Artifact& one : artifacts) {
    Chosen chosen{&one, Choice::taken};
    if (!wanted(one.name, patterns)) {
      chosen.choice = Choice::not_wanted;
    } else if (is_later(one, attempt)) {
      chosen.choice = Choice::later;
    } else if (may_be_later(one, attempt)) {
      chosen.choice = Choice::unsure;
    } else {
      const Artifact* job = of_job[job_of_name(one.name)];
      const Artifact* name = of_name[one.name];
      const bool ran_again = job->attempt_from > one.attempt_to;
      if (name != &one || ran_again) {
        chosen.choice = Choice::superseded;
        chosen.by = name != &one ? name : job;
      } else {
        const auto& those = all_of_job[job_of_name(one.name)];
        const auto later = std::find_if(those.begin(), those.end(), [&one](const Artifact* other) {
          return other != &one && may_follow(*other, one);
        });
        if (later != those.end()) chosen.perhaps_later = *later;
      }
    }
    out.push_back(chosen);
  }
  return out;
}

}  // namespace jitgate::fetch
