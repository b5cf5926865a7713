// The candidates as text: each with what makes its tail strong and by when its artifacts must be fetched, and how the
// counts hang on the thresholds. The words never say more than that a tail is there.
#pragma once

#include <string>
#include <vector>

#include "screen/screen.h"

namespace jitgate::screen {

// What GitHub keeps artifacts for unless told otherwise: 90 days.
inline constexpr std::int64_t kKeptDays = 90;

// "2026-08-04" of days since 1970; empty for 0, which tells none.
std::string date_of(std::int64_t day);

// `today`: days since 1970. Escaped for a terminal; up to 25 candidates, `verbose`: all.
std::string listing(const Screened& screened, const std::vector<Sensitivity>& sensitivity, std::int64_t today,
                    bool verbose);

// The same as one JSON object, whole.
std::string json(const Screened& screened, const std::vector<Sensitivity>& sensitivity, std::int64_t today);

}  // namespace jitgate::screen
