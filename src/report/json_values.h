// The JSON values that events and verdicts share: absent is null, text is valid UTF-8, and a document as text is
// ASCII in which "##" never stands, so that printing it on a CI log cannot obey a "##[command]" that it quotes.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "base/instant.h"
#include "model/worker.h"

namespace jitgate::report {

using Json = nlohmann::ordered_json;

Json text_value(const std::string& text);
Json text_or_null(const std::string& text);          // empty: null
Json number_or_null(std::int64_t value);             // negative: null
Json instant_value(std::optional<base::Instant> t);  // RFC 3339 with microseconds; unbounded or absent: null
Json ranks_value(const model::Ranks& ranks);         // {"tp": 0, …}: those that are told; null for none
std::string document(const Json& json, int indent);  // -1: on one line

}  // namespace jitgate::report
