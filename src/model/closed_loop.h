// Start times of requests that a closed loop sent, from their latencies alone. Clients that keep per-request arrays
// often keep no start times; but a loop of `conc` slots that always sends the next request when one ends has only one
// schedule, so the starts follow. Used to give requests a place in time where no log tells it; never without the
// check that the schedule ends when the client says that it did.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace jitgate::model {

// Seconds from the window's start to the start of each request, in the given (submission) order: the first `conc`
// start at 0, each later one when the earliest of the running ones ends. `ttft` and `latency` in seconds.
// Empty unless: both arrays have the same, non-zero length; every value is finite, ttft is above 0 (a failed request
// has 0) and latency is at least ttft; conc is at least 1; and the last end differs from `duration_s` by no more than
// the greater of 0.5 s and 1 %. Valid only for an unlimited request rate, which the caller knows.
std::optional<std::vector<double>> rebuild_starts(std::span<const float> ttft, std::span<const float> latency,
                                                  std::int64_t conc, double duration_s);

}  // namespace jitgate::model
