#include "place/boundaries.h"

#include <algorithm>
#include <optional>

#include "place/windows.h"

namespace jitgate::place {
namespace {

using model::BoundaryLine;
using model::Interval;
using model::Window;

Interval written(const BoundaryView& view) {
  const BoundaryLine& line = *view.line;
  if (line.own) return view.clock.resolve(*line.own);
  Interval at;
  if (line.before) at.lo = view.clock.resolve(*line.before).lo;
  if (line.after) at.hi = view.clock.resolve(*line.after).hi;
  return at;
}

struct Pair {
  Window window;
  std::optional<std::int64_t> conc;
};

std::vector<Pair> pairs_of(const std::vector<BoundaryView>& lines, const model::Rulings& rulings) {
  std::vector<Pair> pairs;
  const BoundaryView* open = nullptr;
  for (const BoundaryView& view : lines) {
    if (open != nullptr && open->line->path != view.line->path) open = nullptr;
    // The latest start counts: a warm-up may print the same line.
    if (view.line->pattern == rulings.window_start_pattern) open = &view;
    if (view.line->pattern != rulings.window_end_pattern || open == nullptr || open == &view) continue;
    const Window window{written(*open), written(view), model::WindowSource::configured, view.line->path, 0};
    if (window.start.bounded() && window.end.bounded() && window.start.lo <= window.end.hi)
      pairs.push_back({window, open->line->conc ? open->line->conc : view.line->conc});
    open = nullptr;
  }
  return pairs;
}

}  // namespace

std::vector<Window> pattern_windows(const model::Point& point, const model::Rulings& rulings,
                                    const std::vector<BoundaryView>& lines) {
  std::vector<Pair> pairs = pairs_of(lines, rulings);
  std::erase_if(pairs, [&](const Pair& p) { return p.conc && point.key.conc && *p.conc != *point.key.conc; });
  std::optional<double> duration;
  for (const model::ResultRow* row : point.rows) {
    if (!duration) duration = row->duration_s;
  }
  const bool named = std::any_of(pairs.begin(), pairs.end(), [](const Pair& p) { return p.conc.has_value(); });
  std::vector<Window> windows;
  for (const Pair& pair : pairs) {
    if (named && !pair.conc) continue;
    if (pairs.size() > 1 && duration && !agrees_with(pair.window, *duration)) continue;
    windows.push_back(pair.window);
  }
  // Pairs that nothing tells apart are of several points; those of one concurrency are its repetitions.
  if (windows.size() > 1 && !named) windows.clear();
  return windows;
}

}  // namespace jitgate::place
