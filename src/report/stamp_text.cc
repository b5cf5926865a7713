#include "report/stamp_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace jitgate::report {
namespace {

// Digits of the fraction that a stamp of this resolution was written with.
int fraction_digits(std::int64_t resolution) {
  int digits = 0;
  for (std::int64_t unit = base::kSecond; digits < 9 && resolution < unit; unit /= 10) ++digits;
  return digits;
}

std::string zone_of(const model::Stamp& stamp) {
  if (stamp.offset_s == 0) return "Z";
  const int minutes = std::abs(stamp.offset_s % (24 * 3600)) / 60;
  return fmt::format("{}{:02}:{:02}", stamp.offset_s < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

}  // namespace

std::string text_of(const model::Stamp& stamp) {
  const std::int64_t ns = std::clamp<std::int64_t>(stamp.ns_of_day, 0, base::kDay + base::kSecond - 1);
  const std::int64_t seconds = ns / base::kSecond;
  std::string out;
  if (stamp.year > 0) out = fmt::format("{:04}-", stamp.year);
  if (stamp.month > 0) out += fmt::format("{:02}-{:02}{}", stamp.month, stamp.day, stamp.zoned ? 'T' : ' ');
  out += fmt::format("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
  if (const int digits = fraction_digits(stamp.resolution); digits > 0) {
    out += "." + fmt::format("{:09}", ns % base::kSecond).substr(0, static_cast<std::size_t>(digits));
  }
  return stamp.zoned ? out + zone_of(stamp) : out;
}

std::string as_written(const model::RawEvent& event) {
  const auto& first = event.first.own;
  const auto& last = event.last.own;
  const auto& chosen = event.marks == model::Marks::end ? (last ? last : first) : (first ? first : last);
  return chosen ? text_of(*chosen) : "";
}

}  // namespace jitgate::report
