// Rows to be screened, from where they stand: saved verdicts, result files. (A database's dump: run/dump_rows.h.)
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/verdict.h"
#include "run/evidence.h"
#include "screen/screen.h"

namespace jitgate::run {

void add_verdict_rows(const model::Verdict& verdict, screen::Screening& rows);

// Whether its "ttft" or "tpot" is measured well enough to tell a tail from none.
bool tells_tail(const model::PointVerdict& point, const std::string& quantity);

// Adds the rows of every result document under the paths. What could not be read is named in `unread`: the rest is
// screened all the same.
base::Result<void> add_result_rows(const std::vector<std::string>& paths, const Progress& progress,
                                   screen::Screening& rows, std::vector<std::string>& unread);

}  // namespace jitgate::run
