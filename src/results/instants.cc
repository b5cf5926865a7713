#include "results/instants.h"

#include <cmath>
#include <string>

namespace jitgate::results {
namespace {

constexpr double kYear2000 = 946684800.0;
constexpr double kYear2200 = 7258118400.0;

std::optional<base::Instant> plausible(std::optional<base::Instant> t) {
  if (!t) return std::nullopt;
  const double seconds = base::to_unix_seconds(*t);
  return seconds >= kYear2000 && seconds < kYear2200 ? t : std::nullopt;
}

// Whole numbers exactly; others (milliseconds with a fraction) as the double has them.
std::optional<base::Instant> scaled(const Record& record, std::string_view path, std::int64_t unit) {
  const auto number = record.number(path);
  if (!number || *number < kYear2000 || *number > kYear2200 * 1e9) return std::nullopt;
  const std::int64_t units = base::kSecond / unit;
  const auto per_second = static_cast<double>(units);
  if (*number / per_second < kYear2000 || *number / per_second >= kYear2200) return std::nullopt;
  if (const auto whole = record.integer(path)) return *whole * unit;
  return plausible(base::from_unix_seconds(*number / per_second));
}

}  // namespace

std::optional<base::Instant> unix_ns(const Record& record, std::string_view path) { return scaled(record, path, 1); }
std::optional<base::Instant> unix_ms(const Record& record, std::string_view path) {
  return scaled(record, path, base::kMillisecond);
}
std::optional<base::Instant> unix_seconds(const Record& record, std::string_view path) {
  const auto number = record.number(path);
  return number ? plausible(base::from_unix_seconds(*number)) : std::nullopt;
}

std::optional<base::Instant> any_instant(const Record& record, std::initializer_list<std::string_view> bases) {
  for (const std::string_view base_name : bases) {
    const std::string name(base_name);
    if (const auto t = unix_seconds(record, name + "_unix")) return t;
    for (const char* ending : {"_unix_ms", "_ms"}) {
      if (const auto t = unix_ms(record, name + ending)) return t;
    }
    for (const char* ending : {"_unix_ns", "_ns"}) {
      if (const auto t = unix_ns(record, name + ending)) return t;
    }
    if (const auto t = unix_seconds(record, name)) return t;
    const Scalar* value = record.find(name);
    if (value != nullptr && value->type == Scalar::Type::string) {
      // A bare number in quotes would be read as seconds too; only a calendar date is meant here.
      const bool calendar = value->text.find('-') != std::string::npos && value->text.find(':') != std::string::npos;
      if (const auto t = calendar ? plausible(base::parse_instant(value->text)) : std::nullopt) return t;
    }
  }
  return std::nullopt;
}

std::optional<base::Duration> duration_of(double number, base::Duration unit) {
  const double ns = number * static_cast<double>(unit);
  if (!std::isfinite(ns) || ns < 0 || ns > 1e18) return std::nullopt;
  return static_cast<base::Duration>(std::llround(ns));
}

std::optional<base::Duration> any_duration(const Record& record, std::initializer_list<std::string_view> bases) {
  for (const std::string_view base_name : bases) {
    const std::string name(base_name);
    if (const auto ms = record.number(name + "_ms")) return duration_of(*ms, base::kMillisecond);
    for (const char* ending : {"_s", ""}) {
      if (const auto s = record.number(name + ending)) return duration_of(*s, base::kSecond);
    }
  }
  return std::nullopt;
}

}  // namespace jitgate::results
