// Checks what the rules of a catalogue claim before any log is read: patterns compile, needles are required, samples
// match and give what they say, counter-samples do not match, and no sample is also another rule's. A rule file is
// code written by many hands; a fault in it must be told with file, line and sample, and not found in a verdict.
#pragma once

#include <vector>

#include "base/result.h"
#include "recognise/catalogue.h"
#include "recognise/rule.h"

namespace jitgate::recognise {

// Compiles the patterns; checks names, needles and fields of each rule for itself.
base::Result<void> compile_rules(std::vector<Rule>& rules, Checks checks);

// Samples and counter-samples against all rules (sample_check.cc). With Checks::added, only pairs in which one side is
// not embedded.
base::Result<void> check_samples(const std::vector<Rule>& rules, Checks checks);

// What samples become as events and marks, by running them through a Recogniser (sample_events.cc).
base::Result<void> check_expectations(const Catalogue& catalogue, Checks checks);

}  // namespace jitgate::recognise
