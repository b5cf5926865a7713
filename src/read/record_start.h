// Whether a line begins like a logger's own record: "(Worker_TP0 pid=1) …", "2026-08-04 18:36:30 …", "[2026-…] …",
// "INFO 08-04 …". Roughly, from the first bytes alone: it decides whether a line that a terminal's width was filled by
// may go on, and whether a JSON record's message needs a head in front.
#pragma once

#include <string_view>

namespace jitgate::read {

bool begins_record(std::string_view line);

}  // namespace jitgate::read
