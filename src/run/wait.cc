#include "run/wait.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/escape.h"
#include "base/interruption.h"
#include "base/wall_clock.h"
#include "run/pace.h"
#include "run/shell_command.h"

namespace jitgate::run {
namespace {

long long to_ms(base::Duration d) { return d / base::kMillisecond; }

class Waiting {
 public:
  Waiting(const WaitRequest& request, const recognise::Catalogue& catalogue)
      : request_(request), run_(request.check, catalogue, request.report) {}

  base::Result<Waited> run() {
    while (!over()) {
      look(run_.poll());
      if (calm(quiet_since_)) break;
      sleep_ms(LiveRun::kPollMs);
    }
    if (ended_) return finished();
    if (!request_.warm.empty()) return warm_up();
    end(0, fmt::format("warm-up done {}: {} workers armed or ready, no compile event for {}, {} before",
                       base::format_instant(base::wall_clock(), 3), workers_.size(),
                       base::format_duration(request_.quiet), events_.size()));
    return finished();
  }

 private:
  void end(int code, std::string told) {
    ended_ = true;
    out_.exit_code = code;
    out_.told = std::move(told);
  }

  Waited finished() {
    out_.workers = workers_;
    out_.lacks = lacks_;
    return std::move(out_);
  }

  // Time, a signal, or an engine's death.
  bool over() {
    if (ended_) return true;
    const auto dead = std::find_if(workers_.begin(), workers_.end(), [](const LiveWorker& w) { return w.dead; });
    if (dead != workers_.end()) {
      end(80, fmt::format("{} has ended: {}", dead->name, base::for_terminal(dead->last_words)));
    } else if (base::interruption() != 0) {
      end(128 + base::interruption(), "interrupted");
    } else if (steady_ms() - begun_ >= to_ms(request_.timeout)) {
      end(82, fmt::format("not warm after {}: {}", base::format_duration(request_.timeout),
                          lacks_.empty() ? fmt::format("{} compile events, the last one less than {} ago",
                                                       events_.size(), base::format_duration(request_.quiet))
                                         : lacks_.front()));
    }
    return ended_;
  }

  void look(bool news) {
    const Checked* checked = run_.judged();
    if (news && checked != nullptr) {
      workers_ = live_workers(*checked);
      const std::size_t before = events_.size();
      const model::PlacedEvent* latest = nullptr;
      for (const model::PlacedEvent& event : checked->placed.events) {
        if (is_compile(event) && events_.insert(event.id).second) latest = &event;
      }
      if (latest != nullptr) {
        quiet_since_ = steady_ms();
        const std::size_t more = events_.size() - before;
        request_.report.line(
            fmt::format("{} compile event{}, {}", more, more == 1 ? "" : "s", event_text(*checked, *latest)));
      }
    }
    lacks_ = lacking(workers_, request_.check.asked.expect_workers);
    if (!lacks_.empty()) quiet_since_ = steady_ms();
    request_.report.status(headline(), worker_table(workers_));
  }

  bool calm(long long since) const { return lacks_.empty() && steady_ms() - since >= to_ms(request_.quiet); }

  std::string headline() const {
    if (!lacks_.empty()) return "waiting: " + lacks_.front();
    return fmt::format("{}armed; {} compile events, quiet for {} of {} s", pass_, events_.size(),
                       (steady_ms() - quiet_since_) / 1000, to_ms(request_.quiet) / 1000);
  }

  base::Result<Waited> warm_up() {
    for (int pass = 1; pass <= request_.passes; ++pass) {
      pass_ = fmt::format("warm-up pass {} of at most {}; ", pass, request_.passes);
      request_.report.line(fmt::format("warm-up pass {}", pass));
      run_.judge_all();
      look(true);
      const std::size_t before = events_.size();
      const std::vector<LiveWorker> idle = workers_;
      auto command = ShellCommand::start(request_.warm);
      if (!command) return tl::unexpected(command.error());
      std::optional<int> status;
      while (!over() && !(status = command->status())) step();
      if (ended_) return finished();
      if (*status != 0) return base::fail(fmt::format("the warm-up command ended with {}", *status), request_.warm);
      // What it caused may still be on its way into the logs.
      quiet_since_ = steady_ms();
      while (!over() && events_.size() == before && !calm(quiet_since_)) step();
      run_.judge_all();
      look(true);
      if (over()) return finished();
      request_.report.line(fmt::format("warm-up pass {}: {} compile events", pass, events_.size() - before));
      if (events_.size() == before) return silent_pass(pass, idle);
    }
    end(82, fmt::format("each of {} warm-up passes compiled something", request_.passes));
    return finished();
  }

  void step() {
    look(run_.poll());
    sleep_ms(LiveRun::kPollMs);
  }

  // A monitor that names each kernel once is silent in a second pass whatever compiles; so is one that no request met.
  Waited silent_pass(int pass, const std::vector<LiveWorker>& idle) {
    for (const LiveWorker& worker : workers_) {
      const auto was =
          std::find_if(idle.begin(), idle.end(), [&](const LiveWorker& w) { return w.name == worker.name; });
      if (!worker.armed) {
        lacks_.push_back("engine_has_no_monitor: no monitor speaks for " + worker.name);
      } else if (!worker.reports_all) {
        lacks_.push_back("monitor_logs_once: " + worker.name +
                         " names each kernel once, so its silence proves nothing");
      } else if (was == idle.end() || worker.served <= was->served) {
        lacks_.push_back("worker_not_warmed: nothing shows that " + worker.name + " served a request in the pass");
      }
    }
    if (lacks_.empty() || request_.accept_once) {
      end(0, fmt::format("warm-up done {}: pass {} compiled nothing on {} workers{}",
                         base::format_instant(base::wall_clock(), 3), pass, workers_.size(),
                         lacks_.empty() ? "" : " (accepted, though it proves nothing)"));
    } else {
      end(82, fmt::format("pass {} was silent, but that proves nothing: {}", pass, lacks_.front()));
    }
    return finished();
  }

  const WaitRequest& request_;
  LiveRun run_;
  std::vector<LiveWorker> workers_;
  std::vector<std::string> lacks_ = {"no log yet"};
  std::set<std::string> events_;  // ids of those seen
  long long begun_ = steady_ms();
  long long quiet_since_ = begun_;
  std::string pass_;
  bool ended_ = false;
  Waited out_;
};

}  // namespace

base::Result<Waited> wait_until_warm(const WaitRequest& request, const recognise::Catalogue& catalogue) {
  return Waiting(request, catalogue).run();
}

}  // namespace jitgate::run
