#include "results/consistency.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/text.h"
#include "results/metrics.h"

namespace jitgate::results {
namespace {

constexpr double kRounding = 0.02;

bool differ(double a, double b) { return std::abs(a - b) > kRounding * std::max(std::abs(a), std::abs(b)); }

void totals(const Record& record, model::ResultRow* row) {
  const auto total = record.number("total_output_tokens");
  if (total && record.output_tokens && differ(*total, *record.output_tokens)) {
    row->faults.push_back(fmt::format("'total_output_tokens' is {:.0f}, and 'output_lens' sum up to {:.0f}", *total,
                                      *record.output_tokens));
  }
}

void errors(const Record& record, model::ResultRow* row) {
  if (!row->completed || !row->num_prompts) return;
  const std::int64_t told = record.errors_told;
  // That more were completed than sent is told by the counts.
  if (told == 0 || *row->completed > *row->num_prompts) return;
  const double all = static_cast<double>(told) + static_cast<double>(*row->completed);
  if (all <= static_cast<double>(*row->num_prompts) * (1 + kRounding)) return;
  row->faults.push_back(fmt::format("'errors' holds {} errors, and 'completed' is {} of {} sent", told, *row->completed,
                                    *row->num_prompts));
}

// No latency is negative, and no percentile below the median.
void statistics(const Record& record, model::ResultRow* row) {
  for (const auto& [key, value] : record.fields()) {
    if (key.find('/') != std::string::npos || !latency_name(key)) continue;
    if (value.type == Scalar::Type::boolean || value.type == Scalar::Type::container ||
        (value.type == Scalar::Type::string && !base::number_of(base::trim(value.text)))) {
      row->faults.push_back(fmt::format("'{}' is no number", key));
    } else if (const auto number = record.number(key); number && *number < 0) {
      row->faults.push_back(fmt::format("'{}' is {}", key, *number));
    }
  }
  for (const char* quantity : {"ttft", "tpot", "itl", "e2el"}) {
    const auto median = row->metrics.find(std::string("median_") + quantity);
    if (median == row->metrics.end() || median->second <= 0) continue;
    for (const char* percentile : {"p90_", "p95_", "p99_"}) {
      const auto at = row->metrics.find(percentile + std::string(quantity));
      if (at == row->metrics.end() || at->second <= 0 || at->second >= median->second) continue;
      if (!differ(at->second, median->second)) continue;
      row->faults.push_back(
          fmt::format("{}{} is {:.4g} s, and the median {:.4g} s", percentile, quantity, at->second, median->second));
    }
  }
}

// A number of open requests that no client can have had, where the file's name tells one. Fractions and -1 are notes:
// some clients write them for what they were not told.
void concurrency(const Record& record, model::ResultRow* row) {
  constexpr double kMost = 1e9;
  const Scalar* value = record.find("max_concurrency");
  if (value == nullptr || !row->named_conc) return;
  if (value->type == Scalar::Type::string && !base::number_of(base::trim(value->text))) {
    row->faults.push_back(fmt::format("'max_concurrency' is \"{}\", and its name says {}",
                                      base::valid_utf8(value->text, 40), *row->named_conc));
  } else if (const auto number = record.number("max_concurrency");
             number && (*number == 0 || *number < -1 || *number > kMost)) {
    row->faults.push_back(fmt::format("'max_concurrency' is {}, and its name says {}", *number, *row->named_conc));
  }
}

}  // namespace

void compare_within(const Record& record, model::ResultRow* row) {
  concurrency(record, row);
  totals(record, row);
  errors(record, row);
  statistics(record, row);
}

}  // namespace jitgate::results
