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

void total(const Record& record, const char* key, const char* array, const std::optional<double>& sum,
           model::ResultRow* row) {
  const auto told = record.number(key);
  if (!told || !sum || !differ(*told, *sum)) return;
  row->faults.push_back(fmt::format("'{}' is {:.0f}, and '{}' sum up to {:.0f}", key, *told, array, *sum));
}

void totals(const Record& record, model::ResultRow* row) {
  total(record, "total_output_tokens", "output_lens", record.output_lens.sum, row);
  // Clients that know of failed requests leave their inputs out of the total, and in the array.
  if (row->completed && row->completed == row->num_prompts)
    total(record, "total_input_tokens", "input_lens", record.input_lens.sum, row);
}

// Arrays with an entry for each request that was sent: none has fewer than completed.
void entries(const Record& record, model::ResultRow* row) {
  if (!row->completed) return;
  const auto compare = [&](const char* array, std::size_t entries) {
    if (entries == 0 || static_cast<std::int64_t>(entries) >= *row->completed) return;
    row->faults.push_back(fmt::format("'{}' holds {} entries, and 'completed' is {}", array, entries, *row->completed));
  };
  compare("input_lens", static_cast<std::size_t>(record.input_lens.entries));
  compare("output_lens", static_cast<std::size_t>(record.output_lens.entries));
  compare("ttfts", std::max(record.ttfts.values.size(), row->ttft.size()));  // of one of them
}

// A rate is what it counts, by the time it took: a duration or a number of requests that was changed shows here. Asked
// of clients that give the arrays too: others count by rules of their own.
void rates(const Record& record, model::ResultRow* row) {
  if (!row->duration_s || *row->duration_s <= 0 || !record.output_lens.sum) return;
  const auto compare = [&](const char* key, std::optional<double> counted, const char* of) {
    const auto told = record.number(key);
    if (!told || !counted || *told <= 0 || *counted <= 0) return;
    const double rate = *counted / *row->duration_s;
    if (!differ(*told, rate)) return;
    row->faults.push_back(fmt::format("'{}' is {:.4g}, and {:.0f} {} in {:.4g} s make {:.4g}", key, *told, *counted, of,
                                      *row->duration_s, rate));
  };
  const auto input = record.number("total_input_tokens");
  const auto output = record.number("total_output_tokens");
  compare("request_throughput", row->completed ? std::optional(static_cast<double>(*row->completed)) : std::nullopt,
          "requests");
  compare("input_throughput", input, "tokens");
  compare("output_throughput", output, "tokens");
  const auto both = input && output ? std::optional(*input + *output) : std::nullopt;
  compare("total_token_throughput", both, "tokens");
  compare("total_throughput", both, "tokens");
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
  entries(record, row);
  totals(record, row);
  rates(record, row);
  errors(record, row);
  statistics(record, row);
}

}  // namespace jitgate::results
