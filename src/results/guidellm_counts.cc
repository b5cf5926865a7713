#include "results/guidellm_counts.h"

#include <fmt/format.h>

#include <string>

#include "results/counts.h"

namespace jitgate::results {
namespace {

// --sample-requests: the list was thinned by the client itself.
bool is_sample(const Record& benchmark) {
  const Scalar* samples = benchmark.find("request_samples");
  return (samples != nullptr && samples->type == Scalar::Type::container) ||
         benchmark.number("config/sample_requests").has_value();
}

std::int64_t sum(const RequestTotals& totals) { return totals.successful + totals.failed + totals.cancelled; }

}  // namespace

void count_requests(const Record& benchmark, const RequestTotals& listed, model::ResultRow* row) {
  if (!row->duration_s && row->impossible.empty()) {
    const auto start = benchmark.number("start_time");
    const auto end = benchmark.number("end_time");
    if (start && end && *end > *start) row->duration_s = *end - *start;
  }
  const std::string at = benchmark.has("metrics/request_totals") ? "metrics/request_totals/" : "request_totals/";
  const auto told = [&](const char* status) { return count_of(benchmark, {at + status}, Null::untold, row); };
  const auto successful = told("successful");
  const RequestTotals made{successful.value_or(0), told("errored").value_or(0), told("incomplete").value_or(0)};
  const RequestTotals& counted = successful ? made : listed;
  row->completed = counted.successful;
  row->failed = counted.failed;
  row->cancelled = counted.cancelled;
  if (sum(listed) < sum(counted) && !is_sample(benchmark)) {
    row->faults.push_back(
        fmt::format("'requests' holds {} of the {} requests that 'request_totals' counts", sum(listed), sum(counted)));
  }
  if (!successful && !row->duration_s && row->impossible.empty() && row->faults.empty())
    row->faults.emplace_back("it tells neither how long it took nor how many requests it made");
}

}  // namespace jitgate::results
