// What a JSON object is, told by its content alone: result files are copied and renamed on their way, and a name
// proves nothing.
#pragma once

#include <cstdint>
#include <string>

#include "results/record.h"

namespace jitgate::results {

enum class Kind : std::uint8_t {
  unknown,
  raw_row,         // what a client wrote of one run
  processed_row,   // a processed row (agg_*.json)
  window,          // srt-slurm's measurement-window file
  mark,            // `jitgate mark`
  request,         // one request with unix times (requests_*.jsonl)
  aiperf_request,  // one line of profile_export.jsonl
  aiperf_summary,  // profile_export_aiperf.json
  dynamo_trace,    // one record of dynamo.request.trace.v1
  guidellm,        // a report with its benchmarks
  log_record,      // a structured log's line: no document at all
};
Kind kind_of(const Record& record);

// Which client wrote a raw row. The path decides only between forks that write the same keys.
std::string client_of(const Record& record, const std::string& path);

}  // namespace jitgate::results
