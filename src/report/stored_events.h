// Placed events as events.jsonl keeps them. What is written, shown and drawn goes through this one form, whether a run
// has just been judged or its files were read back years later, so that the two cannot differ.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/evidence.h"
#include "model/placed.h"
#include "model/rule_facts.h"
#include "model/stored_event.h"

namespace jitgate::report {

// Each event in the order of events.jsonl: by the log's path, not by its index, so that the order in which logs were
// read does not show. Times are rounded outward to microseconds: an interval must hold the true instant in the file,
// too. Texts are as they came.
void each_stored(const model::Placed& placed, const std::vector<model::LogEvidence>& logs,
                 const std::vector<model::RuleFacts>& facts, const std::string& run_id,
                 const std::function<void(const model::StoredEvent&)>& take);

}  // namespace jitgate::report
