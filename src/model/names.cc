// The words of every enumeration: one place, so that files, reports and tests cannot disagree.
#include <array>
#include <cstddef>

#include "model/coverage.h"
#include "model/evidence.h"
#include "model/finding.h"
#include "model/placed.h"
#include "model/results.h"
#include "model/rule_facts.h"
#include "model/worker.h"

namespace jitgate::model {
namespace {

template <typename E, std::size_t N>
const char* word(E value, const std::array<const char*, N>& words) {
  const auto at = static_cast<std::size_t>(value);
  return at < N ? words[at] : "unknown";
}

}  // namespace

const char* to_string(EventType v) {
  return word(v, std::array{"compile", "recompile", "autotune", "build", "load", "miss", "download"});
}
const char* to_string(Certainty v) { return word(v, std::array{"definite", "probable"}); }
const char* to_string(Cost v) { return word(v, std::array{"compile", "load", "unknown"}); }
const char* to_string(Marks v) { return word(v, std::array{"start", "end", "unknown"}); }
const char* to_string(MarkKind v) {
  return word(v, std::array{"armed", "monitor_config", "warmup", "ready", "shutdown", "engine_failed", "progress"});
}
const char* to_string(Checksum v) { return word(v, std::array{"none", "verified", "failed"}); }
const char* to_string(DamageKind v) {
  return word(v, std::array{"unreadable", "truncated", "corrupt", "encrypted", "limit", "expired", "missing"});
}
const char* to_string(Finding v) {
  return word(v, std::array{"clean", "unproven", "suspect", "inconclusive", "contaminated"});
}
const char* to_string(Status v) { return word(v, std::array{"valid", "flagged", "invalid", "failed"}); }
const char* to_string(Basis v) { return word(v, std::array{"stamp", "bracket", "build_log", "none"}); }
const char* to_string(Phase v) {
  return word(v, std::array{"startup", "warmup", "probe", "measured", "boundary", "between", "after", "unknown"});
}
const char* to_string(ZoneSource v) {
  return word(v, std::array{"told", "same-line", "neighbour", "containment", "utc-assumed", "not-needed"});
}
const char* to_string(WindowSource v) {
  return word(v, std::array{"configured", "window-file", "mark", "result-unix-time", "request-records", "frontend-log",
                            "client-log", "result-date", "rebuilt", "ci-log", "serving"});
}
const char* to_string(Role v) {
  return word(v, std::array{"unknown", "prefill", "decode", "agg", "frontend", "client", "other"});
}

Role role_of(const std::string& text) {
  for (const Role role : {Role::prefill, Role::decode, Role::agg, Role::frontend, Role::client, Role::other}) {
    if (text == to_string(role)) return role;
  }
  return Role::unknown;
}

std::string name_of(const WorkerId& worker) {
  std::string name = to_string(worker.role);
  if (worker.index >= 0) {
    name += (serves(worker.role) ? "_w" : "_") + std::to_string(worker.index);
  } else if (!worker.node.empty() && serves(worker.role)) {
    name += '@' + worker.node;
  }
  return name;
}

std::string name_of(const Ranks& ranks) {
  std::string name;
  const auto add = [&](const char* kind, int rank) {
    if (rank < 0) return;
    if (!name.empty()) name += '_';
    name += kind + std::to_string(rank);
  };
  add("DP", ranks.dp);
  add("PP", ranks.pp);
  add("TP", ranks.tp);
  add("EP", ranks.ep);
  return name;
}

std::string name_of(const Process& process) {
  std::string name = process.name;
  if (process.pid >= 0) name += (name.empty() ? "pid=" : " pid=") + std::to_string(process.pid);
  return name;
}

}  // namespace jitgate::model
