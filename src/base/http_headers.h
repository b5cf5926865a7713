// What the values of some headers mean (RFC 9110, 8288, 6266).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/http.h"
#include "base/instant.h"

namespace jitgate::base {

// The target of `rel="next"` of a Link header.
std::optional<std::string> next_link(std::string_view link);
// "Sun, 06 Nov 1994 08:49:37 GMT"
std::optional<Instant> parse_http_date(std::string_view text);
// How long a Retry-After (seconds or a date) asks to wait; never negative.
std::optional<Duration> retry_after(std::string_view text, Instant now);
// "bytes 100-999/1000" and "bytes */1000"; first and last are absent in the second form, total in "bytes 0-9/*".
struct ContentRange {
  std::optional<std::uint64_t> first, last, total;
};
std::optional<ContentRange> parse_content_range(std::string_view text);
std::optional<std::uint64_t> content_length(const HttpHeaders& headers);
// An ETag that names the bytes themselves: only such a one may continue a download.
std::optional<std::string> strong_etag(const HttpHeaders& headers);
// The name of a Content-Disposition, as told: filename* (UTF-8) first, then filename. It is hostile: no path.
std::optional<std::string> disposition_name(std::string_view text);

// A refusal that only says "later": how long to wait, and why.
struct RateLimit {
  Duration wait = 0;
  std::optional<Instant> reset;  // when the limit starts afresh, where told
  bool told = false;             // the wait is the server's; else it is our guess
  bool secondary = false;        // of GitHub's two: too fast, and not too much
};
// A limit is told by 429, or by 403 with Retry-After, x-ratelimit-remaining 0 or a message of rate limits; the wait by
// Retry-After, x-ratelimit-reset (epoch seconds), or ratelimit-reset and ratelimit-user-reset (seconds). Where nothing
// tells it, a minute, doubled each time (`before`: how often already).
std::optional<RateLimit> rate_limit(const HttpAnswer& answer, Instant now, int before);

}  // namespace jitgate::base
