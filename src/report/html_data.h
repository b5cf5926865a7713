// What the page's scripts read: two JSON documents, safe inside a script element.
#pragma once

#include <cstddef>
#include <string>

#include "report/pictures.h"

namespace jitgate::report {

// Instants are milliseconds after this one, a whole second, so that they are short.
base::Instant origin_of(const ShownRun& run);
// Milliseconds with at most three digits after the point; "null" where not bounded.
std::string milliseconds(base::Instant t, base::Instant origin);

// The verdict with requests, lanes and span. Lists past some thousand entries are cut and say so.
std::string html_verdict(const ShownRun& run);
// The events: what they share, then a row each. Texts go in, as many as `room` bytes hold with all the rest, but
// always `least` bytes of them.
std::string html_events(const ShownRun& run, std::size_t room, std::size_t least);

// A JSON document so that a script element can hold it: no "<", ">" or "&", which end it, begin a comment or are read
// otherwise by an XML parser.
std::string for_script(const std::string& json);

}  // namespace jitgate::report
