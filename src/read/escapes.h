// Removes what terminals eat: colours, cursor moves, titles, and the stamps that a Buildkite agent puts into a job's
// log as application program commands (facts: buildkite.md §3). Lines are torn by other writers in the middle of a
// sequence often enough, so a sequence that does not end as it should loses its introducer only, and never text: the
// record that tore it stands right behind.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace jitgate::read {

struct Stripped {
  std::int64_t agent_ms = -1;  // the line's first agent stamp, unix milliseconds; -1: none
};

// Whether `text` holds a byte that strip_escapes would take (ESC or NUL).
bool needs_stripping(std::string_view text);

// Appends the line `text` to `out` without escape sequences and NULs.
Stripped strip_escapes(std::string_view text, std::string* out);

}  // namespace jitgate::read
