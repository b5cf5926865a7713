#include "place/lost_logs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

#include "base/text.h"
#include "model/path_name.h"

namespace jitgate::place {
namespace {

using model::Interval;
using model::LogEvidence;
using model::WorkerSeen;

// Its place among the files of one log. By number the current one is 0 and older ones count up; by day they count down,
// and the current one has none.
struct Rotated {
  std::string base;
  std::int64_t age = 0;
  bool by_day = false;
};

std::optional<std::int64_t> number_of(std::string_view digits, std::size_t most) {
  if (digits.empty() || digits.size() > most || digits.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  return base::integer_of(digits);
}

// "20260804", "2026-08-04": as a number of days.
std::optional<std::int64_t> day_of(std::string_view text) {
  std::string digits(text);
  if (text.size() == 10 && text[4] == '-' && text[7] == '-') std::erase(digits, '-');
  const auto date = digits.size() == 8 ? number_of(digits, 8) : std::nullopt;
  if (!date) return std::nullopt;
  const int month = static_cast<int>(*date / 100 % 100), day = static_cast<int>(*date % 100);
  if (month < 1 || month > 12 || day < 1 || day > 31) return std::nullopt;
  return base::days_from_civil(static_cast<int>(*date / 10'000), month, day);
}

Rotated rotated(std::string_view path) {
  const std::string lower = base::lower(model::file_name(path));
  std::string_view name = lower;
  for (const std::string_view packed : {".gz", ".zst", ".xz", ".bz2"}) {
    if (name.ends_with(packed)) name.remove_suffix(packed.size());
  }
  constexpr std::size_t kMostDigits = 3;
  const auto cut_at = [&](std::size_t at) { return std::pair(name.substr(0, at), name.substr(at + 1)); };
  for (const std::size_t length : {std::size_t{8}, std::size_t{10}}) {
    if (name.size() <= length + 1) continue;
    const auto [base, text] = cut_at(name.size() - length - 1);
    const char sign = name[base.size()];
    const auto day = sign == '-' || sign == '.' ? day_of(text) : std::nullopt;
    if (day) return {std::string(base), -*day, true};
  }
  const std::size_t at = name.find_last_of("._-");
  if (at == std::string_view::npos || at == 0) return {std::string(name), 0, false};
  const auto [base, text] = cut_at(at);
  const auto number = number_of(text, kMostDigits);
  // "decode_w1" ends in a number of its own.
  const bool of_log = name[at] == '.' || std::any_of(model::kLogEndings.begin(), model::kLogEndings.end(),
                                                     [&](std::string_view end) { return base.ends_with(end); });
  if (!number || !of_log) return {std::string(name), 0, false};
  return {std::string(base), *number, false};
}

void widen(Interval& span, const Interval& by) { span = {std::min(span.lo, by.lo), std::max(span.hi, by.hi)}; }

struct Kept {
  Interval span{base::kLatest, base::kEarliest};  // lo > hi: no line tells a time
  std::string_view path;
  bool shows_end = false;
};

// By age, oldest first.
using Files = std::map<std::int64_t, Kept, std::greater<>>;

std::string missing(const Rotated& log, std::int64_t older, std::int64_t newer) {
  if (log.by_day) return fmt::format("no {} of the days between", log.base);
  const auto name = [&](std::int64_t age) { return age == 0 ? log.base : fmt::format("{}.{}", log.base, age); };
  if (older - newer == 2) return name(older - 1) + " is not there";
  return fmt::format("{} to {} are not there", name(older - 1), name(newer + 1));
}

void add_lost(const Rotated& log, const Files& files, WorkerSeen& worker) {
  for (auto newer = files.begin(), older = newer++; newer != files.end(); older = newer++) {
    if (older->first - newer->first < 2) continue;
    const Interval &before = older->second.span, &after = newer->second.span;
    Interval hole;
    if (before.lo <= before.hi) hole.lo = before.hi;
    if (after.lo <= after.hi) hole.hi = after.lo;
    worker.lost_logs.push_back(
        {hole, fmt::format("{}, though {} and {} are", missing(log, older->first, newer->first),
                           model::file_name(older->second.path), model::file_name(newer->second.path))});
  }
  // What was rotated away was written on, unless the engine had come to its end.
  const auto& [age, newest] = *files.rbegin();
  if (log.by_day || age == 0 || newest.shows_end) return;
  Interval hole;
  if (newest.span.lo <= newest.span.hi) hole.lo = newest.span.hi;
  worker.lost_logs.push_back(
      {hole, fmt::format("{}, though {} is", missing(log, age, -1), model::file_name(newest.path))});
}

}  // namespace

void find_lost_logs(const std::vector<LogEvidence>& logs, model::Placed& placed) {
  for (WorkerSeen& worker : placed.workers) {
    std::map<std::tuple<std::string, bool>, std::pair<Rotated, Files>> of_log;
    for (const std::uint32_t l : worker.logs) {
      Rotated log = rotated(logs[l].coverage.path);
      Kept& kept = of_log[{log.base, log.by_day}].second[log.age];
      widen(kept.span, placed.log_spans[l]);
      kept.path = logs[l].coverage.path;
      kept.shows_end = kept.shows_end || std::any_of(logs[l].marks.begin(), logs[l].marks.end(), [](const auto& mark) {
                         return mark.kind == model::MarkKind::shutdown;
                       });
      of_log[{log.base, log.by_day}].first = std::move(log);
    }
    for (const auto& [name, log] : of_log) add_lost(log.first, log.second, worker);
  }
}

}  // namespace jitgate::place
