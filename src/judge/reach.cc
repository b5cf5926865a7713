// Whether the logs reach over the window. One that ends before it does, begins after it has begun, or is of another
// time altogether (a wrong zone, a wrong year, another run's log) shows nothing of the rest; one whose heartbeats stop
// while the worker had work may have lost its middle. The frontend's logs count where requests are read from them.
#include <fmt/format.h>

#include <algorithm>

#include "judge/case.h"

namespace jitgate::judge {
namespace {

using base::shifted;
using model::ReasonCode;
using model::Window;
using model::WorkerSeen;

// Before this a log that does not begin with its engine's start is not said to begin late: lines are dated by second.
constexpr base::Duration kSlack = 1 * base::kSecond;

// The client's last moment and the server's are told by two clocks.
constexpr base::Duration kClosing = 2 * base::kSecond;

enum class Reach { whole, ends_early, begins_late, elsewhere };

// Whether the logs show the engine's start, dated or not.
bool shows_start(const Case& c, const WorkerSeen& worker) {
  using model::MarkKind;
  return std::any_of(worker.logs.begin(), worker.logs.end(), [&](std::uint32_t l) {
    const auto& marks = c.in.logs[l].marks;
    return std::any_of(marks.begin(), marks.end(), [](const model::RawMark& mark) {
      return mark.kind == MarkKind::armed || mark.kind == MarkKind::ready || mark.kind == MarkKind::warmup;
    });
  });
}

// An engine says that it stops. One that has nothing to do may be silent before, and one that is killed says nothing,
// so silence up to max_silence before the window's end is no sign that a log was cut. Where all others of the point
// reach over the window and show their end, a log that does neither was cut however little is missing; but a policy
// that allows more silence than usual says that its engines do that.
bool others_end_whole(const Case& c, const WorkerSeen& worker, const Window& window) {
  if (c.rulings.max_silence > model::Rulings{}.max_silence) return false;
  bool any = false;
  for (const std::uint32_t w : c.point.workers) {
    const WorkerSeen& other = c.worker(w);
    if (&other == &worker || other.logs.empty()) continue;
    if (!other.shut_down || other.seen.hi < window.end.lo) return false;
    any = true;
  }
  return any;
}

Reach reach_of(const Case& c, const WorkerSeen& worker, const Window& window) {
  const bool dated = worker.seen.lo <= worker.seen.hi;
  if (!dated) return Reach::ends_early;
  if (worker.seen.lo > shifted(window.end.hi, window.guard)) return Reach::elsewhere;
  const bool reaches = shifted(worker.seen.hi, c.rulings.max_silence) >= window.end.lo;
  // A worker that stopped within the window served the rest of it as little as one whose log was cut.
  const bool stopped = worker.shut_down && worker.seen.hi < shifted(window.end.lo, -std::max(window.guard, kClosing));
  if (!reaches || stopped) return Reach::ends_early;
  const bool silent = !worker.shut_down && worker.seen.hi < window.end.lo;
  if (silent && others_end_whole(c, worker, window)) return Reach::ends_early;
  // An engine that starts within the window shows all of its life; a log without its start has lost its beginning.
  const bool late = worker.seen.lo > shifted(window.start.hi, std::max(window.guard, kSlack));
  return late && !shows_start(c, worker) ? Reach::begins_late : Reach::whole;
}

std::string span_text(const Case& c, const std::vector<std::uint32_t>& workers) {
  const model::Interval& seen = c.worker(workers.front()).seen;
  return fmt::format(" ({} to {})", base::format_instant(seen.lo, 0), base::format_instant(seen.hi, 0));
}

std::string names(const Case& c, const std::vector<std::uint32_t>& workers) {
  std::vector<std::string> all;
  for (const std::uint32_t w : workers) all.push_back(name_of(c.worker(w).id));
  return worker_list(all);
}

// What looks like a date in the logs of workers whose lines have none that is read.
std::string odd_dates(const Case& c, const std::vector<std::uint32_t>& workers) {
  std::vector<std::string> all;
  for (const std::uint32_t w : workers) {
    for (const std::uint32_t l : c.worker(w).logs) {
      const model::LogEvidence& log = c.in.logs[l];
      if (!log.odd_date) continue;
      all.push_back(fmt::format("line {} of {} begins with \"{}\", a date of no known form", log.odd_date->line,
                                log.coverage.path, log.odd_date->text));
    }
  }
  return all.empty() ? std::string() : "; " + listed(all, 3);
}

void worker_logs(Case& c) {
  std::vector<std::uint32_t> early;
  std::vector<std::uint32_t> late;
  std::vector<std::uint32_t> elsewhere;
  for (const std::uint32_t w : c.point.workers) {
    if (c.worker(w).logs.empty()) continue;
    Reach worst = Reach::whole;
    for (const Window& window : c.point.windows) {
      if (window.source == model::WindowSource::serving) continue;
      worst = std::max(worst, reach_of(c, c.worker(w), window));
    }
    if (worst == Reach::ends_early) early.push_back(w);
    if (worst == Reach::begins_late) late.push_back(w);
    if (worst == Reach::elsewhere) elsewhere.push_back(w);
  }
  if (!early.empty())
    c.because(ReasonCode::log_ends_early,
              "the log ends before the window does, or tells no time: " + names(c, early) + odd_dates(c, early));
  if (!late.empty()) {
    c.because(ReasonCode::worker_log_missing,
              "the log begins in the window, and not with the engine's start: " + names(c, late),
              "Keep the log from the start of the engine.");
  }
  if (!elsewhere.empty()) {
    c.because(ReasonCode::worker_log_missing,
              "every line is of a time after the window: " + names(c, elsewhere) + span_text(c, elsewhere),
              "Check that the logs are of this run, and --zone and --year where they are given.");
  }
}

// Files that are missing among those of a rotated log, where they may hold a part of a window.
void rotated_logs(Case& c) {
  std::vector<std::string> lost;
  for (const std::uint32_t w : c.point.workers) {
    for (const model::LostLog& log : c.worker(w).lost_logs) {
      const bool met = std::any_of(c.point.windows.begin(), c.point.windows.end(), [&](const Window& window) {
        return std::max(log.hole.lo, window.start.lo) < std::min(log.hole.hi, window.end.hi);
      });
      if (met) lost.push_back(name_of(c.worker(w).id) + ": " + log.what);
    }
  }
  if (!lost.empty()) {
    c.because(ReasonCode::worker_log_missing, listed(lost, 3) + "; it may hold a part of the window",
              "Keep all files of a log that is rotated.");
  }
}

void heartbeats(Case& c) {
  std::vector<std::string> holes;
  std::vector<std::string> untold;
  for (const model::Silence& silence : c.point.silences) {
    if (!silence.why.empty()) {
      untold.push_back(fmt::format("{} from {} to {}: {}", name_of(c.worker(silence.worker).id),
                                   base::format_instant(silence.between.lo, 0),
                                   base::format_instant(silence.between.hi, 0), silence.why));
      continue;
    }
    holes.push_back(fmt::format("{} from {} to {} ({:.0f} s, else every {:.0f} s)",
                                name_of(c.worker(silence.worker).id), base::format_instant(silence.between.lo, 0),
                                base::format_instant(silence.between.hi, 0),
                                base::to_seconds(silence.between.hi - silence.between.lo), silence.period_s));
  }
  if (!holes.empty()) c.because(ReasonCode::worker_log_gap, "no heartbeat although requests ran: " + listed(holes, 3));
  if (!untold.empty()) c.because(ReasonCode::worker_log_gap, "no heartbeat of " + listed(untold, 3));
}

}  // namespace

void weigh_reach(Case& c) {
  worker_logs(c);
  rotated_logs(c);
  for (const std::string& gap : c.point.frontend_gaps) c.because(ReasonCode::log_ends_early, gap);
  heartbeats(c);
}

}  // namespace jitgate::judge
