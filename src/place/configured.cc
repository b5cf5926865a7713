#include "place/configured.h"

#include <map>

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

void by_patterns(const ConfiguredInputs& in, const model::Placed& placed, const model::Rulings& rulings,
                 const std::map<std::string, std::size_t>& log_at, Point& point) {
  if (rulings.window_start_pattern.empty() || rulings.window_end_pattern.empty()) return;
  std::vector<BoundaryView> lines;
  for (const model::BoundaryLine& line : in.boundaries) {
    const auto log = log_at.find(line.path);
    if (log != log_at.end() && placed.bundle_of_log[log->second] == point.bundle)
      lines.push_back({&line, in.clocks[log->second]});
  }
  configured(point, pattern_windows(point, rulings, lines));
  if (point.windows.empty())
    point.window_notes.insert(point.window_notes.begin(), "no pair of lines fits the policy's window patterns");
}

}  // namespace

void configure_windows(const ConfiguredInputs& in, model::Placed& placed) {
  std::map<std::string, std::size_t> log_at;
  for (std::size_t i = 0; i < in.logs.size(); ++i) log_at.emplace(in.logs[i].coverage.path, i);
  for (Point& point : placed.points) {
    const model::Rulings rulings = model::rulings_for(in.policy, point.key, point.id);
    by_patterns(in, placed, rulings, log_at, point);
    for (const auto* configured_windows : {&rulings.windows, &in.asked}) {
      for (const model::ConfiguredWindow& w : *configured_windows) {
        if (!names_point(w.id, point.id)) continue;
        configured(point, {{{w.start, w.start}, {w.end, w.end}, model::WindowSource::configured, {}, 0}});
      }
    }
  }
}

}  // namespace jitgate::place
