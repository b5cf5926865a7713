#include "results/document_content.h"

#include <algorithm>
#include <utility>

#include "results/documents.h"
#include "results/instants.h"
#include "results/path_hints.h"
#include "results/requests.h"
#include "results/rows.h"
#include "results/windows.h"

namespace jitgate::results {

void DocumentContent::take(Record& record, RecordPlace place, std::string_view status) {
  switch (place) {
    case RecordPlace::request: {
      if (status == "total") return;  // older reports hold every request there once more
      ++(status == "successful" ? totals_.successful : status == "incomplete" ? totals_.cancelled : totals_.failed);
      auto request = guidellm_request(record, status);
      if (!request || contradicts(record)) {
        ++unusable_;
      } else if (requests_ >= kMaxRequests) {
        limit_reached_ = true;
      } else {
        ++requests_;
        if (request->impossible) ++impossible_;
        pending_.push_back(std::move(*request));
      }
      return;
    }
    case RecordPlace::benchmark:
      close_benchmark(record);
      return;
    case RecordPlace::element:
      array_ = true;
      break;
    case RecordPlace::top:
      break;
  }
  take_whole(record, place);
}

// Whether a key of it says two things; told with the records that cannot be used.
bool DocumentContent::contradicts(const Record& record) {
  if (record.contradictions.empty()) return false;
  if (unusable_why_.empty()) unusable_why_ = record.contradictions.front();
  return true;
}

void DocumentContent::take_whole(Record& record, RecordPlace place) {
  Kind kind = kind_of(record);
  if (kind == Kind::guidellm && benchmarks_.empty()) kind = Kind::unknown;
  if (!recognised() && (place == RecordPlace::element || kind_ == Kind::unknown)) kind_ = kind;
  switch (kind) {
    case Kind::raw_row:
      add_row(raw_row(record, path_), record);
      break;
    case Kind::processed_row:
      add_row(processed_row(record, path_), record);
      break;
    case Kind::aiperf_summary:
      add_row(aiperf_row(record, path_), record);
      break;
    case Kind::window:
      claims_.push_back(window_claim(record, path_));
      if (!record.contradictions.empty()) claims_.back().impossible = record.contradictions.front();
      break;
    case Kind::mark:
      if (contradicts(record)) {
        ++unusable_;
      } else if (auto claim = mark_claim(record, path_)) {
        claims_.push_back(std::move(*claim));
        for (model::ToldListing& one : told_listings(record, path_)) told_listings_.push_back(std::move(one));
      } else {
        ++unusable_;
        if (unusable_why_.empty()) unusable_why_ = mark_fault(record);
      }
      break;
    case Kind::request:
      add_request(record, timed_request(record), model::RequestSource::requests_jsonl, conc_of_request(record));
      break;
    case Kind::aiperf_request:
      add_request(record, aiperf_request(record), model::RequestSource::aiperf, {});
      break;
    case Kind::dynamo_trace: {
      bool is_request = false;
      auto request = dynamo_request(record, &is_request);
      if (is_request) add_request(record, std::move(request), model::RequestSource::frontend, {});
      break;
    }
    case Kind::guidellm:
      report_model_ = record.text("args/model");
      report_faults_ = record.contradictions;
      break;
    case Kind::unknown:
    case Kind::log_record:
      ++unusable_;
      break;
  }
  if (std::max(claims_.size(), told_listings_.size()) > kMaxRows) {
    claims_.resize(std::min(claims_.size(), kMaxRows));
    told_listings_.resize(std::min(told_listings_.size(), kMaxRows));
    limit_reached_ = true;
  }
}

void DocumentContent::add_row(model::ResultRow row, const Record& record) {
  row.faults.insert(row.faults.end(), record.contradictions.begin(), record.contradictions.end());
  if (rows_.size() >= kMaxRows) {
    limit_reached_ = true;
    return;
  }
  if (array_ && row.kind == model::RowKind::aggregate) row.kind = model::RowKind::run_aggregate;
  if (series_ + row.ttft.size() > kMaxRequests) {
    row.notes.emplace_back("the document has more per-request times than are kept; this row's are not used");
    row.ttft = {};
    row.latency = {};
  }
  series_ += row.ttft.size();
  rows_.push_back(std::move(row));
}

void DocumentContent::add_request(const Record& record, std::optional<model::Request> request,
                                  model::RequestSource source, std::optional<std::int64_t> conc) {
  if (!request || contradicts(record)) {
    ++unusable_;
    return;
  }
  if (requests_ >= kMaxRequests || (sets_.size() >= kMaxRows && !sets_.contains(conc))) {
    limit_reached_ = true;
    return;
  }
  ++requests_;
  if (request->impossible) ++impossible_;
  model::RequestSet& set = sets_[conc];
  set.source = source;
  set.requests.push_back(std::move(*request));
}

void DocumentContent::close_benchmark(const Record& benchmark) {
  if (benchmarks_.size() >= kMaxRows) {
    limit_reached_ = true;
    return;
  }
  // Requests that ended before the measured part began, or began after it, belong to the report's warm-up and
  // cool-down.
  const auto measured_from = unix_seconds(benchmark, "scheduler_metrics/measure_start_time");
  const auto measured_to = unix_seconds(benchmark, "scheduler_metrics/measure_end_time");
  for (model::Request& request : pending_) {
    const bool before = measured_from && request.completed != base::kEarliest && request.completed < *measured_from;
    const bool after = measured_to && request.received > *measured_to;
    if (before || after) request.measured = false;
  }
  benchmarks_.push_back({guidellm_row(benchmark, path_, std::exchange(totals_, {})), std::exchange(pending_, {})});
  std::vector<std::string>& faults = benchmarks_.back().row.faults;
  faults.insert(faults.end(), benchmark.contradictions.begin(), benchmark.contradictions.end());
}

void DocumentContent::accept_benchmarks() {
  kind_ = Kind::guidellm;
  pending_.clear();
}

void DocumentContent::deliver(model::ResultEvidence& evidence) {
  const std::size_t reported = rows_.size();
  if (kind_ == Kind::guidellm) {
    for (Benchmark& benchmark : benchmarks_) {
      benchmark.row.key.model = report_model_;
      benchmark.row.faults.insert(benchmark.row.faults.end(), report_faults_.begin(), report_faults_.end());
      rows_.push_back(std::move(benchmark.row));
    }
  }
  const bool numbered = array_ || rows_.size() > 1;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (numbered) rows_[i].path = path_ + "#" + std::to_string(i);
  }
  if (kind_ == Kind::guidellm) {
    for (std::size_t i = 0; i < benchmarks_.size(); ++i) {
      if (benchmarks_[i].requests.empty()) continue;
      model::RequestSet set;
      set.source = model::RequestSource::guidellm;
      set.path = rows_[reported + i].path;
      set.conc = rows_[reported + i].key.conc;
      set.requests = std::move(benchmarks_[i].requests);
      set.cut = limit_reached_;
      evidence.requests.push_back(std::move(set));
    }
  }
  for (auto& [conc, set] : sets_) {
    set.path = path_;
    // Traces of a frontend span all concurrencies of a server's life, whatever the name of their directory.
    set.conc = conc || set.source == model::RequestSource::frontend ? conc : conc_in_path(path_);
    set.cut = limit_reached_;
    if (unusable_ > 0) {
      set.notes.push_back(std::to_string(unusable_) + " records have no readable start or are no requests");
    }
    evidence.requests.push_back(std::move(set));
  }
  for (model::ResultRow& row : rows_) evidence.rows.push_back(std::move(row));
  for (model::WindowClaim& claim : claims_) evidence.claims.push_back(std::move(claim));
  for (model::ToldListing& one : told_listings_) evidence.told_listings.push_back(std::move(one));
  if (kind_ == Kind::mark) pair_marks(evidence);
}

}  // namespace jitgate::results
