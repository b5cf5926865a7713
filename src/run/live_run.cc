#include "run/live_run.h"

#include <utility>

#include "base/wall_clock.h"
#include "run/pace.h"

namespace jitgate::run {

LiveRun::LiveRun(const CheckRequest& request, const recognise::Catalogue& catalogue, const LiveReport& report)
    : request_(request),
      catalogue_(catalogue),
      report_(report),
      logs_(request.paths, catalogue,
            [this](const auto& path, const auto& what) { report_.line(path + ": " + what); }) {}

void LiveRun::measure(const std::string& name, base::Instant start, std::optional<base::Instant> end) {
  model::WindowClaim claim;
  claim.source = model::WindowSource::mark;
  claim.id = name;
  claim.start = start;
  // Open: far enough that nothing which is written now lies at its end.
  claim.end = end ? *end : std::max(start, base::wall_clock()) + base::kHour;
  window_ = std::move(claim);
}

bool LiveRun::poll() {
  if (!logs_.poll(steady_ms())) return false;
  judge(logs_.look());
  return true;
}

void LiveRun::judge_all(bool at_the_end) {
  if (at_the_end) logs_.finish(steady_ms());
  judge(logs_.look(true));
}

bool LiveRun::peek() {
  if (!logs_.peek()) return false;
  judge(logs_.look(true));
  return true;
}

// Results among the logs are of other runs, or of points that are over: this window is the only question.
void LiveRun::judge(Evidence evidence) {
  model::ResultEvidence& results = evidence.results;
  results.rows.clear();
  results.claims.clear();
  results.damaged.clear();
  results.told_listings.clear();
  std::erase_if(results.requests, [](const auto& set) { return set.source != model::RequestSource::frontend; });
  evidence.listings.clear();
  // Two logs that have just begun may well be alike; only saved ones are copies then.
  for (model::LogEvidence& log : evidence.logs) log.coverage.content_hash.clear();
  if (window_) {
    // Beside the logs, so that it is of their run.
    window_->path = evidence.logs.empty() ? "mark" : evidence.logs.front().coverage.path;
    results.claims.push_back(*window_);
  }
  request_.asked.now = base::wall_clock();
  auto judged = judge_evidence(std::move(evidence), request_, catalogue_);
  if (judged) judged_ = std::move(*judged);
}

}  // namespace jitgate::run
