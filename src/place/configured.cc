#include "place/configured.h"

#include <algorithm>

#include "model/rulings.h"
#include "place/boundaries.h"
#include "place/windows.h"

namespace jitgate::place {
namespace {

using model::Point;

void configured(Point& point, std::vector<model::Window> windows) {
  point.windows = std::move(windows);
  point.window_failed_check = point.windows.empty();
  point.window_impossible = false;
}

void by_patterns(const ConfiguredInputs& in, const model::Placed& placed, const model::Rulings& rulings, Point& point) {
  if (rulings.window_start_pattern.empty() || rulings.window_end_pattern.empty()) return;
  std::vector<BoundaryView> lines;
  for (const model::BoundaryLine& line : in.boundaries) {
    const auto log = in.log_at.find(line.path);
    if (log != in.log_at.end() && placed.bundle_of_log[log->second] == point.bundle)
      lines.push_back({&line, in.clocks[log->second]});
  }
  configured(point, pattern_windows(point, rulings, lines));
  if (point.windows.empty())
    point.window_notes.insert(point.window_notes.begin(), "no pair of lines fits the policy's window patterns");
}

// All that name the point: its repetitions. One of them alone would leave the others' events out of the measurement.
std::vector<model::Window> windows_of(const std::vector<model::ConfiguredWindow>& list, const Point& point) {
  std::vector<model::Window> named;
  for (const model::ConfiguredWindow& w : list) {
    if (!names_point(w.id, point.id)) continue;
    const bool again = std::any_of(named.begin(), named.end(), [&](const model::Window& other) {
      return other.start.lo == w.start && other.end.lo == w.end;
    });
    if (!again) named.push_back({{w.start, w.start}, {w.end, w.end}, model::WindowSource::configured, {}, 0});
  }
  std::sort(named.begin(), named.end(),
            [](const model::Window& a, const model::Window& b) { return a.start.lo < b.start.lo; });
  return named;
}

}  // namespace

void configure_windows(const ConfiguredInputs& in, model::Placed& placed) {
  for (Point& point : placed.points) {
    const model::Rulings rulings = model::rulings_for(in.policy, point.key, point.id);
    by_patterns(in, placed, rulings, point);
    for (const auto* configured_windows : {&rulings.windows, &in.asked}) {
      if (auto named = windows_of(*configured_windows, point); !named.empty()) configured(point, std::move(named));
    }
  }
}

}  // namespace jitgate::place
