// A run while it goes on: its logs so far, judged as `check` would judge them, against a window that is open at its
// end.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "run/check.h"
#include "run/live_logs.h"

namespace jitgate::run {

// What a live command tells while it works.
struct LiveReport {
  // A line for the record: a file that is followed no more, an event.
  std::function<void(const std::string&)> line;
  // The whole picture, for a terminal: a headline and a row a worker.
  std::function<void(const std::string&, const std::vector<std::string>&)> status;
};

class LiveRun {
 public:
  static constexpr long kPollMs = 200;

  // `request`: policy, workers, zone, year; its paths are those that are followed.
  LiveRun(const CheckRequest& request, const recognise::Catalogue& catalogue, const LiveReport& report);

  // The window to judge against: from `start` to `end`, or open.
  void measure(const std::string& name, base::Instant start, std::optional<base::Instant> end = {});
  // Looks for more. True: there was news, and judged() is another.
  bool poll();
  // Judges everything as it is now. `at_the_end`: also lines without an end.
  void judge_all(bool at_the_end = false);
  // As of the last news; null before the first log.
  [[nodiscard]] const Checked* judged() const { return judged_.get(); }
  // Takes last lines without an end for whole, for this once. True: judged() is another.
  bool peek();
  [[nodiscard]] LiveLogs& logs() { return logs_; }

 private:
  void judge(Evidence evidence);

  CheckRequest request_;
  const recognise::Catalogue& catalogue_;
  LiveReport report_;
  LiveLogs logs_;
  std::optional<model::WindowClaim> window_;
  std::unique_ptr<Checked> judged_;
};

}  // namespace jitgate::run
