// The table jit_verdicts: one row for each benchmark point, with its finding, status and numbers. A table of its own
// and not columns of the results' table: that one belongs to others, and a new ingest of a row must not touch the
// evidence.
#pragma once

#include <string>

#include "model/verdict.h"
#include "tables/cells.h"
#include "tables/run_identity.h"

namespace jitgate::tables {

const Table& verdict_table();

struct BenchmarkId {
  std::string id;       // of digits; empty: not resolved
  std::string why_not;  // one sentence; empty where there is an id
};

Row verdict_row(const model::PointVerdict& point, const model::Verdict& verdict, const RunIdentity& run,
                const BenchmarkId& benchmark);

// "runtime_jit: 34 events in the measured window (cutedsl 9, triton 25)": what a results table gets as its error.
std::string error_text(const model::PointVerdict& point);

// Whether a database should hide the point: its finding is contaminated, and the policy calls that invalid.
bool to_be_hidden(const model::PointVerdict& point);

}  // namespace jitgate::tables
