// Places what was found: stamps become instants, results become points with windows, events get intervals and their
// relation to each window. Nothing is judged here; what cannot be decided stays an interval.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/evidence.h"
#include "model/placed.h"
#include "model/policy.h"
#include "model/results.h"

namespace jitgate::place {

struct Asked {
  std::vector<model::ConfiguredWindow> windows;  // --window
  std::optional<int> zone_s;                     // --zone: of every zone-less stamp
  std::optional<int> year;                       // --year: of every year-less stamp
  std::map<std::string, int> expect_workers;     // --expect-workers
  base::Instant now = 0;                         // for year-less stamps that nothing dates
  std::string run_id;                            // of the run, for the events' ids; empty: not known
};

struct Inputs {
  const std::vector<model::LogEvidence>& logs;
  const model::ResultEvidence& results;
  const std::vector<model::RuleFacts>& facts;
  const model::Policy& policy;
  const Asked& asked;
  // Offset tried for logs whose zone nothing tells; Placed::zone_assumed says whether there are any.
  int assumed_offset_s = 0;
  bool trial =
      false;  // only how the points come out is asked: events are given no ids, which cost most of placing them
};

// The result points into `in`'s evidence, which must outlive it.
model::Placed place(const Inputs& in);

}  // namespace jitgate::place
