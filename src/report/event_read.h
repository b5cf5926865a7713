// Reads a line of events.jsonl back.
#pragma once

#include <string>

#include "base/result.h"
#include "model/stored_event.h"

namespace jitgate::report {

// Strict, as parse_verdict is: a part that is missing or of the wrong type, or an unknown word, is a Problem.
base::Result<model::StoredEvent> parse_event(const std::string& line);

}  // namespace jitgate::report
