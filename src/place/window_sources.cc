#include "place/window_sources.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/path_name.h"
#include "place/frontend_reach.h"

namespace jitgate::place {
namespace {

using base::Instant;
using base::kEarliest;
using base::kSecond;
using model::ClientLine;
using model::ClientMark;
using model::Interval;
using model::Point;
using model::Request;
using model::ResultRow;
using model::Window;
using model::WindowSource;

Window exact(WindowSource source, const std::string& path, Instant start, Instant end) {
  return {{start, start}, {end, end}, source, path, 0};
}

Candidate checked(Window window, const std::optional<double>& duration_s) {
  Candidate c{std::move(window), true, {}};
  if (c.window.end.hi < c.window.start.lo) {
    c.passes = false;
    c.why_not = fmt::format("{}: the window ends before it starts", to_string(c.window.source));
  } else if (duration_s && !agrees_with(c.window, *duration_s)) {
    c.passes = false;
    c.why_not = fmt::format("{}: {:.2f} s long, but the result reports {:.2f} s", to_string(c.window.source),
                            base::to_seconds(c.window.end.hi - c.window.start.lo), *duration_s);
  }
  return c;
}

std::optional<double> duration_of(const Point& point) {
  for (const ResultRow* row : point.rows) {
    if (row->duration_s && *row->duration_s > 0) return row->duration_s;
  }
  return std::nullopt;
}

// A claim that needs no check: its own document contradicts it.
Candidate impossible(WindowSource source, const std::string& path, const std::string& why) {
  Candidate c;
  c.window.source = source;
  c.window.path = path;
  c.passes = false;
  c.impossible = true;
  c.why_not = fmt::format("{}: {}: {}", to_string(source), model::file_name(path), why);
  return c;
}

// Frontend requests that can be the point's: N in a row, by receipt, whose span agrees with the duration, with
// nothing in flight before the first. Several places fit only if the log tells too little: then none is taken.
std::vector<Candidate> run_of_requests(const Point& point, const std::vector<const Request*>& all,
                                       const Interval& within) {
  const auto duration = duration_of(point);
  const auto count = requests_counted(point);
  if (!count || *count <= 0) return {};
  std::vector<const Request*> requests;
  for (const Request* r : all) {
    if (r->received >= within.lo && r->received <= within.hi) requests.push_back(r);
  }
  const auto n = static_cast<std::size_t>(*count);
  std::vector<Candidate> found;
  Instant in_flight_until = kEarliest;  // of everything received before requests[i]
  for (std::size_t i = 0; i + n <= requests.size(); ++i) {
    if (i > 0) in_flight_until = std::max(in_flight_until, requests[i - 1]->completed);
    if (in_flight_until > requests[i]->received) continue;
    Instant end = kEarliest;
    for (std::size_t k = i; k < i + n; ++k) end = std::max(end, requests[k]->completed);
    if (i + n < requests.size() && requests[i + n]->received < end) continue;
    const Candidate c = checked(exact(WindowSource::frontend_log, {}, requests[i]->received, end), duration);
    if (c.passes) found.push_back(c);
  }
  if (found.size() > 1 && point.rows.size() < 2) return {};
  return found;
}

struct ClientRun {
  Interval bracket;                    // Running … to Completed …
  std::optional<Interval> main_begin;  // stamps around the markers, if the log has any
  std::optional<Interval> result_block;
};

// The client runs of one concurrency: everything before "Running benchmark" of it belongs to a warm-up process that
// prints the same markers, so only what lies between the two lines counts (facts: inferencex.md §2.2, §2.5).
// A client without such brackets prints one run: its main marker to its result block. The concurrency, if it prints
// that at all, stands between them or in an echoed command line before.
std::vector<ClientRun> bare_runs(const Point& point, const ClientView& client) {
  std::vector<ClientRun> runs;
  std::optional<ClientRun> open;
  std::optional<std::int64_t> conc;
  for (const ClientLine& line : client.log->lines) {
    const auto& stamp = line.outer ? line.outer : line.stamp;
    if (line.conc) conc = line.conc;
    if (line.mark == ClientMark::main_begin) {
      open.reset();
      if (stamp) open = ClientRun{{}, client.clock.resolve(*stamp), {}};
    } else if (line.mark == ClientMark::result_block) {
      if (open && stamp && (!conc || !point.key.conc || conc == point.key.conc)) {
        open->result_block = client.clock.resolve(*stamp);
        runs.push_back(*open);
      }
      open.reset();
      conc.reset();
    }
  }
  return runs;
}

std::vector<ClientRun> client_runs(const Point& point, const ClientView& client) {
  const bool bracketed = std::any_of(client.log->lines.begin(), client.log->lines.end(),
                                     [](const ClientLine& l) { return l.mark == ClientMark::process_begin; });
  if (!bracketed) return bare_runs(point, client);
  std::vector<ClientRun> runs;
  std::optional<ClientRun> open;
  bool wants_date = false;
  const auto at = [&](const ClientLine& line) -> std::optional<Interval> {
    if (line.outer) return client.clock.resolve(*line.outer);
    if (line.stamp) return client.clock.resolve(*line.stamp);
    return std::nullopt;
  };
  std::optional<Interval> last;
  for (const ClientLine& line : client.log->lines) {
    const auto stamp = at(line);
    if (line.mark == ClientMark::process_begin) {
      open.reset();
      if (!line.conc || line.conc == point.key.conc) {
        open = ClientRun{{stamp ? stamp->lo : kEarliest, base::kLatest}, {}, {}};
        wants_date = !stamp;
      }
    } else if (line.mark == ClientMark::date_line && stamp) {
      if (open && wants_date) {
        open->bracket.lo = stamp->lo;
        wants_date = false;
      }
      last = stamp;
    } else if (line.mark == ClientMark::main_begin && open && stamp) {
      open->main_begin = stamp;
    } else if (line.mark == ClientMark::result_block && open && stamp) {
      open->result_block = stamp;
    } else if (line.mark == ClientMark::process_end && open) {
      if (stamp) open->bracket.hi = stamp->hi;
      if (!stamp && last && !wants_date) open->bracket.hi = last->hi;
      runs.push_back(*open);
      open.reset();
    }
  }
  if (open) runs.push_back(*open);
  return runs;
}

}  // namespace

std::vector<Candidate> absolute_candidates(const Point& point, const std::vector<const model::WindowClaim*>& claims) {
  std::vector<Candidate> out;
  const auto duration = duration_of(point);
  for (const model::WindowClaim* claim : claims) {
    if (claim->conc && point.key.conc && claim->conc != point.key.conc) continue;
    if (!claim->impossible.empty()) {
      out.push_back(impossible(claim->source, claim->path, claim->impossible));
      continue;
    }
    if (!claim->completed || claim->start == kEarliest || claim->end == base::kLatest) continue;
    out.push_back(
        checked(exact(claim->source, claim->path, claim->start, claim->end), duration ? duration : claim->duration_s));
  }
  for (const ResultRow* row : point.rows) {
    if (!row->impossible.empty()) out.push_back(impossible(WindowSource::result_unix_time, row->path, row->impossible));
    if (row->start && row->end)
      out.push_back(checked(exact(WindowSource::result_unix_time, row->path, *row->start, *row->end), row->duration_s));
  }
  for (const model::RequestSet* set : point.sets) {
    Instant start = base::kLatest;
    Instant end = kEarliest;
    std::int64_t measured = 0;
    for (const Request& r : set->requests) {
      if (!r.measured || r.received == kEarliest) continue;
      start = std::min(start, r.received);
      end = std::max(end, r.completed);
      ++measured;
    }
    if (measured == 0 || end == kEarliest) continue;
    Candidate c = checked(exact(WindowSource::request_records, set->path, start, end), duration);
    const auto count = requests_counted(point);
    if (c.passes && count && *count != measured) {
      c.passes = false;
      c.why_not = fmt::format("request-records: {} measured requests, but the result counts {}", measured, *count);
    }
    out.push_back(std::move(c));
  }
  return out;
}

std::vector<Interval> client_brackets(const Point& point, const std::vector<ClientView>& clients) {
  std::vector<Interval> brackets;
  for (const ClientView& client : clients) {
    for (const ClientRun& run : client_runs(point, client)) {
      if (run.bracket.bounded()) brackets.push_back(run.bracket);
    }
  }
  return brackets;
}

std::vector<Candidate> frontend_candidates(const Point& point, const std::vector<const Request*>& requests,
                                           const std::vector<ClientView>& clients) {
  for (const Interval& bracket : client_brackets(point, clients)) {
    auto found = run_of_requests(point, requests, bracket);
    if (!found.empty()) return found;
  }
  return run_of_requests(point, requests, {});
}

std::vector<Candidate> client_candidates(const Point& point, const std::vector<ClientView>& clients) {
  std::vector<Candidate> out;
  const ResultRow* dated = nullptr;
  for (const ResultRow* row : point.rows) {
    if (dated == nullptr && row->date && row->duration_s && *row->duration_s > 0) dated = row;
  }
  for (const ClientView& client : clients) {
    for (const ClientRun& run : client_runs(point, client)) {
      if (run.main_begin && run.result_block) {
        // Markers with stamps of their own: printed right before the first request and after the last.
        const bool ci = run.main_begin->hi - run.main_begin->lo < kSecond / 2;
        Window w{{run.main_begin->lo - (ci ? 2 * kSecond : 0), run.main_begin->hi + kSecond},
                 {run.result_block->lo - 5 * kSecond, run.result_block->hi},
                 ci ? WindowSource::ci_log : WindowSource::client_log,
                 client.log->path,
                 0};
        out.push_back(checked(w, duration_of(point)));
      }
      if (dated == nullptr || !run.bracket.bounded()) continue;
      const Interval date = client.clock.resolve(*dated->date);
      const base::Duration d = base::from_seconds(*dated->duration_s);
      Window w{{},
               {date.lo - 5 * kSecond, std::min(date.hi, run.bracket.hi)},
               WindowSource::client_log,
               client.log->path,
               0};
      w.start = {std::max(w.end.lo - d, run.bracket.lo), w.end.hi - d};
      if (w.end.hi < run.bracket.lo || w.end.lo > run.bracket.hi) continue;  // another run of this concurrency
      out.push_back(checked(w, dated->duration_s));
      out.back().by_duration = true;
    }
  }
  if (dated != nullptr) {
    const Clock clock = clients.empty() ? Clock{} : clients.front().clock;
    const Interval date = clock.resolve(*dated->date);
    const base::Duration d = base::from_seconds(*dated->duration_s);
    Window w{{}, {date.lo - 5 * kSecond, date.hi}, WindowSource::result_date, dated->path, 0};
    w.start = {w.end.lo - d, w.end.hi - d};
    out.push_back(checked(w, dated->duration_s));
    out.back().by_duration = true;
  }
  return out;
}

}  // namespace jitgate::place
