#include "place/configured.h"

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

}  // namespace

void configure_windows(const ConfiguredInputs& in, model::Placed& placed) {
  for (Point& point : placed.points) {
    const model::Rulings rulings = model::rulings_for(in.policy, point.key, point.id);
    by_patterns(in, placed, rulings, point);
    for (const auto* configured_windows : {&rulings.windows, &in.asked}) {
      for (const model::ConfiguredWindow& w : *configured_windows) {
        if (!names_point(w.id, point.id)) continue;
        configured(point, {{{w.start, w.start}, {w.end, w.end}, model::WindowSource::configured, {}, 0}});
      }
    }
  }
}

}  // namespace jitgate::place
