#include "run/wait.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
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
      if (run_.logs().closed().empty() && calm(quiet_since_) && settled() && still_there()) break;
      sleep_ms(LiveRun::kPollMs);
    }
    if (ended_) return finished();
    if (!request_.warm.empty()) return warm_up();
    end(0, fmt::format("warm-up done {}: {} workers armed or ready, no compile event for {}, {} before",
                       base::format_instant(base::wall_clock(), 3), count_workers(),
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
    constexpr std::size_t kTold = 50;
    if (lacks_.size() > kTold) {
      out_.lacks.resize(kTold);
      out_.lacks.push_back(fmt::format("and {} more of this kind", lacks_.size() - kTold));
    }
    if (lacks_.empty() && !held_up_.empty() && out_.exit_code != 0) out_.lacks.push_back(held_up_);
    return std::move(out_);
  }

  // Time, a signal, an engine's death, or that of a stream's writer: silence tells nothing then.
  bool over() {
    if (ended_) return true;
    const bool closed = !run_.logs().closed().empty();
    if (closed && !std::exchange(read_to_the_end_, true)) {
      run_.judge_all();
      look(true);
    }
    const auto dead = std::find_if(workers_.begin(), workers_.end(),
                                   [](const LiveWorker& w) { return w.dead && !w.left_behind && w.copy_of.empty(); });
    if (dead != workers_.end()) {
      end(80, fmt::format("{} has ended: {}", dead->name, base::for_terminal(dead->last_words)));
    } else if (base::interruption() != 0) {
      end(128 + base::interruption(), "interrupted");
    } else if (closed) {
      end(82, fmt::format("{} has ended: what compiles now cannot be seen", run_.logs().closed().front().path));
    } else if (steady_ms() - begun_ >= to_ms(request_.timeout)) {
      const std::string busy =
          fmt::format("{} compile events, not quiet for {} yet", events_.size(), base::format_duration(request_.quiet));
      end(82, fmt::format("not warm after {}: {}", base::format_duration(request_.timeout),
                          !lacks_.empty()    ? lacks_.front()
                          : held_up_.empty() ? busy
                                             : held_up_));
    }
    return ended_;
  }

  void look(bool news) {
    const Checked* checked = run_.judged();
    if (news && checked != nullptr) {
      workers_ = live_workers(*checked, request_.accept_idle ? believed(run_.logs().told()) : run_.logs().told());
      const std::size_t before = events_.size();
      const model::PlacedEvent* latest = nullptr;
      std::set<std::string> gone = provisional_;
      for (const model::PlacedEvent& event : checked->placed.events) {
        if (is_compile(event) && events_.insert(event.id).second) latest = &event;
        gone.erase(event.id);
      }
      for (const std::string& half : gone) {  // the whole line is another event
        events_.erase(half);
        provisional_.erase(half);
      }
      if (latest != nullptr) {
        quiet_since_ = steady_ms();
        const std::size_t more = events_.size() - before;
        request_.report.line(
            fmt::format("{} compile event{}, {}", more, more == 1 ? "" : "s", event_text(*checked, *latest)));
      }
    }
    if (!copies_.empty()) copies_ = run_.logs().copies();  // one that goes on by itself is none any more
    mark_copies(copies_, workers_);
    lacks_ = lacking(workers_, request_.check.asked.expect_workers);
    const auto& troubles = run_.logs().troubles();
    if (std::exchange(troubles_, troubles.size()) < troubles.size())
      quiet_since_ = steady_ms();  // what was lost may have been an event
    for (const LiveTrouble& trouble : troubles) {
      if (trouble.lasts) lacks_.push_back(trouble.path + ' ' + trouble.what);
    }
    for (const std::string& path : run_.logs().behind()) lacks_.push_back(path + " is not read to its end yet");
    for (const std::string& path : run_.logs().without_logs()) lacks_.push_back("no log was found at " + path);
    if (!lacks_.empty()) quiet_since_ = steady_ms();
    request_.report.status(headline(), worker_table(workers_));
  }

  [[nodiscard]] std::ptrdiff_t count_workers() const {
    return std::count_if(workers_.begin(), workers_.end(),
                         [](const LiveWorker& w) { return w.copy_of.empty() && !w.left_behind; });
  }

  static std::map<LogKey, LiveLog> believed(std::map<LogKey, LiveLog> told) {
    for (auto& [key, log] : told) log.left_behind = false;
    return told;
  }

  // Names are looked at seldom: a log may have come, or gone, since. And lines that hold no rule's word are judged
  // seldom, yet they name processes: one that has begun since must be armed.
  bool still_there() {
    run_.logs().look_at_names();
    look(run_.poll());
    if (calm(quiet_since_) && run_.logs().unjudged()) {
      run_.judge_all();
      look(true);
    }
    return calm(quiet_since_) && run_.logs().closed().empty();
  }

  // What stands behind the quiet: last lines that have no end yet may be half of an event, so the quiet holds only
  // once they are whole and told of none; and of logs that are copies, each counts once.
  bool settled() {
    if (run_.peek()) {
      const std::set<std::string> before = events_;
      look(true);
      std::set_difference(events_.begin(), events_.end(), before.begin(), before.end(),
                          std::inserter(provisional_, provisional_.end()));
    }
    copies_ = run_.logs().copies();
    look(false);
    if (!calm(quiet_since_)) {
      held_.reset();
      held_up_.clear();
      return false;
    }
    const std::map<std::uint64_t, std::uint64_t> unended = run_.logs().unended();
    if (!held_) held_ = unended;
    std::erase_if(*held_, [&](const auto& one) {
      const auto now = unended.find(one.first);
      return now == unended.end() || now->second != one.second;
    });
    held_up_ = held_->empty() ? ""
                              : run_.logs().path_of(held_->begin()->first) +
                                    ": its last line has no end yet, and may become a compile event's";
    if (!held_->empty()) return false;
    held_.reset();
    return true;
  }

  bool calm(long long since) const { return lacks_.empty() && steady_ms() - since >= to_ms(request_.quiet); }

  std::string headline() const {
    if (!lacks_.empty() || !held_up_.empty()) return "waiting: " + (lacks_.empty() ? held_up_ : lacks_.front());
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
      const std::size_t lost = troubles_;
      const std::vector<LiveWorker> idle = workers_;
      auto command = ShellCommand::start(request_.warm);
      if (!command) return tl::unexpected(command.error());
      std::optional<int> status;
      while (!over() && !(status = command->status())) step();
      if (ended_) return finished();
      if (*status != 0) return base::fail(fmt::format("the warm-up command ended with {}", *status), request_.warm);
      // What it caused may still be on its way into the logs.
      quiet_since_ = steady_ms();
      while (!over() && events_.size() == before && !(calm(quiet_since_) && settled())) step();
      run_.judge_all();
      look(true);
      if (over()) return finished();
      request_.report.line(fmt::format("warm-up pass {}: {} compile events", pass, events_.size() - before));
      if (events_.size() == before && troubles_ == lost) return silent_pass(pass, idle);
    }
    end(82, fmt::format("each of {} warm-up passes compiled something{}", request_.passes,
                        troubles_ > 0 ? ", or a log was truncated in it" : ""));
    return finished();
  }

  void step() {
    look(run_.poll());
    sleep_ms(LiveRun::kPollMs);
  }

  // A monitor that names each kernel once is silent in a second pass whatever compiles; so is one that no request met.
  Waited silent_pass(int pass, const std::vector<LiveWorker>& idle) {
    for (const LiveWorker& worker : workers_) {
      if (!worker.copy_of.empty() || worker.left_behind) continue;
      const auto was =
          std::find_if(idle.begin(), idle.end(), [&](const LiveWorker& w) { return w.name == worker.name; });
      if (!worker.armed) {
        lacks_.push_back("engine_has_no_monitor: no monitor speaks for " + worker.name);
      } else if (!worker.reports_all) {
        lacks_.push_back("monitor_logs_once: " + worker.name +
                         " names each kernel once, so its silence proves nothing");
      } else if (was == idle.end() || (worker.routed <= was->routed && !served_since(was->work, worker.work))) {
        lacks_.push_back("worker_not_warmed: nothing shows that " + worker.name +
                         " served a request in the pass (a first line of throughput may speak of the time before it)");
      }
    }
    if (lacks_.empty() || request_.accept_once) {
      end(0, fmt::format("warm-up done {}: pass {} compiled nothing on {} workers{}",
                         base::format_instant(base::wall_clock(), 3), pass, count_workers(),
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
  std::set<std::string> events_;       // ids of those seen
  std::set<std::string> provisional_;  // of them, those of lines that had no end
  std::map<std::uint64_t, std::uint64_t> copies_;
  std::optional<std::map<std::uint64_t, std::uint64_t>> held_;  // lines without an end when it became quiet
  std::string held_up_;                                         // by one of them
  std::size_t troubles_ = 0;                                    // looked at
  bool read_to_the_end_ = false;
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
