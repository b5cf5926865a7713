#include "run/watch.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "base/escape.h"
#include "base/interruption.h"
#include "base/process_start.h"
#include "base/wall_clock.h"
#include "run/mark.h"
#include "run/pace.h"
#include "run/shell_command.h"

namespace jitgate::run {
namespace {

constexpr long long kMarkMs = 1000;    // how often marks are looked for
constexpr long long kFlushMs = 1500;   // what was written before the end may come that late
constexpr long long kExecMs = 60'000;  // how long a command may take

class Watching {
 public:
  Watching(const WatchRequest& request, const recognise::Catalogue& catalogue)
      : request_(request), run_(request.check, catalogue, request.report) {}

  base::Result<Watched> run() {
    if (request_.mark.empty()) begin(request_.from.value_or(base::wall_clock()));
    while (base::interruption() == 0 && !stopped_) {
      look_for_mark();
      if (end_ || nothing_left() || !damaged_.empty()) break;
      if (auto looked = look(run_.poll()); !looked) return tl::unexpected(looked.error());
      if (!stopped_) sleep_ms(LiveRun::kPollMs);
    }
    const int signal = base::interruption();
    if (!stopped_) {
      const long long until = steady_ms() + (signal == 0 ? kFlushMs : 0);
      while (steady_ms() < until) {
        if (auto looked = look(run_.poll()); !looked) return tl::unexpected(looked.error());
        sleep_ms(LiveRun::kPollMs);
      }
      if (start_) run_.measure(name(), *start_, end_);
      run_.judge_all(true);
      if (auto looked = look(true); !looked) return tl::unexpected(looked.error());
    }
    if (!stopped_ && worst_ < model::Status::invalid) conclude(signal);
    out_.told = !start_
                    ? "the mark " + request_.mark + " was never set"
                    : fmt::format("{} since {}: {} event{} in the window{}{}", signal == 0 ? "watched" : "interrupted",
                                  base::format_instant(*start_, 3), told_.size(), told_.size() == 1 ? "" : "s",
                                  possible_ > 0 ? fmt::format(", {} possible", possible_) : "",
                                  worst_ >= model::Status::invalid ? ", numbers spoilt" : "");
    if (!doubt_.empty()) out_.told += ": " + doubt_;
    return std::move(out_);
  }

 private:
  // Nothing spoilt it: but was anything read, and could what was seen be placed?
  void conclude(int signal) {
    if (told_.empty()) doubt_.clear();
    if (!unplaced_.empty()) doubt_ = unplaced_ + " may lie in the window: nothing tells when it was";
    for (const auto& [name, death] : deaths_) {
      const bool before_the_end = !end_ || death.noticed <= *end_ || death.written.hi <= *end_;
      if (before_the_end && is_dead(name)) doubt_ = name + " ended in the window";
    }
    for (const ClosedStream& stream : run_.logs().closed()) {
      if (!end_ || stream.at <= *end_)
        doubt_ = stream.path + " ended before the window did: what came then is not known";
    }
    for (const LiveTrouble& trouble : run_.logs().troubles()) {
      if (trouble.over) continue;
      const bool meets = trouble.lasts || (start_ && trouble.at >= *start_ && (!end_ || trouble.at <= *end_));
      if (meets) doubt_ = trouble.path + ' ' + trouble.what;
    }
    if (const std::string unread = not_there(); !unread.empty()) doubt_ = unread;
    if (const std::string renewed = began_anew(); !renewed.empty()) doubt_ = renewed;
    if (const std::string listing = missing_listing(request_.marks, name(), start_, end_); !listing.empty())
      doubt_ = listing;
    if (!abandoned_.empty()) doubt_ = abandoned_;
    if (!damaged_.empty()) doubt_ = damaged_ + " is empty or cut: when the window begins and ends is not known";
    if (run_.logs().files() == 0) doubt_ = "no log was found to watch";
    if (!doubt_.empty()) out_.exit_code = 82;
    if (signal != 0) out_.exit_code = 128 + signal;
  }

