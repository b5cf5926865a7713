// A stamp as the log wrote it, rebuilt from its parts: people search the log for it.
#pragma once

#include <string>

#include "model/evidence.h"

namespace jitgate::report {

// "11-30 01:07:12", "2026-08-04T18:36:01.000000Z", "2026-08-04 18:36:01.250", "01:07:12".
std::string text_of(const model::Stamp& stamp);
// The stamp that dates the event: of the last line where that marks the end, else of the first. Empty: undated.
std::string as_written(const model::RawEvent& event);

}  // namespace jitgate::report
