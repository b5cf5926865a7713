// The reasons of all points, grouped by code: a person repairs a cause once, not once a point. Reports that list
// reasons point by point hide that forty points share one of them.
#pragma once

#include <string>
#include <vector>

#include "model/verdict.h"

namespace jitgate::report {

bool is_advice(const model::Reason& reason);          // changes no finding
std::string message_of(const model::Reason& reason);  // its own, or what the code means
std::string remedy_of(const model::Reason& reason);   // its own, or the table's

struct ReasonCase {
  std::string message;
  std::vector<std::string> points;  // labels; empty: of the whole run
};
struct ReasonGroup {
  model::ReasonCode code = model::ReasonCode::internal_error;
  bool advice = false;
  std::vector<ReasonCase> cases;      // distinct messages, in the order of the points
  std::vector<std::string> remedies;  // distinct
};
// Worst finding first, advice last; within one, in the order of the table. `labels`: by point.
std::vector<ReasonGroup> grouped_reasons(const model::Verdict& verdict, const std::vector<std::string>& labels);

}  // namespace jitgate::report
