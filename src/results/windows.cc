#include "results/windows.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

#include "base/text.h"
#include "results/documents.h"
#include "results/instants.h"
#include "results/path_hints.h"
#include "results/row_times.h"

namespace jitgate::results {

model::WindowClaim window_claim(const Record& record, const std::string& path) {
  model::WindowClaim claim;
  claim.source = model::WindowSource::window_file;
  claim.path = path;
  claim.conc = record.integer("concurrency");
  if (!claim.conc) claim.conc = conc_in_path(path);
  claim.result_path = record.text("result_path");
  claim.completed = base::lower(record.text("status")) == "completed";
  // A run that did not complete has no end to speak of.
  const ClaimedTimes times = claimed_times(record, "duration");
  if (times.start) claim.start = *times.start;
  if (times.end) claim.end = *times.end;
  claim.duration_s = times.duration_s;
  if (!claim.completed) return claim;
  claim.impossible = times.impossible;
  if (claim.impossible.empty() && (!times.start || !times.end))
    claim.impossible = "it has no 'benchmark_start_time_unix' or no 'benchmark_end_time_unix'";
  return claim;
}

std::optional<model::WindowClaim> mark_claim(const Record& record, const std::string& path) {
  const auto t = unix_seconds(record, "time_unix");
  const std::string edge = record.text("edge");
  if (!t || record.integer("jitgate_mark") != 1 || (edge != "start" && edge != "end")) return std::nullopt;
  model::WindowClaim claim;
  claim.source = model::WindowSource::mark;
  claim.path = path;
  claim.id = record.text("name");
  claim.host = record.text("host");
  claim.conc = record.integer("conc");
  claim.completed = false;
  (edge == "start" ? claim.start : claim.end) = *t;
  return claim;
}

std::string mark_fault(const Record& record) {
  const auto said = [&](const char* key) {
    return record.has(key) ? "'" + base::valid_utf8(record.text(key), 60) + "'" : std::string("missing");
  };
  if (record.integer("jitgate_mark") != 1) return "jitgate_mark is " + said("jitgate_mark") + ", not 1";
  const std::string edge = record.text("edge");
  if (edge != "start" && edge != "end") return "edge is " + said("edge") + ", neither start nor end";
  return "time_unix is " + said("time_unix") + ", no time in seconds";
}

std::vector<model::ToldListing> told_listings(const Record& record, const std::string& path) {
  constexpr std::string_view kUnder = "snapshots/";
  std::vector<model::ToldListing> told;
  const auto claim = mark_claim(record, path);
  if (!claim) return told;
  const bool end = claim->start == base::kEarliest;
  for (const auto& [key, value] : record.fields()) {
    if (!key.starts_with(kUnder)) continue;
    told.push_back({path, claim->id, end, end ? claim->end : claim->start, key.substr(kUnder.size()), value.text});
  }
  return told;
}

// By time and not by file order: "c12_end.json" sorts before "c12_start.json". An end joins the latest open start of
// its name: of its own host where there is one, for the nodes of one measurement may each mark it. What stays alone
// stays half a claim, and so tells that a boundary is missing.
void pair_marks(model::ResultEvidence& evidence) {
  const auto is_half = [](const model::WindowClaim& claim) {
    return claim.source == model::WindowSource::mark && (claim.start == base::kEarliest || claim.end == base::kLatest);
  };
  const auto edge_of = [](const model::WindowClaim& claim) {
    return claim.start == base::kEarliest ? claim.end : claim.start;
  };
  const auto halves = std::stable_partition(evidence.claims.begin(), evidence.claims.end(), std::not_fn(is_half));
  std::stable_sort(halves, evidence.claims.end(),
                   [&](const auto& a, const auto& b) { return edge_of(a) < edge_of(b); });

  std::vector<model::WindowClaim> paired(std::make_move_iterator(evidence.claims.begin()),
                                         std::make_move_iterator(halves));
  std::map<std::string, std::map<std::string, std::size_t>> open;  // name → host → index of its open start in paired
  for (auto half = halves; half != evidence.claims.end(); ++half) {
    std::map<std::string, std::size_t>& starts = open[half->id];
    if (half->end == base::kLatest) {
      starts[half->host] = paired.size();
    } else if (!starts.empty()) {
      auto start = starts.find(half->host);
      if (start == starts.end())
        start = std::max_element(starts.begin(), starts.end(),
                                 [](const auto& a, const auto& b) { return a.second < b.second; });
      model::WindowClaim& whole = paired[start->second];
      whole.end = half->end;
      whole.completed = true;
      if (!whole.conc) whole.conc = half->conc;
      starts.erase(start);
      continue;
    }
    paired.push_back(std::move(*half));
  }
  evidence.claims = std::move(paired);
}

}  // namespace jitgate::results
