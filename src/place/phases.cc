#include "place/phases.h"

#include <algorithm>

namespace jitgate::place {

using base::Instant;
using model::Interval;
using model::Phase;
using model::Window;

namespace {
bool by_start(const Window& a, const Window& b) { return a.start.lo < b.start.lo; }
}  // namespace

Phases::Phases(std::vector<Window> windows, std::vector<Interval> probes)
    : windows_(std::move(windows)), probes_(std::move(probes)) {
  std::sort(windows_.begin(), windows_.end(), by_start);
}

Phase Phases::at(Instant t, Instant ready) const {
  for (const Window& w : windows_) {
    if (w.start.lo <= t && t <= w.end.hi) return Phase::measured;
  }
  for (const Interval& probe : probes_) {
    if (probe.lo <= t && t <= probe.hi) return Phase::probe;
  }
  if (windows_.empty()) return t < ready && ready != base::kLatest ? Phase::startup : Phase::unknown;
  if (t < windows_.front().start.lo) return t < ready && ready != base::kLatest ? Phase::startup : Phase::warmup;
  return t > windows_.back().end.hi ? Phase::after : Phase::between;
}

Phase Phases::of(const Interval& written, Instant ready) const {
  if (!written.bounded()) return Phase::unknown;
  const Phase last = at(written.hi, ready);
  const bool holds_an_edge = std::any_of(windows_.begin(), windows_.end(), [&](const Window& w) {
    return (written.lo < w.start.hi && written.hi > w.start.lo) || (written.lo < w.end.hi && written.hi > w.end.lo);
  });
  if (!holds_an_edge) return last;  // a stamp that straddles two takes the later
  // A bracket as wide as that may hold whole windows: nothing can be said of the instant.
  return written.hi - written.lo <= 2 * base::kSecond ? Phase::boundary : Phase::unknown;
}

std::vector<Interval> probes_of(const std::vector<Window>& windows,
                                const std::vector<const model::Request*>& frontend) {
  std::vector<Window> sorted = windows;
  std::sort(sorted.begin(), sorted.end(), by_start);
  std::vector<Interval> probes;
  Instant before = base::kEarliest;
  for (const Window& w : sorted) {
    Instant begun = base::kEarliest;
    for (const model::Request* r : frontend) {
      const bool precedes = r->received > before && r->received < w.start.lo && r->completed != base::kEarliest &&
                            r->completed <= w.start.hi + 5 * base::kMillisecond;
      if (precedes) begun = std::max(begun, r->received);
    }
    if (begun != base::kEarliest) probes.push_back({begun, w.start.lo});
    before = w.end.hi;
  }
  return probes;
}

}  // namespace jitgate::place
