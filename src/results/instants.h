// Instants in JSON values, whose unit is told by the key's ending and whose plausibility by the value: a number that is
// no wall clock (a monotonic clock's, an epoch in another unit) must read as absent, not as 1970.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>

#include "base/instant.h"
#include "results/record.h"

namespace jitgate::results {

// Nanoseconds, milliseconds or seconds of the Unix epoch; absent outside of the years 2000 to 2199.
std::optional<base::Instant> unix_ns(const Record& record, std::string_view path);
std::optional<base::Instant> unix_ms(const Record& record, std::string_view path);
std::optional<base::Instant> unix_seconds(const Record& record, std::string_view path);

// The first that is there of <base>_unix, <base>_unix_ms, <base>_unix_ns, <base>_ms, <base>_ns, <base>; the last in
// seconds, or as text with a zone.
std::optional<base::Instant> any_instant(const Record& record, std::initializer_list<std::string_view> bases);

// A duration: <base>_ms, <base>_s, <base> (seconds), each not negative.
std::optional<base::Duration> any_duration(const Record& record, std::initializer_list<std::string_view> bases);

// `number` units of `unit` ns, not negative; absent if it does not fit.
std::optional<base::Duration> duration_of(double number, base::Duration unit);

}  // namespace jitgate::results
