#include "judge/judge.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/name_list.h"
#include "judge/case.h"
#include "model/path_name.h"

namespace jitgate::judge {
namespace {

using model::PointVerdict;
using model::ReasonCode;
using model::Verdict;

constexpr std::size_t kNotes = 20;

void describe_window(Case& c) {
  if (c.point.windows.empty()) return;
  base::Instant start = base::kLatest;
  base::Instant end = base::kEarliest;
  base::Duration guard = 0;
  for (const model::Window& w : c.point.windows) {
    start = std::min(start, w.start.lo + (w.start.hi - w.start.lo) / 2);
    end = std::max(end, w.end.lo + (w.end.hi - w.end.lo) / 2);
    guard = std::max(guard, w.guard);
    c.verdict.window_uncertainty_s = std::max(c.verdict.window_uncertainty_s, w.uncertainty_s());
  }
  c.verdict.window_start = start;
  c.verdict.window_end = end;
  c.verdict.window_source = to_string(c.point.windows.front().source);
  c.verdict.window_path = c.point.windows.front().path;
  c.verdict.guard_s = base::to_seconds(guard);
}

void describe_requests(Case& c) {
  model::RequestCounts& out = c.verdict.requests;
  out.total = c.point.requests.size();
  for (const model::PlacedRequest& r : c.point.requests) {
    out.routed = out.routed || r.prefill >= 0 || r.decode >= 0;
    if (r.victim == model::Victim::ttft) out.victims_ttft.push_back(r.request->id);
    if (r.victim == model::Victim::itl || r.itl_victim) out.victims_itl.push_back(r.request->id);
    if (r.victim == model::Victim::possible) out.victims_possible.push_back(r.request->id);
    if (r.control) out.controls.push_back(r.request->id);
  }
}

// What contradicts or was assumed about the point's window and results, each once.
void describe_notes(Case& c) {
  std::vector<std::string>& notes = c.verdict.notes;
  const auto add = [&](const std::string& note) {
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
  };
  for (const std::string& note : c.point.window_notes) add(note);
  for (const std::string& note : c.point.notes) add(note);
  for (const model::ResultRow* row : c.point.rows) {
    for (const std::string& note : row->notes) add(fmt::format("{}: {}", model::file_name(row->path), note));
  }
  if (notes.size() <= kNotes) return;
  const std::size_t left = notes.size() - kNotes;
  notes.resize(kNotes);
  notes.push_back(fmt::format("and {} more", left));
}

PointVerdict judge_point(const Inputs& in, std::size_t index) {
  const model::Point& point = in.placed.points[index];
  Case c{in, index, point, model::rulings_for(in.policy, point.key, point.id), {}, {}, {}};
  c.met = events_met(in, index, c.rulings);
  for (const std::uint32_t w : point.workers) c.monitors.push_back(monitor_of(in, in.placed.workers[w], point));
  c.verdict.id = point.id;
  c.verdict.key = point.key;
  for (const model::ResultRow* row : point.rows) {
    if (c.verdict.identity.empty()) c.verdict.identity = row->identity;
  }
  c.verdict.if_inconclusive = c.rulings.inconclusive;
  for (const std::uint32_t w : point.workers) c.verdict.workers.push_back(name_of(in.placed.workers[w].id));
  c.verdict.metrics = point.metrics;
  c.verdict.metrics_without_victims = point.metrics_without_victims;
  describe_window(c);
  describe_requests(c);
  describe_notes(c);
  weigh_events(c);
  find_gaps(c);
  weigh_reach(c);
  weigh_silence(c);
  give_advice(c);
  decide(c);
  return std::move(c.verdict);
}

// A point that stands for what is not there. Others of its name may be: one of two measurements has its result, or a
// configured window lies elsewhere than the requests. Numbered as points of one name are, so that each id is one
// point's.
PointVerdict missing_point(const Inputs& in, const Verdict& verdict, const std::string& id,
                           const std::string& message) {
  PointVerdict point;
  point.id = id;
  const auto taken = [&](const PointVerdict& other) { return other.id == point.id; };
  for (int n = 2; std::any_of(verdict.points.begin(), verdict.points.end(), taken); ++n)
    point.id = id + "#" + std::to_string(n);
  point.finding = model::Finding::inconclusive;
  point.status = in.policy.base.inconclusive;
  point.reasons.push_back({ReasonCode::result_missing, message, {}, false});
  return point;
}

// Jobs whose artifacts are lost and of which no point is there: all that they measured went with them, and the rest
// must not pass for the whole run.
void add_lost_jobs(const Inputs& in, Verdict& verdict) {
  std::map<std::string, DamagedPlaces> lost;
  for (const model::Damage& d : in.damage) {
    const auto claims = [&](const PointVerdict& point) { return is_of_job(point.id, d.job); };
    if (d.job.empty() || std::any_of(verdict.points.begin(), verdict.points.end(), claims)) continue;
    lost[d.job][code_of(d.kind)].push_back(d.path + ": " + d.what);
  }
  for (const auto& [job, places] : lost) {
    PointVerdict point;
    point.id = job;
    point.finding = model::Finding::inconclusive;
    point.status = point.if_inconclusive = model::rulings_for(in.policy, {}, job).inconclusive;
    point.reasons = damage_reasons(places);
    verdict.points.push_back(std::move(point));
  }
}

void weigh_known(const Inputs& in, Verdict& verdict) {
  for (const model::KnownEvent& known : in.policy.known) {
    model::KnownVerdict out{
        known.compiler, known.target, known.owner, known.reason, known.until_text, in.now > known.until, 0};
    if (out.expired) {
      verdict.advice.push_back(
          {ReasonCode::known_expired,
           fmt::format("{} {} was accepted until {}", known.compiler, known.target, known.until_text),
           {},
           true});
    }
    verdict.known.push_back(std::move(out));
  }
  for (std::size_t p = 0; p < in.placed.points.size(); ++p) {
    const model::Point& point = in.placed.points[p];
    for (const Met& met : events_met(in, p, model::rulings_for(in.policy, point.key, point.id))) {
      if (met.known != nullptr) ++verdict.known[static_cast<std::size_t>(met.known - in.policy.known.data())].accepted;
    }
  }
}

}  // namespace

std::string listed(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most; ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  if (names.size() > most) text += fmt::format(" and {} more", names.size() - most);
  return text;
}

std::string worker_list(const std::vector<std::string>& names, std::size_t most) {
  return listed(base::folded(names), most);
}

std::string counted_noun(std::size_t n, const std::string& singular) {
  return fmt::format("{} {}{}", n, singular, n == 1 ? "" : "s");
}

Verdict judge(const Inputs& in) {
  Verdict verdict;
  verdict.policy_source = in.policy.source;
  verdict.policy_sha256 = in.policy.sha256;
  for (std::size_t p = 0; p < in.placed.points.size(); ++p) verdict.points.push_back(judge_point(in, p));
  for (std::size_t i = 0; i < in.placed.unreported.size(); ++i)
    verdict.points.push_back(missing_point(in, verdict, in.placed.unreported[i], in.placed.unreported_why[i]));
  add_lost_jobs(in, verdict);
  const auto found = static_cast<int>(in.placed.points.size());
  if (found < in.wanted.min_points) {
    verdict.points.push_back(
        missing_point(in, verdict, "run",
                      fmt::format("{} found, at least {} wanted", counted_noun(in.placed.points.size(), "point"),
                                  in.wanted.min_points)));
  }
  describe_coverage(in, verdict);
  weigh_known(in, verdict);
  verdict.status = verdict.points.empty() ? model::Status::invalid : model::Status::valid;
  for (const PointVerdict& point : verdict.points) verdict.status = std::max(verdict.status, point.status);
  verdict.exit_code = model::exit_code_of(verdict.points);
  return verdict;
}

}  // namespace jitgate::judge
