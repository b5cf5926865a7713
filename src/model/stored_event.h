// An event as events.jsonl keeps it: what exports, screens and comparisons work on, long after the logs are gone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/instant.h"
#include "model/placed.h"
#include "model/rule_facts.h"
#include "model/worker.h"

namespace jitgate::model {

struct StoredRelation {
  std::string point;  // id of the point, as in the verdict
  Relation relation = Relation::possible;
};

// Texts that were not told are empty, numbers that were not told -1, instants that are not bounded absent.
struct StoredEvent {
  std::string id, rule, compiler, target, detail;
  EventType type = EventType::compile;
  WorkerId worker;
  Process process;
  std::optional<base::Instant> start_lo, start_hi, end_lo, end_hi;
  Basis basis = Basis::none;
  Marks marks = Marks::unknown;
  std::string as_written;
  bool year_assumed = false;  // the stamp has no year, and nothing told it
  std::optional<double> duration_s;
  Phase phase = Phase::unknown;
  Certainty certainty = Certainty::definite;
  Cost cost = Cost::unknown;
  std::vector<StoredRelation> benchmarks;
  std::string artifact, path;  // of the log: its outermost container, and the path within
  std::int64_t line = 0, byte = 0;
  bool failed = false;
  bool duplicate = false;  // stands elsewhere too, and is not counted
  std::int64_t waiters = 0, candidates = 0, repeats = 1;
  std::string run, text;
};

}  // namespace jitgate::model
