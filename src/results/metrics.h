// Latency and throughput figures under one set of names, whatever a client calls them: "p99_ttft", "median_tpot",
// "mean_e2el" in seconds; throughputs as written.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "results/record.h"

namespace jitgate::results {

// The normal name of a flat key, and what its value is divided by to be in seconds: "p99_ttft_ms" → {"p99_ttft", 1000},
// "mean_e2e_latency_ms" → {"mean_e2el", 1000}, "p99.9_itl" → {"p99.9_itl", 1}. Empty for all other keys.
struct MetricName {
  std::string name;
  double divisor = 1;
};
std::optional<MetricName> latency_name(std::string_view key);
// "output_throughput", "tput_per_gpu", …
bool is_throughput(std::string_view key);

// Of flat rows: InferenceX, sa-bench, vLLM, SGLang, processed rows.
std::map<std::string, double> flat_metrics(const Record& record);
// Of AIPerf's summary: objects {unit, avg, p50, …} by metric. AIPerf's inter-token latency is per request, (E2EL −
// TTFT) / (tokens − 1), which is what others call TPOT, and so it is named.
std::map<std::string, double> aiperf_metrics(const Record& record, std::string_view prefix);
// Of one GuideLLM benchmark: metrics/<name>/successful/{mean, median, std_dev, percentiles/…}. Its inter-token latency
// is TPOT in the same sense.
std::map<std::string, double> guidellm_metrics(const Record& record);

}  // namespace jitgate::results
