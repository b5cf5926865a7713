// A judged run, or one read back, as what pages and pictures are made of.
#pragma once

#include <string>

#include "base/result.h"
#include "report/event_table.h"
#include "run/check.h"

namespace jitgate::run {

report::EventTable event_table(const Checked& checked);
// Of what --out wrote: `path` as read_verdict takes it. Without any event where a verdict.json stands alone; `alone`
// says so, since a picture without events would look like a clean run. Errors: the events cannot be read.
base::Result<report::EventTable> event_table(const std::string& path, const model::Verdict& verdict, bool& alone);

}  // namespace jitgate::run
