#include "run/heard_offset.h"

#include <algorithm>

namespace jitgate::run {
namespace {

constexpr base::Duration kSameMoment = 5 * base::kSecond;

// `at_most`: how long before `at` its last stamped line may have been written.
std::optional<int> offset_at(const model::LogEvidence& log, base::Instant heard_at, base::Duration at_most) {
  if (heard_at == 0 || !log.last_stamp) return std::nullopt;
  const model::Stamp& stamp = *log.last_stamp;
  const base::Instant day = heard_at - heard_at % base::kDay;
  base::Duration ahead = day + stamp.ns_of_day - heard_at;
  ahead -= ahead > 14 * base::kHour ? base::kDay : 0;
  ahead += ahead < -12 * base::kHour - base::kMinute ? base::kDay : 0;
  constexpr base::Duration kQuarter = 15 * base::kMinute;
  const base::Duration nearest =
      (ahead + 12 * base::kHour + 1 * base::kMinute) / kQuarter * kQuarter - 12 * base::kHour;
  const base::Duration late = nearest - ahead;  // how long ago it was written, in that zone
  if (late < -5 * base::kSecond || late > at_most) return std::nullopt;
  const base::Civil date = base::civil_of(heard_at + nearest - std::max<base::Duration>(late, 0));
  if (stamp.month != 0 && (stamp.month != date.month || stamp.day != date.day)) return std::nullopt;
  return static_cast<int>(nearest / base::kSecond);
}

}  // namespace

std::optional<int> heard_offset(const model::LogEvidence& log, base::Instant heard_at) {
  return offset_at(log, heard_at, base::kMinute);
}

std::optional<int> offset_of_last_write(const model::LogEvidence& log, base::Instant changed) {
  return changed == base::kLatest ? std::nullopt : offset_at(log, changed, kSameMoment);
}

void share_offset(std::vector<model::LogEvidence>& logs) {
  std::optional<int> common;
  for (const model::LogEvidence& log : logs) {
    if (!log.heard_offset_s) continue;
    if (common && *common != *log.heard_offset_s) return;
    common = log.heard_offset_s;
  }
  for (model::LogEvidence& log : logs) {
    if (!log.heard_offset_s) log.heard_offset_s = common;
  }
}

}  // namespace jitgate::run
