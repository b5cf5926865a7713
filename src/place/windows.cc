#include "place/windows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/path_name.h"
#include "place/contradicted.h"

namespace jitgate::place {
namespace {

using base::to_seconds;
using model::Point;
using model::Window;
using model::WindowSource;

base::Instant middle(const model::Interval& i) { return i.lo + (i.hi - i.lo) / 2; }

bool same(const Window& a, const Window& b) {
  const base::Duration slack = std::max(held_by_guard(a), held_by_guard(b));
  const auto near = [slack](const model::Interval& x, const model::Interval& y) {
    return x.lo <= base::shifted(y.hi, slack) && y.lo <= base::shifted(x.hi, slack);
  };
  return near(a.start, b.start) && near(a.end, b.end);
}

std::string described(const Window& w) {
  return fmt::format("{} {}..{}", to_string(w.source), base::format_instant(middle(w.start), 2),
                     base::format_instant(middle(w.end), 2));
}

// A repetition whose own window fails its check was measured all the same, at a time that is not known. Copies, and
// requests of a part of it, lie within a window that passes.
void tell_lost_repetition(Point& point, const Candidate& failed) {
  const auto within = [&](const Window& w) {
    const base::Duration slack = held_by_guard(w);
    return failed.window.start.lo >= base::shifted(w.start.lo, -slack) &&
           failed.window.end.hi <= base::shifted(w.end.hi, slack);
  };
  const bool of_another = std::none_of(point.windows.begin(), point.windows.end(),
                                       [&](const Window& w) { return w.path == failed.window.path; });
  if (!of_another || std::any_of(point.windows.begin(), point.windows.end(), within)) return;
  point.window_contradicted = fmt::format("{}: {}; when this repetition was measured is not known",
                                          model::file_name(failed.window.path), failed.why_not);
}

}  // namespace

bool agrees_with(const Window& window, double duration_s) {
  const double shortest = to_seconds(window.end.lo) - to_seconds(window.start.hi);
  const double longest = to_seconds(window.end.hi) - to_seconds(window.start.lo);
  const double tolerance = std::max(0.5, 0.01 * duration_s);
  return shortest <= duration_s + tolerance && longest >= duration_s - tolerance;
}

void choose_windows(Point& point, std::vector<Candidate> candidates) {
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.window.source < b.window.source; });
  // Unix times that contradict the duration of their own document put both in doubt.
  const bool doubted = std::any_of(candidates.begin(), candidates.end(), [](const Candidate& c) {
    return c.window.source == WindowSource::result_unix_time && !c.passes;
  });
  for (Candidate& c : candidates) {
    if (!doubted || !c.by_duration || !c.passes) continue;
    c.passes = false;
    c.why_not =
        std::string(to_string(c.window.source)) + ": reckoned from a duration that the result's times contradict";
  }
  const auto chosen = std::find_if(candidates.begin(), candidates.end(), [](const Candidate& c) { return c.passes; });
  for (const Candidate& c : candidates) {
    point.window_impossible = point.window_impossible || c.impossible;
    if (!c.passes && !c.why_not.empty()) point.window_notes.push_back(c.why_not);
  }
  if (chosen == candidates.end()) {
    point.window_failed_check = !candidates.empty();
    return;
  }
  // All windows of the chosen source: repetitions of one point have one each; equal copies count once.
  for (const Candidate& c : candidates) {
    if (!c.passes || c.window.source != chosen->window.source) continue;
    const bool known =
        std::any_of(point.windows.begin(), point.windows.end(), [&](const Window& w) { return same(w, c.window); });
    if (!known) point.windows.push_back(c.window);
  }
  for (const Candidate& c : candidates) {
    if (!c.passes && !c.impossible && c.window.source == chosen->window.source) tell_lost_repetition(point, c);
  }
  for (const Candidate& c : candidates) {
    if (!c.passes || c.window.source == chosen->window.source) continue;
    const bool agrees =
        std::any_of(point.windows.begin(), point.windows.end(), [&](const Window& w) { return same(w, c.window); });
    if (!agrees)
      point.window_notes.push_back(fmt::format("{} disagrees with {}", described(c.window), described(chosen->window)));
  }
  if (point.windows.size() == 1) widen_to_requests(point.windows.front(), candidates);
}

bool names_point(const std::string& wanted, const std::string& id) {
  if (wanted.empty() || wanted == id) return true;
  return id.size() > wanted.size() && id.compare(id.size() - wanted.size(), wanted.size(), wanted) == 0 &&
         id[id.size() - wanted.size() - 1] == '/';
}

}  // namespace jitgate::place