  // What should have been read and was not there.
  [[nodiscard]] std::string not_there() {
    for (const std::string& path : run_.logs().without_logs()) return "no log was found at " + path;
    for (const auto& [part, path] : run_.logs().removed())
      return path + " was removed: what its writer said then was not read";
    return {};
  }

  // An engine that began anew where only its start-up's time is not certain is as little measured as one that did so
  // certainly, which the judge finds.
  [[nodiscard]] std::string began_anew() const {
    const Checked* checked = run_.judged();
    if (checked == nullptr || !start_) return {};
    for (const model::WorkerSeen& worker : checked->placed.workers) {
      for (const model::Renewal& renewal : worker.renewals) {
        if (renewal.start && renewal.at.hi >= *start_ && (!end_ || renewal.at.lo <= *end_))
          return name_of(worker.id) + " began anew in the window (" + name_of(renewal.process) + ')';
      }
    }
    return {};
  }

  [[nodiscard]] std::string name() const { return request_.mark.empty() ? "watched" : request_.mark; }

  void begin(base::Instant start) {
    start_ = start;
    run_.measure(name(), start);
  }

  // A wrong name or directory is waited for as well as one that comes later, so it is said what is.
  void tell_what_is_waited_for(const std::vector<MarkTimes>& all) {
    std::error_code error;
    const std::string waiting = "waiting for the mark " + request_.mark;
    if (!std::filesystem::is_directory(request_.marks, error)) {
      request_.report.line(waiting + ": the directory " + request_.marks + " is not there yet");
    } else if (all.empty()) {
      request_.report.line(waiting + ": no start of it is in " + request_.marks + " yet");
    } else if (all.back().end && *all.back().end < started_) {
      request_.report.line(waiting + " to be set again: it ended " + base::format_instant(*all.back().end, 3));
    }
  }

  // What had ended before we were started is an earlier repetition; what has ended since is ours, however short. Where
  // several hosts mark the measurement, our own's tell when it is over. `host`: of which they must be; empty: of any.
  [[nodiscard]] const MarkTimes* find_ours(const std::vector<MarkTimes>& all, const std::string& host) const {
    const MarkTimes* ours = nullptr;
    for (const MarkTimes& one : all) {
      const bool begun = start_ && *start_ == one.start;
      if ((one.end && *one.end < started_ && !begun) || (!host.empty() && one.host != host)) continue;
      if (ours == nullptr || !ours->end) ours = &one;
    }
    return ours;
  }

  void look_for_mark() {
    if (request_.mark.empty() || steady_ms() < next_mark_) return;
    next_mark_ = steady_ms() + kMarkMs;
    const std::vector<MarkTimes> all = read_mark(request_.marks, request_.mark, damaged_);
    if (!std::exchange(looked_for_mark_, true)) tell_what_is_waited_for(all);
    const MarkTimes* ours = find_ours(all, host_name());
    if (ours == nullptr) ours = find_ours(all, {});
    if (ours == nullptr) return;
    for (const MarkTimes& one : all) {
      if (one.end || one.host != ours->host || one.start >= ours->start || !abandoned_.empty()) continue;
      abandoned_ = fmt::format("{} was begun before, {}, and that was never ended: `check` misses its end",
                               request_.mark, base::format_instant(one.start, 3));
      request_.report.line(abandoned_);
    }
    if (!start_ || *start_ != ours->start) {
      begin(ours->start);
      if (run_.judged() != nullptr) run_.judge_all();
    }
    end_ = ours->end;
  }

  // Streams do not come again.
  bool nothing_left() {
    const auto& paths = request_.check.paths;
    return !run_.logs().closed().empty() &&
           std::all_of(paths.begin(), paths.end(), [](const std::string& path) { return path == "-"; });
  }

  [[nodiscard]] bool is_dead(const std::string& name) const {
    return std::any_of(out_.workers.begin(), out_.workers.end(),
                       [&](const LiveWorker& w) { return w.name == name && w.dead; });
  }

