#include "place/contradicted.h"

#include <fmt/format.h>

#include <algorithm>

#include "place/frontend_reach.h"

namespace jitgate::place {
namespace {

using base::Duration;
using base::Instant;
using base::kEarliest;
using base::kSecond;
using base::shifted;
using model::Interval;
using model::Point;
using model::Request;
using model::Window;
using model::WindowSource;

// Clocks that are kept by NTP differ by less, and so does the time a client takes around its first and last request.
constexpr Duration kClocks = 2 * kSecond;
constexpr Duration kNear = 60 * kSecond;

Duration quarter(const Window& window) { return std::max<Duration>(0, (window.end.lo - window.start.hi) / 4); }

// Told by a clock of its own. What was configured wins whatever requests say; the others are made of requests, or as
// uncertain as their source.
bool is_claimed(const Window& window) {
  return window.source == WindowSource::window_file || window.source == WindowSource::mark ||
         window.source == WindowSource::result_unix_time;
}

constexpr WindowSource kOfRequests[] = {WindowSource::request_records, WindowSource::frontend_log};

// How far edges may differ for clocks alone, or the tolerance of the check by duration, to explain it.
Duration by_clocks(const Window& window) {
  return std::min(std::max(kClocks, (window.end.lo - window.start.hi) / 100), quarter(window));
}

Duration apart(const Interval& a, const Interval& b) {
  return std::max<Duration>(0, std::max(a.lo, b.lo) - std::min(a.hi, b.hi));
}

Duration apart(const Window& a, const Window& b) { return std::max(apart(a.start, b.start), apart(a.end, b.end)); }

// The window of that source that passes its check; null where there are several: which repetition it is is not told.
const Window* only_one(const std::vector<Candidate>& candidates, WindowSource source) {
  const Window* only = nullptr;
  for (const Candidate& c : candidates) {
    if (c.window.source != source || !c.passes) continue;
    if (only != nullptr) return nullptr;
    only = &c.window;
  }
  return only;
}

void span(Interval& edge, const Interval& other) { edge = {std::min(edge.lo, other.lo), std::max(edge.hi, other.hi)}; }

struct Counted {
  std::int64_t all = 0, inside = 0, near = 0;
};

Counted count(const std::vector<const Request*>& requests, const model::Placed& placed, const Point& point,
              Duration skew) {
  const auto within = [](const Request& r, const Window& w, Duration slack) {
    return r.received >= shifted(w.start.lo, -slack) && r.received <= shifted(w.end.hi, slack);
  };
  Counted found;
  for (const Request* r : requests) {
    if (r->received == kEarliest || !r->measured) continue;
    ++found.all;
    const auto in_one_of = [&](const Point& p, auto slack_of) {
      return std::any_of(p.windows.begin(), p.windows.end(),
                         [&](const Window& w) { return within(*r, w, slack_of(w)); });
    };
    const auto small = [&](const Window& w) { return std::max(skew, by_clocks(w)); };
    if (in_one_of(point, small)) {
      ++found.inside;
      continue;
    }
    const bool of_another = std::any_of(placed.points.begin(), placed.points.end(), [&](const Point& p) {
      return &p != &point && p.bundle == point.bundle && in_one_of(p, small);
    });
    const auto wide = [](const Window& w) { return std::max(kNear, w.end.hi - w.start.lo); };
    if (!of_another && in_one_of(point, wide)) ++found.near;
  }
  return found;
}

}  // namespace

Duration held_by_guard(const Window& window) { return std::min(kSecond / 2, quarter(window)); }

void widen_to_requests(Window& chosen, const std::vector<Candidate>& candidates) {
  if (!is_claimed(chosen)) return;
  for (const WindowSource source : kOfRequests) {
    const Window* window = only_one(candidates, source);
    if (window == nullptr) continue;
    const Duration differ = apart(chosen, *window);
    if (differ <= held_by_guard(chosen) || differ > by_clocks(chosen)) return;
    span(chosen.start, window->start);
    span(chosen.end, window->end);
    return;
  }
}

void compare_with_requests(const model::Placed& placed, const std::vector<const Request*>& frontend,
                           const std::vector<Candidate>& candidates, Point& point) {
  const bool claimed = !point.windows.empty() && std::all_of(point.windows.begin(), point.windows.end(), is_claimed);
  const auto counted = requests_counted(point);
  if (!claimed || !counted || *counted <= 0) return;
  const Duration skew = base::from_seconds(placed.clock_skew_s);
  const Window& chosen = point.windows.front();
  for (const WindowSource source : kOfRequests) {
    const Window* window = point.windows.size() == 1 ? only_one(candidates, source) : nullptr;
    const Duration allowed = std::max(by_clocks(chosen), source == WindowSource::frontend_log ? skew : 0);
    if (window == nullptr || apart(chosen, *window) <= allowed) continue;
    point.window_contradicted =
        fmt::format("the window by {} lies {:.1f} s from that of its {} requests by {}", to_string(chosen.source),
                    base::to_seconds(apart(chosen, *window)), *counted, to_string(source));
    return;
  }
  std::vector<const Request*> own;
  for (const model::RequestSet* set : point.sets) {
    for (const Request& r : set->requests) own.push_back(&r);
  }
  const auto weigh = [&](const std::vector<const Request*>& requests, Duration clocks, const char* whose) {
    if (requests.empty() || !point.window_contradicted.empty()) return;
    const Counted found = count(requests, placed, point, clocks);
    const std::int64_t missing = *counted - found.inside;
    // Records of the measurement itself, none too many: what lies outside is no warm-up, though some may be lost.
    const bool own_outside = &requests == &own && found.all <= *counted && found.near * 10 >= found.all;
    if (missing <= 0 || (!own_outside && (missing * 10 < *counted || found.near * 10 < missing * 9))) return;
    point.window_contradicted = fmt::format(
        "of the {} requests that the result counts, {} show {} in the window by {} and {} just outside of it", *counted,
        whose, found.inside, to_string(chosen.source), found.near);
  };
  weigh(own, 0, "the request records");
  weigh(frontend, skew, "the frontend's lines");
}

}  // namespace jitgate::place
