#include "report/lanes.h"

#include <algorithm>
#include <map>

namespace jitgate::report {
namespace {

using base::Instant;
using base::kEarliest;
using base::kLatest;

constexpr base::Duration kLeastMargin = 500 * base::kMillisecond;

void take_windows(const model::Verdict& verdict, Span& span) {
  for (const model::PointVerdict& point : verdict.points) {
    if (point.window_start && point.window_end) span.widen(*point.window_start, *point.window_end);
  }
}

}  // namespace

bool told(Instant t) { return t != kEarliest && t != kLatest; }

void Span::widen(Instant from, Instant to) {
  if (!told(from) || !told(to)) return;
  const bool first = lo == 0 && hi == 0;
  lo = first ? from : std::min(lo, from);
  hi = first ? to : std::max(hi, to);
}

double Span::part(Instant t) const {
  return std::clamp(static_cast<double>(t - lo) / static_cast<double>(hi - lo), 0.0, 1.0);
}

Instant instant_of(const EventRow& row) {
  if (told(row.start_lo) && told(row.start_hi)) return row.start_lo + (row.start_hi - row.start_lo) / 2;
  for (const Instant t : {row.start_lo, row.start_hi, row.end_lo, row.end_hi}) {
    if (told(t)) return t;
  }
  return kEarliest;
}

std::optional<Span> drawn_span(const EventRow& row, bool certain) {
  const Instant at = instant_of(row);
  if (at == kEarliest) return std::nullopt;
  const Instant from = certain || row.start_lo == kEarliest ? at : row.start_lo;
  const Instant to = certain ? row.end_lo : row.end_hi;
  return Span{from, told(to) ? std::max(from, to) : from};
}

std::vector<Lane> lanes(const model::Verdict& verdict, const EventTable& events) {
  std::vector<Lane> out;
  std::map<std::string, std::size_t> by_log;
  std::map<std::string, std::size_t> by_name;
  for (const model::WorkerVerdict& worker : verdict.workers) {
    const std::size_t same = ++by_name[worker.name];
    for (const std::string& log : worker.logs) by_log.emplace(log, out.size());
    out.push_back({same == 1 ? worker.name : worker.name + " (" + std::to_string(same) + ")", &worker, {}});
  }
  std::map<std::string, std::size_t> others;  // by the name that the events give
  for (std::uint32_t i = 0; i < events.rows().size(); ++i) {
    const EventKind& kind = events.kind(events.rows()[i]);
    if (kind.duplicate) continue;
    const auto known = by_log.find(kind.log);
    std::size_t lane = 0;
    if (known != by_log.end()) {
      lane = known->second;
    } else {
      const auto [at, fresh] = others.emplace(kind.worker, out.size());
      if (fresh) out.push_back({"no worker: " + kind.worker, nullptr, {}});
      lane = at->second;
    }
    out[lane].rows.push_back(i);
  }
  return out;
}

Span extent_of(const model::Verdict& verdict, const EventTable& events) {
  Span span;
  take_windows(verdict, span);
  for (const EventRow& row : events.rows()) {
    if (const Instant t = instant_of(row); told(t)) span.widen(t, t);
    if (told(row.start_lo) && told(row.end_hi) && events.certain(row)) span.widen(row.start_lo, row.end_hi);
  }
  for (const model::WorkerVerdict& worker : verdict.workers) {
    if (worker.first && worker.last) span.widen(*worker.first, *worker.last);
  }
  return span;
}

Span view_of(const model::Verdict& verdict, const EventTable& events) {
  Span span;
  take_windows(verdict, span);
  if (!span.known()) {
    span = extent_of(verdict, events);
  } else {
    const Span windows = span;
    const base::Duration near = (windows.hi - windows.lo) / 4;
    for (const EventRow& row : events.rows()) {
      const Instant t = instant_of(row);
      if (!told(t)) continue;
      const bool close = t > base::shifted(windows.lo, -near) && t < base::shifted(windows.hi, near);
      if (close || events.meets_a_window(row)) span.widen(std::max(t, base::shifted(windows.lo, -near)), t);
    }
  }
  if (span.lo == 0 && span.hi == 0) return span;
  const base::Duration margin = std::max(kLeastMargin, (span.hi - span.lo) / 40);
  return {base::shifted(span.lo, -margin), base::shifted(span.hi, margin)};
}

}  // namespace jitgate::report
