// The conditions under which a run is proven clean, each with Yes or No. A finding says what is wrong; this list says
// what was checked, so that a reader sees that nothing was simply not looked at. Nothing holds for want of a subject:
// where no worker is known, "every worker was seen" is No.
#pragma once

#include <string>
#include <vector>

#include "model/verdict.h"

namespace jitgate::report {

struct Condition {
  std::string what;
  bool holds = false;
  std::string note;  // why not, with names as they came; may be empty
};
std::vector<Condition> conditions(const model::Verdict& verdict);

}  // namespace jitgate::report
