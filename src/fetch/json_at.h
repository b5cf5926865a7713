// Fields of answers and manifests as they are wanted: what is missing, or of another type, reads as nothing. What must
// be there is for the reader to ask; services add and leave out fields, and none of that may end a download.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/instant.h"

namespace jitgate::fetch {

struct Kept;

std::string text_at(const nlohmann::json& object, const char* name);
bool true_at(const nlohmann::json& object, const char* name);
// Those texts that a list has.
std::vector<std::string> texts_at(const nlohmann::json& object, const char* name);
// `otherwise` also for a number that is no whole one or beyond 63 bits.
std::int64_t number_at(const nlohmann::json& object, const char* name, std::int64_t otherwise = 0);
// ISO 8601 with its zone.
std::optional<base::Instant> time_at(const nlohmann::json& object, const char* name);
// What a manifest tells of a file, its size as `size`. A path that leaves the manifest's folder reads as none.
Kept read_kept(const nlohmann::json& object, const char* size);

}  // namespace jitgate::fetch
