#include "place/failures.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/path_name.h"

namespace jitgate::place {
namespace {

using model::Point;
using model::ResultRow;

struct Count {
  std::int64_t wanted = 0, lost = 0;
  double allowed = 0.05;
};

// Clients that stop by the clock cut off up to one request a slot, and count those among the failed ones.
bool stops_by_the_clock(const ResultRow& row) { return row.client == "aiperf" || row.client == "guidellm"; }

std::optional<Count> counted(const ResultRow& row) {
  if (!row.completed && !row.failed) return std::nullopt;
  const std::int64_t completed = std::max<std::int64_t>(0, row.completed.value_or(0));
  const std::int64_t failed = std::max<std::int64_t>(0, row.failed.value_or(0));
  const std::int64_t cancelled = std::max<std::int64_t>(0, row.cancelled.value_or(0));
  Count count;
  count.allowed = row.failures_allowed;
  count.wanted = std::max({row.num_prompts.value_or(0), completed, row.completed ? completed + failed + cancelled : 0});
  count.lost = failed;
  if (row.completed && row.num_prompts) count.lost = std::max(failed, *row.num_prompts - completed - cancelled);
  if (stops_by_the_clock(row)) count.lost = std::max<std::int64_t>(0, count.lost - row.key.conc.value_or(0));
  return count;
}

std::optional<Count> counted(const model::RequestSet& set) {
  Count count;
  for (const model::Request& request : set.requests) {
    if (!request.measured) continue;
    ++count.wanted;
    if (!request.ok) ++count.lost;
  }
  if (set.source == model::RequestSource::aiperf || set.source == model::RequestSource::guidellm)
    count.lost = std::max<std::int64_t>(0, count.lost - set.conc.value_or(0));
  return count.wanted > 0 ? std::optional(count) : std::nullopt;
}

void weigh(Point& point, const Count& count, const std::string& path) {
  if (count.lost <= 0 || count.wanted <= 0) return;
  const std::string note =
      fmt::format("{}: {} of {} requests did not complete", model::file_name(path), count.lost, count.wanted);
  if (std::find(point.notes.begin(), point.notes.end(), note) == point.notes.end()) point.notes.push_back(note);
  const double share = static_cast<double>(count.lost) / static_cast<double>(count.wanted);
  point.benchmark_failed = point.benchmark_failed || share > count.allowed;
}

}  // namespace

void weigh_failures(Point& point) {
  bool any = false;
  double allowed = Count{}.allowed;
  for (const ResultRow* row : point.rows) {
    allowed = std::max(allowed, row->failures_allowed);
    point.benchmark_failed = point.benchmark_failed || row->completed == 0 || row->interrupted;
    const auto count = counted(*row);
    if (!count) continue;
    any = true;
    if (row->num_prompts && row->completed.value_or(0) > *row->num_prompts)
      point.notes.push_back(fmt::format("{}: {} requests completed of {} sent", model::file_name(row->path),
                                        *row->completed, *row->num_prompts));
    weigh(point, *count, row->path);
  }
  for (const model::RequestSet* set : point.sets) {
    // The records of a client that stops by the clock count otherwise than its result does.
    if (any && set->source != model::RequestSource::requests_jsonl) continue;
    auto count = counted(*set);
    if (!count) continue;
    count->allowed = allowed;
    weigh(point, *count, set->path);
  }
}

}  // namespace jitgate::place
