// The pieces of a loading script, in their order: begin, then for each run its points and its events, then end. All of
// it is one transaction, so a script that was cut loads nothing; and it may be run any number of times.
#pragma once

#include <string>
#include <vector>

#include "tables/cells.h"
#include "tables/run_identity.h"
#include "tables/sql_rows.h"

namespace jitgate::tables {

// How to run it, the transaction's begin, tables and views.
std::string sql_begin(Dialect dialect, bool mark);
// All that earlier scripts said of the run and attempt goes. Nothing where a CI's run has no attempt, whose rows may be
// of several.
std::string sql_replace(const RunIdentity& run, Dialect dialect);
// What earlier scripts said of these points goes, what this one says comes. Rows of verdict_table().
std::string sql_points(const std::vector<Row>& points, const RunIdentity& run, Dialect dialect, bool mark);
// Rows of event_table().
std::string sql_events(const std::vector<Row>& events, Dialect dialect);
// Ids of the database that it is loaded into, marks (PostgreSQL only), the transaction's end.
std::string sql_end(Dialect dialect, bool mark);

}  // namespace jitgate::tables
