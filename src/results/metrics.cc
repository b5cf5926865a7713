#include "results/metrics.h"

#include <array>
#include <utility>

namespace jitgate::results {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kQuantities = {
    {{"ttft", "ttft"}, {"tpot", "tpot"}, {"itl", "itl"}, {"e2el", "e2el"}, {"e2e_latency", "e2el"}, {"e2e", "e2el"}}};

// "mean", "median", "std", "p99", "p99.9".
bool is_statistic(std::string_view word) {
  if (word == "mean" || word == "median" || word == "std") return true;
  if (word.size() < 2 || word.size() > 6 || word.front() != 'p') return false;
  return word.find_first_not_of("0123456789.", 1) == std::string_view::npos && word.back() != '.' && word[1] != '.';
}

// A unit as clients spell it; 0 for one that is no time.
double divisor_of(std::string_view unit) {
  if (unit == "ms" || unit == "milliseconds") return 1e3;
  if (unit == "s" || unit == "sec" || unit == "seconds") return 1;
  if (unit == "us" || unit == "microseconds") return 1e6;
  if (unit == "ns" || unit == "nanoseconds") return 1e9;
  return 0;
}

}  // namespace

std::optional<MetricName> latency_name(std::string_view key) {
  const std::size_t joint = key.find('_');
  if (joint == std::string_view::npos || !is_statistic(key.substr(0, joint))) return std::nullopt;
  const std::string_view statistic = key.substr(0, joint);
  std::string_view quantity = key.substr(joint + 1);
  double divisor = 1;
  if (quantity.ends_with("_ms")) {
    divisor = 1e3;
    quantity.remove_suffix(3);
  }
  for (const auto& [spelling, name] : kQuantities) {
    if (quantity == spelling) return MetricName{std::string(statistic) + "_" + std::string(name), divisor};
  }
  return std::nullopt;
}

bool is_throughput(std::string_view key) {
  return key.ends_with("_throughput") || key.find("tput") != std::string_view::npos || key == "request_goodput";
}

std::map<std::string, double> flat_metrics(const Record& record) {
  std::map<std::string, double> metrics;
  for (const auto& [key, value] : record.fields()) {
    if (key.find('/') != std::string::npos) continue;
    const auto latency = latency_name(key);
    if (!latency && !is_throughput(key)) continue;
    const auto number = record.number(key);
    if (!number) continue;
    metrics[latency ? latency->name : key] = latency ? *number / latency->divisor : *number;
  }
  return metrics;
}

std::map<std::string, double> aiperf_metrics(const Record& record, std::string_view prefix) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kNames = {
      {{"time_to_first_token", "ttft"}, {"inter_token_latency", "tpot"}, {"request_latency", "e2el"}}};
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kStatistics = {
      {{"avg", "mean"}, {"p50", "median"}, {"std", "std"}, {"p90", "p90"}, {"p95", "p95"}, {"p99", "p99"}}};
  std::map<std::string, double> metrics;
  for (const auto& [theirs, ours] : kNames) {
    const std::string at = std::string(prefix) + std::string(theirs) + "/";
    const double divisor = divisor_of(record.text(at + "unit"));
    if (divisor == 0) continue;
    for (const auto& [statistic, name] : kStatistics) {
      if (const auto value = record.number(at + std::string(statistic))) {
        metrics[std::string(name) + "_" + std::string(ours)] = *value / divisor;
      }
    }
  }
  static constexpr std::array<std::string_view, 2> kThroughputs = {"request_throughput", "output_token_throughput"};
  for (const std::string_view name : kThroughputs) {
    const auto value = record.number(std::string(prefix) + std::string(name) + "/avg");
    if (value) metrics[name == "output_token_throughput" ? "output_throughput" : std::string(name)] = *value;
  }
  return metrics;
}

std::map<std::string, double> guidellm_metrics(const Record& record) {
  struct Name {
    std::string_view theirs, ours;
    double divisor;
  };
  static constexpr std::array<Name, 3> kNames = {{{"time_to_first_token_ms", "ttft", 1e3},
                                                  {"inter_token_latency_ms", "tpot", 1e3},
                                                  {"request_latency", "e2el", 1}}};
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kStatistics = {
      {{"mean", "mean"},
       {"median", "median"},
       {"std_dev", "std"},
       {"percentiles/p90", "p90"},
       {"percentiles/p95", "p95"},
       {"percentiles/p99", "p99"},
       {"percentiles/p999", "p99.9"}}};
  std::map<std::string, double> metrics;
  for (const Name& name : kNames) {
    const std::string at = "metrics/" + std::string(name.theirs) + "/successful/";
    for (const auto& [statistic, ours] : kStatistics) {
      if (const auto value = record.number(at + std::string(statistic))) {
        metrics[std::string(ours) + "_" + std::string(name.ours)] = *value / name.divisor;
      }
    }
  }
  return metrics;
}

}  // namespace jitgate::results
