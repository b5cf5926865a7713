#include "place/frontend_reach.h"

#include <fmt/format.h>

#include <algorithm>

namespace jitgate::place {
namespace {

using base::Duration;
using base::Instant;
using base::kEarliest;
using base::kMillisecond;
using base::kSecond;
using base::shifted;
using model::Interval;
using model::Window;

// The window's edges and a frontend's lines are of two clocks, and the client's last steps take a moment.
Duration slack_of(const Window& window) {
  const Duration most = window.uncertainty_s() > 0 ? 2 * kSecond : 250 * kMillisecond;
  return std::clamp<Duration>((window.end.lo - window.start.hi) / 20, 100 * kMillisecond, most);
}

std::string clock_text(Instant t) { return base::format_instant(t, 3); }

}  // namespace

std::optional<std::int64_t> requests_counted(const model::Point& point) {
  for (const model::ResultRow* row : point.rows) {
    if (!row->completed) continue;
    const std::int64_t told = *row->completed + row->failed.value_or(0) + row->cancelled.value_or(0);
    // sa-bench writes how many it sent and how many completed, and leaves the rest to be reckoned.
    return row->failed ? told : std::max(told, row->num_prompts.value_or(0));
  }
  return std::nullopt;
}

bool reach_of_frontend(const FrontendView& frontend, model::Point& point) {
  Interval all{base::kLatest, kEarliest};
  for (const Interval& span : frontend.spans) all = {std::min(all.lo, span.lo), std::max(all.hi, span.hi)};
  if (frontend.opened.empty() || all.lo > all.hi) return true;
  std::int64_t seen = 0;
  std::int64_t failed = 0;
  std::int64_t unended = 0;
  bool ends = false;
  bool begins = false;
  for (const Window& window : point.windows) {
    if (window.source == model::WindowSource::serving) return true;  // no measurement, no requests that must be there
    const Duration slack = slack_of(window);
    std::int64_t open = 0;
    for (const model::Request* r : frontend.opened) {
      const bool here = r->received >= shifted(window.start.lo, -5 * kMillisecond) &&
                        r->received <= shifted(window.end.hi, 5 * kMillisecond);
      if (here) ++seen;
      if (here && !r->ok) ++failed;
      if (here && r->completed == kEarliest) ++open;
    }
    unended += open;
    const bool early = all.hi < shifted(window.end.lo, -slack);
    if (early && open > 0) {
      point.frontend_gaps.push_back(fmt::format("the frontend's log ends at {}, before the window does, with {} open",
                                                clock_text(all.hi),
                                                open == 1 ? "1 request" : fmt::format("{} requests", open)));
    }
    ends = ends || early;
    begins = begins || all.lo > shifted(window.start.hi, slack);
  }
  const auto counted = requests_counted(point);
  // The result leads, but what contradicts it, or came from elsewhere meanwhile, is told.
  if (failed > 0)
    point.notes.push_back(fmt::format("the frontend's log says that {} of {} requests failed", failed, seen));
  if (unended > 0)
    point.notes.push_back(fmt::format("the frontend's log shows no end of {} of {} requests", unended, seen));
  const bool all_completed = std::any_of(point.rows.begin(), point.rows.end(), [](const model::ResultRow* row) {
    return row->completed && row->failed.value_or(0) == 0 && *row->completed >= row->num_prompts.value_or(0);
  });
  double allowed = 0.05;
  for (const model::ResultRow* row : point.rows) allowed = std::max(allowed, row->failures_allowed);
  if (all_completed && static_cast<double>(failed) > allowed * static_cast<double>(seen)) {
    point.contradicted.push_back(fmt::format(
        "the frontend's log says that {} of {} requests failed, and the result says that all completed", failed, seen));
  }
  if (counted && seen > *counted) {
    point.notes.push_back(
        fmt::format("the frontend's log shows {} requests in the window, and the result counts {}", seen, *counted));
  }
  if (!counted || seen >= *counted || point.windows.empty()) return true;
  const std::string shown =
      fmt::format("the frontend's log shows {} of the {} requests that the result counts", seen, *counted);
  if ((ends || begins) && point.frontend_gaps.empty()) {
    point.frontend_gaps.push_back(shown + (ends ? ": it ends before the window does" : ": it begins in the window"));
  } else {
    point.notes.push_back(shown);
  }
  return false;
}

}  // namespace jitgate::place
