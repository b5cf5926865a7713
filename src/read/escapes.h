// Removes what terminals eat: colours, cursor moves, titles, and the stamps that a Buildkite agent puts into a job's
// log as application program commands (facts: buildkite.md §3). Lines are torn by other writers in the middle of a
// sequence often enough, so a sequence that does not end as it should loses its introducer only, and never text: the
// record that tore it stands right behind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace jitgate::read {

// So many NULs in a row are no stray ones but a hole (binary_watch.h says why so many).
inline constexpr std::size_t kHole = 16;

struct Stripped {
  std::int64_t agent_ms = -1;  // the line's first agent stamp, unix milliseconds; -1: none
};

// Whether `text` holds a byte that strip_escapes would take (ESC or NUL).
bool needs_stripping(std::string_view text);

// Appends the line `text` to `out` without escape sequences and NULs. A hole becomes an LF: what stands behind it is
// the end of another line, or a new one.
Stripped strip_escapes(std::string_view text, std::string* out);

}  // namespace jitgate::read
