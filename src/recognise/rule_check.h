// Checks what the rules of a catalogue claim before any log is read: patterns compile, needles are required, samples
// match and give what they say, counter-samples do not match, and no sample is also another rule's. A rule file is
// code written by many hands; a fault in it must be told with file, line and sample, and not found in a verdict.
#pragma once

#include <vector>

#include "base/result.h"
#include "recognise/catalogue.h"
#include "recognise/rule.h"

namespace jitgate::recognise {

// Gives each rule its patterns, which are compiled when they are first needed. Ids must differ.
base::Result<void> give_patterns(std::vector<Rule>& rules);

// Each rule for itself: its patterns compile, the names in it exist, its needle is required. Of embedded rules, with
// Checks::added, only the names of other rules, because an added rule may have taken the place of one.
base::Result<void> check_rules(const std::vector<Rule>& rules, Checks checks);

// Samples and counter-samples against all rules (sample_check.cc). With Checks::added, only pairs in which one side is
// not embedded.
base::Result<void> check_samples(const std::vector<Rule>& rules, Checks checks);

// What samples become as events and marks, by running them through a Recogniser (sample_events.cc).
base::Result<void> check_expectations(const Catalogue& catalogue, Checks checks);

}  // namespace jitgate::recognise
