#include "base/http_headers.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace jitgate::base {
namespace {

std::optional<std::uint64_t> natural(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  const auto value = integer_of(text);
  return value ? std::optional(static_cast<std::uint64_t>(*value)) : std::nullopt;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
    if (low >= 0) {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

// The value of a parameter "; name=value" or "; name="value"".
std::optional<std::string> parameter(std::string_view text, std::string_view name) {
  const std::string folded = lower(text);
  for (std::size_t at = folded.find(';'); at != std::string::npos; at = folded.find(';', at + 1)) {
    std::size_t begin = folded.find_first_not_of(" \t", at + 1);
    if (begin == std::string::npos || folded.compare(begin, name.size(), name) != 0) continue;
    begin = folded.find_first_not_of(" \t", begin + name.size());
    if (begin == std::string::npos || folded[begin] != '=') continue;
    std::string_view value = trim(text.substr(begin + 1));
    if (!value.starts_with('"')) return std::string(trim(value.substr(0, value.find(';'))));
    std::string out;
    for (std::size_t i = 1; i < value.size() && value[i] != '"'; ++i) {
      if (value[i] == '\\' && i + 1 < value.size()) ++i;
      out += value[i];
    }
    return out;
  }
  return std::nullopt;
}

// Buildkite has two limits at once, of the organisation and of the user, each with its own seconds. That which is used
// up is waited for; where neither says so, or both do, the longer.
std::optional<std::uint64_t> seconds_to_reset(const HttpHeaders& headers) {
  std::optional<std::uint64_t> used_up, any;
  for (const std::string name : {"ratelimit-", "ratelimit-user-"}) {
    const auto reset = headers.find(name + "reset");
    const auto seconds = reset ? natural(trim(*reset)) : std::nullopt;
    if (!seconds || *seconds >= 10'000'000) continue;
    any = std::max(any.value_or(0), *seconds);
    if (const auto left = headers.find(name + "remaining"); left && trim(*left) == "0")
      used_up = std::max(used_up.value_or(0), *seconds);
  }
  return used_up ? used_up : any;
}

}  // namespace

std::optional<std::string> next_link(std::string_view link) {
  while (true) {
    const std::size_t open = link.find('<');
    const std::size_t close = open == std::string_view::npos ? open : link.find('>', open);
    if (close == std::string_view::npos) return std::nullopt;
    const std::string_view target = link.substr(open + 1, close - open - 1);
    link.remove_prefix(close + 1);
    const std::string_view rest = link.substr(0, link.find('<'));
    const auto relation = parameter(rest.substr(0, rest.rfind(',')), "rel");
    if (relation && lower(*relation) == "next") return std::string(target);
  }
}

std::optional<Instant> parse_http_date(std::string_view text) {
  static constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                               "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  text = trim(text);
  if (text.size() != 29 || text[3] != ',' || !text.ends_with(" GMT")) return std::nullopt;
  const auto month = std::find(kMonths.begin(), kMonths.end(), text.substr(8, 3));
  const auto day = natural(text.substr(5, 2)), year = natural(text.substr(12, 4)), hour = natural(text.substr(17, 2));
  const auto minute = natural(text.substr(20, 2)), second = natural(text.substr(23, 2));
  if (month == kMonths.end() || !day || !year || !hour || !minute || !second) return std::nullopt;
  if (*year < 1970 || *year > 2200 || *day < 1 || *day > 31 || *hour > 23 || *minute > 59 || *second > 60)
    return std::nullopt;
  const std::int64_t days =
      days_from_civil(static_cast<int>(*year), static_cast<int>(month - kMonths.begin()) + 1, static_cast<int>(*day));
  return days * kDay + static_cast<std::int64_t>(*hour * 3600 + *minute * 60 + *second) * kSecond;
}

std::optional<Duration> retry_after(std::string_view text, Instant now) {
  text = trim(text);
  if (const auto seconds = natural(text)) {
    return static_cast<Duration>(std::min<std::uint64_t>(*seconds, 366 * 86400)) * kSecond;
  }
  const auto date = parse_http_date(text);
  return date ? std::optional(std::max<Duration>(0, *date - now)) : std::nullopt;
}

std::optional<ContentRange> parse_content_range(std::string_view text) {
  text = trim(text);
  if (!text.starts_with("bytes ")) return std::nullopt;
  text.remove_prefix(6);
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  ContentRange range;
  range.total = natural(text.substr(slash + 1));
  const std::string_view span = text.substr(0, slash);
  if (span == "*") return range;
  const std::size_t dash = span.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  range.first = natural(span.substr(0, dash));
  range.last = natural(span.substr(dash + 1));
  if (!range.first || !range.last) return std::nullopt;
  return range;
}

std::optional<std::uint64_t> content_length(const HttpHeaders& headers) {
  const auto value = headers.find("content-length");
  return value ? natural(trim(*value)) : std::nullopt;
}

std::optional<std::string> strong_etag(const HttpHeaders& headers) {
  auto value = headers.find("etag");
  if (!value || value->size() < 3 || value->size() > 200 || !value->starts_with('"') || !value->ends_with('"'))
    return std::nullopt;
  return value;
}

std::optional<std::string> disposition_name(std::string_view text) {
  if (const auto extended = parameter(text, "filename*")) {
    if (lower(std::string_view(*extended).substr(0, 7)) == "utf-8''") return percent_decoded(extended->substr(7));
  }
  return parameter(text, "filename");
}

std::optional<RateLimit> rate_limit(const HttpAnswer& answer, Instant now, int before) {
  if (answer.status != 429 && answer.status != 403) return std::nullopt;
  const auto after = answer.headers.find("retry-after");
  const auto remaining = answer.headers.find("x-ratelimit-remaining");
  const bool used_up = remaining && trim(*remaining) == "0";
  const std::string_view body = std::string_view(answer.body).substr(0, 4096);
  const bool secondary = contains_nocase(body, "secondary rate limit") || contains_nocase(body, "abuse detection");
  const bool said = secondary || contains_nocase(body, "rate limit exceeded");
  if (answer.status == 403 && !after && !used_up && !said) return std::nullopt;

  RateLimit limit;
  limit.secondary = secondary || (after && !used_up);
  if (const auto wait = after ? retry_after(*after, now) : std::nullopt) {
    limit.wait = *wait;
    limit.told = true;
  } else if (const auto reset = answer.headers.find("x-ratelimit-reset"); reset && used_up) {
    const auto seconds = natural(trim(*reset));
    // A clock that is behind must not ask once more in the last second of the old hour.
    if (seconds && *seconds < 10'000'000'000) {
      limit.reset = static_cast<Instant>(*seconds) * kSecond;
      limit.wait = std::max<Duration>(0, *limit.reset - now) + kSecond;
      limit.told = true;
    }
  } else if (const auto seconds = seconds_to_reset(answer.headers)) {
    limit.wait = static_cast<Duration>(*seconds) * kSecond + kSecond;
    limit.told = true;
  }
  if (!limit.told) limit.wait = kMinute << std::min(before, 4);
  if (!limit.reset) limit.reset = shifted(now, limit.wait);
  return limit;
}

}  // namespace jitgate::base