  // An engine that had ended before we came, and before the window, is none that is measured.
  void tell_deaths() {
    for (const LiveWorker& worker : out_.workers) {
      const bool of_old = worker.died_before && !(start_ && worker.died.bounded() && worker.died.hi >= *start_);
      if (!worker.dead || worker.left_behind || of_old || deaths_.count(worker.name) != 0) continue;
      deaths_[worker.name] = {base::wall_clock(), worker.died};
      request_.report.line(fmt::format("{} has ended: {}", worker.name, worker.last_words));
    }
  }

  // Events that lie certainly in the window, each once; and what the policy makes of them.
  base::Result<void> look(bool news) {
    const Checked* checked = run_.judged();
    if (checked == nullptr) return {};
    if (news) {
      out_.workers = live_workers(*checked, run_.logs().told());
      tell_deaths();
    }
    show();
    if (!news && !waiting_for_mark_) return {};
    waiting_for_mark_ = !start_;
    if (!start_) return {};
    possible_ = 0;
    unplaced_.clear();
    for (const model::PlacedEvent& event : checked->placed.events) {
      if (in_marked_window(*checked, event) && told_.insert(event.id).second)
        request_.report.line("in the window: " + event_text(*checked, event));
      const Placing placing = placing_at_marks(*checked, event);
      if (placing == Placing::elsewhere) continue;
      ++possible_;
      if (placing == Placing::unplaced) unplaced_ = event_text(*checked, event);
    }
    doubt_.clear();
    for (const model::PointVerdict& point : checked->verdict.points) {
      if (point.finding == model::Finding::inconclusive && !point.reasons.empty())
        doubt_ = point.reasons.front().message;
      if (point.finding != model::Finding::contaminated) continue;
      if (point.status > worst_) worst_ = point.status;
      if (told_.empty() && !point.reasons.empty() && point.status >= model::Status::invalid && !executed_)
        request_.report.line("in the window: " + point.reasons.front().message);
    }
    show();
    return worst_ >= model::Status::invalid ? spoilt() : base::Result<void>();
  }

  void show() {
    request_.report.status(start_ ? fmt::format("watching {} since {}: {} events in the window", name(),
                                                base::format_instant(*start_, 0), told_.size())
                                  : "waiting for the mark " + request_.mark,
                           worker_table(out_.workers));
  }

  base::Result<void> spoilt() {
    out_.exit_code = worst_ == model::Status::failed ? 80 : 81;
    stopped_ = request_.stop;
    if (std::exchange(executed_, true) || request_.exec.empty()) return {};
    auto command = ShellCommand::start(request_.exec);
    if (!command) return tl::unexpected(command.error());
    const long long until = steady_ms() + kExecMs;
    std::optional<int> status;
    while (!(status = command->status()) && steady_ms() < until && base::interruption() == 0) sleep_ms(20);
    if (!status) {
      request_.report.line("the command did not end: " + request_.exec);
    } else if (*status != 0) {
      request_.report.line(fmt::format("the command ended with {}: {}", *status, request_.exec));
    }
    return {};
  }

  const WatchRequest& request_;
  LiveRun run_;
  base::Instant started_ = base::process_start(::getpid()).value_or(base::wall_clock());
  std::optional<base::Instant> start_, end_;
  struct Death {
    base::Instant noticed = 0;
    model::Interval written;
  };
  std::map<std::string, Death> deaths_;  // by worker
  std::string damaged_;                  // a file of the mark that says nothing
  std::string abandoned_;                // a start of that mark without an end
  std::size_t possible_ = 0;             // events that may lie in the window
  std::string unplaced_;                 // one of them of which nothing tells when it was
  std::string doubt_;                    // why what was seen in the window could not be judged
  long long next_mark_ = 0;
  bool waiting_for_mark_ = true, looked_for_mark_ = false;
  bool stopped_ = false, executed_ = false;
  std::set<std::string> told_;
  model::Status worst_ = model::Status::valid;
  Watched out_;
};

}  // namespace

base::Result<Watched> watch(const WatchRequest& request, const recognise::Catalogue& catalogue) {
  return Watching(request, catalogue).run();
}

}  // namespace jitgate::run
