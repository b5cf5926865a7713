#include "run/watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/interruption.h"
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
      if (end_) break;
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
                    : fmt::format("{} since {}: {} event{} in the window{}", signal == 0 ? "watched" : "interrupted",
                                  base::format_instant(*start_, 3), told_.size(), told_.size() == 1 ? "" : "s",
                                  worst_ >= model::Status::invalid ? ", numbers spoilt" : "");
    if (!doubt_.empty()) out_.told += ": " + doubt_;
    return std::move(out_);
  }

 private:
  // Nothing spoilt it: but was anything read, and could what was seen be placed?
  void conclude(int signal) {
    if (run_.files() == 0) {
      doubt_ = "no log was found to watch";
    } else if (told_.empty()) {
      doubt_.clear();
    }
    if (!doubt_.empty()) out_.exit_code = 82;
    if (signal != 0) out_.exit_code = 128 + signal;
  }

  [[nodiscard]] std::string name() const { return request_.mark.empty() ? "watched" : request_.mark; }

  void begin(base::Instant start) {
    start_ = start;
    run_.measure(name(), start);
  }

  void look_for_mark() {
    if (request_.mark.empty() || steady_ms() < next_mark_) return;
    next_mark_ = steady_ms() + kMarkMs;
    const MarkTimes times = read_mark(request_.marks, request_.mark);
    // What had ended before the first look is an earlier measurement's, of the same name.
    if (!std::exchange(looked_, true) && times.end) earlier_ = times.start;
    if (earlier_ && times.start == earlier_) return;
    if (times.start && (!start_ || *start_ != *times.start)) {
      begin(*times.start);
      if (run_.judged() != nullptr) run_.judge_all();
    }
    if (times.start) end_ = times.end;
  }

  // Events that lie certainly in the window, each once; and what the policy makes of them.
  base::Result<void> look(bool news) {
    const Checked* checked = run_.judged();
    if (checked == nullptr) return {};
    if (news) out_.workers = live_workers(*checked);
    show();
    if (!news && !waiting_for_mark_) return {};
    waiting_for_mark_ = !start_;
    if (!start_) return {};
    for (const model::PlacedEvent& event : checked->placed.events) {
      if (in_marked_window(*checked, event) && told_.insert(event.id).second)
        request_.report.line("in the window: " + event_text(*checked, event));
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
  bool looked_ = false;
  std::optional<base::Instant> start_, end_, earlier_;
  std::string doubt_;  // why what was seen in the window could not be judged
  long long next_mark_ = 0;
  bool waiting_for_mark_ = true;
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
