#include "place/untold_silences.h"

#include <fmt/format.h>

#include <algorithm>

namespace jitgate::place {
namespace {

using base::Duration;
using base::Instant;
using base::kEarliest;
using base::kLatest;
using base::kSecond;
using base::shifted;
using model::Interval;
using model::Point;
using model::Window;

constexpr Duration kClosing = 2 * kSecond;  // as long may a client's last moment and a server's lie apart
constexpr Duration kEarly = 10 * kSecond;   // of a leap, that lies in the pause before it
constexpr Duration kLonger = 60 * kSecond;  // that one worker may serve on when the others have ceased

class Untold {
 public:
  Untold(const std::vector<Pulse>& pulses, const model::Placed& placed, const MayHaveWorked& may_have_worked,
         Point& point)
      : pulses_(pulses), placed_(placed), may_have_worked_(may_have_worked), point_(point) {}

  void look_at(std::uint32_t worker) {
    const double period_s = period_of(pulses_, placed_, worker);
    if (pulses_[worker].parts.empty()) return;
    const model::WorkerSeen& seen = placed_.workers[worker];
    const Duration goes_on = last_beat(worker) - last_of_others(worker);
    for (const Window& window : point_.windows) {
      if (window.source == model::WindowSource::serving) continue;
      for (Pause pause : pauses(pulses_[worker].parts)) {
        const Interval within = clipped(pause.between, window);
        if (within.lo >= within.hi || is_told(worker, within) || !may_have_worked_(worker, window, within)) continue;
        const bool last = pause.between.hi == kLatest;
        if (last) pause.between.hi = std::max(pause.between.lo, seen.seen.hi);
        if (pause.between.lo == kEarliest) pause.between.lo = std::min(pause.between.hi, seen.seen.lo);
        const Duration length = pause.between.hi - pause.between.lo;
        const bool cut = last && seen.seen.hi >= window.end.lo &&
                         within.hi - within.lo > shifted(base::from_seconds(period_s), kClosing);
        if (pause.busy && (is_long(length, period_s) || (cut && others_end_whole(worker, window)))) {
          add(worker, within, period_s, "its last heartbeat before tells of requests that ran");
        } else if (!last && goes_on >= kLonger && is_long(length, period_s) && length >= goes_on - kEarly) {
          add(worker, within, period_s,
              fmt::format("its heartbeats go on {:.0f} s longer than all others': its clock may have leapt ahead",
                          base::to_seconds(goes_on)));
        }
      }
    }
  }

 private:
  [[nodiscard]] Instant last_beat(std::uint32_t worker) const {
    Instant last = kEarliest;
    for (const auto& [beats, clock] : pulses_[worker].parts) last = std::max(last, clock->resolve(beats->last).lo);
    return last;
  }

  // kLatest: no other beats.
  [[nodiscard]] Instant last_of_others(std::uint32_t worker) const {
    Instant last = kEarliest;
    for (const std::uint32_t w : point_.workers) {
      if (w != worker) last = std::max(last, last_beat(w));
    }
    return last == kEarliest ? kLatest : last;
  }

  // Then a log that does not show its end was cut, however little is missing.
  [[nodiscard]] bool others_end_whole(std::uint32_t worker, const Window& window) const {
    if (placed_.workers[worker].shut_down || point_.workers.size() < 2) return false;
    return std::all_of(point_.workers.begin(), point_.workers.end(), [&](std::uint32_t w) {
      const model::WorkerSeen& other = placed_.workers[w];
      return w == worker || (other.shut_down && other.seen.hi >= window.end.lo);
    });
  }

  [[nodiscard]] bool is_told(std::uint32_t worker, const Interval& within) const {
    return std::any_of(point_.silences.begin(), point_.silences.end(), [&](const model::Silence& silence) {
      return silence.worker == worker && silence.between.lo <= within.hi && within.lo <= silence.between.hi;
    });
  }

  void add(std::uint32_t worker, const Interval& within, double period_s, std::string why) {
    point_.silences.push_back({worker, within, period_s, std::move(why)});
  }

  const std::vector<Pulse>& pulses_;
  const model::Placed& placed_;
  const MayHaveWorked& may_have_worked_;
  Point& point_;
};

}  // namespace

void find_untold_silences(const std::vector<Pulse>& pulses, const model::Placed& placed,
                          const MayHaveWorked& may_have_worked, Point& point) {
  Untold untold(pulses, placed, may_have_worked, point);
  for (const std::uint32_t worker : point.workers) untold.look_at(worker);
}

}  // namespace jitgate::place
