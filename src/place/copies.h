// Logs that are not what their name says: a byte-identical copy of another worker's log, or one whose own words name
// another worker. Whose name such a log bears has no log; to take it for that worker's would prove a silence that
// nobody kept.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/evidence.h"
#include "model/results.h"

namespace jitgate::place {

struct Standing {
  std::int32_t copy_of = -1;  // index of the log that it repeats byte for byte; -1: of none
  bool other_worker = false;  // … under another worker's name
  std::string contradicts;    // what the log's own words say against its name, one sentence; empty: nothing
};

// By log. `bundle_of_log`: logs of different jobs are not compared. Of two equal logs the one whose words fit its name
// is the original, else the first.
std::vector<Standing> standings(const std::vector<model::LogEvidence>& logs, const std::vector<int>& bundle_of_log,
                                const std::vector<model::ToldWorker>& told);

}  // namespace jitgate::place
