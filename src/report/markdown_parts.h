// What the two halves of the Markdown summary share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/verdict.h"
#include "report/layout.h"
#include "report/page.h"

namespace jitgate::report {

// Hostile text as a code span and as plain words; cut in the middle at `width` columns.
std::string code(std::string_view name, int width = 160);
std::string sentence(std::string_view text, int width = 600);

// The points, the conditions of a proof, what to do, advice.
void add_judgement(Page& page, const model::Verdict& verdict, const std::vector<std::string>& labels);
// Events by worker and rule, masked kernels, workers, logs, what could not be read, accepted events, totals.
void add_details(Page& page, const model::Verdict& verdict, const std::vector<std::string>& labels);

}  // namespace jitgate::report
