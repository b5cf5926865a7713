#include "results/counts.h"

#include <string>

namespace jitgate::results {
namespace {

constexpr std::int64_t kMostWorkers = 100'000;
constexpr std::size_t kShown = 40;

std::string as_written(const Scalar& value) {
  switch (value.type) {
    case Scalar::Type::null:
      return "null";
    case Scalar::Type::boolean:
      return value.truth ? "true" : "false";
    case Scalar::Type::number:
      return value.text.substr(0, kShown);
    case Scalar::Type::string:
      return '"' + value.text.substr(0, kShown) + '"';
    case Scalar::Type::container:
      break;
  }
  return "an object or array";
}

void blame(std::string_view key, const Scalar& value, const char* what, model::ResultRow* row) {
  row->faults.push_back("'" + std::string(key) + "' is " + as_written(value) + ", which is no number of " + what);
}

}  // namespace

std::optional<std::int64_t> count_of(const Record& record, std::initializer_list<std::string_view> keys, Null null,
                                     model::ResultRow* row) {
  for (const std::string_view key : keys) {
    const Scalar* value = record.find(key);
    if (value == nullptr || (value->type == Scalar::Type::null && null == Null::untold)) continue;
    const auto count = record.integer(key, &row->notes);
    if (count && *count >= 0) return count;
    blame(key, *value, "requests", row);
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<int> workers_of(const Record& record, std::string_view key, model::ResultRow* row) {
  const Scalar* value = record.find(key);
  if (value == nullptr || value->type == Scalar::Type::container || value->type == Scalar::Type::null) return {};
  const auto count = record.integer(key, &row->notes);
  if (count && *count >= 0 && *count < kMostWorkers)
    return *count == 0 ? std::nullopt : std::optional(static_cast<int>(*count));
  blame(key, *value, "workers", row);
  return std::nullopt;
}

void compare_counts(model::ResultRow* row) {
  if (!row->num_prompts) return;
  const std::int64_t sent = *row->num_prompts, completed = row->completed.value_or(0), failed = row->failed.value_or(0);
  if (completed <= sent && failed <= sent - completed) return;
  row->faults.push_back("it counts " + std::to_string(completed) + " completed and " + std::to_string(failed) +
                        " failed requests of " + std::to_string(sent) + " sent");
}

}  // namespace jitgate::results
