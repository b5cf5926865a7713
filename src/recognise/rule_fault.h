// What is wrong with a rule, said in one form whoever finds it: the place in its file, and the line there.
#pragma once

#include <string>

#include "base/result.h"
#include "base/source_line.h"
#include "recognise/rule.h"

namespace jitgate::recognise {

// `at` is a place in the rule's file. The hint may have several lines.
tl::unexpected<base::Problem> rule_fault(const Rule& rule, base::TextPlace at, const std::string& what,
                                         const std::string& hint = {});

}  // namespace jitgate::recognise
