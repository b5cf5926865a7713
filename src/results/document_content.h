// What one document has told so far: its records, taken for what they are, as rows, requests and claims. The reader of
// the stream (documents.cc) knows where records begin and which could not be read; this knows what they mean.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/results.h"
#include "results/collector.h"
#include "results/kind.h"
#include "results/record.h"
#include "results/rows.h"

namespace jitgate::results {

class DocumentContent {
 public:
  static constexpr std::size_t kMaxRows = 100'000;
  static constexpr std::size_t kMaxRequests = 2'000'000;

  explicit DocumentContent(std::string path) : path_(std::move(path)) {}

  void take(Record& record, RecordPlace place, std::string_view status);
  // The kind of the first record at top level or of the first known element; unknown before.
  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] bool recognised() const { return kind_ != Kind::unknown && kind_ != Kind::log_record; }
  // Benchmarks of a report that has not ended.
  [[nodiscard]] bool has_benchmarks() const { return !benchmarks_.empty() || !pending_.empty(); }
  // Takes the document for a GuideLLM report although its end is missing.
  void accept_benchmarks();
  // Tells the kind from the fields of a record that was cut; its content is lost.
  void recognise_cut(const Record& record) { kind_ = kind_of(record); }
  // Records at top level or elements that were of no known kind in a document that is otherwise known, or that could
  // not be used (no readable time).
  [[nodiscard]] std::uint64_t unusable() const { return unusable_; }
  // Of the first of which one of its keys tells; else empty.
  [[nodiscard]] const std::string& unusable_why() const { return unusable_why_; }
  // Requests that end before they begin.
  [[nodiscard]] std::uint64_t impossible() const { return impossible_; }
  [[nodiscard]] bool limit_reached() const { return limit_reached_; }

  // Moves everything into `evidence`; to be called once.
  void deliver(model::ResultEvidence& evidence);

 private:
  void take_whole(Record& record, RecordPlace place);
  void add_row(model::ResultRow row, const Record& record);
  void add_request(const Record& record, std::optional<model::Request> request, model::RequestSource source,
                   std::optional<std::int64_t> conc);
  bool contradicts(const Record& record);
  void close_benchmark(const Record& benchmark);

  struct Benchmark {
    model::ResultRow row;
    std::vector<model::Request> requests;
  };

  std::string path_;
  Kind kind_ = Kind::unknown;
  bool array_ = false;
  std::uint64_t unusable_ = 0;
  std::string unusable_why_;
  std::uint64_t impossible_ = 0;
  bool limit_reached_ = false;
  std::vector<model::ResultRow> rows_;
  std::map<std::optional<std::int64_t>, model::RequestSet> sets_;  // by the concurrency that records tell
  std::size_t requests_ = 0;
  std::size_t series_ = 0;  // per-request times kept with rows
  std::vector<model::WindowClaim> claims_;
  std::vector<model::ToldListing> told_listings_;
  std::vector<Benchmark> benchmarks_;
  std::vector<model::Request> pending_;  // of the benchmark in hand
  RequestTotals totals_;                 // of the benchmark in hand
  std::string report_model_;
  std::vector<std::string> report_faults_;
};

}  // namespace jitgate::results
