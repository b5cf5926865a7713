// Option values that have a form of their own: windows, workers, sizes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/policy.h"

namespace jitgate::cli {

// "conc12=2026-08-04T18:38:42.81Z..2026-08-04T18:40:04.65Z"
base::Result<model::ConfiguredWindow> parse_window(const std::string& text);
// The roles that workers can be expected of.
const std::vector<std::string>& expected_roles();
// "decode=6"
base::Result<std::pair<std::string, int>> parse_expected(const std::string& text);
// "500", "64KiB", "1.5GB": at least one byte and below 2^63; empty where the text is no such thing.
std::optional<std::uint64_t> parse_bytes(const std::string& text);

}  // namespace jitgate::cli
