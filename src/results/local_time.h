// The two forms in which clients write a local time without a zone, and stamps as instants. The forms of log heads
// are recognition's business; these stand in JSON values and on bare lines of a client script.
#pragma once

#include <optional>
#include <string_view>

#include "model/stamp.h"

namespace jitgate::results {

// "20260804-184006", as result JSONs have it under "date": to the second, no zone.
std::optional<model::Stamp> read_compact_date(std::string_view text);
// "2026-08-04 18:38:17", exactly: the output of a client script's `date`.
std::optional<model::Stamp> read_date_line(std::string_view text);

// The stamp's instant; a zone-less one is taken as UTC. Empty if it has no year or no date.
std::optional<base::Instant> instant_of(const model::Stamp& stamp);

}  // namespace jitgate::results
